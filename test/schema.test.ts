// JSON Schema, keyword by keyword: what is accepted, what is refused and in which words, and where a check ends without an answer.
// It is longer than other files because it holds all cases of one subject.

import type { Schema } from '@cfworker/json-schema';
import { Validator } from '@cfworker/json-schema';
import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';

import { parseJson } from '../grammar/json.ts';
import { NUMBER_LENGTH_MAX } from '../server/schema/amounts.ts';
import type { Verdict } from '../server/schema/check.ts';
import { APPLIED_MAX, checkValue, FAULTS_MAX } from '../server/schema/check.ts';
import { PATTERN_LENGTH_MAX, PATTERN_SIZE_MAX } from '../server/schema/pattern.ts';
import { test } from './support/test.ts';

const read = (text: string): Json => parseJson(Buffer.from(text), { depthMax: Number.POSITIVE_INFINITY });

/** `value` may be JSON text, for numbers that JavaScript does not have. */
function check(schema: unknown, value: unknown, steps = 1_000_000): Verdict {
  return checkValue(
    typeof value === 'object' && value !== null && 'json' in value
      ? read(String(value.json))
      : read(JSON.stringify(value)),
    read(typeof schema === 'string' ? schema : JSON.stringify(schema)),
    { budget: { steps }, formats: true },
  );
}

/** `valid`, the reason why nothing is known, or the faults as "path message". */
function said(verdict: Verdict): string {
  if (verdict.kind === 'invalid')
    return verdict.faults.map(({ path, message }) => `${path === '' ? '' : `${path} `}${message}`).join('; ');
  return verdict.kind === 'valid' ? 'valid' : `? ${verdict.reason}`;
}

const json = (text: string) => ({ json: text });

