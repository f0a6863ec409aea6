// Route cases: the routing sets read into requests, and when an answer to one is right.
// In: a folder with the sets. Out: cases; whether sent arguments are what a case expects, by BFCL's own rules.
// Why: the bench and the fitting of the gate must read and judge alike.

import { readFileSync } from 'node:fs';
import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { project } from '../grammar/json-project.ts';
import type { routeChat } from '../server/engines/routing/route.ts';
import { readChatRequest } from '../server/services/routing/wire/chat.ts';
import type { RouteDecision, ToolDefinition } from '../server/services/routing/wire/route.ts';

export interface Case {
  readonly id: string;
  readonly kind: 'call' | 'none' | 'ask' | 'invalid';
  readonly expect: { readonly name?: string; readonly arguments?: Record<string, readonly unknown[]> } & Record<
    string,
    unknown
  >;
  readonly missing?: readonly string[];
  readonly spans?: Record<string, readonly [number, number]>;
  readonly required: readonly string[];
  readonly request: Parameters<typeof routeChat>[0];
  readonly text: string;
}

export const SETS = [
  'bfcl_simple_python',
  'bfcl_multiple',
  'bfcl_live_simple',
  'bfcl_live_multiple',
  'bfcl_irrelevance',
  'bfcl_live_irrelevance',
  'ace_normal_single_turn_single_function',
  'ace_normal_similar_api',
  'ace_normal_atom_bool',
  'ace_normal_atom_enum',
  'ace_normal_atom_list',
  'ace_normal_atom_number',
  'ace_normal_atom_object_short',
  'ace_special_incomplete',
  'ace_special_error_param',
  'ace_special_irrelevant',
  'sgd_opening',
  'seal_tools',
];

/** `ask`: exactly the missing names. `invalid`: the bad parameter is among those asked for again. */
export function namesRight(one: Case, decision: RouteDecision): boolean {
  if (decision.calls.length > 0) return false;
  if (one.kind === 'invalid') {
    const names = Object.keys(one.expect);
    const said = [...decision.invalid.map(({ param }) => param), ...decision.missing];
    return said.some((param) => names.some((name) => param === name || param.endsWith(`/${name}`)));
  }
  if (one.kind !== 'ask') return true;
  const wanted = one.missing ?? (Object.values(one.expect)[0] as readonly string[] | undefined) ?? [];
  const said = decision.missing.map((name) => name.split('/').at(-1) ?? '');
  return wanted.length === said.length && wanted.every((name) => said.includes(name.split('.').at(-1) ?? ''));
}

export function matchesAll(one: Case, sent: Record<string, unknown>): boolean {
  return (
    matchesRequired(one, sent, false) &&
    Object.entries(one.expect.arguments ?? {}).every(([name, accepted]) =>
      name in sent ? matches(sent[name], accepted, false) : accepted.includes('') || accepted.includes(null),
    )
  );
}

export function matchesRequired(one: Case, sent: Record<string, unknown>, tolerant: boolean): boolean {
  const accepted = one.expect.arguments ?? {};
  // A sent argument that the case does not know is wrong; a left-out optional one is not.
  if (Object.keys(sent).some((name) => !(name in accepted))) return false;
  for (const [name, list] of Object.entries(accepted)) {
    if (name in sent ? !matches(sent[name], list, tolerant) : one.required.includes(name) && !list.includes(''))
      return false;
  }
  return true;
}

/** BFCL's rules: strings without case and ` ,./-_*^`, numbers by value, lists in order, objects member by member. */
function matches(value: unknown, accepted: readonly unknown[], tolerant: boolean): boolean {
  return accepted.some((one) => same(value, one, tolerant));
}

function same(value: unknown, gold: unknown, tolerant: boolean): boolean {
  if (typeof value === 'number' || typeof gold === 'number')
    return Number(value) === Number(gold) && typeof value !== 'boolean';
  if (typeof value === 'string' && typeof gold === 'string') {
    const [a, b] = [flatten(value), flatten(gold)];
    return a === b || (tolerant && a !== '' && b !== '' && (a.startsWith(b) || b.startsWith(a)));
  }
  if (Array.isArray(value) && Array.isArray(gold))
    return value.length === gold.length && value.every((item, at) => same(item, gold[at], tolerant));
  if (isObject(value) && isObject(gold)) {
    return Object.entries(value).every(([name, inner]) => {
      const list = gold[name];
      return Array.isArray(list)
        ? list.some((item) => same(inner, item, tolerant)) || same(inner, list, tolerant)
        : same(inner, list, tolerant);
    });
  }
  return value === gold;
}

const flatten = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[ ,./\-_*^]/gu, '')
    .replaceAll("'", '"');
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const plain = (value: Json): Record<string, unknown> => ({ ...(project(value) as Record<string, unknown>) });

export function* readCases(file: string): Generator<Case> {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const json = parseJson(Buffer.from(line)) as Map<string, Json>;
    const read = readChatRequest(new Map([...json].filter(([key]) => key === 'messages' || key === 'tools')));
    const row = JSON.parse(line) as Omit<Case, 'required' | 'request' | 'text'> & {
      messages: { role: string; content: string }[];
      tools?: { function: { name: string; parameters: { required?: string[] } } }[];
    };
    if (read.kind === 'invalid') {
      console.log(`${row.id}: ${read.param ?? ''} ${read.message}`);
      continue;
    }
    const tools = read.request.tools.flatMap((tool): ToolDefinition[] =>
      tool.kind === 'function' ? [tool.definition] : [],
    );
    const required =
      row.tools?.find((tool) => tool.function.name === row.expect?.name)?.function.parameters.required ?? [];
    yield {
      ...row,
      expect: row.expect ?? {},
      required,
      request: { ...read.request, tools },
      text: row.messages.map(({ role, content }) => `${role.slice(0, 1)}: ${content}`).join(' | '),
    };
  }
}
