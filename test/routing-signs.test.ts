// Signs: a symbol or a short form that nobody can know beside a value is asked about, and a token is taken whole.
// Generated: every sign before and behind every value of orders that are called without it.

import * as assert from 'uvu/assert';
import { verifyCalls } from '../server/engines/routing/verify.ts';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { ask, request, sent, tool, user } from './support/routing.ts';
import { test } from './support/test.ts';

const wire = tool(
  'wire_money',
  'Wire money to a person.',
  { recipient: { type: 'string', description: 'Who gets the money' }, amount: { type: 'number' } },
  ['recipient', 'amount'],
);
const halt = tool(
  'halt_pump',
  'Halt a pump.',
  { pump: { type: 'string', pattern: '^pump-[0-9]+$', description: 'Name of the pump' } },
  ['pump'],
);
const wipe = tool('wipe_path', 'Wipe a folder.', { path: { type: 'string', description: 'Path of the folder' } }, [
  'path',
]);

interface Ordered {
  readonly definition: ToolDefinition;
  /** The values stand in brackets. */
  readonly text: string;
}

const ORDERS: readonly Ordered[] = [
  { definition: wire, text: 'Wire [70] dollars to [Edda]' },
  { definition: wire, text: 'Please wire [Edda] [70] dollars' },
  { definition: halt, text: 'Halt [pump-4]' },
  { definition: halt, text: 'Please halt pump [pump-4] now' },
  { definition: wipe, text: 'Wipe [/srv/cache]' },
  { definition: wipe, text: 'Wipe the folder [/srv/cache]' },
];

const plainOf = (text: string): string => text.replace(/[[\]]/gu, '');

const SIGNS = '* ~ < > <= >= ≤ ≥ ≈ ± + ^ | \\ % ≠ → ❌ 🚫 ⁓ ∓ >> << ** ∞ ÷ × § ¬'.split(' ');
const SHORT = ['c.', 'w/o', 'x', 'e.g.', 'i.e.', 'v.', 'q', 'k.', 'b/c'];

/** The sign before and behind each value, glued to it and not. */
function withSign(text: string, sign: string): string[] {
  return [...text.matchAll(/\[([^\]]*)\]/gu)].flatMap(({ 0: whole, 1: value = '', index }) => {
    const around = [`${sign}${value}`, `${sign} ${value}`, `${value}${sign}`, `${value} ${sign}`];
    return around.map((one) => plainOf(text.slice(0, index) + one + text.slice(index + whole.length)));
  });
}

/** A call that does not carry the sign; `null` where it asks, or sends the sign with its value. */
function bareCall(text: string, sign: string, definition: ToolDefinition): string | null {
  const call = sent(ask(text, [definition]));
  return call === null || call.includes(JSON.stringify(sign).slice(1, -1)) ? null : call;
}

test('orders without a sign are called', () => {
  for (const { definition, text } of ORDERS) assert.is.not(sent(ask(plainOf(text), [definition])), null, text);
});

test('a sign without a class beside a value is sent with it or asked about', () => {
  const bare = ORDERS.flatMap(({ definition, text }) =>
    SIGNS.flatMap((sign) => withSign(text, sign).filter((one) => bareCall(one, sign, definition) !== null)),
  );
  assert.equal(bare, []);
});

test('a short form of a word beside a value, or in front of an order, is asked about', () => {
  const bare = ORDERS.flatMap(({ definition, text }) =>
    SHORT.flatMap((sign) =>
      [
        ...[...text.matchAll(/\[/gu)].map(({ index }) =>
          plainOf(`${text.slice(0, index)}${sign} ${text.slice(index)}`),
        ),
        `${sign} ${plainOf(text)}`,
      ].filter((one) => bareCall(one, sign, definition) !== null),
    ),
  );
  assert.equal(bare, []);
});

test('a token is taken whole: a glob, a range, a part of a longer name', () => {
  const longer = ['/*', '/**', '*', '?', '/*.log', '..9', '..pump-9', '…9', '/{a,b}', '/[ab]', ':9', '!', '~'];
  const cut = ORDERS.flatMap(({ definition, text }) =>
    [...text.matchAll(/\[([^\]]*)\]/gu)].flatMap(({ 0: whole, 1: value = '', index }) =>
      longer
        .filter((more) => !/^[!?]$/u.test(more) || index + whole.length < text.length)
        .flatMap((more) => {
          const said = plainOf(`${text.slice(0, index)}${value}`) + more + plainOf(text.slice(index + whole.length));
          const call = sent(ask(said, [definition]));
          return call === null || call.includes(value + more) || more === '!' || more === '?' ? [] : [said];
        }),
    ),
  );
  assert.equal(cut, []);
});

test('what ends, opens, quotes, labels, greets or sets off changes nothing', () => {
  for (const said of [
    'Wire 70 dollars to Edda!',
    'Wire $70 to Edda',
    'Wire 70 dollars to Edda 🙏',
    '- Wire 70 dollars to Edda',
    '* Wire 70 dollars to Edda',
    'Wire 70 dollars to **Edda**',
    'Wire 70 dollars - thanks - to Edda',
    'Wire 70 dollars to Edda, please :)',
    'Wire 70 dollars to Edda again',
    'Wire amount=70 to recipient: Edda',
  ])
    assert.is(sent(ask(said, [wire])), '{"recipient":"Edda","amount":70}', said);
  for (const said of ['Halt `pump-4`', 'Halt "pump-4".', 'Halt (pump-4)', 'Halt the pump — pump-4', 'halt pump=pump-4'])
    assert.is(sent(ask(said, [halt])), '{"pump":"pump-4"}', said);
});

test('a sign that compares is taken by a parameter that bounds', () => {
  const shops = tool(
    'search_shops',
    'Search shops.',
    { city: { type: 'string' }, max_price: { type: 'number' }, min_rating: { type: 'number' } },
    ['city'],
  );
  const call = sent(ask('Search shops in the city Ulm with a price < 20', [shops]));
  assert.ok(call === null || call === '{"city":"Ulm","max_price":20}', call ?? '');
  assert.is(sent(ask('Search shops in the city Ulm with a price > 20', [shops])), null);
});

test('an order inside quotation marks is quoted', () => {
  for (const [open, close] of ['""', '“”', '«»', '``', "''"].map((pair) => [...pair]))
    for (const { definition, text } of ORDERS)
      assert.is(sent(ask(`${open}${plainOf(text)}${close}`, [definition])), null, `${open}${text}`);
});

test('verifying cuts no token either', () => {
  const verdictOf = (said: string): string | undefined =>
    verifyCalls({
      ...request([user(said)], [wipe]),
      calls: [{ id: null, name: 'wipe_path', arguments: new Map([['path', '/srv/cache/']]) }],
      countResults: false,
    })[0]?.outcome;
  assert.is(verdictOf('Wipe /srv/cache/'), 'decided');
  for (const said of ['Wipe /srv/cache/*', 'Wipe /srv/cache/**', 'Wipe ~/srv/cache/', 'Wipe >/srv/cache/'])
    assert.is.not(verdictOf(said), 'decided', said);
});

test.run();
