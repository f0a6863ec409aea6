// Help: what a name means, and how a call of it is written, as Markdown for an editor.
// In: a document and a place. Out: hovers, signatures and completions, from the tables of the language and the script's own names.

import type { CompletionItem, Hover, ParameterInformation, Position, SignatureHelp } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { signatureOf } from '../../compiler/arity.ts';
import { BUILTIN_NAMES, builtin, isBuiltin } from '../../compiler/builtins.ts';
import type { ModuleTexts } from '../../compiler/modules.ts';
import {
  cursorAt,
  definedNames,
  isOfLanguage,
  type Name,
  nameAt,
  readNames,
  visibleLocals,
} from '../../compiler/names.ts';
import { isSpecial, SPECIAL_NAMES, SPECIALS } from '../../compiler/specials.ts';
import type { Span } from '../../grammar/span.ts';
import { tokenEnd, tokenize } from '../../grammar/tokens.ts';
import { priceOf } from '../reference.ts';
import { rangeOf } from './places.ts';

// Of the protocol, whose enumerations are code.
const KIND = { function: 3, variable: 6, keyword: 14, value: 21, field: 5 } as const;

export function hoverAt(document: TextDocument, position: Position, modules: ModuleTexts): Hover | null {
  const offset = document.offsetAt(position);
  const found = symbolAt(document.getText(), offset);
  if (found === null) return null;
  const { name, span } = found;
  const own = nameAt(readNames(document.getText(), modules), span.start);
  const value = own !== null ? describeOwn(own) : describe(name);
  return value === null ? null : { contents: { kind: 'markdown', value }, range: rangeOf(document, span) };
}

/** The name that stands at an offset. */
function symbolAt(text: string, offset: number): { readonly name: string; readonly span: Span } | null {
  const token = tokenize(text).tokens.find((one) => one.startOffset <= offset && offset <= tokenEnd(one));
  if (token === undefined || !/^[^\s:"()[\]{}]/.test(token.image)) {
    // Between a bracket and a name the name is meant.
    const next = tokenize(text).tokens.find((one) => one.startOffset === offset);
    return next === undefined || next === token ? null : symbolAt(text, offset + 1);
  }
  return { name: token.image, span: { start: token.startOffset, end: tokenEnd(token) } };
}

/** A name of the language as Markdown; null for another. */
function describe(name: string): string | null {
  if (name === 'input') return `${code('input')}\n\nThe JSON input of the run; nil where there is none.`;
  const about = isSpecial(name)
    ? { ...SPECIALS[name], facts: null }
    : isBuiltin(name)
      ? {
          ...builtin(name),
          signature: signatureOf(name),
          facts: `Extra steps: ${priceOf(name)}.${builtin(name).faults.length === 0 ? '' : ` Faults: ${builtin(name).faults.join(', ')}.`}`,
        }
      : null;
  if (about === null) return null;
  const [source, result] = about.example;
  return [
    code(about.signature),
    about.doc,
    code(`${source} ; => ${result}`),
    ...(about.facts === null ? [] : [about.facts]),
  ].join('\n\n');
}

function describeOwn({ name, kind, signature, doc }: Name): string {
  if (kind === 'function') return [code(signature!), ...(doc === null ? [] : [doc])].join('\n\n');
  if (kind === 'value') return code(doc === null ? `(def ${name} …)` : `(def ${name} ${doc})`);
  return `${code(name)}\n\n${kind === 'key' ? `What is read from the key \`:${name}\`.` : 'A local.'}`;
}

function code(text: string): string {
  return `\`\`\`evident\n${text}\n\`\`\``;
}

