// Ordered: whether an act that a text speaks of is ordered there.
// In: a text, a word of it that says an act, and the act that the tool is named after. Out: true for an order.
// Why: the ways to give an order are few ("lock it", "could you lock it", "I want it locked"); everything else that holds the same
// word tells about the act, asks about it or names it as a thing ("is it locked?", "the lock of the door", "refund policy").

import { isOtherAct, verbClassOf } from './verbs.ts';
import type { Word } from './words.ts';

export function isOrdered(text: string, word: Word, act: string | null): boolean {
  const before = text.slice(Math.max(0, word.start - CLAUSE_LENGTH_MAX), word.start);
  const behind = text.slice(word.end, word.end + CLAUSE_LENGTH_MAX);
  // What stands behind a colon may be anybody's words: "the note says: …".
  if (/\p{L}[^\n.!?]{0,80}:\s/u.test(before)) return false;
  const sentence = before.slice(before.search(/[^.!?;\n]*$/u));
  // A question that does not ask us to do it asks whether it is done, or should be: "lock the front door?"
  if (!ASKS_US.test(sentence) && /^[^.!;\n?]*\?/u.test(behind)) return false;
  const leads = leadsOf(sentence);
  if (isPast(word.surface)) return DONE_BEHIND.test(behind) && leads.some((lead) => WANTS_DONE.test(lead) && !TELLS.test(lead));
  if (word.surface.endsWith('ing')) return leads.some((lead) => (ORDERING.test(lead) && GERUND.test(lead)) || (BEGINNING.test(lead) && ORDERING.test(lead.replace(BEGINNING, ''))));
  if (leads.some((lead) => WANTS_THING.test(lead))) return true;
  return isVerb(word.surface, behind, act) && leads.some((lead) => ORDERING.test(lead));
}

/** What stands before an act: from the beginning of the sentence, or else from the last joint in it. */
function leadsOf(sentence: string): readonly string[] {
  const last = /(?:[.!?;\n)]\s*|,\s*(?:and |then |so |but )?|\b(?:and|then|so)\s+)(?=[^.!?;\n,]*$)/u.exec(sentence);
  return [sentence, last === null ? sentence : sentence.slice(last.index + last[0].length), sentence.slice(sentence.search(/(?:(?<=,\s|\band\s|\bthen\s|\bso\s|^))[^,]*?$/u))];
}

/** Only the bare form orders, and what it acts on stands right behind it: "refunds", "refund for", "refund status" are things. */
function isVerb(surface: string, behind: string, act: string | null): boolean {
  const isListed = verbClassOf(surface) !== undefined || isOtherAct(surface);
  if (isListed) return verbClassOf(surface) !== 'cancel' || !COMPOUND.test(behind);
  return act !== null && act.startsWith(surface) && !COMPOUND.test(behind) && !/^ (?:of|on|for|in|from|by|is|was|are|were|has|had|will)\b/iu.test(behind);
}

/** What may stand between the beginning of a clause and an act that is ordered. */
const POLITE = '(?:please|pls|plz|kindly|now|then|also|just|first|next|finally|and|so|ok|okay|hey|hi|hello|yes|sure|well|great|perfect|thanks|quickly|immediately|again|go ahead and|make sure (?:to|you)|be sure to|(?:do not|don[\'’]?t) forget to|remember to|help me(?: to)?|help us(?: to)?|help to|help)';
const FRAMES = [
  '(?:can|could|will|would|may) (?:you|u|i|we)',
  'would you mind',
  '(?:i|we)(?:[\'’]d| would)?(?: really| also| just| urgently| still| now)* (?:want|need|like|love|wish|have|require)(?: for)?(?: you)? to(?: be able to)?',
  '(?:i am|i[\'’]m|im|we are|we[\'’]re) (?:trying|looking|hoping|ready|wanting|needing) to',
  'let[\'’]?s|let us|let me',
  'try to|assist me (?:in|with|to)|i need help (?:to|with)?|it[\'’]s time to|i want|i need|i would like|i[\'’]d like',
].join('|');
/** A day or an hour may open the sentence: "on 2027-05-01 book …". */
const WHEN = '(?:(?:on|at|by)(?: the)? [\\p{L}\\p{N}:/.-]{1,16}(?: \\p{N}{1,4}(?:st|nd|rd|th)?)?|today|tonight|tomorrow|(?:this|next) \\p{L}+)';
const ORDERING = new RegExp(`^[\\s"'“(*-]*(?:${WHEN}\\s+)?(?:${POLITE}[\\s,]*)*(?:(?:${FRAMES})[\\s,]*)?(?:${POLITE}[\\s,]*)*(?:\\p{L}+ (?:or|and) )?$`, 'iu');

