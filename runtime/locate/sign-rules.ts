// Sign rules: what a text can say of itself as a whole, as data for both engines.
// In: nothing. Out: rules over the words and marks of a text, each as a small program.

import { CLASSES, nameNumber } from './denial-words.ts';

/**
 * What a rule says: nothing is wanted; the text is about several matters; something is asked for; the word asks for nothing after all;
 * somebody thanks or praises; what is asked is asked for a reason that needs nothing done.
 */
export const SAYS = { IDLE: 1, SEVERAL: 2, ASKING: 4, RELEASED: 8, GLAD: 16, VOID: 32 } as const;

/** Sets that several rules use. */
const SHARED: Readonly<Record<string, string>> = {
  // Where a clause may begin behind.
  SINCE: '.END|.COMMA|.COPULA|AND',
  START: '.END',
  ORDER: '.END|.COMMA|.COPULA|AND|PLEASE',
  HAD: '.END|.COMMA|.COPULA|HAVE',
  IT: 'SOMETHING|THAT',
  WISHED: '.WISH-PAST',
};

/**
 * Words of a rule stand next to each other. `NAME` is a word of that name, `.CLASS` one of that class, `|` joins alternatives, `-CLASS`
 * excepts a class, `!CLASS` is a word without it, `?` may be missing, `…n` are at most so many words of one sentence. A rule is tried
 * where its word with `*` stands. Before and behind the text sentences end.
 */
