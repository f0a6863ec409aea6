// Relations: a preposition that says another relation than the parameter's un-decides.
// Generated: every preposition before the value of parameters of every shape; the same where the schema says the relation.

import * as assert from 'uvu/assert';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const code = (prefix: string): object => ({ type: 'string', pattern: `^${prefix}-[0-9]+$` });
const remit = tool(
  'remit_money',
  'Remit money to a person.',
  { recipient: { type: 'string' }, amount: { type: 'number' } },
  ['recipient', 'amount'],
);
const bill = tool(
  'send_bill',
  'Send a bill to a customer.',
  { customer: { type: 'string' }, total: { type: 'number' } },
  ['customer', 'total'],
);
const shift = tool('move_crate', 'Move a crate to another bay.', { crate: code('CR'), bay: { type: 'string' } }, [
  'crate',
  'bay',
]);
const seat = tool(
  'book_booth',
  'Book a booth at a diner.',
  { diner: { type: 'string' }, guests: { type: 'integer' } },
  ['diner', 'guests'],
);
const halt = tool('halt_pump', 'Halt a pump.', { pump: code('pump') }, ['pump']);
const unload = tool('remove_crate', 'Remove a crate from a wagon.', { crate: code('CR'), wagon: code('W') }, [
  'crate',
  'wagon',
]);

const SOURCES = ['from', 'via', 'through', 'against', 'near', 'per', 'plus'];
const MANNERS = ['by', 'as'];
const PLACES = ['on', 'at', 'in', 'with'];

interface Frame {
  readonly definition: ToolDefinition;
  /** `_` is the preposition. */
  readonly text: string;
  readonly harmless: readonly string[];
  readonly foreign: readonly string[];
}

const FRAMES: readonly Frame[] = [
  {
    definition: remit,
    text: 'Remit 70 dollars _ Edda',
    harmless: ['to', 'for'],
    foreign: [...SOURCES, ...MANNERS, ...PLACES, 'of'],
  },
  {
    definition: bill,
    text: 'Send a bill of 70 _ Edda',
    harmless: ['to'],
    foreign: [...SOURCES, ...MANNERS, ...PLACES, 'of'],
  },
  {
    definition: shift,
    text: 'Move crate CR-8 _ "North"',
    harmless: ['to', 'into'],
    foreign: [...SOURCES, ...MANNERS, 'with'],
  },
  {
    definition: shift,
    text: 'Move crate CR-8 _ the bay "North"',
    harmless: ['to', 'into'],
    foreign: [...SOURCES, ...MANNERS],
  },
  {
    definition: shift,
    text: 'Move _ crate CR-8 to "North"',
    harmless: [''],
    foreign: [...SOURCES, ...MANNERS, ...PLACES],
  },
  { definition: seat, text: 'Book a booth _ "Rosa" for 4 guests', harmless: ['at'], foreign: [...SOURCES, ...MANNERS] },
  {
    definition: seat,
    text: 'Book a booth at "Rosa" _ 4 guests',
    harmless: ['for', 'with'],
    foreign: [...SOURCES, 'as'],
  },
  { definition: halt, text: 'Halt _ pump-3', harmless: [''], foreign: [...SOURCES, ...MANNERS, ...PLACES] },
  { definition: halt, text: 'Halt _ the pump pump-3', harmless: [''], foreign: [...SOURCES, ...MANNERS, ...PLACES] },
  {
    definition: unload,
    text: 'Remove CR-8 _ W-2',
    harmless: ['from'],
    foreign: ['via', 'through', 'against', 'near', 'per', 'plus', 'by', 'as', 'with'],
  },
];

const said = (text: string, word: string): string => text.replace('_', word).replaceAll('  ', ' ');

test('a preposition that says the relation of the parameter changes nothing', () => {
  for (const { definition, text, harmless } of FRAMES)
    for (const word of harmless) assert.is.not(sent(ask(said(text, word), [definition])), null, said(text, word));
});

test('one that says another is asked about', () => {
  const called = FRAMES.flatMap(({ definition, text, foreign }) =>
    foreign.map((word) => said(text, word)).filter((one) => sent(ask(one, [definition])) !== null),
  );
  assert.equal(called, []);
});

