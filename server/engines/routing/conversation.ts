// Conversation: which texts of a request may choose a tool, which may supply values, and what was asked before.
// In: messages. Out: user turns as sources, the words that choose, the verbs that are vetoed, what a short answer answers.
// Why: only user messages are evidence. The last turn decides; earlier ones supply values; the assistant's own question only says
// which parameter an answer fills.

import { JsonError, parseJson } from '../../../grammar/json.ts';
import type { Clock } from '../../services/routing/wire/clock.ts';
import type { Message, MessageText, RouteCall } from '../../services/routing/wire/route.ts';
import { refersBack } from './text/anaphors.ts';
import { endsInDoubt, lengthWithoutCourtesy, saysNothing } from './text/courtesy.ts';
import { withoutRetracted } from './text/retracted.ts';
import type { Scope } from './text/scope.ts';
import { readScope, touches } from './text/scope.ts';
import { verbClassOf } from './text/verbs.ts';
import type { Word } from './text/words.ts';
import { isStopWord, readWords, splitIdentifier, stemOf, weightOf } from './text/words.ts';
import type { ToolIndex } from './tools/postings.ts';
import { rankTools } from './tools/rank.ts';
import type { Leaf, Tool } from './tools/tools.ts';
import type { Answers, Asked } from './values/context.ts';
import { readMarked } from './values/spans/marked.ts';
import type { Source, Span, SpanKind } from './values/spans/span.ts';
import type { ChoosingWord } from './verdict/decide.ts';
import { isOwnDoubt, NOTHING_FITS, readOwnQuestion } from './verdict/question.ts';

/** Earlier user turns supply values, newest first, until this much text is read. */
export const HISTORY_LENGTH_MAX = 16_384;

export interface Conversation {
  /** User turns, last first; each a list of sources. */
  readonly turns: readonly (readonly Source[])[];
  /** What the assistant said just before the last user turn. */
  readonly question: string | null;
  readonly now: Clock | null;
  /** The last calls that the assistant made before the last user turn. */
  readonly made?: readonly RouteCall[];
  /** They were made for the turn before the last. */
  readonly isOver?: boolean;
  /** The conversation as it was before the last turn, from the turn before it; absent where nobody said anything before. */
  readonly before?: () => Conversation;
  /** We said just before the last turn that we do not understand all of the one before it. */
  readonly isDoubted?: boolean;
  /** We said there that nothing fits. */
  readonly isRefused?: boolean;
  /** Answers to our earlier questions about the same order, in the turn before the last; none when left out. */
  readonly answers?: Answers;
  /** The tool that the last turn picks, where the assistant asked which; it says nothing else then. */
  readonly picked?: string;
}

export function readConversation(messages: readonly Message[], now: Clock | null): Conversation {
  const said = readTurns(messages);
  const [last, ...before] = said;
  const question = last?.question ?? null;
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const history = messages.slice(0, Math.max(0, lastUser));
  const lastMade = history.findLastIndex(({ calls }) => calls !== undefined);
  const made = history[lastMade]?.calls;
  // Answers to our questions about one tool complete one order, however many there were.
  const tool = last?.own?.tool ?? null;
  const further = tool === null ? 0 : before.findIndex(({ own }) => own?.tool !== tool);
  const order = before.slice(0, further + 1).reverse();
  const answers = new Map<Source, ReadonlySet<string>>();
  const completed = order.flatMap((turn) => {
    const sources = readSources(turn, 1);
    const { own } = turn;
    if (own !== null && own.tool === tool) for (const source of sources) answers.set(source, new Set(own.names));
    return sources;
  });
  // What was said before an order that is completed was said for another one, unless it speaks of that.
  const isMeant = tool === null || [last, ...order].some((turn) => turn?.texts.some(({ text }) => refersBack(text)));
  const earlier = isMeant ? before.slice(order.length).map((turn, at) => readSources(turn, at + 2)) : [];
  const turns =
    last === undefined ? [] : [readSources(last, 0), ...(order.length === 0 ? [] : [completed]), ...earlier];
  return {
    turns,
    question,
    now,
    ...(before.length === 0 ? {} : { before: () => readConversation(history, now) }),
    ...(last !== undefined && isOwnDoubt(last.said) ? { isDoubted: true } : {}),
    ...(last?.said === NOTHING_FITS ? { isRefused: true } : {}),
    ...(answers.size === 0 ? {} : { answers }),
    ...(made === undefined ? {} : { made, isOver: history.slice(lastMade).every(({ role }) => role !== 'user') }),
  };
}

