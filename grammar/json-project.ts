// JSON projection: a value as JavaScript has it. In: what was read. Out: plain objects and numbers.

import type { Json } from './json.ts';
import { JsonNumber } from './json.ts';

/**
 * A view for validators: objects without a prototype, numbers as JavaScript has them (rounded, so never for answers).
 * The reader bounds the depth, so recursion is safe.
 */
export function project(value: Json): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(project);
  if (value instanceof Map) {
    const object = Object.create(null) as Record<string, unknown>;
    for (const [name, member] of value) {
      // Not an assignment: on an object without a prototype it would do, but the intent should not depend on that.
      Object.defineProperty(object, name, {
        value: project(member),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return object;
  }
  return value;
}
