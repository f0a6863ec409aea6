// Named: values that schemas of products ask for in one form, and people say in another; and what is only like them.

import { readClock } from '../server/services/routing/wire/clock.ts';
import { callsAt, definition, tool } from './support/routing.ts';
import { test } from './support/test.ts';

/** A Wednesday, 09:00 UTC. */
const NOW = readClock('2027-05-19T09:00:00Z');
const read = callsAt(NOW);

const text = { type: 'string' };
const instant = { type: 'string', format: 'date-time' };
const email = { type: 'string', format: 'email' };

const tides = tool('list_tides', 'List the tides of a harbour.', {
  time_min: { ...instant, description: 'Lower bound (inclusive)' },
  time_max: { ...instant, description: 'Upper bound (exclusive)' },
});

test('a day bounds a list of instants on both sides', () => {
  read(tides, [
    ['List the tides on 3 May 2027', '{"time_min":"2027-05-03T00:00:00Z","time_max":"2027-05-04T00:00:00Z"}'],
    ['List the tides tomorrow', '{"time_min":"2027-05-20T00:00:00Z","time_max":"2027-05-21T00:00:00Z"}'],
    ['List the tides from 3 to 5 June 2027', '{"time_min":"2027-06-03T00:00:00Z","time_max":"2027-06-06T00:00:00Z"}'],
    [
      'List the tides between 3 and 5 June 2027',
      '{"time_min":"2027-06-03T00:00:00Z","time_max":"2027-06-06T00:00:00Z"}',
    ],
    ['List the tides since 3 May 2027', '{"time_min":"2027-05-03T00:00:00Z"}'],
    ['List the tides on 3 and 5 June 2027', null],
    ['List the tides after 3 May 2027', null],
    ['List the tides before 3 May 2027', null],
  ]);
  const entries = tool('list_entries', 'List the entries of the log.', {
    created: {
      type: 'object',
      properties: { gte: { ...instant, description: 'From' }, lte: { ...instant, description: 'To (inclusive)' } },
    },
  });
  read(entries, [
    ['List the log entries of 3 May 2027', '{"created":{"gte":"2027-05-03T00:00:00Z","lte":"2027-05-03T23:59:59Z"}}'],
  ]);
  const close = tool('close_gate', 'Close the gate for a while.', { start: instant, end: instant }, ['start', 'end']);
  read(close, [['Close the gate on 3 June 2027', null]]);
});

test('one end of a stretch of hours says what the other is', () => {
  const gate = tool('open_gate', 'Open the gate.', { start: instant, end: instant }, ['start', 'end']);
  const open = (start: string, end: string): string =>
    `{"start":"2027-05-20T${start}:00Z","end":"2027-05-20T${end}:00Z"}`;
  read(gate, [
    ['Open the gate tomorrow between 1 and 4pm', open('13:00', '16:00')],
    ['Open the gate tomorrow from 9 to 5pm', open('09:00', '17:00')],
    ['Open the gate tomorrow from 10 to 11:30', open('10:00', '11:30')],
    ['Open the gate tomorrow from 9am to 5', open('09:00', '17:00')],
    ['Open the gate tomorrow 14:00-15:30', open('14:00', '15:30')],
    ['Open the gate tomorrow from 2 to 3', null],
    ['Open the gate tomorrow at 1 and 4pm', null],
    ['Open the gate tomorrow from 2 to 3:30', null],
  ]);
});

test('an hour without a day is one of today, where nothing that keeps its day is moved', () => {
  const lamp = tool('light_lamp', 'Light the lamp.', { until: instant }, ['until']);
  read(lamp, [
    ['Light the lamp until 4pm', '{"until":"2027-05-19T16:00:00Z"}'],
    ['Light the lamp until 8am', null],
    ['Light the lamp every day until 4pm', null],
    ['Light the lamp on Fridays until 4pm', null],
  ]);
  const watch = tool(
    'move_watch',
    'Move a watch to another time.',
    { watch_id: { ...text, pattern: '^w_[0-9]+$' }, start: instant },
    ['watch_id', 'start'],
  );
  read(watch, [
    ['Move watch w_4 to 4pm', null],
    ['Move watch w_4 to today at 4pm', '{"watch_id":"w_4","start":"2027-05-19T16:00:00Z"}'],
  ]);
});

