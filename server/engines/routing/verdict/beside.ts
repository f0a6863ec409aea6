// Beside: small words that are harmless beside one another: at the end of a clause, behind a value, inside a word with a hyphen.
// In: the words of a clause and what accounts for them. Out: whether the word at a place is one of these.
// Why: accounted.ts asks for each word what it changes; these answers need the words around it and nothing else.

import type { Tool } from '../tools/tools.ts';
import { overlaps } from '../values/assign.ts';
import { PARTICLES } from './forms.ts';
import type { Account, Token } from './sentences.ts';

/** The "up" of "pick-up", where the tool says the word before the hyphen. */
export function isCompoundEnd(tokens: readonly Token[], at: number, { says, names }: Account): boolean {
  const { source, start, surface } = tokens[at] as Token;
  const before = tokens[at - 1];
  return (
    PARTICLES.has(surface) &&
    before !== undefined &&
    before.end === start - 1 &&
    source.text[before.end] === '-' &&
    (says.has(before.stem) || names.has(before.surface))
  );
}

/** "In oak only": behind a value, at the end of its clause. */
export function endsBehindUsed(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.used === true && endsClause(tokens, at);
}

export function endsClause(tokens: readonly Token[], at: number): boolean {
  const { source, end } = tokens[at] as Token;
  return at === tokens.length - 1 || /^\s*[,.;:!?)]/u.test(source.text.slice(end, end + 2));
}

/** The noun behind it stands in the tool's name in the plural, and no parameter takes one of them. */
export function isOwnPlural(tokens: readonly Token[], at: number, { tool }: Account): boolean {
  const noun = tokens.slice(at + 1, at + 4).find(({ classed }) => classed.kind === 'open');
  return (
    noun !== undefined &&
    !noun.used &&
    /[^s]s$/u.test(noun.surface) &&
    tool.nameWords.includes(noun.surface) &&
    tool.leaves.every(
      ({ nameStems, nameWords, type }) =>
        !nameStems.includes(noun.stem) &&
        type !== 'array' &&
        !nameWords.some((word) => /^(?:limit|count|max|maximum|top|size|first)$/u.test(word)),
    )
  );
}

/** "Tea is fine": what is agreed to, up to the end. */
export function agrees(tokens: readonly Token[], at: number): boolean {
  const rest = tokens.slice(at + 1);
  return (
    tokens[at - 1]?.used === true &&
    rest.length > 0 &&
    rest.every(({ surface }) =>
      /^(?:fine|ok|okay|good|great|perfect|right|please|thanks|then|by|with|for|me|us)$/u.test(surface),
    ) &&
    /^(?:fine|ok|okay|good|great|perfect|right)$/u.test(rest[0]?.surface ?? '')
  );
}

/** "They need 2 cots": who was named before needs what is sent. */
export function isNeeded(tokens: readonly Token[], at: number, { tool }: Account): boolean {
  return (
    tool.acting &&
    /^needs?$/u.test(tokens[at]?.surface ?? '') &&
    /^(?:we|they|he|she|it)$/u.test(tokens[at - 1]?.surface ?? '') &&
    tokens[at + 1]?.used === true &&
    tokens.slice(0, at - 1).some(({ used }) => used)
  );
}

/** "The nickname will be Rook": behind the name of a parameter, before its value. */
export function willBe(tokens: readonly Token[], at: number, { named }: Account): boolean {
  const [before, will, be, value] = tokens.slice(Math.max(0, at - 1), at + 3);
  return (
    will?.surface === 'will' &&
    be?.surface === 'be' &&
    before !== undefined &&
    named.has(before.stem) &&
    value?.used === true
  );
}

/** "All rooms", where the tool's own description says "all rooms": that is what it does. */
export function isDescribedWhole(tokens: readonly Token[], at: number, { tool }: Account): boolean {
  const [token, noun] = [tokens[at], tokens[at + 1]];
  return (
    token !== undefined &&
    noun !== undefined &&
    !noun.used &&
    noun.classed.kind === 'open' &&
    tool.descriptionWords.some((word, place, words) => word === token.surface && words[place + 1] === noun.surface)
  );
}

/** "Off everything": what the tool's own description says happens where nothing else is given. */
export function isDefault(surface: string, { description }: Tool): boolean {
  return new RegExp(`\\b${surface}\\b (?:if|when|unless) (?:no|none|nothing|omitted|left|given)\\b`, 'iu').test(
    description,
  );
}

/** "Because of rain", where rain is one of the reasons that a parameter takes. */
export function leadsToReason(tokens: readonly Token[], at: number, { places }: Account): boolean {
  const value = tokens.slice(at + 1, at + 4).find(({ used }) => used);
  return (
    value !== undefined &&
    places.some((one) => one.words.has('reason') && one.places.some((place) => overlaps(place, value)))
  );
}

/**
 * "It's urgent", "urgent!": said to whoever carries out an order. Of a thing that is made, and beside a noun ("an urgent ticket"), it
 * says how the thing is, and an option has to take it.
 */
export function isHaste({ surface, source, start, end }: Token, { tool }: Account): boolean {
  return (
    surface === 'urgent' &&
    tool.makes.size === 0 &&
    /(?:^|[.,;!?(\n])\s*(?:(?:it|this|that)(?: is|['’]s)\s+)?$/iu.test(
      source.text.slice(Math.max(0, start - 16), start),
    ) &&
    /^\s*(?:$|[.,;:!)\n])/u.test(source.text.slice(end, end + 4))
  );
}
