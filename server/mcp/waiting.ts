// Waiting: a held call as a client of the newer era is told of it: input is required, namely that somebody approves.
// In: the error that says that a call is held, and the call. Out: a result with `input_required`; and the call again, out of the
// client's next request. Why the client's own answers travel along: the tool may have asked for input too, before or after.

import type { Json } from '../../grammar/json.ts';
import { JsonError, parseJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import type { ServiceError } from '../errors.ts';

const STATE_PREFIX = 'evident-approval:';
const REQUEST = 'evident/approval';

type Params = ReadonlyMap<string, Json>;

/** null where nothing waits, or the client cannot ask its user anything. */
export function askToWait(error: ServiceError, params: Params, capabilities: Json): object | null {
  const { approval, reason } = (error.details ?? {}) as {
    readonly approval?: { readonly id: string };
    readonly reason?: string;
  };
  const canAsk = capabilities instanceof Map && capabilities.get('elicitation') instanceof Map;
  if (error.code !== 'approval_required' || approval === undefined || !canAsk) return null;
  const kept = new Map(['inputResponses', 'requestState'].map((name) => [name, params.get(name) ?? null]));
  const why = reason === undefined || reason === '' ? '' : ` (${reason})`;
  return {
    resultType: 'input_required',
    inputRequests: {
      [REQUEST]: {
        method: 'elicitation/create',
        params: {
          message: `The call waits for approval ${approval.id}${why}. Go on when somebody has approved it.`,
          requestedSchema: { type: 'object', properties: {} },
        },
      },
    },
    requestState: `${STATE_PREFIX}${Buffer.from(writeJson(kept)).toString('base64url')}`,
  };
}

/** The params as they were before the call was held; null where the user does not want to go on. */
export function resume(params: Params): Params | null {
  const state = params.get('requestState');
  if (typeof state !== 'string' || !state.startsWith(STATE_PREFIX)) return params;
  const responses = params.get('inputResponses');
  const response = responses instanceof Map ? responses.get(REQUEST) : undefined;
  if (response instanceof Map && response.get('action') !== 'accept') return null;
  return new Map([...params, ...readState(state.slice(STATE_PREFIX.length))]);
}

/** A state that is none of ours is an empty one: the call is asked about again. */
function readState(text: string): ReadonlyMap<string, Json> {
  try {
    const kept = parseJson(Buffer.from(text, 'base64url'));
    return new Map(
      ['inputResponses', 'requestState'].map((name) => [name, (kept as Map<string, Json>).get(name) ?? null]),
    );
  } catch (error) {
    if (!(error instanceof JsonError || error instanceof TypeError)) throw error;
    return new Map<string, Json>([
      ['inputResponses', null],
      ['requestState', null],
    ]);
  }
}
