// Links between the pages lead somewhere: every relative link to a file and a heading that are there, every path of a test
// that a page names to a file. And the index lists every page.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as assert from 'uvu/assert';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

const FOLDERS = ['.', 'docs', 'bench', 'cli', 'compiler', 'grammar', 'runtime', 'server', 'test'];

const pages = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

test('there are pages', () => assert.ok(pages.includes('README.md') && pages.includes('docs/http.md')));

for (const page of pages) {
  const text = withoutCode(readFileSync(join(ROOT, page), 'utf8'));
  test(`${page} links to what is there`, () => {
    const broken = [...text.matchAll(/\]\(([^()\s]+)\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link));
    assert.equal(broken, []);
  });
  test(`${page} names tests that are there`, () => {
    const missing = [...text.matchAll(/`((?:test|bench)\/[\w./-]+\.ts)`/g)]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(ROOT, path)));
    assert.equal(missing, []);
  });
}

test('docs/README.md lists every page of docs, and docs/language/README.md every page of the language', () => {
  for (const folder of ['docs', 'docs/language']) {
    const index = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
    const unlisted = readdirSync(join(ROOT, folder)).filter(
      (name) => name.endsWith('.md') && name !== 'README.md' && !index.includes(`](${name})`),
    );
    assert.equal(unlisted, [], folder);
  }
});

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
  const file = join(ROOT, target);
  if (!existsSync(file)) return false;
  if (anchor === undefined) return true;
  return statSync(file).isFile() && headings(readFileSync(file, 'utf8')).has(anchor);
}

/** The anchors of a page, as GitHub and most renderers make them. */
function headings(text: string): Set<string> {
  const anchors = [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .replaceAll(/[`*_]/g, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  return new Set(anchors);
}

/** Fenced blocks hold no links of the page. */
function withoutCode(text: string): string {
  return text.replaceAll(/^(```+)[^]*?^\1$/gm, '');
}

test.run();
