// Template: what `rewrite-pattern` puts in the place of a match: text, and what groups of the pattern took.
// In: the value of a string literal, and the pattern. Out: its parts, or what is wrong with it and where in the value.

import type { Pattern } from './tree.ts';

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `index` counts groups from 0; null is the whole match. */
  | { readonly kind: 'group'; readonly index: number | null };

interface TemplateProblem {
  /** UTF-16 offsets into the template. */
  readonly start: number;
  readonly end: number;
  readonly why: string;
  readonly instead: string;
}

type ParsedTemplate =
  | { readonly kind: 'template'; readonly parts: readonly TemplatePart[] }
  | { readonly kind: 'problem'; readonly problem: TemplateProblem };

/** `$$`, `$1`, `${1}`, `${name}`, or a dollar sign that is none of them. */
const MARK = /\$(?:\$|(\d+)|\{([^{}]*)\})?/g;

export function parseTemplate(text: string, pattern: Pattern): ParsedTemplate {
  const parts: TemplatePart[] = [];
  let literal = '';
  let from = 0;
  const flush = (): void => {
    if (literal !== '') parts.push({ kind: 'text', text: literal });
    literal = '';
  };
  for (const match of text.matchAll(MARK)) {
    const [mark, digits, braced] = match;
    literal += text.slice(from, match.index);
    from = match.index + mark.length;
    if (mark === '$$') {
      literal += '$';
      continue;
    }
    const found = groupOf(digits ?? braced ?? '', pattern);
    if (typeof found === 'object' && found !== null)
      return { kind: 'problem', problem: { start: match.index, end: from, ...found } };
    flush();
    parts.push({ kind: 'group', index: found });
  }
  literal += text.slice(from);
  flush();
  return { kind: 'template', parts };
}

/** Which group a mark names, or what is wrong with it. */
function groupOf(name: string, { groupCount, groupNames }: Pattern): number | null | { why: string; instead: string } {
  if (name === '') return { why: 'a `$` names no group', instead: 'write `$1`, `${name}`, or `$$` for a dollar sign' };
  if (/^0+$/.test(name)) return null;
  const index = groupNames === null ? Number(name) - 1 : groupNames.indexOf(name);
  if (Number.isInteger(index) && index >= 0 && index < groupCount) return index;
  const groups = groupNames === null ? String(groupCount) : groupNames.map((known) => `\`${known}\``).join(', ');
  return {
    why: `the pattern has no group \`${name}\``,
    instead: `it has ${groups === '0' ? 'none' : `these groups: ${groups}`}; \`$0\` is the whole match`,
  };
}
