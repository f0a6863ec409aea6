// Products: tools modelled on real products' interfaces, and requests written by somebody who had not seen the router.
// In: test/golden/routing/products. Out: each request with its decision and a judgement: exact, right, wrong, asked, silent.
// Why: what a caller feels is whether all that was said was sent; the public sets hold few requests for such tools.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../grammar/json.ts';
import { parseJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import type { Explained } from '../../server/engines/routing/route.ts';
import { explainRoute } from '../../server/engines/routing/route.ts';
import { readChatRequest } from '../../server/services/routing/wire/chat.ts';
import { readClock } from '../../server/services/routing/wire/clock.ts';
import type { RouteRequest, ToolDefinition } from '../../server/services/routing/wire/route.ts';
import { goldenPath } from './paths.ts';

interface ProductFile {
  readonly product: string;
  readonly tools: readonly {
    readonly function: { readonly name: string; readonly parameters: { readonly required?: readonly string[] } };
  }[];
  readonly now?: string;
  readonly cases: readonly ProductCase[];
}

interface ProductCase {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly expect: {
    readonly call?: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
    readonly anyOf?: Readonly<Record<string, readonly unknown[]>>;
    readonly ask?: readonly string[];
    readonly tool?: string;
    readonly none?: boolean;
  };
  /** As in the request: its clock, where the file has none for all. */
  readonly metadata?: { readonly now?: string };
  readonly about: string;
}

export interface JudgedProduct {
  readonly product: string;
  readonly one: ProductCase;
  readonly request: RouteRequest;
  readonly explained: Explained;
  /** `exact`: all that was said. `right`: the tool and what is required. `false`: a call where none was wanted. `asked`: a call wanted and not sent. `fine`: no call, and none wanted. */
  readonly judgement: 'exact' | 'right' | 'wrong' | 'false' | 'asked' | 'fine';
  /** The question names exactly what is missing. */
  readonly named: boolean;
  /** Whether the arguments that came to the gate, sent or not, are exact. */
  readonly wouldBeExact: boolean;
  /** The same request routed and judged once more. */
  readonly again: () => JudgedProduct;
}

export function judgeProducts(folder = goldenPath('routing', 'products')): JudgedProduct[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const file = JSON.parse(readFileSync(join(folder, name), 'utf8')) as ProductFile;
      return file.cases.map((one) => judge(file, one));
    });
}

function judge(file: ProductFile, one: ProductCase): JudgedProduct {
  const read = readChatRequest(
    parseJson(Buffer.from(JSON.stringify({ model: 'evident', messages: one.messages, tools: file.tools }))),
  );
  if (read.kind === 'invalid') throw new Error(`${file.product}: ${read.message}`);
  const tools = read.request.tools.flatMap((tool): ToolDefinition[] =>
    tool.kind === 'function' ? [tool.definition] : [],
  );
  const now = one.metadata?.now ?? file.now;
  const request: RouteRequest = { ...read.request, tools, now: now === undefined ? null : readClock(now) };
  const explained = explainRoute(request);
  const { decision } = explained;
  const { call, ask } = one.expect;
  const named =
    decision.calls.length === 0 &&
    ask !== undefined &&
    (one.expect.tool === undefined || decision.tool === one.expect.tool) &&
    same([...decision.missing, ...decision.invalid.map(({ param }) => param)].map(plainName), ask.map(plainName));
  const leading = explained.trace?.weighed.filled;
  const wouldBeExact =
    leading !== undefined && call !== undefined && compare(file, one, leading.tool.name, leading.arguments) === 'exact';
  const done = (judgement: JudgedProduct['judgement']): JudgedProduct => ({
    product: file.product,
    one,
    request,
    explained,
    judgement,
    named,
    wouldBeExact,
    again: () => judge(file, one),
  });
  if (decision.calls.length === 0) return done(call === undefined ? 'fine' : 'asked');
  return done(call === undefined ? 'false' : compare(file, one, decision.calls[0]!.name, decision.calls[0]!.arguments));
}

function compare(file: ProductFile, { expect }: ProductCase, name: string, args: Json): 'exact' | 'right' | 'wrong' {
  const { call } = expect;
  if (call === undefined || name !== call.name) return 'wrong';
  const sent = JSON.parse(writeJson(args)) as Record<string, unknown>;
  const isRight = (argument: string): boolean =>
    [call.arguments[argument], ...(expect.anyOf?.[argument] ?? [])].some((value) => isAlike(value, sent[argument]));
  if (Object.keys(sent).some((argument) => !isRight(argument))) return 'wrong';
  const required = file.tools.find((tool) => tool.function.name === call.name)?.function.parameters.required ?? [];
  if (required.some((argument) => !isRight(argument))) return 'wrong';
  return Object.keys(call.arguments).every(isRight) ? 'exact' : 'right';
}

/** Instants are equal when they name the same moment. */
function isAlike(wanted: unknown, sent: unknown): boolean {
  if (isDeepStrictEqual(wanted, sent)) return true;
  if (typeof wanted === 'string' && typeof sent === 'string')
    return (
      /^\d{4}-\d\d-\d\dT/u.test(wanted) && /^\d{4}-\d\d-\d\dT/u.test(sent) && Date.parse(wanted) === Date.parse(sent)
    );
  if (Array.isArray(wanted) && Array.isArray(sent))
    return wanted.length === sent.length && wanted.every((item, at) => isAlike(item, sent[at]));
  if (typeof wanted !== 'object' || typeof sent !== 'object' || wanted === null || sent === null) return false;
  const names = new Set([...Object.keys(wanted), ...Object.keys(sent)]);
  return [...names].every((name) =>
    isAlike((wanted as Record<string, unknown>)[name], (sent as Record<string, unknown>)[name]),
  );
}

/** `/customer/email` is `customer.email` is `email`. */
const plainName = (name: string): string => name.split(/[/.]/u).at(-1) ?? '';
const same = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join();
