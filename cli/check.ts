// evident check FILE: is this script valid, and what is known of it before it runs?

import type { StepBounds } from '../compiler/growth/growth.ts';
import { type Command, EXIT, onlyArgument, print, printJson, readFlags } from './command.ts';
import { countSteps } from './fuel.ts';
import { RECURSION_OPTION, readRecursion } from './recursion.ts';
import { checkFile, checkReport, drawDiagnostics } from './script.ts';

export const command: Command = {
  usage: 'evident check FILE [--recursion POLICY] [--json]',
  summary: 'check a script without running it',
  options: [
    ['FILE', 'a script, or - for standard input'],
    RECURSION_OPTION,
    ['--json', 'print the whole result as JSON'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, { recursion: { type: 'string' }, json: { type: 'boolean' } });
    const recursion = readRecursion(values.recursion);
    const file = checkFile(onlyArgument(positionals, 'a script'), { recursion });
    const { result } = file;
    if (values.json === true) {
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
  },
};

function drawBounds({ min, max }: StepBounds): string {
  if (max === null) return `at least ${countSteps(min)}`;
  return min === max ? countSteps(min) : `${min} to ${countSteps(max)}`;
}
