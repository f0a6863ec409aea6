// Generated parts of the pages are current: `npm run docs` writes them, from test/support/tables.ts.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

import { isUpdating } from './support/golden-json.ts';
import { ROOT } from './support/paths.ts';
import { TABLES } from './support/tables.ts';

const PART = /(?<=<!-- generated: (\S+) -->\n)[^]*?(?=<!-- \/generated -->)/g;

const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')).sort();
const placed = new Set<string>();

for (const name of pages) {
  const path = join(ROOT, 'docs', name);
  const text = readFileSync(path, 'utf8');
  const made = text.replaceAll(PART, (_, table: string) => {
    placed.add(table);
    return `\n${(TABLES[table] ?? unknown(name, table))()}\n\n`;
  });
  if (!text.includes('<!-- generated: ')) continue;
  if (isUpdating) writeFileSync(path, made);
  else test(`docs/${name} is what \`npm run docs\` makes`, () => assert.is(text, made));
}

test('every table stands in a page', () => assert.equal([...placed].sort(), Object.keys(TABLES).sort()));

function unknown(page: string, name: string): never {
  throw new Error(`docs/${page}: there is no table ${name}`);
}

test.run();
