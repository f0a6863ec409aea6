// Route bench: how often the router chooses right, decides, and is right when it decides.
// In: a folder with the routing sets (argument, default ../shared/data). Out: a table per set on stdout, the pooled figures, and errors by kind.
// Why: precision without coverage and a count says nothing, so they are always printed together.
// Usage: node bench/route.ts [DATA] [--set NAME]… [--show WHAT] [--limit N]; WHAT is wrong | false | missed | guess: prints those cases.
// It is longer than other files because all tables come from one pass over the sets.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { readCatalogue, routeChat } from '../server/engines/routing/route.ts';
import { readWords } from '../server/engines/routing/text/words.ts';
import { joinIndexes } from '../server/engines/routing/tools/postings.ts';
import { rankTools } from '../server/engines/routing/tools/rank.ts';
import type { RouteDecision, ToolDefinition } from '../server/services/routing/wire/route.ts';
import { CATALOGUES, judgeCatalogue, judgeOrdinary } from '../test/support/catalogue.ts';
import { judgeProducts } from '../test/support/products.ts';
import type { Case } from './route-cases.ts';
import { matchesAll, matchesRequired, namesRight, plain, readCases, SETS } from './route-cases.ts';
import { countErrors } from './route-errors.ts';

interface Tally {
  set: string;
  count: number;
  callable: number;
  chosen: number;
  decided: number;
  right: number;
  exact: number;
  tolerant: number;
  falseDecides: number;
  named: number;
  guessRight: number;
  spans: number;
  spansHit: number;
  latenciesMs: number[];
}

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const folder = join(options.data, 'routing');
  if (!existsSync(folder)) {
    console.log(`bench/route: ${folder} is missing, skipped`);
    return;
  }
  if (options.sets.length === 0) runLatency(folder);
  const tallies = SETS.filter((set) => options.sets.length === 0 || options.sets.includes(set)).map((set) =>
    runSet(folder, set, options),
  );
  printTable(tallies);
  if (options.sets.length > 0) return;
  console.log(countErrors(folder));
  runCatalogue(folder);
  await runServers();
  runProducts();
}

interface Options {
  readonly data: string;
  readonly sets: readonly string[];
  readonly show: string | null;
  readonly limit: number;
}

function readOptions(args: readonly string[]): Options {
  const sets: string[] = [];
  let data = '../shared/data';
  let show: string | null = null;
  let limit = 20;
  for (let at = 0; at < args.length; at += 1) {
    const next = args[at + 1] ?? '';
    if (args[at] === '--set') sets.push(next);
    else if (args[at] === '--show') show = next;
    else if (args[at] === '--limit') limit = Number(next);
    else {
      data = args[at] ?? data;
      continue;
    }
    at += 1;
  }
  return { data, sets, show, limit };
}

function emptyTally(set: string): Tally {
  return {
    set,
    count: 0,
    callable: 0,
    chosen: 0,
    decided: 0,
    right: 0,
    exact: 0,
    tolerant: 0,
    falseDecides: 0,
    named: 0,
    guessRight: 0,
    spans: 0,
    spansHit: 0,
    latenciesMs: [],
  };
}

function runSet(folder: string, set: string, options: Options): Tally {
  const tally = emptyTally(set);
  let shown = 0;
  for (const one of readCases(join(folder, `${set}.jsonl`))) {
    const guessed = tally.guessRight;
    const startedMs = performance.now();
    const decision = routeChat(one.request);
    tally.latenciesMs.push(performance.now() - startedMs);
    const verdict = score(one, decision, tally);
    const shows =
      options.show === verdict ||
      (options.show === 'guess' && tally.callable > 0 && one.kind === 'call' && tally.guessRight === guessed);
    if (shows && shown < options.limit) {
      shown += 1;
      printCase(one, decision);
    }
  }
  return tally;
}

function score(one: Case, decision: RouteDecision, tally: Tally): string {
  tally.count += 1;
  const isCall = decision.calls.length > 0;
  if (isCall) tally.decided += 1;
  if (one.spans !== undefined) scoreSpans(one, decision, tally);
  if (one.kind !== 'call') {
    if (isCall) tally.falseDecides += 1;
    if (namesRight(one, decision)) tally.named += 1;
    return isCall ? 'false' : 'fine';
  }
  tally.callable += 1;
  const best = decision.tool ?? decision.candidates[0]?.name;
  if (best === one.expect.name) tally.chosen += 1;
  const guess = decision.candidates[0];
  if (guess !== undefined && guess.name === one.expect.name && matchesAll(one, plain(guess.arguments as Json)))
    tally.guessRight += 1;
  if (decision.calls.length === 0) return best === one.expect.name ? 'missed' : 'mischosen';
  const sent = plain(decision.calls[0]!.arguments);
  const right = decision.calls[0]!.name === one.expect.name && matchesRequired(one, sent, false);
  if (right) tally.right += 1;
  if (right && matchesAll(one, sent)) tally.exact += 1;
  if (right || (decision.calls[0]!.name === one.expect.name && matchesRequired(one, sent, true))) tally.tolerant += 1;
  return right ? 'right' : 'wrong';
}

