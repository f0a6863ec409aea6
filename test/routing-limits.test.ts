// Limits of routing and of the chat wire: at each limit the request is served as usual, one past it the answer says so.

import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';

import { JsonNumber, parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { HISTORY_LENGTH_MAX } from '../server/engines/routing/conversation.ts';
import { CORRECTIONS_MAX, TURN_LENGTH_MAX } from '../server/engines/routing/route.ts';
import { readQuoted } from '../server/engines/routing/text/scope.ts';
import { DESCRIPTION_LENGTH_MAX, LEAVES_MAX, readTool } from '../server/engines/routing/tools/tools.ts';
import { fillTool } from '../server/engines/routing/values/fill.ts';
import { CHOICE_STEPS_MAX, CHOICES_MAX, readEnumChoices } from '../server/engines/routing/values/spans/choices.ts';
import { readSpans, SPANS_MAX } from '../server/engines/routing/values/spans.ts';
import { faultOf, VALIDATION_STEPS_MAX } from '../server/engines/routing/values/validate.ts';
import { accountOf } from '../server/engines/routing/verdict/account.ts';
import { ORDERS_MAX } from '../server/engines/routing/verdict/order.ts';
import { readPosed } from '../server/engines/routing/verdict/posed.ts';
import { readChatRequest } from '../server/services/routing/wire/chat.ts';
import { readClock } from '../server/services/routing/wire/clock.ts';
import { ask, message, sent, tool, user } from './support/routing.ts';
import { test } from './support/test.ts';

const city = { type: 'string', description: 'Name of the city' };
const weather = tool('get_weather', 'Get the weather forecast of a city.', { city }, ['city']);
const said = 'What is the weather in Oslo?';

test('parameters of a tool', () => {
  const form = (leaves: number) =>
    tool(
      'get_weather',
      'Get the weather forecast of a city.',
      { city, ...Object.fromEntries(Array.from({ length: leaves - 1 }, (_, at) => [`zz${at}`, { type: 'boolean' }])) },
      ['city'],
    );
  assert.is(sent(ask(said, [form(LEAVES_MAX)])), '{"city":"Oslo"}');
  assert.is(ask(said, [form(LEAVES_MAX + 1)]).reason?.code, 'schema-open');
});

test('the length of a description that is read', () => {
  const described = (length: number) =>
    readTool(tool('zz', `${'x '.repeat(length).slice(0, length - 5)} oslo`, {})).descriptionWords.at(-1);
  assert.is(described(DESCRIPTION_LENGTH_MAX), 'oslo');
  assert.is(described(DESCRIPTION_LENGTH_MAX + 1), 'osl');
});

test('orders of one act in one turn', () => {
  const refund = tool('refund_order', 'Refund an order.', { order_id: { type: 'string', description: 'Order id' } }, [
    'order_id',
  ]);
  const order = (count: number) =>
    readPosed(
      [{ path: '', text: 'Refund it. '.repeat(count), age: 0 }],
      accountOf(fillTool(readTool(refund), [], [], null, { steps: 1000 })),
    );
  assert.is(order(ORDERS_MAX).posed, 'order');
  assert.is(order(ORDERS_MAX).orders.length, ORDERS_MAX);
  assert.is(order(ORDERS_MAX + 1).posed, 'report');
});

test('corrections of corrections', () => {
  const corrected = (count: number) =>
    ask(
      [
        user('What is the weather in Oslo?'),
        ...Array.from({ length: count }, (_, at) => [
          message('assistant', 'Sunny.'),
          user(`no, ${at % 2 === 0 ? 'Paris' : 'London'}`),
        ]).flat(),
      ],
      [tool('get_weather', 'Get the weather forecast of a city.', { city }, ['city'])],
    );
  assert.is(sent(corrected(CORRECTIONS_MAX)), '{"city":"Paris"}');
  assert.is(corrected(CORRECTIONS_MAX + 1).calls.length, 0);
});

test('places in a text', () => {
  const numbers = (count: number) =>
    readSpans([{ path: '', text: Array.from({ length: count }, () => '7').join(' ; '), age: 0 }], null);
  assert.is(numbers(SPANS_MAX).cut, false);
  assert.is(numbers(SPANS_MAX).spans.length, SPANS_MAX);
  assert.is(numbers(SPANS_MAX + 1).cut, true);
  assert.is(numbers(SPANS_MAX + 1).spans.length, SPANS_MAX);
});

function choicesIn(text: string, values: readonly string[]): number {
  const [leaf] = readTool(tool('pick', 'Pick.', { color: { type: 'string', enum: values } })).leaves;
  const source = { path: '', text, age: 0 };
  return leaf === undefined ? -1 : readEnumChoices(leaf, source).length;
}

test('places that say listed values', () => {
  assert.is(choicesIn('red. '.repeat(CHOICES_MAX), ['red']), CHOICES_MAX);
  assert.is(choicesIn('red. '.repeat(CHOICES_MAX + 1), ['red']), CHOICES_MAX);
});

test('steps spent on looking for listed values', () => {
  // Each value but the last looks at every `red` and finds none followed by its second word.
  const reds = 1000;
  const values = (count: number) => [
    ...Array.from({ length: count }, (_, at) => `red ${'blue '.repeat(at + 2).trim()}`),
    'red blue',
  ];
  const text = `${'red. '.repeat(reds - 1)}red blue`;
  assert.is(choicesIn(text, values(CHOICE_STEPS_MAX / reds - 1)), 1);
  assert.is(choicesIn(text, values(CHOICE_STEPS_MAX / reds)), 0);
});

test('the last turn, over all of its parts', () => {
  const parts = (length: number) =>
    ask(
      [
        {
          role: 'user',
          texts: [
            { path: '', text: said },
            { path: '', text: ' '.repeat(length - said.length - 1) + '.' },
          ],
        },
      ],
      [weather],
    );
  assert.is(parts(TURN_LENGTH_MAX).calls[0]?.name, 'get_weather');
  assert.is(parts(TURN_LENGTH_MAX + 1).reason?.code, 'text-too-long');
});

test('earlier turns', () => {
  const conversation = (length: number) =>
    ask(
      [
        user('My city is Oslo.'.padEnd(length)),
        message('assistant', 'Noted.'),
        user('What is the weather in the city?'),
      ],
      [weather],
    );
  assert.is(sent(conversation(HISTORY_LENGTH_MAX)), '{"city":"Oslo"}');
  assert.equal(conversation(HISTORY_LENGTH_MAX + 1).missing, ['city']);
});

test('the work of validation, over all arguments', () => {
  const wait = (budget: number) =>
    faultOf(
      'ab',
      new Map<string, Json>([
        ['type', 'string'],
        ['minLength', new JsonNumber('1')],
      ]),
      { steps: budget },
    );
  // The schema, its two keywords, and the text that is measured.
  assert.is(wait(4), null);
  assert.equal(wait(3), { reason: 'checking it would take too long', isOpen: true });
  assert.ok(VALIDATION_STEPS_MAX > 1000);
});

function read(body: unknown): ReturnType<typeof readChatRequest> {
  return readChatRequest(parseJson(new TextEncoder().encode(writeJson(body))));
}

test('what a question shows of values and descriptions', () => {
  const question = (color: object): string | null =>
    ask('Paint it.', [tool('paint', 'Paint it.', { color }, ['color'])]).content;
  const values = (count: number) => ({ type: 'string', enum: Array.from({ length: count }, (_, at) => `v${at}`) });
  assert.match(question(values(8)) ?? '', '(v0, v1, v2, v3, v4, v5, v6, v7)');
  assert.match(question(values(9)) ?? '', '(v0, v1, v2, v3, v4, v5, v6, v7, …)');
  const described = (length: number) => ({ type: 'string', description: 'x'.repeat(length) });
  assert.match(question(described(120)) ?? '', `(${'x'.repeat(120)})`);
  assert.match(question(described(121)) ?? '', `(${'x'.repeat(120)}…)`);
});

test('three candidates are shown', () => {
  const shown = (count: number): number =>
    ask(
      'Paint the wall.',
      Array.from({ length: count }, (_, at) => tool(`paint_${at}`, 'Paint the wall.', {})),
    ).candidates.length;
  assert.equal([shown(3), shown(4)], [3, 3]);
});

test('the length of a quoted value', () => {
  for (const [open, close] of ['""', '“”', "''"]) {
    const inside = (length: number): (number | undefined)[] =>
      readQuoted(`${open}${'x'.repeat(length)}${close} y`).map(({ start, end }) => end - start);
    assert.equal([inside(1000), inside(1001)], [[1000], []], open);
  }
});

test('the length of a tool name', () => {
  const named = (length: number) =>
    read({
      messages: [{ role: 'user', content: 'x' }],
      tools: [{ type: 'function', function: { name: 'n'.repeat(length) } }],
    });
  assert.is(named(256).kind, 'ok');
  const beyond = named(257);
  assert.is(beyond.kind === 'invalid' ? beyond.param : null, 'tools[0].function.name');
});

test('what was ignored is listed a hundred times, not more', () => {
  const reading = (count: number) =>
    read({
      messages: [{ role: 'user', content: 'x' }],
      ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`a/b~${at}`, 1])),
    });
  const [full, beyond] = [reading(100), reading(101)];
  assert.is(full.kind === 'ok' ? full.ignored.length : 0, 100);
  assert.is(full.kind === 'ok' ? full.ignored[0] : '', '/a~1b~00');
  assert.is(beyond.kind === 'ok' ? beyond.ignored.length : 0, 100);
});

test('instants that exist, and those that do not', () => {
  for (const good of ['2027-02-28T23:59:59Z', '2028-02-29T00:00:00+14:00', '2027-01-01t00:00:00.123456789z'])
    assert.ok(readClock(good) !== null, good);
  for (const bad of [
    '2027-02-29T00:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-01-01T24:00:00Z',
    '2027-01-01',
    '2027-01-01T00:00:00',
    '2027-01-01T00:00:00+1:00',
    'tomorrow',
  ])
    assert.is(readClock(bad), null, bad);
});

test.run();