function readSources({ texts }: Turn, age: number): Source[] {
  return texts.map(({ path, text }) => ({ path, text: withoutRetracted(text), age }));
}

/** A user turn: its texts, and what the assistant said just before it. */
interface Turn {
  readonly texts: readonly MessageText[];
  readonly said: string;
  /** The same where it asks something, and which values it asks for where it is a question of ours. */
  readonly question: string | null;
  readonly own: ReturnType<typeof readOwnQuestion>;
}

/** User turns, last first. Texts beyond the history bound are not read. */
function readTurns(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  let length = 0;
  for (const [at, message] of [...messages.entries()].reverse()) {
    if (message.role !== 'user') continue;
    const texts = message.texts.filter(({ text }) => text.trim() !== '');
    const size = texts.reduce((sum, { text }) => sum + text.length, 0);
    if (turns.length > 0) {
      length += size;
      if (length > HISTORY_LENGTH_MAX) break;
    }
    const said = textOf(messages[at - 1]);
    const own = readOwnQuestion(said);
    turns.push({ texts, said, question: own !== null || asksIn(said) ? said : null, own });
  }
  return turns;
}

/** What the assistant says in a message. */
function textOf(message: Message | undefined): string {
  if (message?.role !== 'assistant') return '';
  return messageOf(
    message.texts
      .map((one) => one.text)
      .join('\n')
      .slice(0, QUESTION_LENGTH_MAX)
      .trim(),
  );
}

function asksIn(text: string): boolean {
  return text.split(/(?<=[.!?\n])/u).some((one) => one.endsWith('?') && !OFFERS_MORE.test(one));
}

/** "Done. Anything else?" asks for no value: what comes next is an order of its own. */
const OFFERS_MORE = /\b(?:anything|something|what) (?:else|more)\b|\bhelp (?:you )?(?:with|further)\b/iu;

/** The text of a question that we wrote as `{"message":…}`; any other text as it is. */
function messageOf(text: string): string {
  if (!text.startsWith('{"message":')) return text;
  try {
    const value = parseJson(Buffer.from(text));
    const message = value instanceof Map ? value.get('message') : undefined;
    return typeof message === 'string' ? message : text;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return text;
  }
}

/** Words of a source that may choose a tool: not negated, not reported, not quoted, and no part of an address, a path or a code, which says where or which one and not what. */
export function choosingWords(source: Source): readonly ChoosingWord[] {
  let words = CHOOSING.get(source);
  if (words === undefined) CHOOSING.set(source, (words = readChoosing(source)));
  return words;
}

/** Kept with its source: what chooses must also be accounted for. */
const CHOOSING = new WeakMap<Source, readonly ChoosingWord[]>();

function readChoosing(source: Source): ChoosingWord[] {
  const scope = readScope(source.text);
  const addresses = readMarked(source).filter(({ kind }) => ADDRESSES.has(kind));
  return readWords(source.text)
    .filter((word) => !isSilent(scope, word) && !touches(addresses, word.start, word.end))
    .map((word) => ({ ...word, source }));
}

const ADDRESSES: ReadonlySet<SpanKind> = new Set(['url', 'email', 'path', 'id']);

function isSilent(scope: Scope, word: Word): boolean {
  return [scope.negated, scope.reported, scope.quoted].some((stretches) => touches(stretches, word.start, word.end));
}

/** The last turn chooses. An answer to a question chooses together with the turns it completes, unless it names another tool itself. */
export function chooseWords(
  index: ToolIndex,
  conversation: Conversation,
  current: readonly ChoosingWord[],
): readonly ChoosingWord[] {
  if (conversation.question === null || conversation.turns.length < 2) return current;
  // The order stands in the turn before; which tool is only added to it.
  if (conversation.picked !== undefined) return [...(conversation.turns[1] ?? []).flatMap(choosingWords), ...current];
  const [alone] = rankTools(index, current);
  if (alone !== undefined && alone.nameCover >= 0.6 && alone.verb > 0) return current;
  return [...current, ...(conversation.turns[1] ?? []).flatMap(choosingWords)];
}

export function negatedVerbs(current: readonly Source[]): Set<string> {
  const negated = new Set<string>();
  const asked = new Set<string>();
  for (const source of current) {
    const scope = readScope(source.text);
    for (const word of readWords(source.text)) {
      const kind = verbClassOf(word.surface);
      if (kind === undefined || touches(scope.quoted, word.start, word.end)) continue;
      if (touches(scope.negated, word.start, word.end)) negated.add(kind);
      else if (!touches(scope.reported, word.start, word.end)) asked.add(kind);
    }
  }
  return new Set([...negated].filter((kind) => !asked.has(kind)));
}

