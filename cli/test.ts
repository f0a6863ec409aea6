// evident test PATH…: runs the cases beside scripts, and says which parts of the scripts no case reaches.

import { existsSync, lstatSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult } from '../compiler/check.ts';
import { render } from '../grammar/render.ts';
import { explainFault } from '../runtime/explain/explanation.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { FUEL_DEFAULT } from '../runtime/outcome.ts';
import { type Case, judgeCase, readCases } from './cases.ts';
import { coloured } from './colour.ts';
import { type Command, EXIT, type ExitCode, note, print, printJson, readFlags, reason, UsageError } from './command.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { FUEL_WANTED, readFuel } from './fuel.ts';
import { junit } from './junit.ts';
import { RECURSION_OPTION, readRecursion } from './recursion.ts';
import { checkFile, drawDiagnostics, type ScriptFile } from './script.ts';
import { watchAll } from './watch.ts';

export const command: Command = {
  usage:
    'evident test PATH… [--coverage-min PERCENT] [--junit FILE] [--watch] [--fuel N] [--recursion POLICY] [--json]',
  options: [
    [
      'PATH',
      'a script, or a folder with scripts in it or in its folders; NAME.script has its cases in NAME.cases.json or NAME.cases.jsonl',
    ],
    ['--coverage-min PERCENT', 'end with 1 when fewer of the parts of a script are reached'],
    ['--junit FILE', 'also write the results as JUnit XML'],
    ['--watch', 'run again whenever a file changes'],
    ['--fuel N', `steps each case may use (${FUEL_DEFAULT})`],
    RECURSION_OPTION,
    ['--json', 'one JSON document instead of lines'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      'coverage-min': { type: 'string' },
      junit: { type: 'string' },
      watch: { type: 'boolean' },
      fuel: { type: 'string' },
      recursion: { type: 'string' },
      json: { type: 'boolean' },
    });
    if (positionals.length === 0) throw new UsageError('name scripts, or folders of scripts');
    const fuel = values.fuel === undefined ? FUEL_DEFAULT : readFuel(values.fuel);
    if (fuel === null) throw new UsageError(`--fuel must be ${FUEL_WANTED}, not ${values.fuel}`);
    const settings: Settings = {
      fuel,
      recursion: readRecursion(values.recursion),
      coverageMin: readPercent(values['coverage-min']),
      junit: values.junit ?? null,
      json: values.json === true,
    };
    const once = (): ExitCode => testAll(positionals, settings);
    if (values.watch !== true) return once();
    return watchAll('test', [...positionals, ...positionals.flatMap(foldersIn)], once, { beside: true });
  },
};

interface Settings {
  readonly fuel: number;
  readonly recursion: ReturnType<typeof readRecursion>;
  /** 0 to 100. */
  readonly coverageMin: number;
  readonly junit: string | null;
  readonly json: boolean;
}

/** What became of one script's cases. */
export interface Tested {
  /** The script's file. */
  readonly file: string;
  readonly cases: readonly { readonly name: string; readonly steps: number; readonly failure: string | null }[];
  readonly coverage: Coverage;
}

const SCRIPT = '.script';
const CASES = ['.cases.json', '.cases.jsonl'];

function testAll(paths: readonly string[], settings: Settings): ExitCode {
  const files = paths.flatMap(scriptsAt);
  const tested: Tested[] = [];
  let isInvalid = false;
  for (const { script, cases: path } of files) {
    const file = checkFile(script, { recursion: settings.recursion });
    // Definitions alone are a module: those who use it test it.
    const isModule = path === null && file.result.diagnostics.some(({ code }) => code === 'no-result');
    if (isModule) continue;
    drawDiagnostics(file);
    const cases = path === null ? [] : readCases(path);
    if (path === null) note(`${script}: no cases`);
    if (!file.result.ok || cases === null) isInvalid = true;
    else if (path !== null) tested.push(show(file, testScript(file, cases, settings.fuel), settings));
  }
  const isPoor = tested.some(({ coverage }) => percentOf(coverage) < settings.coverageMin);
  const failed = tested.reduce((sum, { cases }) => sum + cases.filter(({ failure }) => failure !== null).length, 0);
  const passed = tested.reduce((sum, { cases }) => sum + cases.length, 0) - failed;
  if (settings.junit !== null) writeReport(settings.junit, junit(tested));
  if (settings.json)
    printJson({ passed, failed, scripts: tested.map((one) => ({ ...one, percent: percentOf(one.coverage) })) });
  else print(`${passed} passed, ${failed} failed`);
  return isInvalid || isPoor || failed > 0 ? EXIT.invalid : EXIT.ok;
}

