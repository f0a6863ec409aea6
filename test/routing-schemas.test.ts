// Schemas from strangers: bounded in size, depth, nodes, references and patterns; what lies outside is never called unchecked.
// It is longer than other files because it holds all cases of one subject.

import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { JsonNumber } from '../grammar/json.ts';
import {
  boundSchema,
  SCHEMA_BYTES_MAX,
  SCHEMA_DEPTH_MAX,
  SCHEMA_NODES_MAX,
} from '../server/engines/routing/tools/schema.ts';
import { faultOf, VALIDATION_STEPS_MAX } from '../server/engines/routing/values/validate.ts';
import { PATTERN_LENGTH_MAX } from '../server/schema/pattern.ts';
import { ask, definition, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const object = (entries: Record<string, Json>): Map<string, Json> => new Map(Object.entries(entries));
const city = (schema: unknown, more: Record<string, unknown> = {}) =>
  definition('get_weather', 'Get the weather forecast of a city.', {
    type: 'object',
    properties: { city: schema },
    required: ['city'],
    ...more,
  });
const said = 'What is the weather in Oslo?';
const fault = (value: Json, schema: Record<string, Json>) =>
  faultOf(value, object(schema), { steps: VALIDATION_STEPS_MAX });

test('a pattern that would backtrack for ever comes to its end, and says no', () => {
  for (const pattern of ['^(a+)+$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$', '^(.*a){20}$']) {
    assert.is.not(fault('a'.repeat(5000) + '!', { type: 'string', pattern }), null, pattern);
  }
});

test('a pattern decides, and what cannot be checked is not accepted', () => {
  assert.is(sent(ask(said, [city({ type: 'string', pattern: '^[A-Z][a-z]+$' })])), '{"city":"Oslo"}');
  for (const pattern of [
    '^[a-z]+$',
    '^(?=O)',
    '(O)\\1',
    '[',
    'x'.repeat(PATTERN_LENGTH_MAX + 1),
    '.{1000}.{1000}.{1000}',
  ]) {
    const decision = ask(said, [city({ type: 'string', pattern })]);
    assert.is(decision.outcome, 'unresolved', pattern.slice(0, 20));
    assert.is(decision.calls.length, 0);
  }
  assert.equal(
    ask(said, [city({ type: 'string', pattern: '^[a-z]+$' })]).invalid.map(({ param }) => param),
    ['city'],
  );
});

test('a pattern as long as the limit is checked', () => {
  assert.is(fault('x', { type: 'string', pattern: `^x|${'y'.repeat(PATTERN_LENGTH_MAX - 3)}` }), null);
});

test('a pattern is checked wherever it stands', () => {
  for (const schema of [
    { type: 'string', anyOf: [{ pattern: '^O' }, { minLength: 9 }] },
    { type: 'string', not: { pattern: '^X' } },
    { allOf: [{ type: 'string', pattern: 'lo$' }] },
  ]) {
    assert.is(sent(ask(said, [city(schema)])), '{"city":"Oslo"}', JSON.stringify(schema));
  }
  for (const schema of [
    { type: 'string', anyOf: [{ pattern: '^X' }, { minLength: 9 }] },
    { type: 'string', not: { pattern: '^O' } },
    { allOf: [{ type: 'string', pattern: '^lo' }] },
  ]) {
    assert.equal(
      ask(said, [city(schema)]).invalid.map(({ param }) => param),
      ['city'],
      JSON.stringify(schema),
    );
  }
});

test('declared limits refuse a value and name the parameter', () => {
  const reserve = (schema: unknown) =>
    tool('reserve_table', 'Reserve a table for a number of guests.', { guests: schema }, ['guests']);
  const asked = 'Reserve a table for 12 guests';
  for (const schema of [
    { type: 'integer', maximum: 9 },
    { type: 'integer', minimum: 13 },
    { type: 'integer', exclusiveMaximum: 12 },
    { type: 'integer', multipleOf: 5 },
  ]) {
    const decision = ask(asked, [reserve(schema)]);
    assert.equal(
      decision.invalid.map(({ param }) => param),
      ['guests'],
      JSON.stringify(schema),
    );
    assert.is(decision.calls.length, 0);
  }
  assert.is(sent(ask(asked, [reserve({ type: 'integer', minimum: 12, maximum: 12 })])), '{"guests":12}');
});

test('a property 1,000 levels deep leaves its parameter open', () => {
  let deep: Json = object({ type: 'string' });
  for (let level = 0; level < 1000; level += 1) deep = object({ type: 'object', properties: object({ a: deep }) });
  const bounded = boundSchema(
    object({ type: 'object', properties: object({ deep, city: object({ type: 'string' }) }) }),
  );
  assert.ok(bounded.open.has('deep') || bounded.openRoot !== null);
});

/** `levels` schema nodes inside one another below the property. */
function nested(levels: number): Map<string, Json> {
  let schema: Map<string, Json> = object({ type: 'string' });
  for (let level = 1; level < levels; level += 1) schema = object({ type: 'array', items: schema });
  return object({ type: 'object', properties: object({ deep: schema }) });
}

test('depth: at the limit it is read, one beyond it is open', () => {
  // The root is level 1.
  assert.not(boundSchema(nested(SCHEMA_DEPTH_MAX - 1)).open.has('deep'));
  assert.ok(boundSchema(nested(SCHEMA_DEPTH_MAX)).open.has('deep'));
});

test('nodes: at the limit they are read, one beyond it is open', () => {
  // The root counts as one node besides its properties.
  const wide = (count: number): Map<string, Json> =>
    object({ properties: new Map(Array.from({ length: count }, (_, at): [string, Json] => [`p${at}`, object({})])) });
  assert.is(boundSchema(wide(SCHEMA_NODES_MAX - 1)).openRoot, null);
  assert.is(boundSchema(wide(SCHEMA_NODES_MAX - 1)).open.size, 0);
  assert.ok(boundSchema(wide(SCHEMA_NODES_MAX)).openRoot !== null);
  assert.is(boundSchema(wide(SCHEMA_NODES_MAX + 1)).open.size, 1);
});

test('bytes: at the limit they are read, one beyond it nothing is', () => {
  // `description` and its value are counted with six bytes around them.
  const sized = (bytes: number): Map<string, Json> =>
    object({ description: 'x'.repeat(bytes - 'description'.length - 6) });
  assert.is(boundSchema(sized(SCHEMA_BYTES_MAX)).openRoot, null);
  assert.ok(boundSchema(sized(SCHEMA_BYTES_MAX + 1)).openRoot !== null);
});

test('references: local ones are followed, loops and foreign ones are open', () => {
  assert.is(
    sent(ask(said, [city({ $ref: '#/$defs/name' }, { $defs: { name: { type: 'string', maxLength: 4 } } })])),
    '{"city":"Oslo"}',
  );
  for (const [schema, defs] of [
    [{ $ref: '#/properties/city' }, {}],
    [{ $ref: '#/$defs/a' }, { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }],
    [{ $ref: '#' }, {}],
    [{ $ref: 'https://example.com/schema.json' }, {}],
    [{ $ref: '#/$defs/missing' }, {}],
    [{ $ref: '#/__proto__' }, {}],
    [{ $ref: 3 }, {}],
    [{ $dynamicRef: '#a' }, {}],
  ] as const) {
    const decision = ask(said, [city(schema, { $defs: defs })]);
    assert.is(decision.reason?.code, 'schema-open', JSON.stringify(schema));
  }
});

test('references that double at every step run into the node limit at once', () => {
  const defs: Record<string, Json> = { d0: object({ type: 'string' }) };
  for (let level = 1; level <= 30; level += 1) {
    const twice = object({ $ref: `#/$defs/d${level - 1}` });
    defs[`d${level}`] = object({ type: 'object', properties: object({ a: twice, b: twice }) });
  }
  const properties = new Map(
    Array.from({ length: 50 }, (_, at): [string, Json] => [`p${at}`, object({ $ref: '#/$defs/d30' })]),
  );
  // Followed to the end these would be two thousand million nodes.
  const bounded = boundSchema(object({ type: 'object', properties, $defs: object(defs) }));
  assert.is(bounded.open.size, 50);
});

test('keywords of the wrong shape admit nothing and break nothing', () => {
  for (const schema of [
    { type: 'string', enum: 3 },
    { type: 'string', required: 'x' },
    { type: 3 },
    { type: 'string', allOf: 7 },
    { type: 'string', properties: [] },
    { type: 'string', minLength: 'a' },
    { type: 'string', items: 5 },
    false,
    5,
    null,
    [],
  ]) {
    const decision = ask(said, [city(schema)]);
    if (decision.calls.length > 0) assert.is(sent(decision), '{"city":"Oslo"}');
  }
  for (const parameters of [
    { type: 'object', properties: [] },
    { type: 'object', required: 'city' },
    { properties: null },
    { required: ['toString', '__proto__'] },
  ]) {
    assert.is(
      ask(said, [definition('get_weather', 'Get the weather forecast of a city.', parameters)]).calls.length,
      0,
    );
  }
});

test('inherited names are no properties', () => {
  const decision = ask(said, [
    definition('get_weather', 'Get the weather forecast of a city.', {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city', 'constructor'],
    }),
  ]);
  assert.is(decision.calls.length, 0);
});

test('numbers are compared by value and sent by text', () => {
  assert.is(fault(new JsonNumber('5'), { type: 'integer', maximum: new JsonNumber('5') }), null);
  assert.ok(fault(new JsonNumber('5.5'), { type: 'integer' }) !== null);
});

test('an enum of thousands is read, and a text of noise decides nothing', () => {
  const values = Array.from({ length: 3000 }, (_, at) => `value ${at}`);
  assert.is(
    sent(
      ask('Choose value 17 please', [
        tool('choose_value', 'Choose a value.', { value: { type: 'string', enum: values } }, ['value']),
      ]),
    ),
    '{"value":"value 17"}',
  );
  for (const noise of [
    '"',
    "'",
    '“',
    '1 ',
    'a@',
    'A. ',
    '1,',
    'not ',
    '> ',
    '```',
    'two hundred ',
    'one ',
    '5 may 2027 at 7 pm, ',
    'x-',
    'a/',
    '12:30 ',
    'Paris, FR, ',
    '\u0301',
  ]) {
    assert.is(ask(noise.repeat(Math.floor(16_000 / noise.length)), [city({ type: 'string' })]).calls.length, 0, noise);
  }
});

test('any JSON at all as a schema: an answer, and a call only with evidence', () => {
  const keyword = fc.constantFrom(
    'type',
    'properties',
    'required',
    'enum',
    'items',
    '$ref',
    'anyOf',
    'pattern',
    'format',
    'minimum',
    'const',
    'not',
    '$defs',
    'city',
    'description',
    'default',
    'additionalProperties',
  );
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom('object', 'string', 'array', '#/$defs/city', '^[A-Z]', 'city', null, true, 1, -1.5),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(keyword, tie('node'), { maxKeys: 4 }),
    ),
  })).node;
  fc.assert(
    fc.property(fc.dictionary(keyword, value, { maxKeys: 5 }), (schema) => {
      const decision = ask(said, [definition('get_weather', 'Get the weather forecast of a city.', schema)]);
      assert.is(decision.calls.length > 0, decision.outcome === 'decided');
      if (!(decision.calls[0]?.arguments instanceof Map)) return;
      for (const name of decision.calls[0]!.arguments.keys())
        assert.ok(decision.evidence.some(({ argument }) => argument === name || argument.startsWith(`/${name}/`)));
    }),
    { numRuns: 300 },
  );
});

