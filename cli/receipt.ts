// evident receipt ID: one answer of the decision log on a page of its own, signed with the key of the service.

import type { LogReader } from '../server/log/reader.ts';
import { createReceipt } from '../server/receipts/receipt.ts';
import { type Command, EXIT, print, readFlags, UsageError, write } from './command.ts';
import { findIn, openLog } from './log.ts';
import { KEY_FLAGS, KEY_OPTIONS, openKeptKey } from './signing.ts';

export const command: Command = {
  usage: 'evident receipt ID [LOG] | --public-key',
  options: [
    ['ID', 'of an entry (x-evident-log of the answer), a request or an answer'],
    ['LOG', 'what --log of the service says (EVIDENT_LOG when left out)'],
    ['--public-key', 'print the key with which receipts are checked (evident verify RECEIPT --key FILE)'],
    ...KEY_OPTIONS,
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, { ...KEY_FLAGS, 'public-key': { type: 'boolean' } });
    const { 'public-key': asksKey, ...place } = values;
    const [id, ...log] = positionals;
    if (asksKey === true) {
      if (id !== undefined) throw new UsageError('--public-key is of the service and of no answer');
      write((await openKeptKey(place)).publicKey);
      return EXIT.ok;
    }
    if (id === undefined) throw new UsageError('name the answer: the id of an entry, a request or an answer');
    const reader = await openLog(log, place);
    try {
      const line = await findOne(reader, id);
      const key = await openKeptKey(place);
      try {
        print(createReceipt(line, key));
      } catch (error) {
        throw new UsageError((error as Error).message);
      }
      return EXIT.ok;
    } finally {
      await reader.close();
    }
  },
};

// Entries that are named where an id is that of several.
const NAMED_MAX = 5;

/** One request may have several answers, and the same request has the same answer again. */
async function findOne(reader: LogReader, id: string): Promise<string> {
  const entries = await findIn(reader, { before: null, limit: NAMED_MAX + 1, id });
  const [line] = entries;
  if (line === undefined) throw new UsageError(`the log has no entry of ${id}`);
  if (entries.length === 1) return line;
  const ids = entries.slice(0, NAMED_MAX).map((entry) => (JSON.parse(entry) as { readonly id: string }).id);
  throw new UsageError(
    `${id} has several entries, name one: ${ids.join(', ')}${entries.length > NAMED_MAX ? ' and more' : ''}`,
  );
}
