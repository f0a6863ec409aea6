// Fit gate: the constants of the routing gate, learned from the routing sets, and how well they hold on toolsets not learned from.
// In: a folder with the sets (argument, default ../shared/data), and the requests of test/golden/routing. Out: server/engines/routing/verdict/weights.ts, and on stdout
// exactness and coverage under cross-validation grouped by toolset. Why: constants nobody can reproduce cannot be trusted.
// Usage: npm run fit:gate [-- DATA] [--dry] [--wrong]. No randomness: the same sets give the same constants, byte for byte.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainRoute } from '../server/engines/routing/route.ts';
import { basisOf, PARTS } from '../server/engines/routing/verdict/confidence.ts';
import { CATALOGUES, judgeCatalogue, judgeOrdinary } from '../test/support/catalogue.ts';
import { judgeProducts } from '../test/support/products.ts';
import { matchesAll, plain, readCases, SETS } from './route-cases.ts';

const WEIGHTS_FILE = 'server/engines/routing/verdict/weights.ts';
const FOLDS = 10;
/** Pulls slopes to nothing where few cases speak for them. */
const RIDGE = 0.3;
const SWEEPS = 150;
/** The gate opens where these shares of the calls sent on requests that want one are exact out of fold, pooled and on the requests people really wrote. */
const EXACT_MIN = 0.97;
const EXACT_LIVE_MIN = 0.97;
/** And of no set of requests that want no call, more than this share may get one. */
const UNWANTED_MAX = 0.009;
/** A share means nothing in a smaller set: one case of 26 is 4 %. */
const UNWANTED_CASES_MIN = 100;

interface Sample {
  readonly text: string;
  readonly set: string;
  readonly basis: readonly number[];
  readonly right: boolean;
  readonly callable: boolean;
  readonly fold: number;
}

async function main(args: readonly string[]): Promise<void> {
  const folder = join(args.find((one) => !one.startsWith('--')) ?? '../shared/data', 'routing');
  if (!existsSync(folder)) {
    console.log(`bench/fit-gate: ${folder} is missing, skipped`);
    return;
  }
  const { samples, callable, idle, hash } = await readSamples(folder);
  const logits = crossValidate(samples);
  const model = fit(samples);
  const shift = chooseThreshold(samples, logits, idle);
  report(samples, logits, shift, callable);
  if (args.includes('--wrong')) showWrong(samples, logits, shift);
  const text = print(model, shift, hash);
  if (!args.includes('--dry')) writeFileSync(WEIGHTS_FILE, text);
}

/** Every case that only confidence can stop, with what would be sent judged right or wrong. */
async function readSamples(
  folder: string,
): Promise<{ samples: Sample[]; callable: number; idle: Map<string, number>; hash: string }> {
  const idle = new Map<string, number>();
  const samples: Sample[] = [];
  const hash = createHash('sha256');
  let callable = 0;
  for (const set of SETS) {
    const file = join(folder, `${set}.jsonl`);
    hash.update(readFileSync(file));
    for (const one of readCases(file)) {
      if (one.kind === 'call') callable += 1;
      else idle.set(set, (idle.get(set) ?? 0) + 1);
      const { trace } = explainRoute(one.request);
      if (trace === null || trace.obstacle !== null) continue;
      const { filled, features } = trace.weighed;
      const right =
        one.kind === 'call' && filled.tool.name === one.expect.name && matchesAll(one, plain(filled.arguments));
      samples.push({
        text: `${one.id}: ${one.text} → ${filled.tool.name} ${JSON.stringify(plain(filled.arguments))}`,
        set,
        basis: basisOf(features),
        right,
        callable: one.kind === 'call',
        fold: foldOf(one.request.tools.map(({ name }) => name)),
      });
    }
  }
  const own = [
    ...judgeProducts().map(({ product, one, explained, wouldBeExact }) => ({
      set: 'products',
      toolset: product,
      said: one.messages.at(-1)?.content ?? '',
      isCall: one.expect.call !== undefined,
      explained,
      right: wouldBeExact,
    })),
    ...[...(await Promise.all(CATALOGUES.map(judgeCatalogue))).flat(), ...judgeOrdinary()].map(
      ({ request, explained, wouldBeRight }) => ({
        set: 'servers',
        toolset: 'set' in request ? String(request.set) : 'server',
        said: request.message,
        isCall: request.expect.kind === 'call',
        explained,
        right: wouldBeRight,
      }),
    ),
  ];
  for (const { set, toolset, said, isCall, explained, right } of own) {
    if (isCall) callable += 1;
    else idle.set(set, (idle.get(set) ?? 0) + 1);
    hash.update(said);
    const { trace } = explained;
    if (trace === null || trace.obstacle !== null) continue;
    const { filled, features } = trace.weighed;
    samples.push({
      text: `${toolset}: ${said} → ${filled.tool.name} ${JSON.stringify(plain(filled.arguments))}`,
      set,
      basis: basisOf(features),
      right,
      callable: isCall,
      fold: foldOf([toolset]),
    });
  }
  return { samples, callable, idle, hash: hash.digest('hex') };
}

function foldOf(names: readonly string[]): number {
  return (
    createHash('sha256')
      .update([...names].sort().join('\n'))
      .digest()
      .readUInt32BE(0) % FOLDS
  );
}

interface Model {
  readonly bias: number;
  readonly slopes: readonly number[];
}

