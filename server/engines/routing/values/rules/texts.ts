// Texts: titles, names and free texts that are announced: behind "called", behind a colon, behind "with the comment".
// In: a leaf and the context. Out: readings. Why: a free text has no form of its own; only what announces it says where it begins, and
// only the end of its clause, or a value of another parameter, where it ends.

import { memoize } from '../../../../../runtime/memo.ts';
import { allMatches } from '../../text/all-matches.ts';
import { endsInDoubt, lengthWithoutCourtesy } from '../../text/courtesy.ts';
import { isActVerb, verbClassOf } from '../../text/verbs.ts';
import { readWords, splitIdentifier, stemOf, weightOf } from '../../text/words.ts';
import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Want } from '../../tools/wants.ts';
import { branchSide, wantOf } from '../../tools/wants.ts';
import type { Context } from '../context.ts';
import { scopeOf } from '../context.ts';
import { matchesIn, maySay } from '../matches.ts';
import { shapeOf } from '../shapes.ts';
import type { Source } from '../spans/span.ts';
import { beginsOther, CLAUSE_LENGTH_MAX, endOfName, PREPOSITIONS } from './extents.ts';
import { endOfMessage, isSaidToUs } from './messages.ts';
import { isRepository } from './repositories.ts';
import type { Reading, TextRule } from './rule.ts';

/** Names of parameters that people call one for another. Written for this project. */
const KINDS: readonly (readonly string[])[] = [
  ['title', 'subject', 'topic', 'name', 'headline', 'summary', 'heading', 'label', 'nickname', 'alias'],
  ['comment', 'note', 'remark', 'annotation', 'memo'],
  ['message', 'text', 'body', 'content', 'reply', 'answer', 'caption', 'comment'],
  ['reason', 'cause', 'justification', 'explanation'],
  ['description', 'detail', 'body'],
  ['instruction', 'instructions', 'remarks', 'notes'],
  ['question', 'text'],
];
export const WORDS: ReadonlySet<string> = new Set(KINDS.flat());
export const TITLES: ReadonlySet<string> = new Set(KINDS[0]);
const MESSAGES = new Set(KINDS[2]);

/** Names of parameters that take a part of a person's name. */
const PARTS = new Set(['first', 'last', 'given', 'family', 'surname', 'forename', 'firstname', 'lastname']);

/** A string that takes free words. */
export function takesWords(leaf: Leaf, context: Context): boolean {
  return takesAlone(leaf) && !isRepository(leaf, context.leaves);
}

const takesAlone: (leaf: Leaf) => boolean = perLeaf(
  (leaf) =>
    leaf.type === 'string' &&
    leaf.enumValues.length === 0 &&
    leaf.format === null &&
    WORDY.has(wantOf(leaf)) &&
    !leaf.nameWords.some((word) => PARTS.has(word)) &&
    branchSide(leaf) === null &&
    shapeOf(leaf.schema)?.matches('Some words') !== false,
);

const WORDY: ReadonlySet<Want> = new Set<Want>(['text', 'title', 'other', 'person', 'kind', 'platform']);

/** It takes the name or the title of something. */
export const takesTitle: (leaf: Leaf) => boolean = perLeaf(
  ({ nameWords, description }) =>
    nameWords.some((word) => TITLES.has(word)) ||
    /^(?:the |an? |new |short |full |display |human |readable )*(?:name|title)s?\b/iu.test(description),
);

/** It takes what is written to somebody or about something. */
export const takesMessage: (leaf: Leaf) => boolean = perLeaf(
  ({ nameWords, description }) =>
    nameWords.some((word) => MESSAGES.has(word)) ||
    /\b(?:text|body|content|message)\b/iu.test(description.slice(0, 60)),
);

/** True for a parameter that is called after why something is done. */
export function takesReason({ nameWords }: Leaf): boolean {
  return nameWords.some((word) => REASONS.has(word));
}

const REASONS = new Set('reason cause justification explanation rationale'.split(' '));

function isSaid(leaf: Leaf, word: string): boolean {
  return (
    leaf.nameStems.includes(stemOf(word)) ||
    KINDS.some((kind) => kind.includes(word) && leaf.nameWords.some((own) => kind.includes(own)))
  );
}

const TYPED = new Set(['email', 'url', 'path', 'id', 'date', 'time', 'number', 'quoted']);

