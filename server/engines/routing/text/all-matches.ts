// All matches: what a pattern finds in a text.
// In: a text and a global pattern. Out: its matches, in order: those of `matchAll`.
// Why: `matchAll` makes a copy of the pattern for each text it looks at, and every text is looked at by a hundred patterns.

export function allMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    // A match of nothing is found once at a place, and never inside a surrogate pair.
    if (match[0] === '') pattern.lastIndex += (text.codePointAt(pattern.lastIndex) ?? 0) > 0xffff ? 2 : 1;
  }
  return found;
}
