// Runtime: values, vectors, maps, texts and JSON of the WebAssembly runtime, called as emitted code calls them. What each
// builtin means is tested against the interpreter elsewhere; here stand the laws of how values are kept.
// It is longer than other files because it holds all cases of one subject.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { compareCodePoints } from '../grammar/form.ts';
import { JsonError, parseJson } from '../grammar/json.ts';
import { SOURCES } from '../runtime/build.ts';
import { caseTable } from '../runtime/case-table.ts';
import { runtimeModule } from '../runtime/host.ts';
import { ABSENT, FALSE, liveRuntime, NIL, TRUE } from './support/live-runtime.ts';
import { test } from './support/test.ts';

const runtime = await liveRuntime();
const { exports } = runtime;

const integer = (value: number): bigint => BigInt(value) << 3n;
const pack = (...values: bigint[]): bigint => {
  const slots = exports.vectorNew(values.length);
  new BigInt64Array(exports.memory.buffer, slots, values.length).set(values);
  return exports.vectorDone(slots, values.length);
};

/** Reads and prints JSON text. */
function roundTrip(text: string | Uint8Array): string {
  try {
    return runtime.finish(runtime.begin(text));
  } catch {
    return runtime.output();
  }
}

/** A string of the runtime, of any text. */
function text(value: string): bigint {
  // Only pieces of the input's text are made here, so the arena is not laid out anew.
  return runtime.call('getIn', strings, pack(integer(words.indexOf(value))), ABSENT);
}

const words: string[] = [];
let strings = NIL;

/** Starts a run in which `text` knows these strings. */
function beginWith(known: readonly string[]): void {
  words.splice(0, words.length, ...known);
  strings = runtime.begin(JSON.stringify(known));
}

test('the runtime has no imports', () => {
  assert.equal(WebAssembly.Module.imports(runtimeModule()), []);
});

test('JSON goes through with keys in code point order and the fewest escapes', () => {
  for (const [given, expected] of [
    [
      '{"b":1,"a":[1,2.50,{"x":"\\u00e9\\ud83d\\ude00\\n\\u0001\\/"}],"":null,"t":true,"f":false}',
      '{"":null,"a":[1,2.5,{"x":"é😀\\n\\u0001/"}],"b":1,"f":false,"t":true}',
    ],
    [' [ ] ', '[]'],
    ['{}', '{}'],
    ['"\\u0000\\b\\f\\r\\t\\"\\\\"', '"\\u0000\\b\\f\\r\\t\\"\\\\"'],
    ['{"\\uff01":1,"\\ud83d\\ude00":2,"Z":3}', '{"Z":3,"！":1,"😀":2}'],
    ['[1e400,123456789012345678901234567890,-0,1E-7,100]', '[1e+400,123456789012345678901234567890,0,1e-7,100]'],
    ['{"10":1,"9":2,"__proto__":3}', '{"10":1,"9":2,"__proto__":3}'],
    ['['.repeat(256) + ']'.repeat(256), '['.repeat(256) + ']'.repeat(256)],
  ] as const)
    assert.is(roundTrip(given), expected);
});

test('no text at all is nil', () => {
  assert.is(runtime.begin(''), NIL);
});

test('any JSON value comes out as it went in, keys sorted', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' as const }), (value) => {
      const given = JSON.stringify(value, (_key, member: unknown) =>
        typeof member === 'number' ? Math.trunc(member % 1e15) : member,
      );
      if (!given.isWellFormed() || /\\ud[89a-f]/.test(given)) return;
      assert.is(roundTrip(given), sortedJson(JSON.parse(given)));
    }),
    { numRuns: 500 },
  );
});

/** The JSON of a value, its keys in code point order. Not `JSON.stringify`: an object of JavaScript gives integer-like keys first. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => compareCodePoints(a, b));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${sortedJson(member)}`).join(',')}}`;
}

const HOSTILE = [
  '',
  ' ',
  '[',
  ']',
  '{',
  '{"a"',
  '{"a":',
  '{"a":1,',
  '{"a":1,}',
  '[1,]',
  '[,1]',
  '[1 2]',
  '{"a" 1}',
  '{a:1}',
  "['a']",
  '01',
  '-',
  '1.',
  '.5',
  '1e',
  '+1',
  '0x10',
  'NaN',
  'tru',
  'truex',
  'nulls',
  '1 2',
  '[]]',
  '"',
  '"\\',
  '"\\x"',
  '"\\u12"',
  '"\t"',
  '"\u0000"',
  '//',
  '[1/*x*/]',
  '{"a":1,"a":2}',
  '{"a":{"x":1,"x":2},"b":1,"b"',
  '{"":1,"":2}',
  '{"a":1,"\\u0061":2}',
  '"\\ud800"',
  '{"\\udc00":1}',
  '{"k":["\\ud800x"]}',
  '{"a/b~c":[0,{"\\n":x',
  '['.repeat(257),
  '['.repeat(100_000),
  '{"a":'.repeat(100_000),
  '[[],[[],{"a":1}',
  '{"a":[1,2,{"b":3,"c":[4,5',
];

