// Batch: the same questions about many states, from a file that is dropped.
// In: JSON lines, as `evident eval` reads them: `{"state": …, "expect": {"ID": …}}` or `{"text": …, "label": …}`. Out: outcomes as
// bars, for each question what was expected against what was answered, the lines that differ, and those that could not be asked about.

import { useId, useState } from 'preact/hooks';
import { grouped, Outcome, Panel, Problem, Rows, readJson, TextArea, useWork } from '../parts.tsx';
import { ask, bodyOf } from '../service.ts';
import type { Answer } from './decide.tsx';

/** As large a body of lines as the service takes. */
const BYTES_MAX = 4 * 1024 * 1024;
const SHOWN_MAX = 100;
const NOT_DECIDED = ['unresolved', 'refused'] as const;
/** What a person expects where no option is right. */
const NONE = '(none)';

interface Case {
  /** Of its line, from 1, counting empty ones. */
  readonly number: number;
  readonly state: unknown;
  /** By question id; null where no option is right. */
  readonly expect: Readonly<Record<string, string | null>>;
}

interface Told {
  readonly case: Case;
  readonly answers: Readonly<Record<string, Answer>>;
}

/** A line without answers, and why. */
interface BadLine {
  readonly number: number;
  readonly problem: string;
}

interface Answered {
  readonly told: readonly Told[];
  readonly bad: readonly BadLine[];
}

