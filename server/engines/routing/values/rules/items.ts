// Items: lists of words that no enum names.
// In: a leaf and the context. Out: readings. Why: "with the options tea, coffee and water" says where a list begins by the parameter's
// name, and where it ends by the end of its clause.

import { allMatches } from '../../text/all-matches.ts';
import { functionClassOf } from '../../text/function-words.ts';
import { isActVerb, isLookingVerb } from '../../text/verbs.ts';
import { readWords, stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Bit } from '../bits.ts';
import { bitsOf, CAPITALS, isOdd } from '../bits.ts';
import type { Context } from '../context.ts';
import { cueFor } from '../cues.ts';
import type { Shape } from '../shapes.ts';
import { shapeOf } from '../shapes.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';

function itemShape(leaf: Leaf): Shape | null {
  const items = leaf.schema.get('items');
  return leaf.type === 'array' && leaf.itemType === 'string' && leaf.enumValues.length === 0 && items instanceof Map
    ? shapeOf(items)
    : null;
}

const JOINT = /^\s*(?:,|&|\+|and|or|,\s*and|,\s*or)\s*$/iu;

/** Runs of bits joined by commas and "and", all of one shape. */
function runsOf(source: Source, isItem: (bit: Bit) => boolean): Bit[][] {
  const runs: Bit[][] = [];
  for (const bit of bitsOf(source).filter(({ text }) => !/^(?:and|or|&|\+)$/iu.test(text))) {
    const last = runs.at(-1)?.at(-1);
    if (!isItem(bit)) {
      runs.push([]);
      continue;
    }
    if (last !== undefined && JOINT.test(source.text.slice(last.end, bit.start))) runs.at(-1)?.push(bit);
    else runs.push([bit]);
  }
  return runs.filter((run) => run.length > 0);
}

function matchShaped(leaf: Leaf, at: number, context: Context): Reading[] {
  const shape = itemShape(leaf);
  if (shape === null || shape.telling) return [];
  return context.sources.flatMap((source) =>
    runsOf(source, ({ text }) => shape.matches(text) && (isOdd(text) || (shape.capital && CAPITALS.test(text)))).map(
      (run): Reading => {
        const [first] = run;
        const cue = first === undefined ? 0 : cueFor(leaf, at, first, context);
        // Another parameter may take a single one just as well.
        const isShared = context.leaves.some(
          (one) =>
            one !== leaf &&
            one.type === 'string' &&
            run.every(({ text }) => shapeOf(one.schema)?.matches(text) === true),
        );
        return {
          value: run.map(({ text }) => text),
          by: 'pattern',
          places: run,
          more: cue + (run.length > 1 ? 0.5 : 0),
          guess: cue < 0.8 && (isShared || run.length < 2),
        };
      },
    ),
  );
}

/** A list of free words. */
function takesItems(leaf: Leaf): boolean {
  return (
    leaf.type === 'array' &&
    leaf.itemType === 'string' &&
    leaf.enumValues.length === 0 &&
    itemShape(leaf) === null &&
    leaf.format === null
  );
}

