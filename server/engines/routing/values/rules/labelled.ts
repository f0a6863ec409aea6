// Labelled: names of things beside the noun that says what they are, or in the place of what the act acts on.
// In: a leaf and the context. Out: readings. Why: "namespace staging", "the invoices table" and "deploy checkout-api" name things that
// no list and no pattern knows; the noun beside them, or the verb before them, says what they are.

import { ADJECTIVES } from '../../text/adjectives.ts';
import { functionClassOf } from '../../text/function-words.ts';
import { isActVerb, isLookingVerb, verbClassOf } from '../../text/verbs.ts';
import { splitIdentifier, stemOf, weightOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Want } from '../../tools/wants.ts';
import type { Bit } from '../bits.ts';
import { bitsOf, CAPITALS, endsClause, isNumeral, isOdd, wordBefore } from '../bits.ts';
import type { Context } from '../context.ts';
import { ID_OF } from '../cues.ts';
import { matchBefore } from '../matches.ts';
import { shapeOf } from '../shapes.ts';
import type { Reading, TextRule } from './rule.ts';

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
  'phone',
]);
const GENERIC: ReadonlySet<string> = new Set(['id', 'name', 'key', 'number', 'code', 'identifier', 'slug', 'ref']);

/** "The rabbitmq statefulset": where a tool asks for the kind of a thing and its name, a kind that is said is the name's noun. */
function kindStems(leaf: Leaf, { leaves, tool }: Context): string[] {
  if (leaf.nameWords.join(' ') !== 'name') return [];
  const kinds = leaves.filter(
    (one) =>
      one !== leaf &&
      one.enumValues.length > 0 &&
      one.nameWords.some((word) => word === 'kind' || word === 'type') &&
      // Of a group and of a table, each has its own.
      one.path.slice(0, -1).join('/') === leaf.path.slice(0, -1).join('/'),
  );
  const said = kinds.flatMap(({ enumValues }) => enumValues).filter((value) => typeof value === 'string');
  // What all share says of what system they are: the "apps" of `deployments.apps`.
  const parts = said.map(splitIdentifier);
  const isShared = (word: string): boolean => parts.length > 1 && parts.every((words) => words.includes(word));
  return said
    .flatMap((value, at) => [
      stemOf(value.toLowerCase()),
      ...(parts[at] ?? [])
        .filter((word) => !isShared(word))
        .slice(-1)
        .map(stemOf),
    ])
    .filter((stem) => !tool.nameStems.includes(stem));
}

interface Label {
  readonly stems: ReadonlySet<string>;
  readonly isPlural: boolean;
}

/** The noun that says what the parameter names: its own, or the tool's where it is only called `name`. */
function labelOf(leaf: Leaf, context: Context): Label | null {
  const { tool } = context;
  if (leaf.type !== 'string' || leaf.enumValues.length > 0 || leaf.format !== null) return null;
  const own = leaf.nameWords.filter((word) => !GENERIC.has(word));
  const name =
    own.at(-1) ?? (leaf.path.length > 1 ? undefined : tool.nameWords.filter((word) => !tool.actWords.has(word)).at(-1));
  const kinds = kindStems(leaf, context);
  if (name === undefined || name.length < 3)
    return kinds.length === 0 ? null : { stems: new Set(kinds), isPlural: false };
  const stems = [
    stemOf(name),
    ...(own.length === 0 ? leaf.nameStems.filter((stem) => stem !== 'name' && stem !== 'id') : []),
  ];
  return { stems: new Set([...stems, ...kinds]), isPlural: name.endsWith('s') };
}

function isLabel({ lower, stem }: Bit, { stems, isPlural }: Label): boolean {
  return stems.has(stem) && (isPlural || !lower.endsWith('s') || lower.endsWith('ss'));
}

/** So many digits count nothing. */
const LONG = /^\d{5,}$/u;

/** It may be a name: no number, no function word, nothing that the tool itself says, and of the declared shape. */
export function isNameable(bit: Bit, leaf: Leaf, context: Context): boolean {
  const word = bit.lower;
  return !(
    (isNumeral(bit.text) && !LONG.test(bit.text)) ||
    functionClassOf(word).kind !== 'open' ||
    word.endsWith('ly') ||
    context.known.has(bit.stem) ||
    word.split('/').every((part) => functionClassOf(part).kind !== 'open') ||
    shapeOf(leaf.schema)?.matches(bit.text) === false
  );
}

