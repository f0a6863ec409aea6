// Reader: text → forms, by Chevrotain.
// In: a script's text. Out: its forms, numbered in canonical order, and diagnostics; never an exception.
// Order of work: limits and encoding, tokens, the scan (atoms, brackets, discards, all without recursion), then the
// grammar over tokens that are known to pair up and to be nested at most NESTING_MAX deep.

import { isGlued, snippet } from './atoms.ts';
import type { ParserMethod } from './chevrotain.ts';
import { EmbeddedActionsParser } from './chevrotain.ts';
import type { Diagnostic } from './diagnostic.ts';
import { Reporter } from './diagnostic.ts';
import type { Form, KeyForm, MapEntry } from './form.ts';
import { compareCodePoints, keyText, numberForms } from './form.ts';
import { printAtom } from './printer.ts';
import type { ScriptLimits } from './scan.ts';
import { atomOf, NODES_MAX, scan, spanOf } from './scan.ts';
import type { Span } from './span.ts';
import { Source } from './span.ts';
import type { Token } from './tokens.ts';
import {
  BadAtom,
  CloseList,
  CloseMap,
  CloseVector,
  Keyword,
  NumberText,
  OpenList,
  OpenMap,
  OpenVector,
  StringText,
  SymbolText,
  TOKENS,
  tokenEnd,
  tokenize,
} from './tokens.ts';
import { validPrefix } from './utf8.ts';

// A script is a rule, not a data file; the limit keeps check below a few tens of milliseconds.
export const SCRIPT_BYTES_MAX = 256 * 1024;

export const SCRIPT_LIMITS: ScriptLimits = { bytesMax: SCRIPT_BYTES_MAX, nodesMax: NODES_MAX };

export interface Reading {
  readonly forms: readonly Form[];
  /**
   * `whole`: the text can be read. `patched`: something stands in for each atom or map that cannot, forms whose brackets are
   * in doubt are left out, and the rest is worth looking at. `broken`: there are no forms.
   */
  readonly state: 'whole' | 'patched' | 'broken';
  /** Names that stand in forms that were left out, which may define them. */
  readonly lost: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** What was read of a text before: where it ends, and how many forms it has, those inside others too. */
interface ReadBefore {
  readonly end: number;
  readonly nodes: number;
}

const NOTHING_READ: ReadBefore = { end: 0, nodes: 0 };

/** Reads a decoded script, or what stands behind the part of it that was read before. */
export function read(
  source: Source,
  reporter: Reporter = new Reporter(source),
  limits = SCRIPT_LIMITS,
  before = NOTHING_READ,
): Reading {
  // A text that could not even be decoded has been reported already.
  const found =
    reporter.errorCount === 0 && readable(source.text, reporter, limits)
      ? readForms(source.text, reporter, limits, before)
      : null;
  if (found === null) return { forms: [], state: 'broken', lost: new Set(), diagnostics: reporter.diagnostics };
  numberForms(found.forms, before.nodes);
  return { ...found, state: reporter.errorCount > 0 ? 'patched' : 'whole', diagnostics: reporter.diagnostics };
}

/** A script's text from what was sent; text that is not UTF-8 comes back as its readable beginning, with a problem. */
export function decodeScript(
  script: string | Uint8Array,
  { bytesMax } = SCRIPT_LIMITS,
): { readonly source: Source; readonly reporter: Reporter } {
  if (typeof script === 'string') {
    const source = new Source(script);
    return { source, reporter: new Reporter(source) };
  }
  if (script.length > bytesMax) return tooLarge(bytesMax);
  try {
    const source = new Source(decoder().decode(script));
    return { source, reporter: new Reporter(source) };
  } catch {
    const text = decoder().decode(script.subarray(0, validPrefix(script)), { stream: true });
    const source = new Source(text);
    const reporter = new Reporter(source);
    reporter.report('bad-text', { start: text.length, end: text.length }, { what: 'is not UTF-8 from here on' });
    return { source, reporter };
  }
}

function tooLarge(bytesMax: number): { readonly source: Source; readonly reporter: Reporter } {
  const source = new Source('');
  const reporter = new Reporter(source);
  reporter.report('script-too-large', { start: 0, end: 0 }, { what: 'bytes', max: bytesMax });
  return { source, reporter };
}

const decoder = (): InstanceType<typeof TextDecoder> => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readable(text: string, reporter: Reporter, { bytesMax }: ScriptLimits): boolean {
  if (text.length > bytesMax || Buffer.byteLength(text) > bytesMax) {
    reporter.report('script-too-large', { start: 0, end: 0 }, { what: 'bytes', max: bytesMax });
    return false;
  }
  const refuse = (at: number, what: string): boolean => {
    reporter.report('bad-text', { start: at, end: at + 1 }, { what });
    return false;
  };
  if (text.startsWith('\ufeff')) return refuse(0, 'starts with a byte-order mark');
  const nul = text.indexOf('\0');
  if (nul !== -1) return refuse(nul, 'holds a NUL character');
  if (!text.isWellFormed()) {
    let at = 0;
    while (text.codePointAt(at)! < 0xd800 || text.codePointAt(at)! > 0xdfff)
      at += text.codePointAt(at)! > 0xffff ? 2 : 1;
    return refuse(at, 'holds half of a surrogate pair');
  }
  return true;
}

function readForms(
  text: string,
  reporter: Reporter,
  { nodesMax }: ScriptLimits,
  { end, nodes }: ReadBefore,
): Pick<Reading, 'forms' | 'lost'> | null {
  const { tokens } = tokenize(end === 0 ? text : text.slice(end));
  if (end > 0) for (const token of tokens) token.startOffset += end;
  const scanned = scan(text, tokens, reporter, nodesMax - nodes);
  if (scanned === null) return null;
  // Made when first needed: analysing the grammar costs more than most scripts.
  parser ??= new Parser();
  for (const discarded of scanned.discarded) parser.run(discarded, reporter);
  return { forms: parser.run(scanned.tokens, reporter), lost: scanned.lost };
}

let parser: Parser | null = null;

class Parser extends EmbeddedActionsParser {
  #reporter: Reporter | null = null;
  readonly program: ParserMethod<[], Form[]>;