test('the way back has a day of its own', () => {
  const day = { type: 'string', format: 'date' };
  const ferries = tool(
    'search_ferries',
    'Search ferries.',
    { from: text, to: text, departure_date: day, return_date: day },
    ['from', 'to', 'departure_date'],
  );
  read(ferries, [
    [
      'Search ferries from Oslo to Kiel on 3 June, coming back the 11th',
      '{"from":"Oslo","to":"Kiel","departure_date":"2027-06-03","return_date":"2027-06-11"}',
    ],
    ['Search ferries from Oslo to Kiel on 3 June', '{"from":"Oslo","to":"Kiel","departure_date":"2027-06-03"}'],
    ['Search ferries from Oslo to Kiel, back on 3 June', null],
  ]);
});

test('the name of a kind of thing stands beside the kind', () => {
  const kinds = { ...text, enum: ['barge', 'crane', 'winch'] };
  const stop = tool(
    'stop_gear',
    'Stop a piece of gear.',
    { kind: kinds, name: { ...text, description: 'Name of the gear' }, yard: text },
    ['kind', 'name', 'yard'],
  );
  read(stop, [
    ['Stop crane goliath in yard north', '{"kind":"crane","name":"goliath","yard":"north"}'],
    ['Stop the goliath crane in yard north', '{"kind":"crane","name":"goliath","yard":"north"}'],
    ['Stop crane today in yard north', null],
    ['Stop the new crane in yard north', null],
  ]);
  const lend = definition('lend_gear', 'Lend a piece of gear to somebody.', {
    type: 'object',
    properties: {
      gear: { type: 'object', properties: { type: kinds, name: text }, required: ['type', 'name'] },
      taker: {
        type: 'object',
        properties: { type: { ...text, enum: ['crew', 'firm'] }, name: text },
        required: ['type', 'name'],
      },
    },
    required: ['gear', 'taker'],
  });
  read(lend, [
    [
      'Lend winch w-12 to the crew night_shift',
      '{"gear":{"type":"winch","name":"w-12"},"taker":{"type":"crew","name":"night_shift"}}',
    ],
  ]);
});

test('names joined by underscores are those of what the tool needs', () => {
  const run = tool('run_report', 'Run a report.', { report: { ...text, description: 'Name or ID of the report' } }, [
    'report',
  ]);
  read(run, [
    ['Run late_rents', '{"report":"late_rents"}'],
    ['Could you run the late_rents report?', '{"report":"late_rents"}'],
    ['Run late_rents and open_repairs', null],
    ['Do not run late_rents', null],
    ['Why was late_rents so slow?', null],
  ]);
});

test('one address is that of the required parameter, and of another where its role is said', () => {
  const tenant = tool(
    'create_tenant',
    'Create a tenant.',
    {
      email,
      first_name: text,
      last_name: text,
      agent_email: { ...email, description: 'Email of the agent it is assigned to' },
    },
    ['email'],
  );
  read(tenant, [
    ['Create a tenant Ann Lee, ann@mill.example', '{"email":"ann@mill.example","first_name":"Ann","last_name":"Lee"}'],
    [
      'Create a tenant Ann Lee, ann@mill.example, and assign it to bob@mill.example',
      '{"email":"ann@mill.example","first_name":"Ann","last_name":"Lee","agent_email":"bob@mill.example"}',
    ],
  ]);
  const repairs = tool('search_repairs', 'Search repairs.', {
    requester_email: { ...email, description: 'Only repairs of this tenant' },
    assignee_email: { ...email, description: 'Only repairs of this agent' },
  });
  read(repairs, [
    ['Search repairs from ann@mill.example', '{"requester_email":"ann@mill.example"}'],
    ['Search repairs assigned to ann@mill.example', '{"assignee_email":"ann@mill.example"}'],
    ['Search repairs ann@mill.example', null],
  ]);
});

