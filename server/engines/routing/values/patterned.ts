// Patterned: values that a declared pattern recognises, and values beside their own label.
// In: a leaf and the context. Out: candidates. Why: `^cus_[a-z0-9]+$` says what a customer's id looks like better than any name; what
// fits it is that value, whatever the words around. A pattern that takes any word says nothing by itself, and needs a value that is
// none, or the parameter's name beside it.

import type { Json } from '../../../../grammar/json.ts';
import { memoize } from '../../../../runtime/memo.ts';
import { readPattern } from '../../../schema/pattern.ts';
import { functionClassOf } from '../text/function-words.ts';
import { readScope, touches } from '../text/scope.ts';
import { isActVerb, isLookingVerb, verbClassOf } from '../text/verbs.ts';
import { stemOf, weightOf } from '../text/words.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import type { Want } from '../tools/wants.ts';
import { wantOf } from '../tools/wants.ts';
import type { Candidate, Place } from './candidate.ts';
import { goesOn } from './candidate.ts';
import type { Context } from './context.ts';
import { cueFor, sideScore } from './cues.ts';
import type { Source } from './spans/span.ts';

interface Bit extends Place {
  readonly text: string;
}

/** What stands between spaces and quotes, without the points behind it. Read once for all parameters. */
const BITS = new WeakMap<Source, readonly Bit[]>();

