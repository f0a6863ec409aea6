// Aims: what a request says something is to be set to.
// In: a source. Out: the words of what is set, and where its new value begins. Why: "set the volume of cask 4417 to 220" says one
// thing of the cask and another of the volume; the words beside the value are the cask's, and only the frame says that it is the volume.

import { allMatches } from '../text/all-matches.ts';
import { readWords, stemOf } from '../text/words.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Place } from './candidate.ts';
import type { Source } from './spans/span.ts';

interface Aim {
  /** Stems of what is set: "volume", "due date". */
  readonly stems: readonly string[];
  /** Where the value begins. */
  readonly to: number;
}

const SETTING =
  'set|change|update|edit|correct|adjust|switch|put|move|raise|lower|increase|decrease|reduce|bump|cut|drop|turn|bring|amend|revise|modify|alter|shift|push|extend|shorten';
const FRAME = new RegExp(
  `\\b(?:${SETTING})\\s+(?:(?:the|its|his|her|their|my|our)\\s+)?((?:[\\p{L}'’-]+\\s+){1,3}?)(?:(?:of|for|on|in)\\s+[^,;.!?\\n]{1,80}?\\s+)?(?:up |down )?to\\s+(?:the\\s+)?["'“#$€£]?(?=\\S)`,
  'giu',
);

const AIMS = new WeakMap<Source, readonly Aim[]>();

function aimsIn(source: Source): readonly Aim[] {
  let aims = AIMS.get(source);
  if (aims === undefined) AIMS.set(source, (aims = readAims(source)));
  return aims;
}

function readAims({ text }: Source): Aim[] {
  return allMatches(text.slice(0, LENGTH_MAX), FRAME).map(({ 0: frame, 1: thing = '', index }) => ({
    stems: readWords(thing).map(({ stem }) => stem),
    to: index + frame.length,
  }));
}

/** A longer text is a document. */
const LENGTH_MAX = 4000;

const OFTEN: ReadonlySet<string> = new Set(
  ['hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly', 'annual'].map(stemOf),
);

/** Where values of this parameter, and of no other, are set. */
export function aimedAt(leaf: Leaf, source: Source, leaves: readonly Leaf[]): readonly Aim[] {
  return aimsIn(source).filter(({ stems }) => {
    // "The daily fee": how often, before its name.
    const own = stems.length > 1 && OFTEN.has(stems[0] ?? '') ? stems.slice(1) : stems;
    const isNamed = (one: Leaf): boolean => own.every((stem) => one.nameStems.includes(stem));
    if (stems.length === 0 || !isNamed(leaf)) return false;
    const named = leaves.filter(isNamed);
    // "The price" is that of `price`, and not of `compare_at_price`.
    const whole = named.filter(({ nameStems }) => nameStems.every((stem) => own.includes(stem)));
    return named.length === 1 || (whole.length === 1 && whole[0] === leaf);
  });
}

export function isAimedAt(leaf: Leaf, { source, start }: Place, leaves: readonly Leaf[]): boolean {
  return aimedAt(leaf, source, leaves).some(({ to }) => to === start);
}