const KEYWORDS: Readonly<Record<string, readonly (readonly [schema: unknown, value: unknown, said: string])[]>> = {
  type: [
    [{ type: 'string' }, 'a', 'valid'],
    [{ type: 'string' }, 1, 'it must be a string'],
    [{ type: 'integer' }, json('1.0'), 'valid'],
    [{ type: 'integer' }, json('1.5'), 'it must be an integer'],
    [{ type: 'integer' }, json('9007199254740993'), 'valid'],
    [{ type: ['string', 'null'] }, null, 'valid'],
    [{ type: ['string', 'null'] }, 1, 'it must be a string or null'],
    [{ type: 'string', nullable: true }, null, 'valid'],
    [{ type: 'text' }, 'a', '? `type` names no type'],
  ],
  enum: [
    [{ enum: ['red', 'green'] }, 'red', 'valid'],
    [{ enum: ['red', 'green'] }, 'Red', 'it must be one of red, green'],
    [{ enum: [1, { a: [1, 2], b: null }] }, json('{"b":null,"a":[1.0,2]}'), 'valid'],
    [{ enum: 3 }, 3, '? `enum` is not a list'],
  ],
  const: [
    [{ const: 5 }, json('5.0'), 'valid'],
    [{ const: 'x' }, 'y', 'it must be x'],
    ['{"const":9007199254740993}', json('9007199254740992'), 'it must be 9007199254740993'],
  ],
  minimum: [
    [{ minimum: 1 }, 1, 'valid'],
    [{ minimum: 1 }, json('0.999999999999999999999'), 'it must be at least 1'],
    [{ minimum: 1, exclusiveMinimum: true }, 1, 'it must be more than 1'],
    [{ minimum: 1 }, 'a', 'valid'],
    [{ minimum: 'a' }, 1, '? a limit is not a number that can be compared'],
  ],
  maximum: [
    [{ maximum: -1 }, -1, 'valid'],
    [{ maximum: -1 }, json('-0.5'), 'it must be at most -1'],
    ['{"maximum":9007199254740992}', json('9007199254740993'), 'it must be at most 9007199254740992'],
    ['{"maximum":1e400}', json('1e399'), 'valid'],
    ['{"maximum":1e400}', json('1e1000000000'), 'it must be at most 1e400'],
  ],
  exclusiveMinimum: [
    [{ exclusiveMinimum: 0 }, json('0.0'), 'it must be more than 0'],
    [{ exclusiveMinimum: 0 }, json('1e-300'), 'valid'],
  ],
  exclusiveMaximum: [
    [{ exclusiveMaximum: 10 }, 10, 'it must be less than 10'],
    [{ exclusiveMaximum: 10 }, json('9.99'), 'valid'],
  ],
  multipleOf: [
    [{ multipleOf: 0.1 }, json('0.3'), 'valid'],
    [{ multipleOf: 0.01 }, json('0.305'), 'it must be a multiple of 0.01'],
    [{ multipleOf: 7 }, json('1e1000000'), 'it must be a multiple of 7'],
    [{ multipleOf: 3 }, 0, 'valid'],
  ],
  minLength: [
    [{ minLength: 2 }, '🙂', 'it must have at least 2 characters'],
    [{ minLength: 1 }, '🙂', 'valid'],
    [{ minLength: -1 }, 'a', '? a count is not a whole number'],
  ],
  maxLength: [
    [{ maxLength: 1 }, '🙂', 'valid'],
    [{ maxLength: 1 }, 'ab', 'it must have at most 1 character'],
  ],
  pattern: [
    [{ pattern: '^[A-Z]{2}-\\d+$' }, 'AB-12', 'valid'],
    [{ pattern: 'b' }, 'abc', 'valid'],
    [{ pattern: '^\\p{Lu}' }, 'Ö', 'valid'],
    [{ pattern: '^b' }, 'abc', 'it does not match the pattern ^b'],
    [{ pattern: '(?=a)' }, 'a', '? its pattern cannot be checked'],
    [{ pattern: '(a)\\1' }, 'aa', '? its pattern cannot be checked'],
  ],
  format: [
    [{ format: 'date' }, '2028-02-29', 'valid'],
    [{ format: 'date' }, '2027-02-29', 'it is not a date (YYYY-MM-DD)'],
    [{ format: 'time' }, '12:30:00Z', 'valid'],
    [{ format: 'time' }, '24:00:00Z', 'it is not a time (HH:MM:SS with an offset)'],
    [{ format: 'date-time' }, '2027-01-01T10:00:00+02:00', 'valid'],
    [{ format: 'date-time' }, '2027-01-01', 'it is not a date and time (RFC 3339)'],
    [{ format: 'duration' }, 'P1DT2H', 'valid'],
    [{ format: 'duration' }, 'P', 'it is not a duration (ISO 8601)'],
    [{ format: 'duration' }, 'P1DT', 'it is not a duration (ISO 8601)'],
    [{ format: 'email' }, 'ann.b+c@example.co.uk', 'valid'],
    [{ format: 'email' }, 'ann@', 'it is not an e-mail address'],
    [{ format: 'email' }, 'a..b@example.com', 'it is not an e-mail address'],
    [{ format: 'hostname' }, 'a-b.example', 'valid'],
    [{ format: 'hostname' }, '-a.example', 'it is not a host name'],
    [{ format: 'ipv4' }, '10.0.0.1', 'valid'],
    [{ format: 'ipv4' }, '10.0.0.256', 'it is not an IPv4 address'],
    [{ format: 'ipv6' }, '::1', 'valid'],
    [{ format: 'ipv6' }, ':1', 'it is not an IPv6 address'],
    [{ format: 'uri' }, 'https://example.com/a?b=c#d', 'valid'],
    [{ format: 'uri' }, '/a/b', 'it is not a URI'],
    [{ format: 'uri' }, 'https://example.com/a b', 'it is not a URI'],
    [{ format: 'uri-reference' }, '/a/b', 'valid'],
    [{ format: 'uuid' }, '123e4567-e89b-12d3-a456-426614174000', 'valid'],
    [{ format: 'uuid' }, '123e4567', 'it is not a UUID'],
    [{ format: 'json-pointer' }, '/a~1b/0', 'valid'],
    [{ format: 'json-pointer' }, 'a', 'it is not a JSON Pointer'],
    [{ format: 'nobody-knows' }, 'x', 'valid'],
    [{ format: 'constructor' }, 'x', 'valid'],
  ],
  items: [
    [{ items: { type: 'number' } }, [1, 2], 'valid'],
    [{ items: { type: 'number' } }, [1, 'b'], '/1 it must be a number'],
    [
      { items: [{ type: 'number' }, { type: 'string' }], additionalItems: false },
      [1, 'b', 3],
      '/2 nothing may stand here',
    ],
  ],
  prefixItems: [
    [{ prefixItems: [{ type: 'number' }, { type: 'string' }] }, [1, 'b', true], 'valid'],
    [
      { prefixItems: [{ type: 'number' }, { type: 'string' }], items: false },
      [1, 2, 3],
      '/1 it must be a string; /2 nothing may stand here',
    ],
  ],
  contains: [
    [{ contains: { const: 5 } }, [1, 5], 'valid'],
    [{ contains: { const: 5 } }, [1], 'of its items at least 1 must fit what it is to contain'],
    [{ contains: { const: 5 }, minContains: 0 }, [1], 'valid'],
    [{ contains: { const: 5 }, maxContains: 1 }, [5, 5], 'of its items at most 1 must fit what it is to contain'],
  ],
  minItems: [
    [{ minItems: 1 }, [], 'it must have at least 1 item'],
    [{ minItems: 1 }, [1], 'valid'],
  ],
  maxItems: [
    [{ maxItems: 1 }, [1, 2], 'it must have at most 1 item'],
    [{ maxItems: 1 }, [1], 'valid'],
  ],
  uniqueItems: [
    [{ uniqueItems: true }, json('[1,"1",{"a":1,"b":2}]'), 'valid'],
    [{ uniqueItems: true }, json('[1,1.0]'), 'its items must differ from one another'],
    [{ uniqueItems: true }, json('[{"a":1,"b":2},{"b":2,"a":1}]'), 'its items must differ from one another'],
  ],
  properties: [
    [{ properties: { a: { type: 'string' } } }, { a: 1, b: 2 }, '/a it must be a string'],
    [{ properties: { a: false } }, { b: 1 }, 'valid'],
  ],
  patternProperties: [
    [{ patternProperties: { '^n_': { type: 'number' } } }, { n_a: 1, b: 'x' }, 'valid'],
    [{ patternProperties: { '^n_': { type: 'number' } } }, { n_a: 'x' }, '/n_a it must be a number'],
  ],
  additionalProperties: [
    [{ properties: { a: {} }, patternProperties: { '^b': {} }, additionalProperties: false }, { a: 1, b2: 1 }, 'valid'],
    [{ properties: { a: {} }, additionalProperties: false }, { a: 1, c: 1 }, '/c nothing may stand here'],
    [{ additionalProperties: { type: 'number' } }, { c: 'x' }, '/c it must be a number'],
    [
      { properties: { a: {} }, additionalProperties: false },
      json('{"__proto__":1}'),
      '/__proto__ nothing may stand here',
    ],
  ],
  propertyNames: [
    [{ propertyNames: { maxLength: 2 } }, { ab: 1 }, 'valid'],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, { A: 1 }, '/A it does not match the pattern ^[a-z]+$'],
  ],
  required: [
    [{ required: ['a', 'b'] }, { a: null }, 'it lacks `b`'],
    [{ required: ['toString'] }, {}, 'it lacks `toString`'],
    [{ required: 'a' }, {}, '? `required` is not a list of names'],
  ],
  minProperties: [
    [{ minProperties: 1 }, {}, 'it must have at least 1 property'],
    [{ minProperties: 1 }, { a: 1 }, 'valid'],
  ],
  maxProperties: [
    [{ maxProperties: 0 }, { a: 1 }, 'it must have at most 0 properties'],
    [{ maxProperties: 1 }, { a: 1 }, 'valid'],
  ],
  dependentRequired: [
    [{ dependentRequired: { card: ['address'] } }, { card: 1 }, 'with `card` it must also have `address`'],
    [{ dependentRequired: { card: ['address'] } }, {}, 'valid'],
  ],
  dependentSchemas: [
    [{ dependentSchemas: { card: { required: ['address'] } } }, { card: 1 }, 'it lacks `address`'],
    [{ dependentSchemas: { card: false } }, {}, 'valid'],
  ],
  dependencies: [
    [
      { dependencies: { a: ['b'], c: { required: ['d'] } } },
      { a: 1, c: 1 },
      'with `a` it must also have `b`; it lacks `d`',
    ],
    [{ dependencies: { a: ['b'] } }, { a: 1, b: 1 }, 'valid'],
  ],
  allOf: [
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 2, 'valid'],
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 5, 'it must be at most 3'],
  ],
  anyOf: [
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, null, 'valid'],
    [{ anyOf: [{ type: 'string' }, { minimum: 3 }] }, 1, 'it satisfies none of the alternatives'],
  ],
  oneOf: [
    [{ oneOf: [{ const: 1 }, { const: 2 }] }, 2, 'valid'],
    [{ oneOf: [{ minimum: 1 }, { maximum: 3 }] }, 2, 'it satisfies more than one of the alternatives'],
    [{ oneOf: [] }, 2, 'it satisfies none of the alternatives'],
  ],
  not: [
    [{ not: { type: 'string' } }, 1, 'valid'],
    [{ not: { type: 'string' } }, 'a', 'it is what is ruled out'],
  ],
  if: [
    [{ if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } }, { a: 1 }, 'it lacks `b`'],
    [{ if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } }, {}, 'it lacks `c`'],
    [{ if: false, then: false }, 1, 'valid'],
  ],
  $ref: [
    [
      { $defs: { name: { type: 'string' } }, properties: { a: { $ref: '#/$defs/name', maxLength: 1 } } },
      { a: 'bb' },
      '/a it must have at most 1 character',
    ],
    [{ definitions: { 'a/b': { type: 'string' } }, $ref: '#/definitions/a~1b' }, 1, 'it must be a string'],
    [
      { properties: { next: { $ref: '#' }, value: { type: 'integer' } } },
      { value: 1, next: { value: 2, next: { value: 'x' } } },
      '/next/next/value it must be an integer',
    ],
    [
      { $defs: { tree: { type: 'array', items: { $ref: '#/$defs/tree' } } }, $ref: '#/$defs/tree' },
      [[], [[]]],
      'valid',
    ],
    [{ $ref: '#' }, 1, '? the schema refers to itself without end'],
    [{ anyOf: [{ $ref: '#' }, { $ref: '#' }] }, 1, '? the schema refers to itself without end'],
    [{ $ref: '#/$defs/none' }, 1, '? `#/$defs/none` does not exist'],
    [{ $ref: 'https://example.com/' }, 1, '? only references inside the schema are followed'],
    [{ $dynamicRef: '#a' }, 1, '? `$dynamicRef` is not interpreted'],
  ],
  unevaluatedProperties: [
    [{ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { a: 1 }, 'valid'],
    [{ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { a: 1, b: 1 }, '/b nothing may stand here'],
    [{ anyOf: [{ required: ['b'], properties: { b: {} } }, {}], unevaluatedProperties: false }, { b: 1 }, 'valid'],
  ],
  unevaluatedItems: [
    [{ prefixItems: [{}], unevaluatedItems: false }, [1], 'valid'],
    [{ allOf: [{ prefixItems: [{}] }], unevaluatedItems: false }, [1, 2], '/1 nothing may stand here'],
  ],
};

for (const [keyword, cases] of Object.entries(KEYWORDS)) {
  test(keyword, () => {
    for (const [schema, value, expected] of cases)
      assert.is(
        said(check(schema, value)),
        expected,
        `${typeof schema === 'string' ? schema : JSON.stringify(schema)} on ${JSON.stringify(value)}`,
      );
  });
}

test('annotations and keywords nobody knows assert nothing', () => {
  assert.is(
    said(
      check(
        {
          title: 1,
          description: {},
          default: [],
          examples: 3,
          deprecated: 'x',
          $comment: 1,
          $schema: 'x',
          __proto__x: {},
          'x-thing': { type: 'string' },
        },
        5,
      ),
    ),
    'valid',
  );
});

test('steps: with as many as it takes there is an answer, with one fewer there is none', () => {
  const schema = { items: { enum: ['a', 'b'] } };
  const value = Array.from({ length: 100 }, () => 'a');
  let least = 0;
  while (check(schema, value, least).kind === 'outside') least += 1;
  assert.is(check(schema, value, least).kind, 'valid');
  assert.is(said(check(schema, value, least - 1)), '? checking it would take too long');
});

test('schemas inside one another: at the limit they are followed, one beyond they are not', () => {
  // Each reference is one schema inside another; the last one is the text.
  const chain = (length: number): unknown => ({
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries(
      Array.from({ length }, (_, at) => [
        `d${at}`,
        at === length - 1 ? { type: 'string' } : { $ref: `#/$defs/d${at + 1}` },
      ]),
    ),
  });
  assert.is(said(check(chain(APPLIED_MAX), 1)), 'it must be a string');
  assert.is(check(chain(APPLIED_MAX + 1), 1).kind, 'outside');
});

test('patterns: as long and as large as the limits, one beyond', () => {
  const unchecked = '? its pattern cannot be checked';
  assert.is(said(check({ pattern: `^x|${'y'.repeat(PATTERN_LENGTH_MAX - 3)}` }, 'x')), 'valid');
  assert.is(said(check({ pattern: `^x|${'y'.repeat(PATTERN_LENGTH_MAX - 2)}` }, 'x')), unchecked);
  assert.is(said(check({ pattern: `(a{0,20}b{0,20}){${PATTERN_SIZE_MAX / 40}}` }, 'x')), 'valid');
  assert.is(said(check({ pattern: `(a{0,20}b{0,20}){${PATTERN_SIZE_MAX / 40}}c` }, 'x')), unchecked);
});

test('numbers: as long as the limit, one beyond', () => {
  const schema = { type: 'number', maximum: 5 };
  assert.is(said(check(schema, json('9'.repeat(NUMBER_LENGTH_MAX)))), 'it must be at most 5');
  assert.is(check(schema, json('9'.repeat(NUMBER_LENGTH_MAX + 1))).kind, 'outside');
});

test('of listed values eight are told, and of a value 60 characters', () => {
  const listed = (count: number): string =>
    said(check({ enum: Array.from({ length: count }, (_, at) => `v${at}`) }, 'x'));
  assert.is(listed(8), 'it must be one of v0, v1, v2, v3, v4, v5, v6, v7');
  assert.is(listed(9), 'it must be one of v0, v1, v2, v3, v4, v5, v6, v7, …');
  const long = (length: number): string => said(check({ const: 'x'.repeat(length) }, ''));
  assert.equal([long(60), long(61)], [`it must be ${'x'.repeat(60)}`, `it must be ${'x'.repeat(60)}…`]);
});

test('of many faults the first ones are told', () => {
  const verdict = check(
    { items: { type: 'string' } },
    Array.from({ length: FAULTS_MAX + 5 }, () => 1),
  );
  assert.is(verdict.kind === 'invalid' ? verdict.faults.length : 0, FAULTS_MAX);
});

test('agrees with another interpreter on schemas and values of every kind', () => {
  const scalar = fc.constantFrom<unknown>(null, true, false, 0, 1, 2.5, -3, '', 'a', 'ab', 'b');
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'ab'), tie('node'), { maxKeys: 3 }),
    ),
  })).node;
  const count = fc.integer({ min: 0, max: 3 });
  const limit = fc.constantFrom(-3, 0, 0.5, 1, 2.5);
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'ab'), { maxLength: 2 });
  const schema = fc.letrec((tie) => {
    const inner = tie('node');
    const map = fc.dictionary(fc.constantFrom('a', 'b'), inner, { maxKeys: 2 });
    const list = fc.array(inner, { minLength: 1, maxLength: 3 });
    return {
      node: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        fc.boolean(),
        fc.record(
          {
            type: fc.constantFrom<unknown>('string', 'integer', 'number', 'object', 'array', 'null', 'boolean', [
              'string',
              'null',
            ]),
            minimum: limit,
            exclusiveMaximum: limit,
            minLength: count,
            maxLength: count,
            minItems: count,
            maxProperties: count,
            multipleOf: fc.constantFrom(1, 2, 0.5),
            pattern: fc.constantFrom('^a', 'b$', '^$'),
            enum: fc.array(scalar, { minLength: 1, maxLength: 3 }),
            const: scalar,
            uniqueItems: fc.boolean(),
            required: names,
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            properties: map,
            additionalProperties: inner,
            patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), inner, { maxKeys: 2 }),
            propertyNames: inner,
            dependentRequired: fc.dictionary(fc.constantFrom('a', 'b'), names, { maxKeys: 2 }),
            dependentSchemas: map,
          },
          { requiredKeys: [] },
        ),
        fc.record(
          { items: inner, prefixItems: list, contains: inner, minContains: count, maxContains: count },
          { requiredKeys: [] },
        ),
        fc.record({ allOf: list, anyOf: list, oneOf: list, not: inner }, { requiredKeys: [] }),
        fc.record({ if: inner, then: inner, else: inner }, { requiredKeys: ['if'] }),
        fc.constant({ $ref: '#/$defs/leaf' }),
      ),
    };
  }).node;
  fc.assert(
    fc.property(schema, value, (node, instance) => {
      const whole = { $defs: { leaf: { type: ['string', 'array'], maxItems: 1 } }, allOf: [node] };
      const other = new Validator(whole as Schema, '2020-12', false).validate(instance).valid;
      assert.is(
        check(whole, instance).kind,
        other ? 'valid' : 'invalid',
        `${JSON.stringify(whole)} on ${JSON.stringify(instance)}`,
      );
    }),
    { numRuns: 3000 },
  );
});

