// Glosses: what a description says that each listed value means.
// In: a leaf and the context. Out: a reading for each place that says a value in the words of its explanation.
// Why: `UB` is a code nobody says; "UB upper berth, LB lower berth" in the description is the caller's own table from words to codes.

import { functionClassOf } from '../../text/function-words.ts';
import { baseOf } from '../../text/verbs.ts';
import type { Word } from '../../text/words.ts';
import { isStopWord, splitIdentifier, stemOf } from '../../text/words.ts';
import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import { wordsIn } from '../context.ts';
import type { Reading, TextRule } from './rule.ts';

interface Gloss {
  readonly value: string;
  readonly words: readonly string[];
}

const glossesOf: (leaf: Leaf) => readonly Gloss[] = perLeaf(readGlosses);

/** A longer list is a catalogue, and no description explains it. */
const VALUES_MAX = 40;
/** A longer explanation is said in other words. */
const WORDS_MAX = 5;
const EXPLANATION =
  /['"`]?(\s*(?:=|:|->|=>|–|—)\s*|\s-\s|\s+(?:means|is|for)\s+|\s+)(?:an? |the )?['"]?(\p{L}[\p{L}& -]{1,40})(?:\s?(?:\/|,? or )\s?(\p{L}[\p{L}& -]{1,40}))?/uy;

/**
 * What the description says each listed value means. Without a sign between value and words every value must be explained, for a
 * value in running text is no heading.
 */
function readGlosses({ enumValues, description }: Leaf): readonly Gloss[] {
  const values = enumValues.filter((value) => typeof value === 'string');
  if (values.length > VALUES_MAX || values.length < 2 || description === '') return [];
  const found = values.flatMap((value) => {
    const explained = explanationOf(value, description);
    return explained === null ? [] : [{ value, ...explained }];
  });
  const isSigned = found.length > 0 && found.every((one) => one.isSigned);
  if (!isSigned && found.length < values.length) return [];
  return found.flatMap(({ value, labels }) =>
    labels.flatMap((label): Gloss[] => {
      const words = splitIdentifier(label).filter((word) => !/^(?:an?|the)$/u.test(word));
      // "Active and closed" joins values and explains none.
      const isJoint = /^(?:and|or|to|in|by|of|only|if|when)$/u.test(words[0] ?? '');
      return words.length === 0 || words.length > WORDS_MAX || isJoint ? [] : [{ value, words }];
    }),
  );
}

function explanationOf(
  value: string,
  description: string,
): { readonly isSigned: boolean; readonly labels: readonly string[] } | null {
  for (let at = description.indexOf(value); at >= 0; at = description.indexOf(value, at + 1)) {
    if (/[\p{L}\p{N}_-]/u.test(description[at - 1] ?? ' ')) continue;
    EXPLANATION.lastIndex = at + value.length;
    const [, joint = '', label = '', other] = EXPLANATION.exec(description) ?? [];
    if (label !== '')
      return {
        isSigned: joint.trim() !== '',
        labels: [label, ...(other === undefined ? [] : [other]), ...shortOf(description.slice(at + value.length))],
      };
  }
  return null;
}

/** "A - anybody may see it, without an account (public)": the short word for an explanation in brackets behind it. */
function shortOf(text: string): readonly string[] {
  const [, short] = /^\s+[-–—:=]\s+[^.;()]{1,120}\((\p{L}+)\)(?=\s*(?:[.;,]|$))/u.exec(text) ?? [];
  return short === undefined ? [] : [short];
}

function matchGloss(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type === 'array' || leaf.type === 'boolean') return [];
  return glossesOf(leaf).flatMap(({ value, words: said }) => {
    // "Hidden" explains what "hide" orders.
    const needed = neededOf(said, leaf).map((word) => stemOf(baseOf(word)));
    const whole = said.map((word) => stemOf(baseOf(word)));
    return context.sources.flatMap((source): Reading[] => {
      const words = wordsIn(source, context);
      return words.flatMap((first, at): Reading[] => {
        const last = saysStem(first, needed[0]) ? endOfGloss(words, at, needed, whole, source.text) : null;
        return last === null
          ? []
          : [{ value, by: 'description-map', places: [{ source, start: first.start, end: last.end }] }];
      });
    });
  });
}

/** Words that only name the parameter ("lower berth" of berth_type) may be left out, where telling ones are left; others stand. */
function neededOf(said: readonly string[], leaf: Leaf): readonly string[] {
  const telling = said.filter((word) => !leaf.nameStems.includes(stemOf(word)));
  return telling.length > 0 && telling.every((word) => !isStopWord(word)) ? telling : said;
}