  constructor() {
    super(TOKENS, { recoveryEnabled: false, maxLookahead: 1, skipValidations: true });
    const forms = (): Form[] => {
      const items: Form[] = [];
      this.MANY(() => items.push(this.SUBRULE(form)));
      return items;
    };
    const atoms = [NumberText, StringText, Keyword, SymbolText, BadAtom];
    const form: ParserMethod<[], Form> = this.RULE('form', () =>
      this.OR([
        { ALT: () => this.SUBRULE(list) },
        { ALT: () => this.SUBRULE(vector) },
        { ALT: () => this.SUBRULE(map) },
        ...atoms.map((type, index) => ({
          ALT: () => {
            const token = this.consume(index, type);
            return this.ACTION(() => atomOf(token));
          },
        })),
      ]),
    );
    const list: ParserMethod<[], Form> = this.RULE('list', () => {
      const open = this.CONSUME(OpenList);
      const items = forms();
      const close = this.CONSUME(CloseList);
      return { kind: 'list', items, span: between(open, close), node: -1 } as Form;
    });
    const vector: ParserMethod<[], Form> = this.RULE('vector', () => {
      const open = this.CONSUME(OpenVector);
      const items = forms();
      const close = this.CONSUME(CloseVector);
      return { kind: 'vector', items, span: between(open, close), node: -1 } as Form;
    });
    const map: ParserMethod<[], Form> = this.RULE('map', () => {
      const open = this.CONSUME(OpenMap);
      const items = forms();
      const close = this.CONSUME(CloseMap);
      const paired = this.ACTION(() => pairUp(items, close, this.#reporter!));
      return { kind: 'map', ...paired, span: between(open, close), node: -1 } as Form;
    });
    this.program = this.RULE('program', forms);
    this.performSelfAnalysis();
  }

  run(tokens: Token[], reporter: Reporter): Form[] {
    this.#reporter = reporter;
    this.input = tokens;
    const forms = this.program();
    this.#reporter = null;
    // The scan has paired all brackets, so nothing is left that the grammar could refuse.
    if (this.errors.length > 0) throw new Error(`the grammar refused scanned tokens: ${this.errors[0]!.message}`);
    return forms;
  }
}

function between(open: Token, close: Token): Span {
  return { start: open.startOffset, end: tokenEnd(close) };
}

/** Entries of a map in code point order of their keys. No value is left out, whatever its key: names are used in it. */
function pairUp(
  items: readonly Form[],
  close: Token,
  reporter: Reporter,
): { readonly entries: MapEntry[]; readonly isBroken: boolean } {
  const errorsBefore = reporter.errorCount;
  const entries: MapEntry[] = [];
  const seen = new Map<string, KeyForm>();
  let isBroken = false;
  for (let at = 0; at < items.length; at += 2) {
    const key = items[at]!;
    const value = items[at + 1];
    if (isGlued(key)) {
      // The broken token may be a key, or a key and its value in one, so it is unknown which of the following forms are keys. A name may be
      // one of them.
      isBroken = true;
      for (const item of items.slice(at)) if (item.kind !== 'symbol') entries.push(nameless(item));
      break;
    }
    if (key.kind !== 'keyword' && key.kind !== 'string' && key.kind !== 'symbol') {
      reporter.report('unexpected-token', key.span, {
        found: `${written(key)} as a map key`,
        instead: 'a map key is a keyword or a string; `assoc` and `zipmap` take keys that are computed',
      });
      if (value !== undefined) entries.push(nameless(value));
      continue;
    }
    if (value === undefined) {
      reporter.report(
        'unexpected-token',
        spanOf(close),
        { found: '`}`', instead: 'the last key of the map has no value' },
        [{ span: key.span, message: 'the key without a value' }],
      );
      break;
    }
    const name = `${key.kind === 'symbol' ? 'symbol' : 'key'} ${keyText(key)}`;
    const first = seen.get(name);
    entries.push({ key, value });
    if (first === undefined) seen.set(name, key);
    else {
      reporter.report('duplicate-key', key.span, { key: written(key), where: 'map' }, [
        { span: first.span, message: 'the first one' },
      ]);
    }
  }
  entries.sort((a, b) => compareCodePoints(keyText(a.key), keyText(b.key)) || (a.key.kind === 'symbol' ? 1 : -1));
  return { entries, isBroken: isBroken || reporter.errorCount > errorsBefore };
}

/** A value whose key cannot be read: names are used in it. */
function nameless(value: Form): MapEntry {
  return { key: { kind: 'string', value: '', span: value.span, node: -1 }, value };
}

function written(form: Form): string {
  return form.kind === 'list' || form.kind === 'vector' || form.kind === 'map'
    ? `a ${form.kind}`
    : `\`${snippet(printAtom(form))}\``;
}