interface Found {
  readonly script: string;
  /** null where there are none. */
  readonly cases: string | null;
}

/** Throws UsageError where nothing is to be tested. */
function scriptsAt(path: string): Found[] {
  const scripts = isFolder(path)
    ? [path, ...foldersIn(path)].flatMap((folder) =>
        namesIn(folder)
          .filter((name) => name.endsWith(SCRIPT))
          .map((name) => join(folder, name)),
      )
    : [path];
  if (scripts.length === 0) throw new UsageError(`${path} has no scripts (*${SCRIPT})`);
  return scripts.map((script) => {
    const base = script.endsWith(SCRIPT) ? script.slice(0, -SCRIPT.length) : script;
    return { script, cases: CASES.map((ending) => base + ending).find((file) => existsSync(file)) ?? null };
  });
}

/** The folders in a folder, at any depth, without those of packages and hidden ones; none of a file. */
function foldersIn(path: string): string[] {
  if (!isFolder(path)) return [];
  const folders = namesIn(path)
    .filter((name) => name !== 'node_modules' && !name.startsWith('.'))
    .map((name) => join(path, name))
    .filter((inner) => lstatSync(inner).isDirectory());
  return folders.flatMap((folder) => [folder, ...foldersIn(folder)]);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reason(error)}`);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    throw new UsageError(`cannot read ${folder}: ${reason(error)}`);
  }
}

function testScript({ name, result }: ScriptFile, cases: readonly Case[], fuel: number): Tested {
  const profile = new Map<number, number>();
  const ran = cases.map((one) => {
    const run = interpret(result.program as NonNullable<CheckResult['program']>, one.input, { fuel, profile });
    return {
      name: one.name,
      steps: run.steps,
      failure: judgeCase(one, run, (fault) => explain(result, one.input, fuel, fault)),
    };
  });
  return { file: name, cases: ran, coverage: coverageOf(result, new Set(profile.keys())) };
}

/** What a fault that nobody expected met. */
function explain(
  result: CheckResult,
  input: Uint8Array | null,
  fuel: number,
  fault: Parameters<typeof explainFault>[4],
): string | null {
  return explainFault(result, result.places, input, fuel, fault)?.sentence ?? null;
}

// A script that few cases reach has many such places; the first ones say enough.
const MISSED_SHOWN_MAX = 10;

function show({ source }: ScriptFile, tested: Tested, { json }: Settings): Tested {
  if (json) return tested;
  const { file, cases, coverage } = tested;
  const failed = cases.filter(({ failure }) => failure !== null);
  print(
    `${file}: ${cases.length - failed.length} of ${cases.length} cases, ${coverage.covered} of ${coverage.nodes} parts reached (${percentOf(coverage).toFixed(0)} %)`,
  );
  for (const { name, failure } of failed) print(coloured(`  FAIL ${name}: ${failure}`, process.stdout));
  for (const place of coverage.missed.slice(0, MISSED_SHOWN_MAX)) {
    const drawing = { ...place, code: 'not-reached', severity: 'note', message: 'no case evaluates this', help: null };
    note(render({ ...drawing, related: [] }, source, file));
  }
  const more = coverage.missed.length - MISSED_SHOWN_MAX;
  if (more > 0) note(`${file}: ${more} more places are not reached`);
  return tested;
}

function percentOf({ covered, nodes }: Coverage): number {
  return nodes === 0 ? 100 : (100 * covered) / nodes;
}

function readPercent(text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d{1,3}(\.\d+)?$/.test(text) && Number(text) <= 100) return Number(text);
  throw new UsageError(`--coverage-min must be a number from 0 to 100, not ${text}`);
}

function writeReport(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${reason(error)}`);
  }
}
