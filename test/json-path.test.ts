// JSON path: what is read as a path, what is refused and where, and the depth of filters at its limit and one past.

import * as assert from 'uvu/assert';
import { FILTER_DEPTH_MAX, readJsonPath } from '../grammar/json-path.ts';
import { checkCriterion, PATHS_MAX, readManner } from '../server/services/decisions/wire/criteria.ts';
import { test } from './support/test.ts';

const selectorsOf = (text: string): string => {
  const reading = readJsonPath(text);
  if (reading.kind === 'wrong') return `${reading.at}: ${reading.message}`;
  return JSON.stringify(
    reading.segments.map(({ deep, selectors }) => [
      ...(deep ? ['..'] : []),
      ...selectors.map((selector) => (selector.kind === 'name' ? selector.name : selector)),
    ]),
  );
};

const CASES: readonly (readonly [path: string, told: string])[] = [
  ['$', '[]'],
  ['$.a.b', '[["a"],["b"]]'],
  ['a.b', '[["a"],["b"]]'],
  ['[0]', '[[0]]'],
  ["$['a b', \"it's\", -1]", '[["a b","it\'s",-1]]'],
  ["$['\\'\\u0041\\\\\"']", '[["\'A\\\\\\""]]'],
  ['$..a', '[["..","a"]]'],
  ['$..[*]', '[["..",{"kind":"all"}]]'],
  ['$.straße.größe-2', '[["straße"],["größe-2"]]'],
  ['$[1:-1]', '[[{"kind":"slice","start":1,"end":-1,"step":1}]]'],
  ['$[ : : -2 ]', '[[{"kind":"slice","start":null,"end":null,"step":-2}]]'],
  [
    "$[?@.role=='customer']",
    '[[{"kind":"filter","filter":{"kind":"compare","by":"==","left":{"kind":"below","of":"element","names":["role"]},"right":{"kind":"literal","json":"\\"customer\\""}}}]]',
  ],
  [
    '$[?@.a && !$.b[0] || @ >= -1.50]',
    '[[{"kind":"filter","filter":{"kind":"or","parts":[{"kind":"and","parts":[{"kind":"exists","operand":{"kind":"below","of":"element","names":["a"]}},{"kind":"not","part":{"kind":"exists","operand":{"kind":"below","of":"root","names":["b",0]}}}]},{"kind":"compare","by":">=","left":{"kind":"below","of":"element","names":[]},"right":{"kind":"literal","json":"-1.50"}}]}}]]',
  ],
  ['', '0: expected a name'],
  ['$.', '2: expected a name'],
  ['$a', '1: expected `.` or `[`'],
  ['$[01]', '2: expected a name in quotes, an index, a slice, `*` or `?`'],
  ['$[?@.a', '6: expected `]`'],
  ['$[?length(@)>1]', '3: expected `@`, `$`, a string, a number, true, false or null'],
  ['$[?1]', '4: expected a comparison'],
  ['$[?@..a]', '4: a filter compares single values'],
  ["$['\\x']", '2: a string with a wrong escape'],
  ['$[?@.a==1e3]', '8: expected `@`, `$`, a string, a number, true, false or null'],
];

for (const [path, told] of CASES) test(path, () => assert.is(selectorsOf(path), told));

test('a filter may be nested so deep, and no deeper', () => {
  const nested = (depth: number): string => `$[?${'('.repeat(depth)}@.a${')'.repeat(depth)}]`;
  assert.is(readJsonPath(nested(FILTER_DEPTH_MAX)).kind, 'path');
  assert.equal(readJsonPath(nested(FILTER_DEPTH_MAX + 1)), {
    kind: 'wrong',
    message: `a filter may be nested ${FILTER_DEPTH_MAX} deep`,
    at: 3 + FILTER_DEPTH_MAX + 1,
  });
});

test('so many paths in one `in`, and no more', () => {
  const problems = (count: number): number =>
    readManner(new Map([['in', Array.from({ length: count }, (_, at) => `a${at}`)]]), false).problems.length;
  assert.equal([problems(PATHS_MAX), problems(PATHS_MAX + 1)], [0, 1]);
  assert.is(checkCriterion(new Map([['in', Array.from({ length: PATHS_MAX + 1 }, () => 'a')]])).length, 1);
});

test.run();
