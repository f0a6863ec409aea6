// Call plans: what is the same for all calls of a tool.
// In: a tool and its server. Out: which policies are asked, what they read of the tool, what it promises, how long its results may be.
// Why kept: a call takes a tenth of a millisecond, and a catalogue stands for as long as its server lists the same.

import type { Json } from '../../grammar/json.ts';
import { textOnce } from '../../grammar/json-write.ts';
import { ServiceError } from '../errors.ts';
import type { GuardRules, Guards, ServerLimits } from '../services/tools/wire/mcp.ts';
import type { Found } from './call.ts';
import type { Tool } from './catalogue.ts';
import { matches } from './catalogue.ts';
import type { Entry } from './entry.ts';
import { guardsOf } from './guards.ts';
import { paramHeadersOf, writeParamHeaders } from './param-headers.ts';
import { RESULT_BYTES_MAX } from './results.ts';

export interface CallPlan {
  /** A record that is changed is another entry, which may have the same tools. */
  readonly entry: Entry;
  readonly guards: Guards;
  readonly isGuarded: boolean;
  readonly inputSchema: Json;
  /** Without one the tool promises no form. */
  readonly outputSchema: Json | undefined;
  readonly resultBytesMax: number;
  /** Throws `tool_not_allowed` for annotations that would make every row of the audit long. */
  annotations(): Json;
  /** Throws `tool_not_allowed` for a schema that asks for headers which cannot be. */
  paramHeaders(args: Map<string, Json>): Record<string, string>;
}

/** A row of the audit has what policies read, so that they can be asked again. */
export const ANNOTATIONS_LENGTH_MAX = 4_096;

const NO_ANNOTATIONS: Json = new Map();

/** Answers what finds a tool's plan. `rules`: the policies that are asked about every call. */
export function createCallPlans(rules: GuardRules): (found: Found) => CallPlan {
  const plans = new WeakMap<Tool, CallPlan>();
  return (found) => {
    let plan = plans.get(found.tool);
    if (plan?.entry !== found.entry) plans.set(found.tool, (plan = planCalls(found, rules)));
    return plan;
  };
}

function planCalls({ entry, tool }: Found, rules: GuardRules): CallPlan {
  const guards = guardsOf([rules, entry.config.guards], tool.row.name);
  const isGuarded = guards.before.length + guards.after.length > 0;
  const annotations = isGuarded ? (tool.definition.get('annotations') ?? NO_ANNOTATIONS) : NO_ANNOTATIONS;
  const areLong = textOnce(annotations).length > ANNOTATIONS_LENGTH_MAX;
  const notAllowed = (message: string): ServiceError =>
    new ServiceError('tool_not_allowed', { message, details: { server: entry.name, tool: tool.row.name } });
  return {
    entry,
    guards,
    isGuarded,
    inputSchema: tool.definition.get('inputSchema') ?? true,
    outputSchema: tool.definition.get('outputSchema'),
    resultBytesMax: Math.min(RESULT_BYTES_MAX, ...resultLimits(entry.config.limits, tool.row.name)),
    annotations() {
      if (!areLong) return annotations;
      throw notAllowed(
        `Policies read at most ${ANNOTATIONS_LENGTH_MAX} characters of annotations, and the tool has more.`,
      );
    },
    paramHeaders(args) {
      const read = paramHeadersOf(tool.definition.get('inputSchema'));
      if (read.kind === 'ok') return writeParamHeaders(read.declarations, args);
      throw notAllowed(`The tool's schema asks for headers that cannot be: ${read.reason}.`);
    },
  };
}

/** What the server's limits say of results of a tool. */
function resultLimits({ result_bytes, tools }: ServerLimits, tool: string): number[] {
  return [
    result_bytes,
    ...Object.entries(tools).flatMap(([pattern, bytes]) => (matches(tool, pattern) ? [bytes] : [])),
  ];
}
