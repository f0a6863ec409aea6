// Posed: whether the last turn orders what a tool does, or only speaks of it.
// In: the last turn, the tool that leads and what accounts for the words. Out: `order`, `report` (the act is spoken of and not ordered)
// or `use` (how a tool works), with the words that change or exceed what a call would do. Why: a report holds every word of the order.
// What changes the world needs the order itself (order.ts). A tool that only looks may answer all but questions about its own use.

import { ORDERING } from '../text/senses.ts';
import { isLookingVerb } from '../text/verbs.ts';
import { readWords, stemOf, weightOf } from '../text/words.ts';
import { perTool } from '../tools/per-leaf.ts';
import type { Tool } from '../tools/tools.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import type { Source } from '../values/spans/span.ts';
import { findLoose } from './accounted.ts';
import { findChanges } from './changes.ts';
import { clausesOf, isStatement, startsOf } from './clauses.ts';
import { PARTICLES } from './forms.ts';
import { LEAD } from './frames.ts';
import { readOrder } from './order.ts';
import type { Account, Sentence } from './sentences.ts';
import { readSentences, spokenOf } from './sentences.ts';

export type Posed = 'order' | 'report' | 'use';

/** How the turn speaks of the tool, where it orders its act, and the words nobody accounts for. */
export interface Reading {
  readonly posed: Posed;
  readonly orders: readonly Place[];
  readonly loose: readonly Place[];
  /** Clauses beside an order that only say why. */
  readonly idle: readonly Place[];
  /** The act itself is named. */
  readonly isNamed: boolean;
}

export function readPosed(turn: readonly Source[], account: Account): Reading {
  if (turn.some((source) => USE.test(spokenOf(source, account.used)))) return silent('use');
  if (!defines(account.tool) && turn.some(({ text }) => MEANING.test(text))) return silent('use');
  if (!account.tool.acting)
    return ordersAct(turn, account) || isTold(turn, account)
      ? silent('report')
      : { ...silent('order'), loose: findChanges(turn, account) };
  const read = readOrder(turn, account);
  return read.kind === 'report'
    ? silent('report')
    : { posed: 'order', orders: read.acts, loose: read.loose, idle: read.idle, isNamed: read.isNamed };
}

