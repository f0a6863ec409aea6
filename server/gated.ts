// Gated: a decision whose answers the operator's policies see before a caller does.
// In: a task and its plan. Out: its reply, in which nothing acts that a policy does not let act.
// Why the work may be done twice: policies run where they are read and reloaded, and decisions anywhere. What all policies allow is
// answered as it was first written.

import { RawJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import type { Audit } from './audit.ts';
import type { Act, Denial, Denials, PolicyGate } from './engines/act.ts';
import { ServiceError } from './errors.ts';
import type { OperationRequest, Reply } from './operation.ts';
import type { GuardRecord } from './services/tools/wire/mcp.ts';
import type { ReplySummary } from './summary.ts';
import type { Before, Runner } from './verdicts.ts';
import { ask, readBefore } from './verdicts.ts';
import type { Plan, Task } from './work/task.ts';
import type { DecisionWork, RouteWork } from './work/work.ts';

/** The policies that one kind of work asks. */
export interface ActGuard {
  readonly policies: Runner;
  /** None: what is decided is answered as it is. */
  readonly names: readonly string[];
  readonly audit: Pick<Audit, 'add'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

type Answer<Its extends DecisionWork | RouteWork> = Exclude<
  Awaited<ReturnType<Task<Its, unknown>['run']>>,
  { readonly kind: 'acts' }
>;

/** Throws ServiceError as the work itself does. */
export async function runGated<Its extends DecisionWork | RouteWork>(
  task: Pick<Task<Its, unknown>, 'run'>,
  plan: Plan<Its>,
  guard: ActGuard,
  request: Pick<OperationRequest, 'caller'>,
): Promise<Answer<Its>> {
  const run = (gate: PolicyGate | undefined) => task.run({ ...plan, work: { ...plan.work, gate } });
  // Nobody asks for acts then.
  if (guard.names.length === 0) return task.run(plan) as Promise<Answer<Its>>;
  const first = await run('ask');
  if (first.kind !== 'acts') return first;
  const { denials, records } = askAll(guard, first.acts, request);
  if (denials.size === 0 && first.reply !== null) return counted(first.reply, records);
  const second = await run(denials).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.summary === undefined) throw error;
    throw error.summarized({ ...error.summary, ...told(records, denials) });
  });
  if (second.kind === 'acts') throw new Error('work was answered with acts twice');
  return second.kind === 'open' || second.kind === 'servers' ? second : counted(second, records, denials);
}

function counted(reply: Reply, guards: readonly GuardRecord[], denials: Denials = new Map()): Reply {
  return { ...reply, summary: { outcomes: {}, ...reply.summary, ...told(guards, denials) } };
}

function told(guards: readonly GuardRecord[], denials: Denials): Pick<ReplySummary, 'guards' | 'denials'> {
  const denied = [...denials].map(([id, denial]) => ({ id, ...denial }));
  return { guards, ...(denied.length === 0 ? {} : { denials: denied }) };
}

function askAll(
  guard: ActGuard,
  acts: readonly Act[],
  { caller: { key } }: Pick<OperationRequest, 'caller'>,
): { readonly denials: Denials; readonly records: readonly GuardRecord[] } {
  const atMs = guard.now();
  const denials = new Map<string, Denial>();
  const records: GuardRecord[] = [];
  for (const { id, shown } of acts) {
    const members = Object.entries(shown).map(([name, text]) => [name, new RawJson(text)]);
    const input = { caller: key, now: new Date(atMs).toISOString(), ...Object.fromEntries(members) };
    const asked = askInTurn(guard, input, shown['arguments']);
    records.push(...asked.records);
    if (asked.denial === null) continue;
    denials.set(id, asked.denial);
    const { question, tool } = shown;
    guard.audit.add({
      atMs,
      event: 'decision.denied',
      key,
      members: {
        ...(question === undefined ? {} : { question: new RawJson(question) }),
        ...(tool === undefined ? {} : { tool: new RawJson(tool) }),
        guards: asked.records,
      },
    });
  }
  return { denials, records };
}

/** Asks every policy; the first that does not allow ends it. */
function askInTurn(
  { policies, names }: ActGuard,
  input: unknown,
  given: string | undefined,
): { readonly denial: Denial | null; readonly records: readonly GuardRecord[] } {
  const records: GuardRecord[] = [];
  for (const policy of names) {
    const { said, record, reason } = ask(policies, policy, 'before', input, readBefore);
    records.push(record);
    if (said !== null && said.verdict === 'allow' && !changes(said, given)) continue;
    const why = said?.verdict === 'allow' ? 'it changes the arguments, and nobody said the new ones' : reason;
    return { denial: { policy, verdict: said?.verdict === 'approve' ? 'approve' : 'deny', reason: why }, records };
  }
  return { denial: null, records };
}

function changes({ arguments: args }: Before, given: string | undefined): boolean {
  return args !== undefined && writeJson(args) !== given;
}