/** A plain word that can only be a name here. */
function isPlainName(bit: Bit): boolean {
  const word = bit.lower;
  return !(
    (/^\p{Lu}/u.test(bit.text) && !CAPITALS.test(bit.text)) ||
    weightOf({ surface: word }) < 1 ||
    verbClassOf(word) !== undefined ||
    isActVerb(word) ||
    isLookingVerb(word)
  );
}

const isJoined = ({ text }: Bit): boolean => isOdd(text) && !/^[-/.:]|[-/:]$/u.test(text);

const adjoins = (first: Bit | undefined, second: Bit | undefined): boolean =>
  first !== undefined && second !== undefined && first.source.text.slice(first.end, second.start) === ' ';

/**
 * "Namespace staging", "branch release-4": one word right behind the parameter's own name, up to the next small word or the end of the
 * clause. An article before the name makes a plain word a description of it ("the branch manager").
 */
function matchBehindLabel(leaf: Leaf, _at: number, context: Context): Reading[] {
  const label = FORMED.has(context.wants[context.leaves.indexOf(leaf)] ?? 'other') ? null : labelOf(leaf, context);
  if (label === null) return [];
  return context.sources.flatMap((source) => {
    const bits = bitsOf(source);
    return bits.flatMap((bit, at): Reading[] => {
      // "Tracking number 40417733": the digits of a name.
      const isNumbered =
        LONG.test(bit.text) && /^(?:number|no)$/iu.test(bits[at - 1]?.text ?? '') && adjoins(bits[at - 1], bit);
      const before = bits[isNumbered ? at - 2 : at - 1];
      if (before === undefined || !adjoins(before, isNumbered ? bits[at - 1] : bit) || !isLabel(before, label))
        return [];
      if (!isNameable(bit, leaf, context) || isNameBegun(bit, context)) return [];
      // "A voucher SPRING": capitals for a code are no word that an article describes.
      if (!isJoined(bit) && !LONG.test(bit.text) && !(isCode(leaf) && CAPITALS.test(bit.text))) {
        const article = bits[at - 2]?.lower ?? '';
        const next = bits[at + 1];
        if (
          // "Scale deployment checkout": behind a bare kind stands a name, also where the word is a verb elsewhere.
          !(isPlainName(bit) || (isKindOf(before, leaf, context) && isUnbent(bit) && article !== 'the')) ||
          isMoment(bit, context) ||
          // "Delete group photo": behind the object of the act it is a thing of the group, and no name of it.
          (context.tool.acting &&
            isObjectOfAct(before, bits[at - 2], context) &&
            !isKindNamed(before, bit, leaf, context)) ||
          /^(?:an?|this|that|my|our|your|new|each|every)$/u.test(article) ||
          // "The wine shelf card" is a card.
          /^(?:the|an?|this|that|my|our|your)$/u.test(bits[at - 3]?.lower ?? '') ||
          (article === 'the' && /(?:ing|ed)$/u.test(bit.text)) ||
          (adjoins(bit, next) && functionClassOf(next?.lower ?? '').kind === 'open')
        )
          return [];
      }
      return [{ value: bit.text, by: 'label', places: [bit] }];
    });
  });
}

/** It takes a code that somebody chose. */
function isCode({ nameWords, required }: Leaf): boolean {
  return (
    required &&
    nameWords.at(-1) === 'code' &&
    !nameWords.some((word) => /^(?:country|currency|language|postal|zip|area)$/u.test(word))
  );
}

/** The "Anna-Lena" of "Anna-Lena Meyer": the name goes on behind it. */
function isNameBegun({ source, start, end }: Bit, { spans }: Context): boolean {
  return spans.some((span) => span.kind === 'name' && span.source === source && span.start === start && span.end > end);
}

/**
 * "The worker with id MOORLAND": one word with capitals or digits behind the noun and the word "id". A plain word goes on about the noun
 * ("the id card").
 */
