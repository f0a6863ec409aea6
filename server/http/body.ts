// Body: the raw bytes of a request, within limits, inflated when they came compressed.
// In: the request stream, its headers and its room in the budget. Out: bytes, or a ServiceError. Why: the lossless reader needs the
// bytes as sent, and every limit has to hold before the bytes are kept.

import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';

import { ServiceError } from '../errors.ts';
import { BODY_BYTES_MAX, LINES_BYTES_MAX } from '../operation.ts';
import type { Hold } from './budget.ts';

/**
 * Reads the body, or undefined when the request has none. Never keeps more than the limit, before and after inflation, nor more
 * than there is room for.
 */
export async function readBody(
  request: IncomingMessage,
  hold: Hold,
  takesLines = false,
): Promise<Uint8Array | undefined> {
  const { headers } = request;
  const announced = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (announced === undefined || Number(announced) === 0))
    return undefined;
  const isLines = checkContentType(headers['content-type'], takesLines);
  const bytesMax = isLines ? LINES_BYTES_MAX : BODY_BYTES_MAX;
  const encoding = contentEncoding(headers['content-encoding']);
  // Answered before reading; the connection stays usable because Node discards the rest within the request time-out.
  if (announced !== undefined && Number(announced) > bytesMax) throw new ServiceError('body_too_large');
  if (announced !== undefined) {
    // Room is taken as bytes come: a caller who only announces them takes none. But what cannot fit now is not begun.
    hold.take(Number(announced));
    hold.give(Number(announced));
  }
  const bytes = await collect(request, hold, bytesMax);
  return encoding === 'gzip' ? INFLATING.run((count) => inflate(bytes, { hold, bytesMax, count })) : bytes;
}

/** `application/json`, or lines of it where they are taken, alone or with `charset=utf-8`. Whether it is lines. */
function checkContentType(header: string | undefined, takesLines: boolean): boolean {
  if (header === undefined) throw new ServiceError('unsupported_media_type');
  // What nearly everybody sends.
  if (header === 'application/json') return false;
  const [type, ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const isLines = takesLines && LINES_TYPES.has(type ?? '');
  if (type !== 'application/json' && !isLines) throw new ServiceError('unsupported_media_type');
  for (const parameter of parameters) {
    if (parameter.startsWith('charset') && !/^charset="?utf-?8"?$/.test(parameter))
      throw new ServiceError('unsupported_media_type');
  }
  return isLines;
}

// Nobody has registered one; these are in use.
const LINES_TYPES: ReadonlySet<string> = new Set([
  'application/x-ndjson',
  'application/jsonl',
  'application/x-jsonlines',
]);

function contentEncoding(header: string | undefined): 'gzip' | 'identity' {
  const encoding = (header ?? 'identity').trim().toLowerCase();
  if (encoding === 'gzip' || encoding === 'x-gzip') return 'gzip';
  if (encoding === 'identity' || encoding === '') return 'identity';
  throw new ServiceError('unsupported_content_encoding');
}

function collect(request: IncomingMessage, hold: Hold, bytesMax: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // It went while its key was looked up: no event will come.
    if (request.destroyed) return reject(new ServiceError('client_closed'));
    const chunks: Buffer[] = [];
    let length = 0;
    const fail = (error: ServiceError): void => {
      done(error);
      // What is still coming is discarded, so that the client reads the answer instead of a reset.
      request.resume();
    };
    const arrived = hold.arrive(() => fail(new ServiceError('request_timeout')));
    let isDone = false;
    // The listeners stay: they end with the request, and taking them off takes longer than being called once more.
    const done = (error: unknown): void => {
      isDone = true;
      arrived();
      const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
      chunks.length = 0;
      if (error === null) resolve(whole);
      else reject(error);
    };
    const onData = (chunk: Buffer): void => {
      if (isDone) return;
      length += chunk.length;
      try {
        if (length > bytesMax) throw new ServiceError('body_too_large');
        hold.take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        fail(error as ServiceError);
      }
    };
    const onEnd = (): void => {
      if (!isDone) done(null);
    };
    const onGone = (): void => {
      if (!isDone) done(new ServiceError('client_closed'));
    };
    // Without a listener for errors Node makes none: who goes away is closed all the same.
    request.on('data', onData).on('end', onEnd).on('close', onGone);
  });
}

// Large enough for a few turns of the thread that inflates, small enough that little is inflated before room is taken for it.
const INFLATED_CHUNK_BYTES = 65_536;

// A head, an empty block and a tail.
const GZIP_BYTES_MIN = 20;

/** Takes room for what comes out before it comes, and gives back what went in. */
async function inflate(
  bytes: Uint8Array,
  {
    hold,
    bytesMax,
    count,
  }: { readonly hold: Hold; readonly bytesMax: number; readonly count: (bytes: number) => void },
): Promise<Uint8Array> {
  if (bytes.length < GZIP_BYTES_MIN || bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    throw new ServiceError('invalid_encoding');
  // The last four bytes say how long it will be: what there is no room for is not inflated. If they lie, what comes out tells.
  const said = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).readUInt32LE(bytes.length - 4);
  let taken = said <= bytesMax ? said : 0;
  hold.take(taken);
  const chunks: Buffer[] = [];
  let length = 0;
  const gunzip = createGunzip({ chunkSize: INFLATED_CHUNK_BYTES });
  gunzip.end(bytes);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      length += chunk.length;
      count(chunk.length);
      if (length > bytesMax) throw new ServiceError('body_too_large');
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

/**
 * What inflates is new memory on the thread that answers, and collecting it holds up everybody: a kilobyte sent is a
 * megabyte here. At this rate others notice little, and no sender of large bodies is faster.
 */
const INFLATED_BYTES_PER_MS = 40 * 1024;

/** How long nothing else inflates after so many bytes, in milliseconds. */
export function inflatingPause(bytes: number): number {
  return Math.floor(bytes / INFLATED_BYTES_PER_MS);
}

/** Bodies inflate one after the other, in the order they came: several at once would only take cores from the thread that answers. */
class Inflater {
  #isBusy = false;
  readonly #waiting: (() => void)[] = [];

  /** `work` counts what it inflates, whatever comes of it. */
  async run<Value>(work: (count: (bytes: number) => void) => Promise<Value>): Promise<Value> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isBusy = true;
    let inflated = 0;
    try {
      return await work((bytes) => {
        inflated += bytes;
      });
    } finally {
      const pause = inflatingPause(inflated);
      if (pause === 0) this.#leave();
      else setTimeout(() => this.#leave(), pause).unref();
    }
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isBusy = false;
    else next();
  }
}

const INFLATING = new Inflater();
