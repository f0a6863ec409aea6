// Safety of routing, as laws over generated cases: an act is called only where it is ordered, all of it, and nothing else.
// The verbs stand in no list of the router, so that nothing but the form of a sentence can tell an order from talk of one.
// It is longer than other files because it holds all cases of one subject.

import * as assert from 'uvu/assert';
import { isActVerb, isLookingVerb } from '../server/engines/routing/text/verbs.ts';

import { readClock } from '../server/services/routing/wire/clock.ts';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { insertionsInto } from './support/insertions.ts';
import { ask, message, sent, tool, user } from './support/routing.ts';
import { test } from './support/test.ts';

/** Bare form, past form, form with -ing. */
const VERBS = (
  'fire fired firing,drain drained draining,cordon cordoned cordoning,evict evicted evicting,quarantine quarantined quarantining,expunge expunged expunging,demolish demolished demolishing,retire retired retiring,impound impounded impounding,decommission decommissioned decommissioning,' +
  'furlough furloughed furloughing,audition auditioned auditioning,embargo embargoed embargoing,liquidate liquidated liquidating,shred shredded shredding,void voided voiding,waive waived waiving,garnish garnished garnishing,sideline sidelined sidelining,escort escorted escorting,' +
  'exile exiled exiling,oust ousted ousting,defrost defrosted defrosting,irrigate irrigated irrigating,sterilize sterilized sterilizing,recall recalled recalling,reroute rerouted rerouting,throttle throttled throttling,failover failovered failovering,rebase rebased rebasing,' +
  'squash squashed squashing,tombstone tombstoned tombstoning,vacuum vacuumed vacuuming,reindex reindexed reindexing,reseed reseeded reseeding,recalibrate recalibrated recalibrating,zero zeroed zeroing,overwrite overwritten overwriting,truncate truncated truncating,discharge discharged discharging,' +
  'sedate sedated sedating,vaccinate vaccinated vaccinating,intubate intubated intubating,triage triaged triaging,subpoena subpoenaed subpoenaing,arraign arraigned arraigning,parole paroled paroling,deport deported deporting,notarize notarized notarizing,repossess repossessed repossessing,' +
  'foreclose foreclosed foreclosing,auction auctioned auctioning,pawn pawned pawning,hedge hedged hedging,redeem redeemed redeeming,vest vested vesting,dilute diluted diluting,delist delisted delisting,underwrite underwritten underwriting,reinsure reinsured reinsuring,' +
  'scuttle scuttled scuttling,tow towed towing,dock docked docking,refuel refueled refueling,ground grounded grounding,divert diverted diverting,derail derailed derailing,decouple decoupled decoupling,eject ejected ejecting,jettison jettisoned jettisoning,' +
  'ignite ignited igniting,extinguish extinguished extinguishing,detonate detonated detonating,defuse defused defusing,flood flooded flooding,bulldoze bulldozed bulldozing,repaint repainted repainting,rewire rewired rewiring,weld welded welding,galvanize galvanized galvanizing,' +
  'prune pruned pruning,graft grafted grafting,harvest harvested harvesting,fumigate fumigated fumigating,castrate castrated castrating,brand branded branding,slaughter slaughtered slaughtering,release released releasing,inoculate inoculated inoculating,cull culled culling,' +
  'anoint anointed anointing,knight knighted knighting,impeach impeached impeaching,veto vetoed vetoing,ratify ratified ratifying,gerrymander gerrymandered gerrymandering,annex annexed annexing,blockade blockaded blockading,pardon pardoned pardoning,extradite extradited extraditing'
)
  .split(',')
  .map((row) => row.split(' ') as [bare: string, past: string, ing: string]);

const NOUNS = ['employee', 'node', 'vessel', 'account', 'shipment', 'device', 'parcel', 'record'];

interface Named {
  readonly verb: string;
  readonly past: string;
  readonly ing: string;
  readonly noun: string;
  readonly id: string;
  readonly definition: ToolDefinition;
}

