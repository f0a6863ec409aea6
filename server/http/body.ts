// Body: the raw bytes of a request, within limits, inflated when they came compressed.
// In: the request stream, its headers and its room in the budget. Out: bytes, or a ServiceError. Why: the lossless reader needs the
// bytes as sent, and every limit has to hold before the bytes are kept.

import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';

import { ServiceError } from '../errors.ts';
import type { Hold } from './budget.ts';

// The contract's limit, before and after inflation: far above any decision a person wrote, small enough to read at once.
export const BODY_BYTES_MAX = 1_048_576;

/** Reads the body, or undefined when the request has none. Never keeps more than the limit, nor more than there is room for. */
export async function readBody(request: IncomingMessage, hold: Hold): Promise<Uint8Array | undefined> {
  const { headers } = request;
  const announced = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (announced === undefined || Number(announced) === 0)) return undefined;
  checkContentType(headers['content-type']);
  const encoding = contentEncoding(headers['content-encoding']);
  // Answered before reading; the connection stays usable because Node discards the rest within the request time-out.
  if (announced !== undefined && Number(announced) > BODY_BYTES_MAX) throw new ServiceError('body_too_large');
  if (announced !== undefined) {
    // Room is taken as bytes come: a caller who only announces them takes none. But what cannot fit now is not begun.
    hold.take(Number(announced));
    hold.give(Number(announced));
  }
  const bytes = await collect(request, hold);
  return encoding === 'gzip' ? INFLATING.run(() => inflate(bytes, hold)) : bytes;
}

/** `application/json`, alone or with `charset=utf-8`. */
export function checkContentType(header: string | undefined): void {
  if (header === undefined) throw new ServiceError('unsupported_media_type');
  const [type, ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') throw new ServiceError('unsupported_media_type');
  for (const parameter of parameters) {
    if (parameter.startsWith('charset') && !/^charset="?utf-?8"?$/.test(parameter)) throw new ServiceError('unsupported_media_type');
  }
}

function contentEncoding(header: string | undefined): 'gzip' | 'identity' {
  const encoding = (header ?? 'identity').trim().toLowerCase();
  if (encoding === 'gzip' || encoding === 'x-gzip') return 'gzip';
  if (encoding === 'identity' || encoding === '') return 'identity';
  throw new ServiceError('unsupported_content_encoding');
}

function collect(request: IncomingMessage, hold: Hold): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const done = (error: unknown): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      if (error === null) resolve(Buffer.concat(chunks, length));
      else reject(error);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      try {
        if (length > BODY_BYTES_MAX) throw new ServiceError('body_too_large');
        hold.take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        done(error);
        // Discard what is still coming, so that the client reads the answer instead of a reset.
        request.on('error', () => {}).resume();
      }
    };
    const onEnd = (): void => done(null);
    const onGone = (): void => done(new ServiceError('client_closed'));
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

// Large enough for a few turns of the thread that inflates, small enough that little is inflated before room is taken for it.
const INFLATED_CHUNK_BYTES = 65_536;

// A head, an empty block and a tail.
const GZIP_BYTES_MIN = 20;

/** Takes room for what comes out before it comes, and gives back what went in. */
async function inflate(bytes: Uint8Array, hold: Hold): Promise<Uint8Array> {
  // The last four bytes say how long it will be: what there is no room for is not inflated. If they lie, what comes out tells.
  const said = bytes.length < GZIP_BYTES_MIN ? 0 : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).readUInt32LE(bytes.length - 4);
  let taken = said <= BODY_BYTES_MAX ? said : 0;
  hold.take(taken);
  const chunks: Buffer[] = [];
  let length = 0;
  const gunzip = createGunzip({ chunkSize: INFLATED_CHUNK_BYTES });
  gunzip.end(bytes);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > BODY_BYTES_MAX) throw new ServiceError('body_too_large');
      if (length > taken) hold.take(length - taken);
      taken = Math.max(taken, length);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError('invalid_encoding');
  }
  hold.give(bytes.length + taken - length);
  return Buffer.concat(chunks, length);
}

/** Lets so many do something at once; the others wait in their order. */
class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => { this.#waiting.push(resolve); });
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

// Node inflates on four threads; more at once only hold memory.
const INFLATING = new Gate(4);