const DEFS = {
  size: { enum: ['small', 'large'] },
  name: { type: 'string' },
  loop: { $ref: '#/$defs/loop' },
  tree: { type: 'object', properties: { child: { $ref: '#/$defs/tree' } } },
};

/** What one property says, what is asked, and what comes of it: the arguments of a call, or the reason and what is missing or invalid. */
const READINGS: readonly (readonly [name: string, schema: unknown, said: string, result: string])[] = [
  ['size', { enum: ['small', 'large'] }, 'Order a pizza, large', '{"size":"large"}'],
  ['size', { type: 'string', enum: ['small', 'large'] }, 'Order a pizza of size huge', 'missing size'],
  ['size', { const: 'large' }, 'Order a large pizza', '{"size":"large"}'],
  [
    'size',
    {
      oneOf: [
        { const: 'small', title: 'Small' },
        { const: 'large', title: 'Large' },
      ],
    },
    'Order a large pizza',
    '{"size":"large"}',
  ],
  [
    'size',
    { anyOf: [{ const: 'small' }, { const: 'large' }, { type: 'null' }] },
    'Order a large pizza',
    '{"size":"large"}',
  ],
  ['size', { anyOf: [{ enum: ['small', 'large'] }, { type: 'null' }] }, 'Order a large pizza', '{"size":"large"}'],
  ['size', { type: ['string', 'null'], enum: ['small', 'large', null] }, 'Order a large pizza', '{"size":"large"}'],
  ['size', { $ref: '#/$defs/size' }, 'Order a large pizza', '{"size":"large"}'],
  [
    'size',
    { allOf: [{ $ref: '#/$defs/size' }], description: 'Size of the pizza' },
    'Order a large pizza',
    '{"size":"large"}',
  ],
  ['size', { $ref: '#/$defs/loop' }, 'Order a large pizza', 'schema-open'],
  ['count', { type: 'integer', minimum: 1, maximum: 20 }, 'Order 12 pizzas', '{"count":12}'],
  ['count', { type: 'integer', maximum: 9 }, 'Order 12 pizzas', 'invalid count'],
  ['count', { type: 'integer', exclusiveMaximum: 12 }, 'Order 12 pizzas', 'invalid count'],
  ['count', { type: 'integer', multipleOf: 5 }, 'Order 12 pizzas', 'invalid count'],
  ['count', { type: 'integer', not: { const: 12 } }, 'Order 12 pizzas', 'invalid count'],
  ['count', { type: 'integer', if: { minimum: 10 }, then: { multipleOf: 10 } }, 'Order 12 pizzas', 'invalid count'],
  ['count', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'Order 12 pizzas', '{"count":12}'],
  ['count', { type: ['integer', 'null'] }, 'Order 12 pizzas', '{"count":12}'],
  ['email', { type: 'string', format: 'email' }, 'Order a pizza for ann@example.com', '{"email":"ann@example.com"}'],
  ['email', { type: 'string', pattern: '@example\\.org$' }, 'Order a pizza for ann@example.com', 'invalid email'],
  [
    'note',
    { type: 'string', minLength: 3, maxLength: 20 },
    'Order a pizza with the note "ring twice"',
    '{"note":"ring twice"}',
  ],
  ['note', { type: 'string', maxLength: 5 }, 'Order a pizza with the note "ring twice"', 'invalid note'],
  [
    'note',
    { allOf: [{ type: 'string' }, { pattern: 'twice' }] },
    'Order a pizza with the note "ring twice"',
    '{"note":"ring twice"}',
  ],
  [
    'note',
    { allOf: [{ type: 'string' }, { pattern: 'once' }] },
    'Order a pizza with the note "ring twice"',
    'invalid note',
  ],
  [
    'toppings',
    { type: 'array', items: { enum: ['ham', 'olives', 'basil'] } },
    'Order a pizza with ham and olives',
    '{"toppings":["ham","olives"]}',
  ],
  [
    'toppings',
    { type: 'array', items: { enum: ['ham', 'olives', 'basil'] }, maxItems: 1 },
    'Order a pizza with ham and olives',
    'invalid toppings',
  ],
  [
    'toppings',
    { type: 'array', items: { enum: ['ham', 'olives', 'basil'] }, minItems: 3 },
    'Order a pizza with ham and olives',
    'invalid toppings',
  ],
  [
    'toppings',
    { type: 'array', items: { enum: ['ham', 'olives', 'basil'] }, contains: { const: 'basil' } },
    'Order a pizza with ham and olives',
    'invalid toppings',
  ],
  [
    'toppings',
    { type: 'array', items: { $ref: '#/$defs/name' }, uniqueItems: true },
    'Order a pizza with the toppings "ham" and "olives"',
    '{"toppings":["ham","olives"]}',
  ],
  [
    'numbers',
    { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }], items: false },
    'Order pizza numbers 3 and 7',
    '{"numbers":[3,7]}',
  ],
  [
    'numbers',
    { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }], items: false },
    'Order pizza numbers 3, 7 and 9',
    'invalid numbers',
  ],
];

