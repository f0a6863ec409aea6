// Named: whether a turn can order a tool's act at all, by its words alone.
// In: the texts of a turn and a tool. Out: false where no word in them could be the act, whatever its arguments take.
// Why: most clauses order nothing, and a tool is filled for each of them; this shows before it is. It must allow all that
// order.ts and needs.ts find, and may allow more.

import { readScope } from '../text/scope.ts';
import type { Word } from '../text/words.ts';
import { readWords } from '../text/words.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import type { Source } from '../values/spans/span.ts';
import { isActForm, isGlued, phrasesOf } from './forms.ts';

export function mayBeOrdered(turn: readonly Source[], tool: Tool): boolean {
  // A value may say the act: "add milk" for a parameter that lists add and remove.
  if (tool.leaves.some((leaf) => mayChoose(leaf))) return true;
  return turn.some(({ text }) => {
    const { negated, reported } = readScope(text);
    // Where these are cut out, words may be cut.
    if (negated.length > 0 || reported.length > 0) return true;
    const words = readWords(text);
    return words.some((word, at) => maySay(word, words[at + 1], tool)) || mayWish(words, tool);
  });
}

function mayChoose({ required, type, enumValues }: Leaf): boolean {
  return enumValues.length > 1 || (required && (enumValues.length > 0 || type === 'boolean' || type === 'any'));
}

function maySay(word: Word, next: Word | undefined, tool: Tool): boolean {
  return (
    isActForm(word, tool) ||
    tool.makes.has(word.stem) ||
    isGlued(word, next, tool) ||
    tool.ways.has(word.surface) ||
    phrasesOf(tool).has(word.surface)
  );
}

/** "I need a siding …": a kind of what the tool makes, from a list of its own. */
function mayWish(words: readonly Word[], { makes, leaves }: Tool): boolean {
  return (
    makes.size > 0 &&
    leaves.some(({ enumValues }) => enumValues.length > 0) &&
    words.some(({ surface }) => /^(?:an?|some|one|new|another)$/u.test(surface))
  );
}