/** Three kinds of description: none, one that opens with another verb, one that opens with the tool's own. */
const NAMED: readonly Named[] = VERBS.map(([verb, past, ing], at) => {
  const noun = NOUNS[at % NOUNS.length] ?? '';
  const description =
    [
      '',
      `Ends the record of the ${noun}.`,
      `${verb.slice(0, 1).toUpperCase()}${verb.slice(1)} the ${noun} with this id.`,
    ][at % 3] ?? '';
  return {
    verb,
    past,
    ing,
    noun,
    id: `zk-${200 + at}`,
    definition: tool(
      `${verb}_${noun}`,
      description,
      { [`${noun}_id`]: { type: 'string', description: `Id of the ${noun}` } },
      [`${noun}_id`],
    ),
  };
});

/** V the verb, P its past, G its -ing form, N the noun, J the id. */
function put(frame: string, { verb, past, ing, noun, id }: Named): string {
  const words: Readonly<Record<string, string>> = { V: verb, P: past, G: ing, N: noun, J: id };
  return frame
    .replace(/\b[VPGNJ]\b/gu, (letter) => words[letter] ?? letter)
    .replace(/^./u, (first) => first.toUpperCase());
}

const NO_ORDERS: Readonly<Record<string, readonly string[]>> = {
  report: [
    'the N J was P',
    'we P N J last week',
    'somebody P J',
    'N J has been P already',
    'Ann says she P N J',
    'they had to V N J',
    'I P J by mistake',
    'the log says: V N J',
    'N J got P on Monday',
    'he wrote "V N J" in the chat',
  ],
  question: [
    'should we V N J?',
    'who P N J?',
    'did you V J?',
    'is N J P?',
    'why would anybody V J?',
    'can anyone V N J?',
    'may I V J?',
    'what happens when you V N J?',
    'V N J?',
    'how do I V N J?',
    'do I have to V J?',
    'can we V N J?',
    'could we V J?',
    'will we V N J?',
    'would we V J?',
    'time to V N J?',
    'is it time to V J?',
    'when was J P?',
  ],
  negation: [
    "don't V N J",
    'do not V J',
    "we can't V N J",
    'never V J',
    "I don't want you to V N J",
    'V anything but J',
    'please do not V N J',
    'there is no need to V J',
    'avoid G N J',
    'stop G J',
    'V N J? No!',
    'nobody should V J',
  ],
  condition: [
    'if it fails, V N J',
    'V N J if Ann agrees',
    'once she is out, V J',
    'V N J once she is out',
    'unless Bob objects, V J',
    'V N J when the time comes',
    'as soon as he agrees V J',
    'V N J in case it breaks',
    'V J after the audit',
    'before you V N J, call me',
    'V N J as long as nobody uses it',
    'should it fail, V J',
  ],
  hypothetical: [
    'imagine we V N J',
    'suppose I V J',
    'what if we V N J',
    'if I P J, would it help?',
    'maybe V N J',
    'perhaps we could V J',
    'I might V N J',
    'one day I will V J',
    'hypothetically, V N J',
    'we could V J',
  ],
  plan: [
    'I am going to V N J',
    'Bob will V J',
    'I am thinking of G N J',
    'we plan to V J',
    'they want to V N J',
    'she is G J now',
    'Bob needs you to V J',
    'my boss wants N J P',
    'remind me to V J',
    'I have to V N J',
    'ask Bob to V J',
    'I like to V N J',
    'we love to V J',
    'tell Ann to V N J',
  ],
  thing: [
    'G N J is a bad idea',
    'the V of N J',
    'N J',
    'J',
    'V = J',
    'V: J',
    'the V-N script for J is broken',
    'a list of P things like J',
    'notes on G J',
    'step 3: V N J',
  ],
  advice: [
    'you should V N J',
    'it would be wise to V J',
    'one must V N J',
    'it is possible to V J',
    'people usually V N J',
    'you ought to V J',
    'it is hard to V N J',
    'I was told to V J',
    'my plan says to V N J',
    'everybody wants to V J',
  ],
  backed: [
    'V N J, just kidding',
    'V J, but not now',
    'V N J. Actually, no.',
    'V J later',
    'V either N J or zk-999',
    'V someone like J',
    'V almost all of N J',
    'V J and others',
    'V N J or something',
    'V the N before J',
    'V the copy of J',
    'V half of N J',
  ],
};

