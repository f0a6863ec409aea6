// Does anything stay behind of tool servers that come and go? A service of its own; over and over a local server is registered,
// called and deleted. Aims: no process, and less than 20 MB after a thousand times.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { raw } from '../test/support/mcp.ts';
import { startProcess } from '../test/support/process.ts';
import { table } from './measure.ts';

const CYCLES = Number(process.env['EVIDENT_BENCH_CYCLES'] ?? 1_000);
/** As many before memory is looked at for the first time: code is compiled, and caches fill. */
const WARM_UP = 200;
/** Cycles under way at once. */
const AT_ONCE = 4;

export async function benchCycles(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'evident-bench-cycles-'));
  const template = raw();
  const config = join(folder, 'mcp.json');
  writeFileSync(config, JSON.stringify({ mcpServers: {}, stdioTemplates: { raw: template } }));
  const service = startProcess(
    '--port',
    '0',
    '--data',
    join(folder, 'data'),
    '--mcp-config',
    config,
    '--drain-ms',
    '0',
  );
  const url = await service.url;
  const pid = service.child.pid as number;
  try {
    await turn(url, template, 0, WARM_UP);
    const before = residentBytes(pid);
    await turn(url, template, WARM_UP, CYCLES);
    const after = residentBytes(pid);
    const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
    return table(
      ['cycles', 'processes left', `memory after ${WARM_UP} more`, 'after them', 'difference'],
      [
        [
          CYCLES.toLocaleString('en'),
          childrenOf(pid).toString(),
          megabytes(before),
          megabytes(after),
          megabytes(after - before),
        ],
      ],
    );
  } finally {
    service.child.kill('SIGTERM');
    await service.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function turn(url: string, template: object, from: number, count: number): Promise<void> {
  let next = from;
  const worker = async (): Promise<void> => {
    for (let at = next; at < from + count; at = next) {
      next += 1;
      const name = `c${at}`;
      await ask(`${url}/v1/mcp/servers`, 'POST', { ...template, name });
      await ask(`${url}/v1/mcp/call`, 'POST', { server: name, tool: 'line' });
      await ask(`${url}/v1/mcp/servers/${name}`, 'DELETE');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function ask(url: string, method: string, body?: object): Promise<void> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
}

function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096;
}

/** Also of children of children: what outlives its parent is in the group it was started in, and the service leads none. */
function childrenOf(pid: number): number {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
      return Number(parent) === pid;
    } catch {
      return false;
    }
  }).length;
}
