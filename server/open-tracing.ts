// The tracing that the operator's settings name, for as long as the process runs.
// In: settings. Out: tracing, which does nothing where no collector is named; OpenTelemetry is loaded only where one is.

import type { Config } from './config.ts';
import { tellMissing } from './optional.ts';
import type { Tracing } from './telemetry/tracing.ts';
import { NO_TRACING } from './telemetry/tracing.ts';

const SERVICE_DEFAULT = 'evident';

/** Throws one sentence where OpenTelemetry is not installed. */
export async function openConfiguredTracing(
  { otlp, otlpRatio, instance }: Pick<Config, 'otlp' | 'otlpRatio' | 'instance'>,
  log: (line: string) => void,
): Promise<Tracing> {
  if (otlp === null) return NO_TRACING;
  const { openOtlpTracing } = await import('./telemetry/otlp.ts').catch((error: NodeJS.ErrnoException) => {
    throw new Error(tellMissing(error, '--otlp', '@opentelemetry/'));
  });
  const service = process.env['OTEL_SERVICE_NAME'] || SERVICE_DEFAULT;
  return openOtlpTracing({ url: otlp, ratio: otlpRatio, service, instance, log });
}
