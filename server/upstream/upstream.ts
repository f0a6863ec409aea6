// Upstream: asks an upstream engine what our evidence leaves open.
// In: the operator's configuration, a clock, and a request with its open questions. Out: proposals, or why there are none.
// Why it never fails: a request has an answer of ours already. Nothing the upstream does may cost more than its time-out, and
// nothing it says is anything but a proposal.

import type { Json } from '../../grammar/json.ts';
import { JsonError, parseJson } from '../../grammar/json.ts';
import type { Dialect } from '../engines/upstream/dialect.ts';
import type { OpenQuestion, Proposal } from '../engines/upstream/open.ts';
import { OPENAI } from '../engines/upstream/openai.ts';
import { SYSTEM_ONE } from '../engines/upstream/systemone.ts';
import type { AskStatus, Upstream } from '../services/decisions/help.ts';
import type { SystemOneRequest } from '../services/decisions/wire/systemone.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { NO_TRACING } from '../telemetry/tracing.ts';
import { createBreaker } from './breaker.ts';
import type { UpstreamConfig, UpstreamKind } from './config.ts';
import type { PostResult } from './post.ts';
import { createPost } from './post.ts';

const DIALECTS: Readonly<Record<UpstreamKind, Dialect>> = { systemone: SYSTEM_ONE, openai: OPENAI };

interface UpstreamParts {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Told in a line what failed: a status and the upstream's name, nothing of what was sent or answered. */
  readonly log: (line: string) => void;
  /** Told of each time it was to be asked: what became of it, and how many milliseconds it took. */
  readonly onAsk?: (status: AskStatus, ms: number) => void;
  /** Nothing is traced when absent. */
  readonly tracing?: Tracing;
}

export interface RunningUpstream extends Upstream {
  /** Requests under way, and whether it is left alone for a while because it failed. */
  load(): { readonly running: number; readonly isOpen: boolean };
  /** Ends what is being asked. */
  close(): Promise<void>;
}

export function createUpstream(
  config: UpstreamConfig,
  { now, log, onAsk, tracing = NO_TRACING }: UpstreamParts,
): RunningUpstream {
  const dialect = DIALECTS[config.kind];
  const { name, mayAct, concurrency, questionsMax, requestBytesMax } = config;
  const post = createPost({ ...config, connectionsMax: concurrency });
  const breaker = createBreaker({
    now,
    onChange(openMs) {
      isOpen = openMs !== null;
      log(openMs === null ? `upstream ${name}: answers again` : `upstream ${name}: not asked for ${openMs / 1000} s`);
    },
  });
  let running = 0;
  let isOpen = false;

  const ask = async (request: SystemOneRequest, open: readonly OpenQuestion[], signal: AbortSignal): Promise<Asked> => {
    const body = dialect.write(request, open, config);
    if (Buffer.byteLength(body) > requestBytesMax) return { status: 'too-large', proposals: [] };
    // A request does not wait for a free slot: the answer without help is ready.
    if (running >= concurrency) return { status: 'busy', proposals: [] };
    const report = breaker.admit();
    if (report === null) return { status: 'open', proposals: [] };
    running += 1;
    const result = await tracing.client(tracedAsk(config), (trace) => post.send(body, signal, trace));
    running -= 1;
    if (result.kind === 'gone') {
      report('neither');
      return { status: 'gone', proposals: [] };
    }
    const reading =
      result.kind === 'failed' ? result : readAnswer(result.bytes, (answer) => dialect.read(answer, request, open));
    const status =
      reading.kind === 'proposals' ? 'answered' : reading.kind === 'failed' ? reading.status : 'bad-answer';
    if (status !== 'answered') log(`upstream ${name}: ${status}`);
    report(reading.kind === 'failed' || reading.kind === 'broken' ? 'failed' : 'ok');
    return { status, proposals: reading.kind === 'proposals' ? reading.proposals : [] };
  };

  return {
    name,
    mayAct,
    async ask(request, open, signal) {
      const askable = open.filter(({ needsQuote }) => dialect.quotes || !needsQuote).slice(0, questionsMax);
      if (askable.length === 0) return null;
      const sinceMs = now();
      const asked = await ask(request, askable, signal);
      onAsk?.(asked.status, now() - sinceMs);
      return asked;
    },
    load: () => ({ running, isOpen }),
    close: () => post.close(),
  };
}

/** A request to the engine as a trace tells it. */
function tracedAsk({ name, kind, url, model }: UpstreamConfig): Parameters<typeof NO_TRACING.client<PostResult>>[0] {
  const operation = kind === 'openai' ? 'chat' : 'decide';
  return {
    name: model === null ? operation : `${operation} ${model}`,
    attributes: {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': name,
      ...(model === null ? {} : { 'gen_ai.request.model': model }),
      'http.request.method': 'POST',
      'server.address': url.hostname,
      ...(url.port === '' ? {} : { 'server.port': Number(url.port) }),
    },
    describe: (result) => (result.kind === 'failed' ? { error: result.status } : {}),
    nameOf: () => 'internal_error',
  };
}

interface Asked {
  readonly status: AskStatus;
  readonly proposals: readonly Proposal[];
}

function readAnswer<Reading>(
  bytes: Uint8Array,
  read: (answer: Json) => Reading,
): Reading | { readonly kind: 'broken' } {
  try {
    return read(parseJson(bytes));
  } catch (error) {
    if (error instanceof JsonError) return { kind: 'broken' };
    throw error;
  }
}