export function Batch({ questions, example }: { readonly questions: string; readonly example: string }) {
  const [lines, setLines] = useState('');
  const [answered, setAnswered] = useState<Answered>({ told: [], bad: [] });
  const [isOver, setOver] = useState(false);
  const { isBusy, problem, work } = useWork();
  const input = useId();
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    work(async () => {
      if (file.size > BYTES_MAX)
        throw new Error(
          `The file has ${grouped(file.size)} bytes; a batch has ${grouped(BYTES_MAX)} at most. evident decide --batch has no limit.`,
        );
      const text = await file.text();
      setLines(text);
      setAnswered(await answer(text, questions));
    });
  };
  return (
    <Panel title="Batch">
      <fieldset
        class={`drop${isOver ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer?.files[0]);
        }}
      >
        <label for={input}>Drop a file of JSON lines, or choose one</label>
        <input
          id={input}
          type="file"
          accept=".jsonl,.ndjson,.json,.txt"
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </fieldset>
      <TextArea
        label="Lines with state, and expect where it is known"
        value={lines}
        onChange={setLines}
        rows={4}
        isCode
      />
      <div class="toolbar">
        <button
          type="button"
          class="primary"
          disabled={isBusy}
          onClick={() => work(async () => setAnswered(await answer(lines, questions)))}
        >
          Ask about all
        </button>
        <button type="button" onClick={() => setLines(example)}>
          Example lines
        </button>
      </div>
      <Problem text={problem} />
      <div aria-live="polite">
        <BadLines bad={answered.bad} />
        {answered.told.length > 0 && <Report told={answered.told} />}
      </div>
    </Panel>
  );
}

async function answer(text: string, written: string): Promise<Answered> {
  const { value: questions, problem } = readJson(written);
  if (problem !== null) throw new Error(`Questions: ${problem}`);
  const read = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [readCase(line, at + 1, questions)]));
  if (read.length === 0) throw new Error('There is no line with a state.');
  const cases = read.filter((one) => 'state' in one);
  const unread = read.filter((one) => 'problem' in one);
  if (cases.length === 0) return { told: [], bad: unread };
  const head = JSON.stringify({ questions });
  const body = [head, ...cases.map(({ state }) => JSON.stringify({ state }))].join('\n');
  const reply = await ask('POST', '/v1/systemone/batch', { body, headers: { 'content-type': 'application/x-ndjson' } });
  if (reply.status !== 200) bodyOf(reply);
  const answers = reply.text.trimEnd().split('\n');
  const told = cases.map((item, at) => toldOf(item, answers[at] ?? '{}'));
  const bad = [...unread, ...told.filter((one) => 'problem' in one)].sort((a, b) => a.number - b.number);
  return { told: told.filter((one) => 'answers' in one), bad };
}

/** What a line of the answer says of a case. */
function toldOf(item: Case, line: string): Told | BadLine {
  const { status, body = {} } = JSON.parse(line) as {
    status?: number;
    body?: { answers?: Record<string, Answer>; error?: unknown };
  };
  if (status === 200 && body.answers !== undefined) return { case: item, answers: body.answers };
  return { number: item.number, problem: String(body.error ?? 'no answer') };
}

function readCase(line: string, number: number, questions: unknown): Case | BadLine {
  const { value, problem } = readJson(line);
  if (problem !== null) return { number, problem };
  const read = Object(value) as Record<string, unknown>;
  const state = read['state'] ?? read['text'];
  if (state === undefined) return { number, problem: 'It has neither "state" nor "text".' };
  const only = Object.keys(Object(questions));
  const expect = read['expect'] ?? ('label' in read && only.length === 1 ? { [only[0] as string]: read['label'] } : {});
  return {
    number,
    state,
    expect: Object.fromEntries(
      Object.entries(Object(expect)).map(([id, label]) => [id, label === null ? null : String(label)]),
    ),
  };
}

/** The option's key, else how it ended. */
function givenOf({ outcome, choice, value, index }: Answer): string {
  return outcome === 'decided' ? String(choice ?? value ?? index) : outcome;
}

/** The lines without answers, by their numbers. */
function BadLines({ bad }: { readonly bad: readonly BadLine[] }) {
  if (bad.length === 0) return null;
  return (
    <section class="report" aria-label="Lines without answers">
      <h3>{bad.length === 1 ? 'One line has no answers' : `${grouped(bad.length)} lines have no answers`}</h3>
      <ul>
        {bad.slice(0, SHOWN_MAX).map(({ number, problem }) => (
          <li key={number}>{`Line ${grouped(number)}: ${problem}`}</li>
        ))}
        {bad.length > SHOWN_MAX && <li>and {grouped(bad.length - SHOWN_MAX)} more</li>}
      </ul>
    </section>
  );
}

function Report({ told }: { readonly told: readonly Told[] }) {
  const ids = [...new Set(told.flatMap(({ answers }) => Object.keys(answers)))];
  return (
    <>
      <p>{told.length === 1 ? 'One state' : `${grouped(told.length)} states`}</p>
      {ids.map((id) => (
        <QuestionReport key={id} id={id} told={told} />
      ))}
    </>
  );
}

function QuestionReport({ id, told }: { readonly id: string; readonly told: readonly Told[] }) {
  const answers = told.flatMap((one) => {
    const said = one.answers[id];
    return said === undefined ? [] : [{ said, expected: one.case.expect[id], state: one.case.state }];
  });
  const counts = ['decided', ...NOT_DECIDED].map(
    (outcome) => [outcome, answers.filter(({ said }) => said.outcome === outcome).length] as const,
  );
  const labelled = answers.filter(({ expected }) => expected !== undefined);
  const wrong = labelled.filter(({ said, expected }) => said.outcome === 'decided' && givenOf(said) !== expected);
  return (
    <section class="report" aria-label={`Question ${id}`}>
      <h3>{id}</h3>
      <div class="stack" role="img" aria-label={counts.map(([outcome, count]) => `${outcome} ${count}`).join(', ')}>
        {counts.map(
          ([outcome, count]) =>
            count > 0 && <span key={outcome} class={outcome} style={{ flexGrow: count }}>{`${outcome} ${count}`}</span>,
        )}
      </div>
      {labelled.length > 0 && (
        <>
          <Confusion id={id} pairs={labelled.map(({ said, expected }) => [expected ?? NONE, givenOf(said)])} />
          <p>
            {wrong.length === 0
              ? 'No decided answer is wrong.'
              : `${wrong.length} decided ${wrong.length === 1 ? 'answer is' : 'answers are'} wrong:`}
          </p>
          {wrong.length > 0 && (
            <ul>
              {wrong.slice(0, SHOWN_MAX).map(({ said, expected, state }, at) => (
                <li key={at}>
                  {typeof state === 'string' ? state : JSON.stringify(state)}: <Outcome outcome="decided" />{' '}
                  {givenOf(said)}, expected {expected ?? NONE}
                </li>
              ))}
              {wrong.length > SHOWN_MAX && <li>and {grouped(wrong.length - SHOWN_MAX)} more</li>}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

function Confusion({
  id,
  pairs,
}: {
  readonly id: string;
  readonly pairs: readonly (readonly [expected: string, given: string])[];
}) {
  const expected = [...new Set(pairs.map(([key]) => key))].sort();
  const given = [...new Set(pairs.map(([, key]) => key).filter((key) => !NOT_DECIDED.includes(key as never)))].sort();
  const columns = [...given, ...NOT_DECIDED];
  const kindOf = (row: string, column: string): string =>
    NOT_DECIDED.includes(column as never) ? (row === NONE ? 'right' : 'silent') : column === row ? 'right' : 'wrong';
  return (
    <Rows caption={`${id}: expected (rows) against answered (columns)`} head={['', ...columns]}>
      {expected.map((row) => (
        <tr key={row}>
          <th scope="row">{row}</th>
          {columns.map((column) => {
            const count = pairs.filter(([a, b]) => a === row && b === column).length;
            return (
              <td key={column} class={count === 0 ? 'empty' : kindOf(row, column)}>
                {count}
              </td>
            );
          })}
        </tr>
      ))}
    </Rows>
  );
}