test('the one name is that of what the tool cannot do without', () => {
  const leave = tool(
    'leave_list',
    'Take somebody off a list.',
    { list: { ...text, description: 'List ID or exact name' }, email },
    ['list', 'email'],
  );
  read(leave, [
    ['Take ann@mill.example off Brix Friends', '{"list":"Brix Friends","email":"ann@mill.example"}'],
    ['Take me at ann@mill.example off the Brix Friends list', '{"list":"Brix Friends","email":"ann@mill.example"}'],
    ['Take ann@mill.example off Brix Friends or Brix Crew', null],
    ['Take ann@mill.example off', null],
  ]);
});

test('a merge keeps what stands behind "into"', () => {
  const merge = tool(
    'merge_tenants',
    'Merge two tenants.',
    {
      primary_id: { type: 'integer', description: 'Id of the tenant that remains' },
      secondary_id: { type: 'integer', description: 'Id of the tenant that is given up' },
    },
    ['primary_id', 'secondary_id'],
  );
  read(merge, [
    ['Merge tenant 40417 into 40213', '{"primary_id":40213,"secondary_id":40417}'],
    ['Merge tenants 40417 and 40213', null],
  ]);
});

test('a number of percent is a share, and one of a currency a sum', () => {
  const rebate = tool(
    'grant_rebate',
    'Grant a rebate.',
    {
      code: { ...text, pattern: '^[A-Z0-9]{4,12}$' },
      kind: { ...text, enum: ['percentage', 'fixed_amount'] },
      value: { type: 'number', description: 'Percentage or amount' },
    },
    ['code', 'kind', 'value'],
  );
  read(rebate, [
    ['Grant a rebate SPRING27 of 15%', '{"code":"SPRING27","kind":"percentage","value":15}'],
    ['Grant a rebate SPRING27 of 15 percent', '{"code":"SPRING27","kind":"percentage","value":15}'],
    ['Grant a rebate SPRING27 of 15 euros', '{"code":"SPRING27","kind":"fixed_amount","value":15}'],
    ['Grant a rebate SPRING27 of 15', null],
    ['Grant a rebate SPRING27 of 15% over 40 euros', null],
  ]);
});

test('the verb of a flag says it, and a tool that does more than is ordered stands back', () => {
  const set = tool(
    'set_cask',
    'Mark a cask as shut (seal) or open (unseal).',
    {
      cask: { ...text, pattern: '^[a-z][a-z0-9-]*$' },
      open: { type: 'boolean', description: 'false seals the cask, true unseals it' },
    },
    ['cask', 'open'],
  );
  const ship = tool('ship_cask', 'Seal a cask and send it away.', { cask: { ...text, pattern: '^[a-z][a-z0-9-]*$' } }, [
    'cask',
  ]);
  read(
    [set, ship],
    [
      ['Seal rum-cask-12', 'set_cask {"cask":"rum-cask-12","open":false}'],
      ['Please unseal rum-cask-12', 'set_cask {"cask":"rum-cask-12","open":true}'],
      ['Rum-cask-12 was sealed', null],
      ['Should I seal rum-cask-12?', null],
    ],
  );
});

test('two days have an hour each, and the last digits of a card say which', () => {
  const watch = tool('set_watch', 'Set a watch.', { start: instant, end: instant }, ['start', 'end']);
  read(watch, [
    ['Set a watch from Friday 6pm to Saturday 8pm', '{"start":"2027-05-21T18:00:00Z","end":"2027-05-22T20:00:00Z"}'],
    ['Set a watch on 3 June 14:00-15:30', '{"start":"2027-06-03T14:00:00Z","end":"2027-06-03T15:30:00Z"}'],
  ]);
  const card = tool(
    'freeze_card',
    'Freeze a card.',
    { card_last4: { ...text, pattern: '^[0-9]{4}$', description: 'Last four digits of the card' } },
    ['card_last4'],
  );
  read(card, [
    ['Freeze my card ending 4471', '{"card_last4":"4471"}'],
    ['Freeze the card ending in 4471', '{"card_last4":"4471"}'],
    ['Freeze my card ending', null],
  ]);
});

