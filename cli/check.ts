// evident check FILE: is this script valid, and what is known of it before it runs?

import type { StepBounds } from '../compiler/growth/growth.ts';
import { shapeOfExamples, shapeOfSchema } from '../compiler/shapes/schema.ts';
import type { Shape } from '../compiler/shapes/shape.ts';
import { JsonError, parseJson } from '../grammar/json.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  onlyArgument,
  print,
  printJson,
  readBytes,
  readFlags,
  UsageError,
} from './command.ts';
import { countSteps } from './fuel.ts';
import { RECURSION_OPTION, readRecursion } from './recursion.ts';
import { checkFile, checkReport, drawDiagnostics, type ScriptFile } from './script.ts';
import { watchAll } from './watch.ts';

export const command: Command = {
  usage: 'evident check FILE [--schema FILE] [--example FILE] [--recursion POLICY] [--watch] [--json]',
  options: [
    ['FILE', 'a script, or - for standard input'],
    [
      '--schema FILE',
      'a JSON Schema of the input: a field it does not have, or a value of a kind that never fits, is an error',
    ],
    ['--example FILE', 'the same from an input, or from one a line (.jsonl), that others are like'],
    RECURSION_OPTION,
    ['--watch', 'check again whenever one of the files, or a script beside it, changes'],
    ['--json', 'print the whole result as JSON'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      schema: { type: 'string' },
      example: { type: 'string' },
      recursion: { type: 'string' },
      watch: { type: 'boolean' },
      json: { type: 'boolean' },
    });
    const recursion = readRecursion(values.recursion);
    const path = onlyArgument(positionals, 'a script');
    const once = (): ExitCode =>
      report(
        checkFile(path, { recursion, inputShape: readShape(values.schema, values.example) }),
        values.json === true,
      );
    if (values.watch !== true) return once();
    const paths = [path, values.schema, values.example].filter((one) => one !== undefined);
    if (paths.includes('-')) throw new UsageError('standard input cannot be watched');
    // Modules are scripts beside it.
    return watchAll('check', paths, once, { beside: '.script' });
  },
};

function report(file: ScriptFile, json: boolean): ExitCode {
  const { result } = file;
  if (json) {
    printJson(checkReport(result));
    return result.ok ? EXIT.ok : EXIT.invalid;
  }
  drawDiagnostics(file);
  if (!result.ok) return EXIT.invalid;
  const bounds = result.steps === null ? '' : `, ${drawBounds(result.steps)}`;
  print(`${file.name}: ok (${result.growth}${bounds})`);
  print(`hash ${result.hash}`);
  for (const { function: name, status, cycle, parameter, assumes } of result.recursion) {
    if (status === 'none') continue;
    const why = parameter === null ? '' : `: ${parameter} shrinks`;
    print(
      `recursion ${status} ${cycle.join(' -> ')} -> ${cycle[0]} (${name}${why}${assumes === null ? '' : `, assuming ${assumes}`})`,
    );
  }
  return EXIT.ok;
}

/** What the input looks like; undefined where nobody says. */
function readShape(schema: string | undefined, example: string | undefined): Shape | undefined {
  if (schema !== undefined && example !== undefined)
    throw new UsageError('--schema and --example both say what the input is');
  const path = schema ?? example;
  if (path === undefined) return undefined;
  try {
    const bytes = readBytes(path);
    if (schema !== undefined) return shapeOfSchema(parseJson(bytes));
    if (!path.endsWith('.jsonl')) return shapeOfExamples([parseJson(bytes)]);
    const lines = new TextDecoder().decode(bytes).split('\n');
    return shapeOfExamples(lines.filter((line) => line.trim() !== '').map((line) => parseJson(Buffer.from(line))));
  } catch (error) {
    if (!(error instanceof JsonError || error instanceof TypeError)) throw error;
    throw new UsageError(`${path}: ${error.message}`);
  }
}

function drawBounds({ min, max }: StepBounds): string {
  if (max === null) return `at least ${countSteps(min)}`;
  return min === max ? countSteps(min) : `${min} to ${countSteps(max)}`;
}
