// Conversations: what an answer to our own question completes, and what it does not.

import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { routeChat } from '../server/engines/routing/route.ts';
import type { RouteDecision, ToolDefinition } from '../server/services/routing/wire/route.ts';
import { tool } from './support/routing.ts';
import { test } from './support/test.ts';

const text = { type: 'string' };
const SEARCH = [
  tool('search_notes', 'Search the notes.', { query: text }, ['query']),
  tool('search_mail', 'Search the mail.', { query: text }, ['query']),
];
const NOTE = tool('delete_note', 'Delete a note.', { id: text }, ['id']);
const MAIL = tool('delete_mail', 'Delete a mail.', { id: text }, ['id']);
const DELETE = [NOTE, MAIL];
const DOOR = [
  tool(
    'lock_door',
    'Lock a door of the house.',
    { door: { type: 'string', enum: ['front_door', 'back_door', 'garage'] } },
    ['door'],
  ),
];
const WEATHER = [
  tool('get_weather', 'Get the weather of a city.', { city: text, date: { type: 'string', format: 'date' } }, ['city']),
];

/** Turns of the user and the assistant in turn. */
function say(tools: readonly ToolDefinition[], ...turns: readonly string[]): RouteDecision {
  const messages = turns.map((one, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    texts: [{ path: `/messages/${at}/content`, text: one }],
  }));
  return routeChat({ messages, tools, toolChoice: { kind: 'auto' }, now: null });
}

/** The call as one text, or null. */
function call(decision: RouteDecision): string | null {
  return decision.calls.length === 0
    ? null
    : `${decision.calls[0]!.name} ${writeJson(decision.calls[0]!.arguments as Json)}`;
}

function answer(tools: readonly ToolDefinition[], first: string, last: string): string | null {
  const question = say(tools, first);
  assert.is(question.calls.length, 0);
  return call(say(tools, first, question.content ?? '', last));
}

for (const [tools, first, last, expected] of [
  [SEARCH, 'Search for "harbour fees"', 'search_mail', 'search_mail {"query":"harbour fees"}'],
  [SEARCH, 'Search for "harbour fees"', '`search_notes`', 'search_notes {"query":"harbour fees"}'],
  [SEARCH, 'Search for "harbour fees"', 'the mail', 'search_mail {"query":"harbour fees"}'],
  [DELETE, 'Delete AB-12', 'the note, please', 'delete_note {"id":"AB-12"}'],
  [DELETE, 'Delete AB-12', 'delete_mail', 'delete_mail {"id":"AB-12"}'],
  [DOOR, 'Lock the front door or the back door', 'The back door', 'lock_door {"door":"back_door"}'],
  [DOOR, 'Lock the door', 'garage', 'lock_door {"door":"garage"}'],
] as const)
  test(`an answer completes the call: ${first} … ${last}`, () => {
    assert.is(answer(tools, first, last), expected);
  });

test('what picks no tool, or two, or says more, is no pick', () => {
  for (const last of [
    'not the mail',
    'the mail and the note',
    'delete_mail or delete_note',
    'both',
    'neither',
    'which mail?',
    'mail?',
    'the mail, but not now',
    'the mail if it is old',
    'mail from Bob',
    'no',
  ])
    assert.is(answer(DELETE, 'Delete AB-12', last), null, last);
});

test('which tool is no yes: the order must stand in the turn before', () => {
  const question = 'Should I use `delete_mail` or `delete_note`?';
  assert.is(call(say(DELETE, 'Delete AB-12', question, 'mail')), 'delete_mail {"id":"AB-12"}');
  for (const first of [
    'I will delete AB-12',
    'Bob deleted AB-12',
    'Should I delete AB-12?',
    'Do not delete AB-12',
    'Delete AB-12 tomorrow',
  ])
    assert.is(call(say(DELETE, first, question, 'mail')), null, first);
  // A question that names other tools lets nobody choose these.
  assert.is(call(say(DELETE, 'Delete AB-12', 'Should I use `drop_mail` or `drop_note`?', 'mail')), null);
});

test('which comes first is picked as which to use is', () => {
  const LOOKING = [
    tool('get_tide', 'Get the tide for a harbour.', { harbour: text }, ['harbour']),
    tool('get_wind', 'Get the wind for a harbour.', { harbour: text }, ['harbour']),
  ];
  const first = 'Get the tide or the wind for "Oslo"';
  for (const last of ['get_tide', 'the tide', '`get_tide`'])
    assert.is(answer(LOOKING, first, last), 'get_tide {"harbour":"Oslo"}', last);
  assert.is(answer(LOOKING, first, 'not the tide'), null);
  // The act of the other tool is not dropped where the one that is picked changes something.
  for (const order of ['Do not delete note AB-12 or mail AB-12', 'Should I delete note AB-12 or mail AB-12?'])
    assert.is(answer(DELETE, order, 'delete_note'), null, order);
});