test('text that is not acceptable is bad input, at the byte and path the reader of requests tells', () => {
  for (const given of [...HOSTILE.map((entry) => Buffer.from(entry)), ...brokenUtf8()]) expectSameVerdict(given);
});

test('broken JSON is told apart like the reader of requests does, wherever it breaks', () => {
  const seeds = HOSTILE.filter((entry) => entry.length < 100).concat(
    '{"b":1,"a":[1,2.5,{"x":"\\u00e9\\ud83d\\ude00"}],"c":{"d":null,"e":true}}',
  );
  const edit = fc.record({
    at: fc.nat(60),
    kind: fc.constantFrom('insert', 'delete', 'replace'),
    byte: fc.constantFrom(...'{}[]:,"\\u0d8ae1- .+\n/tn~ab'),
  });
  fc.assert(
    fc.property(fc.constantFrom(...seeds), fc.array(edit, { maxLength: 4 }), (seed, edits) => {
      let broken = seed;
      for (const { at, kind, byte } of edits) {
        const place = at % (broken.length + 1);
        broken =
          broken.slice(0, place) +
          (kind === 'delete' ? '' : byte) +
          broken.slice(kind === 'insert' ? place : place + 1);
      }
      if (broken.isWellFormed()) expectSameVerdict(Buffer.from(broken));
    }),
    { numRuns: 3_000 },
  );
});

function brokenUtf8(): Buffer[] {
  return [
    [0xef, 0xbb, 0xbf, 0x31],
    [0x22, 0xff, 0x22],
    [0x22, 0xe2, 0x28, 0x22],
    [0x22, 0xe2, 0x82],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0xf4, 0x90, 0x80, 0x80],
    [0xc0, 0x80],
    [0x22, 0xf0, 0x80, 0x80, 0x80, 0x22],
    [0x80],
  ].map((bytes) => Buffer.from(bytes));
}

function expectSameVerdict(bytes: Buffer): void {
  // No bytes at all are a missing input, which is nil and no error.
  if (bytes.length === 0) return;
  let expected: { path: string; byte: number } | null = null;
  try {
    parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    expected = { path: error.path, byte: error.byte };
  }
  const answer = JSON.parse(roundTrip(bytes)) as { code?: string; path: string; byte: number };
  const shown = bytes.toString('latin1').slice(0, 80);
  if (expected === null) assert.is(exports.status(), 0, shown);
  else
    assert.equal(
      { code: answer.code, path: answer.path, byte: answer.byte },
      { code: 'bad-input', ...expected },
      shown,
    );
}

// Vectors: every operation on every version so far, against arrays.

type VectorStep = {
  readonly kind: 'conj' | 'assoc' | 'slice' | 'into';
  readonly version: number;
  readonly a: number;
  readonly b: number;
};

const vectorSteps = fc.array(
  fc.record<VectorStep>({
    kind: fc.constantFrom('conj', 'conj', 'conj', 'assoc', 'assoc', 'slice', 'into'),
    version: fc.nat(),
    a: fc.nat(1000),
    b: fc.nat(1000),
  }),
  { minLength: 20, maxLength: 150 },
);

test('every version of a vector stays what it was, however others grow', () => {
  fc.assert(
    fc.property(vectorSteps, fc.nat(600), (steps, start) => {
      runtime.begin();
      const first = Array.from({ length: start }, (_, index) => index);
      const versions: { readonly model: readonly number[]; readonly value: bigint }[] = [
        { model: first, value: pack(...first.map(integer)) },
      ];
      for (const [index, { kind, version, a, b }] of steps.entries()) {
        // Half of the steps go on from the newest version, the others from any.
        const { model, value } = versions[version % 2 === 0 ? versions.length - 1 : version % versions.length]!;
        if (kind === 'conj') {
          versions.push({ model: [...model, index], value: runtime.call('conj', value, pack(integer(index))) });
        } else if (kind === 'assoc') {
          const at = a % (model.length + 1);
          versions.push({
            model: [...model.slice(0, at), index, ...model.slice(at + 1)],
            value: runtime.call('assoc', value, pack(integer(at), integer(index))),
          });
        } else if (kind === 'slice') {
          const from = (a % (model.length + 1)) >> 2;
          const to = Math.max(from, model.length - ((b % (model.length + 1)) >> 2));
          versions.push({
            model: model.slice(from, to),
            value: runtime.call('slice', value, integer(from), integer(to)),
          });
        } else {
          const more = Array.from({ length: b % 40 }, (_, at) => at);
          versions.push({ model: [...model, ...more], value: runtime.call('into', value, pack(...more.map(integer))) });
        }
      }
      for (const { model, value } of versions) {
        const read = model.map((_, index) => Number(runtime.call('nth', value, integer(index), ABSENT) >> 3n));
        assert.equal(read, model);
        assert.is(runtime.call('count', value) >> 3n, BigInt(model.length));
        assert.is(runtime.call('equal', value, pack(...model.map(integer))), TRUE);
      }
      const { model, value } = versions[steps.length >> 1]!;
      assert.is(runtime.finish(value), JSON.stringify(model));
    }),
    { numRuns: 120 },
  );
});