const RULES: Readonly<Record<keyof typeof SAYS, readonly string[]>> = {
  IDLE: [
    // `Just wanted to say`, `only writing to thank`, `to say thanks`.
    'ONLY …3 TO *SAY|THANKS',
    'TO SAY *THANKS',
    // `Many thanks to Ann`, who is not the reader.
    'MY *THANKS TO !PRONOUN',
    'START QUANTITY *THANKS TO !PRONOUN',
    // `Close this ticket`, `you can close this.`, `this case can be closed`, `Close.`; of an account it is a wish.
    '*CLOSE …2 TICKET|CASE',
    '*CLOSE .PRONOUN+DEFINITE .END',
    'TICKET|CASE …6 BE *CLOSE',
    '.PRONOUN+DEFINITE …6 BE *CLOSE',
    'START *CLOSE|DONE .END',
    // `Nothing further`, `there is nothing left to arrange`.
    'NOTHING *FURTHER',
    'SINCE *NOTHING ELSE|ADJECTIVE|MORE TO',
    // `Well done to all of you`, `just to say well done`; a steak may be well done.
    'SAY FINE *DONE',
    'START FINE *DONE TO',
    // `Ticket closed.`, `Closing this ticket`, `Resolved, closing.`
    'START TICKET|CASE *CLOSE .END',
    'ORDER *CLOSING .PRONOUN+DEFINITE? TICKET|CASE|.END',
    // `Nothing open`, `nothing outstanding on this account`; "nothing open on Sundays" is about Sundays.
    'SINCE NOTHING *OPENED .END',
    'SINCE NOTHING *OPENED AT|FOR .DEFINITE',
    // `All is well again`, `it's sorted now`, `everything is fine.`: of the whole, and nothing comes behind it.
    'SINCE QUANTITY *FINE|DONE .END|AGAIN',
    'SINCE QUANTITY|SOMETHING .COPULA? QUANTITY? *FINE|DONE .END|AGAIN',
    // `Done, thanks.`, `all good, thanks`.
    'SINCE QUANTITY|SOMETHING? .COPULA? *FINE|DONE .END|.COMMA THANKS',
    // `Fixed it myself`, `problem solved.`, `that fixed it`, `that worked.`, `back to normal.`
    '.SUBJECT|.PRONOUN|.END|.COMMA|.COPULA|AND|QUANTITY *DONE IT MYSELF',
    'START PROBLEM *DONE .END|.COMMA',
    'START .PRONOUN+DEFINITE *DONE|HELPED IT? .END|.COMMA',
    'SINCE QUANTITY? BACK TO *NORMAL .END|AGAIN',
    // `It works again`, `all working again`, `running again as we speak`.
    '.SUBJECT|.PRONOUN|.END|.COMMA|.COPULA|AND|QUANTITY *WORKS AGAIN',
    // `Customer happy`, `he's happy.`
    '.SUBJECT|.PRONOUN|CUSTOMER *HAPPY .END',
    // `False alarm, it was behind the sofa`.
    'START FALSE *ALARM',
    // `Ignore my last message`, `please tear up the letter`, `you can bin the form`; in `a refund, and ignore that mail` it stands.
    '.END|PLEASE *FORGET|BIN UP? .DEFINITE …1 MESSAGE',
    '.PRONOUN CAN *FORGET|BIN UP? .DEFINITE …1 MESSAGE',
    // `Never mind.`, `sorry, never mind, found it`, `forget it.`; "never mind the wait" goes on.
    '.END|.COMMA|OH NEVER *MIND .END|.COMMA',
    '.END|.COMMA|OH *NEVERMIND .END|.COMMA',
    '.END|.COMMA|.COPULA|AND|PLEASE|CAN|OH *FORGET IT .END|.COMMA',
    '.END|PLEASE|CAN *FORGET .PRONOUN+DEFINITE .END|.COMMA',
    'PLEASE *FORGET .END|.COMMA',
    // `Please drop my request from Tuesday`, `I withdraw the application.`; a letter is dropped somewhere.
    '.END|PLEASE|CAN|I *DROP .DEFINITE …1 MESSAGE|TICKET|CASE|APPLY .END|.COMMA|FROM',
    // `Please consider the order as not placed.`
    'ORDER *TREAT|PRAISE …6 AS .NOT',
    // `We haven't decided yet`, `don't book anything yet`, `do not reserve anything for now`.
    'I .AUXILIARY? .NOT *DECIDE YET .END|.COMMA',
    'ORDER DO? .NOT !END *ANYTHING YET|AGAIN',
    'ORDER DO? .NOT !END *ANYTHING FOR AGAIN',
    // `Let me sleep on it`, `let me think about it`: until then nothing is decided.
    'SINCE *LET ME THINK|SLEEP',
    // `I'll let you know`; "to let you know" may begin with what is wanted.
    '.SUBJECT|.AUXILIARY *LET .PRONOUN .KNOWING',
    // `We will be in touch`, `please wait until Monday`.
    'I …1 BE IN *TOUCH',
    'PLEASE *LET .BREAK',
    // `Sorry for the trouble.`, `apologies for the confusion`.
    'SINCE *SORRY FOR .DEFINITE? !END? FUSS|PROBLEM',
    // `Disregard the ticket`.
    'ORDER *FORGET .DEFINITE? TICKET',
    // `So that's no longer necessary`, `we shall not be needing it`.
    'IT .COPULA? NO *LONGER .NEEDED',
    '.NOT BE *NEEDING IT',
    // `Do not reply`, `please don't do anything`; "they do not answer" is a complaint.
    'ORDER DO? .NOT *REPLY',
    'ORDER DO? .NOT DO *ANYTHING',
    'PLEASE DO *NOTHING .END|.COMMA|.BREAK',
    // `Please don't go to any trouble.`
    'ORDER DO? .NOT !END TO !END *PROBLEM .END|.COMMA',
    // `Please don't process it`, `don't bother.`, `don't bother with a new one`; "don't bother me with surveys" is no end.
    'ORDER DO? .NOT *PROCESS IT',
    'ORDER DO? .NOT *PROCESS .END|.COMMA',
    'ORDER DO? .NOT *PROCESS WITH',
    // `No need to ring`, `you don't have to answer`, `no answer needed`, `do not go to the trouble of answering`.
    'SINCE NO WANT|HAVE TO *REPLY|VISIT',
    '.PRONOUN DO? .NOT WANT|HAVE TO *REPLY|VISIT',
    '.PRONOUN DO? .NOT WANT|HAVE TO DO *ANYTHING',
    'NO !END? *REPLY|VISIT …1 .NEEDED',
    'START NO FURTHER *REPLY .END',
    // `It's perfect, thank you.`, `that was great, thanks`.
    'SINCE IT .COPULA? *PRAISE .END|.COMMA THANKS',
    // `I am out of the office until Monday`.
    'OUT OF .DEFINITE? *OFFICE UNTIL|FROM|AND|WITH|.END|.COMMA',
    'SINCE VISIT *OFF .DEFINITE',
    // `There is nothing for you to do.`
    'SINCE *NOTHING AT|FOR .PRONOUN TO DO .END',
    '.NOT …6 OF *REPLY',
  ],
  SEVERAL: [
    // `I have two things`, `three quick questions:`; "after ten questions" has a count of something else.
    'HAD QUANTITY *THINGS',
    'HAD QUANTITY !DEFINITE *THINGS',
    // `A few things`, `a couple of things`.
    'HAD .INDEFINITE QUANTITY *THINGS',
    'HAD .INDEFINITE !END OF *THINGS',
    // `One more thing`, `another thing`, `the other thing is`.
    'SINCE QUANTITY *THING',
    'SINCE !END MORE|OTHER|LAST *THING',
    'START *SECONDLY',
    // `(a) a new key, (b) the bill`; a flat 3 (b) is one.
    'SINCE BRACKET *LETTER_B .END',
    // `I also need`, `Also, my bag`; "it also stopped" and "I have also tried" tell more of the same.
    '!AUXILIARY *ALSO .ADVERB? .WISH',
    // `Can you send hay, and also mend the fence`, `and also I need to …`.
    'CAN …30 AND *ALSO !PAST',
    'AND *ALSO .SUBJECT|.AUXILIARY .ADVERB? .WISH-PAST',
    'START *ALSO .ADVERB? .COMMA|.SUBJECT|.PRONOUN|.DEFINITE|.INDEFINITE-PAST',
  ],
  ASKING: [
    '*QUESTION_MARK',
    '*PLEASE',
    '*LET ME',
    '*CAN .PRONOUN|.SUBJECT',
    // `I need`, `we would like`, `I only want`; "I asked on Monday" tells.
    '.SUBJECT .AUXILIARY|ONLY? *WISHED',
  ],
  RELEASED: [
    // `Please don't`, `please ignore`, `please pass on my thanks`; `please` may also end what is not to be done.
    '*PLEASE DO? .NOT',
    '*PLEASE DO NOTHING',
    '*LET ME THINK|SLEEP',
    '*PLEASE LET .BREAK',
    '*PLEASE FORGET|BIN|CLOSE|DROP',
    '*PLEASE TREAT|PRAISE …6 AS .NOT',
    '*PLEASE …4 MY THANKS',
    '*PLEASE CONTACT|MESSAGE TO? !PRONOUN',
    'FORGET …4 .END|.COMMA *PLEASE',
    '.NOT …24 *PLEASE .END',
    // `I only want to say`.
    'ONLY *WISHED TO SAY|THANKS',
  ],
  GLAD: ['*THANKS|PRAISE|HAPPY'],
  VOID: [
    // `Out of curiosity`, `just curious`, `just out of interest`, `out of interest only`; out of use is another matter.
    'OUT OF !END? *CURIOUS',
    'ONLY *CURIOUS',
    'ONLY OUT OF *INTEREST',
    'OUT OF *INTEREST ONLY',
    'START OUT OF *INTEREST .END|.COMMA',
    // `For my dissertation I …`, `asking for her thesis`, `I am writing an essay`, `writing a piece for the paper`, `for a school project`.
    '.END|SEE FOR .DEFINITE|.INDEFINITE …2 *STUDY',
    'WRITING .DEFINITE|.INDEFINITE …2 *STUDY|PIECE|TITLE',
    'FOR .DEFINITE|.INDEFINITE SCHOOL *PROJECT',
    // `To settle a bet`, `I am a reporter`.
    'SETTLE .DEFINITE|.INDEFINITE …1 *BET',
    'I .COPULA? .INDEFINITE …1 *REPORTER',
    // `This is an automated message`, `AUTOMATED: …`, `auto-generated`, `this mailbox is not monitored`, `do not reply to this mail`.
    '.PRONOUN+DEFINITE IS A *AUTOMATED …1 MESSAGE|REPLY',
    'START *AUTOMATED COLON',
    '*AUTOMATED HYPHEN? GENERATED',
    'MAILBOX IS .NOT *MONITORED',
    'DO? .NOT *REPLY TO .PRONOUN+DEFINITE MESSAGE',
    // `For urgent questions contact the front desk`: what a machine answers for somebody.
    'START FOR *URGENT …6 CONTACT',
    // `Dear customers, …`, `Conditions of hire`: the house speaks to all. Who writes to `Dear customer service` does not.
    'START DEAR ADJECTIVE? *CUSTOMERS-SPEAKER .END|.COMMA',
    'START TO QUANTITY *CUSTOMERS-SPEAKER .END|.COMMA',
    'START …2 *CONDITIONS OF !DEFINITE .END',
    // `Are you looking for a roofer?`: an offer.
    'IS .PRONOUN *LOOKING FOR .INDEFINITE',
    // `I would like to apply for the job`, `my CV is attached`, `please find enclosed my CV`, `looking for a position`: a job is asked for.
    'APPLY FOR …4 *JOB',
    'APPLY AT …3 *JOB',
    '*RESUME IS? ENCLOSED',
    'ENCLOSED …3 *RESUME',
    'LOOKING FOR …2 *JOB',
    // `Get 15 % off`, `Click here`, `Unsubscribe`: advertising.
    '.END|.COMMA BARGAIN QUANTITY *OFF',
    'START *CLICK TO|HOW|PAID',
    'START *UNSUBSCRIBE .END',
  ],
};

