// Rule words: sentences of the words that one rule of denial means.
// In: nothing. Out: arbitrary texts around a place, drawn from the names and classes that a function of the reference reads together.
// Why: words drawn from all of them seldom meet as a rule wants them: "thirty years ago" takes three in a row.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { CLASSES, NAME_NUMBERS, ROLES } from '../../runtime/locate/denial-words.ts';

const RULES = join(import.meta.dirname, '../../../runtime/locate');
const MARKS: Readonly<Record<string, readonly string[]>> = {
  QUESTION_MARK: ['?'],
  COLON: [':'],
  DASH: [' -', '\u2013'],
  HYPHEN: ['-'],
  END: ['.', '!', '('],
  COMMA: [','],
};
const WORDS = [...ROLES.keys()];
const PLAIN = ['thirty', 'hardware', 'collapsed', '30', 'old'];

const known = new Map<string, readonly string[]>();

/** The words that have a name or a class. */
function wordsOf(name: string): readonly string[] {
  let words = known.get(name);
  if (words === undefined) known.set(name, (words = listWords(name)));
  return words;
}

function listWords(name: string): readonly string[] {
  const marks = MARKS[name];
  if (marks !== undefined) return marks;
  const mask = (CLASSES as Readonly<Record<string, number>>)[name] ?? 0;
  const number = NAME_NUMBERS.get(name);
  return WORDS.filter((word) => (ROLES.get(word)!.classes & mask) !== 0 || ROLES.get(word)!.name === number);
}

/** What each function of the reference reads, in the order in which it is written there, and each rule that is data. */
const RULE_NAMES: readonly (readonly string[])[] = readdirSync(RULES)
  .filter((file) =>
    /^(denial(-(behind|clause|condition|general|past|sentence))?|bare|sign-rules|titled|told)\.ts$/.test(file),
  )
  .sort()
  .flatMap((file) =>
    readFileSync(join(RULES, file), 'utf8')
      .split(file === 'sign-rules.ts' ? /\n(?= {4}')/ : /^(?:export )?function /m)
      .slice(1),
  )
  .map((source) => [...source.matchAll(/\b[A-Z][A-Z_]+\b|\bA\b/g)].map(([name]) => name))
  .map((names) => names.filter((name) => NAME_NUMBERS.has(name) || name in CLASSES))
  .filter((names) => new Set(names).size > 1);

// Most words are those of names that the rule has near each other; some are of another kind, where it has to say no.
const ruled = fc.constantFrom(...RULE_NAMES).chain((names) =>
  fc
    .tuple(
      fc.nat(names.length - 1),
      fc.array(fc.tuple(fc.integer({ min: -2, max: 3 }), fc.nat(), fc.nat(9)), { minLength: 1, maxLength: 5 }),
    )
    .map(([from, steps]) => {
      let at = from;
      return steps.map(([step, pick, other]) => {
        at = (at + step + names.length) % names.length;
        const words = other === 0 ? WORDS : other === 1 ? PLAIN : wordsOf(names[at]!);
        return words[pick % words.length]!;
      });
    }),
);

/** A place of `refund` among the words of one rule or two. */
export const ruledText = fc
  .tuple(ruled, fc.constantFrom('', '', 'the', 'a', 'my', 'I got', 'The'), fc.option(ruled, { freq: 3 }), fc.boolean())
  .map(([words, article, others, isBefore]) => {
    const place = [article, article === 'The' ? 'Refund' : 'refund'];
    const parts =
      others === null ? (isBefore ? [...words, ...place] : [...place, ...words]) : [...words, ...place, ...others];
    return parts.join(' ').replaceAll(/ (?=[-,.?!:])/g, '');
  });