function scoreSpans(one: Case, decision: RouteDecision, tally: Tally): void {
  for (const evidence of decision.evidence) {
    const gold = one.spans?.[evidence.argument];
    if (gold === undefined) continue;
    tally.spans += 1;
    if (evidence.start < gold[1] && evidence.end > gold[0]) tally.spansHit += 1;
  }
}

function printCase(one: Case, decision: RouteDecision): void {
  console.log(`- ${one.id}: ${one.text.slice(0, 400)}`);
  console.log(`  expect ${JSON.stringify(one.expect).slice(0, 300)}`);
  const guess = decision.candidates[0];
  console.log(
    `  missing ${decision.missing.join(' ')} invalid ${decision.invalid.map(({ param }) => param).join(' ')}`,
  );
  console.log(
    `  ${decision.outcome} ${decision.reason?.code ?? ''} ${guess?.name ?? ''} ${guess === undefined ? '' : JSON.stringify(plain(guess.arguments as Json))} ${decision.calls.length === 0 ? (decision.content ?? '').slice(0, 160) : ''}`,
  );
}

function printTable(tallies: readonly Tally[]): void {
  const share = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)}`);
  const row = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(40) : cell.padStart(10))).join('');
  console.log(
    row([
      'set',
      'n',
      'chosen%',
      'decided',
      'cover%',
      'exact%',
      'right%',
      'prec%',
      'lower%',
      'tolerant%',
      'false%',
      'named%',
      'guess%',
      'span%',
      'p50 ms',
      'p99 ms',
    ]),
  );
  for (const one of [
    ...tallies,
    pool(tallies, 'pooled', () => true),
    pool(tallies, 'bfcl live', (set) => set.startsWith('bfcl_live')),
  ]) {
    if (one.count === 0) continue;
    const sorted = [...one.latenciesMs].sort((a, b) => a - b);
    const at = (quantile: number): string =>
      (sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] ?? 0).toFixed(2);
    const callDecided = one.decided - one.falseDecides;
    console.log(
      row([
        one.set,
        String(one.count),
        share(one.chosen, one.callable),
        String(one.decided),
        share(callDecided, one.callable),
        share(one.exact, callDecided),
        share(one.right, callDecided),
        share(one.right, one.decided),
        one.decided === 0 ? '-' : (100 * lowerBound(one.right, one.decided)).toFixed(1),
        share(one.tolerant, one.decided),
        share(one.falseDecides, one.count - one.callable),
        share(one.named, one.count - one.callable),
        share(one.guessRight, one.callable),
        share(one.spansHit, one.spans),
        at(0.5),
        at(0.99),
      ]),
    );
  }
}

function pool(tallies: readonly Tally[], name: string, takes: (set: string) => boolean): Tally {
  const pooled = emptyTally(name);
  for (const one of tallies) {
    if (!takes(one.set)) continue;
    for (const key of [
      'count',
      'callable',
      'chosen',
      'decided',
      'right',
      'exact',
      'tolerant',
      'falseDecides',
      'named',
      'guessRight',
      'spans',
      'spansHit',
    ] as const)
      pooled[key] += one[key];
    pooled.latenciesMs.push(...one.latenciesMs);
  }
  return pooled;
}

const QUANTILES = [0.5, 0.99] as const;
/** A machine that does something else in between makes a request look slow; the quietest of so many passes is the request itself. */
const PASSES = 5;
const FEW_TOOLS = 10;

/** Requests over few tools, none of them seen before in the first pass. */
function runLatency(folder: string): void {
  const cases = SETS.flatMap((set) => [...readCases(join(folder, `${set}.jsonl`))]).filter(
    ({ request }) => request.tools.length <= FEW_TOOLS,
  );
  printLatency(
    `requests with at most ${FEW_TOOLS} tools`,
    cases.map(
      ({ request }) =>
        () =>
          routeChat(request),
    ),
  );
}

/** The times of the first pass, of those in it that came when half of all had compiled the process's code, and of the quietest pass, by quantile. */
function printLatency(name: string, cases: readonly (() => unknown)[]): void {
  // Every second one first, so that both halves are alike.
  const asked = [...cases.filter((_, at) => at % 2 === 0), ...cases.filter((_, at) => at % 2 === 1)];
  const passes = Array.from({ length: PASSES }, () =>
    asked.map((ask) => {
      const startedMs = performance.now();
      ask();
      return performance.now() - startedMs;
    }),
  );
  const quietest = asked.map((_, at) => Math.min(...passes.map((pass) => pass[at] ?? Infinity)));
  const shown = (timesMs: readonly number[]): string => {
    const sorted = [...timesMs].sort((a, b) => a - b);
    return QUANTILES.map(
      (quantile) => `p${quantile * 100} ${(sorted[Math.floor(sorted.length * quantile)] ?? 0).toFixed(2)} ms`,
    ).join(', ');
  };
  console.log(
    `${name} (${asked.length}): first pass ${shown(passes[0] ?? [])}; its second half ${shown((passes[0] ?? []).slice(Math.ceil(asked.length / 2)))}; quietest of ${PASSES} ${shown(quietest)}`,
  );
}

/** One catalogue of 4,076 tools, read once as a registry's is, then asked. */
function runCatalogue(folder: string): void {
  const definitions = readFileSync(join(folder, 'seal_catalogue.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): ToolDefinition => {
      const definition = (parseJson(Buffer.from(line)) as Map<string, Json>).get('function') as Map<string, Json>;
      return {
        name: String(definition.get('name')),
        description: String(definition.get('description')),
        parameters: definition.get('parameters'),
      };
    });
  const queries = readFileSync(join(folder, 'seal_catalogue_queries.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { messages: { content: string }[]; expect: { name: string } });
  const texts = queries.map(({ messages }) => messages.at(-1)?.content ?? '');
  const catalogue = readCatalogue(definitions);
  const index = joinIndexes([catalogue]);
  const right = queries.filter(
    ({ expect }, at) => rankTools(index, readWords(texts[at] ?? ''))[0]?.tool.name === expect.name,
  ).length;
  console.log(`catalogue of ${definitions.length}: acc@1 ${((100 * right) / queries.length).toFixed(1)} %`);
  printLatency(
    `  reading and indexing it`,
    Array.from({ length: 3 }, () => () => readCatalogue(definitions)),
  );
  printLatency(
    '  ranking it',
    texts.map((text) => () => rankTools(index, readWords(text))),
  );
  printLatency(
    '  whole requests over it',
    texts.map(
      (text) => () =>
        routeChat(
          {
            messages: [{ role: 'user', texts: [{ path: '/messages/0/content', text }] }],
            tools: [],
            toolChoice: { kind: 'auto' },
            now: null,
          },
          [catalogue],
        ),
    ),
  );
}

/** One-sided 95 % Clopper–Pearson bound: the least precision that would still give this many right with a chance of 5 %. */
function lowerBound(right: number, count: number): number {
  let low = 0;
  let high = right / count;
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (chanceOfAtLeast(right, count, middle) < 0.05) low = middle;
    else high = middle;
  }
  return low;
}

function chanceOfAtLeast(right: number, count: number, share: number): number {
  if (share <= 0) return right === 0 ? 1 : 0;
  let logChoose = 0;
  let chance = 0;
  for (let wrong = 0; wrong <= count - right; wrong += 1) {
    if (wrong > 0) logChoose += Math.log(count - wrong + 1) - Math.log(wrong);
    chance += Math.exp(logChoose + (count - wrong) * Math.log(share) + wrong * Math.log(1 - share));
  }
  return chance;
}

/** Requests to servers that somebody really runs. */
async function runServers(): Promise<void> {
  const catalogues = [
    ...CATALOGUES.map((name) => ({ name: `server-${name}`, judge: () => judgeCatalogue(name) })),
    { name: 'ordinary tools', judge: judgeOrdinary },
  ];
  for (const { name, judge } of catalogues) {
    const judged = await judge();
    const wanting = judged.filter(({ request }) => request.expect.kind === 'call');
    const count = (judgement: string): number => wanting.filter((one) => one.judgement === judgement).length;
    const rest = judged.filter(({ request }) => request.expect.kind !== 'call');
    const asks = rest.filter(({ request }) => request.expect.kind === 'ask');
    console.log(
      `${name}: of ${wanting.length} requests for a call ${count('right')} called rightly, ${count('wrong')} wrongly, ${count('asked')} asked about; of ${rest.length} others ${rest.filter(({ judgement }) => judgement === 'wrong').length} called, of ${asks.length} incomplete ones ${asks.filter(({ named }) => named).length} asked for exactly what is missing`,
    );
  }
}

/** Tools modelled on real products, with requests by somebody who had not seen the router; every call that is not exact is shown. */
function runProducts(): void {
  const judged = judgeProducts();
  const count = (judgement: string): number => judged.filter((one) => one.judgement === judgement).length;
  const callable = judged.filter(({ one }) => one.expect.call !== undefined).length;
  const sent = count('exact') + count('right') + count('wrong');
  const asks = judged.filter(({ one }) => one.expect.ask !== undefined);
  const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
  console.log(
    `products: ${sent} of ${callable} calls sent (${share(sent, callable)}), exact ${share(count('exact'), sent)}, right ${share(count('exact') + count('right'), sent)}; of ${judged.length - callable} others ${count('false')} called; of ${asks.length} incomplete ones ${asks.filter(({ named }) => named).length} asked for exactly what is missing`,
  );
  for (const { judgement, product, one, explained } of judged) {
    if (judgement === 'right' || judgement === 'wrong' || judgement === 'false')
      console.log(
        `  ${judgement}, ${product}: ${one.messages.at(-1)?.content ?? ''} → ${explained.decision.calls[0]?.name ?? ''} ${JSON.stringify(plain(explained.decision.calls[0]?.arguments ?? null))}`,
      );
  }
}

await main(process.argv.slice(2));
