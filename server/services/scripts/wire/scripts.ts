// Scripts as they go over the wire: the bodies of check, run and build.
// In: what the toolchain reports. Out: JSON Schemas (the contract) and plain data for the JSON writer, in wire order.
// Why: the field order and names clients see are decided here and nowhere else.

import { MODULES_MAX } from '../../../../compiler/modules.ts';
import { DIAGNOSTICS_MAX } from '../../../../grammar/diagnostic.ts';
import { RawJson } from '../../../../grammar/json.ts';
import type { CheckReport } from '../../../../runtime/check-report.ts';
import { DEPTH_DEFAULT, DEPTH_MAX, WIDTH_DEFAULT, WIDTH_MAX, WIDTH_MIN } from '../../../../runtime/explain/why.ts';
import type { ScriptRun, ScriptWhy } from '../../../../runtime/jobs.ts';
import { FUEL_DEFAULT } from '../../../../runtime/outcome.ts';
import type { Wire } from '../../wire.ts';
import { CLAUSE_SCHEMA, FAULT_SCHEMA, WHY_NODE_SCHEMA } from './explanation.ts';

/** Above this a run would hold a thread for minutes; the language itself counts to 2^53-1. */
export const FUEL_MAX = 1_000_000_000;

const SCRIPT = { type: 'string', description: 'A program in evident/1.' } as const;
const MODULES = {
  type: 'object',
  maxProperties: MODULES_MAX,
  additionalProperties: { type: 'string' },
  description: 'Texts by name: what `(use "name")` takes.',
} as const;
const FUEL = {
  type: 'integer',
  minimum: 0,
  maximum: FUEL_MAX,
  default: FUEL_DEFAULT,
  description: 'Step budget of the run.',
} as const;
const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'Canonical program hash.' } as const;
const STEPS = {
  type: 'integer',
  minimum: 0,
  description: 'Exact number of evaluation steps; the same on every machine.',
} as const;

const DIAGNOSTIC = {
  type: 'object',
  required: ['code', 'severity', 'message', 'line', 'column', 'start', 'end'],
  properties: {
    code: { type: 'string' },
    severity: { type: 'string', enum: ['error', 'warning'] },
    message: { type: 'string' },
    line: { type: 'integer', minimum: 1 },
    column: { type: 'integer', minimum: 1 },
    start: { type: 'integer', minimum: 0, description: 'UTF-8 byte offset into the script.' },
    end: { type: 'integer', minimum: 0 },
    module: { type: 'string', description: 'The module whose text it is in; left out for the script.' },
    help: { type: ['string', 'null'] },
    related: { type: 'array', items: {} },
  },
} as const;

export const CHECK_REQUEST_SCHEMA = {
  type: 'object',
  required: ['script'],
  properties: {
    script: SCRIPT,
    modules: MODULES,
    input_schema: {
      type: ['object', 'boolean'],
      description: 'JSON Schema of the input.',
    },
  },
} as const;

export const CHECK_RESPONSE_SCHEMA = {
  type: 'object',
  required: ['ok', 'hash', 'canonical', 'defines', 'builtins', 'diagnostics', 'recursion', 'growth', 'steps'],
  properties: {
    ok: { type: 'boolean' },
    hash: { ...HASH, type: ['string', 'null'] },
    canonical: { type: ['string', 'null'] },
    defines: { type: 'array', items: { type: 'string' } },
    builtins: { type: 'array', items: { type: 'string' } },
    diagnostics: {
      type: 'array',
      items: DIAGNOSTIC,
      maxItems: DIAGNOSTICS_MAX,
      description: `In source order. Where there are more than ${DIAGNOSTICS_MAX} the others are left out.`,
    },
    recursion: {},
    growth: {},
    steps: {},
  },
} as const;

const INPUT = { description: 'Any JSON value; null when absent.' } as const;

export const RUN_REQUEST_SCHEMA = {
  type: 'object',
  required: ['script'],
  properties: { script: SCRIPT, modules: MODULES, input: INPUT, fuel: FUEL },
} as const;

export const RUN_RESPONSE_SCHEMA = {
  type: 'object',
  required: ['output', 'steps', 'hash', 'schedule'],
  properties: { output: {}, steps: STEPS, hash: HASH, schedule: { type: 'string' } },
} as const;

/** The interpreter, which tells the values, takes a hundred times as long as a compiled run. */
const WHY_FUEL_MAX = 1_000_000;
/** Enough for a policy and its loops: a fifth of a second. */
export const WHY_FUEL_DEFAULT = 100_000;

export const WHY_REQUEST_SCHEMA = {
  type: 'object',
  required: ['script'],
  properties: {
    script: SCRIPT,
    modules: MODULES,
    input: INPUT,
    fuel: { ...FUEL, maximum: WHY_FUEL_MAX, default: WHY_FUEL_DEFAULT },
    depth: {
      type: 'integer',
      minimum: 1,
      maximum: DEPTH_MAX,
      default: DEPTH_DEFAULT,
      description: 'Expressions inside each other that are shown.',
    },
    width: {
      type: 'integer',
      minimum: WIDTH_MIN,
      maximum: WIDTH_MAX,
      default: WIDTH_DEFAULT,
      description: 'Parts of one expression that are shown.',
    },
  },
} as const;

export const WHY_RESPONSE_SCHEMA = {
  type: 'object',
  required: ['output', 'fault', 'steps', 'hash', 'schedule', 'because', 'lines', 'tree'],
  additionalProperties: false,
  properties: {
    output: { description: 'As a run gives it; null where the run ended in a fault.' },
    fault: { anyOf: [FAULT_SCHEMA, { type: 'null' }] },
    steps: STEPS,
    hash: HASH,
    schedule: { type: 'string' },
    because: {
      type: 'array',
      items: CLAUSE_SCHEMA,
      description:
        'What made the result so, the most telling first: of true, false and nil every clause, else the tests on the way.',
    },
    lines: {
      type: 'array',
      description: 'The steps of each line of the script that took any, in their order; their sum is `steps`.',
      items: {
        type: 'object',
        required: ['line', 'steps'],
        additionalProperties: false,
        properties: { line: { type: 'integer', minimum: 1 }, steps: STEPS, module: { type: 'string' } },
      },
    },
    tree: { anyOf: [WHY_NODE_SCHEMA, { type: 'null' }] },
  },
} as const;

export const BUILD_REQUEST_SCHEMA = {
  type: 'object',
  required: ['script'],
  properties: { script: SCRIPT, modules: MODULES },
} as const;

/** The body of a check, whether or not the script is valid. */
export function checkBody(result: CheckReport): Wire<typeof CHECK_RESPONSE_SCHEMA> {
  const { ok, hash, canonical, defines, builtins, diagnostics, recursion, growth, steps } = result;
  return { ok, hash, canonical, defines, builtins, diagnostics, recursion, growth, steps };
}

/** The body of a run that finished; `output` is spliced exactly as the runtime printed it. */
export function runBody(run: ScriptRun): Wire<typeof RUN_RESPONSE_SCHEMA> {
  return { output: new RawJson(run.output), steps: run.steps, hash: run.hash, schedule: run.schedule };
}

/** The body of a run with how its result came about. */
export function whyBody({
  output,
  fault,
  steps,
  hash,
  schedule,
  because,
  lines,
  tree,
}: ScriptWhy): Wire<typeof WHY_RESPONSE_SCHEMA> {
  return { output: output === null ? null : new RawJson(output), fault, steps, hash, schedule, because, lines, tree };
}
