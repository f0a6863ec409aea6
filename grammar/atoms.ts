// Atoms: what a single token means.
// In: a token that is no bracket. Out: a form, always; a token that cannot be read is reported and something stands in for
// it, so that the rest of the script can still be looked at: its own text as a string or a keyword, or a name.

import type { Decimal } from './decimal.ts';
import { DIGITS_MAX, digitCount, isComputable, isNumberText, parseDecimal } from './decimal.ts';
import type { Reporter } from './diagnostic.ts';
import { shorten } from './diagnostic.ts';
import type { Form } from './form.ts';
import { isName } from './form.ts';
import type { Span } from './span.ts';
import type { Token } from './tokens.ts';
import { Keyword, NumberText, StringText, SymbolText, tokenEnd } from './tokens.ts';

/** Reads one atom. `node` is given later, when the order of map keys is known. */
export function readAtom(token: Token, reporter: Reporter): Form {
  const span: Span = { start: token.startOffset, end: tokenEnd(token) };
  const base = { span, node: -1 };
  switch (token.tokenType) {
    case NumberText: {
      const value = readNumber(token.image, span, reporter);
      return value === null ? standIn(`:${token.image}`, span) : { ...base, kind: 'number', value };
    }
    case StringText:
      return { ...base, kind: 'string', value: readString(token.image, span, reporter) };
    case Keyword:
      return { ...base, kind: 'keyword', name: token.image.slice(1) };
    case SymbolText:
      if (token.image === 'nil') return { ...base, kind: 'nil' };
      if (token.image === 'true' || token.image === 'false')
        return { ...base, kind: 'boolean', value: token.image === 'true' };
      return { ...base, kind: 'symbol', name: token.image };
    default:
      reporter.report('unexpected-token', span, {
        found: `\`${snippet(token.image)}\``,
        instead: insteadOfAtom(token.image),
      });
      return token.image.startsWith(':')
        ? { ...base, kind: 'keyword', name: token.image.slice(1) }
        : standIn(token.image, span);
  }
}

/** In place of what cannot be read, and may be anything: the same text is the same name. */
export function standIn(image: string, span: Span): Form {
  // Names that start with `#` are the analysis' own.
  return { kind: 'symbol', name: image.startsWith('#') ? `?${image}` : image, span, node: -1 };
}

// A message stays one line of a terminal.
const SNIPPET_MAX = 40;

/** The beginning of a text that may be long, for messages. */
export function snippet(text: string): string {
  return shorten(text, SNIPPET_MAX);
}

function readNumber(text: string, span: Span, reporter: Reporter): Decimal | null {
  const refuse = (why: string, instead?: string): null => {
    reporter.report('bad-number', span, { text: snippet(text), why, ...(instead === undefined ? {} : { instead }) });
    return null;
  };
  if (!isNumberText(text)) {
    // Of `1,000` the comma made two numbers.
    const isGroup =
      /^0[0-9]/.test(text) && /[0-9],$/.test(reporter.source.text.slice(Math.max(0, span.start - 2), span.start));
    return refuse(
      'it does not follow the JSON grammar',
      isGroup ? 'leave the comma out: it separates, as a space does' : insteadOfNumber(text),
    );
  }
  const value = parseDecimal(text)!;
  // A whole number with more digits than are computed with is kept as it is, as in the input.
  const isWide = digitCount(value.coefficient) > DIGITS_MAX;
  if (isWide && value.exponent < 0) return refuse(`it has a fraction and more than ${DIGITS_MAX} significant digits`);
  if (!isWide && !isComputable(value)) return refuse('its magnitude is not from 10^-400 to below 10^400');
  return value;
}

