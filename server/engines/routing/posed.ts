// Posed: whether the last turn orders what a tool does, or only speaks of it.
// In: the last turn and the tool that leads. Out: `order`, `report` (a question about an act, a condition, what others said, what is
// past or taken back) or `use` (how a tool works). Why: "how do I delete all files?", "he told me to delete all files" and "delete
// all files? no!" hold every word of the order. What changes the world needs the order itself, and the ways to give one are few, so
// they are listed here, and everything else is a question. A tool that only looks may answer all but questions about its own use.

import { readScope, touches } from './scope.ts';
import type { Stretch } from './scope.ts';
import type { Source } from './spans/span.ts';
import type { Tool } from './tools.ts';
import { ACTING_CLASSES, isNoun, isOtherAct, verbClassOf } from './verbs.ts';
import { readWords } from './words.ts';
import type { Word } from './words.ts';

export type Posed = 'order' | 'report' | 'use';

/** `explained` are the places of arguments sent: a negation that one of them took is no exception. */
export function readPosed(turn: readonly Source[], tool: Tool, explained: readonly { readonly source: Source; readonly start: number; readonly end: number }[]): Posed {
  const spoken = turn.map((source) => ({ source, text: spokenOf(source) }));
  if (spoken.some(({ text }) => USE.test(text))) return 'use';
  if (!isActing(tool)) return 'order';
  if (spoken.some(({ text }) => REPORTS.some((pattern) => pattern.test(text)))) return 'report';
  // The tool's own act is what must be ordered; where it is not said as a verb, another act must be, or none is said at all.
  const acts = spoken.flatMap(({ text }) => readWords(text).filter((word) => isActWord(word, text)).map((word) => ({ word, text })));
  const restricted = spoken.some(({ source, text }) => hasException(source, acts.find((act) => act.text === text)?.word.start ?? 0, explained.filter((place) => place.source === source)));
  if (restricted) return 'report';
  const own = acts.filter(({ word }) => (tool.verb !== undefined && verbClassOf(word.surface) === tool.verb) || tool.nameWords.includes(word.surface));
  const asked = own.length > 0 ? own : acts;
  return asked.length === 0 || asked.some(({ word, text }) => isOrdered(text, word)) ? 'order' : 'report';
}

function isActing(tool: Tool): boolean {
  return tool.verb === undefined ? tool.nameWords.some(isOtherAct) : ACTING_CLASSES.has(tool.verb);
}

/** The text without what it only quotes; blanks, so that nothing new becomes adjacent. */
function spokenOf({ text }: Source): string {
  const scope = readScope(text);
  let spoken = text;
  for (const { start, end } of [...scope.quoted, ...scope.reported]) spoken = `${spoken.slice(0, start)}${' '.repeat(Math.min(end, text.length) - start)}${spoken.slice(end)}`;
  return spoken;
}

/** An act said as a verb: "book a table", not "the book". */
function isActWord({ surface, start }: Word, text: string): boolean {
  const kind = verbClassOf(surface);
  if (!(kind !== undefined && ACTING_CLASSES.has(kind)) && !isOtherAct(surface)) return false;
  return !(isNoun(surface) && /\b(?:an?|the|my|our|your|this|that|these|new|another|any|of|for|by|via|with|in|on|from)\s+(?:\p{L}+\s+)?$/iu.test(text.slice(Math.max(0, start - 24), start)));
}

/** What may stand between the beginning of a clause and an act that is ordered. */
const POLITE = '(?:please|kindly|now|then|also|just|first|next|finally|and|so|ok|okay|hey|hi|hello|yes|sure|well|great|perfect|thanks|quickly|immediately|again|go ahead and|make sure (?:to|you)|be sure to|(?:do not|don[\'’]?t) forget to|remember to|help me(?: to)?|help us(?: to)?|help to|help)';
const FRAMES = [
  '(?:can|could|will|would|may) (?:you|i|we)',
  'would you mind',
  '(?:i|we)(?:[\'’]d| would)?(?: really| also| just| urgently| still| now)* (?:want|need|like|love|wish|have|require)(?: for)?(?: you)? to(?: be able to)?',
  '(?:i am|i[\'’]m|im|we are|we[\'’]re) (?:trying|looking|hoping|ready|wanting|needing) to',
  'let[\'’]?s|let us|let me',
  'try to|assist me (?:in|with|to)|i need help (?:to|with)?|it[\'’]s time to|i want|i need|i would like|i[\'’]d like',
].join('|');
/** A day or an hour may open the sentence: "on 2027-05-01 book …". */
const WHEN = '(?:(?:on|at|by)(?: the)? [\\p{L}\\p{N}:/.-]{1,16}(?: \\p{N}{1,4}(?:st|nd|rd|th)?)?|today|tonight|tomorrow|(?:this|next) \\p{L}+)';
const ORDERING = new RegExp(`^[\\s"'“(*-]*(?:${WHEN}\\s+)?(?:${POLITE}[\\s,]*)*(?:(?:${FRAMES})[\\s,]*)?(?:${POLITE}[\\s,]*)*(?:\\p{L}+ (?:or|and) )?$`, 'iu');

