// Said: what is counted and kept of a routed call, and of calls that were verified.
// In: a decision, or verdicts. Out: a summary, with what the decision log keeps where it is wanted.

import { ENGINE } from '../../engines/identity.ts';
import type { ReplySummary, Said, SaidPlace } from '../../summary.ts';
import { countOutcomes } from '../../summary.ts';
import type { ArgumentEvidence, CallVerdict, RouteDecision } from './wire/route.ts';

export function summarizeRoute(decision: RouteDecision, answerId: string, isKept: boolean): ReplySummary {
  const { outcome, may_act, tool, calls, reason, evidence } = decision;
  const outcomes = countOutcomes([{ kind: 'call', outcome }]);
  if (!isKept) return { outcomes };
  const name = tool ?? calls.map((call) => call.name).join(' ');
  const said: Said = {
    kind: 'call',
    outcome,
    may_act,
    ...(name === '' ? {} : { answer: name }),
    ...(reason === null ? {} : { reason: reason.code }),
    evidence: evidence.map(placeOf),
  };
  return { outcomes, kept: { answerId, program: null, said: [said], engine: ENGINE } };
}

export function summarizeVerdicts(verdicts: readonly CallVerdict[], isKept: boolean): ReplySummary {
  const outcomes = countOutcomes(verdicts.map(({ outcome }) => ({ kind: 'verify', outcome })));
  if (!isKept) return { outcomes };
  const said = verdicts.map(
    ({ id, name, outcome, may_act, reason, evidence }, at): Said => ({
      id: id ?? String(at),
      kind: 'verify',
      outcome,
      may_act,
      answer: name,
      ...(reason === null ? {} : { reason: reason.code }),
      evidence: evidence.map(placeOf),
    }),
  );
  return { outcomes, kept: { answerId: null, program: null, said, engine: ENGINE } };
}

function placeOf({ path, start, end, by, argument }: ArgumentEvidence): SaidPlace {
  return { path, start, end, by, argument };
}