/** The last word of a gloss that begins at a word; small joints and words of the whole gloss may stand between. */
function endOfGloss(
  words: readonly Word[],
  from: number,
  needed: readonly string[],
  whole: readonly string[],
  text: string,
): Word | null {
  let next = 0;
  for (const [step, word] of words.slice(from, from + needed.length + SLACK).entries()) {
    const before = words[from + step - 1];
    if (step > 0 && before !== undefined && !/^[\s_/&-]{1,3}$/u.test(text.slice(before.end, word.start))) return null;
    if (saysStem(word, needed[next])) {
      next += 1;
      if (next === needed.length) return word;
    } else if (!(whole.includes(word.stem) || /^(?:and|an?|the)$/u.test(word.surface))) return null;
  }
  return null;
}

function saysStem({ stem, surface }: Word, wanted: string | undefined): boolean {
  return stem === wanted || stemOf(baseOf(surface)) === wanted;
}

interface BothWays {
  /** By their stems. */
  readonly verbs: ReadonlyMap<string, boolean>;
  /** Stems of what the verbs are done to, where the description says it. */
  readonly objects: readonly string[];
}

/** "True seals the cask, false unseals it": the verbs that a description gives to both values of a flag; null elsewhere. */
const verbsOf: (leaf: Leaf) => BothWays | null = perLeaf(({ description }) => {
  const pairs = [...description.matchAll(BOTH_WAYS)];
  const verbs = new Map(
    pairs.map(({ 1: value = '', 2: verb = '' }): [string, boolean] => [
      stemOf(baseOf(verb.toLowerCase())),
      /^true$/iu.test(value),
    ]),
  );
  const objects = pairs.flatMap(({ 3: object = '' }) => (object === '' || isStopWord(object) ? [] : [stemOf(object)]));
  return pairs.length === 2 && verbs.size === 2 && new Set(verbs.values()).size === 2 ? { verbs, objects } : null;
});

const BOTH_WAYS =
  /\b(true|false)(?:\s+(?:to\s+)?|\s*(?:=|:|→|->)\s*(?:to\s+)?)(\p{L}{3,})(?:\s+(?:the\s+|an?\s+)?(\p{L}+))?/giu;

/** "Unseal cask 4": the one of the two verbs that opens the clause. */
function matchBothWays(leaf: Leaf, _at: number, context: Context): Reading[] {
  const both = leaf.type === 'boolean' ? verbsOf(leaf) : null;
  if (both === null) return [];
  const { verbs, objects } = both;
  // "True starts maintenance": who starts the thing itself orders something else.
  const things = new Set([...context.toolStems, ...context.leaves.flatMap(({ nameStems }) => [...nameStems])]);
  if (!objects.every((object) => things.has(object))) return [];
  return context.sources.flatMap((source) => {
    const said = wordsIn(source, context).flatMap((word) => {
      const value = verbs.get(word.stem) ?? verbs.get(stemOf(baseOf(word.surface)));
      return value === undefined ? [] : [{ word, value }];
    });
    const [only, ...more] = said;
    if (only === undefined || more.some(({ value }) => value !== only.value)) return [];
    const { start, end } = only.word;
    // "Open a new shop" makes one.
    const isFresh = /^ (?:an?|another|new) /iu.test(source.text.slice(end, end + 12));
    return !isFresh && OPENS.test(source.text.slice(0, start))
      ? [{ value: only.value, by: 'description-map', places: [{ source, start, end }] }]
      : [];
  });
}

