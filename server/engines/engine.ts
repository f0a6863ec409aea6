// Engine: what one thread keeps from request to request.
// In: nothing. Out: the toolchain, question sets that were prepared, catalogues that were indexed. Every entry is derived from its
// key, so an engine changes how long an answer takes and never what it says.

import { Recent } from '../../runtime/recent.ts';
import { Toolchain } from '../../runtime/toolchain.ts';
import type { IndexedTools } from './routing/tools/postings.ts';
import type { PreparedSet } from './systemone/prepare.ts';

// Bytes of the requests that question sets came in.
const SET_BYTES_MAX = 4 * 2 ** 20;
// Bytes of JSON text of catalogues; an index takes about twelve times as much memory.
const CATALOGUE_BYTES_MAX = 8 * 2 ** 20;

export class Engine {
  readonly toolchain = new Toolchain();
  /** By the text of the questions. */
  readonly sets = new Recent<PreparedSet>(SET_BYTES_MAX);
  /** By the hash of a server's tools. */
  readonly catalogues = new Recent<IndexedTools>(CATALOGUE_BYTES_MAX);
}
