// Roles: which of several names fills which parameter, by what the text says the named one does.
// In: a leaf, a place and the context. Out: numbers that `fit` adds to the strength of the evidence.
// Why: two names in one request differ by their roles ("directed by A, starring B") or by their order ("between A and B"). English
// names the doer of an act after its verb, so "directed by" fits the parameter that speaks of a director.

import type { Place } from './candidate.ts';
import type { Context } from './context.ts';
import type { Span } from './spans/span.ts';
import type { Leaf } from './tools.ts';
import { groupOf } from './wants.ts';
import { stemOf } from './words.ts';

/** Verbs whose doers are not called after them. */
const DOERS: Readonly<Record<string, readonly string[]>> = {
  written: ['author', 'writer'],
  wrote: ['author', 'writer'],
  sung: ['singer', 'artist', 'performer'],
  performed: ['artist', 'performer'],
  painted: ['painter', 'artist'],
  made: ['maker', 'manufacturer', 'brand'],
  built: ['builder', 'manufacturer'],
  sold: ['seller'],
  sent: ['sender'],
  starring: ['actor', 'actress', 'cast', 'star'],
  stars: ['actor', 'actress', 'cast', 'star'],
  featuring: ['actor', 'actress', 'cast', 'star', 'artist', 'feature'],
};

const ROLE_FITS = 0.9;
/** The text gives the name to another parameter. */
const ROLE_DENIES = -1.2;

/** What the text says the named one does speaks for the parameter of that role, and against all others. */
export function roleScore(leaf: Leaf, place: Place, context: Context): number {
  const roles = rolesAt(place);
  if (roles.length === 0) return 0;
  const speaks = (one: Leaf): boolean => roles.some((role) => [...one.nameStems, ...one.descriptionStems].some((stem) => stem.startsWith(role)));
  if (speaks(leaf)) return ROLE_FITS;
  return context.leaves.some(speaks) ? ROLE_DENIES : 0;
}

/** Stems of the roles that stand around a place: "directed by …", "starring …", "… as the director", "… in it". */
function rolesAt({ source, start, end }: Place): readonly string[] {
  const after = source.text.slice(end, end + 40);
  const as = /^,?\s+as\s+(?:the\s+|an?\s+|its\s+)?(?:main\s+|lead\s+)?(\p{L}{4,})/iu.exec(after)?.[1];
  if (as !== undefined) return [stemOf(as.toLowerCase())];
  if (/^\s+in it\b/iu.test(after)) return DOERS['starring'] ?? [];
  const [, by, alone] = /\b(?:(\p{L}{4,})\s+by|(starring|stars|featuring))\s+(?:the\s+)?['"“‘]?$/iu.exec(source.text.slice(Math.max(0, start - 32), start)) ?? [];
  const verb = (by ?? alone ?? '').toLowerCase();
  if (Object.hasOwn(DOERS, verb)) return DOERS[verb] ?? [];
  // "acted by" and "directed by" share their stem with actor and director.
  return by !== undefined && verb.endsWith('ed') ? [stemOf(verb)] : [];
}

const ORDER_FITS = 0.9;
const ORDER_DENIES = -0.6;

/** "Between A and B", "A versus B": of two parameters that differ only by a count or a side, the first takes A. */
export function orderedScore(leaf: Leaf, place: Place, context: Context): number {
  if (leaf.type !== 'string') return 0;
  const group = context.leaves.filter((one) => groupOf(one) === groupOf(leaf));
  if (group.length !== 2 || context.couples.length !== 1) return 0;
  const at = context.couples[0]?.findIndex((span) => span.source === place.source && span.start === place.start && span.end === place.end) ?? -1;
  if (at < 0) return 0;
  return group[at] === leaf ? ORDER_FITS : ORDER_DENIES;
}

/** Pairs of values of the last turn that are joined as two of a kind. */
export function readCouples(spans: readonly Span[]): (readonly [Span, Span])[] {
  const usable = spans.filter((span) => span.source.age === 0 && (span.kind === 'name' || span.kind === 'quoted' || span.kind === 'id'));
  return usable.flatMap((first): [Span, Span][] => {
    const second = usable.find((span) => span.source === first.source && span.start > first.end && JOINT.test(first.source.text.slice(first.end, span.start)));
    if (second === undefined) return [];
    const joint = first.source.text.slice(first.end, second.start);
    const lead = first.source.text.slice(Math.max(0, first.start - 24), first.start);
    return VERSUS.test(joint) || BETWEEN.test(lead) ? [[first, second]] : [];
  });
}

const JOINT = /^['"”’]?,?\s+(?:and|with|to|vs\.?|versus|against)\s+(?:the\s+)?['"“‘]?$/iu;
const VERSUS = /\b(?:vs|versus)\b/iu;
const BETWEEN = /\b(?:between|compare|comparing)\s+(?:the\s+)?['"“‘]?$/iu;
