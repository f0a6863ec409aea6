// Flags, as laws over generated tools: a flag is true only when its own words, beyond what it shares with the tool and with other
// parameters, are said and not denied; what denies its noun switches it off or is asked about, and touches no other flag.

import * as assert from 'uvu/assert';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const flag = { type: 'boolean' };
const id = { type: 'string', pattern: '^[A-Z]{2}-[0-9]+$', description: 'Id' };

const ACTS = ['close', 'restart', 'audit', 'impound', 'publish'];
const THINGS = ['ledger', 'pump', 'gallery', 'vault'];
/** What a flag does, and to what. */
const FLAGS = (
  'send receipt,attach log,print label,refund deposit,notify owner,apply rebate,keep backup,stamp invoice,' +
  'assign agent,order spare,charge penalty,draft report'
)
  .split(',')
  .map((row) => row.split(' ') as [verb: string, noun: string]);

interface Drawn {
  readonly act: string;
  readonly thing: string;
  readonly verb: string;
  readonly noun: string;
  readonly definition: ToolDefinition;
}

/** Each flag in two tools, beside two others. */
const DRAWN: readonly Drawn[] = FLAGS.flatMap(([verb, noun], at) =>
  [0, 1].map((step): Drawn => {
    const act = ACTS[(at + step * 2) % ACTS.length] ?? '';
    const thing = THINGS[(at + step) % THINGS.length] ?? '';
    const others = [1, 5].map((more) => (FLAGS[(at + more + step) % FLAGS.length] ?? []).join('_'));
    const names = [`${verb}_${noun}`, ...others];
    return {
      act,
      thing,
      verb,
      noun,
      definition: tool(
        `${act}_${thing}`,
        `${act.slice(0, 1).toUpperCase()}${act.slice(1)} a ${thing}.`,
        { [`${thing}_id`]: id, ...Object.fromEntries(names.map((name) => [name, flag])) },
        [`${thing}_id`],
      ),
    };
  }),
);

/** V the flag's verb, N its noun. */
const DENIALS = [
  'and V no N',
  'and V zero Ns',
  'without N',
  'without a N',
  'without any N',
  'with no N',
  'and omit the N',
  'and leave out the N',
  'but no N',
  'minus the N',
  'and skip the N',
  "but don't V the N",
  'and do not V a N',
  'and never V the N',
  'and V the N to nobody',
  'except the N',
  'and V it without N',
];

function argumentsOf(text: string, { definition }: Drawn): Readonly<Record<string, unknown>> | null {
  const call = sent(ask(text, [definition]));
  return call === null ? null : (JSON.parse(call) as Record<string, unknown>);
}

const say = (tail: string, { act, thing, verb, noun }: Drawn): string =>
  `${act.slice(0, 1).toUpperCase()}${act.slice(1)} ${thing} QT-12 ${tail.replace('V', verb).replace('N', noun)}`;

test('what denies the noun of a flag sends it false or asks, and no other flag is sent', () => {
  const wrong: string[] = [];
  let off = 0;
  for (const drawn of DRAWN)
    for (const tail of DENIALS) {
      const text = say(tail, drawn);
      const called = argumentsOf(text, drawn);
      const name = `${drawn.verb}_${drawn.noun}`;
      if (called === null) continue;
      const { [name]: own, [`${drawn.thing}_id`]: _, ...others } = called;
      if (own === false) off += 1;
      if (own !== false || Object.keys(others).length > 0) wrong.push(`${text} → ${JSON.stringify(called)}`);
    }
  assert.equal(wrong, []);
  assert.ok(off > (DRAWN.length * DENIALS.length) / 2, `${off} of ${DRAWN.length * DENIALS.length} switched off`);
});

test('a flag whose own words are said is on, and one that is not named is not sent', () => {
  for (const drawn of DRAWN) {
    const name = `${drawn.verb}_${drawn.noun}`;
    assert.equal(argumentsOf(say('and V the N', drawn), drawn), { [`${drawn.thing}_id`]: 'QT-12', [name]: true });
    assert.equal(argumentsOf(say('now', drawn), drawn), { [`${drawn.thing}_id`]: 'QT-12' });
  }
});

const KINDS = ['namespace', 'city', 'region', 'depot', 'tenant'];
const pluralOf = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/** A tool with a parameter and a flag over all of its kind, or over those that belong to it. */
function sharing(act: string, kind: string, prefix: string): ToolDefinition {
  return tool(
    `${act}_pump`,
    `${act.slice(0, 1).toUpperCase()}${act.slice(1)} a pump.`,
    { pump: id, [kind]: { type: 'string', description: `Name of the ${kind}` }, [`${prefix}_${pluralOf(kind)}`]: flag },
    ['pump'],
  );
}

