// Operations: what the service of scripts offers.
// In: nothing. Out: its rows of the table of operations.

import type { AnswerParts } from '../../answered.ts';
import type { OperationRequest, Reply, Row } from '../../operation.ts';
import type { TaskParts } from '../../work/task.ts';
import { asReply, planOf, Task } from '../../work/task.ts';
import { batchRow } from '../batch.ts';
import { deciding } from '../deciding.ts';
import type { ScriptOperation } from './scripts.ts';
import { SCRIPT } from './scripts.ts';
import {
  BUILD_REQUEST_SCHEMA,
  CHECK_REQUEST_SCHEMA,
  CHECK_RESPONSE_SCHEMA,
  RUN_REQUEST_SCHEMA,
  RUN_RESPONSE_SCHEMA,
  WHY_REQUEST_SCHEMA,
  WHY_RESPONSE_SCHEMA,
} from './wire/scripts.ts';

type ScriptParts = TaskParts & AnswerParts;

const RUN = deciding<ScriptParts>('run', {
  id: 'runScript',
  method: 'POST',
  path: '/v1/scripts/run',
  family: 'scripts',
  scope: 'scripts',
  summary: 'Run a script on an input under an exact step budget.',
  request: RUN_REQUEST_SCHEMA,
  readsInThreads: true,
  response: RUN_RESPONSE_SCHEMA,
  tool: {
    name: 'run_script',
    description: 'Run a pure script on a JSON input under an exact step budget (fuel); returns output, steps and hash.',
  },
  handle: (parts, request) => perform('run', parts, request),
});

export const SCRIPT_ROWS: readonly Row<ScriptParts>[] = [
  {
    id: 'checkScript',
    method: 'POST',
    path: '/v1/scripts/check',
    family: 'scripts',
    scope: 'scripts',
    summary: 'Parse and verify a script without running it.',
    request: CHECK_REQUEST_SCHEMA,
    readsInThreads: true,
    response: CHECK_RESPONSE_SCHEMA,
    tool: {
      name: 'check_script',
      description:
        'Check a script: parse errors, unbound names, arity, recursion; returns its canonical text and hash. Runs nothing.',
    },
    handle: (parts, request) => perform('check', parts, request),
  },
  RUN,
  batchRow(RUN, {
    id: 'runScriptBatch',
    path: '/v1/scripts/run/batch',
    summary: 'Run a script on many inputs: a line for each, in their order.',
    item: 'input',
    items: 'inputs',
  }),
  {
    id: 'whyScript',
    method: 'POST',
    path: '/v1/scripts/why',
    family: 'scripts',
    scope: 'scripts',
    summary:
      'Run a script and tell how its result came about: each expression with its value, and the clauses that decided.',
    request: WHY_REQUEST_SCHEMA,
    readsInThreads: true,
    response: WHY_RESPONSE_SCHEMA,
    handle: (parts, request) => perform('why', parts, request),
  },
  {
    id: 'buildScript',
    method: 'POST',
    path: '/v1/scripts/build',
    family: 'scripts',
    scope: 'scripts',
    summary: 'Build a script into a portable WebAssembly file without imports.',
    request: BUILD_REQUEST_SCHEMA,
    readsInThreads: true,
    response: {},
    produces: 'application/wasm',
    handle: (parts, request) => perform('build', parts, request),
  },
];

async function perform(operation: ScriptOperation, parts: ScriptParts, request: OperationRequest): Promise<Reply> {
  const { areKept: isKept } = parts.answers;
  return asReply(
    await new Task(parts, SCRIPT, request).run(planOf({ kind: 'script', operation, bytes: request.bytes, isKept })),
  );
}