/** The items of a list from `start` to the end of its clause; null where something in it is no item. */
function itemsFrom(
  source: Source,
  start: number,
): { readonly values: string[]; readonly places: Reading['places'] } | null {
  const rest = /^[^.!?;\n]*(?:\.(?=\S)[^.!?;\n]*)*/u.exec(source.text.slice(start, start + LENGTH_MAX))?.[0] ?? '';
  const values: string[] = [];
  const places: { source: Source; start: number; end: number }[] = [];
  let from = 0;
  for (const joint of [...allMatches(rest, /\s*,\s*(?:and |or )?|\s+(?:and|or|&)\s+/giu), null]) {
    const end = joint === null ? rest.trimEnd().length : joint.index;
    const raw = rest.slice(from, end);
    const text = raw.replace(/^["'“‘`]|["'”’`]$/gu, '').trim();
    const begin = start + from + raw.indexOf(text);
    if (opensOrder(text)) break;
    if (text === '' || !isItem(text)) return null;
    values.push(text);
    places.push({ source, start: begin, end: begin + text.length });
    from = joint === null ? rest.length : joint.index + joint[0].length;
  }
  return values.length === 0 ? null : { values, places };
}

const LENGTH_MAX = 300;

/** "…, assign it to Ada": a verb with what it acts on is no item. */
function opensOrder(text: string): boolean {
  const [verb, object] = readWords(text);
  return (
    verb !== undefined &&
    object !== undefined &&
    (isActVerb(verb.surface) || isLookingVerb(verb.surface) || /^(?:it|them)$/u.test(object.surface)) &&
    /^(?:anaphor|determiner)$/u.test(functionClassOf(object.surface).list)
  );
}

/** A few words, none of which joins it to something else. */
function isItem(text: string): boolean {
  const words = readWords(text);
  return (
    words.length > 0 &&
    words.length <= ITEM_WORDS_MAX &&
    words.every(({ surface }, at) => {
      const { kind } = functionClassOf(surface);
      return kind === 'open' || (at > 0 && (kind === 'role' || kind === 'harmless')) || words.length === 1;
    })
  );
}

const ITEM_WORDS_MAX = 4;

function matchBehindLabel(leaf: Leaf, _at: number, context: Context): Reading[] {
  const name = leaf.nameWords.at(-1) ?? '';
  const shape = itemShape(leaf);
  if (!(takesItems(leaf) || shape !== null) || name.length < 3) return [];
  return context.sources.flatMap((source) =>
    readWords(source.text)
      .filter(({ stem }) => stem === stemOf(name))
      .flatMap((word): Reading[] => {
        const joint = /^\s*(?::|=|are|being)?\s+(?=[\p{L}\p{N}"'“‘`#@])/u.exec(
          source.text.slice(word.end, word.end + 12),
        )?.[0];
        const lead = source.text.slice(Math.max(0, word.start - 12), word.start);
        if (joint === undefined || /\b(?:no|any|all|these|those|its|their|of)\s+$/iu.test(lead)) return [];
        const found = itemsFrom(source, word.end + joint.length);
        // One item alone is no list that its label announces, unless a sign does.
        if (
          found === null ||
          (found.values.length < 2 && !/[:=]/u.test(joint) && !isOneItem(word.surface, lead, found))
        )
          return [];
        if (shape !== null && !found.values.every((value) => shape.matches(value))) return [];
        return [{ value: found.values, places: found.places }];
      }),
  );
}

/** "…, label rust": behind the name in the singular, which something sets off, one word is the one item. */
function isOneItem(
  label: string,
  lead: string,
  { values: [only = ''] }: { readonly values: readonly string[] },
): boolean {
  return (
    !label.endsWith('s') &&
    /(?:[,;]\s*|\b(?:with|and)\s+(?:the\s+)?)$/iu.test(lead) &&
    /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(only) &&
    functionClassOf(only.toLowerCase()).kind === 'open'
  );
}

function matchAnswer(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesItems(leaf) || context.asked?.names.has(leaf.argument) !== true || context.asked.names.size > 1) return [];
  return context.sources.flatMap((source): Reading[] => {
    if (source.age > 0) return [];
    const lead = /^\s*(?:(?:please )?(?:use|take|add|just)\s+)?/iu.exec(source.text)?.[0].length ?? 0;
    const found = itemsFrom(source, lead);
    return found === null || source.text.slice(lead).includes('?')
      ? []
      : [{ value: found.values, places: found.places }];
  });
}

/** Endings of host names in wide use (IANA's root zone; public domain), and those of two letters, which are countries. */
const ENDINGS =
  'com net org io dev app co info biz edu gov cloud tech online shop store site xyz me ai page blog agency studio email local internal test example';
export const HOST = new RegExp(
  `^(?:\\*\\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+(?:${ENDINGS.split(' ').join('|')}|[a-z]{2})$`,
  'iu',
);
const HOSTED = /\b(?:domains?|hosts?|hostnames?|zones?|nameservers?|subdomains?)\b/u;

/** "brightharbor.io" for a parameter of domains. */
function matchHost(leaf: Leaf, at: number, context: Context): Reading[] {
  if (!HOSTED.test(leaf.nameWords.join(' ')) || leaf.enumValues.length > 0) return [];
  const items = leaf.schema.get('items');
  const shape = shapeOf(leaf.type === 'array' && items instanceof Map ? items : leaf.schema);
  const isHost = ({ text }: Bit): boolean => HOST.test(text) && shape?.matches(text) !== false;
  if (leaf.type === 'array' && leaf.itemType === 'string')
    return context.sources.flatMap((source) =>
      runsOf(source, isHost).map(
        (run): Reading => ({ value: run.map(({ text }) => text), places: run, more: run.length > 1 ? 0.5 : 0 }),
      ),
    );
  if (leaf.type !== 'string') return [];
  return context.sources.flatMap((source) =>
    runsOf(source, isHost)
      // Several joined are a list, of which this takes one alone.
      .filter((run) => run.length === 1)
      .flatMap((run) =>
        run.map((bit): Reading => ({ value: bit.text, places: [bit], more: cueFor(leaf, at, bit, context) })),
      ),
  );
}

export const ITEMS: readonly TextRule[] = [
  {
    name: 'items-of-shape',
    reads: 'names joined by commas and "and" that match the pattern of the items',
    matches: matchShaped,
    types: ['array'],
    listed: false,
    strength: 1.6,
    firm: true,
    why: 'Several names in a row are a list; one alone may be meant for another parameter.',
    takes: { crates: { type: 'array', items: { type: 'string', pattern: '^[a-z][a-z0-9-]+$' } } },
    case: ['Empty north-dock and south-dock', ['north-dock', 'south-dock']],
    counterCase: 'Empty the half-full ones',
  },
  {
    name: 'items-behind-label',
    reads: 'words joined by commas and "and" behind the parameter’s own name',
    matches: matchBehindLabel,
    types: ['array'],
    listed: false,
    strength: 2.6,
    firm: true,
    why: 'The name announces the list, and the clause ends it.',
    takes: { options: { type: 'array', items: { type: 'string' } } },
    case: ['Ask them, with the options mint tea, coffee and water', ['mint tea', 'coffee', 'water']],
    counterCase: 'Ask them which options they like and when',
  },
  {
    name: 'answered-items',
    reads: 'words joined by commas and "and" that answer our question for a list',
    matches: matchAnswer,
    types: ['array'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'Who is asked for a list gives it.',
    takes: { options: { type: 'array', items: { type: 'string' } } },
    isAnswer: true,
    case: ['Mint tea, coffee and water', ['Mint tea', 'coffee', 'water']],
    counterCase: 'What do they like?',
  },
  {
    name: 'host',
    reads: 'names with points and an ending of the net, for a parameter of domains or hosts',
    matches: matchHost,
    listed: false,
    strength: 1.8,
    firm: true,
    why: 'Nothing else looks like one where domains are wanted.',
    takes: { domain: { type: 'string', description: 'Domain name' } },
    case: ['Renew brightharbor.example', 'brightharbor.example'],
    counterCase: 'Renew sales.orders',
  },
];
