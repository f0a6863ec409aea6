// Wire: the TypeScript type of what a schema constant describes.
// In: the type of a JSON Schema that is `as const`. Out: the type of a value that it accepts, read-only.
// Why TypeBox, and of it types alone: it derives them from the JSON Schemas as they are, without a builder and without code at run
// time. A nullable object must be `anyOf` with null: TypeBox intersects keywords, and `type: ['object', 'null']` says no more than that.

import type { XStatic } from 'typebox/schema';

export type Wire<Schema> = Immutable<XStatic<Schema>>;

type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Immutable<Value[Name]> }
    : Value;