test('the name of the tool that asks is no value', () => {
  for (const first of ['Delete the note', 'Delete a note'])
    for (const last of ['delete_note', '`delete_note`']) assert.is(answer([NOTE], first, last), null, last);
  // Another tool's name may be one.
  const help = tool(
    'explain_tool',
    'Explain a tool.',
    { name: { type: 'string', enum: ['delete_note', 'delete_mail'] } },
    ['name'],
  );
  assert.is(answer([help, NOTE], 'Explain a tool', 'delete_note'), 'explain_tool {"name":"delete_note"}');
});

test('where one flag was asked for, a bare yes or no is its value', () => {
  const flag = { type: 'boolean' };
  const HIRE = [tool('hire_boat', 'Hire a boat.', { boat: text, insured: flag }, ['boat', 'insured'])];
  const FIND = [
    tool('find_boats', 'Find boats of a harbour.', { harbour: text, insured: flag }, ['harbour', 'insured']),
  ];
  for (const [last, value] of [
    ['yes', true],
    ['Yes, please', true],
    ['true', true],
    ['no', false],
    ['No.', false],
    ['false', false],
  ] as const) {
    assert.is(answer(HIRE, 'Hire the boat "Gull"', last), `hire_boat {"boat":"Gull","insured":${value}}`, last);
    assert.is(answer(FIND, 'Find boats in "Oslo"', last), `find_boats {"harbour":"Oslo","insured":${value}}`, last);
  }
  for (const last of ['no thanks', 'never mind', 'wait', 'no, cancel', 'no idea', 'yes and no'])
    assert.is(answer(HIRE, 'Hire the boat "Gull"', last), null, last);
  // Of two flags a yes says neither, and what is asked for is no flag where a no declines.
  const both = [
    tool('hire_boat', 'Hire a boat.', { boat: text, insured: flag, crewed: flag }, ['boat', 'insured', 'crewed']),
  ];
  for (const last of ['yes', 'no']) assert.is(answer(both, 'Hire the boat "Gull"', last), null, last);
  assert.is(answer([NOTE], 'Delete the note', 'no'), null);
  // A question whether to act is declined by a no, whatever flag it names.
  assert.is(call(say(HIRE, 'Hire the boat "Gull"', 'Should I hire it insured?', 'no')), null);
});

test('a yes carries what was said, or is asked again', () => {
  const question = 'Shall I really use `delete_mail`? Your request does not say so clearly enough.';
  assert.is(call(say([MAIL], 'I will delete mail AB-12', question, 'yes')), 'delete_mail {"id":"AB-12"}');
  for (const first of ['I will delete mail AB-12 tomorrow', 'I will delete mail AB-12 later'])
    assert.is(call(say([MAIL], first, question, 'yes')), null, first);
});

test('an answer to one parameter does not explain another', () => {
  const first = 'Lock the front door or the back door';
  for (const last of ['The back door and the garage', 'Is the back door open?', 'neither'])
    assert.is(answer(DOOR, first, last), null, last);
  assert.is(answer(DOOR, 'If it rains, lock the front door or the back door', 'The back door'), null);
});

test('after a call, a question goes on with one value changed or added; an order does not', () => {
  const go = (last: string): string | null => call(say(WEATHER, 'What is the weather in Rome?', 'Sunny.', last));
  assert.is(go('and in Oslo?'), 'get_weather {"city":"Oslo"}');
  assert.is(go('no, Oslo'), 'get_weather {"city":"Oslo"}');
  assert.is(go('what about 3 March 2027?'), 'get_weather {"city":"Rome","date":"2027-03-03"}');
  // Which day that is nobody said.
  assert.is(go('what about tomorrow?'), null);
  assert.is(go('what about you?'), null);
  assert.is(call(say([NOTE], 'Delete note AB-12', 'Done.', 'what about AB-13?')), null);
});

test('where something is, and all of it, is no name of it, and why is said without its "because"', () => {
  const lamp = [
    tool('turn_off_lamp', 'Turns off the lamp of a room.', { room: { ...text, description: 'Name of the room' } }, [
      'room',
    ]),
  ];
  assert.is(answer(lamp, 'Turn off the lamp', 'in the kitchen'), 'turn_off_lamp {"room":"kitchen"}');
  assert.is(answer(lamp, 'Turn off the lamp', 'kitchen'), 'turn_off_lamp {"room":"kitchen"}');
  assert.is(answer(lamp, 'Turn off the lamp', 'all of them'), null);
  const bid = { type: 'string', pattern: '^B-[0-9]+$' };
  const reject = [tool('reject_bid', 'Reject a bid.', { bid, reason: text }, ['bid', 'reason'])];
  assert.is(answer(reject, 'Reject B-7', 'far too late'), 'reject_bid {"bid":"B-7","reason":"far too late"}');
  assert.is(
    answer(reject, 'Reject B-7', 'because the hall is full'),
    'reject_bid {"bid":"B-7","reason":"the hall is full"}',
  );
  assert.is(answer(reject, 'Reject B-7', 'never mind, accept it'), null);
});

test.run();
