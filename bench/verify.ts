// Verify bench: of calls that are right, how many are verified; of calls with one wrong argument, how many are not.
// In: a folder with the routing sets (argument, default ../shared/data). Out: a table on stdout, by way of corruption.
// Why: the sets know the right call, so a wrong one is made by changing it: another value of its kind, an optional parameter that
// nobody spoke of, a name with one letter off, two values in each other's place.
// Usage: node bench/verify.ts [DATA] [--show alarm|WAY] [--limit N]

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../grammar/json.ts';
import { JsonNumber } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { routeChat } from '../server/engines/routing/route.ts';
import { verifyCalls } from '../server/engines/routing/verify.ts';
import type { CallVerdict } from '../server/services/routing/wire/route.ts';
import { lowerBound } from './clopper-pearson.ts';
import type { Case } from './route-cases.ts';
import { matchesAll, plain, readCases, SETS } from './route-cases.ts';

type Arguments = Map<string, Json>;

interface Given {
  readonly one: Case;
  readonly name: string;
  readonly args: Arguments;
}

/** One wrong call made of a right one, or null where this way has nothing to change. */
type Corruption = (given: Given, at: number, pool: Pool) => Arguments | null;

/** Values of other requests, by kind. */
interface Pool {
  readonly texts: readonly string[];
}

const CORRUPTIONS: Readonly<Record<string, Corruption>> = {
  'another value': (given, at, pool) => {
    const names = [...given.args.keys()];
    const name = names[at % names.length];
    if (name === undefined) return null;
    const value = given.args.get(name) ?? null;
    const other = another(value, schemaOf(given, name), at, pool);
    return other === null || writeJson(other) === writeJson(value) ? null : new Map(given.args).set(name, other);
  },
  'an invented option': (given, at, pool) => {
    const properties = propertiesOf(given);
    const absent = [...properties.keys()].filter((name) => !given.args.has(name));
    const name = absent[at % Math.max(1, absent.length)];
    const schema = name === undefined ? undefined : properties.get(name);
    if (name === undefined || !(schema instanceof Map)) return null;
    const value = invented(schema, at, pool);
    // What the schema says happens anyway is not wrong.
    if (value === null || writeJson(value) === writeJson(schema.get('default') ?? null)) return null;
    return new Map(given.args).set(name, value);
  },
  'a near name': (given, at) => {
    const names = [...given.args].filter(
      ([name, value]) => typeof value === 'string' && /^\p{L}{4,}/u.test(value) && !isListed(given, name),
    );
    const [name, value] = names[at % Math.max(1, names.length)] ?? [];
    if (name === undefined || typeof value !== 'string') return null;
    const cut = 1 + (at % 3);
    return new Map(given.args).set(name, value.slice(0, cut) + value.slice(cut + 1));
  },
  'two values swapped': (given) => {
    const texts = [...given.args].filter(([name, value]) => typeof value === 'string' && !isListed(given, name));
    const [first, second] = texts;
    if (first === undefined || second === undefined || first[1] === second[1]) return null;
    return new Map(given.args).set(first[0], second[1]).set(second[0], first[1]);
  },
};

function propertiesOf({ one, name }: Given): Map<string, Json> {
  const parameters = one.request.tools.find((tool) => tool.name === name)?.parameters;
  const properties = parameters instanceof Map ? parameters.get('properties') : undefined;
  return properties instanceof Map ? properties : new Map<string, Json>();
}

function schemaOf(given: Given, name: string): Map<string, Json> {
  const schema = propertiesOf(given).get(name);
  return schema instanceof Map ? schema : new Map<string, Json>();
}

function isListed(given: Given, name: string): boolean {
  return Array.isArray(schemaOf(given, name).get('enum'));
}

function another(value: Json, schema: Map<string, Json>, at: number, pool: Pool): Json | null {
  const listed = schema.get('enum');
  if (Array.isArray(listed)) return listed.find((one) => writeJson(one) !== writeJson(value)) ?? null;
  if (typeof value === 'boolean') return !value;
  if (value instanceof JsonNumber) return new JsonNumber(String(Number(value.text) + 1 + (at % 7)));
  if (typeof value === 'string') return pool.texts[(at * 7919) % pool.texts.length] ?? null;
  if (Array.isArray(value) && value.length > 0) {
    const items = schema.get('items');
    const item = another(value[0] ?? null, items instanceof Map ? items : new Map(), at, pool);
    return item === null ? null : [item, ...value.slice(1)];
  }
  return null;
}

function invented(schema: Map<string, Json>, at: number, pool: Pool): Json | null {
  const listed = schema.get('enum');
  if (Array.isArray(listed))
    return listed.find((one) => writeJson(one) !== writeJson(schema.get('default') ?? null)) ?? null;
  switch (schema.get('type')) {
    case 'boolean':
      return schema.get('default') !== true;
    case 'integer':
    case 'number':
      return new JsonNumber(String(3 + (at % 90)));
    case 'string':
      return pool.texts[(at * 104_729) % pool.texts.length] ?? null;
    default:
      return null;
  }
}