test('the last so many are the first of a list that begins with the newest', () => {
  const limit = { type: 'integer', description: 'How many' };
  const newest = tool('list_repairs', 'Lists repairs, most recent first.', { limit });
  read(newest, [['List the last 5 repairs', '{"limit":5}']]);
  const oldest = tool('list_repairs', 'Lists repairs, oldest first.', { limit });
  read(oldest, [
    ['List the first 5 repairs', '{"limit":5}'],
    ['List the last 5 repairs', null],
  ]);
});

test('what is put on a list or into a calendar is called so', () => {
  const task = tool(
    'create_task',
    'Create a task.',
    { title: { ...text, description: 'Title of the task' }, due: { type: 'string', format: 'date' } },
    ['title'],
  );
  read(task, [
    ['Add oil the hinges to my list', '{"title":"oil the hinges"}'],
    ['Remind me to oil the hinges tomorrow', '{"title":"oil the hinges","due":"2027-05-20"}'],
    ['Remind me tomorrow to oil the hinges', '{"title":"oil the hinges","due":"2027-05-20"}'],
    ['Create a task called Oil hinges due tomorrow', '{"title":"Oil hinges","due":"2027-05-20"}'],
    ['Add hinges and nails to my list', null],
    ['Add it to my list', null],
    ['Add a task to my list', null],
    ['Remind me about the hinges tomorrow', null],
  ]);
  const event = tool(
    'create_event',
    'Create an event in the calendar.',
    { title: text, start: instant, end: instant, place: text },
    ['title', 'start'],
  );
  read(event, [
    [
      'Put supper with Ann on my calendar for 4 June 18:30–20:00',
      '{"title":"supper with Ann","start":"2027-06-04T18:30:00Z","end":"2027-06-04T20:00:00Z"}',
    ],
    ['Put an event on my calendar for 4 June 18:30', null],
    ['Do not put supper on my calendar for 4 June 18:30', null],
  ]);
});

test('what somebody does stands before "at", and for whom behind it', () => {
  const contact = tool('create_contact', 'Create a contact.', { name: text, job_title: text, company: text }, ['name']);
  read(contact, [
    [
      'Create a contact Ann Lee, Head of Sales at Brix Mills',
      '{"name":"Ann Lee","job_title":"Head of Sales","company":"Brix Mills"}',
    ],
    ['Create a contact Ann Lee, she is at Brix Mills', null],
  ]);
});

test('a parameter that adds a word to the name of another is meant where that is said', () => {
  const price = tool(
    'update_crate',
    'Update a crate.',
    {
      sku: { ...text, pattern: '^[A-Z0-9]+(-[A-Z0-9]+)*$' },
      title: text,
      price: { type: 'number' },
      list_price: { type: 'number' },
    },
    ['sku'],
  );
  read(price, [
    ['Set the price of OAK-RED-M to 24.90', '{"sku":"OAK-RED-M","price":24.90}'],
    ['Change the price of OAK-RED-M to 24', '{"sku":"OAK-RED-M","price":24}'],
    ['Set the list price of OAK-RED-M to 24.90', '{"sku":"OAK-RED-M","list_price":24.90}'],
  ]);
});

test('what things are said to be, and what a word means, is not dropped', () => {
  const pumps = tool('list_pumps', 'List pumps.', {
    everywhere: { type: 'boolean', description: 'List the pumps of all yards' },
    state: { ...text, enum: ['Running', 'LeakLoop'], description: 'Only pumps in this state' },
  });
  read(pumps, [
    ['Which pumps are dripping, in all yards?', null],
    ['What does running mean for pumps?', null],
    ['What is the difference between running and LeakLoop pumps?', null],
  ]);
  const logs = tool(
    'get_log',
    'Get the log of a pump.',
    { pump: { ...text, pattern: '^[a-z0-9][a-z0-9-]*$' }, project: text },
    ['pump'],
  );
  read(logs, [
    ['Get the log of pump-7f9 in staging', '{"pump":"pump-7f9","project":"staging"}'],
    ['Get the log of pump-7f9 in json', null],
    ['Get the log of pump-7f9 in quarantine', null],
  ]);
  const firms = tool('search_firms', 'Search firms.', {
    filters: { type: 'object', properties: { country: { ...text, description: 'Country name' } } },
  });
  read(firms, [
    ['Search firms in Norway', '{"filters":{"country":"Norway"}}'],
    ['Search firms at Orbit', null],
  ]);
});

