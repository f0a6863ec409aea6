// Persons: the parts of a person's name, and how somebody is reached.
// In: a leaf and the context. Out: readings. Why: people say "Elif Yildiz" where a schema wants two names, and write a telephone number
// in groups where it wants one run of digits.

import { allMatches } from '../../text/all-matches.ts';
import { readQuoted } from '../../text/scope.ts';
import { baseOf } from '../../text/verbs.ts';
import { splitIdentifier, stemOf } from '../../text/words.ts';
import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import { sideScore } from '../cues.ts';
import { matchesIn } from '../matches.ts';
import { shapeOf } from '../shapes.ts';
import { HONORIFIC } from '../spans/names.ts';
import type { Span } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';

type Part = 'given' | 'family';

/** Which part of a name a parameter takes; null for any other. */
function partOf(leaf: Leaf): Part | null {
  if (leaf.type !== 'string' || leaf.enumValues.length > 0) return null;
  // `name: { given, family }` says of what.
  const holder = String(leaf.path.at(-2) ?? '').toLowerCase();
  const name = `${leaf.nameWords.join(' ')}${/name$/u.test(holder) && leaf.nameWords.length === 1 ? ' name' : ''}`;
  if (/^(?:\p{L}+ )?(?:(?:first|given|fore) ?name|firstname|forename)$/u.test(name)) return 'given';
  return /^(?:\p{L}+ )?(?:(?:last|family|sur) ?name|lastname|surname)$/u.test(name) ? 'family' : null;
}

/** Small words that open a family name. Written for this project from the names of Dutch, German, French, Spanish, Portuguese, Italian and Arabic. */
const PARTICLES = new Set(
  'de da di do dos das del della der den van von vom zu zum la le du al el bin ibn ben ter ten af av'.split(' '),
);

/** Whether a tool asks for the name of a person in two parts. */
function asksForParts({ leaves }: Context, part: Part): boolean {
  return leaves.some((leaf) => partOf(leaf) !== null && partOf(leaf) !== part);
}

interface Parted {
  readonly start: number;
  readonly end: number;
  readonly isClear: boolean;
}

/** The place of one part of a whole name. Two words are one each; a particle opens the family name; three words are anybody's guess. */
function partIn(span: Span, part: Part): Parted | null {
  const text = span.source.text.slice(span.start, span.end);
  const skip = HONORIFIC.exec(text)?.[0].length ?? 0;
  const words = allMatches(text.slice(skip), /[^\s]+/gu).map((match) => ({
    text: match[0],
    start: span.start + skip + match.index,
    end: span.start + skip + match.index + match[0].length,
  }));
  if (words.length < 2 || words.length > WORDS_MAX || /[,\d]/u.test(text)) return null;
  const particle = words.findIndex(({ text: word }, at) => at > 0 && PARTICLES.has(word.toLowerCase()));
  const split = particle > 0 ? particle : words.length - 1;
  const [first, last] = part === 'given' ? [words[0], words[split - 1]] : [words[split], words.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { start: first.start, end: last.end, isClear: words.length === 2 || particle === 1 };
}

const WORDS_MAX = 5;

function matchPart(leaf: Leaf, _at: number, context: Context): Reading[] {
  const part = partOf(leaf);
  if (part === null || !asksForParts(context, part)) return [];
  const whole = context.spans.filter((span) => span.kind === 'name' && span.detail.address !== true);
  return whole.flatMap((span): Reading[] => {
    const found = partIn(span, part);
    return found === null
      ? []
      : [
          {
            value: span.source.text.slice(found.start, found.end),
            places: [{ source: span.source, start: found.start, end: found.end }],
            more: sideScore(leaf, span, context),
            guess: !found.isClear || isOfTool(span, context),
          },
        ];
  });
}

/** "Marketing Team" of invite_to_team is no person. */
function isOfTool(span: Span, { known }: Context): boolean {
  return splitIdentifier(span.source.text.slice(span.start, span.end)).some((word) => known.has(word));
}

/** A telephone number in the form the schema declares: as it is typed, or its digits alone. */
function matchPhone(leaf: Leaf, at: number, context: Context): Reading[] {
  if (context.wants[at] !== 'phone' || leaf.type !== 'string' || leaf.enumValues.length > 0) return [];
  const shape = shapeOf(leaf.schema);
  return context.spans.flatMap((span): Reading[] => {
    if (span.detail.phone !== true) return [];
    const text = span.source.text.slice(span.start, span.end);
    const compact = text.replace(/[ ()./-]/gu, '');
    const value = shape === null || shape.matches(text) || !shape.matches(compact) ? text : compact;
    return [{ value, by: value === text ? 'exact' : 'phone', places: [span] }];
  });
}

/** "Assigned to me", "owned by me": where the description quotes `me` for who asks, and the words before say the parameter. */
function matchMyself(leaf: Leaf, _at: number, context: Context): Reading[] {
  const value = leaf.type === 'string' ? ownNameIn(leaf) : undefined;
  if (value === undefined) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, OF_MINE).flatMap((match): Reading[] => {
      const [whole, verb = ''] = match;
      const says = leaf.nameStems.some((stem) => stem.startsWith(stemOf(baseOf(verb.toLowerCase()))));
      const end = match.index + whole.length;
      return says ? [{ value, places: [{ source, start: end - 'me'.length, end }] }] : [];
    }),
  );
}

