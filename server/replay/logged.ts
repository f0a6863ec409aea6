// Logged: an entry of the decision log as an answer that can be given again.
// In: a line. Out: the request and what was answered, or why it cannot be asked again. Why so many reasons: an answer that depends on more
// than its request (an upstream engine, the tools of a server as they were) would differ for a reason that is none.

import type { Json } from '../../grammar/json.ts';
import { parseJson } from '../../grammar/json.ts';
import type { Denials } from '../engines/act.ts';
import { ENGINE } from '../engines/identity.ts';
import { writtenBody } from '../log/entry.ts';
import type { DecideOptions } from '../services/decisions/options.ts';
import type { CompletionIds } from '../services/routing/wire/completion.ts';
import type { DenialRecord, Said, WireName } from '../summary.ts';

/** What the log says of one answer. */
export interface Logged {
  readonly seq: number;
  readonly id: string;
  readonly time: string;
  readonly key: string | null;
  readonly wire: WireName;
  readonly status: number;
  readonly engine: string;
  readonly program: string | null;
  readonly steps: number | null;
  readonly said: readonly Said[];
  readonly denials: Denials;
  readonly options: DecideOptions;
}

/** An answer whose request was kept. */
export interface Askable extends Logged {
  /** The bodies, byte for byte. */
  readonly request: string;
  readonly response: string;
  /** The ids of a completion, which are fresh where its request had no seed. */
  readonly ids: CompletionIds;
}

type LoggedReading =
  | { readonly kind: 'askable'; readonly logged: Askable }
  | { readonly kind: 'not-askable'; readonly logged: Logged; readonly why: NotAskable }
  /** It is about no answer: it tells of a gap. */
  | { readonly kind: 'no-answer' };

/** Why an answer cannot be given again, for people. */
export const NOT_ASKABLE = {
  'no-bodies': 'the log keeps no bodies (--log-bodies)',
  masked: 'something in the request was masked',
  upstream: 'an upstream engine had a part in the answer',
  servers: 'the request names registered servers, whose tools may be others by now',
} as const;
type NotAskable = keyof typeof NOT_ASKABLE;

// What a line has: a body of 257 levels, or an output of 2,050 in its object, in the entry.
const DEPTH_MAX = 2_060;

/** The members of an entry as they were written to it. */
interface Written extends Pick<Logged, 'seq' | 'id' | 'time' | 'key' | 'wire' | 'status' | 'engine'> {
  readonly program_hash?: string;
  readonly steps?: number;
  readonly answers: readonly Said[];
  readonly denials?: readonly DenialRecord[];
  readonly options?: { readonly undecided: string; readonly profile?: string; readonly trace?: string };
}

/** Throws JsonError for a line that is no JSON. */
export function readLogged(line: string): LoggedReading {
  const members = parseJson(Buffer.from(line), { depthMax: DEPTH_MAX }) as ReadonlyMap<string, Json>;
  if (members.has('event')) return { kind: 'no-answer' };
  const logged = loggedOf(JSON.parse(line) as Written);
  const why = obstacleOf(logged, members);
  if (why !== null) return { kind: 'not-askable', logged, why };
  const response = writtenBody(members, 'response') as string;
  const request = writtenBody(members, 'request') as string;
  return { kind: 'askable', logged: { ...logged, request, response, ids: idsOf(logged.wire, response) } };
}

function loggedOf({ seq, id, time, key, wire, status, engine, program_hash, steps, ...written }: Written): Logged {
  const { answers: said, denials = [], options } = written;
  return {
    seq,
    id,
    time,
    key,
    wire,
    status,
    engine,
    program: program_hash ?? null,
    steps: steps ?? null,
    said,
    denials: new Map(denials.map(({ id: act, policy, verdict, reason }) => [act, { policy, verdict, reason }])),
    options: {
      undecided: (options?.undecided ?? 'omit') as DecideOptions['undecided'],
      profile: (options?.profile ?? null) as DecideOptions['profile'],
      trace: options?.trace === '1',
    },
  };
}

function obstacleOf(logged: Logged, members: ReadonlyMap<string, Json>): NotAskable | null {
  if (members.has('masked')) return 'masked';
  if (writtenBody(members, 'request') === null || writtenBody(members, 'response') === null) return 'no-bodies';
  if (logged.said.some(({ engine }) => engine !== undefined)) return 'upstream';
  return null;
}

/** Whether an answer has to be the same byte for byte. */
export function isSameVersion({ engine }: Logged): boolean {
  return engine === ENGINE;
}

/** Where the answer has none that are fresh. */
export const NO_IDS: CompletionIds = { id: '', callId: '', created: 0 };

interface Completion {
  readonly id?: string;
  readonly created?: number;
  readonly choices?: readonly { readonly message?: Calls; readonly delta?: Calls }[];
}

interface Calls {
  readonly tool_calls?: readonly { readonly id?: string }[];
}

/** Of a completion, whole or as events. */
function idsOf(wire: WireName, response: string): CompletionIds {
  if (wire !== 'chat') return NO_IDS;
  const parts = response.startsWith('data:')
    ? response.split('\n').flatMap((line) => (line.startsWith('data: {') ? [line.slice('data: '.length)] : []))
    : [response];
  const completions = parts.map((part) => JSON.parse(part) as Completion);
  const calls = completions
    .flatMap(({ choices = [] }) => choices)
    .flatMap(({ message, delta }) => message?.tool_calls ?? delta?.tool_calls ?? []);
  const [{ id = '', created = 0 } = {}] = completions;
  return { id, created, callId: calls[0]?.id ?? '' };
}
