// Observer: what an operator sees of the service, as metrics and as a line for each request.
// In: what happened, without any content of requests. Out: Prometheus text, and access lines when they are asked for.
// Why one object: whatever happens is reported to it once, wherever that is, and metrics and lines are derived from that report.

import type { ReplySummary } from '../summary.ts';
import { createAccessLog } from './access-log.ts';
import type { Gauges } from './gauges.ts';
import { createMetrics } from './metrics.ts';

/** A request over HTTP after its answer has gone out. */
export interface RequestRecord {
  readonly requestId: string;
  /** The name of the API key; null where none is needed or none was valid. */
  readonly key: string | null;
  readonly method: string;
  /** The path of the table of operations, not the one that was sent; `unknown` where nothing is served. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** The code of the error that was answered. */
  readonly code: string | null;
  readonly summary: ReplySummary | null;
  /** The method of a message of MCP, and the tool of a call; null elsewhere. */
  readonly mcp: { readonly method: string; readonly tool?: string } | null;
  /** The caller went away before the answer was written. */
  readonly isAborted: boolean;
  /** Where the request is traced. */
  readonly traceId: string | null;
}

/** A call of a registered server's tool, however it was asked for. Names are those of the registry, never of strangers. */
export interface ToolCallRecord {
  readonly server: string;
  readonly tool: string;
  /** `ok`, `tool_error`, `input_required`, or the code of an error. */
  readonly outcome: string;
  /** The tool answered that it failed. */
  readonly isError: boolean;
  readonly ms: number;
  readonly guards: ReplySummary['guards'];
}

export interface Observer {
  request(record: RequestRecord): void;
  /** An answer that somebody may act on, over whichever transport: one of a batch, too. `route` is the path that answers one. */
  answer(route: string, summary: ReplySummary): void;
  toolCall(record: ToolCallRecord): void;
  /** A call of one of our own MCP tools. */
  ownToolCall(tool: string, isError: boolean): void;
  /** An upstream engine was asked; `status` says what became of it. */
  upstreamAsk(upstream: string, status: string, ms: number): void;
  /** A piece of work that a thread has done. */
  threadWork(lane: string, waitedMs: number, ranMs: number): void;
  /** Rows of the audit that could not be kept. */
  auditDropped(rows: number): void;
  /** The text of all metrics, and its content type. */
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>;
  /** Writes what is still buffered. */
  close(): Promise<void>;
}

interface ObserverOptions {
  /** Whether each request is a line of JSON on standard output. */
  readonly accessLog: boolean;
  readonly gauges: Gauges;
}

export function createObserver({ accessLog, gauges }: ObserverOptions): Observer {
  const lines = accessLog ? createAccessLog() : null;
  const metrics = createMetrics(gauges, () => lines?.dropped() ?? 0);
  return {
    ...metrics.counting,
    request(record) {
      metrics.countRequest(record);
      lines?.write(record);
    },
    metrics: metrics.text,
    async close() {
      metrics.close();
      await lines?.close();
    },
  };
}
