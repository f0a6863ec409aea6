// Highlight: a TextMate grammar of the language, which editors and pages colour scripts by.
// In: the tables of the language. Out: the grammar as data. Why made from the tables: a list of names kept by hand goes stale.

import { SYMBOL_CHARACTERS } from '../grammar/form.ts';
import { BUILTIN_NAMES } from './builtins.ts';
import { LANGUAGE_ID } from './hash.ts';
import { SPECIAL_NAMES } from './specials.ts';

interface Rule {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly captures?: Readonly<Record<string, { readonly name: string }>>;
  readonly patterns?: readonly Rule[];
}

interface TextMateGrammar {
  readonly name: string;
  readonly scopeName: string;
  readonly fileTypes: readonly string[];
  readonly patterns: readonly Rule[];
}

const BEFORE = `(?<![${SYMBOL_CHARACTERS}:])`;
const AFTER = `(?![${SYMBOL_CHARACTERS}:])`;

export function textMateGrammar(): TextMateGrammar {
  return {
    name: `Evident (${LANGUAGE_ID})`,
    scopeName: 'source.evident',
    fileTypes: ['script'],
    patterns: [
      { name: 'comment.line.semicolon.evident', match: ';.*$' },
      { name: 'comment.block.discard.evident', match: '#_' },
      {
        name: 'string.quoted.double.evident',
        begin: '"',
        end: '"',
        patterns: [
          { name: 'constant.character.escape.evident', match: String.raw`\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})` },
          { name: 'invalid.illegal.escape.evident', match: String.raw`\\.` },
        ],
      },
      {
        name: 'constant.numeric.evident',
        match: `${BEFORE}-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?${AFTER}`,
      },
      { name: 'constant.other.keyword.evident', match: `${BEFORE}:[${SYMBOL_CHARACTERS}]+` },
      { name: 'constant.language.evident', match: oneOf(['nil', 'true', 'false']) },
      { name: 'variable.language.evident', match: oneOf(['input']) },
      definition('defn', 'entity.name.function.evident'),
      definition('def', 'entity.name.constant.evident'),
      { name: 'keyword.control.evident', match: oneOf(SPECIAL_NAMES) },
      { name: 'support.function.evident', match: oneOf(BUILTIN_NAMES) },
      { name: 'variable.other.evident', match: `${BEFORE}[${SYMBOL_CHARACTERS}]+` },
    ],
  };
}

function definition(head: string, name: string): Rule {
  return {
    match: `(?<=\\()(${head})[ \\t,]+([${SYMBOL_CHARACTERS}]+)`,
    captures: { 1: { name: 'keyword.control.evident' }, 2: { name } },
  };
}

/** Whole names; the longest first, because the first that fits is taken. */
function oneOf(names: readonly string[]): string {
  const escaped = [...names]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return `${BEFORE}(?:${escaped.join('|')})${AFTER}`;
}
