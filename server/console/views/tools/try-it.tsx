// Try it: one tool with its schema, a form for its arguments, and what a call answers.
// The text of the arguments is the one truth: the form writes into it, and it goes out as it stands.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Json } from '../../../../grammar/json.ts';
import type { ApprovalRecord, ToolItem } from '../../../services/tools/wire/mcp.ts';
import { Outcome, Panel, Problem, Text, TextArea, useLatest, useWork } from '../../parts.tsx';
import { ask, askJson, bodyOf, Refused } from '../../service.ts';
import { Result } from './result.tsx';
import { exampleOf, indented, initialOf, readExact, shapeOf } from './schema.ts';
import { Members } from './schema-form.tsx';

export interface Chosen {
  readonly server: string;
  readonly tool: string;
  /** JSON; null: what the schema begins with. */
  readonly arguments: string | null;
}

/** Of a result: more is shown as its beginning and end. */
const RESULT_BYTES_MAX = 1024 * 1024;

type Ended =
  | { readonly kind: 'called'; readonly call: Json }
  | { readonly kind: 'held'; readonly approval: ApprovalRecord };

export function TryIt({
  chosen,
  onArguments,
  again,
  wantsExample,
}: {
  readonly chosen: Chosen;
  readonly onArguments: (text: string) => void;
  readonly again: () => void;
  readonly wantsExample: number;
}) {
  const { server, tool } = chosen;
  const {
    value: item,
    problem,
    code,
  } = useLatest(
    [server, tool],
    (signal) => askJson<ToolItem>('POST', '/v1/mcp/tools/describe', { server, tool }, {}, signal),
    0,
  );
  return (
    <Panel title={`Try ${tool}`}>
      <Problem text={problem} code={code} />
      {item !== null && (
        <Form item={item} chosen={chosen} onArguments={onArguments} again={again} wantsExample={wantsExample} />
      )}
    </Panel>
  );
}

function Form({
  item,
  chosen,
  onArguments,
  again,
  wantsExample,
}: Parameters<typeof TryIt>[0] & { readonly item: ToolItem }) {
  const schema = item.inputSchema;
  const text = chosen.arguments ?? indented(initialOf(schema, schema) ?? new Map());
  const { value, problem: reading } = readExact(text);
  const shape = shapeOf(schema, schema);
  const [ended, setEnded] = useState<Ended | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { isBusy, problem, code, work } = useWork();
  const controller = useRef<AbortController | null>(null);
  useEffect(() => {
    // Not for a link, whose arguments somebody meant.
    if (wantsExample > 0) onArguments(indented(exampleOf(schema, schema) ?? new Map()));
  }, [wantsExample]);
  useEffect(() => () => controller.current?.abort(), []);
  const call = (): void =>
    work(async () => {
      setEnded(null);
      setRefused(null);
      if (reading !== null) throw new Error(reading);
      controller.current = new AbortController();
      try {
        setEnded(await callTool(item, text, controller.current.signal));
      } catch (error) {
        const details =
          error instanceof Refused ? (error.body as { error?: { details?: unknown } }).error?.details : null;
        if (details !== undefined && details !== null) setRefused(JSON.stringify(details, null, 2));
        throw error;
      } finally {
        again();
      }
    });
  return (
    <form
      class="try"
      onSubmit={(event) => {
        event.preventDefault();
        call();
      }}
    >
      <About item={item} />
      {shape.kind === 'object' && value instanceof Map && (
        <Members
          members={shape.members}
          root={schema}
          value={value}
          onChange={(changed) => onArguments(indented(changed))}
        />
      )}
      <details open={shape.kind !== 'object' || !(value instanceof Map)}>
        <summary>Arguments as JSON</summary>
        <TextArea label="Arguments" value={text} onChange={onArguments} rows={6} isCode />
      </details>
      <div class="actions">
        <button type="submit" class="primary" disabled={isBusy}>
          Call {item.name}
        </button>
        <button type="button" onClick={() => onArguments(indented(exampleOf(schema, schema) ?? new Map()))}>
          Example arguments
        </button>
        {isBusy && (
          <button type="button" onClick={() => controller.current?.abort()}>
            Cancel
          </button>
        )}
      </div>
      <Problem text={problem ?? reading} code={code} />
      {refused !== null && <Text label="Details of the refusal" text={refused} />}
      <div aria-live="polite">
        {ended?.kind === 'called' && <Result call={ended.call} />}
        {ended?.kind === 'held' && (
          <p>
            <Outcome outcome={ended.approval.status} /> A policy holds this call for a person: {ended.approval.reason}.
            Once it is approved, call again. <code>{ended.approval.id}</code>
          </p>
        )}
      </div>
    </form>
  );
}

/** The arguments are spliced, not read and written again, which would round numbers. */
async function callTool({ server, name }: ToolItem, text: string, signal: AbortSignal): Promise<Ended> {
  const body = `{"server":${JSON.stringify(server)},"tool":${JSON.stringify(name)},"arguments":${text},"max_result_bytes":${RESULT_BYTES_MAX}}`;
  const answer = await ask('POST', '/v1/mcp/call', { body, signal });
  if (answer.status === 202) return { kind: 'held', approval: bodyOf(answer) as ApprovalRecord };
  bodyOf(answer);
  const { value } = readExact(answer.text);
  if (value === undefined) throw new Error('The service answered what is no JSON.');
  return { kind: 'called', call: value };
}

function About({ item }: { readonly item: ToolItem }) {
  const { title, description, status, annotations, hash, inputSchema, outputSchema } = item;
  const hints = Object.entries((annotations ?? {}) as Record<string, unknown>).filter(([, given]) => given !== null);
  return (
    <>
      {typeof title === 'string' && <h3>{title}</h3>}
      {typeof description === 'string' && <p class="said">{description}</p>}
      <p>
        <Outcome outcome={status} />{' '}
        {hints.map(([name, given]) => (
          <code key={name}>{`${name}: ${JSON.stringify(given)} `}</code>
        ))}
      </p>
      <details>
        <summary>Schema</summary>
        <Text label="Input schema" text={JSON.stringify(inputSchema, null, 2)} />
        {outputSchema !== undefined && <Text label="Output schema" text={JSON.stringify(outputSchema, null, 2)} />}
        <p>
          Definition <code class="hash">{hash}</code>
        </p>
      </details>
    </>
  );
}