/** A set of words and marks: one has any of these classes (or all of them) or names, and none of those. */
interface WordSet {
  readonly any: number;
  readonly isAll: boolean;
  readonly none: number;
  readonly names: readonly number[];
}

/** One word of a rule: at most `gap` words of any kind, or a word of the set with this number, which may be missing. */
export interface Step {
  readonly gap: number;
  readonly set: number;
  readonly isOptional: boolean;
}

interface SignRule {
  readonly says: number;
  readonly head: number;
  /** From the head backwards. */
  readonly before: readonly Step[];
  readonly behind: readonly Step[];
}

/** A class that every word and mark has. */
export const EVERYTHING = 2 ** 23;

const sets: WordSet[] = [];
const numbers = new Map<string, number>();

// Sets of steps have the smaller numbers, which fit beside a flag.
const stepped = Object.entries(RULES).flatMap(([says, rules]) => rules.map((rule) => readSteps(says, rule.split(' '))));

export const SIGN_RULES: readonly SignRule[] = stepped.map(({ head, ...rule }) => ({ ...rule, head: setNumber(head) }));

/** By their numbers. */
export const WORD_SETS: readonly WordSet[] = sets;

/** Names of words without one of which a text has no sign: a rule of each is known by a word that has one of them. */
export const SIGN_NAMES: ReadonlySet<number> = new Set(
  SIGN_RULES.filter(({ says }) => (says & (SAYS.IDLE | SAYS.SEVERAL | SAYS.GLAD | SAYS.VOID)) !== 0).flatMap(
    ({ head }) => WORD_SETS[head]!.names,
  ),
);