test('the size of every version is that of the same vector made at once', () => {
  fc.assert(
    fc.property(vectorSteps, (steps) => {
      beginWith(['x', 'y'.repeat(40)]);
      let value = pack();
      for (const { kind, a, b } of steps) {
        const element = a % 2 === 0 ? text('y'.repeat(40)) : pack(integer(a), text('x'));
        const count = Number(runtime.call('count', value) >> 3n);
        if (kind === 'conj') value = runtime.call('conj', value, pack(element, element));
        else if (kind === 'into') value = runtime.call('into', value, runtime.call('repeat', integer(b % 50), element));
        else if (kind === 'assoc') value = runtime.call('assoc', value, pack(integer(b % (count + 1)), element));
        else value = runtime.call('drop', integer(b % 40), value);
      }
      assert.is(sizeOf(value), sizeOf(runtime.call('reverse', runtime.call('reverse', value))));
    }),
    { numRuns: 120 },
  );
});

/** The surcharge of looking for nil in a vector is its size. */
function sizeOf(vector: bigint): bigint {
  const before = runtime.fuel();
  runtime.call('includes', vector, NIL);
  return before - runtime.fuel();
}

test('100,000 elements by conj take at most 8 MiB', () => {
  runtime.begin();
  let value = pack();
  for (let index = 0; index < 100_000; index += 1) value = runtime.call('conjOne', value, integer(index));
  assert.ok(runtime.used() <= 8 * 1024 * 1024, `${runtime.used()} bytes`);
  assert.is(runtime.call('last', value), integer(99_999));
});

test('100,000 entries by assoc fit the default arena, whatever the order of their keys', () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `k${100_000 + index}`);
  for (const known of [names, [...names].reverse(), names.map((_, index) => names[(index * 7919) % names.length]!)]) {
    const keys = runtime.begin(JSON.stringify(known));
    const keyAt = (index: number): bigint => runtime.call('nth', keys, integer(index), ABSENT);
    let map = NIL;
    for (let index = 0; index < known.length; index += 1)
      map = runtime.call('assoc', map, pack(keyAt(index), integer(index)));
    assert.is(runtime.call('count', map), integer(100_000));
    assert.is(runtime.call('get', map, keyAt(31_337), ABSENT), integer(31_337));
  }
});

// Maps, likewise.

test('every version of a map stays what it was, however others change', () => {
  const step = fc.record({
    kind: fc.constantFrom('assoc', 'assoc', 'assoc', 'dissoc', 'merge'),
    version: fc.nat(),
    key: fc.nat(90),
    other: fc.nat(90),
  });
  const known = Array.from({ length: 91 }, (_, index) => `${index % 3 === 0 ? 'é' : 'k'}${index}`);
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 200 }), (steps) => {
      beginWith(known);
      const versions: { readonly model: ReadonlyMap<string, number>; readonly value: bigint }[] = [
        { model: new Map(), value: NIL },
      ];
      for (const [index, { kind, version, key, other }] of steps.entries()) {
        const { model, value } = versions[version % 2 === 0 ? versions.length - 1 : version % versions.length]!;
        const name = known[key]!;
        if (kind === 'assoc') {
          versions.push({
            model: new Map([...model, [name, index]]),
            value: runtime.call('assoc', value, pack(text(name), integer(index))),
          });
        } else if (kind === 'dissoc') {
          versions.push({
            model: new Map([...model].filter(([at]) => at !== name)),
            value: runtime.call('dissoc', value, pack(text(name))),
          });
        } else {
          const from = versions[other % versions.length]!;
          versions.push({
            model: new Map([...model, ...from.model]),
            value: runtime.call('merge', pack(value, from.value)),
          });
        }
      }
      for (const { model, value } of versions) {
        for (const name of known) {
          const found = runtime.call('get', value, text(name), ABSENT);
          assert.is(found, model.has(name) ? integer(model.get(name)!) : NIL);
        }
        const sortedNames = [...model.keys()].sort(compareCodePoints);
        const built = runtime.call(
          'zipmap',
          pack(...sortedNames.map(text)),
          pack(...sortedNames.map((name) => integer(model.get(name)!))),
        );
        const whole = value === NIL ? runtime.call('merge', pack()) : value;
        assert.is(runtime.call('equal', whole, built), TRUE);
        assert.is(sizeOf(pack(whole)), sizeOf(pack(built)));
      }
      const { model, value } = versions[versions.length - 1]!;
      const printed = JSON.parse(runtime.finish(value)) as Record<string, number> | null;
      assert.equal(
        printed === null ? [] : Object.entries(printed),
        [...model].sort(([a], [b]) => compareCodePoints(a, b)),
      );
    }),
    { numRuns: 60 },
  );
});

