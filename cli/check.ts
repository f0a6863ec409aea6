// evident check FILE: is this script valid, and what is known of it before it runs?

import { parseArgs } from 'node:util';
import { EXIT, onlyArgument, print, printJson, type Command } from './command.ts';
import { checkFile, checkReport, drawDiagnostics } from './script.ts';

export const command: Command = {
  usage: 'evident check FILE [--json]',
  summary: 'check a script without running it',
  options: [['--json', 'print the whole result as JSON'], ['FILE', 'a script, or - for standard input']],
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { json: { type: 'boolean' } } });
    const file = checkFile(onlyArgument(positionals, 'a script'));
    const { result } = file;
    if (values.json === true) {
      printJson(checkReport(result));
      return result.ok ? EXIT.ok : EXIT.invalid;
    }
    drawDiagnostics(file);
    if (!result.ok) return EXIT.invalid;
    const bounds = result.steps === null ? '' : `, ${result.steps.max === null ? `at least ${result.steps.min}` : `${result.steps.min} to ${result.steps.max}`} steps`;
    print(`${file.name}: ok (${result.growth}${bounds})`);
    print(`hash ${result.hash}`);
    for (const { function: name, status, cycle, parameter, assumes } of result.recursion) {
      if (status === 'none') continue;
      const why = parameter === null ? '' : `: ${parameter} shrinks`;
      print(`recursion ${status} ${cycle.join(' -> ')} -> ${cycle[0]} (${name}${why}${assumes === null ? '' : `, assuming ${assumes}`})`);
    }
    return EXIT.ok;
  },
};
