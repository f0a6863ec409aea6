// A PostgreSQL server of a test's own, which it may kill: in a temporary folder, on a free port, as long as the test runs.
// In: the programs of PostgreSQL, where the machine has them. Out: a server. Why not the machine's own: others use that one.

import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './mcp.ts';
import { needing } from './needs.ts';

export interface PostgresServer {
  /** The URL of a store in it. */
  readonly url: string;
  readonly folder: string;
  /** Ends all of its processes at once, as a machine that loses its power. */
  kill(): void;
  start(): Promise<void>;
  /** Lets none of its processes go on, or all again: a server that does not answer, and whose connections stay open. */
  freeze(isFrozen: boolean): void;
  remove(): Promise<void>;
}

const PROGRAMS = findPrograms();
/** PostgreSQL does not run as root; who is root takes its own user. */
const USER = process.getuid?.() === 0 ? 'postgres' : null;

export const withPostgresPrograms = needing('postgres-programs', whyNot());

/** `settings`: lines of postgresql.conf. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'evident-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  if (USER !== null) chownSync(folder, idOf('-u'), idOf('-g'));
  mustRun('initdb', ['-D', data, '-U', 'evident', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C']);
  const more = [
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
    `unix_socket_directories = '${folder}'`,
    ...settings,
  ];
  writeFileSync(join(data, 'postgresql.conf'), `${readFileSync(join(data, 'postgresql.conf'))}\n${more.join('\n')}\n`);
  const control = (...args: string[]) => run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), ...args]);
  let isRunning = false;
  const start = async (): Promise<void> => {
    // Processes of a server that was killed need a moment to notice.
    for (let attempt = 1; control('start').status !== 0; attempt += 1) {
      if (attempt === 20) throw new Error(`the server does not start: ${readFileSync(join(folder, 'log'), 'utf8')}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    isRunning = true;
  };
  const processes = (): number[] => {
    const main = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' });
    return [main, ...stdout.split('\n').map(Number)].filter((pid) => pid > 0);
  };
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of processes())
      try {
        process.kill(pid, name);
      } catch {
        // It has ended by itself.
      }
  };
  const kill = (): void => {
    if (isRunning) signal('SIGKILL');
    isRunning = false;
  };
  process.once('exit', kill);
  await start();
  return {
    url: `postgres://evident@127.0.0.1:${port}/postgres`,
    folder,
    kill,
    start,
    freeze: (isFrozen) => signal(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    async remove() {
      kill();
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function run(program: string, args: readonly string[]) {
  const command = [join(PROGRAMS ?? '', program), ...args];
  const [first, ...rest] = USER === null ? command : ['runuser', '-u', USER, '--', ...command];
  // The server inherits no pipe: whoever reads one would wait for its end.
  return spawnSync(first as string, rest, { stdio: ['ignore', 'ignore', 'ignore'], cwd: tmpdir() });
}

function mustRun(program: string, args: readonly string[]): void {
  const { status, error } = run(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? `code ${status}`}`);
}

function idOf(flag: '-u' | '-g'): number {
  return Number(spawnSync('id', [flag, USER as string], { encoding: 'utf8' }).stdout);
}

/** Debian keeps them out of the path. */
function findPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(':'),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl'))) ?? null;
}

function whyNot(): string | null {
  if (PROGRAMS === null) return 'no initdb and pg_ctl';
  if (USER !== null && spawnSync('runuser', ['-u', USER, '--', 'true']).status !== 0)
    return `no user ${USER} to run PostgreSQL as`;
  return null;
}
