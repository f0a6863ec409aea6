// Verbs: which kind of act a word asks for.
// In: a word. Out: its verb class, or undefined.
// Why: "find a flight" and "book a flight" share every noun. The class of the verb tells looking from doing, and a negated
// verb ("don't book") must veto every tool of that class.

export type VerbClass = 'find' | 'book' | 'buy' | 'create' | 'delete' | 'update' | 'play' | 'send' | 'calculate' | 'convert' | 'cancel';

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

/** Classes whose tools change something. A request that only looks must never land on one of them by nouns alone. */
export const ACTING_CLASSES: ReadonlySet<VerbClass> = new Set(['book', 'buy', 'create', 'delete', 'update', 'send', 'cancel']);

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

/** True for words of the classes that are nouns as often as verbs. */
export function isNoun(surface: string): boolean {
  return THINGS.has(surface);
}

/** Words of the classes that are nouns as often as verbs. */
const THINGS: ReadonlySet<string> = new Set('booking reservation schedule appointment order pay purchase email mail message text post transfer share conversion exchange translation count sum view list query display stream watch change alter end book rent update new record track log mark open clear close upload design'.split(' '));

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

const OTHER_ACTS: ReadonlySet<string> = new Set('set setting put log mark record turn switch arrange enable disable remind track submit upload move copy archive approve reject assign invite apply'.split(' '));

const CLASS_OF: ReadonlyMap<string, VerbClass> = new Map(
  (Object.keys(VERBS) as VerbClass[]).flatMap((kind) => VERBS[kind].split(' ').map((word): [string, VerbClass] => [word, kind])),
);