const ORDERS = [
  'V N J',
  'please V N J',
  'V the N J',
  'V J',
  'can you V N J?',
  'could you please V J',
  'can we please V N J?',
  'would you V N J?',
  'I want you to V N J',
  "I'd like to V J",
  'I need to V N J',
  'we need you to V J',
  "let's V N J",
  'go ahead and V J',
  'ok, V N J now',
  'hi, V N J, thanks',
  'please V N J right away',
  'would you mind G N J?',
  'I want N J P',
  'make sure to V J',
  "don't forget to V N J",
  'I would like you to V N J',
  'V N J for me',
  'V N J asap',
  'thanks! Now V N J.',
  'the alarm is ringing. V N J.',
  'V N J if possible',
];

test('the verbs of these laws are known to no list', () => {
  const listed = VERBS.filter(([verb]) => isLookingVerb(verb) || (isActVerb(verb) && verb !== 'release'));
  assert.equal(
    listed.map(([verb]) => verb),
    [],
  );
  assert.ok(VERBS.length >= 100);
});

for (const [kind, frames] of Object.entries(NO_ORDERS)) {
  test(`no ${kind} is an order, whatever the verb`, () => {
    const called = frames.flatMap((frame) =>
      NAMED.filter((named) => ask(put(frame, named), [named.definition]).calls.length > 0)
        .slice(0, 3)
        .map((named) => put(frame, named)),
    );
    assert.equal(called, []);
  });
}

test('the ways to order are orders, whatever the verb', () => {
  const missed = ORDERS.flatMap((frame) =>
    NAMED.filter((_, at) => at % 3 === 2)
      .filter((named) => sent(ask(put(frame, named), [named.definition])) !== `{"${named.noun}_id":"${named.id}"}`)
      .slice(0, 2)
      .map((named) => put(frame, named)),
  );
  assert.equal(missed, []);
});

// Requests for tools that act, each decided as it stands.
const transfer = tool(
  'transfer_money',
  'Transfer money to a person.',
  {
    recipient: { type: 'string', description: 'Who gets the money' },
    amount: { type: 'number', description: 'Amount in dollars' },
  },
  ['recipient', 'amount'],
);
const thermostat = tool(
  'set_thermostat',
  'Set the thermostat to a temperature.',
  { temperature: { type: 'integer', description: 'Target temperature in degrees' } },
  ['temperature'],
);
const remove = tool(
  'delete_user',
  'Delete a user account.',
  { email: { type: 'string', format: 'email', description: 'E-mail of the user' } },
  ['email'],
);
const restart = tool(
  'restart_service',
  'Restart a service.',
  { service: { type: 'string', description: 'Name of the service' } },
  ['service'],
);
const scale = tool(
  'scale_deployment',
  'Scale a deployment to a number of replicas.',
  { deployment: { type: 'string', description: 'Name of the deployment' }, replicas: { type: 'integer', minimum: 0 } },
  ['deployment', 'replicas'],
);

const stall = tool(
  'reserve_stall',
  'Reserve a stall.',
  {
    stall_id: { type: 'string', pattern: '^ST-[0-9]{3}$', description: 'Id of the stall' },
    due_date: { type: 'string', format: 'date', description: 'Day the fee is due' },
    notify_owner: { type: 'boolean', description: 'Whether the owner gets a mail' },
  },
  ['stall_id'],
);