test('what a list of kinds, states or acts says is that value', () => {
  const issues = tool('search_issues', 'Find issues.', {
    yard: { ...text, pattern: '^[A-Z]{3}$' },
    issue_type: { ...text, enum: ['Bug', 'Task', 'Story'] },
    priority: { ...text, enum: ['High', 'Low'] },
  });
  read(issues, [
    ['Find issues in OAK with high priority', '{"yard":"OAK","priority":"High"}'],
    ['Show me all high priority bugs in OAK', null],
  ]);
  const transition = tool(
    'transition_crate',
    'Move a crate to another state.',
    { crate: { ...text, pattern: '^CR-[0-9]+$' }, state: { ...text, enum: ['In Repair', 'Shipped', 'Lost'] } },
    ['crate', 'state'],
  );
  read(transition, [
    ['Move CR-41 to in repair', '{"crate":"CR-41","state":"In Repair"}'],
    ['CR-41 was moved to in repair', null],
    ['Should we move CR-41 to in repair?', null],
  ]);
  const pump = tool(
    'perform_pump_action',
    'Perform an action on a pump.',
    { pump: { type: 'integer' }, action: { ...text, enum: ['power_on', 'power_off', 'reboot'] } },
    ['pump', 'action'],
  );
  read(pump, [
    ['Power off 40417 please', '{"pump":40417,"action":"power_off"}'],
    ['Did somebody power off 40417?', null],
    ['Do not power off 40417', null],
  ]);
  const zone = tool(
    'set_climate',
    'Set the temperature or the mode of a room.',
    { room: text, temperature: { type: 'number' }, mode: { ...text, enum: ['heat', 'cool'] } },
    ['room'],
  );
  read(zone, [['Set the heating in the cellar to 19 degrees', null]]);
  const note = tool(
    'change_note',
    'Change the notes of a crate.',
    { type: { ...text, enum: ['add', 'remove'] }, content: { ...text, description: 'What the note says' } },
    ['type', 'content'],
  );
  read(note, [["Add a note 'wipe the lid'", '{"type":"add","content":"wipe the lid"}']]);
});

test('somebody is assigned by one word behind what is assigned', () => {
  const assign = tool(
    'assign_crate',
    'Set the assignee of a crate.',
    { crate: { ...text, pattern: '^CR-[0-9]+$' }, assignee: { ...text, description: 'Username of the assignee' } },
    ['crate', 'assignee'],
  );
  read(assign, [
    ['Assign CR-41 to hmill', '{"crate":"CR-41","assignee":"hmill"}'],
    ['Assign crate CR-41 to hmill please', '{"crate":"CR-41","assignee":"hmill"}'],
    ['Assign CR-41 to nobody', null],
    ['Assign CR-41 to review', null],
    ['Assign CR-41 to the crew', null],
  ]);
});

test('a message of several sentences is written whole, where nothing else is ordered behind it', () => {
  const reply = tool(
    'reply_to_guest',
    'Reply to a guest.',
    {
      stay: { ...text, pattern: '^ST-[0-9]+$' },
      body: { ...text, description: 'Text of the reply' },
      priority: { ...text, enum: ['high', 'low'] },
    },
    ['stay', 'body'],
  );
  read(reply, [
    [
      "Reply to ST-41: Thanks, it came. I'll pay 40 euros this week.",
      '{"stay":"ST-41","body":"Thanks, it came. I\'ll pay 40 euros this week."}',
    ],
    ['Reply to ST-41: the key is at the desk', '{"stay":"ST-41","body":"the key is at the desk"}'],
    ['Reply to ST-41: Thanks, it came. Also close the stay.', null],
    ['Reply to ST-41: Thanks, it came. High priority.', null],
  ]);
});

