// Decide: the rule. What is supported by the places that were located, and what follows from that.
// In: options with phrases, and the places of each phrase. Out: decided, unresolved or refused, with the evidence and the reason.
// Why in one file: this is the whole of the judgement. Everything around it only reads the question and writes the answer.
//
// A place counts unless it stands inside a negation, or inside a longer place of another option's phrase: "refund" does not
// speak for billing where the text says "refund policy" and that is a phrase of legal. An option is supported by one place
// that counts (for phrases that belong together: by one of each, in one string), and out when one of its vetoes is located.
// One supported option is a decision, several are unresolved, none is a refusal. That nothing was found never decides.

import type { Place } from '../../../runtime/interpret/locate.ts';
import type { Outcome } from '../gate.ts';
import type { ReasonCode } from '../../wire/systemone.ts';
import type { PhraseGroup } from './phrases.ts';
import type { Option } from './questions.ts';

/** A place and the number of its string; strings are numbered in the order of their paths. */
export interface Find {
  readonly source: number;
  readonly place: Place;
}

/** The finds of a phrase that are in scope, by source and start. */
export type Lookup = (phrase: string) => readonly Find[];

export interface Verdict {
  readonly outcome: Outcome;
  /** Positions of the supported options, ascending. */
  readonly supported: readonly number[];
  /** The first place that counts of each phrase of each supported option. */
  readonly finds: readonly Find[];
  /** Phrases that gave no support, in order, each once; empty unless refused. */
  readonly unfound: readonly string[];
  /** null when decided. */
  readonly reason: ReasonCode | null;
}

/** Applies the rule to one question. */
export function decide(options: readonly Option[], lookup: Lookup): Verdict {
  const counting = countPlaces(options, lookup);
  const verdicts = options.map((option, position) => judge(option, counting.finds[position]!, lookup));
  const supported = verdicts.flatMap((verdict, position) => (verdict.supported ? [position] : []));
  const finds = supported.flatMap((position) => verdicts[position]!.finds);
  if (supported.length === 1) return { outcome: 'decided', supported, finds, unfound: [], reason: null };
  if (supported.length > 1) return { outcome: 'unresolved', supported, finds, unfound: [], reason: 'two-supported' };
  const unfound = [...new Set(verdicts.flatMap((verdict) => verdict.unfound))];
  const vetoed = verdicts.some((verdict) => verdict.vetoed);
  return { outcome: 'refused', supported, finds, unfound, reason: vetoed ? 'vetoed' : counting.negated ? 'negated' : 'nothing-found' };
}

interface OptionVerdict {
  readonly supported: boolean;
  /** There was support, and a veto took it. */
  readonly vetoed: boolean;
  readonly finds: readonly Find[];
  readonly unfound: readonly string[];
}

/** For each phrase, its first place that counts in each string, by source. */
type Counting = ReadonlyMap<string, ReadonlyMap<number, Find>>;

function judge(option: Option, counting: Counting, lookup: Lookup): OptionVerdict {
  const finds: Find[] = [];
  const unfound: string[] = [];
  for (const group of option.any) {
    const together = findTogether(group, (phrase) => counting.get(phrase));
    if (together !== null) finds.push(...together);
    else unfound.push(...missingOf(group, counting));
  }
  const vetoed = finds.length > 0 && option.vetoes.some((group) => findTogether(group, (phrase) => firstAffirmed(lookup(phrase))) !== null);
  return { supported: finds.length > 0 && !vetoed, vetoed, finds, unfound };
}

/** One place of each phrase in the first string that has them all, or null. */
function findTogether(group: PhraseGroup, findsOf: (phrase: string) => ReadonlyMap<number, Find> | undefined): Find[] | null {
  const [first, ...others] = group.map((phrase) => findsOf(phrase));
  if (first === undefined) return null;
  for (const [source, find] of first) {
    const rest = others.map((finds) => finds?.get(source));
    if (rest.every((other) => other !== undefined)) return [find, ...rest];
  }
  return null;
}

/** The phrases of a group that are nowhere; all of them when each is somewhere but never together. */
function missingOf(group: PhraseGroup, counting: Counting): readonly string[] {
  const missing = group.filter((phrase) => (counting.get(phrase)?.size ?? 0) === 0);
  return missing.length > 0 ? missing : group;
}

/** A veto holds wherever it is said, also inside a longer phrase, but not where it is denied. */
function firstAffirmed(finds: readonly Find[]): Map<number, Find> {
  const firsts = new Map<number, Find>();
  for (const find of finds) {
    if (find.place.negated !== true && !firsts.has(find.source)) firsts.set(find.source, find);
  }
  return firsts;
}

interface Candidate extends Find {
  readonly option: number;
}

/** The places that count, for each option; and whether any does not because it is negated. */
function countPlaces(options: readonly Option[], lookup: Lookup): { finds: Counting[]; negated: boolean } {
  const candidates: Candidate[] = [];
  options.forEach(({ any }, option) => {
    for (const phrase of new Set(any.flat())) {
      for (const { source, place } of lookup(phrase)) candidates.push({ source, place, option });
    }
  });
  // Outer places first, so that whatever contains a place has been seen before it.
  candidates.sort((a, b) => a.source - b.source || a.place.start - b.place.start || b.place.end - a.place.end);
  const finds: Map<string, Map<number, Find>>[] = options.map(() => new Map());
  let negated = false;
  for (const { source, place, option } of withoutCovered(candidates)) {
    if (place.negated === true) {
      negated = true;
      continue;
    }
    const ofOption = finds[option]!;
    let ofPhrase = ofOption.get(place.criterion);
    if (ofPhrase === undefined) ofOption.set(place.criterion, ofPhrase = new Map());
    if (!ofPhrase.has(source)) ofPhrase.set(source, { source, place });
  }
  return { finds, negated };
}

/** Leaves out what lies inside a longer place of another option. The candidates come with outer places first. */
function* withoutCovered(candidates: readonly Candidate[]): Generator<Candidate> {
  let source = -1;
  let reach = new Reach();
  for (let at = 0; at < candidates.length;) {
    const { source: here, place: { start, end } } = candidates[at]!;
    if (here !== source) {
      source = here;
      reach = new Reach();
    }
    // Places over the same bytes do not cover each other.
    let next = at;
    while (next < candidates.length && isSame(candidates[next]!, here, start, end)) {
      const candidate = candidates[next]!;
      if (reach.without(candidate.option) < end) yield candidate;
      next += 1;
    }
    for (; at < next; at += 1) reach.add(candidates[at]!.option, end);
  }
}

function isSame(candidate: Candidate, source: number, start: number, end: number): boolean {
  return candidate.source === source && candidate.place.start === start && candidate.place.end === end;
}

/** How far the places seen so far reach: the farthest, and the farthest of any other option than that one. */
class Reach {
  #option = -1;
  #end = -1;
  #otherEnd = -1;

  add(option: number, end: number): void {
    if (option === this.#option) this.#end = Math.max(this.#end, end);
    else if (end > this.#end) {
      this.#otherEnd = this.#end;
      this.#end = end;
      this.#option = option;
    } else this.#otherEnd = Math.max(this.#otherEnd, end);
  }

  /** The farthest end of the places of all options but this one. */
  without(option: number): number {
    return option === this.#option ? this.#otherEnd : this.#end;
  }
}
