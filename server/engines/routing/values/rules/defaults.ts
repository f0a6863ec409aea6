// Defaults: "the default port", for a parameter whose schema states what it is when nobody says it.
// In: a leaf and the context. Out: readings. Why: who says so has said the value, and the schema knows which one it is.

import type { Leaf } from '../../tools/tools.ts';
import type { Bit } from '../bits.ts';
import { bitsOf } from '../bits.ts';
import type { Context } from '../context.ts';
import { maySay } from '../matches.ts';
import type { Reading, TextRule } from './rule.ts';

const SAID: readonly string[] = ['default'];
const USED = /^(?:with|on|using|use|at|in|and|keep|via)$/u;
/** "The default port is 5432", "the default port to 8080": said of it, or set, and no value for this call. */
const SAID_OF = /^(?:to|is|was|of|from|for)$/u;

function matchDefault(leaf: Leaf, _at: number, { sources, leaves }: Context): Reading[] {
  const value = leaf.schema.get('default');
  if (value === undefined || value === null || !sources.some((source) => maySay(source, SAID))) return [];
  // A parameter for defaults is set by its own rules.
  if (leaves.some(({ nameWords }) => nameWords.includes('default'))) return [];
  const name = nameOf(leaf, leaves);
  return sources.flatMap((source) => {
    const bits = bitsOf(source);
    return bits.flatMap((bit, at): Reading[] => {
      const named = bits.slice(at + 1, at + 1 + name.length);
      if (bit.lower !== 'default' || !name.every((stem, place) => named[place]?.stem === stem)) return [];
      const last = named.at(-1);
      return last === undefined || !isUsed(bits, at) || isSaidOf(last, bits)
        ? []
        : [{ value, by: 'default', places: [{ source, start: bit.start, end: last.end }] }];
    });
  });
}

/** The last word of the name where it is nobody else's, and all of them otherwise. */
function nameOf(leaf: Leaf, leaves: readonly Leaf[]): readonly string[] {
  const head = leaf.nameStems.at(-1);
  const isOthers = leaves.some((one) => one !== leaf && one.nameStems.at(-1) === head);
  return isOthers ? leaf.nameStems : leaf.nameStems.slice(-1);
}

/** Behind a mark or a preposition: "what is the default port?" asks, and "change the default port" orders. */
function isUsed(bits: readonly Bit[], at: number): boolean {
  const first = /^(?:the|its|their)$/u.test(bits[at - 1]?.lower ?? '') ? at - 1 : at;
  const [bit, before] = [bits[first], bits[first - 1]];
  if (bit === undefined || before === undefined) return false;
  return USED.test(before.lower) || /[,;(]/u.test(bit.source.text.slice(before.end, bit.start));
}

function isSaidOf(last: Bit, bits: readonly Bit[]): boolean {
  const next = bits[last.at + 1];
  return next !== undefined && (SAID_OF.test(next.lower) || /[=:]/u.test(last.source.text.slice(last.end, next.start)));
}

export const DEFAULTS: readonly TextRule[] = [
  {
    name: 'default-said',
    reads: '"with the default" and the parameter’s name, where its schema has a default',
    matches: matchDefault,
    strength: 2.5,
    firm: true,
    why: 'The schema says which value that is.',
    takes: { margin: { type: 'integer', default: 12 } },
    needs: [],
    case: ['Print the sheet with the default margin', 12],
    counterCase: 'Change the default margin to 20',
  },
];