test('each keyword is honoured in reading what is said and in checking it', () => {
  for (const [name, schema, text, result] of READINGS) {
    const decision = ask(text, [
      definition('order_pizza', 'Order a pizza.', {
        type: 'object',
        properties: { [name]: schema },
        required: [name],
        $defs: DEFS,
      }),
    ]);
    const { missing, invalid, reason } = decision;
    const came =
      sent(decision) ??
      (reason?.code === 'schema-open'
        ? reason.code
        : missing.length > 0
          ? `missing ${missing.join()}`
          : invalid.length > 0
            ? `invalid ${invalid.map(({ param }) => param).join()}`
            : reason?.code);
    assert.is(came, result, `${text}: ${JSON.stringify(schema)}`);
  }
});

test('an optional property that refers to itself is left out; what depends on other members is checked with them', () => {
  const order = (properties: Record<string, unknown>, more: Record<string, unknown>) =>
    definition('order_pizza', 'Order a pizza.', {
      type: 'object',
      properties,
      required: ['count'],
      $defs: DEFS,
      ...more,
    });
  const count = { type: 'integer' };
  const email = { type: 'string', format: 'email' };
  assert.is(sent(ask('Order 12 pizzas', [order({ count, tree: { $ref: '#/$defs/tree' } }, {})])), '{"count":12}');
  for (const more of [
    { dependentRequired: { count: ['email'] } },
    { dependentSchemas: { count: { required: ['email'] } } },
    { dependencies: { count: ['email'] } },
    { minProperties: 2 },
    { anyOf: [{ required: ['email'] }, { properties: { count: { maximum: 5 } } }] },
  ]) {
    const alone = ask('Order 12 pizzas', [order({ count, email }, more)]);
    assert.is(alone.reason?.code, 'invalid-arguments', JSON.stringify(more));
    assert.is(
      sent(ask('Order 12 pizzas for ann@example.com', [order({ count, email }, more)])),
      '{"count":12,"email":"ann@example.com"}',
      JSON.stringify(more),
    );
  }
  for (const more of [
    { additionalProperties: false },
    { patternProperties: { '^c': { maximum: 50 } } },
    { propertyNames: { maxLength: 5 } },
    { unevaluatedProperties: false },
  ]) {
    assert.is(sent(ask('Order 12 pizzas', [order({ count }, more)])), '{"count":12}', JSON.stringify(more));
  }
  assert.is(
    ask('Order 12 pizzas', [order({ count }, { patternProperties: { '^c': { maximum: 5 } } })]).reason?.code,
    'invalid-arguments',
  );
  assert.is(
    ask('Order 12 pizzas', [order({ count }, { propertyNames: { maxLength: 4 } })]).reason?.code,
    'invalid-arguments',
  );
});