/** Where a text that begins at `start` ends: its sentence, or the comma before what another parameter takes. */
export function extentOf(source: Source, start: number, leaf: Leaf, context: Context): number {
  const { text } = source;
  const stop = /[.!?](?=\s|$|["'”’])|\n|;\s/u.exec(text.slice(start, start + LENGTH_MAX));
  const sentence = stop === null ? Math.min(text.length, start + LENGTH_MAX) : start + stop.index;
  const isMark = stop !== null && /[!?]/u.test(stop[0]);
  const typed = context.spans.filter(
    (span) => span.source === source && TYPED.has(span.kind) && isTakenElsewhere(span.kind, leaf, context),
  );
  for (const match of allMatches(text.slice(start, sentence), /,\s+|\s+(?=and\s)/gu)) {
    const from = start + match.index;
    const next = start + match.index + match[0].length;
    const part = text.slice(next, sentence);
    const [, first = ''] = /^(?:and |then |please |also )*(\p{L}[\p{L}'’]*)/iu.exec(part) ?? [];
    const word = first.toLowerCase();
    const isOther =
      isActVerb(word) ||
      (verbClassOf(word) !== undefined && /^and /u.test(part)) ||
      /^(?:don['’]?t|do)$/u.test(word) ||
      (/^(?:no|without)$/u.test(word) && switches(part, context)) ||
      context.leaves.some(
        (one) =>
          one !== leaf &&
          (one.nameStems.includes(stemOf(word)) ||
            one.enumValues.some((value) => typeof value === 'string' && value.toLowerCase() === word)),
      ) ||
      typed.some((span) => span.start >= next && span.start < next + TYPED_REACH);
    if (isOther) return from;
  }
  return isMark ? sentence + 1 : sentence;
}

/** Another parameter takes days, hours or numbers; where none does, they are of the text. */
function isTakenElsewhere(kind: string, leaf: Leaf, { leaves, wants }: Context): boolean {
  const takes = (...kinds: readonly string[]): boolean =>
    leaves.some((one, at) => one !== leaf && kinds.includes(wants[at] ?? 'other'));
  return kind === 'time' ? takes('time', 'datetime') : kind === 'date' ? takes('date', 'datetime', 'year') : true;
}

/** "No reminder", where a flag says so; "no lilies" is of the text. */
function switches(part: string, { leaves }: Context): boolean {
  const stems = readWords(part)
    .filter((word) => weightOf(word) === 1)
    .map(({ stem }) => stem);
  return leaves.some(
    ({ type, nameStems, descriptionStems }) =>
      type === 'boolean' && stems.some((stem) => nameStems.includes(stem) || descriptionStems.has(stem)),
  );
}

/** The longest text that a person announces in a request. */
const LENGTH_MAX = 400;
/** A value of another parameter stands so near behind its comma, in characters. */
const TYPED_REACH = 16;

/** A denial that begins before the announcement denies all of it; one inside the text is the text's. */
export function isDenied(source: Source, from: number, context: Context): boolean {
  const { negated, reported, quoted } = scopeOf(source, context);
  return [negated, reported, quoted].some((stretches) =>
    stretches.some(({ start, end }) => start < from && from < end),
  );
}

// ---- behind "called"

const CALLED =
  /\b(?:(called|named|titled|entitled|labell?ed)|(?:with|under|by|has|give it|using)\s+the\s+(name|title|subject|topic|label)(?:\s+(?:of|is))?|(?:name|call|title)\s+(?:it|this|that|them))\s+(?=\S)/giu;

function matchCalled(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesWords(leaf, context)) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, CALLED, SEARCHED_MAX).flatMap((match): Reading[] => {
      const start = match.index + match[0].length;
      const noun = nounBefore(source.text.slice(0, match.index));
      const owner = ownerOf(noun, leaf, context);
      if (owner === 'other' || (owner === 'none' && !takesTitle(leaf)) || isDenied(source, start, context)) return [];
      const last = endOfName(source, start, leaf, context);
      const end = last === null ? null : nameEnd(source, start, last);
      // "With the subject line …": the word behind is the rest of a label.
      if (end === null || /["“”«»]/u.test(source.text.slice(start, end))) return [];
      const said = (match[1] ?? match[2] ?? '').toLowerCase();
      const fits = (said.startsWith('title') ? 'title' : said) === leaf.nameWords.at(-1) || owner === 'own' ? 0.3 : 0;
      return [{ value: source.text.slice(start, end), places: [{ source, start, end }], more: fits }];
    }),
  );
}

/** Where a name ends without courtesy; null where a word at its end may be of the name or of the order. */
export function nameEnd({ text }: Source, start: number, end: number): number | null {
  const name = text.slice(start, end);
  const length = lengthWithoutCourtesy(name);
  return length === 0 || endsInDoubt(name.slice(0, length)) ? null : start + length;
}

export const SEARCHED_MAX = 4000;

function nounBefore(text: string): string {
  return /(\p{L}+)(?: (?:is|that is|and))? $/u.exec(text.slice(-40))?.[1]?.toLowerCase() ?? '';
}

/** Whether what is called so is this parameter's, another's, or the tool's own thing. */
function ownerOf(noun: string, leaf: Leaf, { leaves, tool }: Context): 'own' | 'other' | 'none' {
  const stem = stemOf(noun);
  const names = (one: Leaf): boolean =>
    one.nameStems.filter((name) => name !== 'name' && name !== 'title').includes(stem);
  if (names(leaf)) return 'own';
  if (leaves.some(names)) return 'other';
  return tool.nameStems.includes(stem) && takesTitle(leaf) ? 'own' : 'none';
}

// ---- behind a colon

const VERBS_OF_WRITING =
  /\b(?:write|writing|reply|replying|say|saying|tell|telling|post|posting|comment|commenting|respond|answer|message|dm|add|leave|text)\b(?:\s+(?:[#@]?[\p{L}\p{N}._+-]*[\p{N}#@][\p{L}\p{N}._+-]*|back|to|on|in|the|a|an|my|our|this|that|them|him|her|it|everyone|customers?|guests?|team|users?|channel|comment|note|message|reply)){0,5}\s*$/iu;

const COLON = /(?<=\p{L}|["'”’)\p{N}])\s?[:=]\s+(?=[\p{L}\p{N}#@])/gu;

function matchColon(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesWords(leaf, context)) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, COLON, SEARCHED_MAX).flatMap((match): Reading[] => {
      const colon = match.index + match[0].length;
      const start = colon + listedAt(source, colon, leaf, context);
      const lead = source.text.slice(0, match.index);
      const label = /(\p{L}+)$/u.exec(lead)?.[1]?.toLowerCase() ?? '';
      const isOwn = isSaid(leaf, label);
      const isWritten = takesMessage(leaf) && VERBS_OF_WRITING.test(lead.slice(-80));
      const others = context.leaves.some(
        (one) => one !== leaf && one.type === 'string' && one.nameStems.includes(stemOf(label)),
      );
      // "A viewing: unit A-02, visitor Ann Mill": a list of names of parameters with their values.
      const isList = beginsOther(source, start, leaf, context) || beginsOwn(source, start, leaf);
      if (
        (!isOwn && !isWritten && (others || isList || !isSoleText(leaf, context))) ||
        isDenied(source, start, context)
      )
        return [];
      const whole =
        takesMessage(leaf) && !takesTitle(leaf) && (isOwn || isWritten || isSoleText(leaf, context))
          ? endOfMessage(source, start, leaf, context)
          : null;
      const last = whole ?? extentOf(source, start, leaf, context);
      // What is written to somebody may end in courtesy; a title does not.
      const end = takesTitle(leaf) ? nameEnd(source, start, last) : last;
      if (end === null) return [];
      const value = source.text.slice(start, end).trimEnd();
      const isLong = readWords(value).length >= 2;
      // A quotation says itself where it begins.
      if (takesReason(leaf) && value.includes('?')) return [];
      if (value === '' || /["“”«»]/u.test(value) || (!isOwn && !isWritten && !isLong)) return [];
      const more = /^[.!?]*\s*\S/u.test(source.text.slice(end).replace(/^[.!?]+["'”’]?\s*$/u, ''));
      // What follows the sentence may belong to a message, never to a title.
      const isOpen =
        (more && !takesTitle(leaf) && source.text[end] !== ',') || (!takesMessage(leaf) && ENDS_IN_ORDER.test(value));
      const isOdd = takesMessage(leaf) && !takesTitle(leaf) && isSaidToUs(value);
      const place = { source, start, end: start + value.length };
      return [{ value, places: [place], more: isOwn ? 0.3 : 0, guess: isOpen || isOdd }];
    }),
  );
}

/** "Reason: too small, and let them know", "…, only visible to me": behind a comma the order goes on. */
const ENDS_IN_ORDER =
  /[,;]\s*(?:and\s+|then\s+|also\s+|please\s+)*(?:let|tell|notify|inform|send|email|mark|make|set|keep|hide|only|don['’]t|do not|visible|private|public)\b/iu;

/** "A pump: model P-2, …": the parameter's own name, and not yet what it takes. */
function beginsOwn({ text }: Source, start: number, { nameStems }: Leaf): boolean {
  const [first] = readWords(text.slice(start, start + CLAUSE_LENGTH_MAX));
  return first !== undefined && nameStems.includes(first.stem);
}

/** "Work order for 12: plumbing, the tap drips": how much of the text says a listed value of another parameter. */
function listedAt(source: Source, start: number, leaf: Leaf, { leaves }: Context): number {
  const [, first = '', joint = ''] =
    /^([\p{L} -]{2,30})(,\s+|\s+[-–]\s+)/u.exec(source.text.slice(start, start + 40)) ?? [];
  const said = first.toLowerCase();
  const isListed = leaves.some(
    (one) =>
      one !== leaf &&
      one.enumValues.some((value) => typeof value === 'string' && splitIdentifier(value).join(' ') === said),
  );
  return isListed ? first.length + joint.length : 0;
}

/** The one required parameter that takes free words; where an act needs none, the one that takes a message or why. */
function isSoleText(leaf: Leaf, context: Context): boolean {
  const wordy = context.leaves.filter((one) => takesWords(one, context));
  const takers = wordy.filter(
    (one) =>
      one.required && (context.wants[context.leaves.indexOf(one)] === 'text' || takesTitle(one) || takesReason(one)),
  );
  const others =
    takers.length > 0 || !context.tool.acting ? [] : wordy.filter((one) => takesMessage(one) || takesReason(one));
  const [only, ...more] = takers.length > 0 ? takers : others;
  return only === leaf && more.length === 0;
}

// ---- behind "with the comment", "saying"

const SAYING = ' saying';
/** So many patterns are kept that are made of names of parameters: these come again with their tools. */
export const NAMES_MAX = 1000;
/** What announces one of some names, and "saying" where it stands behind them. */
const withOneOf = memoize((names) => {
  const isSaid = names.endsWith(SAYING);
  return new RegExp(
    `\\b(?:(?:the|with|using|as|an?)\\s+(?:exact\\s+)?(?:${isSaid ? names.slice(0, -SAYING.length) : names})(?:\\s+(?:called|is|as|to be|that|saying|says))?\\s+${
      isSaid ? '|saying\\s+(?:that\\s+)?' : ''
    })(?=\\S)`,
    'giu',
  );
}, NAMES_MAX);

function matchWith(leaf: Leaf, at: number, context: Context): Reading[] {
  const name = leaf.nameWords.at(-1) ?? '';
  if (!takesWords(leaf, context) || (context.wants[at] !== 'text' && !takesMessage(leaf))) return [];
  const names = [...new Set([name, ...KINDS.filter((kind) => kind.includes(name) && !TITLES.has(name)).flat()])];
  const said = takesMessage(leaf) ? [...names, SAYING.trim()] : names;
  return context.sources.flatMap((source) =>
    (maySay(source, said)
      ? matchesIn(source, withOneOf(`${names.join('|')}${takesMessage(leaf) ? SAYING : ''}`), SEARCHED_MAX)
      : []
    ).flatMap((match): Reading[] => {
      const start = match.index + match[0].length;
      if (/^["'“‘`:=]/u.test(source.text.slice(start)) || isDenied(source, start, context)) return [];
      const [, first = ''] = /^(\p{L}+)/u.exec(source.text.slice(start)) ?? [];
      const end = extentOf(source, start, leaf, context);
      const value = source.text.slice(start, end).trimEnd();
      if (value === '') return [];
      // "With the comment on the invoice": a preposition goes on about the noun, and is no text.
      const isLed = /\b(?:with|using|saying)\b/iu.test(
        `${source.text.slice(Math.max(0, match.index - 6), match.index)}${match[0]}`,
      );
      const isOpen = !isLed || (PREPOSITIONS.test(first) && !/saying/iu.test(match[0])) || first === '';
      return [{ value, by: 'stated', places: [{ source, start, end: start + value.length }], guess: isOpen }];
    }),
  );
}

export const TEXTS: readonly TextRule[] = [
  {
    name: 'called',
    reads: 'what stands behind "called", "named", "titled", "under the name"',
    matches: matchCalled,
    types: ['string'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'These words announce a name; it ends with its capitals, its clause, or before a value of another kind.',
    takes: { title: { type: 'string' } },
    case: ['Open a shelf called Spring Fair for 2027-05-01', 'Spring Fair'],
    counterCase: 'Open a shelf called what the owner calls his own and his wife sells',
  },
  {
    name: 'behind-colon',
    reads: 'what stands behind the parameter’s name, or a verb of writing, and a colon',
    matches: matchColon,
    types: ['string'],
    listed: false,
    evenDenied: true,
    strength: 2,
    firm: true,
    why: 'A colon announces what follows, to the end of its sentence or to a value of another kind.',
    takes: { note: { type: 'string', description: 'Internal note' } },
    needs: [],
    case: ['Close shelf 4, note: rented by the brewery', 'rented by the brewery'],
    counterCase: 'Close shelf 4, owner: the brewery',
  },
  {
    name: 'with-text',
    reads: 'what stands behind "with the" and the parameter’s name, or "saying"',
    matches: matchWith,
    types: ['string'],
    listed: false,
    evenDenied: true,
    strength: 1.6,
    firm: true,
    why: 'The name of the parameter announces its text.',
    takes: { comment: { type: 'string' } },
    case: ['Close the shelf with the comment sold out', 'sold out'],
    counterCase: 'Close the shelf with the comment of the owner',
  },
];
