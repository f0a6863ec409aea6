// Scopes: which strings of the state a question is about.
// In: the state, and the paths a question names in backticks. Out: the strings to search, or the path that is not there.
// Why: a mistyped path must not quietly widen or empty the search, which is what happens where paths are only text.

import type { Json } from '../../../grammar/json.ts';
import { pointer } from '../../../grammar/json.ts';
import type { RootValue, SourceText, TextRange, Texts } from '../../../runtime/interpret/texts.ts';
import { collectTexts } from '../../../runtime/interpret/texts.ts';

/** The searchable part of a state: all of it, or the `text` and `value` of each of its parts. */
export class Content {
  readonly roots: readonly RootValue[];
  readonly #texts: Texts;
  #sources: ReadonlyMap<string, number> | null = null;

  constructor(state: Json) {
    this.roots = findRoots(state);
    this.#texts = collectTexts(this.roots);
  }

  /** The strings, in code point order of their paths. A string's position is its source number. */
  get texts(): readonly SourceText[] {
    return this.#texts.texts;
  }

  /** The source numbers under a value: those a container holds, or the one that the value is. */
  rangeOf({ path, value }: RootValue): TextRange {
    if (typeof value !== 'string') return this.#texts.ranges.get(value) ?? NO_TEXTS;
    this.#sources ??= new Map(this.texts.map((text, source) => [text.path, source]));
    const from = this.#sources.get(path);
    return from === undefined ? NO_TEXTS : { from, to: from + 1 };
  }

  /** The values a path leads to, from any root. Forms: `ticket.messages[0].text`, `a["b c"]`, `/a/0`. */
  resolve(path: string): RootValue[] {
    for (const keys of readings(path)) {
      const found = this.roots.flatMap((root) => follow(root, keys) ?? []);
      if (found.length > 0) return found;
    }
    return [];
  }
}

const NO_TEXTS: TextRange = { from: 0, to: 0 };

/** Whether a text in backticks that resolves to nothing was meant as a path. */
export function looksLikePath(text: string): boolean {
  return /[.[]/.test(text);
}

function findRoots(state: Json): RootValue[] {
  if (!Array.isArray(state) || state.length === 0 || !state.every(isPart)) return [{ path: '', value: state }];
  return state.map((part, index) => {
    const member = part.get('type') === 'text' ? 'text' : 'value';
    return { path: `/${index}/${member}`, value: part.get(member)! };
  });
}

/** The AI SDK sends every state as a list of such parts. */
function isPart(json: Json): json is Map<string, Json> {
  if (!(json instanceof Map)) return false;
  const type = json.get('type');
  return (type === 'text' && typeof json.get('text') === 'string') || (type === 'json' && json.has('value'));
}

/** A path may be the name of a key as it stands, or start at a root called `state`. */
function* readings(text: string): Generator<readonly string[]> {
  yield [text];
  const keys = text.startsWith('/') ? readPointer(text) : readKeys(text);
  if (keys === null) return;
  yield keys;
  if (keys[0] === 'state' && keys.length > 1) yield keys.slice(1);
}

function readPointer(text: string): string[] {
  return text.slice(1).split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const STEP = /\.?([^.[\]]+)|\[(?:(\d+)|"([^"]*)"|'([^']*)')\]/y;

/** null when the text is no path. */
function readKeys(text: string): string[] | null {
  const keys: string[] = [];
  for (let at = 0; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(text);
    const key = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
    if (key === undefined) return null;
    keys.push(key);
  }
  return keys;
}

const INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

function follow(root: RootValue, keys: readonly string[]): RootValue | null {
  let { value } = root;
  for (const key of keys) {
    let member: Json | undefined;
    if (value instanceof Map) member = value.get(key);
    else if (Array.isArray(value) && INDEX.test(key)) member = value[Number(key)];
    if (member === undefined) return null;
    value = member;
  }
  return { path: root.path + pointer(keys), value };
}