test('sorting is stable, ascending and descending', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5), { maxLength: 200 }), (keys) => {
      runtime.begin();
      const elements = pack(...keys.map((_, index) => integer(index)));
      const by = pack(...keys.map(integer));
      for (const descending of [false, true]) {
        const order = keys
          .map((_, index) => index)
          .sort((a, b) => (descending ? keys[b]! - keys[a]! : keys[a]! - keys[b]!) || a - b);
        const made = runtime.call('sortBy', elements, by, descending ? TRUE : FALSE);
        assert.equal(
          keys.map((_, index) => Number(runtime.call('nth', made, integer(index), ABSENT) >> 3n)),
          order,
        );
      }
    }),
    { numRuns: 200 },
  );
});

test('texts are cut, found and counted by code points', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'é', '漢', '😀', ' '), { maxLength: 40 }),
      fc.nat(40),
      fc.nat(40),
      (points, a, b) => {
        const whole = points.join('');
        const from = Math.min(a, b) % (points.length + 1);
        const to = Math.max(from, Math.max(a, b) % (points.length + 1));
        const piece = points.slice(from, to).join('');
        beginWith([whole, piece]);
        assert.is(runtime.call('count', text(whole)), integer(points.length));
        const cut = runtime.call('subs', text(whole), integer(from), integer(to));
        assert.is(runtime.call('equal', cut, text(piece)), TRUE);
        assert.is(runtime.call('indexOf', text(whole), cut), integer([...whole.slice(0, whole.indexOf(piece))].length));
        assert.is(
          runtime.finish(runtime.call('split', text(whole), text(piece))),
          JSON.stringify(piece === '' ? points : whole.split(piece)),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('memory runs out at the same byte every time, and never before the limit', () => {
  const limit = 1024 * 1024;
  const fill = (): number => {
    exports.setMemoryLimit(limit);
    runtime.begin();
    let made = 0;
    try {
      for (;;) {
        pack(NIL, NIL, NIL);
        made += 1;
      }
    } catch {
      assert.is(exports.status(), 2);
      assert.is((JSON.parse(runtime.output()) as { code: string }).code, 'out-of-memory');
    }
    return made;
  };
  const first = fill();
  assert.is(fill(), first);
  // 24 bytes of slots and 32 of header a vector.
  assert.is(first, Math.floor(limit / 56));
  exports.setMemoryLimit(0);
});

test('output is refused beyond 8 MiB and not before', () => {
  const limit = 8 * 1024 * 1024;
  for (const [bytes, status] of [
    [limit, 0],
    [limit + 1, 2],
  ] as const) {
    const value = runtime.begin(JSON.stringify(['x'.repeat(1024)]));
    const unit = runtime.call('first', value);
    const repeated = runtime.call('join', ABSENT, runtime.call('repeat', integer(8191), unit));
    const rest = runtime.call('subs', unit, integer(0), integer(bytes - 2 - 8191 * 1024));
    const answer = runtime.finish(runtime.call('str', pack(repeated, rest)));
    assert.is(exports.status(), status);
    if (status === 2) assert.is((JSON.parse(answer) as { code: string }).code, 'output-too-large');
    else assert.is(answer.length, limit);
  }
});

test('output nested 256 deep is printed, 257 is too deep', () => {
  for (const [depth, status] of [
    [256, 0],
    [257, 2],
    [100_000, 2],
  ] as const) {
    runtime.begin();
    let value = pack();
    for (let level = 1; level < depth; level += 1) value = pack(value);
    runtime.finish(value);
    assert.is(exports.status(), status);
  }
});

test('a view of something deep is as deep as what it shows', () => {
  runtime.begin();
  let deep = pack();
  for (let level = 1; level < 300; level += 1) deep = pack(deep);
  const rest = runtime.call('rest', pack(deep, integer(1), pack(integer(2))));
  assert.is(runtime.finish(rest), '[1,[2]]');
});

test('the table of letter case is what its script writes', () => {
  assert.is(readFileSync(join(SOURCES, 'string/case-table.ts'), 'utf8'), caseTable());
});

test.run();
