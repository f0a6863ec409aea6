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
  for (const word of nameWords) {
    const found = CLASS_OF.get(word);
    if (found !== undefined) return found;
  }
  for (const word of descriptionWords.slice(0, 3)) {
    const found = CLASS_OF.get(word);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Classes whose tools change something. A request that only looks must never land on one of them by nouns alone. */
export const ACTING_CLASSES: ReadonlySet<VerbClass> = new Set(['book', 'buy', 'create', 'delete', 'update', 'send', 'cancel']);

const VERBS: Record<VerbClass, string> = {
  find: 'find finding search searching look looking lookup get fetch retrieve show list view see check query browse discover locate recommend suggest read display what which who where how know tell describe',
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

const CLASS_OF: ReadonlyMap<string, VerbClass> = new Map(
  (Object.keys(VERBS) as VerbClass[]).flatMap((kind) => VERBS[kind].split(' ').map((word): [string, VerbClass] => [word, kind])),
);