function insteadOfNumber(text: string): string | undefined {
  if (text.length > SNIPPET_MAX) return undefined;
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/^(-?)0+(?=[0-9])/, '$1')
    .replace(/\.(?=$|[eE])/, '')
    .replace(/_(?=[0-9])/g, '');
  if (plain !== text && isNumberText(plain)) return `write \`${plain}\``;
  const fraction = /^([+-]?[0-9]+)\/([0-9]+)$/.exec(text);
  if (fraction !== null) return `write \`(/ ${fraction[1]} ${fraction[2]})\``;
  return /^[0-9]+[A-Za-z]/.test(text) ? 'a name does not start with a digit' : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function readString(image: string, span: Span, reporter: Reporter): string {
  const refuse = (at: number, end: number, why: string, instead: string): string => {
    reporter.report('bad-string', { start: span.start + at, end: span.start + end }, { why, instead });
    return image.slice(1, -1);
  };
  let value = '';
  let kept = 1;
  const last = image.length - 1;
  for (let at = 1; at < last; at += 1) {
    const unit = image.charCodeAt(at);
    if (unit < 0x20) {
      const escape = JSON.stringify(image[at]).slice(1, -1);
      return refuse(
        at,
        at + 1,
        `a raw ${unit === 10 || unit === 13 ? 'line end' : 'control character'} must be escaped`,
        `write \`${escape}\``,
      );
    }
    if (unit !== 0x5c) continue;
    value += image.slice(kept, at);
    const escape = image[at + 1]!;
    if (escape === 'u') {
      const digits = image.slice(at + 2, Math.min(at + 6, last));
      if (!/^[0-9a-fA-F]{4}$/.test(digits))
        return refuse(at, at + 2, '`\\u` needs four hexadecimal digits', 'write for example `\\u00e9`');
      value += String.fromCharCode(Number.parseInt(digits, 16));
      at += 5;
    } else {
      const plain = ESCAPES[escape];
      if (plain === undefined) {
        const end = at + 1 + (image.codePointAt(at + 1)! > 0xffff ? 2 : 1);
        return refuse(at, end, `the escape \`${image.slice(at, end)}\` is unknown`, 'write `\\\\` for a backslash');
      }
      value += plain;
      at += 1;
    }
    kept = at + 1;
  }
  value += image.slice(kept, last);
  if (!value.isWellFormed())
    return refuse(0, image.length, 'it holds half of a surrogate pair', 'write both halves, as in `\\ud83d\\ude00`');
  return value;
}

const JSON_WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'nil']);

// `amount:1` or `:amount:1`.
const GLUED = /^:?([^:#]+):([^:]+)$/;

/** Whether what could not be read may be a key of a map and its value in one, as in `{amount:1}`. */
export function isGlued(form: Form): boolean {
  return (form.kind === 'symbol' || form.kind === 'keyword') && GLUED.test(form.name);
}

function insteadOfAtom(text: string): string {
  if (text === ':')
    return 'nothing stands between a key and its value, as in `{"amount" 1}`; a keyword is one colon and a name, as in `:amount`';
  if (text.startsWith('::')) return 'a keyword is one colon and a name, as in `:amount`';
  if (/^[A-Za-z][A-Za-z0-9_-]*:$/.test(text))
    return `the colon of a keyword stands first: \`:${snippet(text.slice(0, -1))}\``;
  if (text.startsWith('#')) return 'there is no `#` syntax except `#_`, which leaves out the next form';
  const [, name, value] = GLUED.exec(text) ?? [];
  if (name !== undefined && value !== undefined && (isNumberText(value) || JSON_WORDS.has(value))) {
    const key = isName(name) ? `:${snippet(name)}` : JSON.stringify(snippet(name));
    return `nothing stands between a key and its value: \`${key} ${value === 'null' ? 'nil' : snippet(value)}\``;
  }
  const [, ended] = /^:([^:]+):+$/.exec(text) ?? [];
  if (ended !== undefined && isName(ended))
    return `a keyword has one colon, which stands first: \`:${snippet(ended)}\``;
  if (/^:.+:/.test(text))
    return `a keyword has one colon, which stands first: put a space before the next one, or write the key as a string: ${JSON.stringify(snippet(text.slice(1)))}`;
  if (/^[A-Za-z].*:/.test(text)) return 'put a space before the colon of a keyword';
  if (text.startsWith(':'))
    return `a keyword has ASCII letters, digits and \`+-*/<>=!?_.%&\`; write the key as a string: ${JSON.stringify(snippet(text.slice(1)))}`;
  return 'names are ASCII letters, digits and `+-*/<>=!?_.%&`; other text goes into a string';
}
