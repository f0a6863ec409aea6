// Phrases: the parts of a name or noun phrase that one tool would take as a value.
// In: spans and the stems a tool says. Out: the spans, and parts of them without the words the tool itself says.
// Why: in "classical concerts" the tool says concert and the user says classical; in "Lawyer John Doe" the title is the
// parameter's own word. What the tool already says is its label, and what stands beside it is the value.

import { verbClassOf } from '../text/verbs.ts';
import type { Word } from '../text/words.ts';
import { isStopWord, readWords } from '../text/words.ts';
import type { Span } from './spans/span.ts';

/** Longer phrases are clauses; their parts would be accidents. */
const PART_WORDS_MAX = 6;

/** `texts` are the tool's own: what they show only as a part of names is no title. */
export function partPhrases(
  spans: readonly Span[],
  known: ReadonlySet<string>,
  texts: readonly string[],
  acts: ReadonlySet<string>,
): Span[] {
  return spans.flatMap((span) => {
    if (span.by === 'answer') return [span];
    if (span.kind === 'name') {
      const rest = withoutTitle(span, known, texts);
      // "Rate Mill House": the verb that opens an order is no part of the name behind it.
      return rest.length > 0 && opensWithAct(span, acts) ? rest : [span, ...rest];
    }
    return span.kind === 'phrase' ? partsOf(span, known) : [span];
  });
}

/** At the beginning of a sentence stands a word that names the tool's act. */
function opensWithAct({ source, start, end }: Span, acts: ReadonlySet<string>): boolean {
  const [first] = readWords(source.text.slice(start, end));
  return first !== undefined && acts.has(first.surface) && /(?:^|[.!?\n])\s*$/u.test(source.text.slice(0, start));
}

function withoutTitle(span: Span, known: ReadonlySet<string>, texts: readonly string[]): Span[] {
  const text = span.source.text.slice(span.start, span.end);
  const words = readWords(text);
  const [first] = words;
  // "King of France": behind the title and its "of" stands the name.
  const rest = words.slice(1).find((word) => !isStopWord(word.surface));
  if (first === undefined || rest === undefined || !known.has(first.stem) || isStopWord(first.surface)) return [];
  // "Fort Dean, WY" for a town that is shown as "Fort Ray, WY": a town has no title, and its name no label.
  if (/^[^,]+, \p{Lu}/u.test(text) || isShownAsName(first.surface, text.slice(first.start, first.end), texts))
    return [];
  return [cut(span, span.start + rest.start, span.end)];
}

/** The texts have the word with a capital inside a sentence, and never as a common noun. */
function isShownAsName(surface: string, written: string, texts: readonly string[]): boolean {
  const has = (pattern: string): boolean =>
    texts.some((text) => text.includes(written) && new RegExp(pattern, 'u').test(text));
  // Words are letters and digits, so nothing needs escaping.
  return (
    has(`[\\p{Ll},'"“‘(] ?['"“‘]?${written}(?![\\p{L}\\p{N}])`) &&
    !texts.some(
      (text) =>
        text.includes(surface) && new RegExp(`(?<![\\p{L}\\p{N}])${surface}s?(?![\\p{L}\\p{N}])`, 'u').test(text),
    )
  );
}

function partsOf(span: Span, known: ReadonlySet<string>): Span[] {
  const words = readWords(span.source.text.slice(span.start, span.end));
  const isLabel = (word: Word): boolean =>
    known.has(word.stem) || verbClassOf(word.surface) !== undefined || verbClassOf(word.stem) !== undefined;
  if (words.length > PART_WORDS_MAX || !words.some(isLabel)) return [span];
  const parts: Span[] = [];
  let from = -1;
  words.forEach((word, at) => {
    if (isLabel(word) || isStopWord(word.surface)) from = -1;
    else if (from < 0) from = at;
    const next = words[at + 1];
    if (from >= 0 && (next === undefined || isLabel(next) || isStopWord(next.surface)))
      parts.push(cut(span, span.start + (words[from]?.start ?? 0), span.start + word.end));
  });
  // A value may hold a word that the tool says too ("oak table" where the tool speaks of tables), but less often.
  return [...parts, { ...span, detail: { ...span.detail, labelled: true } }];
}

function cut(span: Span, start: number, end: number): Span {
  const value = span.source.text.slice(start, end);
  return { ...span, start, end, value, detail: { ...span.detail, words: readWords(value).length } };
}
