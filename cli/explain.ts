// evident explain CODE: what a diagnostic or a fault means, in a paragraph.

import { FAULTS } from '../compiler/faults.ts';
import { suggest } from '../compiler/suggest.ts';
import { DIAGNOSTICS } from '../grammar/diagnostics.ts';
import { type Command, EXIT, onlyArgument, print, printJson, readFlags, UsageError } from './command.ts';

interface Explanation {
  readonly code: string;
  readonly kind: 'error' | 'warning' | 'fault';
  readonly explain: string;
}

const EXPLANATIONS: readonly Explanation[] = [
  ...Object.entries(DIAGNOSTICS).map(([code, { severity, explain }]) => ({ code, kind: severity, explain })),
  ...Object.entries(FAULTS).map(([code, { explain }]) => ({ code, kind: 'fault' as const, explain })),
];

export const command: Command = {
  usage: 'evident explain [CODE] [--json]',
  options: [
    ['CODE', 'as in error[CODE] or fault[CODE]; the list of codes when left out'],
    ['--json', 'print code, kind and explanation as JSON'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, { json: { type: 'boolean' } });
    if (positionals.length === 0) {
      if (values.json === true) printJson(EXPLANATIONS);
      else print(EXPLANATIONS.map(({ code, kind }) => `${kind.padEnd(7)}  ${code}`).join('\n'));
      return EXIT.ok;
    }
    const code = onlyArgument(positionals, 'a code');
    const found = EXPLANATIONS.find((explanation) => explanation.code === code);
    if (found === undefined) {
      const close = suggest(
        code,
        EXPLANATIONS.map((explanation) => explanation.code),
      );
      throw new UsageError(`there is no code ${code}${close === null ? '' : `; did you mean ${close}?`}`);
    }
    if (values.json === true) printJson(found);
    else print(`${found.kind}[${code}]\n\n${found.explain}`);
    return EXIT.ok;
  },
};
