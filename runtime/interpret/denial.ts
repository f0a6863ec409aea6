// Denial: whether a place is one where its text says that it is not so, or only supposes it.
// In: a text and where a place is in it. Out: yes or no.
// A cue before the place reaches it within their clause; some words behind it reach back. What a cue is, which way it acts, where
// its reach ends and what is none after all is written here once; the words are in denial-words.ts. The strongest exception: what
// is named as known ("my refund", "the leak") after a verb that expresses no wish is there, whatever the verb denies of it.

import type { Role } from './denial-words.ts';
import { CLASSES, ROLES, nameNumber } from './denial-words.ts';
import { APOSTROPHES, cut, isSeparator } from './words.ts';
import type { Token } from './words.ts';

// A clause is shorter; looking further back would make work of texts without clauses.
export const BYTES_BEFORE = 256;
/** What comes behind a place and may reach back: `is not what I was looking for`. */
export const ROLES_BEHIND = 8;

const { NOT, CANT, NO, NONE, BREAK, SUBJECT, PRONOUN, DEFINITE, INDEFINITE, WISH, AUXILIARY, COPULA, KNOWING, NEEDED, ADVERB, CONTRACTED, ANSWER, END, COMMA } = CLASSES;
const OTHER: Role = { classes: 0, name: 0 };

// A mark of byte order inside a text is a character like any other.
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

const N = (name: string): number => nameNumber(name);
const WHY = N('WHY');
const IF = N('IF');
const AND = N('AND');
const OR = N('OR');
const WANT = N('WANT');
const A = N('A');
const THE = N('THE');

/** Whether the place [start, end) of a text, in UTF-8 bytes, is denied. `bytes` are those of the text. */
export function isDenied(bytes: Uint8Array, start: number, end: number): boolean {
  const before = rolesBefore(bytes, start);
  const behind = rolesBehind(bytes, end);
  return isDeniedAhead(before, behind) || isDeniedBehind(before, behind);
}

/** The roles from the start of the sentence on. */
function rolesBefore(bytes: Uint8Array, start: number): Role[] {
  const from = startOfSentence(bytes, start);
  const roles: Role[] = [];
  readRoles(DECODER.decode(bytes.subarray(from, start)), (role) => {
    roles.push(role);
    return true;
  });
  return roles;
}

const SENTENCE_ENDS: ReadonlySet<number> = new Set([...'.!?;()\n\r'].map((mark) => mark.charCodeAt(0)));
const SPACE = 0x20;

/** After the last mark that ends a sentence; where it is too far away, after the first space that is near enough. */
function startOfSentence(bytes: Uint8Array, start: number): number {
  const least = Math.max(0, start - BYTES_BEFORE);
  for (let at = start; at > least; at -= 1) if (SENTENCE_ENDS.has(bytes[at - 1]!) && !endsEntity(bytes, at)) return at;
  if (least === 0) return 0;
  for (let at = least; at < start; at += 1) if (bytes[at] === SPACE) return at + 1;
  return start;
}

/** Whether the bytes before a position are one of the entities. */
function endsEntity(bytes: Uint8Array, end: number): boolean {
  return ENTITIES.some((entity) => end >= entity.length && [...entity].every((mark, at) => bytes[end - entity.length + at] === mark.charCodeAt(0)));
}

function rolesBehind(bytes: Uint8Array, end: number): Role[] {
  const roles: Role[] = [];
  // No more bytes than these are looked at; a token that goes on after them is one that is none of ours.
  const limit = endOfLine(bytes, end);
  readRoles(DECODER.decode(bytes.subarray(end, limit)), (role) => {
    roles.push(role);
    return roles.length < ROLES_BEHIND;
  });
  return roles;
}

const BYTES_BEHIND = 160;

