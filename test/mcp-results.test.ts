// Results that are cut: who says how long they may be, what is left of them, and how the rest is read.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { ServiceError } from '../server/errors.ts';
import {
  fitError,
  KEPT_BYTES_MAX,
  KEPT_MS,
  OWN_KEPT_BYTES_MAX,
  PART_BYTES_MAX,
  RESULT_BYTES_MAX,
  RESULT_BYTES_MIN,
  Results,
} from '../server/mcp/results.ts';
import type { Registry } from '../server/services/tools/wire/mcp.ts';
import { openStore } from '../server/store/sqlite.ts';
import { openKeyFolder } from './support/keys.ts';
import { body, call, everything, failure, servers, startEverything, startRegistry } from './support/mcp.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

let nowMs = 0;
let ids = 0;
const open = () => new Results({ now: () => nowMs, newId: (prefix) => `${prefix}_${(ids += 1)}` });
const textResult = (...texts: string[]): Map<string, Json> =>
  parseJson(Buffer.from(JSON.stringify({ content: texts.map((text) => ({ type: 'text', text })) }))) as Map<
    string,
    Json
  >;
const textsOf = (result: Map<string, Json>): string[] =>
  (result.get('content') as Map<string, Json>[]).map((block) => block.get('text') as string);
const idOf = (result: Map<string, Json>): string =>
  ((result.get('_meta') as Map<string, Json>).get('evident/result') as Map<string, Json>).get('id') as string;
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
};

test('law: the beginning, what is left out and the end are the whole, in whole characters', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: RESULT_BYTES_MIN, max: 600 }),
      fc.integer({ min: 4, max: 300 }),
      (texts, bytesMax, partBytes) => {
        const results = open();
        const whole = textResult(...texts);
        const fitted = results.fit(whole, bytesMax, 'a');
        if (fitted === whole) return;
        const [head, notice, tail] = textsOf(fitted) as [string, string | undefined, string];
        const text = texts.join('\n');
        if (notice === undefined) return assert.is(head, text);
        assert.ok(text.startsWith(head) && text.endsWith(tail) && Buffer.byteLength(head + tail) <= bytesMax);
        const left = Buffer.byteLength(text) - Buffer.byteLength(head + tail);
        assert.ok(notice.includes(`[${left} bytes`) && notice.includes(`"offset":${Buffer.byteLength(head)}`));
        let read = '';
        for (let next: number | null = 0; next !== null; ) {
          const part = results.read(idOf(fitted), next, partBytes, 'a');
          assert.is(part.offset, next);
          read += part.text;
          next = part.next;
        }
        assert.is(read, text);
      },
    ),
    { numRuns: 300 },
  );
});

