// Denial: whether a place is one where its text says that it is not so or is over, or only supposes it, or tells it of somebody else.
// In: a text and where a place is in it. Out: whether it is denied, told, or a bare word.
// A cue before the place reaches it within their clause; some words behind it reach back. What a cue is, which way it acts, where
// its reach ends and what is none after all is written here once; the words are in locate/denial-words.ts. The strongest exception: a
// definite object ("my refund", "the leak") of a verb that expresses no wish is presupposed, whatever the verb denies.

import { BARE_BYTES, isAlone, isBare, isMentioned, LONG_BYTES } from './bare.ts';
import { isDeniedBehind, isMootBehind } from './denial-behind.ts';
import {
  asideAt,
  isByWriter,
  isFaultless,
  isInverted,
  isLastThing,
  isList,
  isMistaken,
  isRefusal,
  isThought,
  isUnreal,
  isUnrelated,
  isUnsaid,
} from './denial-clause.ts';
import { isOccasion, isSupposed } from './denial-condition.ts';
import { isVerbInPast } from './denial-past.ts';
import {
  classesAt,
  isBetween,
  isClauseStart,
  isContent,
  isSentenceOver,
  nameAt,
  rolesBefore,
  rolesBehind,
  rolesWithin,
} from './denial-roles.ts';
import { isMootBySentence } from './denial-sentence.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';
import { doubtOf } from './doubt.ts';
import { isTitled } from './titled.ts';
import { isTold } from './told.ts';

const {
  NOT,
  CANT,
  NO,
  NONE,
  BREAK,
  SUBJECT,
  PRONOUN,
  DEFINITE,
  INDEFINITE,
  WISH,
  AUXILIARY,
  KNOWING,
  ADVERB,
  CONTRACTED,
  END,
  COMMA,
  COPULA,
} = CLASSES;

const N = (name: string): number => nameNumber(name);
const WHY = N('WHY');
const IF = N('IF');
const AND = N('AND');
const WANT = N('WANT');
const LETTER_S = 0x73;
const A = N('A');
const THE = N('THE');

interface Standing {
  readonly alone: boolean;
  readonly bare: boolean;
  readonly denied: boolean;
  readonly doubt: number | null;
  /** It is denied, but only because it is over, asked in general or supposed: that it is not so is not said. */
  readonly moot: boolean;
  readonly told: boolean;
}

/** What the sentence of the place [start, end) of a text, in UTF-8 bytes, says of it. `bytes` are those of the text; the place may be one word. */
export function standingOf(bytes: Uint8Array, start: number, end: number, isWord: boolean): Standing {
  const near = rolesBefore(bytes, start, BARE_BYTES);
  const before = rolesBefore(bytes, start);
  const within = rolesWithin(bytes, start, end);
  const behind = rolesBehind(bytes, end);
  const ahead = denialAhead(before, within, behind);
  const isLong = isSentenceOver(bytes, start, end, LONG_BYTES);
  const moot = ahead === 'moot' || isMootBehind(before, behind) || isMootBySentence(before, within, behind);
  return {
    alone: (isWord && isAlone(near, behind, bytes.length)) || (isLong && isMentioned(before, behind)),
    bare: isWord && isBare(near, within, behind, bytes[end - 1] === LETTER_S),
    denied: moot || ahead === 'denied' || isDeniedBehind(before, behind),
    doubt: doubtOf(before, within, behind, isLong),
    moot,
    told: isTold(before, within, behind) || isTitled(bytes, start, end, before, behind, isWord),
  };
}

type Denial = 'none' | 'denied' | 'moot';

