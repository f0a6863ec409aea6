// Courtesy: what is said beside a free name is no part of it, and an answer that says nothing is no name. Generated over tools invented here.

import * as assert from 'uvu/assert';
import { ask, message, sent, tool, user } from './support/routing.ts';
import { test } from './support/test.ts';

const shelf = tool('create_shelf', 'Create a shelf in the store.', { name: { type: 'string' } }, ['name']);
const task = tool('add_chore', 'Add a chore to the list.', { title: { type: 'string' } }, ['title']);

const NAMES = ['Printer', 'Spring Fair', 'plum jam', 'Old Tools 2027'];
const COURTESY = [
  'please',
  'pls',
  'thanks',
  ', thank you',
  'thx',
  ', cheers',
  'asap',
  'if you can',
  ', could you',
  'please, thanks',
];

test('courtesy behind a name is no part of it', () => {
  let calls = 0;
  for (const name of NAMES)
    for (const said of COURTESY)
      for (const lead of ['Create a shelf called', 'Create a shelf named', 'Create a shelf with the name']) {
        const text = `${lead} ${name}${said.startsWith(',') ? '' : ' '}${said}`;
        const call = sent(ask(text, [shelf]));
        if (call !== null) calls += 1;
        assert.ok(call === null || call === JSON.stringify({ name }), `${text}: ${call}`);
      }
  assert.ok(calls >= 80, String(calls));
  assert.is(sent(ask('Add a chore: oil the hinges, please', [task])), '{"title":"oil the hinges"}');
  assert.is(sent(ask('Add a chore: oil the hinges. Thanks!', [task])), '{"title":"oil the hinges"}');
});

test('a word at the end that may be of the name or of the order is asked about', () => {
  for (const name of NAMES)
    for (const said of ['now', 'soon', 'again', 'today', 'right away', 'instead', 'for me']) {
      const call = sent(ask(`Create a shelf called ${name} ${said}`, [shelf]));
      assert.ok(call === null || call === JSON.stringify({ name }), `${name} ${said}: ${call}`);
    }
});

test('words of courtesy inside a name, with capitals or in quotation marks stay', () => {
  for (const [said, name] of [
    ['"Thanks"', 'Thanks'],
    ['"plum jam please"', 'plum jam please'],
    ['Please Return', 'Please Return'],
    ['Apocalypse Now', 'Apocalypse Now'],
  ])
    assert.is(sent(ask(`Create a shelf called ${said}`, [shelf])), JSON.stringify({ name }), said);
});

const answer = (text: string): string | null => {
  const order = 'Create a shelf';
  return sent(ask([user(order), message('assistant', ask(order, [shelf]).content ?? ''), user(text)], [shelf]));
};

test('an answer that names nothing is no name', () => {
  for (const text of [
    'hmm',
    'uhm',
    'whatever',
    'idk',
    'skip',
    'the usual',
    'the first one',
    'the second one?',
    'not sure',
    'let me check',
    'thinking',
    'same as before',
    'anything',
    'something nice',
    'up to you',
    'you choose',
    'hold on',
    'one sec',
    'good question',
    'the one we had',
    'Plums, I guess',
    'maybe Plums',
  ])
    assert.is(answer(text), null, text);
});

test('the courtesy of an answer is no part of it', () => {
  for (const name of NAMES) {
    assert.is(answer(name), JSON.stringify({ name }), name);
    for (const said of ['please', 'thanks', 'pls', ', thank you', 'please, thanks']) {
      const call = answer(`${name}${said.startsWith(',') ? '' : ' '}${said}`);
      assert.ok(call === null || call === JSON.stringify({ name }), `${name} ${said}: ${call}`);
    }
    assert.is(answer(`${name} please`), JSON.stringify({ name }), name);
  }
  for (const name of ['next', 'default', 'new', 'normal'])
    assert.is(answer(name) ?? JSON.stringify({ name }), JSON.stringify({ name }));
});

test.run();
