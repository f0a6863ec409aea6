// Body: the raw bytes of a request, within limits, inflated when they came compressed.
// In: the request stream and its headers. Out: bytes, or a ServiceError. Why: the lossless reader needs the bytes as sent,
// and every limit has to hold before the bytes are kept.

import type { IncomingMessage } from 'node:http';
import { gunzip } from 'node:zlib';

import { ServiceError } from '../errors.ts';

// The contract's limit, before and after inflation: far above any decision a person wrote, small enough to read at once.
export const BODY_BYTES_MAX = 1_048_576;

/** Reads the body, or undefined when the request has none. Never keeps more than the limit. */
export async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const { headers } = request;
  const announced = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (announced === undefined || Number(announced) === 0)) return undefined;
  checkContentType(headers['content-type']);
  const encoding = contentEncoding(headers['content-encoding']);
  // Answered before reading; the connection stays usable because Node discards the rest within the request time-out.
  if (announced !== undefined && Number(announced) > BODY_BYTES_MAX) throw new ServiceError('body_too_large');
  const bytes = await collect(request);
  return encoding === 'gzip' ? inflate(bytes) : bytes;
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

function collect(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const done = (error: ServiceError | null): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      if (error === null) resolve(Buffer.concat(chunks, length));
      else reject(error);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= BODY_BYTES_MAX) {
        chunks.push(chunk);
        return;
      }
      done(new ServiceError('body_too_large'));
      // Discard what is still coming, so that the client reads the answer instead of a reset.
      request.on('error', () => {}).resume();
    };
    const onEnd = (): void => done(null);
    const onGone = (): void => done(new ServiceError('client_closed'));
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gunzip(bytes, { maxOutputLength: BODY_BYTES_MAX }, (error, inflated) => {
      if (error === null) resolve(inflated);
      else reject(new ServiceError((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'body_too_large' : 'invalid_encoding'));
    });
  });
}
