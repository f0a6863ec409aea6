// Verifying calls that drop or misplace a word: what routing asks about is never verified. Generated over tools invented here.

import * as assert from 'uvu/assert';
import { verifyCall } from '../server/services/routing/library.ts';
import { test } from './support/test.ts';

const tool = (name: string, description: string, properties: object, required: readonly string[] = []) => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties, required } },
});
const TOOLS = [
  tool('list_kilns', 'List the kilns of a pottery.', {
    town: { type: 'string', description: 'Town where the kiln stands' },
    assignee: { type: 'string', description: 'Who works at it' },
    state: { type: 'string', enum: ['cold', 'firing'] },
  }),
  tool(
    'update_crate',
    'Update a crate.',
    {
      crate_id: { type: 'integer', description: 'Number of the crate' },
      colour: { type: 'string', enum: ['red', 'green'], description: 'New colour' },
      label: { type: 'string', description: 'New label' },
    },
    ['crate_id'],
  ),
  tool(
    'assign_jar',
    'Assign a jar to a person.',
    {
      jar_id: { type: 'string', pattern: '^J-[0-9]+$' },
      assignee: { type: 'string', description: 'Who gets it' },
    },
    ['jar_id', 'assignee'],
  ),
  tool('create_shelf', 'Create a shelf in the store.', { name: { type: 'string', description: 'Name of the shelf' } }, [
    'name',
  ]),
];

const outcome = (said: string | readonly (readonly [role: string, content: string])[], name: string, args: object) =>
  verifyCall({
    messages: (typeof said === 'string' ? [['user', said] as const] : said).map(([role, content]) => ({
      role,
      content,
    })),
    tools: TOOLS,
    call: { name, arguments: args },
  }).calls[0]?.outcome;

test('a call that leaves out what narrows a list is not verified', () => {
  for (const word of ['rusty', 'biggest', 'unsold', 'electric'])
    assert.is.not(outcome(`List the ${word} kilns in Ulm`, 'list_kilns', { town: 'Ulm' }), 'decided', word);
  assert.is.not(outcome('List the kilns in Ulm that are broken', 'list_kilns', { town: 'Ulm' }), 'decided');
  assert.is(outcome('List the kilns in Ulm', 'list_kilns', { town: 'Ulm' }), 'decided');
});

test('nor one that takes who did something else', () => {
  for (const verb of ['painted', 'reported', 'closed'])
    assert.is.not(outcome(`List the kilns ${verb} by Edda`, 'list_kilns', { assignee: 'Edda' }), 'decided', verb);
  assert.is.not(outcome('List the kilns from Paris', 'list_kilns', { assignee: 'Paris' }), 'decided');
});

test('nor one that makes a thing what it is called', () => {
  for (const args of [
    { crate_id: 31, colour: 'red', label: 'Rye' },
    { crate_id: 31, colour: 'red' },
  ])
    assert.is.not(outcome('Update the red crate 31 with the label "Rye"', 'update_crate', args), 'decided');
  assert.is(outcome('Set the colour of crate 31 to red', 'update_crate', { crate_id: 31, colour: 'red' }), 'decided');
});

test('nor one with one of two names, or with both as one', () => {
  for (const who of ['Edda & Odo', 'Edda, Odo', 'Edda/Odo', 'Edda and student Odo', 'Edda plus her team'])
    for (const assignee of ['Edda', 'Odo', who])
      assert.is.not(outcome(`Assign the jar J-4 to ${who}`, 'assign_jar', { jar_id: 'J-4', assignee }), 'decided', who);
  assert.is(outcome('Assign the jar J-4 to Edda', 'assign_jar', { jar_id: 'J-4', assignee: 'Edda' }), 'decided');
});

test('nor one with courtesy in a name, or with an answer that names nothing', () => {
  for (const said of ['please', 'thanks', 'asap', 'if you can', 'now', 'again'])
    assert.is.not(
      outcome(`Create a shelf called Printer ${said}`, 'create_shelf', { name: `Printer ${said}` }),
      'decided',
      said,
    );
  assert.is(outcome('Create a shelf called Printer please', 'create_shelf', { name: 'Printer' }), 'decided');
  const asked = [
    ['user', 'Create a shelf'],
    ['assistant', 'To use `create_shelf` I still need `name` (name of the shelf).'],
  ] as const;
  for (const answer of ['hmm', 'whatever', 'the first one', 'skip'])
    assert.is.not(outcome([...asked, ['user', answer]], 'create_shelf', { name: answer }), 'decided', answer);
  assert.is(outcome([...asked, ['user', 'Plums']], 'create_shelf', { name: 'Plums' }), 'decided');
});

test.run();