/** Logistic regression whose slopes may not be negative: cyclic coordinate descent with a Newton step each. */
function fit(samples: readonly Sample[]): Model {
  const width = samples[0]?.basis.length ?? 0;
  const slopes = new Array<number>(width).fill(0);
  const logits = new Float64Array(samples.length);
  let bias = 0;
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (let at = -1; at < width; at += 1) {
      let gradient = 0;
      let curvature = 1e-6;
      samples.forEach(({ basis, right }, row) => {
        const x = at < 0 ? 1 : (basis[at] ?? 0);
        if (x === 0) return;
        const p = 1 / (1 + Math.exp(-(logits[row] ?? 0)));
        gradient += ((right ? 1 : 0) - p) * x;
        curvature += p * (1 - p) * x * x;
      });
      const old = at < 0 ? bias : (slopes[at] ?? 0);
      const next =
        at < 0 ? old + gradient / curvature : Math.max(0, old + (gradient - RIDGE * old) / (curvature + RIDGE));
      if (at < 0) bias = next;
      else slopes[at] = next;
      const step = next - old;
      if (step !== 0)
        samples.forEach(
          ({ basis }, row) => (logits[row] = (logits[row] ?? 0) + step * (at < 0 ? 1 : (basis[at] ?? 0))),
        );
    }
  }
  return { bias, slopes };
}

function logitOf({ bias, slopes }: Model, basis: readonly number[]): number {
  return basis.reduce((sum, value, at) => sum + value * (slopes[at] ?? 0), bias);
}

function crossValidate(samples: readonly Sample[]): number[] {
  const models = Array.from({ length: FOLDS }, (_, fold) => fit(samples.filter((one) => one.fold !== fold)));
  return samples.map((one) => logitOf(models[one.fold] as Model, one.basis));
}

/** The lowest logit from which on both shares hold, out of fold. */
function chooseThreshold(
  samples: readonly Sample[],
  logits: readonly number[],
  idle: ReadonlyMap<string, number>,
): number {
  const unwanted = (level: number): boolean =>
    [...idle].some(
      ([set, count]) =>
        count >= UNWANTED_CASES_MIN &&
        samples.filter((one, at) => one.set === set && !one.callable && (logits[at] ?? 0) >= level).length >
          UNWANTED_MAX * count,
    );
  const levels = [...new Set(logits)].sort((a, b) => a - b);
  return (
    levels.find(
      (level) =>
        !unwanted(level) &&
        exactFrom(samples, logits, level, () => true) >= EXACT_MIN &&
        exactFrom(samples, logits, level, isLive) >= EXACT_LIVE_MIN,
    ) ?? Infinity
  );
}

const isLive = ({ set }: Sample): boolean => set.startsWith('bfcl_live');

function exactFrom(
  samples: readonly Sample[],
  logits: readonly number[],
  level: number,
  takes: (one: Sample) => boolean,
): number {
  const sent = samples.filter((one, at) => one.callable && takes(one) && (logits[at] ?? 0) >= level);
  return sent.length === 0 ? 1 : sent.filter(({ right }) => right).length / sent.length;
}

function report(samples: readonly Sample[], logits: readonly number[], shift: number, callable: number): void {
  console.log(
    `${samples.length} cases reach the gate, ${samples.filter(({ right }) => right).length} of them right; out of fold, ${FOLDS} folds by toolset:`,
  );
  for (const level of [shift - 1.5, shift - 1, shift - 0.5, shift, shift + 0.5, shift + 1]) {
    const sent = samples.filter((_, at) => (logits[at] ?? 0) >= level);
    const pooled = exactFrom(samples, logits, level, () => true);
    const live = exactFrom(samples, logits, level, isLive);
    console.log(
      `  logit ${level.toFixed(2)}: ${sent.length} sent, exact ${(100 * pooled).toFixed(1)} %, live ${(100 * live).toFixed(1)} %, coverage ${((100 * sent.filter((one) => one.callable).length) / callable).toFixed(1)} %, sent without reason ${sent.filter((one) => !one.callable).length}`,
    );
  }
}

/** The wrong calls the gate is surest of: what to look at next. */
function showWrong(samples: readonly Sample[], logits: readonly number[], shift: number): void {
  const wrong = samples
    .map((one, at) => ({ one, logit: logits[at] ?? 0 }))
    .filter(({ one, logit }) => !one.right && logit >= shift - 1);
  for (const { one, logit } of wrong.sort((a, b) => b.logit - a.logit))
    console.log(`${logit.toFixed(2)} ${one.text.slice(0, 400)}`);
}

function print({ bias, slopes }: Model, shift: number, hash: string): string {
  const round = (value: number): string => String(Math.round(value * 1000) / 1000);
  const lines: string[] = [];
  let from = 0;
  for (const { name, knots } of PARTS) {
    // A line each, as the formatter would have it.
    const values = slopes.slice(from, from + knots.length - 1).map(round);
    lines.push(...values.map((value, at) => `  ${value},${at === values.length - 1 ? ` // ${name}` : ''}`));
    from += knots.length - 1;
  }
  return [
    '// Confidence weights: the constants of confidence.ts. Written by bench/fit-gate.ts (npm run fit:gate); not for editing.',
    '// In: nothing. Out: a bias, a threshold and a slope for every piece of every part.',
    `// Why: fitted on the routing sets whose bytes have sha256 ${hash}.`,
    '',
    `export const BIAS = ${round(bias)};`,
    '/** Calls are sent from this logit on. */',
    `export const CONFIDENCE_MIN = ${round(shift)};`,
    'export const SLOPES: readonly number[] = [',
    ...lines,
    '];',
    '',
  ].join('\n');
}

await main(process.argv.slice(2));
