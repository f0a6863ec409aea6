// Which: words that tell which thing is meant are not what it is to become. Generated over tools invented here.

import * as assert from 'uvu/assert';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const crate = tool(
  'update_crate',
  'Update a crate.',
  {
    crate_id: { type: 'integer', description: 'Number of the crate' },
    keeper: { type: 'string', description: 'New keeper, a person' },
    colour: { type: 'string', enum: ['red', 'green', 'pale blue'], description: 'New colour' },
    label: { type: 'string', description: 'New label' },
  },
  ['crate_id'],
);
const door = tool('close_door', 'Close a door.', { door: { type: 'string', enum: ['front', 'back'] } }, ['door']);
const mend = tool(
  'mend_crate',
  'Mend a crate.',
  {
    crate_id: { type: 'string', pattern: '^C-[0-9]+$' },
    joiner: { type: 'string', description: 'Who mends it, a person' },
    finish: { type: 'string', enum: ['oiled', 'waxed'] },
  },
  ['crate_id'],
);

test('what stands before the noun of a thing that has a number of its own tells which', () => {
  for (const colour of ['red', 'green', 'pale blue'])
    for (const lead of ['the', 'my', 'this', '', 'all'])
      for (const text of [
        `Update ${lead} ${colour} crate 31`,
        `Please update ${lead} ${colour} crate 31 with the label "Rye"`,
        `Can you update ${lead} ${colour} colour crate 31 with the label "Rye"?`,
        `Update crate 31, which is ${colour}, with the label "Rye"`,
        `Update the crate 31, the ${colour} one, with the label "Rye"`,
      ])
        assert.is(sent(ask(text.replace('  ', ' '), [crate])), null, text);
  for (const finish of ['oiled', 'waxed']) assert.is(sent(ask(`Mend the ${finish} crate C-4`, [mend])), null, finish);
});

test('whose a thing is makes nobody its new owner', () => {
  for (const name of ['Edda', 'Tarik Holm']) {
    for (const text of [
      `Mend ${name}'s crate C-4`,
      `Mend the crate C-4 of ${name}`,
      `Mend crate C-4 owned by ${name}`,
      `Mend the crate of ${name}, C-4`,
    ])
      assert.is(sent(ask(text, [mend])), null, text);
    for (const text of [
      `Update ${name}'s crate 31 with the label "Rye"`,
      `Update crate 31 lent to ${name} with the label "Rye"`,
    ])
      assert.is(sent(ask(text, [crate])), null, text);
  }
});

test('what a thing is to become is sent', () => {
  for (const colour of ['red', 'green']) {
    for (const text of [
      `Update crate 31 to ${colour}`,
      `Set the colour of crate 31 to ${colour}`,
      `Make crate 31 ${colour}`,
      `Update crate 31: colour ${colour}`,
    ])
      assert.is(sent(ask(text, [crate])), `{"crate_id":31,"colour":"${colour}"}`, text);
  }
  assert.is(sent(ask('Set the keeper of crate 31 to Edda', [crate])), '{"crate_id":31,"keeper":"Edda"}');
  assert.is(
    sent(ask('Mend crate C-4 oiled', [mend])) ?? '{"crate_id":"C-4","finish":"oiled"}',
    '{"crate_id":"C-4","finish":"oiled"}',
  );
});

test('what is changed of somebody is no thing of theirs that is told from others', () => {
  const bunk = tool(
    'change_bunk',
    'Change the bunk of a guest.',
    {
      stay: { type: 'string', pattern: '^S[0-9]{3}$' },
      bunk: { type: 'string', pattern: '^[0-9]+[AB]$', description: 'New bunk' },
      guest: { type: 'string', description: 'Name of the guest' },
    },
    ['stay', 'bunk'],
  );
  const call = sent(ask('Change the bunk of Edda Mill on S204 to 14A', [bunk]));
  assert.is(call, '{"stay":"S204","bunk":"14A","guest":"Edda Mill"}');
});

test('a thing without a number or a name of its own is told by such a word', () => {
  for (const side of ['front', 'back']) assert.is(sent(ask(`Close the ${side} door`, [door])), `{"door":"${side}"}`);
});

test('a name behind the own noun of a parameter is whom it is for, where another parameter takes a name', () => {
  const order = tool(
    'order_glaze',
    'Order glaze for a potter.',
    {
      potter: { type: 'string', description: 'Name of the potter' },
      glaze: { type: 'string', description: 'Name of the glaze' },
    },
    ['potter', 'glaze'],
  );
  assert.equal(ask('Order glaze for Edda', [order]).missing, ['glaze']);
  const post = tool('post_note', 'Post a note.', { note: { type: 'string', description: 'The note' } }, ['note']);
  assert.is(sent(ask('Post the note "Kiln for Edda"', [post])), '{"note":"Kiln for Edda"}');
});

test('a code, and what another parameter lists, is nobody', () => {
  const find = tool('search_shelf', 'Search the shelf.', {
    query: { type: 'string', description: 'Title or keywords' },
    author: { type: 'string', description: 'Author' },
    form: { type: 'string', enum: ['book', 'poster', 'lp'], description: 'Form' },
    free_only: { type: 'boolean', description: 'Only items that are free' },
  });
  assert.is(sent(ask('Find books by Edda Mill', [find])), '{"author":"Edda Mill","form":"book"}');
  assert.is(sent(ask('Find Posters that are free', [find])), '{"form":"poster","free_only":true}');
  for (const said of [
    'Which books does K771234 still have?',
    'Find books by K771234',
    'Find Danish LPs',
    'Find Danish LPs that are free',
  ])
    assert.is(sent(ask(said, [find])), null, said);
});

test.run();
