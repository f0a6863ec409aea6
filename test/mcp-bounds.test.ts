// What a server or a caller may make the service keep: rows of the audit, records, reports of progress, unread bytes, and turns.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import type { Audit } from '../server/audit.ts';
import { ANNOTATIONS_LENGTH_MAX } from '../server/mcp/call-plan.ts';
import type { Catalogue } from '../server/mcp/catalogue.ts';
import { applyListing, DEFINITION_LENGTH_MAX, EMPTY_CATALOGUE, readListing } from '../server/mcp/catalogue.ts';
import { checkInTurn, STEPS_MAX } from '../server/mcp/conformance.ts';
import { PROGRESS_LENGTH_MAX, PROGRESS_MAX } from '../server/mcp/progress.ts';
import { UNREAD_BYTES_MAX } from '../server/mcp/stdio.ts';
import { atOnce, inTurns, TURN_MS } from '../server/mcp/turns.ts';
import { openPolicies } from '../server/policies.ts';
import type { Progress } from '../server/services/tools/wire/mcp.ts';
import type { AuditEntry } from '../server/store/store.ts';
import { body, call, failure, listed, raw, servers, startRegistry } from './support/mcp.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-bounds-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

type Row = AuditEntry & { readonly members: Readonly<Record<string, unknown>> };

function kept(): Audit & { readonly rows: Row[] } {
  const rows: Row[] = [];
  return {
    rows,
    writer: 'test',
    add: (entry) => rows.push(entry as Row),
    flush: async () => {},
    close: async () => {},
  };
}

test('the audit has names of what is not there up to 256 characters', async () => {
  const audit = kept();
  const registry = startRegistry({ audit, operatorServers: servers({ raw: raw() }) });
  try {
    for (const length of [256, 257]) {
      await failure(registry.callTool(body({ server: 'raw', tool: 't'.repeat(length) })));
      await failure(registry.callTool(body({ server: 's'.repeat(length), tool: 'line' })));
    }
    const calls = audit.rows.filter(({ event }) => event === 'call');
    const lengths = calls.map(({ members }) => [members['server'], members['tool']].map((one) => String(one).length));
    assert.equal(lengths, [
      [3, 256],
      [256, 4],
      [3, 257],
      [257, 4],
    ]);
    assert.match(String(calls[2]?.members['tool']), /^t{256}…$/);
  } finally {
    await registry.close();
  }
});

test('a tool has as many annotations as a policy reads, and not one character more', async () => {
  const path = join(folder, 'annotated.json');
  const frame = JSON.stringify({ title: '' }).length;
  const annotated = (name: string, length: number): object => ({
    name,
    inputSchema: { type: 'object' },
    annotations: { title: 'x'.repeat(length - frame) },
  });
  writeFileSync(
    path,
    JSON.stringify([annotated('fits', ANNOTATIONS_LENGTH_MAX), annotated('exceeds', ANNOTATIONS_LENGTH_MAX + 1)]),
  );
  writeFileSync(join(folder, 'allow.script'), '{:verdict "allow"}');
  const policies = await openPolicies(folder, () => {});
  const audit = kept();
  const registry = startRegistry({
    audit,
    policies,
    operatorServers: servers({
      guarded: { ...raw({ FIXTURE_TOOLS: path }), guards: { before: ['allow'] } },
      open: raw({ FIXTURE_TOOLS: path }),
    }),
  });
  try {
    assert.is((await call(registry, { server: 'guarded', tool: 'fits' }))['outcome'], 'ok');
    const refused = await failure(registry.callTool(body({ server: 'guarded', tool: 'exceeds' })));
    assert.is(refused.code, 'tool_not_allowed');
    // Where no policy reads them they are in no row.
    assert.is((await call(registry, { server: 'open', tool: 'exceeds' }))['outcome'], 'ok');
    for (const { members } of audit.rows) assert.ok(JSON.stringify(members).length < ANNOTATIONS_LENGTH_MAX + 2_000);
  } finally {
    await registry.close();
    policies.close();
  }
});

test('what a server says of itself is kept as far as a person reads it', async () => {
  const registry = startRegistry({ operatorServers: servers({ proud: raw({ FIXTURE_MODE: 'boasts' }) }) });
  try {
    await call(registry, { server: 'proud', tool: 'line' });
    const { server_info, capabilities } = await registry.getServer('proud');
    const { name, title = '', version } = server_info ?? { name: '', version: '' };
    assert.equal([name.length, title.length, version.length], [256, 256, 256]);
    assert.equal(capabilities, ['tools'], 'those of the protocol');
  } finally {
    await registry.close();
  }
});

test('of reports of progress a caller gets the first thousand, each as long as a line', async () => {
  const registry = startRegistry({ operatorServers: servers({ raw: raw() }) });
  const told: Progress[] = [];
  try {
    const onProgress = (progress: Progress): void => void told.push(progress);
    await registry.callTool(body({ server: 'raw', tool: 'reports' }), { onProgress });
    assert.equal([told.length, told.at(-1)?.progress], [PROGRESS_MAX, PROGRESS_MAX]);
    assert.is(told[0]?.message?.length, PROGRESS_LENGTH_MAX);
  } finally {
    await registry.close();
  }
});