/** `{}` where a word before the value goes; the other changes are put in front and behind. */
const DECIDED: readonly (readonly [definition: ToolDefinition, said: string])[] = [
  [transfer, 'Transfer {}50 dollars to {}Ann'],
  [thermostat, 'Set the thermostat to {}20 degrees'],
  [remove, 'Delete the user {}ann@example.com'],
  [restart, 'Restart the service {}"checkout-api"'],
  [scale, 'Scale the deployment {}"web" to {}5 replicas'],
  [stall, 'Reserve stall {}ST-204, due {}2031-05-04, {}without notifying the owner'],
  [stall, 'The roof leaks. Reserve stall {}ST-204'],
];
test('a comparison is taken once, and a denial of a denial is none', () => {
  for (const said of ['Reserve stall ST-204, due by 2031-05-04', 'Reserve stall ST-204, but do not notify the owner'])
    assert.is.not(ask(said, [stall]).calls.length, 0, said);
  for (const said of [
    'Reserve stall ST-204, due before 2031-05-04',
    'Reserve stall ST-204, but not without notifying the owner',
    "Don't the roof leaks. Reserve stall ST-204",
  ])
    assert.is(ask(said, [stall]).calls.length, 0, said);
});

test('each request is decided as it stands', () => {
  for (const [definition, said] of DECIDED)
    assert.is.not(ask(said.replaceAll('{}', ''), [definition]).calls.length, 0, said);
});

test('a comparison, a condition, a negation, an alternative or a hedge leaves no call as it was', () => {
  const survivors: string[] = [];
  for (const [definition, said] of DECIDED) {
    const parts = said.split('{}');
    const starts = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('').length);
    const changed = insertionsInto(parts.join(''), starts).map(({ text }) => text);
    for (const text of changed) if (ask(text, [definition]).calls.length > 0) survivors.push(text);
  }
  assert.equal(survivors, []);
});

test('a flag needs words of its own, not those of the tool', () => {
  const flags = [
    'cancel_all',
    'delete_all',
    'restart_all',
    'notify_all',
    'reply_all',
    'share_with_all',
    'publish_now',
    'archive_everything',
  ];
  for (const flag of flags) {
    const [verb = ''] = flag.split('_');
    const definition = tool(
      `${verb}_order`,
      `${verb.slice(0, 1).toUpperCase()}${verb.slice(1)} an order.`,
      { order_id: { type: 'string', description: 'Order id' }, [flag]: { type: 'boolean' } },
      ['order_id'],
    );
    assert.is(sent(ask(`${verb} order ORD-55`, [definition])), '{"order_id":"ORD-55"}', flag);
  }
  const mail = tool(
    'reply_email',
    'Reply to an email.',
    { email_id: { type: 'string' }, reply_all: { type: 'boolean', description: 'Send to all recipients' } },
    ['email_id'],
  );
  assert.is(sent(ask('Reply to email em-5', [mail])), '{"email_id":"em-5"}');
});

test('a tool that looks is called for what it tells, and for nothing else about its thing', () => {
  const tide = tool(
    'get_tide_height',
    'Get the height of the tide at a harbour.',
    { harbour: { type: 'string', description: 'Name of the harbour' } },
    ['harbour'],
  );
  const boats = tool('list_boats', 'List all boats.', { limit: { type: 'integer', description: 'How many' } }, []);
  const triangle = tool(
    'calculate_triangle_area',
    'Calculate the area of a triangle from base and height.',
    { base: { type: 'integer', description: 'The base' }, height: { type: 'integer', description: 'The height' } },
    ['base', 'height'],
  );
  for (const [definition, said] of [
    [tide, 'What is the height of the tide at Brixham?'],
    [tide, 'Show the height of the tide at Brixham'],
    [boats, 'List the boats'],
    [triangle, 'Calculate the area of a triangle with base 4 and height 9'],
  ] as const)
    assert.is.not(ask(said, [definition]).calls.length, 0, said);
  for (const [definition, said] of [
    [tide, 'What is the height of the lighthouse at Brixham?'],
    [tide, 'Who built the harbour of Brixham?'],
    [tide, 'Get the depth at Brixham'],
    [tide, 'How deep is the harbour of Brixham?'],
    [boats, 'Who owns the boats?'],
    [boats, 'How do boats float?'],
    [boats, 'List all captains'],
    [boats, 'Tell me a story about boats'],
    [triangle, 'What is the area of a rectangle with base 4 and height 9?'],
    [triangle, 'Calculate the volume of a cone with base 4 and height 9'],
    [triangle, 'What is the perimeter of a triangle with base 4 and height 9?'],
  ] as const)
    assert.is(ask(said, [definition]).calls.length, 0, said);
});

