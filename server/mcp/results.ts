// Results: what is left out of results that are larger than their reader wants, kept for a while.
// In: results, and how many bytes of them go out. Out: their beginning and end, with a handle for the rest. Why both ends: a log
// says at its end what went wrong, a listing at its beginning what it is. Why kept in memory: what a tool answered is the caller's
// and nobody else's, and a quarter of an hour later it is asked for anew.

import type { Json } from '../../grammar/json.ts';
import { writeJson, writeOnce } from '../../grammar/json-write.ts';
import { ServiceError } from '../errors.ts';
import type { ResultPart } from '../services/tools/wire/mcp.ts';
import { beginningOfBytes, endOfBytes } from './utf8-cut.ts';

/** Less says nothing of a result; more than an answer may have cuts nothing. */
export const RESULT_BYTES_MIN = 256;
export const RESULT_BYTES_MAX = 8_388_608;
/** Of a result that is read on, in one answer, unless the caller wants less. */
export const PART_BYTES_MAX = 65_536;
/** What is kept of all results; the oldest are forgotten first. */
export const KEPT_BYTES_MAX = 33_554_432;
export const KEPT_MS = 900_000;

// A UTF-16 unit is at most three bytes.
const UNIT_BYTES_MAX = 3;

interface Kept {
  readonly caller: string | null;
  readonly bytes: Buffer;
  readonly untilMs: number;
}

interface ResultsParts {
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

export class Results {
  readonly #parts: ResultsParts;
  /** The oldest first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(parts: ResultsParts) {
    this.#parts = parts;
  }

  /** The result, or its beginning and end where its content has more bytes; then the rest is kept for its caller. */
  fit(result: Map<string, Json>, bytesMax: number, caller: string | null): Map<string, Json> {
    // It goes out as this text, which is all of it and more than its content.
    const { text: whole } = writeOnce(result);
    if (whole.length * UNIT_BYTES_MAX <= bytesMax || Buffer.byteLength(whole) <= bytesMax) return result;
    const content = result.get('content');
    const structured = result.get('structuredContent');
    const size = bytesOf(content) + bytesOf(structured);
    if (size <= bytesMax) return result;
    const text = Buffer.from(textOf(content, structured), 'utf8');
    const id = this.#keep(text, caller);
    const head = beginningOfBytes(text, Math.floor((bytesMax * 2) / 3));
    const tail = endOfBytes(text, Math.floor(bytesMax / 3));
    const left = text.length - head.length - tail.length;
    const notice = `[${left} bytes are left out here; read_result {"id":"${id}","offset":${head.length}} has them]`;
    const changed = new Map(result);
    changed.set('content', [head.toString('utf8'), notice, tail.toString('utf8')].map(textBlock));
    // The structure would hold all that was left out.
    changed.delete('structuredContent');
    const meta = result.get('_meta');
    changed.set(
      '_meta',
      new Map<string, Json>([...(meta instanceof Map ? meta : []), [CUT_META, new Map<string, Json>([['id', id]])]]),
    );
    return changed;
  }

  /** A part of what was kept. Throws `result_not_found`, also for another caller's. */
  read(id: string, offset: number, bytesMax: number, caller: string | null): ResultPart {
    this.#forget();
    const kept = this.#kept.get(id);
    if (kept === undefined || kept.caller !== caller) throw new ServiceError('result_not_found', { details: { id } });
    const rest = endOfBytes(kept.bytes, kept.bytes.length - Math.min(offset, kept.bytes.length));
    const from = kept.bytes.length - rest.length;
    const part = beginningOfBytes(rest, bytesMax);
    const end = from + part.length;
    return {
      id,
      bytes: kept.bytes.length,
      offset: from,
      text: part.toString('utf8'),
      next: end < kept.bytes.length ? end : null,
    };
  }

  #keep(bytes: Buffer, caller: string | null): string {
    const id = this.#parts.newId('res');
    this.#kept.set(id, { caller, bytes, untilMs: this.#parts.now() + KEPT_MS });
    this.#bytes += bytes.length;
    this.#forget();
    return id;
  }

  #forget(): void {
    const atMs = this.#parts.now();
    for (const [id, { bytes, untilMs }] of this.#kept) {
      if (untilMs > atMs && this.#bytes <= KEPT_BYTES_MAX) return;
      this.#kept.delete(id);
      this.#bytes -= bytes.length;
    }
  }
}

/** The member of `_meta` that names what was left out. */
const CUT_META = 'evident/result';

function bytesOf(value: Json | undefined): number {
  return value === undefined ? 0 : Buffer.byteLength(writeJson(value));
}

/** The texts of a result, and what is no text as JSON; where there is no content, its structure. */
function textOf(content: Json | undefined, structured: Json | undefined): string {
  const blocks = Array.isArray(content) ? content : [];
  if (blocks.length === 0) return structured === undefined ? '' : writeJson(structured);
  return blocks
    .map((block) => {
      const text = block instanceof Map && block.get('type') === 'text' ? block.get('text') : undefined;
      return typeof text === 'string' ? text : writeJson(block);
    })
    .join('\n');
}

function textBlock(text: string): Json {
  return new Map<string, Json>([
    ['type', 'text'],
    ['text', text],
  ]);
}
