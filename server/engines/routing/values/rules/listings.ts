// Listings: what narrows a list: whose, with which labels, in every state, of which version.
// In: a leaf and the context. Out: readings. Why: lists are asked for in a few frames ("assigned to ann", "labels mint and tea",
// "open and closed") that say whose parameter follows, though no article and no capital marks it.

import { functionClassOf } from '../../text/function-words.ts';
import { isActVerb, isLookingVerb } from '../../text/verbs.ts';
import { isStopWord, splitIdentifier, stemOf } from '../../text/words.ts';
import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Bit } from '../bits.ts';
import { bitsOf } from '../bits.ts';
import type { Place } from '../candidate.ts';
import type { Context } from '../context.ts';
import { wordsIn } from '../context.ts';
import { matchesIn } from '../matches.ts';
import type { Reading, TextRule } from './rule.ts';

const isFree = ({ type, itemType, enumValues, format }: Leaf): boolean =>
  (type === 'string' || (type === 'array' && itemType === 'string')) && enumValues.length === 0 && format === null;

const ASSIGNED =
  /\b(?:assigned|(?:re)?assign (?:it|this|that|them|both|(?:(?:the|this) )?(?:\p{L}+ )?#?\S*\d\S*)) to @?(?=[\p{L}\p{N}])/giu;

/** "Assigned to ann", "assign it to ann and bob", "assign K-7 to ann": one word each. */
function matchAssigned(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!isFree(leaf) || !leaf.nameWords.some((word) => /^assign(?:ee|ees|ed)$/u.test(word))) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, ASSIGNED).flatMap(({ 0: lead, index }): Reading[] => {
      const run = runFrom(bitsOf(source), index + lead.length);
      if (run.length === 0 || (leaf.type === 'string' && run.length > 1) || !run.every(isHandle)) return [];
      const values = run.map(({ text }) => text);
      return [{ value: leaf.type === 'array' ? values : (values[0] ?? null), places: run }];
    }),
  );
}

/** "Add hmill and ann.lee to #orchard", "with hmill and olee": names of users, one word each. */
const PEOPLE = /\b(?:add|invite|remove|kick|with)\s+@?(?=[\p{L}\p{N}])/giu;

function matchPeople(leaf: Leaf, _at: number, context: Context): Reading[] {
  const takesUsers = (one: Leaf): boolean =>
    one.type === 'array' &&
    one.itemType === 'string' &&
    one.enumValues.length === 0 &&
    USERS.test(`${one.nameWords.join(' ')} ${one.description}`);
  if (!takesUsers(leaf) || context.leaves.filter(takesUsers).length > 1) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, PEOPLE).flatMap(({ 0: lead, index }): Reading[] => {
      const run = runFrom(bitsOf(source), index + lead.length);
      const last = run.at(-1);
      // Plain words may be things: two of them, or one that is no word of a language, before where they are added.
      const isTold =
        last !== undefined &&
        /^\s*(?:$|[.,;!?]|(?:to|from|in|on|at|as|for)\b)/u.test(source.text.slice(last.end, last.end + 8));
      const isClear = run.some(({ text }) => /[\d._]/u.test(text)) || run.length > 1;
      return isTold && isClear && run.every(isHandle) && run.every(({ text }) => /^[\p{Ll}\d]/u.test(text))
        ? [{ value: run.map(({ text }) => text), places: run }]
        : [];
    }),
  );
}

const USERS = /\b(?:user ?names?|logins?|user handles?)\b/iu;

/** A word that nobody says for somebody else ("me", "nobody", "the team"), or for what is to be done ("to review"). */
function isHandle({ text }: Bit): boolean {
  return (
    functionClassOf(text.toLowerCase()).kind === 'open' &&
    !isStopWord(text.toLowerCase()) &&
    !isActVerb(text.toLowerCase()) &&
    !isLookingVerb(text.toLowerCase()) &&
    !/^(?:backlog|queue|team|group|sprint|board|trash|archive|done|todo)$/iu.test(text) &&
    /^[\p{L}\p{N}._-]+$/u.test(text)
  );
}

/** Words from a place on that are joined by commas and "and", each alone, up to the end of the clause or a small word. */
function runFrom(bits: readonly Bit[], start: number): Bit[] {
  const run: Bit[] = [];
  for (let at = bits.findIndex((bit) => bit.start === start); at >= 0 && at < bits.length; at += 1) {
    const bit = bits[at] as Bit;
    const { text } = bit.source;
    const before = run.at(-1);
    if (bit.text === 'and' || bit.text === '&') continue;
    if (!isHandle(bit)) break;
    if (before !== undefined && !/^(?:,? and |, | & )$/u.test(text.slice(before.end, bit.start))) break;
    run.push(bit);
  }
  const last = run.at(-1);
  if (last === undefined) return [];
  const behind = /^ (\p{L}+)/u.exec(last.source.text.slice(last.end, last.end + 24))?.[1];
  return behind === undefined || functionClassOf(behind.toLowerCase()).kind !== 'open' ? run : [];
}

const takesCommas: (leaf: Leaf) => boolean = perLeaf(({ description }) => /\bcomma[- ]separated\b/iu.test(description));

