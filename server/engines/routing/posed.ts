// Posed: whether the last turn orders something done, or only speaks of it.
// In: the last turn. Out: `order`, `report` (a question about an act, a condition, what others said, what is past) or `use` (how a
// tool works). Why: "how do I delete all files?", "he told me to delete all files" and "I deleted all files" hold every word of the
// order. What changes the world needs the order itself; a tool that only looks may answer all but questions about its own use.

import { readScope } from './scope.ts';
import type { Source } from './spans/span.ts';

export type Posed = 'order' | 'report' | 'use';

export function readPosed(turn: readonly Source[]): Posed {
  const texts = turn.map(spokenOf);
  if (texts.some((text) => USE.test(text))) return 'use';
  return texts.some((text) => REPORTS.some((pattern) => pattern.test(text))) ? 'report' : 'order';
}

/** The text without what it only quotes; blanks, so that nothing new becomes adjacent. */
function spokenOf({ text }: Source): string {
  const scope = readScope(text);
  let spoken = text;
  for (const { start, end } of [...scope.quoted, ...scope.reported]) spoken = `${spoken.slice(0, start)}${' '.repeat(Math.min(end, text.length) - start)}${spoken.slice(end)}`;
  return spoken;
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
  // Conditions that only the future can meet.
  /\b(?:if|unless|whenever|as soon as|in case)\b(?! (?:possible|available|needed|necessary|any|so|not|you (?:can|could|would|like|want|please)|there (?:is|are)|that['’]s))/iu,
  // Negations of other languages, whose scope is not known here.
  /(?<![\p{L}])(?:nicht|kein|keine|keinen|niemals|nunca|jamais|não|jangan|не|нельзя|никогда)(?![\p{L}])|\bne\b[^.!?]{1,40}\bpas\b|不要|别|勿|하지 ?마|しないで|لا تحذف/iu,
];
