// Broken requests: what Node refuses before there is a request to route.
// In: the parser's error and the socket. Out: a complete HTTP answer on it. Why: without this the client reads Fastify's own
// error body, or nothing.

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { writeJson } from '../../grammar/json-write.ts';
import { renderError } from '../error-bodies.ts';
import type { ServiceErrorCode } from '../errors.ts';
import { ServiceError } from '../errors.ts';

const CODES: Readonly<Record<string, ServiceErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** Answers in the shape of the chat family, the one most clients read, and closes the connection. */
export function answerBroken(failure: NodeJS.ErrnoException, socket: Socket): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = CODES[failure.code ?? ''];
  const error =
    known === undefined
      ? new ServiceError('invalid_request', { message: 'The request is not valid HTTP.' })
      : new ServiceError(known);
  const { status, body } = renderError('chat', error);
  const text = writeJson(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      '',
      text,
    ].join('\r\n'),
  );
}