/** "Labels mint and tea" for a string that takes them with commas between. */
function matchJoined(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type !== 'string' || !isFree(leaf) || !takesCommas(leaf)) return [];
  const glue = /\b(?:with|a) (?:blank|space)s?\b(?! around)/iu.test(leaf.description) ? ', ' : ',';
  return context.sources.flatMap((source) =>
    wordsIn(source, context)
      .filter(({ stem, surface }) => leaf.nameStems.includes(stem) && surface.length > 2)
      .flatMap(({ end }): Reading[] => {
        const joint = /^:? (?=[\p{L}\p{N}])/u.exec(source.text.slice(end, end + 3))?.[0];
        const run = joint === undefined ? [] : runFrom(bitsOf(source), end + joint.length);
        if (
          run.length === 0 ||
          !run.every(isHandle) ||
          run.some(({ text }) => context.toolStems.has(stemOf(text.toLowerCase())))
        )
          return [];
        return [
          { value: run.map(({ text }) => text).join(glue), by: run.length > 1 ? 'joined' : 'exact', places: run },
        ];
      }),
  );
}

/** "Open and closed", where these two and `all` are listed. */
function matchEvery(leaf: Leaf, _at: number, context: Context): Reading[] {
  const values = leaf.enumValues.filter((value) => typeof value === 'string');
  const all = values.find((value) => /^(?:all|any|both)$/iu.test(value));
  const [one, other, ...more] = values
    .filter((value) => value !== all)
    .map((value) => splitIdentifier(value).join(' '));
  if (leaf.type !== 'string' || all === undefined || one === undefined || other === undefined || more.length > 0)
    return [];
  return context.sources.flatMap((source) => {
    const words = wordsIn(source, context);
    return words.flatMap((first, at): Reading[] => {
      const [joint, last] = [words[at + 1], words[at + 2]];
      const isPair = [first.surface, last?.surface].includes(one) && [first.surface, last?.surface].includes(other);
      if (joint?.surface !== 'and' || last === undefined || !isPair) return [];
      const place: Place = { source, start: first.start, end: last.end };
      return [{ value: all, by: 'enum', places: [place] }];
    });
  });
}

/** "v2.4.0-beta.1" for a parameter that takes a tag or a version. */
function matchVersion(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type !== 'string' || !isFree(leaf) || leaf.schema.has('pattern')) return [];
  if (!leaf.nameWords.some((word) => word === 'tag' || word === 'version')) return [];
  return context.sources.flatMap((source) =>
    bitsOf(source)
      .filter(({ text }) =>
        /^(?:v\d+(?:\.\d+)*|\d+(?:\.\d+){2,3})(?:-[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*)?$/iu.test(text),
      )
      .map((bit): Reading => ({ value: bit.text, places: [bit] })),
  );
}

export const LISTINGS: readonly TextRule[] = [
  {
    name: 'people-added',
    reads: 'words joined by commas and "and" behind "add", "invite" or "with", for a list of names of users',
    matches: matchPeople,
    types: ['array'],
    listed: false,
    strength: 2.2,
    firm: true,
    why: 'Names of users are single words in small letters, and only one parameter takes them.',
    takes: { usernames: { type: 'array', items: { type: 'string' }, description: 'Usernames to add' } },
    tool: ['add_members', 'Add people to a crew.'],
    case: ['Add hmill and olee to the crew', ['hmill', 'olee']],
    counterCase: 'Add everybody to the crew',
  },
  {
    name: 'assigned-to',
    reads: 'one word, or several joined, behind "assigned to"',
    matches: matchAssigned,
    types: ['string', 'array'],
    listed: false,
    strength: 2.4,
    firm: true,
    why: 'English names who has a thing to do behind these words, and a login is one word.',
    takes: { assignee: { type: 'string' } },
    case: ['List the chores assigned to hmill', 'hmill'],
    counterCase: 'List the chores assigned to nobody yet',
  },
  {
    name: 'joined-by-commas',
    reads: 'words joined by commas and "and" behind the parameter’s name, for a string that takes them with commas',
    matches: matchJoined,
    types: ['string'],
    listed: false,
    strength: 2.4,
    firm: true,
    why: 'The description says how several are written in one string.',
    takes: { labels: { type: 'string', description: 'Comma-separated list of labels' } },
    case: ['Print those with the labels mint and tea', 'mint,tea'],
    counterCase: 'Print those with the labels that mint has',
  },
  {
    name: 'every-state',
    reads: 'both other values joined by "and", where a third listed value stands for all',
    matches: matchEvery,
    types: ['string'],
    listed: true,
    strength: 3,
    firm: true,
    why: 'Who names both wants all that there are.',
    takes: { state: { type: 'string', enum: ['ripe', 'green', 'all'] } },
    case: ['Print the plums, ripe and green', 'all'],
    counterCase: 'Print the plums, ripe or green',
  },
  {
    name: 'version',
    reads: 'numbers joined by points, or behind a v, for a parameter that takes a tag or a version',
    matches: matchVersion,
    types: ['string'],
    listed: false,
    strength: 3,
    firm: true,
    why: 'Versions are written so, and nothing else is where one is wanted.',
    takes: { tag: { type: 'string' } },
    case: ['Publish v2.4.0-beta.1', 'v2.4.0-beta.1'],
    counterCase: 'Publish 2.4 litres',
  },
];
