// Capitals: phrases with a word that is another one in small letters: "IT", "US", "WHO".
// In: a phrase. Out: what a place of it must have in its text. Why: `case` takes "it is late" for the IT desk.

/** Words of grammar that people also write as an abbreviation. None of them says anything by itself. */
const GRAMMAR: ReadonlySet<string> = new Set(
  'it us am or who is as at so to me if be by an are for and he we my his its our was has the of with from them they'.split(
    ' ',
  ),
);

/** In small letters they stand for the abbreviation where they are all of a phrase: nobody looks for a pronoun. */
const PRONOUNS: ReadonlySet<string> = new Set(['it', 'us']);

/** Null for most phrases. */
export function capitalsOf(phrase: string): string | null {
  if (PRONOUNS.has(phrase)) return phrase.toUpperCase();
  const word = phrase
    .match(/(?<![\p{L}\p{M}\p{N}_])[A-Z]{2,4}(?![\p{L}\p{M}\p{N}_])/gu)
    ?.find((found) => GRAMMAR.has(found.toLowerCase()));
  // What is all in capitals is only written loudly: "OUT OF ORDER".
  return word === undefined || (word !== phrase && phrase === phrase.toUpperCase()) ? null : word;
}