/** How a cue before the place reaches it: the roles are looked through from the place back. */
function denialAhead(before: readonly Role[], within: readonly Role[], behind: readonly Role[]): Denial {
  let joined = false;
  let caused = false;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const { classes, name } = before[at]!;
    if ((classes & END) !== 0) return 'none';
    if ((classes & COMMA) !== 0) {
      if (isList(before, at, behind)) continue;
      at = asideAt(before, at);
      if (at < 0) return 'none';
      continue;
    }
    if (name === IF) return isSupposed(before, at) ? 'moot' : 'none';
    if (isOccasion(before, at) || isUnreal(before, at, behind)) return 'moot';
    if (isUnrelated(before, at) || isFaultless(before, at) || isMistaken(before, at)) return 'denied';
    if (name === N('EXCEPT') && isOfNone(before, at)) return 'none';
    if (isDouble(before, at)) return 'none';
    const cue = cueAt(before, at);
    if (cue !== 'none') {
      if (caused || (cue === 'verb' && joined) || !holds(before, at, cue, within, behind)) return 'none';
      return isInCondition(before, at) ? 'moot' : 'denied';
    }
    // `I'm not after a refund`, `no longer after a refund`.
    // `because of the rain`.
    if ((classes & BREAK) !== 0 && nameAt(before, at + 1) === N('OF')) {
      caused = true;
      continue;
    }
    if (
      (classes & BREAK) !== 0 &&
      !(name === N('AFTER') && (isNot(before, at - 1) || nameAt(before, at - 1) === N('LONGER')))
    )
      return 'none';
    // The subject of the clause: what is before it is another clause, and may suppose this one.
    if ((classes & SUBJECT) !== 0) return denialOfClause(before, at - 1, behind);
    if (name === AND) {
      if (isClauseStart(before, at + 1)) return 'none';
      joined = true;
    }
    // "not working need a refund": a clause without a mark before it.
    if (name === WANT && at > 0 && isContent(before[at - 1]!) && !isNoneOf(before, at - 4)) return 'none';
  }
  return 'none';
}

/** What the end of another clause, at a position, says of all of the clause behind it. */
function denialOfClause(before: readonly Role[], at: number, behind: readonly Role[]): Denial {
  if (at < 0) return 'none';
  if ((nameAt(before, at) === IF && isSupposed(before, at)) || isOccasion(before, at) || isUnreal(before, at, behind))
    return 'moot';
  if (isThought(before, at)) return isKnown(before, at + 1) ? 'none' : 'denied';
  return isUnsaid(before, at) || isInverted(before, at) || isLastThing(before, at) ? 'denied' : 'none';
}

/** `if you do not want a refund`: what is denied is only supposed. */
function isInCondition(before: readonly Role[], cue: number): boolean {
  for (let at = cue - 1; at >= 0 && (classesAt(before, at) & (END | COMMA)) === 0; at -= 1)
    if (nameAt(before, at) === IF || nameAt(before, at) === N('WHEN')) return true;
  return false;
}

/** What a cue denies: the verb after it, the noun after it, what can be done, or nothing because it is none. */
type Cue = 'none' | 'verb' | 'noun' | 'ability' | 'other';

function cueAt(before: readonly Role[], at: number): Cue {
  const { classes, name } = before[at]!;
  if ((classes & NOT) !== 0) return nameAt(before, at - 1) === N('CAN') ? 'ability' : 'verb';
  if ((classes & CANT) !== 0) return 'ability';
  if ((classes & NO) !== 0)
    return nameAt(before, at + 1) === N('LONGER') || nameAt(before, at + 1) === N('ONE')
      ? 'verb'
      : isRefusal(before, at)
        ? 'other'
        : 'noun';
  if ((classes & NONE) !== 0) return 'verb';
  const ahead = nameAt(before, at - 1);
  switch (name) {
    case N('OF'):
      return ahead === N('INSTEAD') || ahead === N('FREE') ? 'other' : 'none';
    case N('FROM'):
      if (ahead === N('APART')) return isSaved(before, at) ? 'none' : 'other';
      return ahead === N('FREE') || ahead === N('FAR') ? 'other' : 'none';
    case N('THAN'):
      if (ahead === N('OTHER')) return isSaved(before, at) ? 'none' : 'other';
      return isRather(before, at) ? 'other' : 'none';
    case N('FOR'):
      return ahead === N('NEGATIVE') ? 'other' : 'none';
    case N('ABOUT'):
      return ahead === N('MIND') && (classesAt(before, at - 2) & DEFINITE) !== 0 ? 'other' : 'none';
    case N('UP'):
      return ahead === N('GAVE') ? 'other' : 'none';
    case N('OUT'):
      return ahead === N('RULED') ? 'other' : 'none';
    case N('EXCLUDE'):
      return 'other';
    case N('FORGET'):
      return isOrder(before, at) ? 'other' : 'none';
    case N('TO'):
      return (ahead === N('REFUSE') || ahead === N('FAIL') || ahead === N('YET')) && !isNot(before, at - 2)
        ? 'verb'
        : 'none';
    case N('BUT'):
      return ahead === N('ANYTHING') ? 'other' : 'none';
    case N('AGAINST'):
      return ahead === N('DECIDE') ? 'other' : 'none';
    case N('EXCEPT'):
      return 'other';
    case N('LACK'):
      return 'other';
    case N('MIND'):
      return nameAt(before, at - 1) === N('NEVER') && isOrder(before, at - 1) ? 'other' : 'none';
    case N('DOWN'):
      return ahead === N('PAID') && isByWriter(before, at - 2) ? 'other' : 'none';
    case N('REFUSE'):
      return isByWriter(before, at - 1) ? 'other' : 'none';
    case N('HYPHEN'):
      return ahead === N('UN') && at === before.length - 1 ? 'other' : 'none';
    case N('STOP'):
      return at === before.length - 1 && !isNot(before, at - 1) ? 'other' : 'none';
    default:
      return 'none';
  }
}

