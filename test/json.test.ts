// The lossless reader and writer: what is kept, what is refused and where.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';

import { JsonError, JsonNumber, PART_LENGTH, parseJson, parseJsonInParts, RawJson } from '../grammar/json.ts';
import { KNOWN_LENGTH_MAX, KNOWN_LENGTH_MIN, KNOWN_VALUES_MAX, KnownMembers } from '../grammar/json-known.ts';
import { pointer } from '../grammar/json-pointer.ts';
import { project } from '../grammar/json-project.ts';
import { memberText } from '../grammar/json-source.ts';
import { keepText, writeJson, writeJsonBytes, writeOnce } from '../grammar/json-write.ts';
import { test } from './support/test.ts';

const encoder = new TextEncoder();

function read(text: string, depthMax?: number): Json {
  return parseJson(encoder.encode(text), depthMax === undefined ? {} : { depthMax });
}

function refusal(bytes: Uint8Array): JsonError {
  try {
    parseJson(bytes);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error(`accepted: ${new TextDecoder().decode(bytes)}`);
}

test('keeps the order of keys, the text of numbers and __proto__', () => {
  const text = '{"2":1,"1":-0.10e+05,"__proto__":9007199254740993,"":{"a":[true,false,null]}}';
  assert.is(writeJson(read(text)), text);
});

test('reads numbers of any length without rounding', () => {
  const digits = '123456789'.repeat(50);
  for (const number of ['1e400', '-0', '0.0', '1E-7', digits, `-${digits}.${digits}e-00999999999999999`]) {
    const value = read(number);
    assert.instance(value, JsonNumber);
    assert.is((value as JsonNumber).text, number);
  }
  // An exponent of more than 15 digits, beside zeros that lead it, is none.
  for (const number of ['1e1000000000000000', '0e-1000000000000000', '[1e+9999999999999999]'])
    assert.is(refusal(encoder.encode(number)).code, 'invalid-syntax', number);
});

// [text, code, byte, path]
const REFUSED: readonly (readonly [string, string, number, string])[] = [
  ['', 'empty-input', 0, ''],
  [' \n', 'empty-input', 2, ''],
  ['\u{feff}1', 'byte-order-mark', 0, ''],
  ['{"a":1,"a":2}', 'duplicate-key', 7, '/a'],
  ['{"x":{"a":1,"\\u0061":2}}', 'duplicate-key', 12, '/x/a'],
  ['"\\ud800"', 'lone-surrogate', 0, ''],
  ['{"x":[0,{"ü":"\\udc00"}]}', 'lone-surrogate', 14, '/x/1/ü'],
  ['{"\\ud800":1}', 'lone-surrogate', 1, '/\u{fffd}'],
  ['1 2', 'trailing-text', 2, ''],
  ['{}{}', 'trailing-text', 2, ''],
  ['01', 'trailing-text', 1, ''],
  ['-01', 'trailing-text', 2, ''],
  ['1,', 'trailing-text', 1, ''],
  ['NaN', 'invalid-syntax', 0, ''],
  ['-Infinity', 'invalid-syntax', 0, ''],
  ['[1,]', 'invalid-syntax', 3, '/1'],
  ['{"a":1,}', 'invalid-syntax', 7, ''],
  ['[,1]', 'invalid-syntax', 1, '/0'],
  ['[1 2]', 'invalid-syntax', 3, '/1'],
  ['// c\n1', 'invalid-syntax', 0, ''],
  ['[1,/* c */2]', 'invalid-syntax', 3, '/1'],
  ['"\t"', 'invalid-syntax', 0, ''],
  ['"\n"', 'invalid-syntax', 0, ''],
  ['"\u0000"', 'invalid-syntax', 0, ''],
  ['"\\x"', 'invalid-syntax', 0, ''],
  ['"\\u12"', 'invalid-syntax', 0, ''],
  ['"abc', 'invalid-syntax', 0, ''],
  ["'a'", 'invalid-syntax', 0, ''],
  ['{a:1}', 'invalid-syntax', 1, ''],
  ['{"a" 1}', 'invalid-syntax', 5, '/a'],
  ['{"a":}', 'invalid-syntax', 5, '/a'],
  ['{"ключ":tru}', 'invalid-syntax', 12, '/ключ'],
  ['[1}', 'invalid-syntax', 2, '/1'],
  ['{"a":1]', 'invalid-syntax', 6, ''],
  ['[', 'invalid-syntax', 1, ''],
  [']', 'invalid-syntax', 0, ''],
  ['1.', 'invalid-syntax', 0, ''],
  ['.5', 'invalid-syntax', 0, ''],
  ['+1', 'invalid-syntax', 0, ''],
  ['[1e+]', 'invalid-syntax', 1, '/0'],
  ['0x1', 'trailing-text', 1, ''],
  ['1 // c', 'trailing-text', 2, ''],
  ['{}x', 'trailing-text', 2, ''],
  ['{"a":[', 'invalid-syntax', 6, ''],
  ['{"a":{', 'invalid-syntax', 6, ''],
  ['[0,[', 'invalid-syntax', 4, '/2'],
  ['[[1],', 'invalid-syntax', 5, '/1'],
  ['{"a":{}"b":1}', 'invalid-syntax', 7, ''],
  ['[truest]', 'invalid-syntax', 1, '/0'],
  ['"a\\', 'invalid-syntax', 0, ''],
  ['{"a\\u00g0":1}', 'invalid-syntax', 1, ''],
  ['1e5.', 'trailing-text', 3, ''],
  ['True', 'invalid-syntax', 0, ''],
  ['\u{a0}1', 'invalid-syntax', 0, ''],
  ['\f1', 'invalid-syntax', 0, ''],
];

for (const [text, code, byte, path] of REFUSED) {
  test(`refuses ${JSON.stringify(text)}`, () => {
    const { code: was, byte: at, path: where } = refusal(encoder.encode(text));
    assert.equal([was, at, where], [code, byte, path]);
  });
}

// Overlong, truncated, surrogates written in UTF-8, beyond U+10FFFF, Latin-1.
const NOT_UTF8: readonly (readonly number[])[] = [
  [0x22, 0xc3, 0x28, 0x22],
  [0x22, 0xc0, 0xaf, 0x22],
  [0x22, 0xed, 0xa0, 0x80, 0x22],
  [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22],
  [0x22, 0xe9, 0x22],
];

for (const bytes of NOT_UTF8) {
  test(`refuses the bytes ${bytes.map((byte) => byte.toString(16)).join(' ')} at the first that is wrong`, () => {
    const error = refusal(Uint8Array.from(bytes));
    assert.is(error.code, 'invalid-utf8');
    assert.ok(error.byte >= 1 && error.byte <= 2, `at ${error.byte}`);
  });
}

test('a truncated character at the end is not UTF-8', () => {
  assert.is(refusal(Uint8Array.of(0x22, 0xe2, 0x82)).code, 'invalid-utf8');
});

test('depth 256 passes, 257 does not; a scalar has depth 0', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  assert.is(writeJson(read(nested(256))), nested(256));
  assert.throws(
    () => read(nested(257)),
    (error: unknown) => error instanceof JsonError && error.code === 'too-deep' && error.byte === 256,
  );
  assert.is(read('true', 0), true);
  assert.throws(
    () => read('[]', 0),
    (error: unknown) => error instanceof JsonError && error.code === 'too-deep',
  );
  assert.throws(
    () => read('{"a":'.repeat(257)),
    (error: unknown) => error instanceof JsonError && error.code === 'too-deep',
  );
});

