// Inflection: whether two words of one stem are forms of one word: its plural, third person, past, participle or gerund.
// In: two words as `spacing` compares them. Out: yes or no. Why beside the stem: a stem joins what is derived too, and
// "customs" is not said by "customer", nor "position" by "positive".

/** Forms that are words of their own: “please” does not say `pleased`, nor “evening” `even`. */
export const OWN_WORDS: ReadonlySet<string> = new Set([
  'customs',
  'evening',
  'goods',
  'interested',
  'limited',
  'means',
  'news',
  'pleased',
  'thanks',
]);

/** A longer word has no stem, so that only its own form is equal. */
export const INFLECTED_BYTES_MAX = 64;

export function isInflection(left: string, right: string): boolean {
  if (left === right) return true;
  const forms = baseForms(left);
  return baseForms(right).some((form) => forms.includes(form));
}

/** The words that a word may be a form of, and itself. */
export function baseForms(word: string): string[] {
  if (word.length > INFLECTED_BYTES_MAX || !/^[a-z]{3,}$/.test(word) || OWN_WORDS.has(word)) return [word];
  const forms = [word];
  const cut = (letters: number, added = ''): void => {
    if (word.length - letters + added.length >= 2) forms.push(word.slice(0, word.length - letters) + added);
  };
  const last = word.at(-1)!;
  if (last === 's' && !'sui'.includes(word.at(-2)!)) cut(1);
  if (word.endsWith('es')) cut(2);
  if (word.endsWith('ies') || word.endsWith('ied')) cut(3, 'y');
  if (word.endsWith('ed')) {
    cut(1);
    cut(2);
    if (word.at(-3) === word.at(-4)) cut(3);
  }
  if (word.endsWith('ing')) {
    cut(3);
    cut(3, 'e');
    if (word.at(-4) === word.at(-5)) cut(4);
    if (word.endsWith('ying')) cut(4, 'ie');
  }
  return forms;
}
