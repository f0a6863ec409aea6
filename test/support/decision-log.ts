// A decision log for a test: records as the service makes them, a log on real files, and a way to make it fail and work again.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, readForward } from '../../server/log/files.ts';
import type { DecisionLogOptions } from '../../server/log/log.ts';
import { DecisionLog } from '../../server/log/log.ts';
import type { DatabaseSinkOptions, FileSinkOptions, LogRecord } from '../../server/log/record.ts';

export type Entry = Record<string, any>;

/** What the tests of the log ask: questions, and a tool. */
export const QUESTIONS = {
  team: { type: 'choice', criteria: { billing: 'refund', technical: 'crash' } },
  urgent: { type: 'noul', criteria: { true: 'at once' } },
};
export const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Get the weather of a city',
      parameters: { type: 'object', required: ['city'], properties: { city: { type: 'string', description: 'City' } } },
    },
  },
];

export const SECRET = new Uint8Array(32).fill(7);

/** One answer to a request of so many bytes. */
export function recordOf(number: number, bytes = 0): LogRecord {
  return {
    id: `log_${number}`,
    atMs: Date.UTC(2026, 0, 1) + number,
    requestId: `req_${number}`,
    item: null,
    key: null,
    wire: 'systemone',
    status: 200,
    code: null,
    steps: number,
    kept: {
      answerId: `dec_${number}`,
      program: { hash: 'a'.repeat(64), schedule: 'steps/1' },
      said: [{ id: 'q', kind: 'noul', outcome: number % 2 === 0 ? 'decided' : 'refused', evidence: [] }],
      engine: 'evident/0',
    },
    denials: [],
    bytes: Buffer.from(`{"state":"${'x'.repeat(bytes)}"}`),
    response: null,
  };
}

export function fileSinkAt(path: string, changes: Partial<FileSinkOptions> = {}): FileSinkOptions {
  const kind = path.endsWith('.db') ? 'sqlite' : 'files';
  return { kind, path, ...KEPT, ...changes };
}

const KEPT = { keepMs: 90 * 86_400_000, bytesMax: 2 ** 32, isDurable: false };

/** One instance's way to the log in the database of a store. */
export function storedSinkAt(url: string, changes: Partial<DatabaseSinkOptions> = {}): DatabaseSinkOptions {
  return { kind: 'postgres', path: 'the database', url, instance: 'one', ...KEPT, ...changes };
}

export function openLog(path: string, changes: Partial<DecisionLogOptions> = {}): Promise<DecisionLog> {
  return DecisionLog.open({
    sink: fileSinkAt(path),
    policy: 'drop-oldest',
    isRequired: false,
    keepsBodies: false,
    masks: [],
    secret: SECRET,
    spillFolder: join(path, 'spill'),
    waitMs: 60_000,
    now: () => Date.now(),
    log: () => {},
    ...changes,
  });
}

export function linesOf(path: string): string[] {
  return listFiles(path).flatMap((file) => [...readForward(file.path)]);
}

export function entriesOf(path: string): Entry[] {
  return linesOf(path).map((line) => JSON.parse(line) as Entry);
}

/** Puts a file where the folder of a log was, so that nothing can be written; the returned function puts it back. */
export function breakLog(path: string): () => void {
  renameSync(path, `${path}.away`);
  writeFileSync(path, 'no folder');
  return () => {
    rmSync(path);
    renameSync(`${path}.away`, path);
  };
}

/** A folder that is not there yet. */
export function folderIn(root: string, name: string): string {
  const path = join(root, name, 'log');
  mkdirSync(join(root, name), { recursive: true });
  return path;
}

export function textOf(path: string): string {
  return listFiles(path)
    .map((file) => readFileSync(file.path, 'utf8'))
    .join('');
}