test('100,000 brackets are refused without overflowing the stack', () => {
  assert.is(refusal(encoder.encode('['.repeat(100_000))).code, 'too-deep');
});

test('the writer takes printed JSON, plain data and any depth, and leaves undefined members out', () => {
  assert.is(
    writeJson({ a: new RawJson('1.50'), b: undefined, c: [1, -0, 1e21, 12n], d: new Map([['z', 'é\u2028"']]) }),
    '{"a":1.50,"c":[1,0,1e+21,12],"d":{"z":"é\u2028\\""}}',
  );
  let deep: unknown[] = [];
  for (let level = 0; level < 20_000; level += 1) deep = [deep];
  assert.is(writeJson(deep).length, 40_002);
  for (let level = 20_000; level < 100_000 - 1; level += 1) deep = [deep];
  assert.is(writeJson(deep).length, 200_000);
  assert.throws(() => writeJson([deep]), /without end/);
  assert.throws(() => writeJson({ a: Number.NaN }), /finite/);
  assert.throws(() => writeJson([undefined]), /undefined/);
  const cycle: unknown[] = [];
  cycle.push(cycle);
  assert.throws(() => writeJson(cycle), /without end/);
});

test('a value is written alike at every depth, with members that are left out', () => {
  const leaf = {
    a: 1,
    none: undefined,
    b: [
      new Map<string, unknown>([
        ['x', undefined],
        ['y', 'z'],
      ]),
      {},
      [],
      null,
    ],
  };
  const text = '{"a":1,"b":[{"y":"z"},{},[],null]}';
  let value: unknown = leaf;
  let expected = text;
  for (let depth = 0; depth < 200; depth += 1) {
    assert.is(writeJson(value), expected, `depth ${depth}`);
    value = depth % 3 === 0 ? [value, 2] : depth % 3 === 1 ? { m: value, n: undefined } : new Map([['k', value]]);
    expected = depth % 3 === 0 ? `[${expected},2]` : depth % 3 === 1 ? `{"m":${expected}}` : `{"k":${expected}}`;
  }
});

