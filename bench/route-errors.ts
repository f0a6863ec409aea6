// Route errors: what went wrong with calls that were sent, and where requests stopped that wanted a call, counted by kind.
// In: a folder with the routing sets. Out: two tables. Why: a share says how much is missing; what to mend is said by the kinds.

import { join } from 'node:path';
import type { Explained } from '../server/engines/routing/route.ts';
import { explainRoute } from '../server/engines/routing/route.ts';
import type { Case } from './route-cases.ts';
import { matchesRequired, plain, readCases, SETS } from './route-cases.ts';

/** Both tables as lines of text. */
export function countErrors(folder: string): string {
  const sent = new Map<string, number>();
  const stopped = new Map<string, number>();
  let callable = 0;
  for (const set of SETS) {
    for (const one of readCases(join(folder, `${set}.jsonl`))) {
      const explained = explainRoute(one.request);
      if (one.kind === 'call') callable += 1;
      if (explained.decision.calls.length > 0) count(sent, wrongOf(one, explained));
      else if (one.kind === 'call') count(stopped, stopOf(one, explained));
    }
  }
  sent.delete('');
  return [
    ...show('calls that should not have been sent, or not so', sent),
    ...show(`of ${callable} calls that were wanted, not sent, by first stop`, stopped),
  ].join('\n');
}

function count(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

function show(title: string, counts: ReadonlyMap<string, number>): string[] {
  const total = [...counts.values()].reduce((sum, value) => sum + value, 0);
  return [
    `${title}: ${total}`,
    ...[...counts]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([kind, value]) => `  ${String(value).padStart(5)}  ${kind}`),
  ];
}

/** Empty when the call is right. */
function wrongOf(one: Case, { decision }: Explained): string {
  if (one.kind !== 'call')
    return one.kind === 'none' ? 'no tool fits, says the label' : 'something is missing or wrong, says the label';
  if (decision.calls.length === 0 || decision.calls[0]!.name !== one.expect.name) return 'another tool';
  const all = plain(decision.calls[0]!.arguments);
  if (matchesRequired(one, all, false)) return '';
  const required = Object.fromEntries(Object.entries(all).filter(([name]) => one.required.includes(name)));
  return matchesRequired(one, required, false) ? 'a value of an optional argument' : 'a value of a required argument';
}

function stopOf(one: Case, { decision, trace }: Explained): string {
  const code = decision.reason?.code ?? '';
  if (trace === null) return 'no tool came into question';
  if (trace.weighed.filled.tool.name !== one.expect.name) return 'another tool came first';
  if (code === 'weak-match')
    return trace.obstacle === null ? 'not sure enough for the gate' : 'the act was not ordered, or another one was';
  if (code === 'missing-arguments') return missingOf(decision.missing, trace);
  return STOPS[code] ?? code;
}

const STOPS: Readonly<Record<string, string>> = {
  'nothing-fits': 'too little of the request speaks of the tool',
  'unexplained-text': 'a value left over',
  'unsure-arguments': 'two readings of a value',
  'invalid-arguments': 'a value that the schema refuses',
  'two-tools': 'two tools that fit alike',
  'two-calls': 'more than one call wanted',
};

/** The first required argument without firm evidence, by what there was for it. */
function missingOf(missing: readonly string[], trace: NonNullable<Explained['trace']>): string {
  const slot = trace.weighed.filled.slots.find(({ leaf }) => missing.includes(leaf.argument));
  if (slot === undefined) return 'a required object of which nothing was said';
  if (slot.assigned === null) return 'a required value: nothing in the text could be it';
  const { by, places } = slot.assigned.candidate;
  if (by === 'gazetteer' || by === 'state-code') return 'a required value: its region or code was not said';
  const [place] = places;
  const span = trace.spans.find(
    ({ source, start, end }) => source === place?.source && start <= place.start && end >= place.end,
  );
  if (span === undefined || span.kind === 'phrase') return 'a required value: only in a phrase without mark or cue';
  return span.kind === 'name'
    ? 'a required value: a name that may be longer, shorter or for something else'
    : 'a required value: read doubtfully';
}
