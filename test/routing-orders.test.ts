// Orders: ways to order an act that name it in other words, beside sentences that only speak of it.

import * as assert from 'uvu/assert';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const string = { type: 'string' };
const KILN = { type: 'string', pattern: '^K-[0-9]{3}$' };
const pause = tool('pause_kiln', 'Pause a kiln.', { kiln: KILN }, ['kiln']);

function calls(definition: ReturnType<typeof tool>, said: readonly string[], silent: readonly string[]): void {
  for (const text of said) assert.is.not(sent(ask(text, [definition])), null, text);
  for (const text of silent) assert.is(sent(ask(text, [definition])), null, text);
}

test('leave that is given, and what somebody can do at all', () => {
  calls(
    pause,
    [
      'Ok you can pause K-204',
      'ok, you can pause K-204 now',
      'You can pause K-204 now',
      'Great, you may now pause K-204',
    ],
    [
      'You can pause K-204',
      'You can pause K-204 in the cellar now',
      'You can pause kilns now',
      'Can we say you can pause K-204?',
      'Ok you can pause K-204 if it rains',
      'Ok you cannot pause K-204',
      'She said ok you can pause K-204',
    ],
  );
});

test('a subject with its verb in one word says why', () => {
  calls(
    pause,
    ["Pause K-204, someone's at the door", "Pause K-204, she's asleep", 'Pause K-204, we know what it is'],
    [
      "Pause K-204, someone's account",
      "Pause K-204, it's a joke",
      "Pause K-204, we don't know what it is",
      'Pause K-204, we know what she would do',
      "Pause K-204, she's coming back in 5 minutes",
    ],
  );
});

test('who puts a thing somewhere adds it there', () => {
  const add = tool(
    'create_firing',
    'Create a firing in the calendar.',
    { title: string, day: { type: 'string', format: 'date' } },
    ['title', 'day'],
  );
  calls(
    add,
    ['Put "Glaze test" in the calendar for 2027-05-03'],
    [
      'I put "Glaze test" in the calendar for 2027-05-03',
      'Who put "Glaze test" in the calendar for 2027-05-03?',
      'Put off "Glaze test" for 2027-05-03',
    ],
  );
});

test('a kind of the thing that the tool makes, with a courtesy at the end', () => {
  const leave = tool(
    'create_leave_request',
    'Create a request for leave.',
    {
      employee: { type: 'string', pattern: '^E-[0-9]+$' },
      kind: { type: 'string', enum: ['vacation', 'sick_leave'] },
      day: { type: 'string', format: 'date' },
    },
    ['employee', 'kind', 'day'],
  );
  calls(
    leave,
    ['Vacation for E-17 on 2027-05-03, please', 'Sick leave for E-17 on 2027-05-03 please'],
    [
      'Vacation for E-17 on 2027-05-03',
      'Vacation for E-17 on 2027-05-03 was denied',
      'No vacation for E-17 on 2027-05-03 please',
    ],
  );
});

test('two sides of one list of values', () => {
  const sites = { type: 'string', enum: ['ULM', 'RENO', 'GRAZ'] };
  const move = tool('move_kiln', 'Move a kiln.', { kiln: KILN, from_site: sites, to_site: sites }, [
    'kiln',
    'from_site',
    'to_site',
  ]);
  const both = '{"kiln":"K-204","from_site":"ULM","to_site":"RENO"}';
  assert.is(sent(ask('Move K-204 from Ulm to Reno', [move])), both);
  assert.is(sent(ask('Move K-204 to Reno from Ulm', [move])), both);
  for (const text of ['Move K-204 Ulm Reno', 'Move K-204 to Ulm or Reno', 'Move K-204 from Ulm'])
    assert.is(sent(ask(text, [move])), null, text);
});

test('the name of a thing beside the kind that is asked for with it', () => {
  const scale = tool(
    'scale_workload',
    'Scale a workload.',
    {
      kind: { type: 'string', enum: ['deployments.apps', 'daemonsets.apps'] },
      name: string,
      replicas: { type: 'integer' },
    },
    ['kind', 'name', 'replicas'],
  );
  assert.is(
    sent(ask('Scale the checkout deployment to 6 replicas', [scale])),
    '{"kind":"deployments.apps","name":"checkout","replicas":6}',
  );
  assert.is(
    sent(ask('Scale daemonset fluent-bit to 2 replicas', [scale])),
    '{"kind":"daemonsets.apps","name":"fluent-bit","replicas":2}',
  );
  for (const text of [
    'Scale the running deployment to 6 replicas',
    'Scale the old deployment to 6 replicas',
    'Scale a deployment to 6 replicas',
  ])
    assert.is(sent(ask(text, [scale])), null, text);
});

test('a flag said by the other of two states, or told how it should be', () => {
  const share = tool(
    'create_shelf',
    'Create a shelf.',
    { name: string, public: { type: 'boolean' }, allow_comments: { type: 'boolean' } },
    ['name'],
  );
  const argument = (text: string): unknown => sent(ask(text, [share]));
  assert.is(argument('Create a shelf called "Plum". Keep it private please.'), '{"name":"Plum","public":false}');
  assert.is(
    argument('Create a shelf called "Plum". Comments should be off.'),
    '{"name":"Plum","allow_comments":false}',
  );
  assert.is(
    argument('Create a shelf called "Plum", comments should be turned on'),
    '{"name":"Plum","allow_comments":true}',
  );
  for (const text of [
    'Create a shelf called "Plum", but do not keep it private',
    'Create a shelf called "Plum". Should we keep it private?',
    'Create a shelf called "Plum" and maybe make it private',
    'Create a shelf called "Plum". Comments might be off.',
  ])
    assert.is(argument(text), null, text);
});

test('a number of as many digits as the code of a room has', () => {
  const wake = tool(
    'schedule_wakeup_call',
    'Schedule a wake-up call to a room.',
    { room: { type: 'string', pattern: '^\\d{3}$' }, time: { type: 'string', format: 'date-time' } },
    ['room', 'time'],
  );
  const at = '2027-05-03T06:00:00Z';
  assert.is(sent(ask(`Schedule a wake-up call for 331 at ${at}`, [wake])), `{"room":"331","time":"${at}"}`);
  for (const text of [
    `Schedule 331 wake-up calls at ${at}`,
    `Schedule a wake-up call for 331 guests at ${at}`,
    `Schedule a wake-up call for 331 or 332 at ${at}`,
    `Schedule a wake-up call for less than 331 at ${at}`,
  ])
    assert.is(sent(ask(text, [wake])), null, text);
});

test.run();
