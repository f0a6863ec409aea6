// Acts: the calls of a decision, as policies read them.
// In: a decision and the tools of registered servers. Out: an act for each call; none where nothing is decided.

import { writeJson } from '../../../grammar/json-write.ts';
import type { Act } from '../../engines/act.ts';
import type { IndexedTools } from '../../engines/routing/tools/postings.ts';
import type { RouteDecision } from './wire/route.ts';

/** A function of the caller's belongs to no server, and nobody says of it whether it only reads. */
export function actsOf({ calls, evidence }: RouteDecision, catalogues: readonly IndexedTools[]): Act[] {
  const registered = catalogues.flatMap(({ tools }) => tools);
  return calls.map((call, at) => {
    const origin = registered.find(({ name }) => name === call.name)?.origin ?? null;
    const shown = {
      server: origin?.server ?? null,
      tool: origin?.tool ?? call.name,
      annotations: origin?.annotations ?? {},
      arguments: call.arguments,
      evidence: evidence.filter((one) => (one.call ?? 0) === at),
    };
    return {
      id: String(at),
      shown: Object.fromEntries(Object.entries(shown).map(([name, one]) => [name, writeJson(one)])),
    };
  });
}