/** "Refund status", "cancel fee": nouns that make the act before them a thing. */
const COMPOUND = /^ (?:status|policy|policies|fees?|reasons?|history|process|dates?|terms|rules|rights?|confirmation|details|info|information)\b/iu;

/** True when somebody is asked to do something: "please …", "can you …", "I want to …". */
export function asksUs(text: string): boolean {
  return ASKS_US.test(text);
}

const ASKS_US = new RegExp(`\\b(?:please|pls|plz|kindly|${FRAMES})\\b|^[\\s"'“(*-]*(?:would|will|can|could|may|might)\\b`, 'iu');
/** "I want order 5 cancelled": named as done, and wanted so. */
const WANTS_DONE = /^[\s"'“(*-]*(?:please |so |now )*(?:(?:i|we)(?:['’]d| would)?(?: really| also| just)* (?:want|need|like)(?: to (?:have|get|see))?|please (?:have|get)|have|get|(?:can|could) (?:you|we|i) (?:please )?(?:have|get)) [^.?!;\n]{1,80}$/iu;
/** Behind what is wanted done nothing follows that it would describe ("get cancelled orders"). */
const DONE_BEHIND = /^\s*(?:$|[.,;!?]|(?:now|please|asap|today|immediately|for|to|and)\b)/iu;
/** "I want to know whether it was cancelled", "a list of orders cancelled": told, not wanted. */
const TELLS = /\b(?:if|whether|why|when|how|that|know|see|check|sure|was|were|is|are|been|be|has|had|lists?|of|which)\b/iu;
/** "I want a refund": the act as a thing. */
const WANTS_THING = /(?:^[\s"'“(*-]*|[,.]\s+|\band\s+)(?:please )?(?:(?:i|we)(?:['’]d| would)?(?: really| also| just)* (?:want|need|like|request|demand)(?: to (?:get|have|request|make|start|ask for))?|(?:i am|i['’]m|we are) (?:asking for|requesting)|(?:can|could|may) (?:you|i|we) (?:please )?(?:get|have|make|give me|do|issue|process)|give me|get me|issue|process|make|do|start|request|arrange|initiate)(?: me)? (?:an?|my|the|another)? ?(?:full |partial |complete |immediate |quick |new )?$/iu;

/** "Locked", "sold": the act as something done, or undergone. */
function isPast(surface: string): boolean {
  return PAST_FORMS.has(surface) || (surface.endsWith('ed') && verbClassOf(surface) === undefined && !isOtherAct(surface) && !/^(?:feed|embed|seed|speed|need|proceed|shed|wed|bleed|breed|exceed|succeed)$/u.test(surface));
}

/** "Deleting files is …" orders nothing; "would you mind deleting …" does. */
const GERUND = /\b(?:mind|in|with|start|begin|try|go ahead|proceed)\s*$/iu;

/** "Start playing it". */
const BEGINNING = /\b(?:start|begin|resume|go ahead)\s*$/iu;

/** An order stands near the beginning of its clause. */
const CLAUSE_LENGTH_MAX = 200;

/** The verb of a form that the stemmer leaves apart from it. */
export function baseOf(surface: string): string {
  return PAST_FORMS.get(surface) ?? surface;
}

/** Forms that the stemmer leaves apart from their verb. */
const PAST_FORMS: ReadonlyMap<string, string> = new Map(
  'sold sell,paid pay,sent send,bought buy,made make,wrote write,written write,built build,held hold,drew draw,drawn draw,gave give,given give,hid hide,hidden hide,took take,taken take,froze freeze,frozen freeze,withdrew withdraw,withdrawn withdraw,ran run,kept keep,left leave,began begin,begun begin,rebuilt rebuild,resent resend'
    .split(',')
    .map((pair): [string, string] => [pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? '']),
);