test('where an order is done may stand in front, and what it is given for beside it', () => {
  const gate = tool(
    'open_gate',
    'Open a gate of a weir.',
    {
      weir_id: { type: 'string', pattern: '^WB-[0-9]{3}$', description: 'Id of the weir' },
      closes_on: { type: 'string', format: 'date', description: 'Last day on which it is open' },
    },
    ['weir_id'],
  );
  for (const said of [
    'In WB-204 open a gate',
    'Weir WB-204 is full, open a gate',
    'Open a gate of WB-204 so that we can clean it',
    'Open a gate of WB-204 again',
    'Open a gate of WB-204 only',
  ])
    assert.is(sent(ask(said, [gate])), '{"weir_id":"WB-204"}', said);
  for (const said of [
    'In WB-204 opening a gate is easy',
    'In WB-204 somebody should open a gate',
    'Weir WB-204 is said to be full, open a gate',
    'Open a gate of WB-204 so that it is half empty by Friday',
    'Open a gate of WB-204 again and again',
    'Open only one gate of WB-204 in three',
  ])
    assert.is(ask(said, [gate]).calls.length, 0, said);
});

test('an option that was said is sent or asked about', () => {
  const list = tool(
    'list_pods',
    'List the pods of a cluster.',
    {
      cluster: { type: 'string' },
      namespace: { type: 'string', description: 'Only pods of this namespace' },
      sort_order: { type: 'string', enum: ['oldest', 'newest'] },
    },
    ['cluster'],
  );
  for (const said of [
    'List the pods of the cluster "prod" by namespace',
    'List the pods of cluster "prod", sorted by age',
  ])
    assert.is(ask(said, [list]).calls.length, 0, said);
  const end = tool(
    'cancel_subscription',
    'Cancel a subscription.',
    {
      subscription_id: { type: 'string', description: 'Id of the subscription' },
      at_period_end: { type: 'boolean', description: 'Keep it running to the end of the paid period' },
    },
    ['subscription_id'],
  );
  assert.is(sent(ask('Cancel subscription sub_77', [end])), '{"subscription_id":"sub_77"}');
  assert.is.not(sent(ask('Cancel subscription sub_77 when the period ends', [end])), '{"subscription_id":"sub_77"}');
  assert.is.not(sent(ask('Cancel subscription sub_77 and make it private', [end])), '{"subscription_id":"sub_77"}');
});

test('particles are part of the act', () => {
  const on = tool(
    'light_turn_on',
    'Turn on the lights of a room.',
    { room: { type: 'string', enum: ['kitchen', 'hall'] } },
    ['room'],
  );
  const off = tool(
    'light_turn_off',
    'Turn off the lights of a room.',
    { room: { type: 'string', enum: ['kitchen', 'hall'] } },
    ['room'],
  );
  assert.is(ask('Turn on the kitchen lights', [on, off]).calls[0]?.name, 'light_turn_on');
  assert.is(ask('Turn the kitchen lights off', [on, off]).calls[0]?.name, 'light_turn_off');
  assert.is(ask('Turn on the kitchen lights', [off]).calls.length, 0);
  assert.is(ask('Turn the kitchen lights off', [on]).calls.length, 0);
});

