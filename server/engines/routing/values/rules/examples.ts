// Examples: values that the description of a parameter shows.
// In: a leaf. Out: the values, and whether the description quotes them. Why: what it shows, in quotes or behind "such as", is what the
// parameter takes, though no keyword lists it.

import { readQuoted } from '../../text/scope.ts';
import { isStopWord } from '../../text/words.ts';
import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';

interface Examples {
  readonly shown: readonly string[];
  readonly isQuoted: boolean;
}

export const examplesOf: (leaf: Leaf) => Examples = perLeaf(({ description }) => {
  const quoted = readQuoted(description).map(({ start, end }) => description.slice(start, end).trim());
  const examples = quoted.length > 0 ? quoted : namedExamples(description);
  const shown = [...new Set(examples)].filter(
    (example) =>
      /^\p{L}[\p{L} -]{2,40}$/u.test(example) && !isStopWord(example.toLowerCase()) && !NO_VALUE.test(example),
  );
  return { shown, isQuoted: quoted.length > 0 };
});

/** "such as oil, acrylic or ink": examples without quotes end with their clause. */
function namedExamples(description: string): string[] {
  return [
    ...description.matchAll(
      /\b(?:e\.g\.,?|eg\.|such as|like|for instance,?|for example,?|can be|one of)[: ]+([^.;()]{3,120})/giu,
    ),
  ]
    .flatMap(([, list = '']) => list.split(/,|\bor\b|\band\b/iu))
    .map((item) => item.trim())
    .filter(
      (item) => /^\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,2}$/u.test(item) && !/^(?:etc|others?|more|so on)$/iu.test(item),
    );
}

// Quoted words that state a form or the absence of a value.
const NO_VALUE =
  /^(?:none|null|any|all|default|true|false|City.*|State|YYYY.*|string|integer|number|example|name|value|unknown|other)$/iu;
