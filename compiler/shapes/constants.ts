// Constants: values that are written, and what can be said of those that a shape may be.

import type { Core } from '../core.ts';
import { BOOLEAN, describeKinds, NIL, NUMBER, STRING } from './kinds.ts';
import type { Shape } from './shape.ts';
import { made } from './shape.ts';

// One that is written otherwise than builtins print it is equal to few; that is for its author to see.
const INSTANT = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

export function constantOf({ value }: Extract<Core, { kind: 'literal' }>): Shape {
  switch (value.kind) {
    case 'nil':
      return made(NIL, new Set(['null']));
    case 'boolean':
      return made(BOOLEAN, new Set([String(value.value)]));
    case 'number':
      return made(NUMBER);
    case 'string':
      return {
        ...made(STRING, new Set([JSON.stringify(value.value)])),
        instant: INSTANT.test(value.value) ? 'printed' : null,
      };
  }
}

export function areNeverEqual(a: Shape, b: Shape): boolean {
  if (a.kinds === 0 || b.kinds === 0) return false;
  if ((a.kinds & b.kinds) === 0) return true;
  // Constants are compared where both are known in full.
  if (a.constants === null || b.constants === null) return false;
  return [...a.constants].every((value) => !b.constants!.has(value));
}

// Enough of a list of constants to see which they are.
const CONSTANTS_SHOWN_MAX = 5;

/** For people: the constants where they are known, else the kinds. */
export function say({ kinds, constants, path }: Shape): string {
  const listed = constants === null ? null : [...constants].filter((value) => value !== 'null');
  const what =
    listed === null || listed.length === 0
      ? describeKinds(kinds)
      : listed.length > CONSTANTS_SHOWN_MAX
        ? `${listed.slice(0, CONSTANTS_SHOWN_MAX).join(', ')} or ${listed.length - CONSTANTS_SHOWN_MAX} more`
        : listed.join(' or ');
  return path === null || path === '' ? what : `${path}, which is ${what}`;
}

/** A constant that is none of the words; undefined where one may be. */
export function wrongWord({ constants }: Shape, words: readonly string[]): string | undefined {
  const texts = constants === null ? [] : [...constants].map((text) => JSON.parse(text) as unknown);
  const isRight = texts.length === 0 || texts.some((text) => typeof text !== 'string' || words.includes(text));
  return isRight ? undefined : (texts[0] as string);
}
