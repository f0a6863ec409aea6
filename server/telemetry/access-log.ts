// The access log: a line of JSON on standard output for each request over HTTP.
// In: what a request was. Out: lines, soon. Why buffered: writing each by itself would cost more than many a decision.

import { pino } from 'pino';
import { flatOutcomes } from '../summary.ts';
import type { RequestRecord } from './observer.ts';

interface AccessLog {
  write(record: RequestRecord): void;
  close(): Promise<void>;
}

const BUFFERED_BYTES = 4096;
const FLUSH_MS = 1000;

export function createAccessLog(): AccessLog {
  const destination = pino.destination({ fd: 1, sync: false, minLength: BUFFERED_BYTES });
  const flushing = setInterval(() => destination.flush(), FLUSH_MS).unref();
  const log = pino({ base: null, messageKey: 'event', timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    write(record) {
      log.info(lineOf(record), 'request');
    },
    close() {
      clearInterval(flushing);
      return new Promise((resolve) => destination.flush(() => resolve()));
    },
  };
}

function lineOf({ requestId, key, method, route, status, ms, bytesIn, bytesOut, code, ...rest }: RequestRecord) {
  const { summary, mcp, isAborted, traceId } = rest;
  return {
    request_id: requestId,
    key,
    method,
    route,
    status,
    ms: Math.round(ms * 1000) / 1000,
    bytes_in: bytesIn,
    bytes_out: bytesOut,
    ...(code === null ? {} : { code }),
    ...(isAborted ? { aborted: true } : {}),
    ...(traceId === null ? {} : { trace_id: traceId }),
    ...(mcp === null ? {} : { mcp }),
    ...(summary === null ? {} : said(summary)),
  };
}

function said({ outcomes, steps, tool }: NonNullable<RequestRecord['summary']>) {
  return { outcomes: flatOutcomes(outcomes), steps, tool };
}
