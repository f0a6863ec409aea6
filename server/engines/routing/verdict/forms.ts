// Forms: how words say the act of a tool, and what they must stand before.
// In: the words of a sentence and a tool. Out: the form in which a word says the act, the particles it takes with it, its object.
// Why: "refund ORD-5" orders and "refund of ORD-5" names a thing; "call it off" cancels and "call it" does not.

import { OPPOSITES } from '../text/lexicon.ts';
import { baseOf } from '../text/verbs.ts';
import type { Word } from '../text/words.ts';
import { stemOf } from '../text/words.ts';
import type { Way } from '../tools/acts.ts';
import { perTool } from '../tools/per-leaf.ts';
import type { Tool } from '../tools/tools.ts';
import { overlaps } from '../values/assign.ts';
import type { Account, Sentence, Token } from './sentences.ts';

type Form = 'bare' | 'ing' | 'done';

/** A word that says the act, in which form, and the words that belong to it. */
interface Said {
  readonly form: Form;
  /** Particles: "off" of "call it off". */
  readonly with: readonly Token[];
}

export function isActForm({ surface, stem }: Word, { acts }: Tool): boolean {
  const base = baseOf(surface);
  return acts.has(stem) || (base !== surface && acts.has(stemOf(base)));
}

/** "Shut down" for `shutdown`. */
export function isGlued({ surface }: Word, next: Word | undefined, tool: Tool): boolean {
  return (
    next !== undefined &&
    openingsOf(tool).has(surface.slice(0, 1)) &&
    tool.acts.has(stemOf(`${surface}${next.surface}`))
  );
}

/** First letters of the tool's acts. A stem begins as its word does, so that most words need not be joined. */
const openingsOf: (tool: Tool) => ReadonlySet<string> = perTool(
  ({ acts }) => new Set([...acts].map((act) => act.slice(0, 1))),
);

/** How the word says the tool's act, or one that is said for it; null when it does not. */
export function readForm(tokens: readonly Token[], at: number, account: Account): Said | null {
  const { tool } = account;
  const token = tokens[at] as Token;
  const phrase = readPhrase(tokens, at, tool);
  if (phrase !== null && fits(phrase.way, tokens, at, account)) return { form: 'bare', with: phrase.with };
  // "Put it in my calendar" puts it there; "turn it off" is no turning.
  if (phrase !== null && phrase.way.kind !== 'fresh') return null;
  const own = ownForm(token, tokens[at + 1], tool);
  if (own !== null) return { form: own, with: [] };
  const way = tool.ways.get(token.surface);
  if (way === undefined || (way.kind !== 'made' && tool.nameWords.includes(token.surface))) return null;
  return fits(way, tokens, at, account) ? { form: 'bare', with: [] } : null;
}

function ownForm(token: Token, next: Token | undefined, tool: Tool): Form | null {
  const { surface } = token;
  const glued = isGlued(token, next, tool);
  if (!glued && !isActForm(token, tool)) return null;
  if (baseOf(surface) !== surface) return 'done';
  if (tool.actWords.has(surface) || glued) return 'bare';
  if (surface.endsWith('ing')) return 'ing';
  if (/(?:ed|en)$/u.test(surface)) return 'done';
  return surface.endsWith('s') && !surface.endsWith('ss') ? null : 'bare';
}

/** A verb with what belongs to it: "call off", "call … off", "get rid of". The longest one that stands there. */
function readPhrase(
  tokens: readonly Token[],
  at: number,
  tool: Tool,
): { readonly way: Way; readonly with: readonly Token[] } | null {
  const { surface } = tokens[at] as Token;
  const found = (phrasesOf(tool).get(surface) ?? []).flatMap(({ rest, way }) => {
    const from = placeOfParticles(tokens, at, rest);
    // "Up to 5" behind a thing without a name may be how much; "scale web up to 5" is where to.
    const isFar = from > at + 1 && way.kind === 'aimed' && !tokens.slice(at + 1, from).some(({ used }) => used);
    // "Put up to 5 on it": as much as that at most. "Turn the fan up to slow" may be that, too; only a number is gone up to.
    const isMost =
      rest.at(-1) === 'up' &&
      tokens[from + rest.length]?.surface === 'to' &&
      (way.kind !== 'aimed' || !(RAISING.has(surface) || isNumber(tokens.slice(from).find(({ used }) => used))));
    return from < 0 || isFar || isMost ? [] : [{ way, with: tokens.slice(from, from + rest.length) }];
  });
  return found.sort((a, b) => b.with.length - a.with.length)[0] ?? null;
}

/** The ways of more words than one to order the tool's act, by their first word. */
export const phrasesOf: (
  tool: Tool,
) => ReadonlyMap<string, readonly { readonly rest: readonly string[]; readonly way: Way }[]> = perTool(({ ways }) => {
  const phrases = new Map<string, { readonly rest: readonly string[]; readonly way: Way }[]>();
  for (const [words, way] of ways) {
    const [first = '', ...rest] = words.split('_');
    if (rest.length === 0) continue;
    const known = phrases.get(first);
    if (known === undefined) phrases.set(first, [{ rest, way }]);
    else known.push({ rest, way });
  }
  return phrases;
});

/** Verbs with which something goes up whatever its steps are called. */
const RAISING: ReadonlySet<string> = new Set('bump move push raise step upgrade'.split(' '));

function isNumber(token: Token | undefined): boolean {
  return token !== undefined && /^\p{N}+$/u.test(token.surface);
}

