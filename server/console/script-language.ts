// Script language: what an editor knows of scripts.
// In: BUILTINS and SPECIALS, the tables the compiler reads. Out: highlighting, completion and help under the pointer for CodeMirror.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import {
  HighlightStyle,
  LanguageSupport,
  StreamLanguage,
  type StringStream,
  syntaxHighlighting,
} from '@codemirror/language';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { BUILTINS } from '../../compiler/builtins.ts';
import { SPECIALS } from '../../compiler/specials.ts';
import { SYMBOL_CHARACTERS } from '../../grammar/form.ts';

interface Help {
  readonly signature: string;
  readonly doc: string;
  readonly example: readonly [source: string, result: string];
  readonly kind: 'keyword' | 'function';
}

const HELP: ReadonlyMap<string, Help> = new Map<string, Help>([
  ...Object.entries(BUILTINS).map(([name, { params, doc, example }]): [string, Help] => [
    name,
    { signature: `(${[name, params].join(' ').trim()})`, doc, example, kind: 'function' },
  ]),
  ...Object.entries(SPECIALS).map(([name, { signature, doc, example }]): [string, Help] => [
    name,
    { signature, doc, example, kind: 'keyword' },
  ]),
]);

const SYMBOL = new RegExp(`^[${SYMBOL_CHARACTERS}]+`);
const NAME_BEFORE = new RegExp(`[${SYMBOL_CHARACTERS}]+$`);
const KEYWORD = new RegExp(`^:[${SYMBOL_CHARACTERS}]+`);
const NUMBER = /^[+\-.]?[0-9][^\s,;()[\]{}"]*/;
const STRING_PART = /^(?:[^"\\]|\\[^]?)+/;

interface Inside {
  string: boolean;
}

const LANGUAGE = StreamLanguage.define<Inside>({
  name: 'evident',
  startState: () => ({ string: false }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.string) return tokenInString(stream, state);
    if (stream.eatSpace() || stream.eat(',') !== undefined) return null;
    if (stream.match(/^;.*/)) return 'lineComment';
    if (stream.eat('"') !== undefined) {
      state.string = true;
      return tokenInString(stream, state);
    }
    if (stream.match(/^[()[\]{}]/)) return 'bracket';
    if (stream.match(NUMBER)) return 'number';
    if (stream.match(KEYWORD)) return 'atom';
    if (stream.match(SYMBOL)) return tokenOfName(stream.current());
    stream.next();
    return 'invalid';
  },
  languageData: { commentTokens: { line: ';' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
});

function tokenInString(stream: StringStream, state: Inside): string {
  stream.match(STRING_PART);
  if (stream.eat('"') !== undefined) state.string = false;
  return 'string';
}

function tokenOfName(name: string): string {
  if (['true', 'false', 'nil'].includes(name)) return 'bool';
  const kind = HELP.get(name)?.kind;
  return kind === 'keyword' ? 'keyword' : kind === 'function' ? 'variableName.standard' : 'variableName';
}

// Colours are the page's, so that light and dark have one home.
const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: tags.standard(tags.variableName), color: 'var(--code-builtin)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.atom], color: 'var(--code-constant)' },
  { tag: tags.lineComment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

const OPTIONS: readonly Completion[] = [...HELP].map(([label, help]) => ({
  label,
  type: help.kind,
  detail: help.signature.slice(label.length + 1, -1).trim(),
  info: () => helpElement(help),
}));

/** `names`: those the script defines itself. */
export function scriptLanguage(names: () => readonly string[]): LanguageSupport {
  const complete = (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(NAME_BEFORE);
    if (word === null && !context.explicit) return null;
    const own = ['input', ...names()].map((label): Completion => ({ label, type: 'variable' }));
    return { from: word?.from ?? context.pos, options: [...OPTIONS, ...own], validFor: SYMBOL };
  };
  return new LanguageSupport(LANGUAGE, [
    syntaxHighlighting(COLOURS),
    LANGUAGE.data.of({ autocomplete: complete }),
    hoverTooltip(helpUnder),
  ]);
}

function helpUnder(view: EditorView, position: number): Tooltip | null {
  const line = view.state.doc.lineAt(position);
  for (const match of line.text.matchAll(new RegExp(`[${SYMBOL_CHARACTERS}]+`, 'g'))) {
    const [from, to] = [line.from + match.index, line.from + match.index + match[0].length];
    const help = from <= position && position <= to ? HELP.get(match[0]) : undefined;
    if (help !== undefined) return { pos: from, end: to, above: true, create: () => ({ dom: helpElement(help) }) };
  }
  return null;
}

function helpElement({ signature, doc, example: [source, result] }: Help): HTMLElement {
  const element = document.createElement('div');
  element.className = 'help';
  for (const [tag, text] of [
    ['code', signature],
    ['p', doc],
    ['code', `${source} => ${result}`],
  ] as const)
    element.appendChild(document.createElement(tag)).textContent = text;
  return element;
}
