// Narrowed: words that say which of its things a tool shall find, and that nothing takes.
// In: the words of a sentence and what accounts for them, for a tool that only looks. Out: the places of such words.
// Why: "list the unpaid orders of Ann" sent with Ann alone shows the paid ones, too. What narrows a list stands right before its noun
// ("vegan restaurants", "the biggest orders"), behind a small word after it ("with a stove"), or in a clause of its own ("who churned").

import { SUPERLATIVES } from '../text/lexicon.ts';
import { isLookingVerb, verbClassOf } from '../text/verbs.ts';
import { weightOf } from '../text/words.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import { IDIOMS } from '../values/rules/within.ts';
import { isSent } from './account.ts';
import { placeOf } from './accounted.ts';
import type { Account, Token } from './sentences.ts';

export function findNarrowed(tokens: readonly Token[], account: Account): Place[] {
  return READ.flatMap((find) => find(tokens, account)).map(placeOf);
}

/** "Vegan restaurants", "the largest open orders": words right before the noun of what is looked for. */
function beforeThing(tokens: readonly Token[], account: Account): Token[] {
  const { nameStems, actWords } = account.tool;
  const head = tokens.findLastIndex(
    ({ used, classed, stem, surface }) =>
      !used && classed.kind === 'open' && nameStems.includes(stem) && !actWords.has(surface),
  );
  const isMany = PLURAL.test(tokens[head]?.surface ?? '');
  if (head < 0 || isNamed(tokens[head] as Token, tokens[head + 1])) return [];
  const found: Token[] = [];
  for (let at = head - 1; at >= 0 && isBeside(tokens[at] as Token, tokens[at + 1] as Token); at -= 1) {
    const token = tokens[at] as Token;
    // "My open and late orders".
    if (!token.used && /^(?:and|or)$/u.test(token.surface) && tokens[at - 1]?.used === true) continue;
    if (isOwn(token, account) || (isMany && token.surface === 'new' && !account.says.has('new'))) found.push(token);
    // What stands before a number is no word of the noun behind it: "that involve 5 people".
    if ((token.used && /^\p{N}/u.test(token.surface)) || (!token.used && token.classed.kind !== 'open')) break;
    // "The 20 newest orders": a list that is cut short begins with them.
    const isFirst = NEWEST.has(token.surface) && /^\p{N}/u.test(tokens[at - 1]?.surface ?? '');
    if (!tells(token, account) && !isFirst) found.push(token);
  }
  return found;
}

/** "Vegan books", where the parameter lists books: words right before the listed noun of what is looked for. */
function beforeListed(tokens: readonly Token[], account: Account): Token[] {
  return tokens.flatMap((thing, at) => {
    const isThing =
      thing.used && PLURAL.test(thing.surface) && account.listed.some((place) => overlaps(place, placeOf(thing)));
    const found: Token[] = [];
    for (let from = at - 1; isThing && from > 0; from -= 1) {
      const token = tokens[from] as Token;
      if (token.used || token.classed.kind !== 'open' || !isBeside(token, tokens[from + 1] as Token)) break;
      if (!tells(token, account)) found.push(token);
    }
    return found;
  });
}