/** Where the words stand one after the other: right behind the verb, or behind its object in the same clause. */
function placeOfParticles(tokens: readonly Token[], at: number, rest: readonly string[]): number {
  for (let from = at + 1; from < tokens.length && from <= at + PHRASE_LENGTH_MAX; from += 1) {
    const before = tokens[from - 1] as Token;
    const token = tokens[from] as Token;
    if (/[,;:]/u.test(token.source.text.slice(before.end, token.start)) || before.classed.kind === 'join') return -1;
    if (rest.every((word, step) => tokens[from + step]?.surface === word)) return from;
  }
  return -1;
}

/** An object of more words is a sentence of its own. */
const PHRASE_LENGTH_MAX = 7;

function fits(way: Way, tokens: readonly Token[], at: number, account: Account): boolean {
  switch (way.kind) {
    case 'plain':
      return true;
    case 'fresh':
      return tokens.slice(at + 1, at + 4).some(({ surface }) => /^(?:an?|new|another)$/u.test(surface));
    case 'aimed':
    case 'made':
      return account.isAimed;
    case 'filled':
      return tokens.slice(at + 1).some((token) => way.stems.has(token.stem));
  }
}

/** What is acted on stands right behind the act: "refund of", "reset for" and "lock is" name things. */
export function hasObject({ tokens, text, end }: Sentence, at: number, { with: own }: Said, account: Account): boolean {
  let place = at + 1;
  const token = tokens[at] as Token;
  const next = tokens[place];
  if (
    /^\s*[=:](?!\/\/)/u.test(text.slice(token.end, end)) &&
    !account.used.some((used) => overlaps(used, { source: token.source, start: token.end, end: token.end + 2 }))
  )
    return false;
  if (next === undefined) return true;
  while (own.includes(tokens[place] as Token)) place += 1;
  const particle = tokens[place];
  if (particle !== undefined && PARTICLES.has(particle.surface) && !particle.used) {
    if (deniesParticle(particle.surface, account)) return false;
    place += 1;
  }
  for (const later of tokens.slice(place))
    if (
      FINAL_PARTICLES.has(later.surface) &&
      !later.used &&
      !own.includes(later) &&
      isClauseEnd(later, text) &&
      deniesParticle(later.surface, account)
    )
      return false;
  const object = tokens[place];
  if (object === undefined || object.used || own.length > 0) return true;
  // "Stop draining it" denies the act of which it speaks.
  if (object.surface.endsWith('ing') && isActForm(object, account.tool)) return false;
  if (/[,;]\s*$/u.test(text.slice(token.end, object.start))) return true;
  switch (object.classed.kind) {
    case 'harmless':
      return true;
    case 'role':
      return ROLES_BEHIND.has(object.surface);
    case 'frame':
      return /^(?:me|us|you)$/u.test(object.surface);
    case 'changing':
      // The object may come later in the sentence.
      return object.classed.list !== 'report' && object.classed.list !== 'alternative';
    case 'open':
      return account.says.has(object.stem) || !isCompound(tokens, place);
    default:
      return false;
  }
}

/** "Refund policy", "lock status": nothing behind a bare noun makes it what is acted on. A word nobody knows may still be a value. */
function isCompound(tokens: readonly Token[], place: number): boolean {
  const next = tokens[place + 1];
  return next !== undefined && next.classed.kind === 'copula';
}

export const PARTICLES: ReadonlySet<string> = new Set('on off in out up down back away over'.split(' '));
const FINAL_PARTICLES: ReadonlySet<string> = new Set('on off up down out'.split(' '));
/** "Reply to", "switch to": the rest makes a thing of the act. */
const ROLES_BEHIND: ReadonlySet<string> = new Set(['to', 'into', 'with', 'from', 'as', 'named', 'called', 'on']);

function isClauseEnd(token: Token, text: string): boolean {
  return /^\s*(?:$|[.,;!?])/u.test(text.slice(token.end));
}

/** The tool says the opposite of the particle. */
function deniesParticle(particle: string, { tool, names }: Account): boolean {
  if (tool.nameWords.includes(particle) || [...tool.actWords].some((act) => act.endsWith(particle))) return false;
  return OPPOSITES.some(
    ([a, b]) =>
      (a === particle && (tool.nameWords.includes(b) || names.has(b))) ||
      (b === particle && (tool.nameWords.includes(a) || names.has(a))),
  );
}

/** Verbs that do the same with such a particle behind them. */
const SAME_WITH: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'send out off over',
    'ship out off',
    'mail out',
    'hand out over',
    'print out off',
    'list out',
    'note down',
    'write down',
    'jot down',
    'move over across',
    'transfer over across',
    'forward on over',
    'pass on',
    'open up',
    'lock up',
  ].map((line): [string, ReadonlySet<string>] => {
    const [verb = '', ...particles] = line.split(' ');
    return [verb, new Set(particles)];
  }),
);

/** "Send out": right behind the tool's act, a particle with which its verb does the same. An order is cut off behind its verb. */
export function isSameWith({ surface, source, start }: Token, { actWords, ways }: Tool): boolean {
  const verb =
    VERB_BEFORE.exec(source.text.slice(Math.max(0, start - VERB_LENGTH_MAX), start))?.[1]?.toLowerCase() ?? '';
  return SAME_WITH.get(verb)?.has(surface) === true && (actWords.has(verb) || ways.has(verb));
}

const VERB_BEFORE = /(?<!\p{L})(\p{L}+)\s+$/u;
const VERB_LENGTH_MAX = 16;