/** `wouldn't say no to …`, `can't rule out …`, `don't give up …`, `not a day without …`: two negations cancel. */
function isDouble(before: readonly Role[], at: number): boolean {
  const ahead = nameAt(before, at - 1);
  switch (nameAt(before, at)) {
    case N('NO'):
      return ahead === N('SAY') && isNot(before, at - 2);
    case N('UP'):
      return ahead === N('GAVE') && isNot(before, at - 2);
    case N('OUT'):
      return ahead === N('RULED') && isNot(before, at - 2);
    case N('EXCLUDE'):
      return isNot(before, at - 1);
    case N('WITHOUT'):
      return isNotBefore(before, at);
    default:
      return false;
  }
}

function isNotBefore(before: readonly Role[], at: number): boolean {
  for (let ahead = at - 1; ahead >= 0 && (classesAt(before, ahead) & (END | COMMA | BREAK)) === 0; ahead -= 1)
    if (isNot(before, ahead)) return true;
  return false;
}

/** `Apart from the leak all is well` names the leak; at the start of a sentence what is left out is there. */
function isSaved(before: readonly Role[], at: number): boolean {
  return at === 1 && (classesAt(before, at + 1) & DEFINITE) !== 0;
}

/** `forget about …`, `please ignore …`, `you can forget …`; `I forget` and `don't forget` are none. */
function isOrder(before: readonly Role[], at: number): boolean {
  const { classes, name } = at === 0 ? { classes: END, name: 0 } : before[at - 1]!;
  return (
    (classes & (END | COMMA)) !== 0 ||
    // `I'll skip the …`.
    ((classes & AUXILIARY) !== 0 && name === N('I')) ||
    name === N('PLEASE') ||
    name === N('CAN') ||
    name === N('SO') ||
    name === AND
  );
}

/** `never fails to …`, `won't stop …`: two negations cancel. */
function isNot(before: readonly Role[], at: number): boolean {
  return (classesAt(before, at) & (NOT | CANT)) !== 0;
}

/** `none except a refund` means the refund. */
function isOfNone(before: readonly Role[], at: number): boolean {
  for (let ahead = at - 1; ahead >= 0 && (classesAt(before, ahead) & (END | COMMA)) === 0; ahead -= 1)
    if ((classesAt(before, ahead) & (NOT | CANT | NO | NONE)) !== 0) return true;
  return false;
}

/** `none of the guests wants …`: the subject of the verb. */
function isNoneOf(before: readonly Role[], at: number): boolean {
  return (classesAt(before, at) & NONE) !== 0 && nameAt(before, at + 1) === N('OF');
}

/** `rather than`, `would rather … than`; `no sooner … than` tells what came next. */
function isRather(before: readonly Role[], at: number): boolean {
  for (let ahead = at - 1; ahead >= 0 && (classesAt(before, ahead) & (END | COMMA)) === 0; ahead -= 1)
    if (nameAt(before, ahead) === N('RATHER')) return nameAt(before, ahead - 1) !== N('NO');
  return false;
}

