// Decide: a state beside questions, and what the service answers while one types.
// In: a state and questions. Out: each answer with its evidence marked in the state, why an answer is not decided, and the trace.

import { useState } from 'preact/hooks';
import { DECIDE_EXAMPLE } from '../examples.ts';
import { type Mark, Marked, stringsOf } from '../marks.tsx';
import { Bar, grouped, Outcome, Panel, Problem, readJson, Text, TextArea, useLatest } from '../parts.tsx';
import { askJson } from '../service.ts';
import { sharedTexts } from '../share.ts';
import { Toolbar } from '../toolbar.tsx';
import { Batch } from './batch.tsx';
import { QuestionForms } from './questions.tsx';

interface Evidence {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly criterion: string;
  readonly by: string;
}

export interface Answer {
  readonly type: string;
  readonly outcome: string;
  readonly may_act: boolean;
  readonly choice?: string;
  readonly value?: boolean;
  readonly score?: number;
  readonly index?: number;
  readonly probabilities?: Readonly<Record<string, number>>;
  readonly evidence: readonly Evidence[];
  readonly supported: readonly string[];
  readonly unfound?: readonly string[];
  readonly unfound_more?: number;
  readonly reason?: { readonly code: string; readonly message: string };
  readonly engine: string;
}

interface Answered {
  readonly answers: Readonly<Record<string, Answer>>;
  readonly trace?: { readonly hash: string; readonly steps: number; readonly schedule: string };
}

export function Decide({ data }: { readonly data: unknown }) {
  const first = sharedTexts(data, 'state', 'questions') ?? DECIDE_EXAMPLE;
  const [state, setState] = useState(first.state);
  const [questions, setQuestions] = useState(first.questions);
  const asked = readJson(questions);
  const broken = brokenJson(state);
  const { value, problem } = useLatest([state, questions], async (signal) => {
    if (asked.problem !== null) throw new Error(`Questions: ${asked.problem}`);
    if (Object.keys(Object(asked.value)).length === 0) return null;
    const body = { state: stateOf(state), questions: asked.value };
    return {
      state: body.state,
      answered: await askJson<Answered>(
        'POST',
        '/v1/systemone',
        body,
        { 'x-evident-trace': '1', 'x-evident-undecided': 'omit' },
        signal,
      ),
    };
  });
  return (
    <div class="view">
      <Toolbar
        view="decide"
        data={{ state, questions }}
        onExample={() => {
          setState(DECIDE_EXAMPLE.state);
          setQuestions(DECIDE_EXAMPLE.questions);
          return undefined;
        }}
      />
      <Problem text={problem} />
      <div class="columns">
        <div>
          <Panel title="State">
            <TextArea label="A text, or JSON" value={state} onChange={setState} rows={7} />
            <p class="hint" role="status">
              {broken !== null && `It begins like JSON, and is sent as a text. ${broken}`}
            </p>
            {value !== null && <MarkedState state={value.state} answers={value.answered.answers} />}
          </Panel>
          <Panel title="Questions">
            <QuestionForms text={questions} onChange={setQuestions} />
          </Panel>
        </div>
        <Panel title="Answers">
          <div aria-live="polite">
            {value !== null &&
              Object.entries(value.answered.answers).map(([id, answer], at) => (
                <AnswerCard key={id} id={id} answer={answer} tone={at} />
              ))}
          </div>
          {value?.answered.trace !== undefined && (
            <details>
              <summary>Trace: {grouped(value.answered.trace.steps)} steps</summary>
              <p>
                The questions are the program <code class="hash">{value.answered.trace.hash}</code>, counted by{' '}
                <code>{value.answered.trace.schedule}</code>.
              </p>
              <Text label="Answers as JSON" text={JSON.stringify(value.answered.answers, null, 2)} />
            </details>
          )}
        </Panel>
      </div>
      <Batch questions={questions} example={DECIDE_EXAMPLE.cases} />
    </div>
  );
}

const beginsLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** JSON where it is an object or a list, else the text itself. */
function stateOf(text: string): unknown {
  if (!beginsLikeJson(text)) return text;
  const { value, problem } = readJson(text);
  return problem === null ? value : text;
}

/** Why a text that begins like an object or a list is none. */
function brokenJson(text: string): string | null {
  return beginsLikeJson(text) ? readJson(text).problem : null;
}

function MarkedState({
  state,
  answers,
}: {
  readonly state: unknown;
  readonly answers: Readonly<Record<string, Answer>>;
}) {
  const marks = Object.entries(answers).flatMap(([id, { evidence }], tone) =>
    evidence.map(({ path, start, end, by }): Mark & { path: string } => ({
      path,
      start,
      end,
      label: `${id}: ${by}`,
      tone,
    })),
  );
  return (
    <dl class="state" aria-label="Evidence in the state">
      {stringsOf(state).map(({ path, text }) => (
        <div key={path}>
          {path !== '' && <dt>{path}</dt>}
          <dd>
            <Marked text={text} marks={marks.filter((mark) => mark.path === path)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function AnswerCard({ id, answer, tone }: { readonly id: string; readonly answer: Answer; readonly tone: number }) {
  const { outcome, reason, evidence, unfound = [], unfound_more: more = 0, supported, probabilities } = answer;
  return (
    <article class="answer">
      <h3>
        <span class={`dot tone-${tone % 6}`} aria-hidden="true" /> {id} <Outcome outcome={outcome} />
      </h3>
      {outcome === 'decided' && <p class="choice">{said(answer)}</p>}
      {outcome === 'decided' && !answer.may_act && <p>It may not be acted on.</p>}
      {reason !== undefined && (
        <p>
          <strong>Why not:</strong> {reason.message} <code>{reason.code}</code>
        </p>
      )}
      {supported.length > 1 && <p>Evidence speaks for: {supported.join(', ')}</p>}
      {evidence.length > 0 && (
        <ul>
          {evidence.map(({ path, start, end, text, criterion, by }) => (
            <li key={`${path} ${start} ${end} ${criterion}`}>
              “{text}” for <em>{criterion}</em> <code>{by}</code>{' '}
              <small>{`${path === '' ? '' : `${path} `}${start}–${end}`}</small>
            </li>
          ))}
        </ul>
      )}
      {unfound.length > 0 && (
        <p class="unfound">
          Looked for: {unfound.join(', ')}
          {more > 0 && ` and ${more} more`}
        </p>
      )}
      {outcome === 'decided' &&
        probabilities !== undefined &&
        Object.entries(probabilities).map(([key, share]) => (
          <div class="share" key={key}>
            <span>{key}</span>
            <Bar share={share} label={`${key} ${share}`} />
          </div>
        ))}
    </article>
  );
}

function said({ choice, value, index, score }: Answer): string {
  return choice ?? (value === undefined ? `level ${index ?? score}` : value ? 'yes' : 'no');
}
