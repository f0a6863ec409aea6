// Results: what is left out of results that are larger than their reader wants, kept for a while.
// In: results, and how many bytes of them go out. Out: their beginning and end, with a handle for the rest. Why both ends: a log
// says at its end what went wrong, a listing at its beginning what it is. Why kept in memory: what a tool answered is the caller's
// and nobody else's, and a quarter of an hour later it is asked for anew.

import type { Json } from '../../grammar/json.ts';
import { parseJson } from '../../grammar/json.ts';
import { writeJson, writeOnce } from '../../grammar/json-write.ts';
import { ServiceError } from '../errors.ts';
import type { ResultPart } from '../services/tools/wire/mcp.ts';
import { hashJson } from './definition.ts';
import { textBlock, textOf } from './text-block.ts';
import { beginningOfBytes, endOfBytes } from './utf8-cut.ts';

/** Less says nothing of a result; more than an answer may have cuts nothing. */
export const RESULT_BYTES_MIN = 256;
export const RESULT_BYTES_MAX = 8_388_608;
/** Of a result that is read on, in one answer, unless the caller wants less. */
export const PART_BYTES_MAX = 65_536;
/** What is kept of all results, and of those of one caller; the oldest are forgotten first. Who keeps much forgets their own. */
export const KEPT_BYTES_MAX = 33_554_432;
export const OWN_KEPT_BYTES_MAX = 12_582_912;
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
    const text = Buffer.from(writeAll(content, structured), 'utf8');
    if (text.length <= bytesMax) return withContent(result, [textBlock(text.toString('utf8'))], ['text_only', true]);
    const id = this.#keep(text, caller);
    const head = beginningOfBytes(text, Math.floor((bytesMax * 2) / 3));
    const tail = endOfBytes(text, Math.floor(bytesMax / 3));
    const left = text.length - head.length - tail.length;
    const notice = `[${left} bytes are left out here; read_result {"id":"${id}","offset":${head.length}} has them]`;
    return withContent(result, [head.toString('utf8'), notice, tail.toString('utf8')].map(textBlock), ['id', id]);
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
    this.#forgetOwn(caller);
    return id;
  }

  #forgetOwn(caller: string | null): void {
    const own = [...this.#kept].filter(([, kept]) => kept.caller === caller);
    let bytes = own.reduce((sum, [, kept]) => sum + kept.bytes.length, 0);
    for (const [id, kept] of own) {
      if (bytes <= OWN_KEPT_BYTES_MAX) return;
      bytes -= kept.bytes.length;
      this.#drop(id, kept);
    }
  }

  #drop(id: string, { bytes }: Kept): void {
    this.#kept.delete(id);
    this.#bytes -= bytes.length;
  }

  #forget(): void {
    const atMs = this.#parts.now();
    for (const [id, kept] of this.#kept) {
      if (kept.untilMs > atMs && this.#bytes <= KEPT_BYTES_MAX) return;
      this.#drop(id, kept);
    }
  }
}

/** The member of `_meta` that names what was left out: the rest under an `id`, or the form that says the same again (`text_only`). */
const CUT_META = 'evident/result';

function withContent(result: ReadonlyMap<string, Json>, content: Json[], cut: [string, Json]): Map<string, Json> {
  const changed = new Map(result);
  changed.set('content', content);
  // The structure would hold all that was left out.
  changed.delete('structuredContent');
  const meta = result.get('_meta');
  changed.set('_meta', new Map<string, Json>([...(meta instanceof Map ? meta : []), [CUT_META, new Map([cut])]]));
  return changed;
}

/** The error that a server answered with, of which no more goes out than of a result: where it is longer, the beginning of its message. */
export function fitError(error: ServiceError, bytesMax: number): ServiceError {
  const { upstream, ...details } = (error.details ?? {}) as { readonly upstream?: { code: number; message: string } };
  if (upstream === undefined || bytesOf(upstream) <= bytesMax) return error;
  const message = beginningOfBytes(Buffer.from(upstream.message), bytesMax).toString('utf8');
  const cut = { ...details, upstream: { code: upstream.code, message, is_cut: true } };
  return new ServiceError(error.code, { message: error.message, details: cut });
}

function bytesOf(value: object | Json | undefined): number {
  return value === undefined ? 0 : Buffer.byteLength(writeJson(value));
}

/** All that a result says, as text: its texts, what is no text as JSON, and its structure where the texts do not say it. */
function writeAll(content: Json | undefined, structured: Json | undefined): string {
  const blocks = Array.isArray(content) ? content : [];
  const texts = blocks.map((block) => textOf(block) ?? writeJson(block));
  if (structured !== undefined && !texts.some((text) => says(text, structured))) texts.push(writeJson(structured));
  return texts.join('\n');
}

/** Whether a text is a structure written as JSON, or the one text in it: servers say the same in both forms. */
function says(text: string, structured: Json): boolean {
  if (structured instanceof Map && structured.size === 1 && [...structured.values()][0] === text) return true;
  try {
    return hashJson(parseJson(Buffer.from(text))) === hashJson(structured);
  } catch {
    return false;
  }
}