/** The call that a set expects, the first acceptable value of each argument; null for objects. */
function expected(one: Case): Given | null {
  if (one.kind !== 'call' || one.expect.name === undefined) return null;
  const args: Arguments = new Map();
  for (const [name, values] of Object.entries(one.expect.arguments ?? {})) {
    const [value] = values;
    if (values.includes('') || value === undefined) continue;
    // Members of expected objects are lists of alternatives again.
    if (JSON.stringify(value).includes('{')) return null;
    args.set(name, toJson(value));
  }
  return { one, name: one.expect.name, args };
}

function toJson(value: unknown): Json {
  if (typeof value === 'number') return new JsonNumber(String(value));
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([name, member]) => [name, toJson(member)]));
  return value as Json;
}

function verify({ one, name }: Given, args: Arguments): CallVerdict {
  const { messages, tools, now } = one.request;
  const calls = [{ id: null, name, arguments: args }];
  return verifyCalls({ messages, tools, calls, countResults: false, now })[0] as CallVerdict;
}

interface Count {
  made: number;
  caught: number;
}

function run(title: string, givens: readonly Given[], show: string | null, limit: number): void {
  const pool = {
    texts: [...new Set(givens.flatMap(({ args }) => [...args.values()].filter((value) => typeof value === 'string')))],
  };
  let shown = 0;
  const print = (kind: string, { one }: Given, args: Arguments, verdict: CallVerdict): void => {
    if (show !== kind || shown >= limit) return;
    shown += 1;
    console.log(
      `- ${one.id} ${one.text.slice(0, 300)}\n  ${verdict.name} ${writeJson(args)}\n  ${verdict.outcome} ${verdict.reason?.code ?? ''} ungrounded ${writeJson(verdict.ungrounded)} transformed ${writeJson(verdict.transformed)} unused ${writeJson(verdict.unused)} missing ${verdict.missing.join(' ')} invalid ${writeJson(verdict.invalid).slice(0, 200)}`,
    );
  };
  let alarms = 0;
  const reasons = new Map<string, number>();
  for (const given of givens) {
    const verdict = verify(given, given.args);
    if (verdict.outcome === 'decided') continue;
    alarms += 1;
    const code = verdict.reason?.code ?? '';
    reasons.set(code, (reasons.get(code) ?? 0) + 1);
    print('alarm', given, given.args, verdict);
  }
  const percent = (part: number, whole: number): string =>
    whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
  console.log(
    `${title}: ${givens.length} right calls, not verified ${alarms} (${percent(alarms, givens.length)})${
      alarms === 0
        ? ''
        : `: ${[...reasons]
            .sort((a, b) => b[1] - a[1])
            .map(([code, count]) => `${code} ${count}`)
            .join(', ')}`
    }`,
  );
  const total: Count = { made: 0, caught: 0 };
  for (const [way, corrupt] of Object.entries(CORRUPTIONS)) {
    const count: Count = { made: 0, caught: 0 };
    for (const [at, given] of givens.entries()) {
      const args = corrupt(given, at, pool);
      if (args === null) continue;
      const verdict = verify(given, args);
      count.made += 1;
      if (verdict.outcome !== 'decided') count.caught += 1;
      else print(way, given, args, verdict);
    }
    console.log(
      `  ${way.padEnd(20)} ${String(count.caught).padStart(5)} of ${String(count.made).padStart(5)} caught (${percent(count.caught, count.made)})`,
    );
    total.made += count.made;
    total.caught += count.caught;
  }
  console.log(
    `  ${'together'.padEnd(20)} ${String(total.caught).padStart(5)} of ${String(total.made).padStart(5)} caught (${percent(total.caught, total.made)}, at least ${(100 * lowerBound(total.caught, total.made)).toFixed(1)} %)`,
  );
}

function main(args: readonly string[]): void {
  const at = args.indexOf('--show');
  const show = at < 0 ? null : (args[at + 1] ?? null);
  const limit = args.includes('--limit') ? Number(args[args.indexOf('--limit') + 1]) : 20;
  const folder = join(args[0]?.startsWith('--') === false ? args[0] : '../shared/data', 'routing');
  if (!existsSync(folder)) {
    console.log(`bench/verify: ${folder} is missing, skipped`);
    return;
  }
  const cases = SETS.flatMap((set) => [...readCases(join(folder, `${set}.jsonl`))]);
  const own = cases.flatMap((one): Given[] => {
    if (one.kind !== 'call') return [];
    const [call] = routeChat(one.request).calls;
    const isExact = call !== undefined && call.name === one.expect.name && matchesAll(one, plain(call.arguments));
    return isExact ? [{ one, name: call.name, args: call.arguments as Arguments }] : [];
  });
  run('calls that routing makes and that are exact', own, show, limit);
  run(
    'calls that the sets expect',
    cases.flatMap((one) => expected(one) ?? []),
    show === null ? null : show.replace(/^gold /, ''),
    limit,
  );
}

main(process.argv.slice(2));
