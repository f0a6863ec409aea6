// evident lsp: the language server that editors start.

import { tellMissing } from '../server/optional.ts';
import { type Command, readFlags, UsageError } from './command.ts';
import { RECURSION_OPTION, readRecursion } from './recursion.ts';

export const command: Command = {
  usage: 'evident lsp [--stdio] [--recursion POLICY]',
  options: [['--stdio', 'what it does anyway; editors say it'], RECURSION_OPTION],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      stdio: { type: 'boolean' },
      recursion: { type: 'string' },
    });
    if (positionals.length > 0) throw new UsageError(`an editor opens the files: ${positionals.join(' ')} is too much`);
    const recursion = readRecursion(values.recursion);
    const [{ serveEditor }, { VERSION }] = await Promise.all([
      import('./editor/server.ts').catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(tellMissing(error, 'evident lsp', 'vscode-languageserver'));
      }),
      import('../server/engines/identity.ts'),
    ]);
    serveEditor({ recursion, version: VERSION });
    // The server ends the process itself, when the editor says so or closes the stream.
    return await new Promise(() => {});
  },
};
