// docs/upstream.md tells the truth: its file is read, its request with its model's words gives the answer printed, its tables are the
// limits and the statuses. `--update` rewrites the answer.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { QUOTE_BYTES_MAX, QUOTE_WORDS_MIN } from '../server/engines/upstream/settle.ts';

import { ASK_STATUSES } from '../server/services/decisions/help.ts';
import { FAILURES_MAX, OPEN_MS_FIRST, OPEN_MS_MAX } from '../server/upstream/breaker.ts';
import { BOUNDS, MEMBERS, readUpstreamConfig } from '../server/upstream/config.ts';
import { isUpdating } from './support/golden-json.ts';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';
import { openHelpedServer, openUpstream, write, writeUpstreamFile } from './support/upstream.ts';

const page = join(ROOT, 'docs/upstream.md');
const text = readFileSync(page, 'utf8');
const [file = '', request = '', written = '', answer = ''] = [...text.matchAll(/```json\n([^]*?)\n```/g)].map(
  ([, inside]) => inside!,
);

test('the file of the page is one', () => {
  process.env['MODEL_KEY'] = 'sk-page';
  const kept = writeUpstreamFile(file);
  const { name, kind, headers } = readUpstreamConfig(kept.path);
  kept.remove();
  assert.equal([name, kind, headers['authorization']], ['judge', 'openai', 'Bearer sk-page']);
});

test('the request gives the answer printed, with what the model writes', async () => {
  const upstream = await openUpstream(write(written));
  const { upstream: described } = JSON.parse(file) as { upstream: Record<string, unknown> };
  const server = await openHelpedServer({ ...described, url: upstream.url });
  try {
    const told = await (await server.post('/v1/systemone', request)).text();
    if (isUpdating)
      writeFileSync(
        page,
        text.replace(answer, () => told),
      );
    else assert.is(answer, told);
    assert.is(upstream.seen.length, 1);
  } finally {
    await server.close();
    await upstream.close();
  }
});

/** The rows of the table under a heading, by cell. */
function rows(heading: string): string[][] {
  const section = text.slice(text.indexOf(`## ${heading}`)).split('\n## ')[0]!;
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

test('the members are those of the file, with their defaults and limits', () => {
  const told = rows('The file');
  assert.equal(
    told.map(([member]) => member!.replaceAll('`', '')),
    [...MEMBERS],
  );
  for (const [member, { default: usual, max }] of Object.entries(BOUNDS)) {
    const row = told.find(([name]) => name === `\`${member}\``)!;
    assert.is(row[1], String(usual));
    assert.ok(row[2]!.includes(`up to ${max}`), member);
  }
});

test('the statuses are those of the header', () => {
  assert.equal(
    rows('When it fails')
      .map(([status]) => status!.replaceAll('`', ''))
      .sort(),
    [...ASK_STATUSES].sort(),
  );
});

test('the numbers in the text are the limits', () => {
  assert.ok(
    text.includes(
      `at most ${QUOTE_BYTES_MAX} bytes, and at least ${['no', 'one', 'two'][QUOTE_WORDS_MIN]} different words`,
    ),
  );
  assert.ok(
    text.includes(`After ${FAILURES_MAX} failures in a row it is not asked for ${OPEN_MS_FIRST / 1000} seconds`),
  );
  assert.is(OPEN_MS_MAX, 60_000);
});

test.run();