function isOrdered(text: string, word: Word): boolean {
  const before = text.slice(Math.max(0, word.start - CLAUSE_LENGTH_MAX), word.start);
  // What stands behind a colon may be anybody's words: "the note says: …".
  if (/\p{L}[^\n.!?]{0,80}:\s/u.test(before)) return false;
  const clause = /(?:[.!?;\n)]\s*|,\s*(?:and |then |so |but )?|\b(?:and|then|so)\s+)(?=[^.!?;\n,]*$)/u;
  // From the beginning of the sentence, or else from the last joint in it.
  const sentence = before.slice(before.search(/[^.!?;\n]*$/u));
  const last = clause.exec(sentence);
  return [sentence, last === null ? sentence : sentence.slice(last.index + last[0].length), sentence.slice(sentence.search(/(?:(?<=,\s|\band\s|\bthen\s|\bso\s|^))[^,]*?$/u))].some((lead) => ORDERING.test(lead) && (!word.surface.endsWith('ing') || GERUND.test(lead)));
}

/** "Deleting files is …" orders nothing; "would you mind deleting …" does. */
const GERUND = /\b(?:mind|in|with|start|begin|try|go ahead|proceed)\s*$/iu;

/** An order stands near the beginning of its clause. */
const CLAUSE_LENGTH_MAX = 200;

/** "Except report.txt", "but not today": a restriction that no argument took. Where it negates another act it is none. */
function hasException(source: Source, from: number, explained: readonly Stretch[]): boolean {
  const { negated } = readScope(source.text);
  return negated.some(({ start, end }) => {
    if (start < from || touches(explained, start, end)) return false;
    const words = readWords(source.text.slice(start, end));
    return !words.some(({ surface }) => verbClassOf(surface) !== undefined || isOtherAct(surface));
  });
}

const USE = /\bhow (?:to|do (?:i|you|we)|can (?:i|we)|should (?:i|we)|does one) use\b|\bhow (?:does|do) [^.?!]{1,60} works?\b|\bwhat does [^.?!]{1,60} do\b/iu;

const REPORTS: readonly RegExp[] = [
  // Questions about an act.
  /\bhow (?:to|do (?:i|you|we)|can (?:i|we)|should (?:i|we)|would (?:i|you|one)|does one)\b/iu,
  /\b(?:should|shall|may|must) (?:i|we)\b|\bwhat (?:happens|would happen|if)\b|\bwhy (?:did|does|do|is|was|were|has|have|would)\b|\b(?:did|have|had) (?:you|he|she|they|anyone|someone)\b|\bis it (?:possible|safe|ok(?:ay)?|wise|necessary|allowed)\b/iu,
  // What somebody else wants or said.
  /\b(?:he|she|they|someone|somebody|everyone|people|boss|manager|colleague|friend|customer|client|mother|father|wife|husband|teacher|email|document|page|website|message|note|text|it)\s+(?:just |always |also )?(?:told|tells?|asked|asks?|wants?|wanted|said|says|ordered|instructs?|instructed|demands?|demanded|suggests?|suggested|recommended)\b/iu,
  /\bi was (?:told|asked|ordered|instructed)\b/iu,
  // What is done already.
  /\b(?:i|we|you|he|she|they)(?:['’]ve| have| had)?(?: already| just| once)? (?:delet|remov|cancel|cancell|book|reserv|order|creat|add|updat|chang|purchas|eras|renam|post|email|messag|transferr|schedul|clear|wip|stopp|clos)ed\b/iu,
  /\b(?:i|we|you|he|she|they)(?:['’]ve| have| had)?(?: already| just| once)? (?:sent|bought|made|wrote|paid)\b/iu,
  // Conditions that only the future can meet, and orders taken back.
  /\b(?:if|unless|whenever|as soon as|in case)\b(?! (?:possible|available|needed|necessary|any|so|not|you (?:can|could|would|like|want|please)|there (?:is|are)|that['’]s))/iu,
  /\?\s*(?:no|nope|never|not)\b|\b(?:just kidding|only joking|never ?mind|forget (?:it|that)|scratch that|on second thoughts?|(?:wait|actually),? no|cancel that|or not|not now|not yet|later|another time|some other time|hypothetically|suppose|imagine|pretend|maybe|perhaps)\b/iu,
  // Negations of other languages, whose scope is not known here.
  /(?<![\p{L}])(?:nicht|kein|keine|keinen|niemals|nunca|jamais|não|jangan|не|нельзя|никогда)(?![\p{L}])|\bne\b[^.!?]{1,40}\bpas\b|不要|别|勿|하지 ?마|しないで/iu,
];