/** Nothing but courtesy stands before the verb in its clause. */
const OPENS =
  /(?:^|[.!?;:,]\s+|\b(?:and|then)\s+)(?:(?:please|pls|hi|hey|ok|now|just|kindly|(?:can|could|would|will) you|i(?:['’]d like| want| need) to|let['’]?s)[,\s]+)*$/iu;

/** The numbers in which the listed values differ, where that is all, and they begin as the name does; else null. */
const numbersOf: (leaf: Leaf) => readonly (string | undefined)[] | null = perLeaf(({ enumValues, nameWords }) => {
  const parts = enumValues.map((value) =>
    /^([\p{L}]{1,12})[-_ ]?(\d{1,2})$/u.exec(typeof value === 'string' ? value : ''),
  );
  const heads = new Set(parts.map((part) => part?.[1]?.toLowerCase()));
  const [head = ''] = heads;
  return parts.length < 2 || heads.size !== 1 || head === '' || nameWords.at(-1)?.startsWith(head) !== true
    ? null
    : parts.map((part) => part?.[2]);
});

/** "Severity 2" for `sev2`: the parameter's name and the number in which its listed values differ. */
function matchNumbered(leaf: Leaf, _at: number, context: Context): Reading[] {
  const numbers = numbersOf(leaf);
  if (numbers === null) return [];
  const name = leaf.nameWords.at(-1) ?? '';
  return context.sources.flatMap((source) =>
    wordsIn(source, context).flatMap((word): Reading[] => {
      const number =
        word.surface === name
          ? /^ (\d{1,2})(?![\p{L}\p{N}]|[.,:/-]\d)/u.exec(source.text.slice(word.end, word.end + 8))
          : null;
      const at = number === null ? -1 : numbers.indexOf(number[1]);
      return number === null || at < 0
        ? []
        : [
            {
              value: leaf.enumValues[at] as string,
              by: 'enum',
              places: [{ source, start: word.start, end: word.end + number[0].length }],
            },
          ];
    }),
  );
}

/** "Lost deals" for `closed_lost` beside `closed_won`: the one word that tells a value from others, before the tool's thing or behind "as". */
function matchTelling(leaf: Leaf, _at: number, context: Context): Reading[] {
  const parts = leaf.enumValues.map((value) => (typeof value === 'string' ? splitIdentifier(value) : []));
  const counts = new Map<string, number>();
  for (const word of parts.flatMap((words) => [...new Set(words)])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const telling = new Map(
    parts.flatMap((words, at): [string, string][] => {
      const [own = '', ...more] = words.filter((word) => counts.get(word) === 1);
      const isPart = words.length > 1 && more.length === 0 && words.some((word) => (counts.get(word) ?? 0) > 1);
      return isPart && own !== '' ? [[own, leaf.enumValues[at] as string]] : [];
    }),
  );
  if (telling.size === 0) return [];
  return context.sources.flatMap((source) => {
    const words = wordsIn(source, context);
    return words.flatMap(({ surface, start, end }, at): Reading[] => {
      const value = telling.get(surface);
      const [before, next] = [words[at - 1], words[at + 1]];
      const isBeforeThing =
        next !== undefined && source.text.slice(end, next.start) === ' ' && context.tool.nameStems.includes(next.stem);
      const isBehindAs =
        before?.surface === 'as' &&
        !(
          next !== undefined &&
          source.text.slice(end, next.start) === ' ' &&
          functionClassOf(next.surface).kind === 'open'
        );
      return value !== undefined && (isBeforeThing || isBehindAs)
        ? [{ value, by: 'enum', places: [{ source, start, end }] }]
        : [];
    });
  });
}

/** Words that may stand inside a gloss without being of it. */
const SLACK = 2;

const berth = {
  type: 'string',
  enum: ['UB', 'LB', 'CP'],
  description: 'Kind of berth: UB upper berth, LB lower berth, CP whole compartment',
};

export const GLOSSES_OF_VALUES: readonly TextRule[] = [
  {
    name: 'telling-word',
    reads:
      'the one word of a listed value that tells it from others with the same beginning, before the tool’s thing or behind "as"',
    matches: matchTelling,
    types: ['string'],
    listed: true,
    strength: 1.9,
    firm: true,
    why: 'What the values share says nothing, and the other word is said of the thing itself.',
    takes: { state: { type: 'string', enum: ['cask_full', 'cask_empty', 'unknown'] } },
    tool: ['list_barrels', 'List barrels.'],
    case: ['List the empty barrels', 'cask_empty'],
    counterCase: 'List the barrels with an empty label',
  },
  {
    name: 'numbered-value',
    reads: 'the name of a parameter and a number, where its listed values are the beginning of that name with a number',
    matches: matchNumbered,
    types: ['string'],
    listed: true,
    strength: 2.2,
    firm: true,
    why: 'Nothing but the number tells one value from another.',
    takes: { urgency: { type: 'string', enum: ['u1', 'u2', 'u3'] } },
    case: ['Keep it with urgency 2', 'u2'],
    counterCase: 'Keep it with urgency 2.5',
  },
  {
    name: 'verb-of-flag',
    reads: 'one of the two verbs by which a description says what true and false do, where it opens the order',
    matches: matchBothWays,
    types: ['boolean'],
    strength: 2.2,
    firm: true,
    why: 'The description is the caller’s own table from verbs to both values.',
    takes: { sealed: { type: 'boolean', description: 'true seals the cask, false unseals it' } },
    tool: ['set_cask', 'Change the state of a cask.'],
    case: ['Please unseal cask 4', false],
    counterCase: 'Cask 4 was unsealed',
  },
  {
    name: 'described-value',
    reads: 'the words in which the description explains a listed value',
    matches: matchGloss,
    listed: true,
    strength: 2.2,
    firm: true,
    why: 'The description is the caller’s own table from words to codes; all words of an explanation are needed.',
    takes: { berth },
    case: ['Keep a lower berth for her', 'LB'],
    counterCase: 'Keep the whole train for her',
  },
];