/** The end of the line, or of the last character that is near enough. */
function endOfLine(bytes: Uint8Array, end: number): number {
  const most = Math.min(bytes.length, end + BYTES_BEHIND);
  let at = end;
  while (at < most && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
  while (at > end && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at -= 1;
  return at;
}

// A mark that texts from the web have as an entity.
const ENTITIES = ['&#39;', '&#x27;', '&#8217;', '&apos;', '&rsquo;'];
const ENTITY = new RegExp(ENTITIES.join('|'), 'g');
// Also the ones that are typed by mistake.
const JOINING: ReadonlySet<string> = new Set([...APOSTROPHES, '\u2018', '`']);

/** The roles of words and marks, in order; white space has none, and an apostrophe joins what stands beside it. */
function readRoles(text: string, take: (role: Role) => boolean): void {
  const tokens = cut(text.replace(ENTITY, "'"));
  let spaced = true;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (isSeparator(token) && token.text !== '-') {
      spaced = true;
      continue;
    }
    const [role, to] = token.word ? wordRole(tokens, at) : [markRole(tokens, at, spaced), at];
    at = to;
    spaced = false;
    if (role !== null && !take(role)) return;
  }
}

/** The role of a word, and of the contraction that begins with it. */
function wordRole(tokens: readonly Token[], at: number): readonly [role: Role, to: number] {
  const word = asciiLower(tokens[at]!.text).replace('\u02bc', "'");
  const rest = tokens[at + 2];
  if (rest !== undefined && rest.word && JOINING.has(tokens[at + 1]!.text)) {
    // Of other contractions the first word counts: "I'd", "it's".
    return [ROLES.get(`${word}'${asciiLower(rest.text)}`) ?? ROLES.get(word) ?? OTHER, at + 2];
  }
  return [ROLES.get(word) ?? OTHER, at];
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The role of a mark; null for one that says nothing. */
function markRole(tokens: readonly Token[], at: number, spaced: boolean): Role | null {
  switch (tokens[at]!.text) {
    case '.': case '!': case ';': case '(': case ')': return { classes: END, name: 0 };
    case '?': return { classes: END, name: N('QUESTION_MARK') };
    case ':': return { classes: END, name: N('COLON') };
    case '\u2013': case '\u2014': return { classes: END, name: N('DASH') };
    case ',': return { classes: COMMA, name: 0 };
    case '-': {
      const next = tokens[at + 1];
      return spaced && (next === undefined || isSeparator(next)) ? { classes: END, name: N('DASH') } : { classes: 0, name: N('HYPHEN') };
    }
    default: return null;
  }
}

/** Whether a cue before the place reaches it: the roles are looked through from the place back. */
function isDeniedAhead(before: readonly Role[], behind: readonly Role[]): boolean {
  let joined = false;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const { classes, name } = before[at]!;
    if ((classes & END) !== 0) return false;
    if ((classes & COMMA) !== 0) {
      if (!isList(before, at, behind)) return false;
      continue;
    }
    if (name === IF) return isSupposed(before, at);
    if (isOccasion(before, at)) return true;
    if (name === N('EXCEPT') && isOfNone(before, at)) return false;
    const cue = cueAt(before, at);
    if (cue !== 'none') return cue === 'verb' && joined ? false : holds(before, at, cue);
    if ((classes & BREAK) !== 0) return false;
    // The subject of the clause: what is before it is another clause, and may suppose this one.
    if ((classes & SUBJECT) !== 0) return at > 0 && ((before[at - 1]!.name === IF && isSupposed(before, at - 1)) || isOccasion(before, at - 1));
    if (name === AND) {
      if (isClauseStart(before, at + 1)) return false;
      joined = true;
    }
    // "not working need a refund": a clause without a mark before it.
    if (name === WANT && at > 0 && isContent(before[at - 1]!)) return false;
  }
  return false;
}

function classesAt(roles: readonly Role[], at: number): number {
  return roles[at]?.classes ?? 0;
}

function nameAt(roles: readonly Role[], at: number): number {
  return roles[at]?.name ?? 0;
}

function isContent({ classes, name }: Role): boolean {
  return classes === 0 && name === 0;
}

function isClauseStart(roles: readonly Role[], at: number): boolean {
  return (classesAt(roles, at) & (SUBJECT | PRONOUN | WISH | AUXILIARY | BREAK)) !== 0;
}

/** Whether a comma before the place separates parts of a list that ends in `or`: "a refund, a voucher or a discount". */
function isList(before: readonly Role[], comma: number, behind: readonly Role[]): boolean {
  for (let at = comma + 1; at < before.length + behind.length; at += 1) {
    const { classes, name } = at < before.length ? before[at]! : behind[at - before.length]!;
    if (name === OR) return true;
    if ((classes & (END | BREAK | SUBJECT | AUXILIARY | WISH)) !== 0) return false;
  }
  return false;
}

/** `if I wanted …`, `what if …`: nothing is said to be so. `if I can …` asks for it, and so does `see if …`. */
function isSupposed(before: readonly Role[], at: number): boolean {
  const ahead = at === 0 ? OTHER : before[at - 1]!;
  if (ahead.name === N('WHAT')) return true;
  if (ahead.name === N('SEE') || ahead.name === N('DOUBT') || (ahead.classes & KNOWING) !== 0) return false;
  if (nameAt(before, at + 1) !== N('I') && nameAt(before, at + 1) !== N('ONE') && (classesAt(before, at + 1) & SUBJECT) === 0) return false;
  const next = before[at + 2];
  return next === undefined || (next.classes & AUXILIARY) === 0 || (next.classes & COPULA) !== 0 || next.name === N('HAVE');
}

/** `in case of …`, `in the event of …`, `should I ever …`, `I would have …`, `I might …`, `would I …`. */
function isOccasion(before: readonly Role[], at: number): boolean {
  switch (nameAt(before, at)) {
    case N('CASE'): return nameAt(before, at - 1) === N('IN') && nameAt(before, at + 1) === N('OF');
    case N('EVENT'): return nameAt(before, at - 1) === THE && nameAt(before, at - 2) === N('IN') && nameAt(before, at + 1) === N('OF');
    case N('EVER'): return nameAt(before, at - 2) === N('SHOULD') && (classesAt(before, at - 1) & SUBJECT) !== 0;
    case N('MIGHT'): return at >= before.length - 2;
    case N('WOULD'): return nameAt(before, at + 1) === N('I');
    case N('HAVE'): return nameAt(before, at - 1) === N('WOULD') && nameAt(before, at + 1) !== N('HOPED');
    default: return false;
  }
}

/** What a cue denies: the verb after it, the noun after it, what can be done, or nothing because it is none. */
type Cue = 'none' | 'verb' | 'noun' | 'ability' | 'other';

function cueAt(before: readonly Role[], at: number): Cue {
  const { classes, name } = before[at]!;
  if ((classes & NOT) !== 0) return nameAt(before, at - 1) === N('CAN') ? 'ability' : 'verb';
  if ((classes & CANT) !== 0) return 'ability';
  if ((classes & NO) !== 0) return nameAt(before, at + 1) === N('LONGER') || nameAt(before, at + 1) === N('ONE') ? 'verb' : 'noun';
  if ((classes & NONE) !== 0) return 'verb';
  const ahead = nameAt(before, at - 1);
  switch (name) {
    case N('OF'): return ahead === N('INSTEAD') || ahead === N('LACK') || ahead === N('FREE') ? 'other' : 'none';
    case N('FROM'): return ahead === N('APART') || ahead === N('FREE') || ahead === N('FAR') ? 'other' : 'none';
    case N('THAN'): return ahead === N('OTHER') || isRather(before, at) ? 'other' : 'none';
    case N('TO'): return (ahead === N('REFUSE') || ahead === N('FAIL') || ahead === N('YET')) && !isNot(before, at - 2) ? 'verb' : 'none';
    case N('BUT'): return ahead === N('ANYTHING') ? 'other' : 'none';
    case N('AGAINST'): return ahead === N('DECIDE') ? 'other' : 'none';
    case N('EXCEPT'): return 'other';
    case N('STOP'): return at === before.length - 1 && !isNot(before, at - 1) ? 'other' : 'none';
    default: return 'none';
  }
}

/** `never fails to …`, `won't stop …`: the one denies the other. */
function isNot(before: readonly Role[], at: number): boolean {
  return (classesAt(before, at) & (NOT | CANT)) !== 0;
}

/** `none except a refund` means the refund. */
function isOfNone(before: readonly Role[], at: number): boolean {
  for (let ahead = at - 1; ahead >= 0 && (classesAt(before, ahead) & (END | COMMA)) === 0; ahead -= 1) if ((classesAt(before, ahead) & (NOT | CANT | NO | NONE)) !== 0) return true;
  return false;
}

/** `rather than`, `would rather … than`. */
function isRather(before: readonly Role[], at: number): boolean {
  for (let ahead = at - 1; ahead >= 0 && (classesAt(before, ahead) & (END | COMMA)) === 0; ahead -= 1) if (nameAt(before, ahead) === N('RATHER')) return true;
  return false;
}

/** Whether the cue at a position, whose reach the place is in, denies it. */
function holds(before: readonly Role[], at: number, cue: Exclude<Cue, 'none'>): boolean {
  if (isAsked(before, at)) return false;
  let next = at + 1;
  if ((classesAt(before, next) & ADVERB) !== 0 && nameAt(before, next) !== N('ONLY')) next += 1;
  const classes = classesAt(before, next);
  const name = nameAt(before, next);
  if (cue === 'verb' || cue === 'ability') {
    if (name === N('ONLY') || name === N('FAIL') || (name === N('STOP') && next < before.length)) return false;
    if ((classes & KNOWING) !== 0) return false;
    if (nameAt(before, at + 1) === THE && nameAt(before, at + 2) === N('FIRST')) return false;
    if (name === N('BE') && nameAt(before, next + 1) === N('MORE')) return false;
    if ((name === N('SEEN') && nameAt(before, next + 1) === N('SUCH')) || (name === N('BEEN') && nameAt(before, next + 1) === N('SO'))) return false;
    if (name === N('BUT') || name === N('LESS')) return false;
  }
  if (cue === 'ability') return [1, 2, 3].some((back) => before.length - back > at && (classesAt(before, before.length - back) & INDEFINITE) !== 0);
  if (cue === 'noun') {
    if ((classes & PRONOUN) !== 0 && (classes & DEFINITE) === 0) return false;
    if (name === N('DOUBT') || name === N('CHOICE') || (name === A && nameAt(before, next + 1) === N('DOUBT'))) return false;
  }
  return cue === 'other' || !isKnown(before, at);
}

/** `why can't you …`, `can't you …`, `if not …`, `still no …`: asked or complained, not denied. */
function isAsked(before: readonly Role[], at: number): boolean {
  for (let ahead = at - 1; ahead >= 0 && (classesAt(before, ahead) & (END | COMMA)) === 0; ahead -= 1) {
    if (nameAt(before, ahead) === WHY) return true;
    if (nameAt(before, ahead) === N('STILL') && at - ahead <= 3) return true;
  }
  if (nameAt(before, at - 1) === IF) return true;
  const isFirst = at === 0 || (classesAt(before, at - 1) & (END | COMMA | BREAK)) !== 0 || nameAt(before, at - 1) === AND;
  return isFirst && (classesAt(before, at) & CONTRACTED) !== 0 && (classesAt(before, at + 1) & (SUBJECT | PRONOUN)) !== 0;
}

/** Whether the place is named as known ("my refund") after something that expresses no wish for it. */
function isKnown(before: readonly Role[], cue: number): boolean {
  let at = before.length - 1;
  for (let near = 0; near < 3 && at > cue && (classesAt(before, at) & DEFINITE) === 0; near += 1) {
    if ((classesAt(before, at) & ~ADVERB) !== 0 || nameAt(before, at) !== 0) return false;
    at -= 1;
  }
  if (at <= cue || (classesAt(before, at) & DEFINITE) === 0) return false;
  let content = false;
  for (let inner = cue + 1; inner < at; inner += 1) {
    if ((classesAt(before, inner) & WISH) !== 0) return false;
    content ||= (classesAt(before, inner) & (ADVERB | AUXILIARY)) === 0 && nameAt(before, inner) !== N('OF');
  }
  return content;
}

/** Whether what stands right behind the place denies it. */
function isDeniedBehind(before: readonly Role[], behind: readonly Role[]): boolean {
  if (nameAt(behind, 0) === N('HYPHEN') && nameAt(behind, 1) === N('FREE')) return true;
  if (isAnswered(before, behind)) return true;
  let at = 0;
  while (at < 3 && (classesAt(behind, at) & (AUXILIARY | ADVERB)) !== 0 && (classesAt(behind, at) & NOT) === 0) at += 1;
  if (nameAt(behind, at) === N('UNNECESSARY')) return true;
  if (nameAt(behind, at) === N('OUT')) return nameAt(behind, at + 1) === N('OF') && nameAt(behind, at + 2) === THE && nameAt(behind, at + 3) === N('QUESTION');
  if (nameAt(behind, at) === THE) return at > 0 && nameAt(behind, at + 1) === N('LAST') && nameAt(behind, at + 2) === N('THING');
  if ((classesAt(behind, at) & NOT) !== 0) at += 1;
  else if (nameAt(behind, at) === N('NO') && nameAt(behind, at + 1) === N('LONGER')) at += 2;
  else return false;
  for (let more = 0; more < 3 && (classesAt(behind, at) & (AUXILIARY | ADVERB)) !== 0; more += 1) at += 1;
  if ((classesAt(behind, at) & NEEDED) !== 0) return true;
  if (nameAt(behind, at) === N('WHAT') || nameAt(behind, at) === N('HELP')) return true;
  return nameAt(behind, at) === A && nameAt(behind, at + 1) === N('CHOICE');
}

/** `Refund? No.`, `Allergies: none`, `leaks - none known`: a form that was filled in, so nothing but a word or two is before the mark. */
function isAnswered(before: readonly Role[], behind: readonly Role[]): boolean {
  const mark = nameAt(behind, 0);
  if (mark !== N('QUESTION_MARK') && mark !== N('COLON') && mark !== N('DASH')) return false;
  if ((classesAt(behind, 1) & ANSWER) === 0) return false;
  const next = behind[2];
  if (next !== undefined && (next.classes & (END | COMMA | SUBJECT | NEEDED)) === 0 && next.name !== N('THANKS')) return false;
  let words = 0;
  for (let at = before.length - 1; at >= 0 && (classesAt(before, at) & END) === 0; at -= 1) {
    if ((classesAt(before, at) & (SUBJECT | PRONOUN | AUXILIARY)) !== 0) return false;
    words += 1;
  }
  return words <= 2;
}