function bitsOf(source: Source): readonly Bit[] {
  const known = BITS.get(source);
  if (known !== undefined) return known;
  const scope = readScope(source.text);
  const bits = [...source.text.slice(0, TEXT_LENGTH_MAX).matchAll(/[^\s"'“”‘’`,;()!?<>[\]{}=]+/gu)]
    .flatMap((match): Bit[] => {
      const text = match[0].replace(/[.:]+$/u, '');
      const [start, end] = [match.index, match.index + text.length];
      return text === '' ||
        text.length > 200 ||
        touches(scope.negated, start, end) ||
        touches(scope.reported, start, end)
        ? []
        : [{ source, start, end, text }];
    })
    .slice(0, BITS_MAX);
  BITS.set(source, bits);
  return bits;
}

/** More than this is a document. */
const TEXT_LENGTH_MAX = 4000;
const BITS_MAX = 200;

/** Words that no code looks like: a pattern that takes one of them takes anything. */
const PROBES = ['a', 'order', 'house', 'monday', 'Paris', 'ANN', 'GOLD', 'PLEASE', 'REPORTING', 'x-ray', 'up-to-date'];

interface Shape {
  readonly telling: boolean;
  /** It takes capitals and no small letters. */
  readonly capital: boolean;
  matches(text: string): boolean;
}

function shapeOf(schema: ReadonlyMap<string, Json>): Shape | null {
  const pattern = schema.get('pattern');
  return typeof pattern === 'string' && pattern.startsWith('^') && pattern.length <= 200 ? readShape(pattern) : null;
}

const SHAPES_MAX = 1000;
const readShape = memoize((pattern): Shape | null => {
  const read = readPattern(pattern);
  if (read === null) return null;
  return {
    telling: !PROBES.some((probe) => read.matches(probe)),
    capital: !read.matches('order') && !read.matches('abc'),
    matches: (text) => read.matches(text),
  };
}, SHAPES_MAX);

const NUMBER = /^[\d.,]+$/u;
const CAPITALS = /^\p{Lu}{2,}$/u;
const ODD = /\p{L}.*\p{N}|\p{N}.*\p{L}|[_\-/#@:.]/u;

export function fitPatterned(leaf: Leaf, at: number, context: Context): Candidate[] {
  if (leaf.enumValues.length > 0) return [];
  const items = leaf.schema.get('items');
  const isList = leaf.type === 'array';
  const shape = shapeOf(isList && items instanceof Map ? items : leaf.schema);
  if (shape === null || !(isList ? leaf.itemType === 'string' : leaf.type === 'string')) return [];
  return context.sources.flatMap((source) => {
    const fitting = bitsOf(source).filter(
      ({ text }) =>
        !NUMBER.test(text) &&
        (shape.telling || ODD.test(text) || (shape.capital && CAPITALS.test(text) && /\p{Ll}/u.test(source.text))) &&
        shape.matches(text),
    );
    if (isList)
      return fitting.length === 0 || !shape.telling
        ? []
        : [
            {
              value: fitting.map(({ text }) => text),
              by: 'pattern',
              places: fitting.map(place),
              strength: 3 - 0.3 * source.age,
              firm: !goesOn(source, fitting),
            },
          ];
    return fitting.map((bit): Candidate => {
      const cue = cueFor(leaf, at, bit, context) + sideScore(leaf, bit);
      const takers = context.leaves.filter(
        (one) =>
          one.type === 'string' &&
          one.enumValues.length === 0 &&
          (shapeOf(one.schema)?.matches(bit.text) ?? (one.required && one.format === null)),
      ).length;
      return {
        value: bit.text,
        by: 'pattern',
        places: [place(bit)],
        strength: (shape.telling ? 2.4 : 1.6) + cue - 0.3 * source.age,
        firm: shape.telling || cue >= 0.8 || takers === 1,
      };
    });
  });
}

const place = ({ source, start, end }: Bit): Place => ({ source, start, end });

/**
 * "Namespace staging", "branch release-4": one word right behind the parameter's own name, up to the next small word or the end of the
 * clause. An article before the name makes a plain word a description of it ("the branch manager").
 */
export function fitLabelled(leaf: Leaf, tool: Tool, context: Context): Candidate[] {
  if (
    leaf.type !== 'string' ||
    leaf.enumValues.length > 0 ||
    leaf.format !== null ||
    leaf.path.length > 1 ||
    FORMED.has(wantOf(leaf))
  )
    return [];
  const own = leaf.nameWords.filter((word) => !GENERIC.has(word));
  const name = own.at(-1) ?? tool.nameWords.filter((word) => !tool.actWords.has(word)).at(-1);
  if (name === undefined || name.length < 3) return [];
  const stems = new Set([
    stemOf(name),
    ...(own.length === 0 ? leaf.nameStems.filter((stem) => stem !== 'name' && stem !== 'id') : []),
  ]);
  const shape = shapeOf(leaf.schema);
  return context.sources.flatMap((source) => {
    const bits = bitsOf(source);
    return bits.flatMap((bit, at): Candidate[] => {
      const label = bits[at - 1];
      if (
        label === undefined ||
        !stems.has(stemOf(label.text.toLowerCase())) ||
        (label.text.toLowerCase().endsWith('s') && !name.endsWith('s')) ||
        !/^ $/u.test(source.text.slice(label.end, bit.start))
      )
        return [];
      const word = bit.text.toLowerCase();
      const isOdd = ODD.test(bit.text) && !/^[-/.:]|[-/:]$/u.test(bit.text);
      if (
        NUMBER.test(bit.text) ||
        functionClassOf(word).kind !== 'open' ||
        /ly$/u.test(word) ||
        context.known.has(stemOf(word)) ||
        word.split('/').every((part) => functionClassOf(part).kind !== 'open') ||
        (shape !== null && !shape.matches(bit.text))
      )
        return [];
      if (!isOdd) {
        const article = bits[at - 2]?.text.toLowerCase() ?? '';
        if (
          (/^\p{Lu}/u.test(bit.text) && !CAPITALS.test(bit.text)) ||
          weightOf({ surface: word }) < 1 ||
          verbClassOf(word) !== undefined ||
          isActVerb(word) ||
          isLookingVerb(word) ||
          /^(?:an?|this|that|my|our|your|new|each|every)$/u.test(article) ||
          (article === 'the' && /(?:ing|ed)$/u.test(word))
        )
          return [];
        const next = bits[at + 1];
        if (
          next !== undefined &&
          /^ $/u.test(source.text.slice(bit.end, next.start)) &&
          functionClassOf(next.text.toLowerCase()).kind === 'open'
        )
          return [];
      }
      return [{ value: bit.text, by: 'label', places: [place(bit)], strength: 2 - 0.3 * source.age, firm: true }];
    });
  });
}

/** What these take has a form of its own. */
const FORMED: ReadonlySet<Want> = new Set<Want>([
  'url',
  'email',
  'date',
  'time',
  'datetime',
  'year',
  'unit',
  'currency',
  'language',
  'text',
]);
const GENERIC: ReadonlySet<string> = new Set(['id', 'name', 'key', 'number', 'code', 'identifier', 'slug', 'ref']);
