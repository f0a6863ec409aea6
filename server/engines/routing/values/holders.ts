// Holders: which of two names is a thing, and which is what it goes into.
// In: a leaf, a span and the context. Out: a number that `fit` adds to the strength of the evidence. Why: a path, a name and a quotation are
// as good for a file as for its folder; the preposition before them and the ending of a file tell them apart.

import { perTool } from '../tools/per-leaf.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import { wantOf } from '../tools/wants.ts';
import type { Context } from './context.ts';
import type { Beside } from './matches.ts';
import { matchBefore } from './matches.ts';
import type { Span } from './spans/span.ts';

/** "Move a.txt to /attic", "a folder Maps in Attic": of a thing and what holds it, a preposition leads to the holder, and a file has an ending. */
export function holderScore(leaf: Leaf, span: Span, { tool }: Context): number {
  const pair = pairOf(tool);
  if (pair === null || !pair.includes(leaf) || !/^(?:path|name|quoted)$/u.test(span.kind)) return 0;
  const isFile =
    span.kind === 'path' && /\.\p{L}[\p{L}\p{N}]{1,5}$/u.test(span.source.text.slice(span.start, span.end));
  const isLed = matchBefore(span, INTO) !== null;
  if (!isLed && !isFile && span.kind !== 'path') return holds(leaf) ? -0.9 : 0;
  return holds(leaf) === (isLed || !isFile) ? 0.9 : -1.2;
}

/** The two parameters of a tool that take a path or a name, where one of them holds the other. */
const pairOf: (tool: Tool) => readonly Leaf[] | null = perTool(({ leaves }) => {
  const named = leaves.filter(
    (leaf) => leaf.type === 'string' && (wantOf(leaf) === 'path' || wantOf(leaf) === 'title'),
  );
  return named.length === 2 && named.filter(holds).length === 1 ? named : null;
});

function holds({ nameWords }: Leaf): boolean {
  return nameWords.some((word) => FOLDERS.has(word));
}

const FOLDERS: ReadonlySet<string> = new Set(['folder', 'directory', 'dir', 'parent']);
const INTO: Beside = {
  pattern: /\b(?:to|into|in|inside|under)\s+(?:the\s+)?(?:(?:folder|directory)\s+)?["'“‘`]?$/iu,
  reach: 32,
};
