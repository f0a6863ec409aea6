// Positions: what somebody does and for whom, said behind the name.
// In: a leaf and the context. Out: readings. Why: "Ann Mill, Head of Sales at Brix" holds no label: where "at" joins two names behind a
// comma, the first is a position and the second a company.

import { functionClassOf } from '../../text/function-words.ts';
import { readWords } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Place } from '../candidate.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import type { Reading, TextRule } from './rule.ts';

type Part = 'position' | 'company';

function partOf({ type, enumValues, nameWords }: Leaf): Part | null {
  if (type !== 'string' || enumValues.length > 0) return null;
  const name = nameWords.join(' ');
  if (/^(?:job title|job role|title|position|role|occupation|job|designation)$/u.test(name)) return 'position';
  return /^(?:company|company name|organi[sz]ation|employer|account name)$/u.test(name) ? 'company' : null;
}

/** Behind a comma, "as" or "is": words with their capitals or "the" before them, "at", and a name in capitals up to a comma or the end. */
const AT_COMPANY =
  /(?<=,\s|\b(?:as|is)\s(?:an?\s|the\s)?)(?<position>(?!at\b)\p{L}[\p{L}&/-]*(?: (?!at\b)[\p{L}&/-]+){0,4}) at (?<company>\p{Lu}[\p{L}\p{N}&'’.-]*(?: (?:\p{Lu}|&)[\p{L}\p{N}&'’.-]*){0,3})(?=\s*(?:$|[,;]|\.(?:\s|$)))/gu;

/** In small letters only what people do for a living. */
const OCCUPATION =
  /^(?:(?:head|chief|vice president|director) of \p{L}|.*\b(?:manager|director|engineer|developer|designer|officer|analyst|accountant|assistant|consultant|architect|buyer|lawyer|nurse|teacher|founder|president|ceo|cto|cfo|coo|vp)$)/iu;
const JOINT = /^(?:of|for|and|the)$/u;

function matchPosition(leaf: Leaf, _at: number, { leaves, sources }: Context): Reading[] {
  const part = partOf(leaf);
  // Both are asked for, or "at" may lead to a place.
  if (part === null || new Set(leaves.map(partOf)).size < 3) return [];
  return sources.flatMap((source): Reading[] => {
    const [only, ...more] = matchesIn(source, AT_COMPANY);
    if (only === undefined || more.length > 0) return [];
    const { position = '', company = '' } = only.groups ?? {};
    if (!readWords(position).every(({ surface }) => functionClassOf(surface).kind === 'open' || JOINT.test(surface)))
      return [];
    if (!/^\p{Lu}/u.test(position) && !OCCUPATION.test(position)) return [];
    const said = part === 'position' ? position : company.replace(/\.$/u, '');
    const start = part === 'position' ? only.index : only.index + position.length + ' at '.length;
    const place: Place = { source, start, end: start + said.length };
    return [{ value: said, places: [place] }];
  });
}

export const POSITIONS: readonly TextRule[] = [
  {
    name: 'position-at-company',
    reads: 'words and a name joined by "at" behind a comma, for what somebody does and for whom',
    matches: matchPosition,
    types: ['string'],
    listed: false,
    strength: 2.6,
    firm: true,
    why: 'Where both are asked for, what stands before "at" is the position and what stands behind it the company.',
    takes: { job_title: { type: 'string' }, company: { type: 'string' }, name: { type: 'string' } },
    needs: ['name'],
    tool: ['create_contact', 'Create a contact.'],
    case: ['Create a contact Ann Mill, Head of Sales at Brix', 'Head of Sales'],
    counterCase: 'Create a contact Ann Mill, she is at Brix',
  },
];
