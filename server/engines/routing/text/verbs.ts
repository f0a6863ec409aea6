// Verbs: which kind of act a word asks for.
// In: a word, or the words of a tool. Out: its verb class, or undefined; the act that the tool is named after.
// Why: "find a flight" and "book a flight" share every noun. The class of the verb tells looking from doing, and a negated
// verb ("don't book") must veto every tool of that class.

import { isStopWord, stemOf } from './words.ts';

export type VerbClass =
  | 'find'
  | 'book'
  | 'buy'
  | 'create'
  | 'delete'
  | 'update'
  | 'play'
  | 'send'
  | 'calculate'
  | 'convert'
  | 'cancel';

/** Class of a word, by its surface. */
export function verbClassOf(surface: string): VerbClass | undefined {
  return CLASS_OF.get(surface);
}

/** The act a tool performs: the class of the first verb of its name, else of the first word of its description. */
export function headVerb(nameWords: readonly string[], descriptionWords: readonly string[]): VerbClass | undefined {
  // `DiningReservation_findOpenTables` finds: what is a thing as often as an act counts only when no plain verb is there.
  const plain = nameWords.find((word) => CLASS_OF.has(word) && !THINGS.has(word));
  const agent = nameWords.find((word) => AGENTS.has(word));
  const thing = nameWords.find((word) => CLASS_OF.has(word));
  const inName = CLASS_OF.get(plain ?? '') ?? AGENTS.get(agent ?? '') ?? CLASS_OF.get(thing ?? '');
  if (inName !== undefined) return inName;
  for (const word of descriptionWords.slice(0, 3)) {
    const found = CLASS_OF.get(word);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The word of a tool's name that says its act: `lock` of lock_door, `refund` of refund_order; null when the name is a thing's. Verbs
 * have no end, so one that is not listed is told by its place: "Lock a door". What stands right before an article is no thing.
 */
export function actOf(nameWords: readonly string[], headlineWords: readonly string[]): string | null {
  const [opening = '', next = '', behind = ''] = headlineWords;
  const isOpening = (word: string): boolean =>
    // "Shut down a server" does what shutdown_server is named after.
    `${opening}${next}` === word
      ? ARTICLES.has(behind)
      : (ARTICLES.has(next) || CLASS_OF.has(opening)) && stemOf(opening) === stemOf(word);
  const [first] = nameWords;
  return (
    nameWords.find(isOpening) ??
    nameWords.find((word) => CLASS_OF.has(word) && !THINGS.has(word)) ??
    verbAmong(nameWords, headlineWords) ??
    (first !== undefined && CHANGES.has(first) ? first : null) ??
    nameWords.find((word) => CLASS_OF.has(word) || OTHER_ACTS.has(word)) ??
    null
  );
}

/** The first word of a name that stands before an article anywhere. */
function verbAmong(nameWords: readonly string[], headlineWords: readonly string[]): string | undefined {
  const verbs = headlineWords.flatMap((word, at) =>
    ARTICLES.has(headlineWords[at + 1] ?? '') && !isStopWord(word) ? [stemOf(word)] : [],
  );
  return verbs.length === 0 ? undefined : nameWords.find((word) => !isStopWord(word) && verbs.includes(stemOf(word)));
}

const ARTICLES: ReadonlySet<string> = new Set(
  'a an the all any each every some this these those your my our their'.split(' '),
);

/** Classes whose tools change something. A request that only looks must never land on one of them by nouns alone. */
export const ACTING_CLASSES: ReadonlySet<VerbClass> = new Set([
  'book',
  'buy',
  'create',
  'delete',
  'update',
  'send',
  'cancel',
]);

/** Tools are named after what they do: a finder finds. In a request the same words are things. */
const AGENTS: ReadonlyMap<string, VerbClass> = new Map(
  (
    [
      ['find', 'finder locator viewer explorer fetcher retriever tracker checker browser recommender advisor'],
      ['create', 'generator creator builder composer maker writer'],
      ['calculate', 'calculator estimator evaluator solver'],
      ['convert', 'converter translator transformer'],
      ['send', 'sender notifier mailer'],
      ['book', 'scheduler'],
      ['update', 'updater editor modifier'],
      ['delete', 'remover'],
      ['play', 'player'],
    ] as const
  ).flatMap(([kind, words]) => words.split(' ').map((word): [string, VerbClass] => [word, kind])),
);

/** Words of the classes that are nouns as often as verbs. */
const THINGS: ReadonlySet<string> = new Set(
  'booking reservation schedule appointment order pay purchase email mail message text post transfer share conversion exchange translation count sum view list query display stream watch change alter end book rent update new record track log mark open clear close upload design'.split(
    ' ',
  ),
);

export function isThing(surface: string): boolean {
  return THINGS.has(surface);
}

const VERBS: Record<VerbClass, string> = {
  find: 'find finding search searching look looking lookup get fetch retrieve show list view see check query browse discover locate recommend suggest read display what which who where when how know tell describe give provide',
  book: 'book reserve booking reservation schedule appointment rent hire reserving scheduling',
  buy: 'buy purchase order pay checkout buying purchasing ordering',
  create: 'create add make generate new insert register build compose write start open save creating adding generating',
  delete: 'delete remove erase drop clear destroy purge wipe uninstall deleting removing deletes',
  update: 'update change modify edit rename adjust alter replace configure updating changing modifying',
  play: 'play listen watch stream hear playing listening watching streaming',
  send: 'send email mail message text notify share transfer post sending publish forward',
  calculate: 'calculate compute determine estimate evaluate solve calculating computing calc count sum',
  convert: 'convert translate transform conversion exchange translation converting translating',
  cancel: 'cancel stop abort terminate close end kill cancelling canceling',
};

/** Acts that are of no one class: "set an alarm" creates, "set the volume" changes. None of them only looks. */
export function isOtherAct(surface: string): boolean {
  return OTHER_ACTS.has(surface);
}

const OTHER_ACTS: ReadonlySet<string> = new Set(
  'set setting put log mark record turn switch arrange enable disable remind track submit upload move copy archive approve reject assign invite apply'.split(
    ' ',
  ),
);

/** Acts by which tools are often named, for those whose description does not tell that they are. */
const CHANGES: ReadonlySet<string> = new Set(
  (
    'lock unlock rename dim request choose pick refund reimburse charge deploy rollback restart reboot reset scale merge suspend ban block unblock mute kick grant revoke activate deactivate pause resume run execute launch trigger ' +
    'shutdown undo dim brighten restore reopen trash transition ship dispatch sell issue submit sign subscribe unsubscribe attach detach install import sync migrate publish hide pin accept decline confirm withdraw deposit freeze unfreeze allow deny permit forbid authorize authorise enroll promote demote escalate extend renew resolve close reply forward follow unfollow like unlike'
  ).split(' '),
);

/** Acts that read, compare or compute, and leave the world as it was. */
const THOUGHT_WORDS: ReadonlySet<string> = new Set(
  (
    'analyze analyse compare predict forecast identify classify detect verify validate simulate extract filter sort summarize summarise explain inspect test parse scan assess measure rank review plot ' +
    'paraphrase proofread encode decode hash sample factorize factor multiply divide subtract round differentiate integrate interpolate optimize optimise normalize minimize maximize ' +
    'fit guess answer ask interpret diagnose infer match return returns collect select group split reverse learn research explore monitor trace profile visualize visualise render plan audit count'
  ).split(' '),
);
/** The forms that descriptions have, spelled out: by their stems "audit" and "audition" would be one. */
const THOUGHT_FORMS: ReadonlySet<string> = new Set(
  [...THOUGHT_WORDS].flatMap((word) => [
    word,
    `${word}s`,
    `${word}es`,
    word.replace(/y$/u, 'ies'),
    `${word.replace(/e$/u, '')}ing`,
    `${word}${word.slice(-1)}ing`,
  ]),
);

const CLASS_OF: ReadonlyMap<string, VerbClass> = new Map(
  (Object.keys(VERBS) as VerbClass[]).flatMap((kind) =>
    VERBS[kind].split(' ').map((word): [string, VerbClass] => [word, kind]),
  ),
);

/** True for a verb that reads, compares or computes, in its bare form or as a description has it ("returns"). */
export function isLookingVerb(surface: string): boolean {
  const kind = CLASS_OF.get(surface);
  return (kind !== undefined && LOOKING_CLASSES.has(kind)) || THOUGHT_FORMS.has(surface);
}

const LOOKING_CLASSES: ReadonlySet<VerbClass> = new Set<VerbClass>(['find', 'calculate', 'convert']);

/** True for a verb that is known to change something. */
export function isActVerb(surface: string): boolean {
  const kind = CLASS_OF.get(surface);
  return kind === undefined
    ? OTHER_ACTS.has(surface) || CHANGES.has(surface)
    : kind === 'play' || ACTING_CLASSES.has(kind);
}

/** The class of what a tool is named after: a finder finds. */
export function agentClassOf(surface: string): VerbClass | undefined {
  return AGENTS.get(surface);
}

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
