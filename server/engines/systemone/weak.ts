// Weak: phrases of one word that has many meanings.
// In: a phrase. Out: whether a place of it that is merely there says too little.

import { MANY_MEANINGS } from './many-meanings.ts';

/** Whether a phrase is one English word of many meanings, or its plural. */
export function isWeak(phrase: string): boolean {
  const word = phrase.toLowerCase();
  return /^[a-z]+$/.test(word) && basesOf(word).some((base) => MANY_MEANINGS.has(base));
}

/** What a word may be the plural of. Who writes `moving` or `covered` means just that, and not all that `move` and `cover` can mean. */
function basesOf(word: string): string[] {
  const bases = [word];
  for (const ending of ['s', 'es']) {
    if (!word.endsWith(ending) || word.length - ending.length < 2) continue;
    const base = word.slice(0, -ending.length);
    bases.push(base, `${base}e`, base.replace(/i$/, 'y'), base.replace(/(.)\1$/, '$1'));
  }
  return bases;
}
