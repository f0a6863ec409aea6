// Shaped: codes that are written as the example in a parameter's description.
// In: a leaf and the context. Out: readings. Why: "e.g. KR-204" says how a code of the parameter looks, as a pattern would, and a word
// of that form is hardly anything else. Where another parameter shows the same form, the words before the code must say which is meant.

import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import { bitsOf } from '../bits.ts';
import type { Context } from '../context.ts';
import { CUE_FIRM, cueFor, sideScore } from '../cues.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';

/** One word behind "e.g.", "such as" or "like". */
const EXAMPLE =
  /\b(?:e\.g\.,?|eg\.?|ex\.?:|such as|like|for example,?|example:?)\s+["'“‘`]?([\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*)(?![\p{L}\p{N}])/iu;

type FormOf = (leaf: Leaf) => RegExp | null;

/** What a code must look like; null where the description shows none. */
const shownForm: FormOf = perLeaf((leaf) => {
  const isFree = leaf.type === 'string' && leaf.enumValues.length === 0 && leaf.format === null;
  const example = isFree && !leaf.schema.has('pattern') ? EXAMPLE.exec(leaf.description)?.[1] : undefined;
  return example === undefined ? null : formLike(example);
});

/**
 * Capitals and digits in runs as long as those of the example; behind small letters and a sign ("inv_118") letters and digits as there.
 * A code of capitals alone has runs of any length, for colours and sizes are written so.
 */
function formLike(example: string): RegExp | null {
  const [, opening, rest] = /^(\p{Ll}{2,}[-_])([\p{Ll}\p{N}]+)$/u.exec(example) ?? [];
  if (opening !== undefined && rest !== undefined)
    return /\p{N}/u.test(rest) ? new RegExp(`^${opening}(?=\\p{Ll}*\\p{N})[\\p{Ll}\\p{N}]{2,32}$`, 'u') : null;
  if (/\p{Ll}/u.test(example) || !/\p{Lu}/u.test(example)) return null;
  const hasDigits = /\p{N}/u.test(example);
  if (!hasDigits && !/-.*-/u.test(example)) return null;
  const form = example.replace(/\p{Lu}+|\p{N}+/gu, (run) => {
    if (/\p{N}/u.test(run)) return `\\p{N}{${run.length}}`;
    return hasDigits ? `\\p{Lu}{${run.length}}` : '\\p{Lu}{1,6}';
  });
  return new RegExp(`^${form}$`, 'u');
}

/** Words in the form that the parameter takes. Where another one takes such words, those before must say which is meant. */
function readForm(formOf: FormOf, leaf: Leaf, at: number, context: Context, source: Source): Reading[] {
  const form = formOf(leaf);
  if (form === null) return [];
  return bitsOf(source)
    .filter(({ text }) => form.test(text))
    .map((bit): Reading => {
      const cue = cueFor(leaf, at, bit, context) + sideScore(leaf, bit, context);
      const isShared = context.leaves.some((one) => one !== leaf && formOf(one)?.test(bit.text) === true);
      return { value: bit.text, places: [bit], more: cue, guess: isShared && cue < CUE_FIRM };
    });
}

function matchShaped(leaf: Leaf, at: number, context: Context): Reading[] {
  // Who writes all in capitals writes no codes by them.
  return context.sources
    .filter(({ text }) => /\p{Ll}/u.test(text))
    .flatMap((source) => readForm(shownForm, leaf, at, context, source))
    .map((reading) => ({ ...reading, by: 'pattern' }));
}

/** "#harvest-2027": what is written so is a channel, where the tool takes one. */
function matchChannel(leaf: Leaf, at: number, context: Context): Reading[] {
  return context.sources.flatMap((source) => readForm(channelForm, leaf, at, context, source));
}

const channelForm: FormOf = ({ nameWords }) => (nameWords.includes('channel') ? CHANNEL : null);
const CHANNEL = /^#\p{L}[\p{L}\p{N}_-]{0,63}$/u;

export const SHAPED: readonly TextRule[] = [
  {
    name: 'channel-sign',
    reads: 'a word behind "#", for a parameter called channel',
    matches: matchChannel,
    types: ['string'],
    listed: false,
    strength: 2.2,
    firm: true,
    why: 'Chats write their channels so.',
    takes: { channel: { type: 'string', description: 'The channel to close' } },
    case: ['Close #harvest-2027', '#harvest-2027'],
    counterCase: 'Close # 27',
  },
  {
    name: 'shaped-as-example',
    reads: 'a code in the form of the one that the description shows',
    matches: matchShaped,
    types: ['string'],
    listed: false,
    strength: 2.2,
    firm: true,
    why: 'The example says how such a code is written, and no word is written so.',
    takes: { crate: { type: 'string', description: 'The crate to empty, e.g. KR-204' } },
    case: ['Empty BD-117', 'BD-117'],
    counterCase: 'Empty BDX-117',
  },
];