test('two acts give a question that names both', () => {
  const node = { node: { type: 'string', description: 'Name of the node' } };
  const cordon = tool('cordon_node', 'Cordon a node.', node, ['node']);
  const drain = tool('drain_node', 'Drain a node.', node, ['node']);
  const decision = ask('Cordon node worker-04 and drain it', [cordon, drain]);
  assert.is(decision.reason?.code, 'two-calls');
  assert.match(decision.content ?? '', /`cordon_node` .* and `drain_node` /u);
});

test('an answer adds nothing that is dropped', () => {
  const first = ask('Transfer 57 dollars', [transfer]);
  assert.equal(first.missing, ['recipient']);
  const then = (answer: string): string | null =>
    sent(ask([user('Transfer 57 dollars'), message('assistant', first.content ?? ''), user(answer)], [transfer]));
  assert.is(then('Ann'), '{"recipient":"Ann","amount":57}');
  for (const answer of ['not Ann', 'Ann, but only if she agrees', 'someone like Ann', 'Ann or Bob'])
    assert.is(then(answer), null, answer);
});

test('a correction changes one value, kind for kind, and nothing else', () => {
  const refund = tool('refund_order', 'Refund an order.', { order_id: { type: 'string', pattern: '^ORD-[0-9]+$' } }, [
    'order_id',
  ]);
  const weather = tool('get_weather', 'Get the weather of a city.', { city: { type: 'string' } }, ['city']);
  const after = (first: string, then: string, definition: ToolDefinition): string | null =>
    sent(ask([user(first), message('assistant', 'Done.'), user(then)], [definition]));
  for (const then of ['no, ORD-6', 'sorry, I meant ORD-6', 'wait, ORD-6', 'ORD-6, I mean'])
    assert.is(after('Refund order ORD-5', then, refund), '{"order_id":"ORD-6"}', then);
  for (const then of [
    'no, not ORD-6',
    'no, ORD-6 or ORD-7',
    'And ORD-6',
    'no thanks',
    'wait, ORD-6 was refunded',
    'sorry, I meant ORD-6 tomorrow',
    'no, ORD-6 if Ann agrees',
  ])
    assert.is(after('Refund order ORD-5', then, refund), null, then);
  for (const then of ['no, London', 'and in London?', 'what about London?', 'how about London'])
    assert.is(after('What is the weather in Oslo?', then, weather), '{"city":"London"}', then);
  for (const then of ['and in London or Rome?', 'not London', 'and London last year?'])
    assert.is(after('What is the weather in Oslo?', then, weather), null, then);
});

test('a pattern or a label is evidence for its own parameter only', () => {
  const pay = tool(
    'create_subscription',
    'Subscribe a customer to a price.',
    {
      customer: { type: 'string', pattern: '^cus_[a-z0-9]+$' },
      price: { type: 'string', pattern: '^price_[a-z0-9]+$' },
    },
    ['customer', 'price'],
  );
  assert.is(sent(ask('Subscribe cus_9k to price_pro', [pay])), '{"customer":"cus_9k","price":"price_pro"}');
  assert.is(
    sent(ask('Subscribe customer cus_9k to price_pro please', [pay])),
    '{"customer":"cus_9k","price":"price_pro"}',
  );
  for (const said of [
    'Subscribe cus_9k to prod_pro',
    'Subscribe cus_9k',
    'Subscribe cus_9k and cus_7a to price_pro',
    "Don't subscribe cus_9k to price_pro",
    'Subscribe cus_9k or cus_7a to price_pro',
  ])
    assert.is(ask(said, [pay]).calls.length, 0, said);
  const drop = tool(
    'drop_table',
    'Drop a table of the database.',
    { table: { type: 'string', description: 'Table name' } },
    ['table'],
  );
  assert.is(sent(ask('Drop the table invoices', [drop])), '{"table":"invoices"}');
  for (const said of [
    'Drop the table now',
    'Drop the table quickly',
    'Drop the table entirely',
    'Drop the table and the index',
    'Drop a table',
    'Drop the table before noon',
    'Drop every table',
    'Drop the table manager',
  ])
    assert.is.not(sent(ask(said, [drop])), '{"table":"invoices"}', said);
  for (const said of [
    'Drop the table now',
    'Drop the table quickly',
    'Drop the table entirely',
    'Drop the table and the index',
    'Drop a table',
    'Drop the table before noon',
    'Drop every table',
  ])
    assert.is(ask(said, [drop]).calls.length, 0, said);
});

