// The access log: a line of JSON on standard output for each request over HTTP.
// In: what a request was. Out: lines, soon. Why buffered: writing each by itself would cost more than many a decision.

import { pino } from 'pino';
import { flatOutcomes } from '../summary.ts';
import type { RequestRecord } from './observer.ts';

interface AccessLog {
  write(record: RequestRecord): void;
  /** Lines that were left out because whoever reads them is behind. */
  dropped(): number;
  /** Writes what waits, as far as somebody reads it. */
  close(): Promise<void>;
}

const BUFFERED_BYTES = 4096;
const FLUSH_MS = 1000;
// Some seconds at full load: a reader that is behind for longer has stopped, and what waits for it would fill the memory.
export const WAITING_BYTES_MAX = 4 * 2 ** 20;
// What is read at all is read by then; the end of the service is not to wait for a reader that has stopped.
const FLUSH_MS_MAX = 1_000;

/** `fd` is where lines go: standard output. */
export function createAccessLog(fd = 1): AccessLog {
  const destination = pino.destination({ fd, sync: false, minLength: BUFFERED_BYTES, maxLength: WAITING_BYTES_MAX });
  let dropped = 0;
  destination.on('drop', () => {
    dropped += 1;
  });
  const flushing = setInterval(() => destination.flush(), FLUSH_MS).unref();
  const log = pino({ base: null, messageKey: 'event', timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    write(record) {
      log.info(lineOf(record), 'request');
    },
    dropped: () => dropped,
    async close() {
      clearInterval(flushing);
      let late: NodeJS.Timeout | undefined;
      const isFlushed = await Promise.race([
        new Promise<boolean>((resolve) => destination.flush(() => resolve(true))),
        new Promise<boolean>((resolve) => {
          late = setTimeout(() => resolve(false), FLUSH_MS_MAX);
        }),
      ]);
      clearTimeout(late);
      // Else pino writes the rest when the process exits, and waits for it there.
      if (!isFlushed) destination.destroy();
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
