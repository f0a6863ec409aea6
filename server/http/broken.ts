// Broken requests: what Node refuses before there is a request to route.
// In: the parser's error and the socket. Out: a complete HTTP answer on it. Why: without this the client reads Fastify's own
// error body, or nothing.

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { writeJson } from '../../grammar/json-write.ts';
import { renderError } from '../error-bodies.ts';
import type { ServiceErrorCode } from '../errors.ts';
import { ServiceError } from '../errors.ts';
import type { HttpOptions } from './border.ts';
import type { Connections } from './connections.ts';

const CODES: Readonly<Record<string, ServiceErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

interface BrokenParts extends Pick<HttpOptions, 'newId' | 'onRequest'> {
  readonly connections: Connections;
}

/** Answers in the shape of the chat family, the one most clients read, and closes the connection. */
export type AnswerBroken = (failure: NodeJS.ErrnoException, socket: Socket) => void;

export function createBroken({ newId, onRequest, connections }: BrokenParts): AnswerBroken {
  return (failure, socket) => {
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
    const requestId = newId('req');
    const text = writeJson(body);
    const { exchange = null, sinceMs = 0 } = connections.all.get(socket) ?? {};
    // Its head was read, and its body does not come: it is told of when its connection closes.
    if (exchange !== null && !exchange.request.complete) exchange.response.statusCode = status;
    else {
      // Of a later request over a connection nobody knows when it began.
      const ms = exchange === null ? performance.now() - sinceMs : 0;
      const bytesOut = Buffer.byteLength(text);
      onRequest({ ...NOTHING_READ, requestId, status, code: error.code, ms, bytesOut });
    }
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
  };
}

const NOTHING_READ = {
  key: null,
  method: 'unknown',
  route: 'unknown',
  bytesIn: 0,
  summary: null,
  mcp: null,
  isAborted: false,
  traceId: null,
} as const;