test('an array that was written once is taken as it was', () => {
  const items = [{ a: 1 }, 2];
  assert.is(writeOnce(items).text, '[{"a":1},2]');
  assert.is(writeJson({ items, deeper: [[items]] }), '{"items":[{"a":1},2],"deeper":[[[{"a":1},2]]]}');
});

test('the projection has no prototypes and keeps __proto__ as a member', () => {
  const view = project(read('{"__proto__":{"a":1},"toString":2}')) as Record<string, unknown>;
  assert.is(Object.getPrototypeOf(view), null);
  assert.equal(Object.keys(view), ['__proto__', 'toString']);
  // biome-ignore lint/suspicious/noProto: the key of the data
  assert.is((view['__proto__'] as Record<string, unknown>)['a'], 1);
});

test('a pointer escapes ~ and /', () => {
  assert.is(pointer(['a/b', '~', 0, '']), '/a~1b/~0/0/');
  assert.is(pointer([]), '');
});

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constant(null),
    fc.boolean(),
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('whatever JSON.stringify prints is read, and printed again byte for byte', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      assert.is(writeJson(read(text)), text);
    }),
  );
});

test('texts of any length and script are written as they are, however many have been written before', () => {
  const units = ['a', '"', '\\', '\n', 'é', '語', '😀', '\ud800'];
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...units), fc.constantFrom(0, 1, 63, 64, 65, 1365, 4095, 4096, 70_000)), {
        maxLength: 3,
      }),
      (parts) => {
        const value = parts.map(([unit, count]) => unit.repeat(count));
        assert.is(writeJson(value), JSON.stringify(value));
        assert.is(Buffer.from(writeJsonBytes(value)).toString(), JSON.stringify(value));
      },
    ),
  );
  // A text of 3 MB, and what is written after it has the room back.
  const long = { a: '語'.repeat(1_000_000), b: 'x'.repeat(60_000) };
  assert.is(writeJson(long), JSON.stringify(long));
  assert.is(writeJson({ a: 1 }), '{"a":1}');
});

const filler = 'f'.repeat(KNOWN_LENGTH_MIN);

test('law: a reader that knows members reads the same, also where the text is wrong', () => {
  const known = new KnownMembers(['q', '']);
  const member = fc.oneof(
    fc
      .constantFrom('q', '', 'r')
      .chain((name) => json.map((value) => `${JSON.stringify(name)}: ${JSON.stringify([filler, value])}`)),
    json.map((value) => `"s":${JSON.stringify(value)}`),
  );
  const documents = fc.tuple(
    fc.array(member, { maxLength: 4 }),
    fc.constantFrom('}', '', ']', ',}', '}x'),
    fc.constantFrom('{', '{ ', '[', '{"t":{'),
  );
  const outcome = (text: string, options: { readonly known?: KnownMembers }): string => {
    try {
      return writeJson(parseJson(encoder.encode(text), options));
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return `${error.code} ${error.byte} ${error.path}`;
    }
  };
  fc.assert(
    fc.property(fc.array(documents, { minLength: 1, maxLength: 3 }), (drawn) => {
      for (const [members, end, start] of [...drawn, ...drawn]) {
        const text = start + members.join(',') + end;
        assert.is(outcome(text, { known }), outcome(text, {}), text);
      }
    }),
    { numRuns: 400 },
  );
});

test('a known member is the value itself, while it is one of the last 8 and its text neither short nor long', () => {
  const known = new KnownMembers(['q']);
  const ask = (text: string, around = ''): Json | undefined =>
    (parseJson(encoder.encode(`{"s":"${around}","q":${text}}`), { known }) as Map<string, Json>).get('q');
  // biome-ignore lint/suspicious/noSelfCompare: read twice, the same object both times
  const isKnown = (text: string, around = ''): boolean => ask(text, around) === ask(text, around);
  const list = (length: number, letter = 'x'): string => `["${letter.repeat(length - 4)}"]`;
  assert.ok(isKnown(list(KNOWN_LENGTH_MIN)));
  assert.not.ok(isKnown(list(KNOWN_LENGTH_MIN - 1)));
  assert.ok(isKnown(list(1000), 'a'.repeat(KNOWN_LENGTH_MAX - 1000 - '{"s":"","q":}'.length)));
  assert.not.ok(isKnown(list(1001), 'a'.repeat(KNOWN_LENGTH_MAX - 1000 - '{"s":"","q":}'.length)));
  // Numbers and strings have no end of their own.
  assert.not.ok(isKnown('1'.repeat(300)));
  const first = ask(list(300));
  const others = Array.from({ length: KNOWN_VALUES_MAX - 1 }, (_, at) => ask(list(300, String(at))));
  assert.is(ask(list(300)), first);
  // What was used last stays; the eighth other one takes the place of the first other.
  ask(list(300, 'y'));
  assert.is(ask(list(300)), first);
  assert.is(ask(list(300, '1')), others[1]);
  assert.is.not(ask(list(300, '0')), others[0]);
});

