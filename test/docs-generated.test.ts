// Generated parts of the pages are current: `npm run docs` writes them, from test/support/tables.ts.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { isUpdating } from './support/golden-json.ts';
import { ROOT } from './support/paths.ts';
import { TABLES } from './support/tables.ts';
import { test } from './support/test.ts';

const PART = /(?<=<!-- generated: (\S+) -->\n)[^]*?(?=<!-- \/generated -->)/g;

const placed = new Set<string>();

for (const name of readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .sort()) {
  const path = join(ROOT, 'docs', name);
  const text = readFileSync(path, 'utf8');
  if (isUpdating)
    writeFileSync(
      path,
      text.replaceAll(PART, (_, table: string) => partOf(table)),
    );
  for (const [part, table] of text.matchAll(PART) as Iterable<RegExpExecArray & [string, string]>) {
    placed.add(table);
    if (!isUpdating)
      test(`docs/${name}: \`npm run docs\` makes the table ${table}`, () => assert.is(part, partOf(table)));
  }
}

test('every table stands in a page', () => assert.equal([...placed].sort(), Object.keys(TABLES).sort()));

function partOf(name: string): string {
  const make = TABLES[name];
  if (make === undefined) throw new Error(`there is no table ${name}`);
  return `\n${make()}\n\n`;
}

test.run();
