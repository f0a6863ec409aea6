// OTLP: spans by OpenTelemetry, sent to a collector over HTTP.
// In: where the collector is. Out: tracing, with the attribute names of OpenTelemetry's conventions for HTTP, GenAI and MCP. No span holds
// anything of a request's or an answer's content.
// Why a storage of our own and no global: a process may run several services, and nothing else in it is ours to trace.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { MODEL, VERSION } from '../engines/identity.ts';
import { flatOutcomes } from '../summary.ts';
import type { RequestRecord } from './observer.ts';
import type { RequestSpan, Tracing } from './tracing.ts';

export interface OtlpOptions {
  /** Of the collector, without the path of traces. */
  readonly url: string;
  /** Of requests that belong to no trace yet, the part that is traced: 0 to 1. */
  readonly ratio: number;
  /** OTEL_SERVICE_NAME, where it is set. */
  readonly service: string;
  readonly instance: string;
  readonly log: (line: string) => void;
}

const TRACES_PATH = '/v1/traces';
// What waits to be sent; beyond, spans are left out.
const WAITING_MAX = 8_192;
// How long the collector may take, also at the end of the process.
const EXPORT_MS = 5_000;

interface Traced extends RequestSpan {
  readonly span: Span;
  readonly context: Context;
}

export function openOtlpTracing({ url, ratio, service, instance, log }: OtlpOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${url}${TRACES_PATH}`, timeoutMillis: EXPORT_MS });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': VERSION,
      'service.instance.id': instance,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor(told(exporter, log), { maxQueueSize: WAITING_MAX, exportTimeoutMillis: EXPORT_MS }),
    ],
  });
  const tracer = provider.getTracer('evident', VERSION);
  const propagator = new W3CTraceContextPropagator();
  const storage = new AsyncLocalStorage<Traced>();
  return {
    request(headers) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, HEADERS);
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
      const { traceId } = span.spanContext();
      const context = trace.setSpan(parent, span);
      return { traceId, span, context, end: (record) => endRequest(span, record) } as Traced;
    },
    within: (span, work) => (span === null ? work() : storage.run(span as Traced, work)),
    annotate(attributes) {
      storage.getStore()?.span.setAttributes(attributes as Attributes);
    },
    async client({ name, attributes, describe, nameOf }, work) {
      const parent = storage.getStore()?.context ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: attributes as Attributes }, parent);
      const headers: Record<string, string> = {};
      propagator.inject(trace.setSpan(parent, span), headers, SETTER);
      try {
        const result = await work(headers);
        const { attributes: said = {}, error } = describe(result);
        span.setAttributes(said as Attributes);
        if (error !== undefined) fail(span, error);
        return result;
      } catch (error) {
        fail(span, nameOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    close: () => provider.shutdown().catch(() => {}),
  };
}

const HEADERS = {
  get: (headers: Readonly<Record<string, string | string[] | undefined>>, name: string) => headers[name],
  keys: (headers: Readonly<Record<string, string | string[] | undefined>>) => Object.keys(headers),
};
const SETTER = {
  set(headers: Record<string, string>, name: string, value: string): void {
    headers[name] = value;
  },
};

function fail(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Operations in the words of the GenAI conventions, by route; what they have no word for has one of ours. */
const OPERATIONS: Readonly<Record<string, string>> = {
  '/v1/chat/completions': 'chat',
  '/v1/systemone': 'decide',
  '/v1/systemone/batch': 'decide',
  '/v1/decisions': 'decide',
  '/v1/tools/verify': 'verify_tool_call',
  '/v1/scripts/run': 'run_script',
  '/v1/scripts/run/batch': 'run_script',
};
/** As the wire counts them: four bytes are a token. */
const BYTES_PER_TOKEN = 4;

function endRequest(span: Span, record: RequestRecord): void {
  const { method, route, status, code, key, requestId, bytesIn, bytesOut, summary, isAborted } = record;
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'http.request.body.size': bytesIn,
    'http.response.body.size': bytesOut,
    'evident.request_id': requestId,
    ...(key === null ? {} : { 'evident.key': key }),
    ...(isAborted ? { 'evident.aborted': true } : {}),
  });
  const operation = OPERATIONS[route];
  if (operation !== undefined) {
    span.setAttributes({
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': 'evident',
      'gen_ai.response.model': MODEL,
      'gen_ai.usage.input_tokens': Math.ceil(bytesIn / BYTES_PER_TOKEN),
    });
  }
  if (summary !== null) {
    for (const [outcome, count] of Object.entries(flatOutcomes(summary.outcomes)))
      span.setAttribute(`evident.outcomes.${outcome}`, count);
    if (summary.steps !== undefined) span.setAttribute('evident.steps', summary.steps);
  }
  if (code !== null) span.setAttribute('error.type', code);
  // What a caller got wrong is no failure of the service.
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Says once that the collector cannot be reached, and that it can be again. */
function told(exporter: SpanExporter, log: (line: string) => void): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code === ExportResultCode.FAILED;
        if (failed && !isFailing) log(`evident: traces cannot be sent: ${result.error?.message ?? 'refused'}`);
        if (!failed && isFailing) log('evident: traces are sent again');
        isFailing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
