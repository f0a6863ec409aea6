// Scopes: which strings of the state a question is about.
// In: the state, and the paths a question names in backticks. Out: the strings to search, or the path that is not there.
// Why: a mistyped path must not quietly widen or empty the search, which is what happens where paths are only text.

import { compareCodePoints } from '../../../grammar/form.ts';
import type { Json } from '../../../grammar/json.ts';
import { pointer } from '../../../grammar/json.ts';
import type { SourceText } from '../../../runtime/interpret/locate.ts';
import { collectTexts } from '../../../runtime/interpret/locate.ts';

/** A value of the state and its place in it. */
export interface Root {
  readonly path: string;
  readonly value: Json;
}

/** What of the state is content: all of it, or the `text` and `value` of each of its parts. */
export function findRoots(state: Json): Root[] {
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

/** The strings under the roots, in code point order of their paths. */
export function collectScope(roots: readonly Root[]): SourceText[] {
  const texts = new Map<string, SourceText>();
  for (const root of roots) for (const text of collectTexts(root.value, root.path)) texts.set(text.path, text);
  return [...texts.values()].sort((a, b) => compareCodePoints(a.path, b.path));
}

/** Whether a text in backticks that resolves to nothing was meant as a path. */
export function looksLikePath(text: string): boolean {
  return /[.[]/.test(text);
}

/** The values a path leads to, from any root. Forms: `ticket.messages[0].text`, `a["b c"]`, `/a/0`. */
export function resolvePath(roots: readonly Root[], text: string): Root[] {
  for (const keys of readings(text)) {
    const found = roots.flatMap((root) => follow(root, keys) ?? []);
    if (found.length > 0) return found;
  }
  return [];
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

function follow(root: Root, keys: readonly string[]): Root | null {
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
