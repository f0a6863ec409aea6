// Compare: what is another in an answer that was given again.
// In: what the log says, and what is answered now. Out: the differences, each with where it is; none where there is none.
// Two ways. An answer of the same version has to be the same byte for byte. With something else in its place, or by another version, what
// matters is what somebody would have acted on: outcomes, answers, reasons and outputs.

import { outputIn } from '../log/entry.ts';
import type { ReplySummary, Said } from '../summary.ts';
import type { Askable } from './logged.ts';

export interface Difference {
  /** `answer`, `status`, `output`, `program`, `steps`, `evidence` or `bytes`. */
  readonly of: string;
  /** The id of the question or the call; absent where the whole answer is meant. */
  readonly id?: string;
  /** null where there was none, or is none. */
  readonly was: unknown;
  readonly is: unknown;
}

interface AnswerAgain {
  readonly status: number;
  readonly text: string;
  readonly summary: ReplySummary | null;
}

/** How an answer that has to be the same is not. */
export function compareExactly(logged: Askable, again: AnswerAgain): Difference[] {
  const { kept, steps = null } = again.summary ?? {};
  const program = kept?.program?.hash ?? null;
  const said = kept?.said ?? [];
  const found = [
    ...compareMeaning(logged, again),
    ...differ('program', logged.program, program),
    ...differ('steps', logged.steps, steps),
    ...pairs(logged.said, said).flatMap(([id, was, is]) => differ('evidence', was?.evidence, is?.evidence, id)),
  ];
  // What is said above shows in the bytes too.
  return found.length > 0 || logged.response === again.text ? found : [bytesOf(logged.response, again.text)];
}

/** What somebody would have acted on differently. */
export function compareMeaning(logged: Askable, { status, text, summary }: AnswerAgain): Difference[] {
  const said = summary?.kept?.said ?? [];
  const outputs = logged.wire === 'run' ? differ('output', outputIn(logged.response), outputIn(text)) : [];
  return [
    ...differ('status', logged.status, status),
    ...pairs(logged.said, said).flatMap(([id, was, is]) => differ('answer', meaningOf(was), meaningOf(is), id)),
    ...outputs,
  ];
}

/** Which policies did not let something act then, and do not now. */
export function compareDenials({ denials }: Askable, { summary }: AnswerAgain): Difference[] {
  const now = new Map((summary?.denials ?? []).map((denial) => [denial.id, denial]));
  const ids = new Set([...denials.keys(), ...now.keys()]);
  return [...ids].flatMap((id) => {
    const [was, is] = [denials.get(id), now.get(id)];
    // Under another name a policy that says the same is no difference.
    const isSame = was !== undefined && was.verdict === is?.verdict && was.reason === is.reason;
    return isSame ? [] : differ('policy', was, is, id);
  });
}

function meaningOf(said: Said | undefined): unknown {
  if (said === undefined) return null;
  const { outcome, may_act, answer, reason } = said;
  return {
    outcome,
    ...(may_act === undefined ? {} : { may_act }),
    ...(answer === undefined ? {} : { answer }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** By their ids, in the order of what was said, and what is new after it. */
function pairs(
  was: readonly Said[],
  is: readonly Said[],
): (readonly [id: string | undefined, was: Said | undefined, is: Said | undefined])[] {
  const now = new Map(is.map((said) => [said.id, said]));
  const then = new Set(was.map(({ id }) => id));
  return [
    ...was.map((said) => [said.id, said, now.get(said.id)] as const),
    ...is.filter(({ id }) => !then.has(id)).map((said) => [said.id, undefined, said] as const),
  ];
}

function differ(of: string, was: unknown, is: unknown, id?: string): Difference[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  return [{ of, ...(id === undefined ? {} : { id }), was: was ?? null, is: is ?? null }];
}

// What is shown of bytes that differ.
const SHOWN_LENGTH = 60;

/** From where on two texts differ. */
function bytesOf(was: string, is: string): Difference {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at += 1;
  const from = Math.max(0, at - SHOWN_LENGTH / 2);
  return { of: 'bytes', was: was.slice(from, from + SHOWN_LENGTH), is: is.slice(from, from + SHOWN_LENGTH) };
}