test('the name or the description of a parameter may say the relation', () => {
  const pull = (name: string, description: string): ToolDefinition =>
    tool('move_water', 'Move water.', { litres: { type: 'number' }, [name]: { type: 'string', description } }, [
      'litres',
      name,
    ]);
  for (const [word, name, description] of [
    ['from', 'from', ''],
    ['from', 'source', ''],
    ['from', 'tank', 'Tank that the water is taken from'],
    ['via', 'via', ''],
    ['through', 'valve', 'Valve through which it goes'],
    ['near', 'spot', 'Spot near which it is let out'],
  ] as const)
    assert.is.not(
      sent(ask(`Move 5 litres of water ${word} "Delta"`, [pull(name, description)])),
      null,
      `${word} ${name}`,
    );
  for (const word of SOURCES)
    assert.is(sent(ask(`Move 5 litres of water ${word} "Delta"`, [pull('basin', 'Basin that gets it')])), null, word);
});

test('whose something is does not say who gets it', () => {
  assert.is(sent(ask("Remit Edda's 70 dollars", [remit])), null);
  assert.is(sent(ask('Remit 70 dollars to Edda', [remit])), '{"recipient":"Edda","amount":70}');
});

test('a sender is nobody that something goes to, and a recipient nobody that it comes from', () => {
  const letters = (name: string): ToolDefinition =>
    tool('list_letters', 'List letters of the mailbox.', { [name]: { type: 'string', description: 'E-mail address' } });
  const ways = (one: string): string => `List letters ${one} bob@kiln.example`;
  assert.is(sent(ask(ways('from'), [letters('from')])), '{"from":"bob@kiln.example"}');
  assert.is(sent(ask(ways('to'), [letters('to')])), '{"to":"bob@kiln.example"}');
  for (const name of ['from', 'sender'])
    for (const way of ['to', 'sent to', 'for', 'cc', 'about', 'mentioning', 'addressed to'])
      assert.is(sent(ask(ways(way), [letters(name)])), null, `${name}: ${way}`);
  for (const name of ['to', 'recipient']) assert.is(sent(ask(ways('from'), [letters(name)])), null, name);
});

const MAIL = tool(
  'email_receipt',
  'Email a receipt to one or more people.',
  {
    receipt: code('RC'),
    to: { type: 'array', items: { type: 'string', format: 'email' } },
    attach_pdf: { type: 'boolean' },
  },
  ['receipt', 'to'],
);
const REPLY = tool(
  'reply_comment',
  'Reply to a comment below one of our photos.',
  { comment: code('cm'), text: { type: 'string' } },
  ['comment', 'text'],
);
const LEAVE = tool(
  'enter_leave',
  'Enter leave of a worker.',
  {
    worker: code('W'),
    start: { type: 'string', format: 'date', description: 'First day' },
    end: { type: 'string', format: 'date', description: 'Last day, inclusive' },
    half_day_end: { type: 'boolean', description: 'Whether the last day is only a half day' },
  },
  ['worker', 'start', 'end'],
);
for (const [definition, plain, changed] of [
  [MAIL, 'Email RC-7 to ann@x.example and bo@x.example', 'Email RC-7 to about ann@x.example and bo@x.example'],
  [
    MAIL,
    'Email RC-7 to ann@x.example, without the attached PDF',
    'Email RC-7 to ann@x.example, about without the attached PDF',
  ],
  [REPLY, 'Reply to comment cm-7 with "Thanks."', 'Reply to comment below cm-7 with "Thanks."'],
  [
    LEAVE,
    'Enter leave of W-7 from 2 May 2027 to 5 May 2027. The last day is only a half day.',
    'Enter leave of W-7 from 2 May 2027 to 5 May 2027. The within last day is only a half day.',
  ],
] as const)
  test(`${plain} … ${changed}`, () => {
    assert.not.equal(sent(ask(plain, [definition])), null);
    assert.equal(ask(changed, [definition]).calls, []);
  });

test.run();