test('any bytes give a value or a JsonError whose byte lies in the input', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.string().map((text) => encoder.encode(text)),
        json.map((value) => encoder.encode(JSON.stringify(value).slice(1))),
      ),
      (bytes) => {
        try {
          parseJson(bytes);
        } catch (error) {
          assert.instance(error, JsonError);
          assert.ok((error as JsonError).byte >= 0 && (error as JsonError).byte <= bytes.length);
        }
      },
    ),
  );
});

test('accepts exactly what JSON.parse accepts, but for duplicate keys and lone surrogates', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b"',
    '"',
    '1',
    '-',
    '0',
    '.5',
    'e3',
    'true',
    'null',
    ' ',
    '\\u0041',
    '/',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
      (text) => {
        const theirs = refusalOf(() => JSON.parse(text) as unknown);
        const ours = refusalOf(() => read(text));
        fc.pre(ours !== 'duplicate-key' && ours !== 'lone-surrogate');
        assert.is(ours === null, theirs === null, text);
      },
    ),
    { numRuns: 3000 },
  );
});

test('a long text is read in parts, to the same value or the same error', () => {
  const members = Array.from({ length: 20_000 }, (_, at) => `"m${at}":[{"n":${at}.0},"text ${at}"]`);
  const whole = encoder.encode(`{${members.join(',')}}`);
  for (const bytes of [whole, whole.subarray(0, -1), encoder.encode(`{${members.join(',')},"m7":0}`)]) {
    let parts = 1;
    const readInParts = (): Json => {
      for (const work = parseJsonInParts(bytes); ; parts += 1) {
        const { done, value } = work.next();
        if (done === true) return value;
      }
    };
    const outcome = (work: () => Json): unknown => {
      try {
        return writeJson(work());
      } catch (error) {
        return [(error as JsonError).code, (error as JsonError).byte, (error as JsonError).path];
      }
    };
    assert.equal(
      outcome(readInParts),
      outcome(() => parseJson(bytes)),
    );
    assert.is(parts, Math.ceil(bytes.length / PART_LENGTH));
  }
  assert.is(parseJsonInParts(encoder.encode('[1]')).next().done, true);
});

test('the members of a root object are there as they were written', () => {
  const body = read(' { "a" : [1.0, {"a": 2}] , "b":\t"\\u0041" ,"":{} } ');
  assert.instance(body, Map);
  const object = body as Map<string, Json>;
  assert.equal(
    ['a', 'b', '', 'c'].map((name) => memberText(object, name)),
    ['[1.0, {"a": 2}]', '"\\u0041"', '{}', null],
  );
  assert.is(memberText((object.get('a') as Json[])[1] as Map<string, Json>, 'a'), null);
  assert.is(memberText(new Map([['a', null]]), 'a'), null);
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: 'grapheme' }), json),
      fc.constantFrom('', ' ', '\t'),
      (members, indent) => {
        const whole = read(JSON.stringify(members, null, indent)) as Map<string, Json>;
        for (const [name, value] of whole) assert.equal(read(memberText(whole, name) as string), value);
      },
    ),
  );
});

test('what is sent on goes out as it was written, and what was written once is not written again', () => {
  const message = read('{"id":1,"result":{ "a" : "\\u0041" }}') as Map<string, Json>;
  const result = message.get('result') as Map<string, Json>;
  keepText(result, memberText(message, 'result') as string);
  assert.is(writeJson({ result }), '{"result":{ "a" : "\\u0041" }}');
  assert.is(writeOnce(result).text, '{ "a" : "\\u0041" }');
  for (const value of [new Map([['a', [null]]]), ['a'], Object.freeze({ a: 1 })]) {
    const written = writeOnce(value);
    assert.is(written.text, writeJson(value));
    assert.is(writeOnce(value), written);
    assert.equal(Reflect.ownKeys(value), Reflect.ownKeys(structuredClone(value)));
  }
});

function refusalOf(attempt: () => unknown): string | null {
  try {
    attempt();
    return null;
  } catch (error) {
    return error instanceof JsonError ? error.code : 'other';
  }
}

test.run();
