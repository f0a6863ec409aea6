// Recount: what the decision engine finds of learned phrases.
// In: the phrases of each label, and the examples. Out: the support and hits of each, and the decisions about the examples.
// Why again: numbers that somebody relies on come from the code that will act on them.

import { Locator } from '../../../runtime/interpret/locate.ts';
import { decide } from '../systemone/decide.ts';
import type { Find } from '../systemone/decide.ts';
import type { PhraseGroup } from '../systemone/phrases.ts';
import type { Option } from '../systemone/questions.ts';
import type { Tally } from './choose.ts';
import type { Example } from './examples.ts';

export interface PhraseCount {
  readonly support: number;
  readonly hits: number;
}

export interface Recount {
  /** By label and phrase. */
  readonly phrases: readonly (readonly PhraseCount[])[];
  readonly decisions: Tally;
}

export function recount(labels: readonly string[], groups: readonly (readonly PhraseGroup[])[], examples: readonly Example[]): Recount {
  const options = labels.map((key, number): Option => ({ key, any: groups[number]!, vetoes: [] }));
  const search = createSearch(options);
  const counts = groups.map((phrases) => phrases.map(() => ({ support: 0, hits: 0 })));
  const decisions = { texts: 0, decided: 0, right: 0 };
  for (const { text, label } of examples) {
    const found = search(text);
    const affirmed = (phrase: string): boolean => (found.get(phrase) ?? []).some(({ place }) => place.negated !== true);
    groups.forEach((phrases, number) => {
      phrases.forEach((group, at) => {
        if (!group.every(affirmed)) return;
        const count = counts[number]![at]!;
        count.support += 1;
        if (labels[number] === label) count.hits += 1;
      });
    });
    const verdict = decide(options, (phrase) => found.get(phrase) ?? NOT_FOUND);
    decisions.texts += 1;
    if (verdict.outcome !== 'decided') continue;
    decisions.decided += 1;
    if (labels[verdict.supported[0]!] === label) decisions.right += 1;
  }
  return { phrases: counts, decisions };
}

const NOT_FOUND: readonly Find[] = [];

/** Finds the phrases of all options in a text: the phrases are made ready once. */
export function createSearch(options: readonly Option[]): (text: string) => ReadonlyMap<string, readonly Find[]> {
  const locator = new Locator(options.flatMap(({ any, vetoes }) => [...any.flat(), ...vetoes.flat()]));
  return (text) => {
    const finds = new Map<string, Find[]>();
    for (const place of locator.places({ path: '', text })) {
      const known = finds.get(place.criterion);
      if (known === undefined) finds.set(place.criterion, [{ source: 0, place }]);
      else known.push({ source: 0, place });
    }
    return finds;
  };
}