test('what is compared, denied or owned once more than a call says is asked about', () => {
  const issue = tool(
    'issue_voucher',
    'Issue a voucher.',
    {
      code: { type: 'string', pattern: '^V-[0-9]+$' },
      max_uses: { type: 'integer', description: 'How often it may be used at most' },
      notify_owner: { type: 'boolean', description: 'Mail the owner' },
      starts_on: { type: 'string', format: 'date' },
    },
    ['code'],
  );
  const now = readClock('2027-03-01T09:00:00+02:00');
  for (const [said, expected] of [
    ['Issue voucher V-3, at most 40 uses', '{"code":"V-3","max_uses":40}'],
    ['Issue voucher V-3, 40 uses at most', '{"code":"V-3","max_uses":40}'],
    ['Issue voucher V-3, under 40 uses at most', null],
    ['Issue voucher V-3, about 40 uses at most', null],
    ['Issue voucher V-3, no mail to the owner', '{"code":"V-3","notify_owner":false}'],
    ['Issue voucher V-3, instead of no mail to the owner', null],
    ['Issue voucher V-3, not without a mail to the owner', null],
    ['Issue voucher V-3 starting tomorrow', '{"code":"V-3","starts_on":"2027-03-02"}'],
    ['Issue voucher V-3 starting after tomorrow', null],
    ["We've sold out, please issue voucher V-3", '{"code":"V-3"}'],
    ["Never We've sold out, please issue voucher V-3", null],
  ] as const)
    assert.is(sent(ask(said, [issue], { now })), expected, said);
});

test('a day and an hour are an instant only with the clock of the request, and a duration is none', () => {
  const event = tool(
    'create_event',
    'Create an event.',
    {
      title: { type: 'string' },
      start: { type: 'string', format: 'date-time' },
      duration_minutes: { type: 'integer', description: 'Length in minutes' },
    },
    ['title', 'start'],
  );
  const now = readClock('2027-03-01T09:00:00+02:00');
  assert.is(
    sent(ask('Create an event titled "Lunch" tomorrow at 1 pm', [event], { now })),
    '{"title":"Lunch","start":"2027-03-02T13:00:00+02:00"}',
  );
  assert.is(
    sent(ask('Create an event titled "Lunch" tomorrow at 1 pm, 45 minutes', [event], { now })),
    '{"title":"Lunch","start":"2027-03-02T13:00:00+02:00","duration_minutes":45}',
  );
  assert.is(ask('Create an event titled "Lunch" tomorrow at 1 pm', [event]).calls.length, 0);
  assert.is(ask('Create an event titled "Lunch" tomorrow', [event], { now }).calls.length, 0);
  // An hour without a day is one of today, where it is still to come.
  assert.is(
    sent(ask('Create an event titled "Lunch" at 1 pm', [event], { now })),
    '{"title":"Lunch","start":"2027-03-01T13:00:00+02:00"}',
  );
  assert.is(ask('Create an event titled "Lunch" at 8 am', [event], { now }).calls.length, 0);
  assert.is(ask('Create an event titled "Lunch" every day at 1 pm', [event], { now }).calls.length, 0);
  assert.is(ask('Create an event titled "Lunch" next week at 1 pm', [event], { now }).calls.length, 0);
});

test.run();