test('a noun that names another parameter switches no flag on', () => {
  const wrong: string[] = [];
  for (const act of ACTS)
    for (const kind of KINDS)
      for (const prefix of ['all', 'include', 'every', 'include_all'])
        for (const tail of [`in ${kind} Xanthe`, `in the ${kind} Xanthe`, `of ${kind} Xanthe`, `with ${kind} Xanthe`]) {
          const text = `${act} pump QT-12 ${tail}`;
          const call = sent(ask(text, [sharing(act, kind, prefix)]));
          if (call?.includes('true') === true) wrong.push(`${text} → ${call}`);
        }
  assert.equal(wrong, []);
});

test('how many is said with the noun, in any of its words', () => {
  for (const kind of KINDS) {
    const definition = sharing('restart', kind, 'all');
    const wanted = `{"pump":"QT-12","all_${pluralOf(kind)}":true}`;
    assert.is(sent(ask(`Restart pump QT-12 in all ${pluralOf(kind)}`, [definition])), wanted);
    assert.is(sent(ask(`Restart pump QT-12 in every ${kind}`, [definition])), wanted);
  }
});

test('the name of a thing, the whole of one, and what is acted on alone are no flags', () => {
  const wrong: string[] = [];
  for (const [at, act] of ACTS.entries()) {
    const thing = THINGS[at % THINGS.length] ?? '';
    for (const [name, tails] of [
      [`${act}_files`, ['only the files of QT-12', 'the files of QT-12', `the files ${thing} QT-12`, 'files "QT-12"']],
      [`all_${pluralOf(thing)}`, [`all of ${thing} QT-12`, `all of the ${thing} QT-12`]],
      [`${act}_all`, [`all of ${thing} QT-12`, `${thing} QT-12, all of it`, `${thing} QT-12`]],
      ['include_branches', ['branch QT-12', 'the branch QT-12']],
    ] as const)
      for (const tail of tails) {
        const definition = tool(`${act}_${thing}`, '', { [`${thing}_id`]: id, [name]: flag }, [`${thing}_id`]);
        const call = sent(ask(`${act} ${tail}`, [definition]));
        if (call?.includes('true') === true) wrong.push(`${act} ${tail} → ${call}`);
      }
  }
  assert.equal(wrong, []);
});

test('a name that denies is said with what denies, and joined words are no denial', () => {
  const payroll = (name: string): ToolDefinition =>
    tool('run_payroll', 'Run a payroll.', { group: id, [name]: flag }, ['group']);
  assert.is(
    sent(ask('Run an off-cycle payroll for QT-12', [payroll('off_cycle')])),
    '{"group":"QT-12","off_cycle":true}',
  );
  assert.is(
    sent(ask('Run a payroll for QT-12 without tests', [payroll('skip_tests')])),
    '{"group":"QT-12","skip_tests":true}',
  );
  assert.is(sent(ask('Run a payroll for QT-12, no cache', [payroll('no_cache')])), '{"group":"QT-12","no_cache":true}');
  assert.not.ok(sent(ask('Run an off-site payroll for QT-12', [payroll('site')]))?.includes('false'));
});

test('what is made urgent needs an option that says so; the haste of an order needs none', () => {
  const text = { type: 'string', description: 'What is wrong' };
  const made = (options: object): ToolDefinition =>
    tool('open_ticket', 'Open a repair ticket.', { pump: id, summary: text, ...options }, ['pump', 'summary']);
  const orders = [
    'Open an urgent repair ticket for QT-12: the seal leaks',
    'Open a repair ticket for QT-12, urgent: "The seal leaks"',
    'Open a repair ticket for QT-12 (urgent): the seal leaks',
  ];
  for (const order of orders) {
    for (const options of [{}, { priority: { type: 'string', enum: ['P1', 'P2'], description: 'How soon' } }])
      assert.is(sent(ask(order, [made(options)])), null, order);
    assert.match(sent(ask(order, [made({ urgent: flag })])) ?? '', /"urgent":true/u);
  }
  const stop = tool('stop_pump', 'Stop a pump.', { pump: id }, ['pump']);
  for (const order of ['Stop pump QT-12, urgent!', 'Stop pump QT-12. It’s urgent.', 'Urgent! Stop pump QT-12'])
    assert.is(sent(ask(order, [stop])), '{"pump":"QT-12"}', order);
  assert.is(sent(ask('Stop the urgent pump QT-12', [stop])), null);
});

