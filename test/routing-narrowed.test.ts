// Narrowed: words that say which of its things a tool that only looks shall find. None of them is dropped in silence. Generated over tools
// invented here.

import * as assert from 'uvu/assert';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const kilns = tool(
  'list_kilns',
  'List the kilns of a pottery.',
  {
    town: { type: 'string', description: 'Town where the kiln stands' },
    keeper: { type: 'string', description: 'Name of the keeper' },
    state: { type: 'string', enum: ['cold', 'firing'], description: 'State of the kiln' },
    limit: { type: 'integer', description: 'Maximum number of kilns' },
  },
  [],
);
const kiln = tool('get_kiln', 'Get a kiln by its number.', { kiln_id: { type: 'string', pattern: '^K-[0-9]+$' } }, [
  'kiln_id',
]);
const TOOLS = [kilns, kiln];

function asksEach(texts: readonly string[], tools: readonly ToolDefinition[] = TOOLS): void {
  for (const text of texts) assert.is(sent(ask(text, tools)), null, text);
}

function sends(text: string, call: string, tools: readonly ToolDefinition[] = TOOLS): void {
  assert.is(sent(ask(text, tools)), call, text);
}

test('what stands right before the noun narrows, unless the tool or an argument says it', () => {
  for (const word of [
    'rusty',
    'electric',
    'rented',
    'biggest',
    'oldest',
    'unsold',
    'salt',
    'wood fired',
    'gas-fired',
  ]) {
    asksEach([
      `List the ${word} kilns in Ulm`,
      `Show me all ${word} kilns in Ulm, please`,
      `Could you list the ${word} firing kilns?`,
      `List the 5 ${word} kilns in Ulm`,
      `Are there any ${word} kilns in Ulm?`,
    ]);
  }
  sends('List the kilns in Ulm', '{"town":"Ulm"}');
  sends('List the firing kilns in Ulm', '{"town":"Ulm","state":"firing"}');
  sends('Show me all pottery kilns in Ulm, please', '{"town":"Ulm"}');
  sends('Could you please list the kilns in Ulm?', '{"town":"Ulm"}');
  // A list that is cut short begins with the newest.
  sends('List the 5 newest kilns in Ulm', '{"town":"Ulm","limit":5}');
  sends('List 5 kilns in Ulm', '{"town":"Ulm","limit":5}');
});

test('no word before a single thing with its name behind it makes it another', () => {
  for (const word of ['rusty', 'electric', 'oldest']) sends(`Get the ${word} kiln K-12`, '{"kiln_id":"K-12"}');
});

test('new ones are not all, and mine are those of whom a parameter takes', () => {
  const jars = tool('list_jars', 'List jars.', {
    owner: { type: 'string', description: 'Who owns the jar' },
    glaze: { type: 'string', enum: ['ash', 'salt'] },
  });
  const lids = tool('list_lids', 'List lids.', { glaze: { type: 'string', enum: ['ash', 'salt'] } });
  asksEach(['List the new ash jars', 'List new salt jars', 'List my ash jars'], [jars]);
  sends('List my ash lids', '{"glaze":"ash"}', [lids]);
  sends('List the ash jars', '{"glaze":"ash"}', [jars]);
});

test('so does what stands behind the things, in a clause, behind a comma or in a sentence of its own', () => {
  asksEach([
    'List the kilns of brick',
    'List the newest kilns in Ulm',
    'List the kilns in Ulm who cracked',
    'List the kilns in Ulm that are broken',
    'List the kilns painted yellow in Ulm',
    'List the kilns in Ulm, broken only',
    'List the kilns in Ulm, rusty ones',
    'List the kilns in Ulm. Broken.',
    'Which kilns in Ulm are broken?',
    'Which kilns in Ulm are the oldest?',
  ]);
  sends('List the kilns standing in Ulm', '{"town":"Ulm"}');
  sends('List the kilns in Ulm. Thanks!', '{"town":"Ulm"}');
  sends('List the kilns in Ulm, please', '{"town":"Ulm"}');
  sends('Which kilns in Ulm are firing?', '{"town":"Ulm","state":"firing"}');
});

test('more than one value behind a joint is asked about where one is taken', () => {
  for (const more of [
    'and surroundings',
    'and around',
    'and its suburbs',
    'plus the hills',
    '& Graz',
    'and nearby Linz',
  ])
    asksEach([`List the kilns in Ulm${more.startsWith(',') ? '' : ' '}${more}`]);
  asksEach(['List the kilns in Paris, London', 'List the kilns in Paris & London']);
  sends('List the kilns in Ulm, Germany', '{"town":"Ulm, Germany"}');
  const lend = tool(
    'assign_jar',
    'Assign a jar to a person.',
    {
      jar_id: { type: 'string', pattern: '^J-[0-9]+$' },
      assignee: { type: 'string', description: 'Who gets it' },
    },
    ['jar_id', 'assignee'],
  );
  for (const who of [
    'Edda & Odo',
    'Edda Mill & Odo',
    'Edda + Odo',
    'Edda/Odo',
    'Edda, Odo',
    'Edda and student Odo',
    'Edda plus her team',
    'both Edda and Odo',
  ])
    asksEach([`Assign the jar J-4 to ${who}`], [lend]);
  sends('Assign the jar J-4 to Edda Mill', '{"jar_id":"J-4","assignee":"Edda Mill"}', [lend]);
  const stall = tool(
    'get_stall',
    'Get the hours of a stall.',
    { stall: { type: 'string', description: 'Name of the stall' } },
    ['stall'],
  );
  sends('Get the hours of the stall Fish & Chips', '{"stall":"Fish & Chips"}', [stall]);
});

test('the nearest is what a tool for what is near finds', () => {
  const near = tool('find_nearby_inns', 'Find the inns near a town.', { town: { type: 'string' } }, ['town']);
  const all = tool('find_inns', 'Find the inns of a town.', { town: { type: 'string' } }, ['town']);
  // The gate may ask whether it is meant, but not what the word is for.
  assert.not.equal(ask('Find the nearest inns in Ulm', [near]).reason?.code, 'unexplained-text');
  assert.is(ask('Find the nearest inns in Ulm', [all]).reason?.code, 'unexplained-text');
  asksEach(['Find the nearest inns to Ulm', 'Find the cheapest inns of Ulm'], [all]);
});

test('words right before a listed thing that nothing takes are asked about', () => {
  const find = tool('search_stall', 'Search the stall.', {
    query: { type: 'string', description: 'Words of the title' },
    form: { type: 'string', enum: ['poster', 'lp', 'lamp'], description: 'Form' },
    in_stock: { type: 'boolean', description: 'Only what is available' },
  });
  for (const word of ['old', 'Danish', "children's", 'rusty', 'signed'])
    assert.is(sent(ask(`Find ${word} posters`, [find])), null, word);
  assert.is(sent(ask('Find posters', [find])), '{"form":"poster"}');
  assert.is(sent(ask('Show all lamps', [find])), '{"form":"lamp"}');
  // A flag that its description alone tells of.
  assert.is(sent(ask('Please find some available posters', [find])), null);
});

test.run();
