// Scripts for property tests: random form trees, and several ways to write each of them down.
// In: fast-check. Out: arbitraries. A tree is written with noise (white space, commas, comments, discarded forms, map
// entries in any order) that must not change what it means.

import fc from 'fast-check';

type Tree =
  | { readonly kind: 'atom'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'vector'; readonly items: readonly Tree[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [key: string, value: Tree])[] };

const ATOMS = [
  'nil',
  'true',
  'false',
  '0',
  '-1',
  '2.50',
  '6e3',
  '1e-9',
  '123456789012345678',
  '"a"',
  '""',
  '"größe \\" \\u00e9 \\n"',
  '"😀"',
  ':a',
  ':line-total',
  ':2fa',
  'x',
  'y',
  '+',
  '->',
  'even?',
  'input',
  '_',
  '&',
  'a.b',
  'let',
  'fn',
  'cond',
  'defn',
  'map',
  'reduce',
];
const KEYS = [':a', ':b', ':z', '"c d"', '"größe"', '"10"', '":q"', '"\\ud83d\\ude00"', '"\\uff5e"'];

/** A tree whose maps have distinct keys. */
const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(...ATOMS).map((text): Tree => ({ kind: 'atom', text })),
    fc.array(tie('tree'), { maxLength: 5 }).map((items): Tree => ({ kind: 'list', items })),
    fc.array(tie('tree'), { maxLength: 5 }).map((items): Tree => ({ kind: 'vector', items })),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...KEYS), tie('tree')), { maxLength: 4, selector: ([key]) => key })
      .map((entries): Tree => ({ kind: 'map', entries })),
  ),
})).tree;

export const programs: fc.Arbitrary<readonly Tree[]> = fc.array(trees, { maxLength: 6 });

const NOISE = [
  ' ',
  ' ',
  ' ',
  '\n',
  ',',
  '\t',
  '\r\n',
  '\n\n',
  ' ; note\n',
  '\n; (\n',
  ' #_ (q "r" {:s 1}) ',
  ' #_ #_ 1 [2 ; 3\n] ',
  ' #_\n\n; c\n z ',
  ', ,',
];

/** A tree's text, the noise and the order of map entries chosen by `choose(n)`, a number from 0 to n − 1. */
export function write(forms: readonly Tree[], choose: (count: number) => number): string {
  const noise = (): string => NOISE[choose(NOISE.length)]!;
  const between = (parts: readonly string[]): string =>
    parts.map((part) => noise() + part).join('') + (choose(2) === 0 ? '' : noise());
  const text = (tree: Tree): string => {
    if (tree.kind === 'atom') return tree.text;
    if (tree.kind === 'list') return `(${between(tree.items.map(text))})`;
    if (tree.kind === 'vector') return `[${between(tree.items.map(text))}]`;
    const left = [...tree.entries];
    const parts: string[] = [];
    while (left.length > 0) {
      const [key, value] = left.splice(choose(left.length), 1)[0]!;
      parts.push(key, text(value));
    }
    return `{${between(parts)}}`;
  };
  return between(forms.map(text));
}

/** A source of choices that follows a list of numbers, over and over. */
export function chooser(numbers: readonly number[]): (count: number) => number {
  let at = 0;
  return (count) => {
    at += 1;
    return numbers.length === 0 ? 0 : numbers[at % numbers.length]! % count;
  };
}