/** "The vegan restaurant Brix", "my last article: …": one thing with its name behind it, which no word before it makes another. */
function isNamed({ source, surface, end }: Token, next: Token | undefined): boolean {
  return !PLURAL.test(surface) && next?.used === true && /^:? ["'“]?$/u.test(source.text.slice(end, next.start));
}

/** "My tickets", where a parameter takes whose they are. */
function isOwn({ used, surface }: Token, { tool, places }: Account): boolean {
  return (
    !used &&
    surface === 'my' &&
    tool.leaves.some(
      (leaf) => !leaf.required && leaf.nameWords.some((word) => OWNERS.has(word)) && !isSent(leaf, places),
    )
  );
}

const OWNERS: ReadonlySet<string> = new Set(
  'assignee assigned owner author creator created reporter requester'.split(' '),
);

/** The tool, or what is sent, says the word, or one of which it is short; or it says nothing by itself. */
function tells(token: Token, account: Account): boolean {
  const { surface, stem } = token;
  const { says } = account;
  if (SUPERLATIVES.has(surface) && !token.used && weightOf(token) === 1)
    return says.has(stem) || (NEAREST.has(surface) && NEARNESS.some((one) => says.has(one)));
  return (
    isTold(token, account) ||
    (surface.endsWith('ing') && isLookingVerb(surface.slice(0, -'ing'.length))) ||
    (stem.length >= SHORT_LENGTH_MIN && [...says].some((one) => one.startsWith(stem)))
  );
}

/** "Orders of furniture": behind a noun in the plural, which stands for all that are like that. */
function behindThing(tokens: readonly Token[], account: Account): Token[] {
  return tokens.flatMap((thing, at) => {
    const [of, token, next] = tokens.slice(at + 1, at + 4);
    const isThing = !thing.used && PLURAL.test(thing.surface) && account.tool.nameStems.includes(thing.stem);
    return !isThing ||
      of?.surface !== 'of' ||
      of.used ||
      token === undefined ||
      next?.used === true ||
      tells(token, account)
      ? []
      : [token];
  });
}

/** "Orders placed online since May": right behind such a noun. What only says how a value belongs to them ("placed since May") is a link. */
function besideThing(tokens: readonly Token[], account: Account): Token[] {
  return tokens.flatMap((thing, at) => {
    if (thing.used || !PLURAL.test(thing.surface) || !account.tool.nameStems.includes(thing.stem)) return [];
    const behind = tokens.slice(at + 1, at + RUN_MAX);
    const end = behind.findIndex(
      (token, step) => token.used || token.classed.kind !== 'open' || !isBeside(tokens[at + step] as Token, token),
    );
    const [first, ...more] = behind.slice(0, end < 0 ? behind.length : end);
    if (first === undefined || !/(?:ed|en|ing)$/u.test(first.surface)) return [];
    return (end >= 0 ? more : [first, ...more]).filter((token) => !tells(token, account));
  });
}

/** Words behind a noun, or behind the word that opens a clause, which still belong to it. */
const RUN_MAX = 6;

/** "Customers who churned", "rooms that are refundable": what the things do or are, in a clause of their own. */
function inClause(tokens: readonly Token[], account: Account): Token[] {
  const last = tokens.findLastIndex(({ used }) => used);
  return tokens.flatMap(({ surface, used }, at) => {
    const before = tokens[at - 1];
    // "That stars Edda": a clause that brings a value.
    if (at < last || used || before === undefined || !/^(?:who|that|which)$/u.test(surface)) return [];
    if (before.classed.kind !== 'open' && !before.used) return [];
    const token = tokens
      .slice(at + 1, at + RUN_MAX)
      .find(({ classed }) => classed.kind !== 'copula' && classed.kind !== 'harmless');
    return token === undefined || token.classed.kind !== 'open' || tells(token, account) ? [] : [token];
  });
}

/** "Rooms in Ulm, quiet", "orders of Ann, unpaid only": one more word behind a comma, at the end. */
function behindComma(tokens: readonly Token[], account: Account): Token[] {
  const at = tokens.findLastIndex(
    ({ classed, surface, used }) => used || (classed.kind !== 'harmless' && surface !== 'only'),
  );
  const [before, token] = [tokens[at - 1], tokens[at]];
  const isBehind =
    before !== undefined &&
    token !== undefined &&
    (before.used || account.tool.nameStems.includes(before.stem)) &&
    /^, $/u.test(token.source.text.slice(before.end, token.start));
  return isBehind && !token.used && token.classed.kind === 'open' && !tells(token, account) ? [token] : [];
}

/** "Which rooms in Ulm are quiet?", "which rooms are quiet, in Ulm?": what is said of the things at the end of a clause. */
function saidOf(tokens: readonly Token[], account: Account): Token[] {
  const first = tokens.findIndex(({ classed, used }) => used || classed.list !== 'filler');
  if (!/^(?:which|what)$/u.test(tokens[first]?.surface ?? '')) return [];
  const copula = tokens.findLastIndex(({ used, surface }) => !used && /^(?:are|is|were|was)$/u.test(surface));
  const said = tokens.slice(copula + 1).filter(({ classed }) => classed.kind !== 'harmless');
  const [token, next] = said;
  const isThing = tokens.slice(0, copula).some(({ stem }) => account.tool.nameStems.includes(stem));
  return copula > 0 &&
    isThing &&
    token !== undefined &&
    (next === undefined || next.classed.kind === 'role' || !isBeside(token, next)) &&
    !token.used &&
    token.classed.kind === 'open' &&
    !tells(token, account)
    ? [token]
    : [];
}

/** "Which pumps are down?", "lamps that are on": how things are, in a particle behind the copula. */
function stateOf(tokens: readonly Token[], { tool, says }: Account): Token[] {
  return tokens.flatMap((token, at) => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (token.used || !STATES.test(token.surface) || !/^(?:are|is|were|was)$/u.test(before?.surface ?? '')) return [];
    const isThing = tokens.slice(0, at).some(({ stem }) => tool.nameStems.includes(stem));
    // "What is on the roof?": it leads on to where.
    const leads = /^(?:on|over)$/u.test(token.surface) && next !== undefined && !/^(?:in|at)$/u.test(next.surface);
    return isThing && !leads && !says.has(token.stem) ? [token] : [];
  });
}