/** An answer to a question is a short phrase; a text of more words is read as a sentence. */
const ANSWER_WORDS_MAX = 8;
/** Function words that stand inside names of things. */
const ANSWER_JOINTS = new Set(['of', 'the', 'and', 'a', 'an', 'for', 'in', 'at']);
/** Longer texts are no short answer, and need not be searched for one. */
const ANSWER_LENGTH_MAX = 200;
/** The assistant's text only tells which parameter is asked for; its first part does. */
const QUESTION_LENGTH_MAX = 4000;

/** A short last turn as one span: "the blue one" answers a question although nothing in it is a value by itself. */
export function wholeAnswer(current: readonly Source[]): Span[] {
  const [source] = current;
  if (source === undefined || current.length > 1 || source.text.length > ANSWER_LENGTH_MAX) return [];
  const match =
    /^[\s"'“]*(?:it(?:['’]s| is)|i(?:['’]d| would) like|make it|let['’]s say|the|please|yes,?|sure,?|ok,?)?\s*(.*?)(?:,? please)?[\s.!?"'”]*$/isu.exec(
      source.text,
    );
  const said = match?.[1] ?? '';
  const text = said.slice(0, lengthWithoutCourtesy(said));
  if (saysNothing(source.text) || saysNothing(text) || endsInDoubt(text)) return [];
  const words = readWords(text);
  if (text === '' || words.length > ANSWER_WORDS_MAX || words.every((word) => weightOf(word) < 0.1)) return [];
  // A sentence is no value: its value stands somewhere inside it.
  if (
    words.some(
      (word, at) =>
        (at === 0 && weightOf(word) < 1 && !isStopWord(word.surface)) ||
        (isStopWord(word.surface) && !ANSWER_JOINTS.has(word.surface)) ||
        verbClassOf(word.surface) !== undefined,
    )
  )
    return [];
  const start = source.text.indexOf(text);
  return [{ source, start, end: start + text.length, kind: 'phrase', by: 'answer', value: text, detail: {} }];
}

/** Leaves that the question before the last turn was about. */
export function askedLeaves(tool: Tool, { question, answers = NO_ANSWERS }: Conversation): Asked | null {
  if (question === null) return null;
  const own = readOwnQuestion(question);
  if (own !== null) return own.tool === tool.name ? { names: new Set(own.names), isOwn: true, earlier: answers } : null;
  // The question itself, without what leads to it.
  const asks = question.match(/[^.!?\n]*\?/gu)?.join(' ') ?? question;
  const said = new Set(readWords(asks).map((word) => word.stem));
  const isAsked = (leaf: Leaf): boolean => {
    const own = leaf.nameWords.filter((word) => !GENERIC_STEMS.has(stemOf(word)));
    const named = own.length > 0 ? own : leaf.nameWords;
    return named.length > 0 && named.every((word) => said.has(stemOf(word)) || isShortFor(word, asks));
  };
  const named = tool.leaves.filter((leaf) => isAsked(leaf) || listsIn(leaf, said) >= 2);
  // "Under which name?" asks for the one name that the tool needs.
  const names = said.has('name') ? tool.leaves.filter((leaf) => leaf.required && leaf.nameWords.at(-1) === 'name') : [];
  const asked = named.length === 0 && names.length === 1 ? names : named;
  return asked.length === 0
    ? null
    : { names: new Set(asked.map(({ argument }) => argument)), isOwn: false, earlier: NO_ANSWERS };
}

const NO_ANSWERS: Answers = new Map();

/** `repo` where the question says "repository". */
function isShortFor(word: string, text: string): boolean {
  return (
    word.length >= 3 &&
    readWords(text).some(({ surface }) => surface.length > word.length + 2 && surface.startsWith(word))
  );
}

/** Words of names of parameters that a person leaves out who asks for one. */
const GENERIC_STEMS: ReadonlySet<string> = new Set(
  ['id', 'name', 'key', 'number', 'code', 'date', 'time', 'type'].map(stemOf),
);

/** How many of its values a question offers. */
function listsIn(leaf: Leaf, said: ReadonlySet<string>): number {
  return leaf.enumValues.filter(
    (value) => typeof value === 'string' && splitIdentifier(value).every((word) => said.has(stemOf(word))),
  ).length;
}
