// evident lint: what is found in questions alone, and what states tell about them.

import * as assert from 'uvu/assert';
import { openCommandLine } from './support/command-line.ts';
import { test } from './support/test.ts';

const line = openCommandLine();
test.after(() => line.close());

interface Finding {
  readonly code: string;
  readonly question: string;
  readonly message: string;
}

function lint(questions: unknown, states?: readonly unknown[], ...flags: string[]): Finding[] {
  line.file('questions.json', JSON.stringify(questions));
  const asked = states === undefined ? [] : ['--states', '-'];
  const { code, out, err } = line.evident(
    ['lint', 'questions.json', '--json', ...asked, ...flags],
    (states ?? []).map((state) => JSON.stringify(state)).join('\n'),
  );
  assert.is(code, 0, err);
  return (JSON.parse(out) as { readonly findings: Finding[] }).findings;
}

const choice = (criteria: unknown, more: object = {}): object => ({ q: { type: 'choice', criteria, ...more } });
const codes = (findings: readonly Finding[]): string[] => findings.map(({ code }) => code);

test('questions that do what they say have no findings', () => {
  assert.equal(lint(choice({ repair: ['does not start', 'leaking pipe'], sale: ['price list', 'order form'] })), []);
  assert.equal(lint(choice({ a: { script: '(> (:n input) 1)' }, b: { script: '(<= (:n input) 1)' } })), []);
  assert.equal(lint({ q: { type: 'noul', instructions: 'Is it "out of order"?' } }), []);
});

test('a phrase of two options, and options with the same phrases', () => {
  const [shared] = lint(choice({ a: ['Leaking  pipe', 'wet floor'], b: ['leaking pipe', 'dry floor'] }));
  assert.equal(shared?.code, 'same-phrase');
  assert.match(shared?.message ?? '', /"Leaking {2}pipe" speaks for "a" and "b"/);
  assert.ok(codes(lint(choice({ a: ['wet floor'], b: ['Wet Floor'] }))).includes('same-options'));
  assert.not(
    codes(
      lint(choice({ a: { p: ['wet floor'], script: '(:x input)' }, b: { p: ['wet floor'], script: '(:y input)' } })),
    ).includes('same-phrase'),
  );
});

test('a phrase that its own option rules out, and options with nothing to look for', () => {
  const ruled = lint(choice({ a: { phrases: ['refund policy', 'money back'], not_for: 'refund' }, b: 'invoice copy' }));
  assert.equal(codes(ruled), ['ruled-out']);
  assert.match(ruled[0]!.message, /"refund policy" never speaks for "a", for "refund" rules it out/);
  assert.equal(codes(lint(choice({ '-': null, b: 'invoice copy' }))), ['no-phrases']);
  assert.equal(codes(lint({ q: { type: 'noul', instructions: 'Is it broken?' } })), ['nothing-to-look-for']);
});

test('a word of many meanings, unless the question asks what a text is about', () => {
  assert.equal(codes(lint(choice({ a: ['switch'], b: ['invoice copy'] }))), ['many-meanings']);
  assert.equal(lint(choice({ a: ['switch'], b: ['invoice copy'] }, { negation: 'ignore' })), []);
});

const SHOP = choice({ repair: ['leaking pipe', 'blocked drain'], sale: ['price list'] });

test('states show phrases that nobody says, and the words of what was not decided', () => {
  const findings = lint(SHOP, [
    { text: 'We have a leaking pipe', label: 'repair' },
    { text: 'The boiler is cold', label: 'repair' },
    { text: 'Our boiler makes a noise', label: 'repair' },
    { text: 'What does a boiler cost?', label: 'sale' },
    { text: 'Hello there', label: null },
  ]);
  const messages = findings.map(({ code, message }) => `${code}: ${message}`);
  assert.ok(
    messages.includes('never-found: of the phrases of "repair", 1 of 2 are in none of the 5 states: "blocked drain"'),
    messages.join('\n'),
  );
  assert.ok(
    messages.includes(
      'undecided-words: "boiler" is in 3 of the 4 states in which nothing was found; 2 of 3 labelled ones are "repair"',
    ),
    messages.join('\n'),
  );
});

test('states show a phrase that is mostly said of something else', () => {
  const said = [
    { text: 'price list please', label: 'repair' },
    { text: 'the price list is wet', label: 'repair' },
    { text: 'send a price list', label: 'sale' },
  ];
  const found = lint(SHOP, said).find(({ code }) => code === 'mostly-another');
  assert.match(
    found?.message ?? '',
    /"price list" of "sale" is in 3 labelled states, of which 1 are "sale"; most are "repair"/,
  );
  const right = lint(SHOP, said.slice(1)).map(({ code }) => code);
  assert.not(right.includes('mostly-another'));
});

test('records that are searched everywhere, and not those whose place is named', () => {
  const records = [
    { state: { subject: 'pipe', body: 'a leaking pipe', city: 'Oslo' } },
    { state: { text: 'price list' } },
  ];
  const unscoped = lint(SHOP, records).find(({ code }) => code === 'unscoped');
  assert.match(unscoped?.message ?? '', /1 of the 2 states are records/);
  const scoped = choice({ repair: ['leaking pipe'], sale: ['price list'] }, { in: ['body', 'text'] });
  assert.not(codes(lint(scoped, records)).includes('unscoped'));
});

test('states may come without labels; what is no state is told with its line', () => {
  assert.ok(Array.isArray(lint(SHOP, [{ text: 'a leaking pipe' }])));
  line.file('questions.json', JSON.stringify(SHOP));
  const { code, err } = line.evident(['lint', 'questions.json', '--states', '-'], '{"text": 5}\n');
  assert.is(code, 1);
  assert.match(err, /-:1: /);
});

test('--strict ends with 1 when there is a finding, plain lines name the question', () => {
  line.file('questions.json', JSON.stringify(choice({ a: ['wet floor'], b: ['wet floor'] })));
  const { code, out } = line.evident(['lint', 'questions.json', '--strict'], '');
  assert.is(code, 1);
  assert.match(out, /^q: "wet floor" speaks for "a" and "b", so alone it decides nothing \[same-phrase\]$/m);
  line.file('questions.json', JSON.stringify(SHOP));
  assert.is(line.evident(['lint', 'questions.json', '--strict'], '').code, 0);
});

test.run();