/** Whether the cue at a position, whose reach the place is in, denies it. */
function holds(
  before: readonly Role[],
  at: number,
  cue: Exclude<Cue, 'none'>,
  within: readonly Role[],
  behind: readonly Role[],
): boolean {
  if (isAsked(before, at)) return false;
  let next = at + 1;
  if ((classesAt(before, next) & ADVERB) !== 0 && nameAt(before, next) !== N('ONLY')) next += 1;
  const classes = classesAt(before, next);
  const name = nameAt(before, next);
  if (cue === 'verb' || cue === 'ability') {
    if (name === N('ONLY') || name === N('FAIL') || (name === N('STOP') && next < before.length)) return false;
    if ((classes & KNOWING) !== 0 && (name !== N('THINK') || cue === 'ability')) return false;
    if (nameAt(before, at + 1) === THE && nameAt(before, at + 2) === N('FIRST')) return false;
    if (name === N('BE') && nameAt(before, next + 1) === N('MORE')) return false;
    // `we shouldn't have to ask for …`: it is there, and that is the complaint.
    if (
      (nameAt(before, at) === N('SHOULD') || nameAt(before, at - 1) === N('SHOULD')) &&
      name === N('HAVE') &&
      nameAt(before, next + 1) === N('TO')
    )
      return false;
    if (
      (name === N('SEEN') && nameAt(before, next + 1) === N('SUCH')) ||
      (name === N('BEEN') && nameAt(before, next + 1) === N('SO'))
    )
      return false;
    if (name === N('BUT') || name === N('LESS')) return false;
  }
  if (cue === 'ability') return isUnable(before, at, next, within, behind);
  if (cue === 'noun') {
    if ((classes & PRONOUN) !== 0 && (classes & DEFINITE) === 0) return false;
    if (
      name === N('RATHER') ||
      name === N('QUESTION') ||
      name === N('DOUBT') ||
      name === N('CHOICE') ||
      (name === A && nameAt(before, next + 1) === N('DOUBT'))
    )
      return false;
  }
  return cue === 'other' || !isKnown(before, at);
}

/**
 * `I can't report a delay`; of the place itself where it is the verb, `we can't approve the budget`, `it could not be delivered`, and not
 * `I can't praise it enough`. Without an object it may be what does not work: `I can't log in`.
 */
function isUnable(
  before: readonly Role[],
  cue: number,
  next: number,
  within: readonly Role[],
  behind: readonly Role[],
): boolean {
  for (let at = Math.max(cue + 1, before.length - 3); at < before.length; at += 1)
    if ((classesAt(before, at) & INDEFINITE) !== 0) return true;
  for (let at = next; at < before.length; at += 1)
    if ((classesAt(before, at) & AUXILIARY) === 0 && nameAt(before, at) !== N('TO')) return false;
  for (let at = 0; at < behind.length && (classesAt(behind, at) & (END | COMMA)) === 0; at += 1)
    if (nameAt(behind, at) === N('MORE')) return false;
  if ((classesAt(before, before.length - 1) & COPULA) !== 0) return within.some(isVerbInPast);
  return (classesAt(behind, 0) & (PRONOUN | DEFINITE)) !== 0;
}

/** `why can't you …`, `can't you …`, `if not …`, `still no …`: asked or complained, not denied. */
function isAsked(before: readonly Role[], at: number): boolean {
  for (let ahead = at - 1; ahead >= 0 && (classesAt(before, ahead) & (END | COMMA)) === 0; ahead -= 1) {
    if (nameAt(before, ahead) === WHY) return true;
    if (nameAt(before, ahead) === N('STILL') && at - ahead <= 3) return true;
  }
  if (nameAt(before, at - 1) === IF) return true;
  const isFirst =
    at === 0 || (classesAt(before, at - 1) & (END | COMMA | BREAK)) !== 0 || nameAt(before, at - 1) === AND;
  return (
    isFirst && (classesAt(before, at) & CONTRACTED) !== 0 && (classesAt(before, at + 1) & (SUBJECT | PRONOUN)) !== 0
  );
}

/** Whether the place is named as known ("my refund") after something that expresses no wish for it. */
function isKnown(before: readonly Role[], cue: number): boolean {
  let at = before.length - 1;
  for (let near = 0; near < 3 && at > cue && (classesAt(before, at) & DEFINITE) === 0; near += 1) {
    if (!isBetween(before[at]!)) return false;
    at -= 1;
  }
  if (at <= cue || (classesAt(before, at) & DEFINITE) === 0) return false;
  let content = false;
  for (let inner = cue + 1; inner < at; inner += 1) {
    if ((classesAt(before, inner) & WISH) !== 0) return false;
    // `not to be the fuse` and `not about the fuse` deny the fuse.
    const isPlain =
      (inner === cue + 1 &&
        (classesAt(before, cue) & NOT) !== 0 &&
        (nameAt(before, inner) === N('ABOUT') || nameAt(before, inner) === N('FOR'))) ||
      nameAt(before, inner) === N('OF') ||
      (nameAt(before, inner) === N('TO') && nameAt(before, inner + 1) === N('BE'));
    content ||= (classesAt(before, inner) & (ADVERB | AUXILIARY)) === 0 && !isPlain;
  }
  return content;
}