function readSteps(says: string, words: readonly string[]): Omit<SignRule, 'head'> & { readonly head: string } {
  const at = words.findIndex((word) => word.startsWith('*'));
  return {
    says: SAYS[says as keyof typeof SAYS],
    head: words[at]!.slice(1),
    before: words.slice(0, at).reverse().map(readStep),
    behind: words.slice(at + 1).map(readStep),
  };
}

function readStep(word: string): Step {
  if (word.startsWith('…')) return { gap: Number(word.slice(1)), set: 0, isOptional: false };
  const isOptional = word.endsWith('?');
  return { gap: 0, set: setNumber(isOptional ? word.slice(0, -1) : word), isOptional };
}

function setNumber(text: string): number {
  const written = SHARED[text] ?? text;
  const known = numbers.get(written) ?? sets.length;
  if (known === sets.length) {
    numbers.set(written, known);
    sets.push(readSet(written));
  }
  return known;
}

function readSet(text: string): WordSet {
  if (text.startsWith('!')) return { any: EVERYTHING, isAll: false, none: classOf(text.slice(1)), names: [] };
  const [some = '', none] = text.split('-');
  const parts = some.split('|');
  const isAll = some.includes('+');
  return {
    any: parts
      .filter((part) => part.startsWith('.'))
      .flatMap((part) => part.slice(1).split('+'))
      .reduce((sum, name) => sum + classOf(name), 0),
    isAll,
    none: none === undefined ? 0 : classOf(none),
    names: parts.filter((part) => !part.startsWith('.')).map(nameNumber),
  };
}

function classOf(name: string): number {
  const bit = (CLASSES as Readonly<Record<string, number>>)[name];
  if (bit === undefined) throw new Error(`no class ${name}`);
  return bit;
}
