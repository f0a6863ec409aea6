// evident serve: the service. Flags are those of server/config.ts, the one place that reads them.

import { FLAG_HELP } from '../server/config.ts';
import { type Command, EXIT } from './command.ts';

export const command: Command = {
  usage: 'evident serve [--host ADDRESS] [--port NUMBER] [--data FOLDER] [--mcp-config FILE] [--mcp-stdio]',
  options: FLAG_HELP,
  async run(args) {
    const { serve } = await import('../server/main.ts');
    await serve(args, process.env);
    return (process.exitCode as typeof EXIT.ok | undefined) ?? EXIT.ok;
  },
};
