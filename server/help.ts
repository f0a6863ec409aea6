// Help: a decision that may ask an upstream engine where our own evidence is not enough.
// In: how to decide, and the upstream the operator configured. Out: the reply, with or without its help.
// Why here: deciding is pure and may happen on another thread, asking is not. So the decision is first asked what is open, then
// the upstream what it proposes, then the decision again with the proposals, which it judges itself.

import type { DecideOptions } from './decide.ts';
import type { Help, OpenQuestion } from './engines/upstream/open.ts';
import { ServiceError } from './errors.ts';
import type { Reply } from './operation.ts';
import type { SystemOneRequest } from './wire/systemone.ts';

/** What became of asking: `answered`, or why our own answer stands. Shown in a header and in the operator's log. */
export const ASK_STATUSES = [
  'answered',
  'timeout',
  'unreachable',
  'bad-status',
  'bad-answer',
  'too-large',
  'busy',
  'open',
  'gone',
] as const;
export type AskStatus = (typeof ASK_STATUSES)[number];

/** An upstream engine, ready to be asked. */
export interface Upstream {
  /** As it stands in `engine`. */
  readonly name: string;
  /** Whether an answer that needed it may act. */
  readonly mayAct: boolean;
  /** Never rejects. null when none of the questions is one that this upstream can be asked. */
  ask(
    request: SystemOneRequest,
    open: readonly OpenQuestion[],
    signal: AbortSignal,
  ): Promise<{ readonly status: AskStatus; readonly proposals: Help['proposals'] } | null>;
}

/** The questions that are open, in place of a reply. */
export interface OpenReply {
  readonly kind: 'open';
  readonly open: readonly OpenQuestion[];
}

interface Decision {
  run(options: DecideOptions): Promise<Reply | OpenReply>;
  /** The request as the engine reads it. Only called for a request that was decided once. */
  read(): SystemOneRequest;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}

/** The reply to a request. Throws ServiceError as the decision itself does, never for anything an upstream does. */
export async function decideWithHelp(
  upstream: Upstream | null,
  options: DecideOptions,
  { run, read, signal }: Decision,
): Promise<Reply> {
  if (upstream === null || !canTell(upstream, options)) return asReply(await run(options));
  const first = await run({ ...options, help: 'survey' });
  if (first.kind !== 'open') return first;
  const asked = await upstream.ask(read(), first.open, signal);
  if (asked === null || asked.proposals.length === 0)
    return noted(asReply(await run(options)), upstream, asked?.status);
  const { name, mayAct } = upstream;
  const help = { name, mayAct, proposals: asked.proposals };
  try {
    return noted(asReply(await run({ ...options, help })), upstream, asked.status);
  } catch (error) {
    // Evidence for one more answer can be what is too much; our own answer was not.
    if (!(error instanceof ServiceError) || error.code !== 'state-too-large') throw error;
    return noted(asReply(await run(options)), upstream, asked.status);
  }
}

/** Where a client would not see that an answer may not act, it must not look as if it might. */
function canTell({ mayAct }: Upstream, { undecided, profile }: DecideOptions): boolean {
  return mayAct || (undecided !== 'error' && profile !== 'core');
}

function noted(reply: Reply, { name }: Upstream, status: AskStatus | undefined): Reply {
  return status === undefined
    ? reply
    : { ...reply, headers: { ...reply.headers, 'x-evident-upstream': `${name}; ${status}` } };
}

function asReply(reply: Reply | OpenReply): Reply {
  if (reply.kind === 'open') throw new Error('only a survey answers with open questions');
  return reply;
}