test('nothing is dropped that a list says in another word, and no act is a look', () => {
  const drop = tool(
    'cancel_watch',
    'Cancels a watch or a series of them.',
    {
      watch: { ...text, pattern: '^wt_[a-z0-9]+$' },
      scope: { ...text, enum: ['this_watch', 'entire_series'], default: 'this_watch' },
      reason: text,
    },
    ['watch'],
  );
  read(drop, [
    ['Cancel wt_41c, the whole series', '{"watch":"wt_41c","scope":"entire_series"}'],
    [
      'Cancel wt_41c, the whole series. Reason: the harbour is frozen',
      '{"watch":"wt_41c","scope":"entire_series","reason":"the harbour is frozen"}',
    ],
  ]);
  const show = tool(
    'describe_shelf',
    'Shows the size and the last refresh of a shelf.',
    { shelf: { ...text, pattern: '^[a-z]+\\.[a-z_]+$' } },
    ['shelf'],
  );
  read(show, [
    ['Describe the shelf mill.oak_rows', '{"shelf":"mill.oak_rows"}'],
    ['Refresh the shelf mill.oak_rows', null],
  ]);
  const chat = tool(
    'invite_crew',
    'Invite people.',
    { usernames: { type: 'array', items: text, description: 'Usernames, without @' } },
    ['usernames'],
  );
  read(chat, [
    ['Invite @hmill and @olee', '{"usernames":["hmill","olee"]}'],
    ['Invite @ann.lee', '{"usernames":["ann.lee"]}'],
  ]);
  const mine = tool('search_stays', 'Search stays.', {
    assignee: { ...text, description: "Whose, or 'me'" },
    status: { type: 'array', items: { ...text, enum: ['pending', 'open', 'closed'] } },
  });
  read(mine, [
    ['Search pending and open stays', '{"status":["pending","open"]}'],
    ['Search my pending and open stays', null],
  ]);
});

const group = tool('delete_group', 'Delete a group.', { group: { ...text, description: 'Group name or id' } }, [
  'group',
]);

test('what belongs to a thing is no name of it, and a name of another kind none of this one', () => {
  read(group, [
    ['Delete the group night_shift', '{"group":"night_shift"}'],
    ['Delete group photo', null],
    ['Delete the group messages', null],
    ['Delete group forever', null],
    ['Delete user ann_lee', null],
    ['Delete the user ann_lee', null],
  ]);
  const table = tool('drop_table', 'Drop a table.', { table: text }, ['table']);
  read(table, [
    ['Drop table invoices', '{"table":"invoices"}'],
    ['Drop table permissions', null],
  ]);
});

test('a second act, a talk of what is done and what is said to us order nothing', () => {
  const pump = tool(
    'perform_pump_action',
    'Perform an action on a pump.',
    { pump: { type: 'integer' }, action: { ...text, enum: ['power_on', 'power_off', 'reboot'] } },
    ['pump', 'action'],
  );
  read(pump, [
    ['Reboot 40417', '{"pump":40417,"action":"reboot"}'],
    ['Rebooting 40417', null],
    ['Power off 40417 then on again', null],
  ]);
  const post = tool('post_note', 'Post a note on a wall.', { wall: { ...text, pattern: '^#[a-z]+$' }, text }, [
    'wall',
    'text',
  ]);
  read(post, [
    ['Post on #mill: the gate is shut', '{"wall":"#mill","text":"the gate is shut"}'],
    ['Post on #mill: the gate is shut. Scratch that', null],
    ['Post on #mill: the gate is shut, once it is dry', null],
    ['Post on #mill: something nice', null],
    ['Post on #mill: the opening hours', null],
  ]);
});