test('an option is asked about where its word stands without its prefix, or with one', () => {
  const notes = tool(
    'search_notes',
    'Search notes.',
    { from: { type: 'string', format: 'email' }, unread_only: flag },
    ['from'],
  );
  const trips = tool('search_trips', 'Search trips.', { trip_id: id, nonstop: flag, verified: flag }, ['trip_id']);
  for (const [text, one] of [
    ['Find read notes from ann@x.org', notes],
    ['Search the notes from ann@x.org that I have read', notes],
    ['Search trips of AB-12 with stops', trips],
  ] as const) {
    const decision = ask(text, [one]);
    assert.is(decision.calls.length, 0, text);
    assert.match(decision.content ?? '', /`(?:unread_only|nonstop)`/u, text);
  }
  // The verb of the order is no word of an option.
  for (const text of ['Read the notes from ann@x.org', 'Please read the notes from ann@x.org'])
    assert.is(sent(ask(text, [notes])), '{"from":"ann@x.org"}', text);
  assert.is(sent(ask('Find unread notes from ann@x.org', [notes])), '{"from":"ann@x.org","unread_only":true}');
});

test('what hastens an act is a word of the option that does so, and else of none', () => {
  const publish = (options: object): ToolDefinition =>
    tool('publish_gallery', 'Publish a gallery.', { gallery_id: id, ...options }, ['gallery_id']);
  for (const haste of ['right away', 'immediately', 'at once', 'asap']) {
    const text = `Publish gallery QT-12 ${haste}`;
    assert.is(sent(ask(text, [publish({ pinned: flag })])), '{"gallery_id":"QT-12"}', text);
    assert.is(sent(ask(text, [publish({ publish_now: flag })])), null, text);
  }
  assert.is(
    sent(ask('Publish gallery QT-12 now', [publish({ publish_now: flag })])),
    '{"gallery_id":"QT-12","publish_now":true}',
  );
  assert.is(sent(ask('Publish gallery QT-12', [publish({ publish_now: flag })])), '{"gallery_id":"QT-12"}');
});

test('a flag that lists the texts of true and false is said as any flag, and sent as it lists them', () => {
  const WRITINGS = [
    ['True', 'False'],
    ['false', 'true'],
  ] as const;
  for (const listed of WRITINGS) {
    const [yes, no] = [...listed].sort((a, b) => (/^t/iu.test(a) ? -1 : /^t/iu.test(b) ? 1 : 0)) as [string, string];
    const find = tool('find_cabins', 'Find cabins.', { cabin_id: id, heated: { type: 'string', enum: listed } }, [
      'cabin_id',
    ]);
    const plain = tool('find_cabins', 'Find cabins.', { cabin_id: id, heated: flag }, ['cabin_id']);
    for (const text of [
      'Find heated cabins of QT-12',
      'Find cabins of QT-12 that are heated',
      'Find cabins of QT-12 that are not heated',
      'Find cabins of QT-12, heated false',
      'Find cabins of QT-12',
    ]) {
      const expected = (sent(ask(text, [plain])) ?? '').replace(':true', `:"${yes}"`).replace(':false', `:"${no}"`);
      assert.is(sent(ask(text, [find])), expected, text);
    }
    assert.match(sent(ask('Find heated cabins of QT-12', [find])) ?? '', /"heated":"/u);
  }
  // Three values are no flag.
  const three = { type: 'string', enum: ['True', 'False', 'Unknown'] };
  const find = tool('find_cabins', 'Find cabins.', { cabin_id: id, heated: three }, ['cabin_id']);
  assert.is(sent(ask('Find cabins of QT-12 that are not heated', [find])), null);
});

test('a flag that says what is left out is set where that is denied', () => {
  const close = tool('close_vault', 'Close a vault.', { vault_id: id, waive_fee: flag, skip_audit: flag }, [
    'vault_id',
  ]);
  for (const [said, expected] of [
    ['Close vault QT-12 without a fee', '{"vault_id":"QT-12","waive_fee":true}'],
    ['Close vault QT-12 and waive the fee', '{"vault_id":"QT-12","waive_fee":true}'],
    ["Close vault QT-12 but don't waive the fee", '{"vault_id":"QT-12","waive_fee":false}'],
    ['Close vault QT-12 without an audit', '{"vault_id":"QT-12","skip_audit":true}'],
  ] as const)
    assert.is(sent(ask(said, [close])), expected, said);
});

test.run();
