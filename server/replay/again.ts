// Again: an answer of the decision log given once more, as it was or with something else in its place.
// In: a logged answer, and what is tried: other questions, a policy, another script. Out: what is answered now.
// Why by the work of the service: whoever replays must run what answers, not a second idea of it.

import type { Json } from '../../grammar/json.ts';
import { composeObject } from '../../grammar/json-source.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { printed } from '../answers.ts';
import type { PolicyGate } from '../engines/act.ts';
import { Engine } from '../engines/engine.ts';
import type { Family } from '../error-bodies.ts';
import { renderError } from '../error-bodies.ts';
import { ServiceError } from '../errors.ts';
import type { ActGuard } from '../gated.ts';
import { runGated } from '../gated.ts';
import { ANYBODY } from '../keys.ts';
import type { Reply } from '../operation.ts';
import { readJson } from '../request-body.ts';
import { membersOf } from '../services/batch.ts';
import type { ReplySummary, WireName } from '../summary.ts';
import { unpack } from '../work/packed.ts';
import type { Task } from '../work/task.ts';
import { asReply } from '../work/task.ts';
import type { DecisionWork, RouteWork, ScriptWork, Work } from '../work/work.ts';
import { doWork } from '../work/work.ts';
import type { Askable } from './logged.ts';

/** What is tried in the place of what was. */
export type Candidate =
  /** `questions` of System One, as JSON text. */
  | { readonly kind: 'questions'; readonly json: string }
  /** Policies that are asked about every answer that may act. */
  | { readonly kind: 'policy'; readonly guard: Pick<ActGuard, 'policies' | 'names'> }
  | { readonly kind: 'script'; readonly script: string };

/** Wires whose answers a candidate changes. */
export const CANDIDATE_WIRES: Readonly<Record<Candidate['kind'], readonly WireName[]>> = {
  questions: ['systemone'],
  policy: ['systemone', 'decisions', 'chat'],
  script: ['run'],
};

type Again =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string; readonly summary: ReplySummary | null }
  /** The request names registered servers. */
  | { readonly kind: 'servers' };

const FAMILIES: Readonly<Record<WireName, Family>> = {
  systemone: 'systemone',
  decisions: 'chat',
  chat: 'chat',
  verify: 'chat',
  run: 'scripts',
};

/** Keeps what was compiled from one answer to the next. */
export function createReplay(): (logged: Askable, candidate: Candidate | null) => Promise<Again> {
  const engine = new Engine();
  const run = async (work: Work) => {
    const reply = unpack((await doWork(engine, { work, isQuick: false })).reply);
    if (reply.kind === 'unfinished') throw new Error('work with all its effort was not finished');
    return reply;
  };
  return async (logged, candidate) => {
    try {
      const reply = await answer(run, logged, candidate);
      return reply.kind === 'servers' ? reply : answered(asReply(reply));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { status, body } = renderError(FAMILIES[logged.wire], error);
      return { kind: 'answered', status, text: writeJson(body), summary: error.summary ?? null };
    }
  };
}

function answered(reply: Reply): Again {
  const { text } = printed(reply);
  if (text === null) throw new Error(`an answer that is kept is no ${reply.kind}`);
  return { kind: 'answered', status: reply.status, text, summary: reply.summary ?? null };
}

type Run = (work: Work) => ReturnType<Task<Work, unknown>['run']>;

function answer(run: Run, logged: Askable, candidate: Candidate | null): ReturnType<Run> {
  const work = workOf(logged, candidate);
  if (work.kind === 'script') return run(work);
  if (candidate?.kind !== 'policy') return run({ ...work, gate: gateOf(logged) });
  const { key, time } = logged;
  const guard: ActGuard = { ...candidate.guard, audit: { add() {} }, now: () => Date.parse(time) };
  return runGated({ run: (plan) => run(plan.work) }, { kind: 'thread', work }, guard, {
    caller: { ...ANYBODY, key },
  });
}

/** What policies did not let act then, they do not now. */
function gateOf({ denials }: Askable): PolicyGate | undefined {
  return denials.size === 0 ? undefined : denials;
}

function workOf(logged: Askable, candidate: Candidate | null): DecisionWork | RouteWork | ScriptWork {
  const bytes = bytesOf(logged, candidate);
  const { wire, options, ids } = logged;
  const isKept = true;
  switch (wire) {
    case 'systemone':
      return { kind: 'decide', bytes, options, isKept };
    case 'decisions':
      return { kind: 'decisions', bytes, options, isKept };
    case 'chat':
      return { kind: 'route', bytes, ids, serverTools: null, isKept };
    case 'verify':
      return { kind: 'verify', bytes, ids, serverTools: null, isKept };
    case 'run':
      return { kind: 'script', operation: 'run', bytes, isKept };
  }
}

function bytesOf({ request }: Askable, candidate: Candidate | null): Uint8Array {
  const bytes = new TextEncoder().encode(request);
  if (candidate === null || candidate.kind === 'policy') return bytes;
  const [name, text] =
    candidate.kind === 'questions'
      ? (['questions', candidate.json] as const)
      : (['script', JSON.stringify(candidate.script)] as const);
  return withMember(bytes, name, text);
}

/** The object with another member; all else stays as it was written. */
function withMember(bytes: Uint8Array, name: string, text: string): Uint8Array {
  const body = readJson(bytes) as ReadonlyMap<string, Json>;
  const value = readJson(new TextEncoder().encode(text));
  const members = membersOf(body).map((member) => (member.name === name ? { name, value, text } : member));
  return new TextEncoder().encode(composeObject(members).text);
}
