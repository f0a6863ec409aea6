// Records: ids of things beside the word that says which kind of thing they are.
// In: a leaf and the context. Out: readings. Why: where a tool takes a kind and an id, "crate 4417" says both: the word chooses the kind
// and the digits behind it are that thing's. Of two such pairs the one that is said first is brought to the other.

import { splitIdentifier, stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import { groupOf, sideOf } from '../../tools/wants.ts';
import type { Bit } from '../bits.ts';
import { bitsOf } from '../bits.ts';
import type { Context } from '../context.ts';
import { shapeOf } from '../shapes.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';

/** The word of a kind, and the id behind it. */
interface Pair {
  readonly kind: { readonly value: string; readonly start: number; readonly end: number };
  readonly id: Bit;
}

const ENDS = /^(?:type|kind|id|identifier|key|number)$/u;

/** Both belong to one thing: `crate_type` and `crate_id`. */
function stemmed({ nameWords, path }: Leaf): string {
  return [...path.slice(0, -1), ...nameWords.filter((word) => !ENDS.test(word))].join(' ');
}

function kindsOf({ leaves }: Context): Leaf[] {
  return leaves.filter(
    ({ type, enumValues, nameWords }) =>
      type === 'string' && enumValues.length > 1 && /^(?:type|kind)$/u.test(nameWords.at(-1) ?? ''),
  );
}

function idsOf({ leaves }: Context, kind: Leaf): Leaf | undefined {
  return leaves.find(
    (one) =>
      one.type === 'string' &&
      one.enumValues.length === 0 &&
      /^(?:id|identifier|key|number)$/u.test(one.nameWords.at(-1) ?? '') &&
      stemmed(one) === stemmed(kind),
  );
}

/** All that the text says of such pairs, in order. */
function pairsIn(source: Source, kind: Leaf, id: Leaf): Pair[] {
  const shape = shapeOf(id.schema);
  const bits = bitsOf(source);
  return bits.flatMap((bit, at): Pair[] => {
    const before = bits[at - 1];
    const text = bit.text.replace(/^#/u, '');
    if (before === undefined || !/\d/u.test(text) || shape?.matches(text) === false) return [];
    if (!/^\s+$/u.test(source.text.slice(before.end, bit.start)) || /^[.,]\d|^%/u.test(source.text.slice(bit.end)))
      return [];
    const value = kind.enumValues.find(
      (one): one is string =>
        typeof one === 'string' && stemOf(before.text.toLowerCase()) === stemOf(splitIdentifier(one).join(' ')),
    );
    const start = bit.end - text.length;
    return value === undefined
      ? []
      : [{ kind: { value, start: before.start, end: before.end }, id: { ...bit, text, start } }];
  });
}

function matchRecord(leaf: Leaf, _at: number, context: Context): Reading[] {
  const kinds = kindsOf(context);
  const [first, second, ...more] = kinds;
  const own = kinds.find((kind) => kind === leaf || idsOf(context, kind) === leaf);
  const id = own === undefined ? undefined : idsOf(context, own);
  if (first === undefined || more.length > 0 || own === undefined || id === undefined) return [];
  if (second !== undefined && (sideOf(first) === sideOf(second) || groupOf(first) !== groupOf(second))) return [];
  return context.sources.flatMap((source): Reading[] => {
    const pairs = pairsIn(source, own, id);
    const [one, other] = pairs;
    if (one === undefined || pairs.length > kinds.length) return [];
    // "Couple cask 4417 to a vat": the other one is still to be said.
    const isOpen = pairs.length < kinds.length;
    if (isOpen && (sideOf(own) !== 'from' || !opensOther(source.text.slice(one.id.end), own))) return [];
    if (other !== undefined && !BROUGHT.test(source.text.slice(one.id.end, other.kind.start))) return [];
    const pair = other === undefined || sideOf(own) === 'from' ? one : other;
    return leaf === own
      ? [{ value: pair.kind.value, places: [{ source, start: pair.kind.start, end: pair.kind.end }] }]
      : [{ value: pair.id.text, by: 'pattern', places: [{ source, start: pair.id.start, end: pair.id.end }] }];
  });
}

/** Behind the first one stands what it is brought to, without an id. */
function opensOther(rest: string, { enumValues }: Leaf): boolean {
  const [, noun = ''] = /^ (?:to|with|into) (?:an?|the|another|some) (\p{L}+)/iu.exec(rest) ?? [];
  return enumValues.some(
    (value) => typeof value === 'string' && stemOf(value.toLowerCase()) === stemOf(noun.toLowerCase()),
  );
}

/** What stands between the two: "to", "with", "and". */
const BROUGHT = /^ (?:to|with|and|into) (?:the )?$/iu;

export const RECORD_RULES: readonly TextRule[] = [
  {
    name: 'id-of-kind',
    reads: 'an id right behind the word of its kind, for a tool that takes a kind and an id, or two of both',
    matches: matchRecord,
    types: ['string'],
    strength: 3,
    firm: true,
    why: 'A listed kind before the digits says what they number, and so for which parameter they are.',
    takes: {
      item_id: { type: 'string', pattern: '^[0-9]{1,12}$' },
      item_type: { type: 'string', enum: ['crates', 'casks'] },
    },
    needs: ['item_type', 'item_id'],
    case: ['Scrap cask 4417', '4417'],
    counterCase: 'Scrap 4417 casks',
  },
];
