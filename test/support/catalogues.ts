// A service with real tool servers registered, all of them reached.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everything } from './mcp.ts';
import type { TestServer } from './server.ts';
import { openServer } from './server.ts';
import { until } from './until.ts';

const require = createRequire(import.meta.url);

/** The official servers, over stdio. */
export async function openCatalogues(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'evident-catalogues-'));
  const config = join(folder, 'mcp.json');
  const local = (name: string, ...args: string[]): object => ({
    command: process.execPath,
    args: [require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
    protocol: 'legacy',
  });
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: {
        every: everything(),
        files: local('filesystem', folder),
        memory: { ...local('memory'), env: { MEMORY_FILE_PATH: join(folder, 'memory.json') } },
        thinking: local('sequential-thinking'),
      },
    }),
  );
  const server = await openServer({ mcpConfig: config });
  await until(async () => {
    const listed = await (await fetch(`${server.url}/v1/mcp/tools?detail=name`)).json();
    return !(listed as { partial: boolean }).partial;
  });
  return {
    ...server,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