test('a server that does not read is sent so much, and then its callers are told', async () => {
  const registry = startRegistry({ operatorServers: servers({ deaf: raw(), other: raw() }) });
  try {
    const large = { text: 'x'.repeat(500_000) };
    const codes: string[] = [];
    const most = UNREAD_BYTES_MAX / 500_000 + 3;
    for (let calls = 0; calls < most && codes.at(-1) !== 'server_busy'; calls += 1) {
      const request = { server: 'deaf', tool: 'deaf', arguments: large, timeout_ms: 20 };
      codes.push((await failure(registry.callTool(body(request)))).code);
    }
    assert.is(codes.at(-1), 'server_busy', codes.join(' '));
    assert.equal([...new Set(codes.slice(0, -1))], ['upstream_timeout']);
    assert.is((await call(registry, { server: 'other', tool: 'line' }))['outcome'], 'ok');
  } finally {
    await registry.close();
  }
});

test('checks against a schema that takes long are made one in a turn', async () => {
  const schema = body({ items: { type: 'integer' } });
  const long = body(Array(STEPS_MAX).fill(1));
  assert.is((await checkInTurn(long, schema)).kind, 'skipped');
  let turns = 0;
  let isOver = false;
  const count = async (): Promise<void> => {
    for (; !isOver; turns += 1) await nextTurn();
  };
  const counting = count();
  await Promise.all(Array.from({ length: 8 }, () => checkInTurn(long, schema)));
  isOver = true;
  await counting;
  assert.ok(turns >= 7, `${turns} turns`);
});

test('long work of several is done one piece in a turn, whoever it is for', async () => {
  let turns = 0;
  let isOver = false;
  const count = async (): Promise<void> => {
    for (; !isOver; turns += 1) await nextTurn();
  };
  // Each piece takes longer than a turn has.
  function* slow(pieces: number): Generator<void, number, void> {
    for (let piece = 0; piece < pieces; piece += 1) {
      for (const until = performance.now() + TURN_MS; performance.now() <= until; );
      yield;
    }
    return pieces;
  }
  const counting = count();
  assert.equal(await Promise.all([inTurns(slow(5)), inTurns(slow(6)), inTurns(slow(1))]), [5, 6, 1]);
  isOver = true;
  await counting;
  assert.ok(turns >= 11, `${turns} turns`);
  function* quick(): Generator<void, number, void> {
    yield;
    return 7;
  }
  assert.is(atOnce(quick()), 7);
});

test('a listing is read a step of a definition at a time, and what is known is not read again', () => {
  const definitions = Array.from({ length: 500 }, (_, at) => defined(`tool_${at}`, 1_000));
  const stepsOf = (before: Catalogue): number => {
    const work = readListing(before, definitions);
    let steps = 0;
    while (work.next().done !== true) steps += 1;
    return steps;
  };
  assert.is(stepsOf(EMPTY_CATALOGUE), 3 * 500);
  const rules = { allow: [], deny: [], policy: 'tofu' } as const;
  const known = applyListing(EMPTY_CATALOGUE, listed(EMPTY_CATALOGUE, definitions), rules, 's', 0);
  assert.is(stepsOf(known), 500);
});

test('a definition of a mebibyte is kept, and a longer one is left out', () => {
  const names = (length: number): string[] =>
    listed(EMPTY_CATALOGUE, [defined('small', 10), defined('large', length)]).map(({ name }) => name);
  // Two brackets, two texts, and the names of the members.
  const frame = 3 + 'name'.length + 'large'.length + 'description'.length;
  assert.equal(names(DEFINITION_LENGTH_MAX - frame), ['small', 'large']);
  assert.equal(names(DEFINITION_LENGTH_MAX - frame + 1), ['small']);
});

function defined(name: string, length: number): ReadonlyMap<string, Json> {
  return body({ name, description: 'd'.repeat(length) }) as ReadonlyMap<string, Json>;
}

test('megabytes of definitions come over a pipe as they are', async () => {
  const path = join(folder, 'large.json');
  const tools = Array.from({ length: 500 }, (_, at) => ({
    name: `tool_${String(at).padStart(3, '0')}`,
    description: `${at} ${'d'.repeat(14_000)}`,
    inputSchema: { type: 'object' },
  }));
  writeFileSync(path, JSON.stringify(tools));
  const registry = startRegistry({ operatorServers: servers({ raw: raw({ FIXTURE_TOOLS: path }) }) });
  try {
    await registry.settle(60_000);
    const list = await registry.listTools();
    assert.equal(
      list.tools.map(({ description }) => description),
      tools.map(({ description }) => description),
    );
  } finally {
    await registry.close();
  }
});

test('an answer of megabytes counts although its server ended with it', async () => {
  const registry = startRegistry({ operatorServers: servers({ raw: raw() }) });
  try {
    const { result } = await registry.callTool(body({ server: 'raw', tool: 'farewell' }));
    const content = (result as ReadonlyMap<string, Json>).get('structuredContent') as ReadonlyMap<string, Json[]>;
    assert.is(content.get('all')?.length, 1_500_001);
  } finally {
    await registry.close();
  }
});

test.run();
