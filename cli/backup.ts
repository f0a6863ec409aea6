// evident backup: a copy of the store, while the service runs.

import { existsSync, rmSync } from 'node:fs';
import { type Command, EXIT, note, onlyArgument, readFlags, UsageError } from './command.ts';
import { openFile, storePath, storeReason } from './data-folder.ts';

export const command: Command = {
  usage: 'evident backup FILE [--data FOLDER]',
  options: [
    [
      'FILE',
      'where the copy goes; it must not be there yet; to restore it, end the service and put it in an empty folder as evident.db',
    ],
    ['--data FOLDER', 'where the server keeps its data (./data, or EVIDENT_DATA)'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, { data: { type: 'string' } });
    const target = onlyArgument(positionals, 'a file');
    if (existsSync(target)) throw new UsageError(`${target} is there already`);
    const path = storePath(values.data);
    try {
      await openFile(path, (store) => store.backup(target));
    } catch (error) {
      if (error instanceof UsageError) throw error;
      // Half a copy must not be taken for one.
      rmSync(target, { force: true });
      note(`evident backup: ${storeReason(error)}`);
      return EXIT.usage;
    }
    note(`copied ${path} to ${target}`);
    return EXIT.ok;
  },
};
