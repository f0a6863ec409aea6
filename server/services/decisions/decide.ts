// Decide: a decision over either wire, from a request to its reply.
// In: a request and the upstream engine the operator configured. Out: the reply, with or without its help.
// Why three steps with an upstream: deciding is pure and may happen on another thread, asking is not. So the decision first says
// what is open, then the upstream what it proposes, then the decision judges the proposals itself.

import type { AnswerParts } from '../../answered.ts';
import { ServiceError } from '../../errors.ts';
import type { ActGuard } from '../../gated.ts';
import { runGated } from '../../gated.ts';
import type { OperationRequest, Reply } from '../../operation.ts';
import type { Plan, TaskParts } from '../../work/task.ts';
import { asReply, planOf, Task } from '../../work/task.ts';
import type { DecisionWork } from '../../work/work.ts';
import type { AskStatus, Upstream } from './help.ts';
import type { DecisionKind } from './kind.ts';
import type { DecideOptions } from './options.ts';
import { readDecideOptions } from './options.ts';
import type { UndecidedMode } from './wire/systemone.ts';

export interface DecisionParts extends TaskParts, AnswerParts {
  /** The server's setting, for requests and keys that do not say. */
  readonly undecided: UndecidedMode;
  /** null where the operator has configured none. */
  readonly upstream: Upstream | null;
  /** The policies that are asked about each answer that may act. */
  readonly guardAnswers: ActGuard;
}

type DecisionPlan =
  | Plan<DecisionWork>
  | { readonly kind: 'ask-then-judge'; readonly upstream: Upstream; readonly judge: Plan<DecisionWork> };

/** Throws ServiceError as the decision itself does, never for anything an upstream does. */
export async function decide<Asked>(
  kind: DecisionKind<Asked>,
  parts: DecisionParts,
  request: OperationRequest,
): Promise<Reply> {
  const options = readDecideOptions(request, parts.undecided);
  const plan = planDecision(
    { kind: kind.name, bytes: request.bytes, options, isKept: parts.answers.areKept },
    parts.upstream,
  );
  const task = new Task(parts, kind, request);
  const run = (judge: Plan<DecisionWork>) => runGated(task, judge, parts.guardAnswers, request);
  if (plan.kind !== 'ask-then-judge') return asReply(await run(plan));
  const { upstream, judge } = plan;
  const survey = await run(withHelp(judge, 'survey'));
  if (survey.kind !== 'open') return asReply(survey);
  const asked = await upstream.ask(kind.requestOf(task.asked(judge.work)), survey.open, request.signal);
  if (asked === null || asked.proposals.length === 0) return noted(asReply(await run(judge)), upstream, asked?.status);
  const { name, mayAct } = upstream;
  const help = { name, mayAct, proposals: asked.proposals };
  try {
    return noted(asReply(await run(withHelp(judge, help))), upstream, asked.status);
  } catch (error) {
    // The evidence of the helped answer did not fit the limits; the answer without help did.
    if (!(error instanceof ServiceError) || error.code !== 'state-too-large') throw error;
    return noted(asReply(await run(judge)), upstream, asked.status);
  }
}

function planDecision(work: DecisionWork, upstream: Upstream | null): DecisionPlan {
  const judge = planOf(work);
  return upstream !== null && canTell(upstream, work.options) ? { kind: 'ask-then-judge', upstream, judge } : judge;
}

function withHelp({ kind, work }: Plan<DecisionWork>, help: NonNullable<DecideOptions['help']>): Plan<DecisionWork> {
  return { kind, work: { ...work, options: { ...work.options, help } } };
}

/** Where a client would not see that an answer may not act, it must not look as if it might. */
function canTell({ mayAct }: Upstream, { undecided, profile }: DecideOptions): boolean {
  return mayAct || (undecided !== 'error' && profile !== 'core');
}

function noted(reply: Reply, { name }: Upstream, status: AskStatus | undefined): Reply {
  return status === undefined
    ? reply
    : { ...reply, headers: { ...reply.headers, 'x-evident-upstream': `${name}; ${status}` } };
}
