// evident docs [NAME]: the reference of the language, or of one builtin or special form.

import { BUILTIN_NAMES } from '../compiler/builtins.ts';
import { writtenInstead } from '../compiler/elsewhere.ts';
import { SPECIAL_NAMES } from '../compiler/specials.ts';
import { suggest } from '../compiler/suggest.ts';
import { type Command, EXIT, onlyArgument, print, readFlags, UsageError, write } from './command.ts';
import { helpOf, reference } from './reference.ts';

export const command: Command = {
  usage: 'evident docs [NAME]',
  options: [['NAME', 'a builtin or a special form; all of them, as Markdown, when left out']],
  async run(args) {
    const { positionals } = readFlags(args, {});
    if (positionals.length === 0) {
      write(reference());
      return EXIT.ok;
    }
    const name = onlyArgument(positionals, 'a builtin');
    const help = helpOf(name);
    if (help === null) throw new UsageError(unknownName(name));
    print(help);
    return EXIT.ok;
  },
};

/** One sentence for a name that is neither builtin nor special form. */
export function unknownName(name: string): string {
  const instead = writtenInstead(name);
  const close = instead === null ? suggest(name, [...BUILTIN_NAMES, ...SPECIAL_NAMES]) : null;
  const hint = instead !== null ? `: ${instead}` : close !== null ? `; did you mean ${close}?` : '';
  return `there is no builtin or special form ${name}${hint}`;
}
