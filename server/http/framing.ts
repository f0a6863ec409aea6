// Framing: what a request asks of the connection before its body.
// In: the headers `Expect` and `Transfer-Encoding`. Out: an error, or a body that is asked for when it is wanted.
// Why: Node drops every transfer coding but `chunked` without a word, so that somebody in between may have read another body than we
// do; and it asks for a body before anybody has looked whether it will be read.

import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';

import { ServiceError } from '../errors.ts';

const CONTINUE = '100-continue';

/** Throws for an `Expect` or `Transfer-Encoding` that is not supported. */
export function checkFraming({ expect, 'transfer-encoding': coding }: IncomingHttpHeaders): void {
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    throw new ServiceError('invalid_request', {
      message: 'Only Transfer-Encoding: chunked is read; a compressed body has a Content-Encoding.',
    });
  }
  if (expect !== undefined && expect.trim().toLowerCase() !== CONTINUE) throw new ServiceError('expectation_failed');
}

/** Makes `100 Continue` the answer to a body that is about to be read, and any other expectation a request like all others. */
export function meetExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Node reads away what is left of a body that was refused; by then the answer is out, and the connection closes.
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}