const STATES = /^(?:down|up|off|out|away|back|on|over)$/u;

/** "Search for potters in Ulm" with a tool for members: what is searched, where it is no thing of the tool and nothing takes it. */
function objectOf(tokens: readonly Token[], account: Account): Token[] {
  const verb = tokens.findIndex(({ used, surface }) => !used && /^(?:search|find|look)$/u.test(surface));
  let at = verb + 1;
  while (/^(?:for|me|us|up|all|any|some|the|an?|please)$/u.test(tokens[at]?.surface ?? '')) at += 1;
  const run = tokens.slice(at, at + RUN_MAX);
  const end = run.findIndex(
    (token, step) =>
      token.used || token.classed.kind !== 'open' || (step > 0 && !isBeside(run[step - 1] as Token, token)),
  );
  const length = end < 0 ? run.length : end;
  const [head, next] = [run[length - 1], tokens[at + length]];
  return verb >= 0 &&
    head !== undefined &&
    PLURAL.test(head.surface) &&
    next?.classed.kind === 'role' &&
    !isTold(head, account) &&
    !tells(head, account)
    ? [head]
    : [];
}

/** "With “rent” in the title": where in a thing the words stand. */
function inPart(tokens: readonly Token[], account: Account): Token[] {
  return tokens.flatMap((token, at) =>
    !token.used &&
    PARTS.has(token.surface) &&
    /^(?:the|its|their)$/u.test(tokens[at - 1]?.surface ?? '') &&
    tokens[at - 2]?.surface === 'in' &&
    tokens[at - 3]?.used === true &&
    !account.says.has(token.stem)
      ? [token]
      : [],
  );
}

/** "Pods in quarantine": one word without an article behind "in", which ends the clause and is no idiom. */
function inState(tokens: readonly Token[], account: Account): Token[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1];
    const isState =
      !token.used &&
      token.surface === 'in' &&
      next !== undefined &&
      (token.classed.list !== 'idiom' || STATING.test(next.surface)) &&
      isLast(tokens, at + 1) &&
      /^\p{Ll}+$/u.test(next.source.text.slice(next.start, next.end)) &&
      (!IDIOMS.has(next.surface) || STATING.test(next.surface)) &&
      !isTold(next, account) &&
      !tells(next, account);
    return isState ? [next] : [];
  });
}

/** Idioms that say how things are. */
const STATING = /^(?:use|stock|progress|transit|dispute|trouble|operation|danger|debt|doubt)$/u;

const PARTS: ReadonlySet<string> = new Set(
  'title subject body name description summary headline comments notes'.split(' '),
);