/** "What does sealed mean?" asks about a word, which only a tool for words answers. */
const MEANING =
  /\bwhat (?:does|do|did) [^.!?]{1,60}? mean\b|\bwhat(?:['’]s| is) (?:the meaning of|meant by)\b|\b(?:the )?difference between\b[^.!?]*\?/iu;

const defines: (tool: Tool) => boolean = perTool(({ nameWords, descriptionWords }) =>
  [...nameWords, ...descriptionWords].some((word) => DEFINING.test(word)),
);
const DEFINING =
  /^(?:mean\p{L}*|defin\p{L}*|dictionar\p{L}*|translat\p{L}*|explain\p{L}*|gloss\p{L}*|differ\p{L}*|compar\p{L}*|diff|calculat\p{L}*|comput\p{L}*|subtract\p{L}*|distances?|answers?|questions?|knowledge|faq|help|docs|articles?)$/u;

/** "Burn run 55": who orders an act that a tool which only looks never speaks of does not ask to look. */
export function ordersAct(turn: readonly Source[], account: Account): boolean {
  const { nameWords } = account.tool;
  const own = ownWords(account.tool);
  return turn.some((source) =>
    readSentences(source, account).some(({ tokens, text, start }, place, all) => {
      const at = tokens.findIndex(({ classed, used }) => classed.kind === 'open' || used);
      const token = tokens[at];
      const next = tokens[at + 1];
      if (token === undefined || next === undefined || token.used || weightOf(token) < 1) return false;
      const { surface } = token;
      // "I want to watch a film. Find …": what people do themselves with what is found for them.
      if (OWN_DOING.has(surface) && WISH.test(text.slice(start, token.start)) && all.slice(place + 1).some(asksToLook))
        return false;
      // "Let's limit the results to 5": who looks may say how far.
      if (NARROWING.has(surface) && tokens.slice(at + 1).some(({ used }) => used)) return false;
      if (isLookingVerb(surface) || own.has(surface) || own.has(`${surface}s`) || own.has(surface.replace(/s$/u, '')))
        return false;
      const takes =
        next.used ||
        (next.classed.kind === 'open' &&
          own.has(next.surface) &&
          (tokens[at + 2]?.used === true || (ORDERING.has(surface) && nameWords.includes(next.surface)))) ||
        next.classed.list === 'determiner' ||
        next.classed.list === 'anaphor' ||
        (PARTICLES.has(next.surface) && !/^(?:pull|bring|dig|call|read|list)$/u.test(surface));
      return takes && LEAD.test(text.slice(start, token.start).replaceAll('’', "'").toLowerCase());
    }),
  );
}

const ownWords: (tool: Tool) => ReadonlySet<string> = perTool(
  ({ nameWords, descriptionWords, leaves }) =>
    new Set([
      ...nameWords,
      // "The last refresh of a table" is told, and refreshes nothing.
      ...descriptionWords.filter((_, at) => !BEFORE_NOUN.test(descriptionWords[at - 1] ?? '')),
      ...leaves.flatMap((leaf) => [...leaf.nameWords]),
    ]),
);

const BEFORE_NOUN = /^(?:last|latest|next|previous|recent)$/u;

/** Somewhere the turn asks to be shown something, too. */
export function looksToo(turn: readonly Source[], account: Account): boolean {
  return turn.some((source) => readSentences(source, account).some(asksToLook));
}

/** "Trains from Ulm to Graz tomorrow": only the things that the tool looks for, with no verb, and nothing that it does not take. */
export function namesThings(turn: readonly Source[], { nameStems }: Tool, accountOf: () => Account): boolean {
  const [source, ...more] = turn;
  const opening = source === undefined ? undefined : FIRST_WORD.exec(source.text)?.[0];
  if (source === undefined || opening === undefined || more.length > 0) return false;
  // Most turns begin with another word, and need no account.
  if (!/[^s]s$/u.test(opening) || !nameStems.includes(stemOf(opening.toLowerCase()))) return false;
  const account = accountOf();
  const [sentence, ...others] = readSentences(source, account);
  const { tokens = [] } = sentence ?? {};
  return (
    others.length === 0 &&
    tokens[0]?.used === false &&
    tokens.every(({ used, classed }) => used || !/^(?:copula|frame|relative|changing)$/u.test(classed.kind)) &&
    findLoose(tokens, account).length === 0
  );
}

const FIRST_WORD = /^\p{L}+/u;

/** The turn asks to be shown or told something, whatever else it does. */
export function asksToSee(turn: readonly Source[], account: Account): boolean {
  return turn.some((source) =>
    readSentences(source, account).some(
      (sentence) =>
        asksToLook(sentence) ||
        SHOWING.test(sentence.text.slice(sentence.start, sentence.end).replaceAll('’', "'")) ||
        (sentence.asks && ASKING_WORDS.test(sentence.tokens[0]?.surface ?? '')),
    ),
  );
}

const SHOWING =
  /^[\s,]*(?:(?:please|pls|hi|hey|hello|ok|okay|and|now|can you|could you|would you)[\s,]+)*(?:show(?: me| us)?|tell me|give me a list|let me see)\b/iu;
/** Not "can you …", which orders. */
const ASKING_WORDS =
  /^(?:which|what|what's|who|who's|whose|where|where's|when|how|is|are|was|were|has|have|had|does|do|did|any)$/u;

/** What nobody orders of a program. */
const OWN_DOING: ReadonlySet<string> = new Set(
  'watch attend visit eat dine drink stay travel fly go hear listen enjoy read relax celebrate'.split(' '),
);
const WISH = /\b(?:want|like|love|need|hoping|wish|planning|going|mood) to (?:\p{L}+ )?$/iu;
const NARROWING: ReadonlySet<string> = new Set('limit restrict narrow cap'.split(' '));

/** A sentence that begins with a verb of looking, or asks for it. */
function asksToLook({ tokens, text, start }: Sentence): boolean {
  const at = tokens.findIndex(({ classed, used }) => classed.kind === 'open' || used);
  const token = tokens[at];
  return (
    token !== undefined &&
    !token.used &&
    isLookingVerb(token.surface) &&
    LEAD.test(text.slice(start, token.start).replaceAll('’', "'").toLowerCase())
  );
}

/** "QA is still looking at it": nothing but statements about others asks for nothing. */
function isTold(turn: readonly Source[], account: Account): boolean {
  const sentences = turn.flatMap((source) => readSentences(source, account)).filter(({ tokens }) => tokens.length > 0);
  return (
    sentences.length > 0 &&
    sentences.every(
      (sentence) =>
        !sentence.asks &&
        // An answer that is all value tells nothing.
        !sentence.tokens.every(({ used }) => used) &&
        // "Open invoices of Ann, please": who says so asks.
        !sentence.tokens.some(({ surface }) => /^(?:please|pls|plz)$/u.test(surface)) &&
        (tellsOfThings(sentence, account) ||
          clausesOf(sentence.tokens, startsOf(sentence, account), 0, sentence.tokens.length).every((clause) =>
            isStatement(clause, account),
          )),
    )
  );
}

/** "Ferries from Ulm to Graz were late": what the things are or were, and not in a clause that says which. */
function tellsOfThings({ tokens }: Sentence, { tool: { nameStems } }: Account): boolean {
  const at = tokens.findIndex(({ used, surface }) => !used && /^(?:are|were|is|was|have|had)$/u.test(surface));
  const before = tokens.slice(0, at);
  const [first] = tokens;
  return (
    first !== undefined &&
    !first.used &&
    /[^s]s$/u.test(first.surface) &&
    !isLookingVerb(first.surface) &&
    nameStems.includes(first.stem) &&
    at > 0 &&
    at < tokens.length - 1 &&
    !before.some(({ classed, surface }) => classed.kind === 'relative' || surface === 'that')
  );
}

export function silent(posed: Posed): Reading {
  return { posed, orders: [], loose: [], idle: [], isNamed: false };
}

/** True when a text speaks of the tool's act by its own name. */
export function saysAct(text: string, tool: Tool): boolean {
  return readWords(text).some((word) => tool.acts.has(word.stem));
}

/** True when the turn orders the act of another tool that acts, in a word that is no act of the first. */
export function ordersToo(
  turn: readonly Source[],
  tool: Tool,
  first: Tool,
  orders: readonly Place[],
  listed: readonly Place[],
): boolean {
  if (!tool.acting || [...tool.acts].every((act) => first.acts.has(act))) return false;
  return turn.some((source) => {
    const text = spokenOf(source, []);
    return readWords(text).some(
      (word) =>
        tool.acts.has(word.stem) &&
        !first.acts.has(word.stem) &&
        !orders.some((order) => order.source === source && order.start === word.start) &&
        // "Doors, open and shut": values that the first tool lists.
        !listed.some((place) => overlaps(place, { source, ...word })) &&
        !/(?:ed|ing)$/u.test(word.surface) &&
        BESIDE.test(text.slice(Math.max(0, word.start - 40), word.start)),
    );
  });
}

/** A second act stands at the beginning of a sentence, or behind a joint. */
const BESIDE = /(?:^|[.!?;\n]\s*|,\s*|\b(?:and|then|also|please|to)\s+)$/iu;

const USE =
  /\bhow (?:to|do (?:i|you|we)|can (?:i|we)|should (?:i|we)|does one) use\b|\bhow (?:does|do) [^.?!]{1,60} works?\b|\bwhat does [^.?!]{1,60} do\b/iu;
