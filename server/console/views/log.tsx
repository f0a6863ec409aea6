// Log: the latest decisions.
// In: filters. Out: entries of the decision log, their outcomes in the order of time, and, of an entry whose request was kept, what the
// service answers to it today.

import { useState } from 'preact/hooks';
import { DECIDE_CASES, DECIDE_EXAMPLE, ROUTE_EXAMPLE, SCRIPT_EXAMPLE } from '../examples.ts';
import { Field, grouped, Outcome, Panel, Problem, Rows, Text, useLatest, useWork } from '../parts.tsx';
import { askJson } from '../service.ts';
import { sharedTexts } from '../share.ts';
import { Toolbar } from '../toolbar.tsx';
import type { Replayed } from './replay.ts';
import { routeBody } from './route.tsx';

interface Entry {
  readonly seq: number;
  readonly id: string;
  readonly event?: 'gap';
  readonly dropped?: number;
  readonly refused?: number;
  readonly time: string;
  readonly key?: string | null;
  readonly wire?: keyof typeof PATHS;
  readonly steps?: number;
  readonly outcomes?: Readonly<Record<string, number>>;
  readonly answers?: readonly {
    readonly id?: string;
    readonly outcome: string;
    readonly answer?: unknown;
    readonly reason?: string;
  }[];
  readonly engine?: string;
  readonly request?: unknown;
  readonly response?: unknown;
  /** The same where they are no JSON on one line. */
  readonly request_text?: string;
  readonly response_text?: string;
  readonly options?: Readonly<Record<string, string>>;
}

interface Page {
  readonly entries: readonly Entry[];
  readonly next: number | null;
}

/** Where the requests of each wire go. */
const PATHS = {
  systemone: '/v1/systemone',
  decisions: '/v1/decisions',
  chat: '/v1/chat/completions',
  verify: '/v1/tools/verify',
  run: '/v1/scripts/run',
} as const;
const OUTCOMES = ['', 'decided', 'unresolved', 'refused', 'finished', 'fault'];
const PARTS = 12;

export function Log({ data }: { readonly data: unknown }) {
  const first = sharedTexts(data, 'wire', 'outcome', 'question') ?? { wire: '', outcome: '', question: '' };
  const [wire, setWire] = useState(first.wire);
  const [outcome, setOutcome] = useState(first.outcome);
  const [question, setQuestion] = useState(first.question);
  const [before, setBefore] = useState<number | null>(null);
  const [turn, setTurn] = useState(0);
  const { value, problem, code } = useLatest([wire, outcome, question, before, turn], (signal) => {
    const query = new URLSearchParams(
      Object.entries({ wire, outcome, question, before: before === null ? '' : String(before) }).filter(
        ([, given]) => given !== '',
      ),
    );
    return askJson<Page>('GET', `/v1/log?${query}`, undefined, {}, signal);
  });
  const example = async (): Promise<string> => {
    await makeEntries();
    setBefore(null);
    setTurn(turn + 1);
    return 'The examples of the other views were asked; a service with a log has an entry of each.';
  };
  const filter =
    (set: (text: string) => void) =>
    (text: string): void => {
      set(text);
      setBefore(null);
    };
  return (
    <div class="view">
      <Toolbar view="log" data={{ wire, outcome, question }} onExample={example}>
        <Field label="Wire" value={wire} onChange={filter(setWire)} list={['', ...Object.keys(PATHS)]} />
        <Field label="Outcome" value={outcome} onChange={filter(setOutcome)} list={OUTCOMES} />
        <Field label="Question" value={question} onChange={filter(setQuestion)} />
        <button type="button" onClick={() => setTurn(turn + 1)}>
          Refresh
        </button>
      </Toolbar>
      <Problem text={problem} code={code} />
      {value !== null && (
        <>
          <Panel title="Outcomes over time">
            <OverTime entries={value.entries} />
          </Panel>
          <Panel title="Entries">
            {value.entries.length === 0 ? (
              <p class="quiet">
                {`${wire}${outcome}${question}` === '' ? 'There are no entries yet.' : 'No entry is like that.'}
              </p>
            ) : (
              <Rows caption="The newest first" head={['entry', 'time (UTC)', 'wire', 'answers', 'steps', '']}>
                {value.entries.map((entry) => (
                  <EntryRow key={entry.seq} entry={entry} />
                ))}
              </Rows>
            )}
            <div class="toolbar">
              <button type="button" disabled={before === null} onClick={() => setBefore(null)}>
                Newest
              </button>
              <button type="button" disabled={value.next === null} onClick={() => setBefore(value.next)}>
                Older
              </button>
            </div>
          </Panel>
        </>
      )}
    </div>
  );
}

