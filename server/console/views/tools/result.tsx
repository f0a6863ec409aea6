// Result: what a tool answered, block by block.
// Nothing of it becomes markup: texts are texts, addresses are shown and not followed, pictures and sounds are data of the answer.

import type { Json } from '../../../../grammar/json.ts';
import { grouped, Outcome, Text } from '../../parts.tsx';
import { indented } from './schema.ts';

export function Result({ call }: { readonly call: Json }) {
  const result = memberOf(call, 'result');
  const content = memberOf(result, 'content');
  const structured = memberOf(result, 'structuredContent');
  const output = textOf(memberOf(call, 'validation'), 'output');
  const guards = memberOf(call, 'guards');
  return (
    <section aria-label="Result" class="answer">
      <p>
        <Outcome outcome={textOf(call, 'outcome')} /> in {shown(memberOf(call, 'duration_ms'))} ms
        {output === 'invalid' && '; the structure is not what the output schema says'}
      </p>
      {Array.isArray(content) && content.map((block, at) => <Block key={at} number={at + 1} block={block} />)}
      {Array.isArray(content) && content.length === 0 && <p class="quiet">No content.</p>}
      {structured !== undefined && (
        <>
          <h4>Structure</h4>
          <Text label="Structured content" text={indented(structured)} />
        </>
      )}
      {Array.isArray(guards) && (
        <ul>
          {guards.map((guard, at) => (
            <li key={at}>
              Policy {textOf(guard, 'policy')} ({textOf(guard, 'phase')}): {textOf(guard, 'verdict')},{' '}
              {shown(memberOf(guard, 'steps'))} steps
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>Answer as JSON</summary>
        <Text label="Answer as JSON" text={indented(call)} />
      </details>
    </section>
  );
}

/** Media types that a browser draws or plays without running anything. */
const IMAGE = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;
const AUDIO = /^audio\/[a-z0-9.+-]+$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function Block({ number, block }: { readonly number: number; readonly block: Json }) {
  const type = textOf(block, 'type');
  const mime = textOf(block, 'mimeType');
  const data = textOf(block, 'data');
  const label = `Block ${number}: ${type}`;
  if (type === 'text') return <Text label={label} text={textOf(block, 'text')} />;
  if (type === 'image' && IMAGE.test(mime) && BASE64.test(data))
    return <img class="block" src={`data:${mime};base64,${data}`} alt={`${label}, ${mime}`} />;
  if (type === 'audio' && AUDIO.test(mime) && BASE64.test(data))
    // biome-ignore lint/a11y/useMediaCaption: a tool sends no captions
    return <audio controls src={`data:${mime};base64,${data}`} aria-label={`${label}, ${mime}`} />;
  if (type === 'resource_link')
    return (
      <p>
        Resource <strong>{textOf(block, 'name')}</strong> <code>{textOf(block, 'uri')}</code> {mime}{' '}
        {textOf(block, 'description')}
      </p>
    );
  const resource = memberOf(block, 'resource');
  if (type === 'resource' && typeof memberOf(resource, 'text') === 'string')
    return (
      <>
        <p>
          Resource <code>{textOf(resource, 'uri')}</code> {textOf(resource, 'mimeType')}
        </p>
        <Text label={label} text={textOf(resource, 'text')} />
      </>
    );
  if (type === 'resource' && typeof memberOf(resource, 'blob') === 'string')
    return (
      <p>
        Resource <code>{textOf(resource, 'uri')}</code> {textOf(resource, 'mimeType')},{' '}
        {grouped(Math.floor((textOf(resource, 'blob').length * 3) / 4))} bytes
      </p>
    );
  return <Text label={label} text={indented(block)} />;
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return value instanceof Map ? value.get(name) : undefined;
}

/** The member where it is a text; else an empty one. */
function textOf(value: Json | undefined, name: string): string {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : '';
}

function shown(value: Json | undefined): string {
  return value === undefined ? '' : indented(value);
}
