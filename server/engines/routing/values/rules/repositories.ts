// Repositories: places for code, the numbers of what is filed there, and branches.
// In: a leaf and the context. Out: readings. Why: "brewery/labels#31" names an owner, what it owns and a number in one word, and every
// forge writes it so; of two branches the one is pulled from and the other into.

import { JsonNumber } from '../../../../../grammar/json.ts';
import { isStopWord } from '../../text/words.ts';
import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import { branchSide } from '../../tools/wants.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';

const OWNERS = /^(?:owner|org|organization|organisation)$/u;
const REPOSITORIES = /^(?:repo|repository)(?: name)?$/u;
const PART = '[\\p{L}\\p{N}_.-]{0,99}[\\p{L}\\p{N}_-]';
const JOINED = new RegExp(
  `(?<![\\p{L}\\p{N}_.:/@-])[\\p{L}\\p{N}_-][\\p{L}\\p{N}_.-]{0,99}\\/${PART}(?![\\p{L}\\p{N}_/@-])`,
  'gu',
);

/** One half of a place for code, where a tool asks for both: neither holds a blank. */
export function isRepository(leaf: Leaf, leaves: readonly Leaf[]): boolean {
  const half = halfOf(leaf);
  return half !== null && leaves.some((one) => halfOf(one) === 1 - half);
}

const halfOf: (leaf: Leaf) => 0 | 1 | null = perLeaf(({ nameWords }) => {
  const name = nameWords.join(' ');
  return OWNERS.test(name) ? 0 : REPOSITORIES.test(name) ? 1 : null;
});

/** "brewery/labels" for a parameter that is described as "owner/name", or for two that are called owner and repo. */
function matchJoined(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type !== 'string' || leaf.enumValues.length > 0) return [];
  const isWhole =
    /\b(?:owner|org|organization|organisation|user|namespace|group)\/(?:repo|name|repository|project)/iu.test(
      leaf.description,
    );
  const half = isRepository(leaf, context.leaves) ? halfOf(leaf) : null;
  if (!isWhole && half === null) return [];
  return context.sources.flatMap((source) => {
    const found = matchesIn(source, JOINED).filter(
      ([joined]) => !joined.split('/').some((part) => isStopWord(part.toLowerCase())),
    );
    // "In brewery/labels from topic/foam": a branch may be written so, too, and a word before it says that it is one.
    const repositories = found.filter(({ index }) => !BRANCHED.test(leadOf(source, index)));
    return (repositories.length > 0 ? repositories : found).map(({ 0: joined, index }): Reading => {
      const [owner = '', repository = ''] = joined.split('/');
      const start = index + (isWhole || half === 0 ? 0 : owner.length + 1);
      const value = isWhole ? joined : half === 0 ? owner : repository;
      return { value, places: [{ source, start, end: start + value.length }] };
    });
  });
}

const BRANCHED = /\b(?:branch|head|base|tag|from|into|onto)\s+(?:the\s+)?(?:branch\s+)?$/iu;

function leadOf({ text }: Source, start: number): string {
  return text.slice(Math.max(0, start - 32), start);
}

/** A parameter that takes the number of what the tool is about. */
function takesNumber({ type, nameWords, enumValues }: Leaf): boolean {
  return (
    (type === 'integer' || type === 'number') &&
    enumValues.length === 0 &&
    /^(?:number|no|iid)$/u.test(nameWords.at(-1) ?? '')
  );
}

/** "labels#31", "#31": what is filed under a number is written so. */
function matchNumbered(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (
    !takesNumber(leaf) ||
    !leaf.required ||
    context.leaves.filter((one) => takesNumber(one) && one.required).length > 1
  )
    return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, NUMBERED).map(
      ({ 0: digits, index }): Reading => ({
        value: new JsonNumber(String(Number(digits))),
        places: [{ source, start: index, end: index + digits.length }],
      }),
    ),
  );
}

const NUMBERED = /(?<=(?:^|[\s([,]|\/[\p{L}\p{N}_.-]{0,99}[\p{L}\p{N}_-])#)\d{1,9}(?![\p{L}\p{N}_-]|[.,]\d)/gu;

/** "From topic/foam into main", "base main": where a tool takes both branches. */
function matchBranch(leaf: Leaf, _at: number, context: Context): Reading[] {
  const side = branchSide(leaf);
  if (side === null || !context.leaves.some((one) => branchSide(one) !== null && branchSide(one) !== side)) return [];
  const name = leaf.nameWords.find((word) => word !== 'branch' && word !== 'name') ?? '';
  const leads = side === 'from' ? 'from' : 'into|onto';
  const pattern = new RegExp(
    `\\b(?:(?:${leads})(?: the)?(?: branch)?|(?:the )?${name}(?: branch)?(?: is|:)?) (?=[\\p{L}\\p{N}])([\\p{L}\\p{N}_./-]*[\\p{L}\\p{N}_])(?! branch)(?=$|[\\s,;:!?.)])`,
    'giu',
  );
  return context.sources.flatMap((source) =>
    [...source.text.matchAll(pattern)].flatMap(({ 0: whole, 1: value = '', index }): Reading[] => {
      const start = index + whole.length - value.length;
      return isStopWord(value.toLowerCase()) || context.known.has(value.toLowerCase())
        ? []
        : [{ value, places: [{ source, start, end: start + value.length }] }];
    }),
  );
}

export const REPOSITORY_RULES: readonly TextRule[] = [
  {
    name: 'owner-and-name',
    reads: 'two names joined by a slash, whole or in halves',
    matches: matchJoined,
    types: ['string'],
    listed: false,
    strength: 3,
    firm: true,
    why: 'Places for code are named so, and the description or the two parameters say it.',
    takes: { owner: { type: 'string' }, repo: { type: 'string' } },
    needs: ['owner', 'repo'],
    case: ['Archive brewery/labels', 'brewery'],
    counterCase: 'Archive it and/or hide it',
  },
  {
    name: 'number-behind-sign',
    reads: 'digits behind "#", alone or right behind a place for code',
    matches: matchNumbered,
    types: ['integer', 'number'],
    listed: false,
    strength: 3,
    firm: true,
    why: 'The sign says that the digits number something, and one parameter takes such a number.',
    takes: { ticket_number: { type: 'integer' } },
    case: ['Hide brewery/labels#31', 31],
    counterCase: 'Hide B#31 and C-#31x',
  },
  {
    name: 'branch-side',
    reads: 'one word behind "from" or "into", or behind the parameter’s name, for a tool that takes two branches',
    matches: matchBranch,
    types: ['string'],
    listed: false,
    strength: 2.4,
    firm: true,
    why: 'Changes are pulled from one branch into another; the preposition says which side it is.',
    takes: {
      head: { type: 'string', description: 'Branch with the changes' },
      base: { type: 'string', description: 'Branch they go to' },
    },
    needs: ['head', 'base'],
    case: ['Propose topic/foam, from topic/foam into main', 'topic/foam'],
    counterCase: 'Propose topic/foam to the brewer',
  },
];