/** The call around a place. */
export function signatureAt(document: TextDocument, position: Position, modules: ModuleTexts): SignatureHelp | null {
  const text = document.getText();
  const { open } = cursorAt(text, document.offsetAt(position));
  const depth = open.findLastIndex(({ head }) => head !== null && /^[^\s:"()[\]{}]/.test(head));
  const call = open[depth];
  if (call === undefined || depth < open.length - 1) return null;
  const head = call.head!;
  const own = ownFunction(text, head, modules);
  const signature = signatureText(head, own);
  if (signature === null) return null;
  const parameters = parametersIn(signature, head);
  // Where a value is threaded in first, the first parameter is not written.
  const around = open[depth - 1]?.head ?? null;
  const threaded = around !== null && THREADING.includes(around) && (open[depth - 1]?.count ?? 0) > 2 ? 1 : 0;
  const active = Math.min(call.count - 1 + threaded, parameters.length - 1);
  const documentation = own === null ? describe(head) : own.doc;
  return {
    signatures: [
      {
        label: signature,
        parameters,
        ...(documentation === null ? {} : { documentation: { kind: 'markdown', value: documentation } }),
      },
    ],
    activeSignature: 0,
    activeParameter: Math.max(0, active),
  };
}

const THREADING: readonly string[] = ['->', 'some->', 'cond->'];

function signatureText(name: string, own: Name | null): string | null {
  if (isSpecial(name)) return SPECIALS[name].signature;
  if (own !== null) return own.signature;
  return isBuiltin(name) ? signatureOf(name) : null;
}

/** What the script, or a module it uses, defines under a name; it wins over a builtin. */
function ownFunction(text: string, name: string, modules: ModuleTexts): Name | null {
  return readNames(text, modules).names.find((one) => one.name === name && one.kind === 'function') ?? null;
}

/** Where the parameters stand in a signature; `& more` is one. */
function parametersIn(signature: string, head: string): ParameterInformation[] {
  const found: ParameterInformation[] = [];
  const from = 1 + head.length;
  let depth = 0;
  let start = -1;
  for (let at = from; at < signature.length; at += 1) {
    const character = signature[at]!;
    const isEnd = depth === 0 && (character === ' ' || character === ')');
    if (isEnd && start !== -1 && signature.slice(start, at) !== '&') {
      found.push({ label: [start, at] });
      start = -1;
    } else if (start === -1 && character !== ' ' && character !== ')') start = at;
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
  }
  return found;
}

/** The names that fit at a place; none inside of strings and comments. */
export function completionsAt(document: TextDocument, position: Position, modules: ModuleTexts): CompletionItem[] {
  const text = document.getText();
  const cursor = cursorAt(text, document.offsetAt(position));
  if (cursor.isText) return [];
  const range = rangeOf(document, cursor.word);
  const item = (label: string, kind: CompletionItem['kind'], about: Partial<CompletionItem>): CompletionItem => ({
    label,
    ...(kind === undefined ? {} : { kind }),
    textEdit: { range, newText: label },
    ...about,
  });
  if (text[cursor.word.start] === ':') return keywordsIn(text, cursor.word).map((name) => item(name, KIND.field, {}));
  const names = readNames(text, modules).names.filter(({ kind }) => kind === 'function' || kind === 'value');
  const locals = [...new Set(visibleLocals(text, cursor.word))];
  const known = new Set([...locals, ...names.map(({ name }) => name)]);
  const unfinished = definedNames(text).filter((name) => !known.has(name));
  const own = new Set([...known, ...unfinished]);
  return [
    // What is nearest comes first.
    ...locals.map((name) => item(name, KIND.variable, { sortText: `0${name}` })),
    ...names
      .filter(({ name }) => !locals.includes(name))
      .map((name) =>
        item(name.name, name.kind === 'function' ? KIND.function : KIND.value, {
          sortText: `1${name.name}`,
          documentation: { kind: 'markdown', value: describeOwn(name) },
        }),
      ),
    ...unfinished.map((name) => item(name, KIND.value, { sortText: `1${name}` })),
    ...['input', ...SPECIAL_NAMES, ...BUILTIN_NAMES]
      .filter((name) => !own.has(name))
      .map((name) =>
        item(name, isSpecial(name) ? KIND.keyword : isBuiltin(name) ? KIND.function : KIND.value, {
          sortText: `2${name}`,
          ...(isOfLanguage(name)
            ? { detail: isSpecial(name) ? SPECIALS[name].signature : signatureOf(name as 'inc') }
            : {}),
        }),
      ),
  ];
}

/** The documentation of a completion, which an editor asks for when it is looked at. */
export function resolved(item: CompletionItem): CompletionItem {
  const isOwn = item.sortText !== `2${item.label}`;
  const value = !isOwn && item.documentation === undefined ? describe(item.label) : null;
  return value === null ? item : { ...item, documentation: { kind: 'markdown', value } };
}

/** The keywords of a text, without the one that is being written. */
function keywordsIn(text: string, word: Span): string[] {
  const found = tokenize(text)
    .tokens.filter(({ image, startOffset }) => image.startsWith(':') && image.length > 1 && startOffset !== word.start)
    .map(({ image }) => image);
  return [...new Set(found)].sort();
}
