// Route: a message and tools, and the call the service makes of them.
// In: a message, tools as chat requests have them, the caller's clock. Out: the call or the question, the places of the message that
// speak for the tool and for each argument with the rule that read them, the other candidates, and what is missing.

import { useState } from 'preact/hooks';
import { ROUTE_EXAMPLE } from '../examples.ts';
import { type Mark, Marked } from '../marks.tsx';
import { Bar, Field, Outcome, Panel, Problem, Rows, readJson, Text, TextArea, useLatest } from '../parts.tsx';
import { askJson } from '../service.ts';
import { sharedTexts } from '../share.ts';
import { Toolbar } from '../toolbar.tsx';

/** What was weighed for a tool. */
interface Reasons {
  readonly tool: string;
  readonly confidence: number;
  readonly needed: number;
  readonly parts: readonly {
    readonly name: string;
    readonly seen: number;
    readonly adds: number;
    readonly most: number;
  }[];
  readonly rules: readonly {
    readonly argument: string;
    readonly rule: string;
    readonly strength: number;
    readonly margin: number;
  }[];
}

interface Svc {
  readonly outcome: string;
  readonly may_act: boolean;
  readonly tool: string | null;
  readonly evidence: readonly {
    readonly path: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
    readonly by: string;
    /** Empty where it speaks for the tool. */
    readonly argument: string;
  }[];
  readonly missing: readonly string[];
  readonly invalid: readonly { readonly param: string; readonly value: unknown; readonly reason: string }[];
  readonly candidates: readonly { readonly name: string; readonly score: number; readonly arguments: unknown }[];
  readonly reason: { readonly code: string; readonly message: string } | null;
  readonly explain: readonly Reasons[];
}

interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly content: string | null;
      readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
    };
  }[];
  readonly svc: Svc;
}

export function Route({ data }: { readonly data: unknown }) {
  const first = sharedTexts(data, 'message', 'tools', 'now') ?? ROUTE_EXAMPLE;
  const [message, setMessage] = useState(first.message);
  const [tools, setTools] = useState(first.tools);
  const [now, setNow] = useState(first.now);
  const { value, problem } = useLatest([message, tools, now], async (signal) => {
    const body = { ...routeBody({ message, tools, now }), explain: true };
    return { message, completion: await askJson<Completion>('POST', '/v1/chat/completions', body, {}, signal) };
  });
  return (
    <div class="view">
      <Toolbar
        view="route"
        data={{ message, tools, now }}
        onExample={() => {
          setMessage(ROUTE_EXAMPLE.message);
          setTools(ROUTE_EXAMPLE.tools);
          setNow(ROUTE_EXAMPLE.now);
          return undefined;
        }}
      />
      <Problem text={problem} />
      <div class="columns">
        <div>
          <Panel title="Message">
            <TextArea label="What the user says" value={message} onChange={setMessage} rows={3} />
            <Field label="The user's clock (RFC 3339), for words like tomorrow" value={now} onChange={setNow} />
            {value !== null && <Marked text={value.message} marks={marksOf(value.completion.svc)} />}
          </Panel>
          <Panel title="Tools">
            <TextArea label="As a chat request has them" value={tools} onChange={setTools} rows={16} isCode />
          </Panel>
        </div>
        <Panel title="Decision">
          <div aria-live="polite">{value !== null && <Decision completion={value.completion} />}</div>
        </Panel>
      </div>
    </div>
  );
}

/** The chat request for a message. Throws where the tools are no JSON. */
export function routeBody({ message, tools, now }: typeof ROUTE_EXAMPLE): object {
  const { value, problem } = readJson(tools);
  if (problem !== null) throw new Error(`Tools: ${problem}`);
  return {
    model: 'evident-1',
    seed: 1,
    messages: [{ role: 'user', content: message }],
    tools: value,
    ...(now === '' ? {} : { metadata: { now } }),
  };
}

function marksOf({ evidence }: Svc): Mark[] {
  const names = [...new Set(evidence.map(({ argument }) => argument))];
  return evidence
    .filter(({ path }) => path === '/messages/0/content')
    .map(({ start, end, argument, by }) => ({
      start,
      end,
      label: `${argument === '' ? 'tool' : argument}: ${by}`,
      tone: names.indexOf(argument),
    }));
}

function Decision({ completion: { choices, svc } }: { readonly completion: Completion }) {
  const message = choices[0]?.message;
  const most = Math.max(...svc.candidates.map(({ score }) => score), Number.MIN_VALUE);
  return (
    <>
      <p>
        <Outcome outcome={svc.outcome} /> {svc.tool !== null && <strong>{svc.tool}</strong>}
      </p>
      {message?.tool_calls?.map(({ function: { name, arguments: given } }) => (
        <Text key={name} label={`Call of ${name}`} text={`${name} ${JSON.stringify(JSON.parse(given), null, 2)}`} />
      ))}
      {message?.content != null && <p>{message.content}</p>}
      {svc.outcome === 'decided' && !svc.may_act && <p>It may not be acted on.</p>}
      {svc.reason !== null && (
        <p>
          <strong>Why not:</strong> {svc.reason.message} <code>{svc.reason.code}</code>
        </p>
      )}
      {svc.missing.length > 0 && <p>Missing: {svc.missing.join(', ')}</p>}
      {svc.invalid.map(({ param, value, reason }) => (
        <p key={param}>
          {param} cannot be <code>{JSON.stringify(value)}</code>: {reason}
        </p>
      ))}
      {svc.evidence.length > 0 && (
        <Rows caption="What speaks for it" head={['for', 'text', 'rule']}>
          {svc.evidence.map(({ argument, start, text, by }) => (
            <tr key={`${argument} ${start} ${by}`}>
              <th scope="row">{argument === '' ? 'the tool' : argument}</th>
              <td>{text}</td>
              <td>
                <code>{by}</code>
              </td>
            </tr>
          ))}
        </Rows>
      )}
      {svc.candidates.length > 0 && (
        <Rows caption="Candidates: guesses for a person" head={['tool', 'score', 'arguments']}>
          {svc.candidates.map(({ name, score, arguments: given }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {score}
                <Bar share={score / most} label={`score ${score}`} />
              </td>
              <td>
                <code>{JSON.stringify(given)}</code>
              </td>
            </tr>
          ))}
        </Rows>
      )}
      {svc.explain.map((reasons) => (
        <Weights key={reasons.tool} reasons={reasons} />
      ))}
    </>
  );
}

/** The rules that read the arguments, and the parts of the gate, each with its weight. */
function Weights({ reasons: { tool, confidence, needed, parts, rules } }: { readonly reasons: Reasons }) {
  return (
    <details>
      <summary>
        Weights of {tool}: {confidence} of {needed} needed
      </summary>
      {rules.length > 0 && (
        <Rows caption="Rules that read the arguments" head={['argument', 'rule', 'strength', 'margin']}>
          {rules.map(({ argument, rule, strength, margin }) => (
            <tr key={argument}>
              <th scope="row">{argument}</th>
              <td>
                <code>{rule}</code>
              </td>
              <td>{strength}</td>
              <td>{margin}</td>
            </tr>
          ))}
        </Rows>
      )}
      <Rows caption="Parts of the gate" head={['part', 'seen', 'adds', 'most']}>
        {parts.map(({ name, seen, adds, most }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{seen}</td>
            <td>
              {adds}
              <Bar share={adds / most} label={`adds ${adds}`} />
            </td>
            <td>{most}</td>
          </tr>
        ))}
      </Rows>
    </details>
  );
}
