// Library: what `import { verifyCall } from "evident/verify"` gives: tool calls held against a conversation, without a service.
// In: a request as `POST /v1/tools/verify` takes it. Out: what the service would answer, byte for byte.
//
//   const { may_act, calls } = verifyCall({ messages, tools, call: { name: 'refund', arguments: { order: 'A-17' } } });
//   if (!may_act) console.log(calls[0].ungrounded);

import type { Json } from '../../../grammar/json.ts';
import { JsonError, parseJson } from '../../../grammar/json.ts';
import { writeJson } from '../../../grammar/json-write.ts';
import { ArgumentError, jsonOf, utf8Of } from '../../../runtime/argument.ts';
import { ENGINE } from '../../engines/identity.ts';
import { undeclared, verifyCalls } from '../../engines/routing/verify.ts';
import { definitionsOf } from './wire/conversation.ts';
import type { Verification } from './wire/route-schema.ts';
import { readToolVerifyRequest, toolVerification } from './wire/verify.ts';

export { ArgumentError, type ArgumentProblem } from '../../../runtime/argument.ts';
export type { VerdictReasonCode } from './wire/route.ts';
export type { ArgumentEvidence, UnsaidArgument, Verification, VerifiedCall } from './wire/route-schema.ts';

/** Takes a JavaScript value, written with JSON.stringify. Throws ArgumentError with the parameter that is wrong. */
export function verifyCall(request: unknown): Verification {
  return JSON.parse(verifyCallJson(jsonOf(request, 'the request'))) as Verification;
}

/** The same with JSON text in and out: numbers keep the digits they were sent with. */
export function verifyCallJson(request: string): string {
  const reading = readToolVerifyRequest(read(request));
  if (reading.kind === 'invalid')
    throw new ArgumentError('not-a-request', `${reading.param ?? 'the request'}: ${reading.message}`);
  const { messages, tools, calls, countResults, now } = reading.request;
  if (tools?.some(({ kind }) => kind === 'mcp') === true)
    throw new ArgumentError('not-a-request', 'tools: registered servers are known to a service only');
  const definitions = tools === null ? undeclared(calls) : definitionsOf(tools);
  const verdicts = verifyCalls({ messages, tools: definitions, calls, countResults, now });
  return writeJson(toolVerification(verdicts, { engine: ENGINE, ignored: reading.ignored }));
}

function read(request: string): Json {
  const bytes = utf8Of(request, 'the request');
  try {
    return parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ArgumentError('not-json', `the request is not valid JSON: ${error.message}, at byte ${error.byte}`);
  }
}