const NEWEST: ReadonlySet<string> = new Set(['newest', 'latest', 'recent']);
const NEAREST: ReadonlySet<string> = new Set(['nearest', 'closest']);
const NEARNESS: readonly string[] = ['near', 'nearbi', 'nearest', 'closest', 'close', 'proxim'];
/** "Gene" for a tool that says genetic. */
const SHORT_LENGTH_MIN = 4;

/** Only a space or a hyphen stands between. */
function isBeside({ source, end }: Token, next: Token): boolean {
  return /^[ -]$/u.test(source.text.slice(end, next.start));
}

/** "Rooms with a stove", "the rent paid by Ann's mother": what narrows a list, and nothing takes. */
function besideSmall(tokens: readonly Token[], account: Account): Token[] {
  return tokens.flatMap((token, at) => {
    const [first, second] = [tokens[at + 1], tokens[at + 2]];
    // "Dog-friendly rooms": joined words that say how a thing is.
    if (first !== undefined && isJoined(token, first) && !isTold(token, account) && !isTold(first, account))
      return [token, first];
    if (token.used || token.classed.list === 'idiom' || !NARROWING.has(token.surface)) return [];
    const next = first?.classed.list === 'determiner' ? second : first;
    return next === undefined || isTold(next, account) ? [] : [next];
  });
}

/** "Oslo and surroundings", "Ann plus her team": more than the value is meant. */
function besideJoint(tokens: readonly Token[], account: Account): Token[] {
  return tokens.flatMap(({ surface, used }, at) => {
    if (used || !/^(?:and|plus)$/u.test(surface) || tokens[at - 1]?.used !== true) return [];
    const step = /^(?:determiner|relation|anaphor)$/u.test(tokens[at + 1]?.classed.list ?? '') ? at + 2 : at + 1;
    const next = tokens[step];
    if (next === undefined || next.used) return [];
    return AROUND.has(next.surface) || (isLast(tokens, step) && !tells(next, account)) ? [next] : [];
  });
}

const AROUND: ReadonlySet<string> = new Set(['around', 'nearby', 'beyond', 'surroundings', 'vicinity']);

/** It ends its clause. */
function isLast(tokens: readonly Token[], at: number): boolean {
  const { source, end } = tokens[at] as Token;
  return at === tokens.length - 1 || /^\s*[,;:)]/u.test(source.text.slice(end, end + 2));
}

const isJoined = (token: Token, next: Token): boolean =>
  next.start === token.end + 1 && token.source.text[token.end] === '-';

/** It is used, says nothing of its own, or is a word of the tool. An option that is not filled is asked about by its name. */
function isTold(token: Token, account: Account): boolean {
  return (
    token.used ||
    !isUnsaid(token, account) ||
    account.tool.leaves.some(
      ({ nameWords, descriptionStems }) =>
        descriptionStems.has(token.stem) || nameWords.some((word) => word.includes(token.stem)),
    )
  );
}

/** A content word that neither the tool nor an argument says. */
export function isUnsaid(token: Token, { says, tool }: Account): boolean {
  return (
    token.classed.kind === 'open' &&
    weightOf(token) === 1 &&
    !says.has(token.stem) &&
    !(tool.verb !== undefined && verbClassOf(token.surface) === tool.verb)
  );
}

const NARROWING: ReadonlySet<string> = new Set(['with', 'without', 'near', 'by', 'about', 'regarding', 'concerning']);

const PLURAL = /[^su]s$/u;

/** "… in Ulm. Vegan.": one word that is a sentence behind others. */
function alone(tokens: readonly Token[], account: Account): Token[] {
  const [only, ...more] = tokens.filter(({ classed, used }) => used || classed.kind !== 'harmless');
  return only !== undefined &&
    more.length === 0 &&
    !only.used &&
    tokens[0]?.start !== 0 &&
    only.classed.kind === 'open' &&
    !tells(only, account)
    ? [only]
    : [];
}

/** Each says of a sentence which words narrow so and are not taken. */
const READ = [
  besideJoint,
  besideSmall,
  beforeThing,
  beforeListed,
  behindThing,
  besideThing,
  inClause,
  behindComma,
  saidOf,
  stateOf,
  objectOf,
  inPart,
  inState,
  alone,
];
