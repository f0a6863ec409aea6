// Request body: a body's bytes as JSON, read when somebody asks for it.
// In: bytes. Out: a tree, or `invalid_json`. Why late: a tree takes up to seventy times its text, and what a thread does with a
// large body needs none here.

import type { Json } from '../grammar/json.ts';
import { beginningOf, JsonError, parseJson, placeInWords } from '../grammar/json.ts';
import type { KnownMembers } from '../grammar/json-known.ts';
import { ServiceError } from './errors.ts';

// `state`, `input` and `arguments` may be 256 deep as the caller sees them; they stand in the body's object.
const BODY_DEPTH_MAX = 257;

// What is shown of a JSON Pointer in an error.
const PATH_SHOWN_MAX = 256;

/** Reads a body once, until it is dropped. */
export interface RequestBody {
  read(): Json | undefined;
  /** Forgets the tree; the next `read` makes it again. */
  drop(): void;
}

/** undefined stays undefined. */
export function createBody(bytes: Uint8Array | undefined, known?: KnownMembers): RequestBody {
  let tree: Json | undefined;
  return {
    read() {
      if (bytes !== undefined) tree ??= readJson(bytes, known);
      return tree;
    },
    drop() {
      tree = undefined;
    },
  };
}

/** `known`: members that come again unchanged. */
export function readJson(bytes: Uint8Array, known?: KnownMembers): Json {
  try {
    return parseJson(bytes, { depthMax: BODY_DEPTH_MAX, ...(known === undefined ? {} : { known }) });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    // The keys on the way are the caller's and may be as long as the body.
    throw new ServiceError('invalid_json', {
      message: `The body is not valid JSON: ${error.message}, ${placeInWords(error.byte, error.path, PATH_SHOWN_MAX)}.`,
      details: { reason: error.code, byte: error.byte, path: beginningOf(error.path, PATH_SHOWN_MAX) },
    });
  }
}