/** Asks what the examples of the other views ask. */
async function makeEntries(): Promise<void> {
  const questions = JSON.parse(DECIDE_EXAMPLE.questions);
  for (const { state } of DECIDE_CASES) await askJson('POST', PATHS.systemone, { state, questions });
  await askJson('POST', PATHS.chat, routeBody(ROUTE_EXAMPLE));
  const { script, input } = SCRIPT_EXAMPLE;
  await askJson('POST', PATHS.run, { script, input: JSON.parse(input) });
}

/** The entries shown, the oldest first, in a few parts of equal number: how the answers of each ended. */
function OverTime({ entries }: { readonly entries: readonly Entry[] }) {
  const answered = entries.filter(({ answers }) => answers !== undefined).toReversed();
  const size = Math.max(1, Math.ceil(answered.length / PARTS));
  const parts = Array.from({ length: Math.ceil(answered.length / size) }, (_, at) =>
    answered.slice(at * size, (at + 1) * size),
  );
  return (
    <>
      <p class="quiet">
        {size === 1 ? 'A bar for each entry of the page below' : `A bar for every ${size} entries of the page below`},
        the oldest first.
      </p>
      <ol class="over-time">
        {parts.map((part) => {
          const counts = new Map<string, number>();
          for (const { outcome } of part.flatMap(({ answers = [] }) => answers))
            counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
          const told = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
          return (
            <li key={part[0]?.seq}>
              <time>{part[0]?.time.slice(0, 19).replace('T', ' ')}</time>
              <span class="stack" role="img" aria-label={told.map(([name, count]) => `${name} ${count}`).join(', ')}>
                {told.map(([name, count]) => (
                  <span key={name} class={name} style={{ flexGrow: count }}>{`${name} ${count}`}</span>
                ))}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function EntryRow({ entry }: { readonly entry: Entry }) {
  const { isBusy, problem, work } = useWork();
  const [replayed, setReplayed] = useState<Replayed | null>(null);
  const { seq, time, wire, answers = [], steps, event } = entry;
  // What a mask hit is no request any more, and its response was not kept.
  const isKept =
    (entry.request ?? entry.request_text) !== undefined && (entry.response ?? entry.response_text) !== undefined;
  const again = (): void =>
    work(async () => {
      const { replay } = await import('./replay.ts');
      setReplayed(await replay(entry.id, PATHS[wire as keyof typeof PATHS], entry.options ?? {}));
    });
  return (
    <tr>
      <th scope="row">{seq}</th>
      <td>{time.slice(0, 19).replace('T', ' ')}</td>
      <td>{event === 'gap' ? `gap: ${entry.dropped ?? 0} dropped, ${entry.refused ?? 0} refused` : wire}</td>
      <td>
        {answers.map(({ id, outcome, answer, reason }) => (
          <div key={id ?? ''}>
            {id} <Outcome outcome={outcome} /> {answer === undefined ? reason : String(answer)}
          </div>
        ))}
      </td>
      <td>{steps === undefined ? '' : grouped(steps)}</td>
      <td>
        {isKept && (
          <button type="button" disabled={isBusy} onClick={again} aria-label={`Replay entry ${seq}`}>
            Replay
          </button>
        )}
        <Problem text={problem} />
        {replayed !== null && (
          <div role="status">
            <p class={replayed.isSame ? 'same' : 'differs'}>
              {replayed.isSame ? 'The answer is the same.' : 'The answer differs.'}
            </p>
            {!replayed.isSame && <Text label={`Answer to entry ${seq} today`} text={replayed.text} />}
          </div>
        )}
      </td>
    </tr>
  );
}
