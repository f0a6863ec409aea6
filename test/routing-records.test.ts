// Ids beside their kind, listed values said in several words, places for code, and what a request takes back in the same breath.
// In: tools invented here. Out: whole calls, and none where it is not clear what is meant.

import * as assert from 'uvu/assert';
import { withoutRetracted } from '../server/engines/routing/text/retracted.ts';
import { readClock } from '../server/services/routing/wire/clock.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const now = readClock('2027-04-14T09:00:00Z');
const said = (text: string, tools: Parameters<typeof ask>[1]): string | null => {
  const decision = ask(text, tools, { now });
  return decision.calls.length === 0 ? null : sent(decision);
};

const CASK = { type: 'string', pattern: '^[0-9]{1,9}$', description: 'Number of the cask' };
const casks = tool(
  'update_cask',
  'Updates a cask.',
  {
    cask_id: CASK,
    stage: { type: 'string', enum: ['filled', 'outfordelivery', 'firstmaturation', 'maturation'] },
    cellar_state: { type: 'string', enum: ['CLEAN', 'BAD_AIR', 'NEW_WORK'] },
    origin: { type: 'string', enum: ['cellar', 'farm', 'abbey'] },
    volume: { type: 'string', pattern: '^[0-9]{1,5}(\\.[0-9]{1,2})?$', description: 'Volume in litres' },
  },
  ['cask_id'],
);

test('a listed value of one word may be said in several, and the longest one is meant', () => {
  assert.is(
    said('Set the stage of cask 4417 to out for delivery', [casks]),
    '{"cask_id":"4417","stage":"outfordelivery"}',
  );
  assert.is(
    said('Set the stage of cask 4417 to first maturation', [casks]),
    '{"cask_id":"4417","stage":"firstmaturation"}',
  );
  assert.is(said('Set the stage of cask 4417 to maturation', [casks]), '{"cask_id":"4417","stage":"maturation"}');
  assert.is(said('Set the stage of cask 4417 to out, for delivery', [casks]), null);
});

test('words that name one parameter are no value of another', () => {
  assert.is(
    said('Set the cellar state of cask 4417 to bad air', [casks]),
    '{"cask_id":"4417","cellar_state":"BAD_AIR"}',
  );
  assert.is(said('Set the origin of cask 4417 to cellar', [casks]), '{"cask_id":"4417","origin":"cellar"}');
});

const KIND = { type: 'string', enum: ['crates', 'casks', 'vats'] };
const ID = { type: 'string', pattern: '^[0-9]{1,9}$' };
const scrap = tool('scrap_item', 'Scraps an item.', { item_type: KIND, item_id: ID }, ['item_type', 'item_id']);
const couple = tool(
  'couple_items',
  'Couples two items.',
  { from_item_type: KIND, from_item_id: ID, to_item_type: KIND, to_item_id: ID },
  ['from_item_type', 'from_item_id', 'to_item_type', 'to_item_id'],
);

test('an id stands right behind the word of its kind', () => {
  assert.is(said('Scrap cask 4417', [scrap]), '{"item_type":"casks","item_id":"4417"}');
  assert.is(said('Scrap 4417 casks', [scrap]), null);
  assert.is(said('Scrap cask 4417 and crate 12', [scrap]), null);
  assert.is(
    said('Couple cask 4417 to vat 12', [couple]),
    '{"from_item_type":"casks","from_item_id":"4417","to_item_type":"vats","to_item_id":"12"}',
  );
  assert.is(said('Couple cask 4417 to a vat', [couple]), null);
  assert.is(said('Couple cask 4417 before vat 12', [couple]), null);
});

const OWNER = { type: 'string', description: 'Who owns the repository' };
const REPO = { type: 'string', description: 'Name of the repository' };
const card = tool(
  'update_card',
  'Edits a card of a repository.',
  {
    owner: OWNER,
    repo: REPO,
    card_number: { type: 'integer', description: 'Number of the card' },
    state: { type: 'string', enum: ['open', 'closed'] },
  },
  ['owner', 'repo', 'card_number'],
);
const merge = tool(
  'create_merge_proposal',
  'Opens a merge proposal.',
  {
    owner: OWNER,
    repo: REPO,
    head: { type: 'string', description: 'Branch with the changes' },
    base: { type: 'string', description: 'Branch they go to' },
  },
  ['owner', 'repo', 'head', 'base'],
);

test('owner, repository and number in one word, and two branches', () => {
  const whole = '{"owner":"old-brewery","repo":"label-art","card_number":31,"state":"closed"}';
  assert.is(said('Close card old-brewery/label-art#31', [card]), whole);
  assert.is(said('Close card #31 in old-brewery/label-art', [card]), whole);
  assert.is(said('Reopen card 31 in old-brewery/label-art', [card]), whole.replace('closed', 'open'));
  assert.is(said('Card 31 in old-brewery/label-art was closed', [card]), null);
  assert.is(said('Close cards #31 and #32 in old-brewery/label-art', [card]), null);
  const proposal = '{"owner":"old-brewery","repo":"label-art","head":"topic/foam","base":"main"}';
  assert.is(said('Open a merge proposal in old-brewery/label-art from topic/foam into main', [merge]), proposal);
  assert.is(said('I need an MP in old-brewery/label-art, head topic/foam, base main', [merge]), proposal);
  assert.is(said('Open a merge proposal in old-brewery/label-art from topic/foam', [merge]), null);
});

test('what is taken back in the same breath is not said', () => {
  assert.is(said('Set the volume of cask 4417 to 220, sorry, 225.5', [casks]), '{"cask_id":"4417","volume":"225.5"}');
  assert.is(said('Scrap cask 4417, I mean 4471', [scrap]), '{"item_type":"casks","item_id":"4471"}');
  for (const [text, left] of [
    ['Move it to Tuesday, no wait, Wednesday', 'Move it to                   Wednesday'],
    ['Rename it to Old Vat, no sorry, to New Vat', 'Rename it                       to New Vat'],
  ] as const)
    assert.is(withoutRetracted(text), left);
  // What replaces what is not clear, or nothing is replaced.
  for (const text of [
    'Fill casks 14, sorry, 15 and 16',
    'Fill 14 casks, I mean 15 vats',
    'Fill cask 14, I mean the green one',
    'Sorry, fill cask 15',
    'Rename it to Old Vat, sorry, from New Vat',
    'Tell them I mean 14, not 15',
  ])
    assert.is(withoutRetracted(text), text);
});

test('a thing is filed under what holds it only by the tool that makes that thing', () => {
  const number = { type: 'integer', description: 'The number of the card.' };
  const body = { type: 'string', description: 'What the note says.' };
  const repo = ['owner', 'repo'];
  const note = tool(
    'add_card_note',
    'Adds a note to a card.',
    { owner: OWNER, repo: REPO, card_number: number, body },
    [...repo, 'card_number', 'body'],
  );
  assert.is(
    said('Add the note "too bitter" to card old-brewery/label-art#31', [note]),
    '{"owner":"old-brewery","repo":"label-art","card_number":31,"body":"too bitter"}',
  );
  assert.is(said('Add the note "too bitter" to card under old-brewery/label-art#31', [note]), null);
});

test.run();