test('what is no text is left as JSON, and structure is read where there is no content', () => {
  const results = open();
  const image = parseJson(
    Buffer.from(JSON.stringify({ content: [{ type: 'image', data: 'x'.repeat(400) }], structuredContent: { a: 1 } })),
  ) as Map<string, Json>;
  const fitted = results.fit(image, RESULT_BYTES_MIN, null);
  assert.not.ok(fitted.has('structuredContent'));
  assert.match(
    results.read(idOf(fitted), 0, PART_BYTES_MAX, null).text,
    /^\{"type":"image","data":"x{400}"\}\n\{"a":1\}$/,
  );
  const bare = parseJson(Buffer.from(`{"structuredContent":{"a":"${'y'.repeat(400)}"}}`)) as Map<string, Json>;
  assert.match(results.read(idOf(results.fit(bare, RESULT_BYTES_MIN, null)), 0, 10, null).text, /^\{"a":"y/);
});

test('texts that fit without the structure that says them again are all there', () => {
  const results = open();
  const text = 'a "line"\n'.repeat(25);
  const both = body({ content: [{ type: 'text', text }], structuredContent: { content: text } }) as Map<string, Json>;
  const fitted = results.fit(both, RESULT_BYTES_MIN, null);
  assert.equal(textsOf(fitted), [text]);
  assert.equal(
    [...((fitted.get('_meta') as Map<string, Json>).get('evident/result') as Map<string, Json>)],
    [['text_only', true]],
  );
  assert.not.ok(fitted.has('structuredContent'));
});

test('structure that the texts do not say is read behind them', () => {
  const results = open();
  const structure = { rows: ['x'.repeat(300)] };
  const read = (text: string): string => {
    const whole = body({ content: [{ type: 'text', text }], structuredContent: structure }) as Map<string, Json>;
    return results.read(idOf(results.fit(whole, RESULT_BYTES_MIN, null)), 0, PART_BYTES_MAX, null).text;
  };
  assert.is(read('one row'), `one row\n${JSON.stringify(structure)}`);
  assert.is(read(JSON.stringify(structure, null, 2)), JSON.stringify(structure, null, 2));
});

test('the error of a server is as long as a result may be', () => {
  const upstream = { code: 1, message: 'é'.repeat(200), data: 'x'.repeat(2_000) };
  const error = new ServiceError('upstream_error', { message: 'no', details: { server: 's', upstream } });
  assert.is(fitError(error, 4_000), error);
  assert.equal(fitError(error, 301).details, {
    server: 's',
    upstream: { code: 1, message: 'é'.repeat(150), is_cut: true },
  });
});

test('a rest is kept for its caller, for a while, and the oldest go first', () => {
  const results = open();
  const keep = (length: number, caller = 'a'): string =>
    idOf(results.fit(textResult('x'.repeat(length)), RESULT_BYTES_MIN, caller));
  const readable = (id: string, caller: string | null = 'a'): boolean =>
    codeOf(() => results.read(id, 0, 10, caller)) === 'none';
  nowMs = 0;
  const first = keep(1_000);
  assert.equal(
    [readable(first), readable(first, 'b'), readable(first, null), readable('res_0')],
    [true, false, false, false],
  );
  nowMs = KEPT_MS - 1;
  assert.ok(readable(first));
  nowMs = KEPT_MS;
  assert.not.ok(readable(first));
  const parts = Array.from({ length: KEPT_BYTES_MAX / 2 ** 20 }, (_, at) => keep(2 ** 20, `c${at % 4}`));
  assert.ok(readable(parts[0]!, 'c0'));
  keep(1_000);
  assert.not.ok(readable(parts[0]!, 'c0'));
  assert.ok(readable(parts[1]!, 'c1'));
});

test('who keeps much forgets their own results, and nobody else', () => {
  const results = open();
  const keep = (caller: string): string => idOf(results.fit(textResult('x'.repeat(2 ** 20)), RESULT_BYTES_MIN, caller));
  const readable = (id: string, caller: string): boolean => codeOf(() => results.read(id, 0, 10, caller)) === 'none';
  const other = keep('b');
  const own = Array.from({ length: OWN_KEPT_BYTES_MAX / 2 ** 20 }, () => keep('a'));
  assert.ok(readable(own[0]!, 'a'));
  keep('a');
  assert.equal([readable(own[0]!, 'a'), readable(own[1]!, 'a'), readable(other, 'b')], [false, true, true]);
});

const registryWith = (limits: object): Registry =>
  startRegistry({ operatorServers: servers({ ev: { ...everything(), limits } }) });
const echo = (registry: Registry, length: number, more: object = {}) =>
  call(registry, { server: 'ev', tool: 'echo', arguments: { message: 'x'.repeat(length) }, ...more });
const lengthOf = (answer: Record<string, any>): number =>
  answer['result'].content.reduce((sum: number, { text }: any) => sum + text.length, 0);

test('the call, the server and the pattern of a tool say how much goes out, the least of them', async () => {
  const registry = registryWith({ result_bytes: 1_000, tools: { 'ec*': 500 } });
  try {
    assert.ok(lengthOf(await echo(registry, 400)) > 400);
    const cut = await echo(registry, 2_000);
    assert.ok(lengthOf(cut) < 700 && cut['result'].content.length === 3);
    assert.ok(lengthOf(await echo(registry, 2_000, { max_result_bytes: RESULT_BYTES_MIN })) < 400);
    const id = cut['result']._meta['evident/result'].id;
    const part = registry.readResult(body({ id, offset: 10, bytes: 20 }), null);
    assert.equal([part.text, part.next], ['x'.repeat(20), 30]);
  } finally {
    await registry.close();
  }
});

for (const [limits, given, param] of [
  [{}, { max_result_bytes: RESULT_BYTES_MIN - 1 }, 'max_result_bytes'],
  [{}, { max_result_bytes: RESULT_BYTES_MAX + 1 }, 'max_result_bytes'],
  [{}, { max_result_bytes: '9' }, 'max_result_bytes'],
] as const)
  test(`a call with ${JSON.stringify(given)} is told what is wrong`, async () => {
    const registry = registryWith(limits);
    try {
      const error = await failure(registry.callTool(body({ server: 'ev', tool: 'echo', arguments: {}, ...given })));
      assert.is(error.code, 'invalid_request');
      assert.ok(error.message.startsWith(param));
      for (const wrong of [
        {},
        { id: 1 },
        { id: 'a', offset: -1 },
        { id: 'a', bytes: PART_BYTES_MAX + 1 },
        { id: 'a', x: 1 },
      ])
        assert.is(
          codeOf(() => registry.readResult(body(wrong), null)),
          'invalid_request',
        );
      assert.is(
        codeOf(() => registry.readResult(body({ id: 'a', bytes: PART_BYTES_MAX }), null)),
        'result_not_found',
      );
    } finally {
      await registry.close();
    }
  });

test('a server that an older version wrote has no limit', async () => {
  const store = openStore(':memory:');
  const first = startRegistry({ store, operatorServers: [] });
  await first.registerServer(body({ name: 'old', url: 'https://old.example/mcp', enabled: false }));
  const [stored] = (await store.readServers()).servers;
  const { row, tools } = stored!;
  const config = JSON.parse(row.config) as { limits: Record<string, unknown> };
  config.limits = { concurrency: 2, queue: 3, response_bytes: 4096 };
  await store.putServers([{ row: { ...row, config: JSON.stringify(config) }, tools, before: row }]);
  const second = startRegistry({ store, operatorServers: [] });
  const { limits } = await second.getServer('old');
  assert.equal(limits, { concurrency: 2, queue: 3, response_bytes: 4096, result_bytes: RESULT_BYTES_MAX, tools: {} });
  await second.close();
});

test('a key has a limit of its own, and reads what was cut for it', async () => {
  const keys = openKeyFolder();
  const short = await keys.add('short', 'mcp:call', { resultBytes: 300 });
  const other = await keys.add('other', 'mcp:call,mcp:admin');
  const server = await openServer({ data: keys.path, mcpAllowHosts: ['127.0.0.1'] });
  const upstream = await startEverything('streamableHttp');
  const send = async (key: string, path: string, given: object): Promise<[number, Record<string, any>]> => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(given),
    });
    return [answer.status, (await answer.json()) as Record<string, any>];
  };
  try {
    await send(other, '/v1/mcp/servers?verify=true', { name: 'ev', url: `http://127.0.0.1:${upstream.port}/mcp` });
    const asked = { server: 'ev', tool: 'echo', arguments: { message: 'x'.repeat(900) } };
    assert.ok(lengthOf((await send(other, '/v1/mcp/call', asked))[1]) > 900);
    const [, cut] = await send(short, '/v1/mcp/call', asked);
    assert.ok(lengthOf(cut) < 500);
    const { id } = cut['result']._meta['evident/result'];
    assert.is((await send(short, '/v1/mcp/results/read', { id }))[1]['text'].length, 'Echo: '.length + 900);
    assert.is((await send(other, '/v1/mcp/results/read', { id }))[0], 404);
  } finally {
    await server.close();
    await upstream.stop();
    keys.remove();
  }
});

test.run();
