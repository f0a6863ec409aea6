// Misfits: policies that cannot be right about the tools they guard, found before a call is made.
// In: the policies a server names, and its tools. Out: what is wrong with them. Why for all tools together: one policy may guard tools
// of several shapes, and reads of each what it has; a field that none of them has is misspelt, and would be nil in every call.

import { shapeOfSchema } from '../../compiler/shapes/schema.ts';
import { mapOf, oneOf, type Shape } from '../../compiler/shapes/shape.ts';
import type { Json } from '../../grammar/json.ts';
import { parseJson } from '../../grammar/json.ts';
import type { Policies } from '../policies.ts';
import type { GuardRules } from '../services/tools/wire/mcp.ts';
import type { Catalogue, Tool } from './catalogue.ts';
import { guardsOf } from './guards.ts';

/** By the names of policies. */
export type Misfits = ReadonlyMap<string, string>;

type Checker = Pick<Policies, 'generation' | 'misfit'>;

const NONE: Misfits = new Map();
const KNOWN = new WeakMap<
  Catalogue,
  { readonly generation: number; readonly rules: GuardRules; readonly misfits: Misfits }
>();

export function misfitsOf(policies: Checker, rules: GuardRules, catalogue: Catalogue): Misfits {
  const known = KNOWN.get(catalogue);
  const generation = policies.generation();
  if (known !== undefined && known.generation === generation && known.rules === rules) return known.misfits;
  const misfits = findMisfits(policies, rules, catalogue);
  KNOWN.set(catalogue, { generation, rules, misfits });
  return misfits;
}

function findMisfits(policies: Checker, rules: GuardRules, { tools }: Catalogue): Misfits {
  const listed = [...tools.values()].filter(({ row }) => row.listed);
  const guarded = new Map<string, Tool[]>();
  for (const tool of listed) {
    const { before, after } = guardsOf([rules], tool.row.name);
    for (const policy of new Set([...before, ...after])) guarded.set(policy, [...(guarded.get(policy) ?? []), tool]);
  }
  const found = [...guarded].flatMap(([policy, own]): [string, string][] => {
    const why = policies.misfit(policy, inputOf(own));
    return why === null ? [] : [[policy, why]];
  });
  return found.length === 0 ? NONE : new Map(found);
}

/** What a policy reads of a call of one of these tools. */
function inputOf(tools: readonly Tool[]): Shape {
  const args = tools.map(({ definition }) => argumentsOf(definition.get('inputSchema')));
  return mapOf(new Map([...AROUND, ['arguments', oneOf(args)]]), '');
}

/** A schema that is none leaves everything open. */
function argumentsOf(schema: Json | undefined): Shape {
  try {
    return shapeOfSchema(schema ?? true, ['arguments']);
  } catch {
    return shapeOfSchema(true, ['arguments']);
  }
}

const AROUND: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    caller: { type: ['string', 'null'] },
    server: { type: 'string' },
    tool: { type: 'string' },
    annotations: { type: 'object' },
    input_responses: { type: 'object' },
    counts: {
      type: 'object',
      required: ['day', 'key', 'server', 'tool'],
      properties: {
        day: { type: 'string' },
        key: { type: 'integer' },
        server: { type: 'integer' },
        tool: { type: 'integer' },
      },
    },
    now: { type: 'string' },
    result: { type: 'object' },
  }).map(([name, schema]) => [name, shapeOfSchema(parseJson(Buffer.from(JSON.stringify(schema))), [name])]),
);
