// Arguments of the library: values that JavaScript has and JSON has not.
// In: what a caller passed. Out: JSON text, bytes, or an ArgumentError. Nothing is replaced in silence: JSON.stringify would
// write NaN as null, and a TextEncoder a lone surrogate as U+FFFD, and a rule would decide about another input.

/** What is wrong with an argument. */
export type ArgumentProblem =
  /** A script is text, or bytes in UTF-8. */
  | 'not-a-script'
  /** Text, or bytes in UTF-8, is wanted. */
  | 'not-text'
  /** NaN or an infinity, which JSON has not. */
  | 'not-finite'
  /** A function, a symbol, a bigint, undefined, or an object within itself. */
  | 'not-json'
  /** Half of a character: the text has no UTF-8. */
  | 'lone-surrogate'
  /** A request without what it needs, or with what it cannot have; the message names the parameter. */
  | 'not-a-request';

/** The caller's mistake. Match `code`; `path` is the JSON Pointer of the value, or "" where it is the argument itself. */
export class ArgumentError extends TypeError {
  readonly code: ArgumentProblem;
  readonly path: string;
  constructor(code: ArgumentProblem, message: string, path = '') {
    super(path === '' ? message : `${message}, at ${path}`);
    this.name = 'ArgumentError';
    this.code = code;
    this.path = path;
  }
}

/** The UTF-8 of a text. */
export function utf8Of(text: unknown, what: string): Uint8Array {
  if (typeof text !== 'string') throw new ArgumentError('not-text', `${what} is JSON text, not ${kindOf(text)}`);
  if (!text.isWellFormed())
    throw new ArgumentError('lone-surrogate', `${what} holds half of a surrogate pair, which has no UTF-8`);
  return new TextEncoder().encode(text);
}

/** A script, as text or bytes. */
export function scriptOf(script: unknown): string | Uint8Array {
  if (typeof script === 'string' || script instanceof Uint8Array) return script;
  throw new ArgumentError('not-a-script', `a script is text, or bytes in UTF-8, not ${kindOf(script)}`);
}

/** The JSON of a value, as JSON.stringify writes it: members of objects that JSON has not are left out, as there. */
export function jsonOf(value: unknown, what: string): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    // A bigint, or an object within itself. What a toJSON of the caller's throws is the caller's.
    if (!(error instanceof TypeError)) throw error;
    throw new ArgumentError('not-json', `${what} has no JSON: ${error.message.split('\n')[0]!}`);
  }
  if (text === undefined) throw new ArgumentError('not-json', `${what} is ${kindOf(value)}, which JSON has not`);
  // Only where a null stands may something else have stood, and looking for it takes several times as long.
  if (text.includes('null')) refuseReplaced(value, what);
  return text;
}

/** Throws for the first value that JSON.stringify writes as null without its being null. */
function refuseReplaced(value: unknown, what: string): void {
  const pointers = new WeakMap<object, string>();
  JSON.stringify(value, function visit(this: object, key: string, member: unknown): unknown {
    // What holds the root has no place of its own.
    const above = pointers.get(this);
    const path = above === undefined ? '' : `${above}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (typeof member === 'object' && member !== null) pointers.set(member, path);
    if (typeof member === 'number' && !Number.isFinite(member))
      throw new ArgumentError('not-finite', `${what} holds ${member}, which JSON has not`, path);
    const isLost =
      Array.isArray(this) && (member === undefined || typeof member === 'function' || typeof member === 'symbol');
    if (isLost) throw new ArgumentError('not-json', `${what} holds ${kindOf(member)}, which JSON has not`, path);
    return member;
  });
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'undefined';
  if (Array.isArray(value)) return 'an array';
  const type = typeof value;
  return type === 'object' ? 'an object' : `a ${type}`;
}