test('two of a kind are not one for each of two parameters', () => {
  const report = tool('send_report', 'Send the report.', { to: email, reply_to: email, note: text }, ['to']);
  read(report, [
    ['Send the report to ann@mill.example', '{"to":"ann@mill.example"}'],
    ['Send the report to ann@mill.example and bob@mill.example', null],
  ]);
  const rebate = tool(
    'create_rebate',
    'Create a rebate.',
    {
      code: { ...text, pattern: '^[A-Z0-9]{4,12}$' },
      kind: { ...text, enum: ['percentage', 'fixed_amount'] },
      discount_value: { type: 'number' },
    },
    ['code', 'kind', 'discount_value'],
  );
  read(rebate, [
    ['Create a rebate SPRING27 of 10%', '{"code":"SPRING27","kind":"percentage","discount_value":10}'],
    ['Create a rebate SPRING27 of percentage $10', null],
  ]);
  const merge = tool(
    'merge_crates',
    'Merge two crates.',
    {
      source: { type: 'integer', description: 'Crate that is given up' },
      target: { type: 'integer', description: 'Crate that stays' },
    },
    ['source', 'target'],
  );
  read(merge, [
    ['Merge 41 into 42', '{"source":41,"target":42}'],
    ['Merge 41 and 42', null],
  ]);
  const orders = tool('list_orders', 'Lists orders, newest first.', {
    limit: { type: 'integer', description: 'Maximum number of orders' },
  });
  read(orders, [
    ['Show the last 20 orders', '{"limit":20}'],
    ['Show the last 20 days of orders', null],
    ['Show order 20', null],
    ['Show the oldest 20 orders', null],
    ['Show more than 20 orders', null],
  ]);
  const shop = tool(
    'set_shop',
    'Change a shop.',
    {
      shop: { ...text, description: 'Shop name or id' },
      open: { type: 'boolean', description: 'true opens the shop, false closes it' },
    },
    ['shop', 'open'],
  );
  const pause = tool(
    'set_upkeep',
    'Change whether a kiln is under upkeep.',
    {
      kiln: { ...text, pattern: '^k-[0-9]+$' },
      on: { type: 'boolean', description: 'true starts painting, false ends it' },
    },
    ['kiln', 'on'],
  );
  read(pause, [['Start k-41', null]]);
  read(shop, [
    ['Open a new shop called Brix', null],
    ['Close shop window', null],
  ]);
});

test('a search ends before the participle of another value', () => {
  const search = tool(
    'search_plans',
    'Search plans.',
    {
      query: { ...text, description: 'Words to look for' },
      owner: { ...email, description: 'Only plans owned by this person' },
      kind: { ...text, enum: ['pdf', 'drawing'] },
    },
    ['query'],
  );
  read(search, [
    ['Search for roof beams owned by ann@mill.example', '{"query":"roof beams","owner":"ann@mill.example"}'],
    ['Search for roof pdfs owned by ann@mill.example', null],
  ]);
});

test('a stretch of time is written as the pattern has it, and one label takes one word', () => {
  const log = tool(
    'log_time',
    'Log time on a crate.',
    { crate: { ...text, pattern: '^CR-[0-9]+$' }, spent: { ...text, pattern: '^[0-9]+[wdhm]( [0-9]+[wdhm])*$' } },
    ['crate', 'spent'],
  );
  read(log, [
    ['Log 2h 30m on CR-41', '{"crate":"CR-41","spent":"2h 30m"}'],
    ['Log 2 on CR-41', null],
  ]);
  const open = tool('create_issue', 'Create an issue.', { title: text, labels: { type: 'array', items: text } }, [
    'title',
  ]);
  read(open, [
    ['Open an issue "Lid is loose", label rust', '{"title":"Lid is loose","labels":["rust"]}'],
    ['Open an issue "Lid is loose", labels rust and lid', '{"title":"Lid is loose","labels":["rust","lid"]}'],
  ]);
  const track = tool(
    'track_parcel',
    'Get the status of a parcel.',
    { number: { ...text, pattern: '^[0-9A-Z]{10,}$' } },
    ['number'],
  );
  read(track, [
    ['Where is 1Z999AA10123456784?', '{"number":"1Z999AA10123456784"}'],
    ['Nobody asked where 1Z999AA10123456784 is', null],
  ]);
});

test.run();
