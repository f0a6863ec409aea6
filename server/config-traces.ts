// The operator's settings for traces: their flags, and when they cannot be meant.
// In: the values of flags. Out: settings, or one sentence about what is wrong.

export interface TraceConfig {
  /** URL of a collector that takes OTLP over HTTP; null where nothing is traced. */
  readonly otlp: string | null;
  /** Of requests that belong to no trace yet, the part that is traced: 0 to 1. */
  readonly otlpRatio: number;
}

export const TRACE_FLAGS = {
  otlp: {
    type: 'string',
    value: 'URL',
    help: 'send traces to a collector of OpenTelemetry, as http://localhost:4318 (OTLP over HTTP)',
  },
  'otlp-ratio': {
    type: 'string',
    value: 'NUMBER',
    help: 'part of the requests that are traced, 0 to 1 (1); those of a trace go by what it says',
  },
} as const;

type TraceFlag = keyof typeof TRACE_FLAGS;

/** The settings, or one sentence. */
export function readTraceConfig(values: Readonly<Partial<Record<TraceFlag, unknown>>>): TraceConfig | string {
  const url = values.otlp as string | undefined;
  const ratio = (values['otlp-ratio'] as string | undefined) ?? '1';
  if (!/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(ratio)) return '--otlp-ratio must be a number from 0 to 1';
  if (url === undefined)
    return values['otlp-ratio'] === undefined ? { otlp: null, otlpRatio: 1 } : '--otlp-ratio goes with --otlp';
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    return `--otlp must be the URL of a collector, as http://localhost:4318, not ${url}`;
  const { username, search, hash } = new URL(url);
  if (username !== '' || search !== '' || hash !== '')
    return '--otlp takes no user, no query and no fragment; OTEL_EXPORTER_OTLP_HEADERS has what the collector wants to know';
  return { otlp: url.replace(/\/+$/, '').replace(/\/v1\/traces$/, ''), otlpRatio: Number(ratio) };
}