const ownNameIn: (leaf: Leaf) => string | undefined = perLeaf(({ description }) =>
  readQuoted(description)
    .map(({ start, end }) => description.slice(start, end))
    .find((one) => /^@?me$/u.test(one)),
);

const OF_MINE = /\b(\p{L}{3,}) (?:(?:it|this|that|them) )?(?:to|by) me(?![\p{L}\p{N}])/giu;

/** "First name Ines, last name Brandt": each part beside its own label. */
function matchLabelledPart(leaf: Leaf, _at: number, context: Context): Reading[] {
  const part = partOf(leaf);
  if (part === null) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, LABELLED_PART).flatMap((match): Reading[] => {
      const [whole, label = '', value = ''] = match;
      const end = match.index + whole.length;
      return (/^(?:first|given|fore)/iu.test(label) ? 'given' : 'family') === part
        ? [{ value, by: 'label', places: [{ source, start: end - value.length, end }] }]
        : [];
    }),
  );
}

const LABELLED_PART =
  /\b(first|given|fore|last|family|sur) ?name(?: is|:)? (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)(?=\s*(?:$|[,;.!?\n]|and\b))/giu;

export const PERSONS: readonly TextRule[] = [
  {
    name: 'name-part',
    reads: 'the given or the family name of a person who is named whole',
    matches: matchPart,
    types: ['string'],
    listed: false,
    strength: 2.2,
    firm: true,
    why: 'Of a name of two words, or with a particle, English puts the given name first.',
    takes: { first_name: { type: 'string' }, last_name: { type: 'string' } },
    needs: ['first_name', 'last_name'],
    case: ['Add the tenant Ines van Dahl', 'Ines'],
    counterCase: 'Add the tenant Ana Maria Lopez',
  },
  {
    name: 'labelled-name-part',
    reads: 'a name in capitals behind "first name" or "last name"',
    matches: matchLabelledPart,
    types: ['string'],
    listed: false,
    strength: 3.4,
    firm: true,
    why: 'The label says which part of a name follows.',
    takes: { first_name: { type: 'string' }, last_name: { type: 'string' } },
    needs: ['first_name', 'last_name'],
    case: ['Add a tenant, first name Ines, last name Brandt', 'Ines'],
    counterCase: 'Add a tenant, last name Brandt, and ask for the rest',
  },
  {
    name: 'phone',
    reads: 'a telephone number, for a parameter that takes one',
    matches: matchPhone,
    types: ['string'],
    listed: false,
    strength: 2.6,
    firm: true,
    why: 'Groups of digits are only a way to read a number aloud.',
    takes: { phone: { type: 'string', pattern: '^\\+[0-9]{8,15}$' } },
    case: ['Call the plumber at +47 220 45 017', '+4722045017'],
    counterCase: 'Call the plumber about flat 4 and 12 taps',
  },
  {
    name: 'myself',
    reads: '"me" behind the parameter’s own verb, where the description quotes it',
    matches: matchMyself,
    types: ['string'],
    strength: 2.5,
    firm: true,
    why: 'The description says which word stands for who asks, and the verb before it says for what.',
    takes: { keeper: { type: 'string', description: 'Name of who keeps it, or `me` for whoever asks' } },
    case: ['Count the shelves that are kept by me', 'me'],
    counterCase: 'Count the shelves that were sent to me',
  },
];