test('keywords nobody knows reach no interpreter', () => {
  const properties = {
    city: {
      type: 'string',
      description: 'Name of the city',
      __absolute_ref__: '#/nowhere',
      __absolute_uri__: 'x',
      patternless: [1, { a: 2 }],
    },
  };
  const hostile = definition('get_weather', 'Get the weather forecast of a city.', {
    type: 'object',
    properties,
    required: ['city'],
    __absolute_ref__: 'y',
    __absolute_recursive_ref__: 'z',
  });
  assert.is(sent(ask('What is the weather in Oslo?', [hostile])), '{"city":"Oslo"}');
});

test('what stands before two underscores is the server, unless it is a verb: it is no act of the tool', () => {
  const echo = (name: string) =>
    tool(name, 'Echoes back the input string', { message: { type: 'string', description: 'Message to echo' } }, [
      'message',
    ]);
  for (const name of ['echo', 'ev__echo', 'mcp__ev__echo'])
    assert.is(sent(ask('Echo the message "good morning"', [echo(name)])), '{"message":"good morning"}', name);
  const shelf = tool('delete__shelf', 'Shelf removal.', { shelf: { type: 'integer' } }, ['shelf']);
  assert.is(sent(ask('Delete shelf 5', [shelf])), '{"shelf":5}');
  assert.is(sent(ask('Show shelf 5', [shelf])), null);
});

test('a value that its schema cannot be held against is asked about as such, and not called wrong', () => {
  const pattern = '^(?=.*[0-9])[a-z0-9]+$';
  const find = tool('find_crate', 'Find a crate.', { code: { type: 'string', pattern }, shelf: { type: 'integer' } });
  const decision = ask('Find the crate with the code ab12', [find]);
  assert.is(decision.reason?.code, 'schema-open');
  assert.equal(decision.invalid, []);
  assert.match(decision.content ?? '', /cannot check whether "ab12" is a `code`/u);
  // Another parameter's value is sent all the same.
  assert.is(sent(ask('Find the crate on shelf 12', [find])), '{"shelf":12}');
  // Where one value is wrong and another open, the wrong one is told.
  const both = tool('find_crate', 'Find a crate.', {
    code: { type: 'string', pattern },
    shelf: { type: 'integer', maximum: 9 },
  });
  const wrong = ask('Find the crate with the code ab12 on shelf 12', [both]);
  assert.is(wrong.reason?.code, 'invalid-arguments');
  assert.equal(
    wrong.invalid.map(({ param }) => param),
    ['shelf'],
  );
});

test.run();