function matchBehindId(leaf: Leaf, _at: number, context: Context): Reading[] {
  const { nameWords, nameStems } = leaf;
  const isId = /^(?:id|identifier)$/u.test(nameWords.at(-1) ?? '');
  if (leaf.type !== 'string' || leaf.enumValues.length > 0) return [];
  if (!isId && !/^(?:the )?(?:unique )?(?:id|identifier)\b/iu.test(leaf.description)) return [];
  const nouns = !isId ? nameStems : nameWords.length > 1 ? nameStems.slice(0, -1) : context.tool.nameStems;
  return context.sources.flatMap((source) =>
    bitsOf(source).flatMap((bit): Reading[] => {
      const isCode = /^(?=.*[\p{Lu}\p{N}_])[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(bit.text);
      if (!isCode || !endsClause(bit) || shapeOf(leaf.schema)?.matches(bit.text) === false) return [];
      const noun = matchBefore(bit, ID_OF)?.[1]?.toLowerCase();
      const isOwn = noun !== undefined && nouns.includes(stemOf(noun));
      return isOwn ? [{ value: bit.text, by: 'label', places: [bit] }] : [];
    }),
  );
}

/** "The finance-share bucket", "the invoices table": one word between "the" and the parameter's own name, and no adjective. */
function matchBeforeLabel(leaf: Leaf, _at: number, context: Context): Reading[] {
  const label = FORMED.has(context.wants[context.leaves.indexOf(leaf)] ?? 'other') ? null : labelOf(leaf, context);
  if (label === null || (!leaf.requiredInside && context.tool.acting)) return [];
  return context.sources.flatMap((source) => {
    const bits = bitsOf(source);
    return bits.flatMap((bit, at): Reading[] => {
      const [before, noun, behind] = [bits[at - 1], bits[at + 1], bits[at + 2]];
      const article = before?.lower ?? '';
      if (!leaf.requiredInside && !(article === 'the' && isInside(bits[at - 2]) && !adjoins(noun, behind))) return [];
      if (noun === undefined || !adjoins(bit, noun) || !isLabel(noun, label) || !isNameable(bit, leaf, context))
        return [];
      // "The web service account" is an account; "the table cloth" a cloth.
      if (adjoins(noun, behind) && functionClassOf(behind?.lower ?? '').kind === 'open' && !isJoined(behind as Bit))
        return [];
      const isNamed = isJoined(bit)
        ? /\p{N}|_/u.test(bit.text) ||
          (!/^(?:an?|another|new|each|every|some|any)$/u.test(article) && !isDescriptive(bit.text))
        : adjoins(before, bit) &&
          article === 'the' &&
          // "The checkout deployment": no verb stands between "the" and the kind of a thing.
          (isPlainName(bit) || (isKindOf(noun, leaf, context) && isUnbent(bit))) &&
          !ADJECTIVES.has(bit.lower) &&
          !/(?:ing|ed|est|er)$/u.test(bit.text);
      return isNamed ? [{ value: bit.text, by: 'label', places: [bit] }] : [];
    });
  });
}

/** The noun right behind the verb of the order, with its article. */
function isObjectOfAct(noun: Bit, lead: Bit | undefined, { tool }: Context): boolean {
  const verb = /^(?:the|my|our|this|that)$/u.test(lead?.lower ?? '') ? wordBefore(lead as Bit) : (lead?.lower ?? '');
  return tool.acts.has(stemOf(verb)) || tool.ways.has(verb) || isActVerb(verb) || noun.at === 0;
}

/**
 * A kind that the tool asks for beside the name, or a thing of databases, which stands before its name: what belongs to every such thing
 * is no name.
 */
function isKindNamed(noun: Bit, bit: Bit, leaf: Leaf, context: Context): boolean {
  const isPart = PARTS_OF_THINGS.has(bit.lower) || PARTS_OF_THINGS.has(bit.lower.replace(/s$/u, ''));
  if (isPart) return false;
  return (isKindOf(noun, leaf, context) && !/[^su]s$/u.test(bit.lower)) || NAMED_BEHIND.has(noun.lower);
}

const NAMED_BEHIND: ReadonlySet<string> = new Set(['table', 'view', 'schema', 'database', 'namespace', 'branch']);

const PARTS_OF_THINGS: ReadonlySet<string> = new Set(
  'account key log history config configuration setting status state name type member message permission policy rule role file data list page event usage quota limit version image port traffic endpoint desk mesh chat photo calendar topic window tab dashboard forever row column record index protection trigger constraint comment owner backup dump policies histories'.split(
    ' ',
  ),
);

/** "Restart deployment today" names none. */
function isMoment({ source, start }: Bit, { spans }: Context): boolean {
  return spans.some(
    (span) => (span.kind === 'date' || span.kind === 'time') && span.source === source && span.start === start,
  );
}

function isKindOf(noun: Bit, leaf: Leaf, context: Context): boolean {
  return kindStems(leaf, context).includes(noun.stem);
}

/** A word in small letters that tells something. */
function isUnbent({ text }: Bit): boolean {
  return /^\p{Ll}+$/u.test(text) && (weightOf({ surface: text }) === 1 || /^(?:api|app)$/u.test(text));
}

/** Where one may only look for things, what they are in or of narrows them: "list the jobs in the billing queue". */
function isInside(bit: Bit | undefined): boolean {
  return /^(?:in|from|of|for|on)$/u.test(bit?.lower ?? '');
}

/** "Brand-new", "read-only", "half-finished": joined words that say how a thing is. */
function isDescriptive(text: string): boolean {
  return text
    .toLowerCase()
    .split(/[-/.]/u)
    .some((part) => ADJECTIVES.has(part) || functionClassOf(part).kind !== 'open' || /(?:ing|ed|est)$/u.test(part));
}

/** Parameters that take the name of what the tool is about. */
const NAME_WORDS = new Set([
  'name',
  'full',
  'title',
  'display',
  'guest',
  'customer',
  'client',
  'company',
  'contact',
  'person',
]);

/**
 * "Add Ann Mill as a tenant", "new tenant: Ann Mill", "book Ann Mill in": a name beside the tool's own noun, or right behind its verb, for
 * the parameter that takes the name of that.
 */
function matchNamedThing(leaf: Leaf, at: number, context: Context): Reading[] {
  const { tool } = context;
  const want = context.wants[at];
  if (leaf.type !== 'string' || leaf.enumValues.length > 0 || leaf.format !== null || leaf.path.length > 1) return [];
  if (
    !leaf.nameWords.includes('name') ||
    !leaf.nameWords.every((word) => NAME_WORDS.has(word) || tool.nameStems.includes(stemOf(word))) ||
    (want !== 'title' && want !== 'person')
  )
    return [];
  const nouns = new Set(tool.nameWords.filter((word) => !tool.actWords.has(word)).map(stemOf));
  return context.spans.flatMap((span): Reading[] => {
    if (span.kind !== 'name' && span.kind !== 'quoted') return [];
    if (span.detail.address === true || span.detail.trailing !== undefined) return [];
    const { text } = span.source;
    const before = /(\p{L}+)(:|,)? ["'“‘`]?$/u.exec(text.slice(Math.max(0, span.start - 24), span.start));
    const behind = /^,? as (?:an?|the|our|my|another)?(?: new)? ?(\p{L}+)/u.exec(text.slice(span.end, span.end + 32));
    const isBeside = before !== null && nouns.has(stemOf((before[1] ?? '').toLowerCase()));
    const isAs = behind !== null && nouns.has(stemOf((behind[1] ?? '').toLowerCase()));
    const verb = (before?.[1] ?? '').toLowerCase();
    const isObject =
      before !== null &&
      before[2] === undefined &&
      tool.act !== null &&
      (verb === tool.act || (verbClassOf(verb) !== undefined && verbClassOf(verb) === tool.verb));
    if (!isBeside && !isAs && !isObject) return [];
    const value = typeof span.value === 'string' ? span.value : text.slice(span.start, span.end);
    return [{ value, places: [span], more: isAs ? 0.6 : isBeside ? 0.4 : 0 }];
  });
}

export const LABELLED: readonly TextRule[] = [
  {
    name: 'named-thing',
    reads: 'a name beside the tool’s own noun, or right behind its verb',
    matches: matchNamedThing,
    types: ['string'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'What the tool makes or takes is called by that name.',
    takes: { name: { type: 'string' }, company: { type: 'string' } },
    needs: ['name'],
    tool: ['add_tenant', 'Add a tenant.'],
    case: ['Add Ann Mill as a tenant, she works for Dock Ltd', 'Ann Mill'],
    counterCase: 'Add the one who works for Dock Ltd',
  },
  {
    name: 'behind-label',
    reads: 'one word right behind the parameter’s own noun',
    matches: matchBehindLabel,
    types: ['string'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'English puts a name behind the noun it belongs to, without an article.',
    takes: { namespace: { type: 'string' } },
    case: ['Empty namespace staging', 'staging'],
    counterCase: 'Empty the namespace quickly',
  },
  {
    name: 'behind-id',
    reads: 'a word with capitals or digits behind the parameter’s noun and "id"',
    matches: matchBehindId,
    types: ['string'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'What follows the word for an id is the id, and the noun before it says whose.',
    takes: { sexton_id: { type: 'string' } },
    case: ['Empty the shelf of the sexton with id MOORLAND', 'MOORLAND'],
    counterCase: 'Empty the shelf of the sexton with id card',
  },
  {
    name: 'before-label',
    reads: 'one word between "the" and the parameter’s own noun, or a joined one before it',
    matches: matchBeforeLabel,
    types: ['string'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'A noun in front of another says which one; an adjective only says how it is.',
    takes: { table: { type: 'string' } },
    case: ['Empty the invoices table', 'invoices'],
    counterCase: 'Empty the old table',
  },
];