test('no pattern, format, reference, number or alternative keeps it busy', () => {
  const noise = 'a'.repeat(5000);
  const tower = (levels: number): unknown =>
    levels === 0 ? { type: 'string' } : { anyOf: [tower(levels - 1), tower(levels - 1)] };
  for (const [schema, value] of [
    ...[
      'url',
      'uri',
      'email',
      'hostname',
      'duration',
      'json-pointer',
      'ipv6',
      'date-time',
      'uri-reference',
      'time',
    ].flatMap((format) =>
      ['a', '-', '.', 'a.', '1', 'P1D', '/~', ':', 'http://a', 'a@'].map((piece) => [
        { format },
        `${piece.repeat(2000)}!\\`,
      ]),
    ),
    ...['^(a+)+$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$', '^(.*a){20}$', '(a|aa)+$', '^(?:(?:.?){900})$'].map(
      (pattern) => [{ pattern }, `${noise}!`],
    ),
    [tower(8), 1],
    [{ uniqueItems: true }, Array.from({ length: 5000 }, (_, at) => ({ a: at }))],
    [{ multipleOf: 3 }, json('1e999999999')],
  ] as const) {
    // A budget of 200,000 steps; how long they take is measured in bench/hostile.
    assert.ok(['invalid', 'valid', 'outside'].includes(check(schema, value, 200_000).kind));
  }
});

test.run();
