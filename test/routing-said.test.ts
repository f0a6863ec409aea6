// Said: ways in which people say values and orders, each beside sentences that must stay a question.
// All tools and sentences are invented.

import * as assert from 'uvu/assert';
import { readClock } from '../server/services/routing/wire/clock.ts';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const string = { type: 'string' };

function check(definition: ToolDefinition | readonly ToolDefinition[], cases: Record<string, unknown>): void {
  const tools = [definition].flat();
  for (const [said, expected] of Object.entries(cases))
    assert.is(sent(ask(said, tools)), expected === null ? null : JSON.stringify(expected), said);
}

test('a town with its region is one name, whatever the description shows', () => {
  const town = { type: 'string', description: "The town in the format 'City, State', such as 'New Salem, OH'." };
  check(tool('find_bakeries', 'Finds bakeries in a town.', { town }, ['town']), {
    'Find bakeries in New Harbor, ME': { town: 'New Harbor, ME' },
    'Find bakeries in Salem Heights, OR': { town: 'Salem Heights, OR' },
    'Find bakeries in New Harbor': null,
  });
});

test('where a description only shows a form, a city that has no state is sent as it is said', () => {
  const shown = { type: 'string', description: 'The city, e.g. Salem, OR' };
  check(tool('get_tide', 'Gets the tide of a city.', { city: shown }, ['city']), {
    'Get the tide in Oslo': { city: 'Oslo' },
    'Get the tide in Salem, OR': { city: 'Salem, OR' },
    // Which of the two Portlands, nobody said.
    'Get the tide in Portland': null,
    'Get the tide in Ardlington': null,
  });
  const demanded = { type: 'string', description: "The city, in the format 'City, State', e.g. Salem, OR" };
  check(tool('get_tide', 'Gets the tide of a city.', { city: demanded }, ['city']), { 'Get the tide in Oslo': null });
});

test('all of a list is the list, and a part of it no other reading', () => {
  const towns = { type: 'array', items: string, description: "Towns, such as 'Ulm' or 'Graz'." };
  check(tool('rank_towns', 'Ranks towns by their rents.', { towns }, ['towns']), {
    'Rank the towns Ulm, Linz and Graz by their rents': { towns: ['Ulm', 'Linz', 'Graz'] },
  });
});

test('a noun with "id" before a code says whose code it is', () => {
  const leaks = tool(
    'list_leaks',
    'Lists leaks, page by page.',
    {
      after: { type: 'string', description: 'A token that marks the start of the page, such as an ID.' },
      pipe_ids: { type: 'array', items: string, description: 'Pipe IDs to filter by.' },
      limit: { type: 'integer', description: 'Leaks per page.' },
    },
    ['limit'],
  );
  check(leaks, {
    'List 5 leaks per page of the pipe with ID PX_884120': { pipe_ids: ['PX_884120'], limit: 5 },
  });
  const rota = tool('get_rota', 'Gets the rota of a worker.', { worker_id: string }, ['worker_id']);
  check(rota, {
    'Get the rota of the worker with id MOORLAND': { worker_id: 'MOORLAND' },
    'Get the rota of the worker (id Adamoor)': { worker_id: 'Adamoor' },
    'Get the rota of the worker with id card': null,
    'Get the rota of the worker without id Moorland': null,
    'Get the rota of the worker of Moorland': null,
  });
});

test('an adjective says a flag that is named after it and a word like "mode"', () => {
  const ship = tool(
    'ship_crate',
    'Ships a crate to a customer.',
    {
      crate: { type: 'string', pattern: '^C-[0-9]+$' },
      sealed_mode: { type: 'boolean', description: 'Whether the crate stays sealed.' },
    },
    ['crate'],
  );
  check(ship, {
    'Ship crate C-41 and make sure it is sealed': { crate: 'C-41', sealed_mode: true },
    'Ship crate C-41 and ensure that the crate remains sealed': { crate: 'C-41', sealed_mode: true },
    'Ship crate C-41. Could you keep it sealed?': { crate: 'C-41', sealed_mode: true },
    'Ship crate C-41 and make sure the door is sealed': null,
    'Ship crate C-41 to the sealed yard': null,
    'Ship crate C-41 and maybe keep it sealed': null,
    'Ship crate C-41 if you can keep it sealed till Monday': null,
    'Ship crate C-41 and make sure it is nearly sealed': null,
  });
  const offer = tool(
    'make_offer',
    'Makes an offer to a customer.',
    { customer: { type: 'string', description: 'Name of the customer' }, binding_status: { type: 'boolean' } },
    ['customer'],
  );
  check(offer, {
    'Make a binding offer to Ada Moor': { customer: 'Ada Moor', binding_status: true },
    'Make an offer to Ada Moor': { customer: 'Ada Moor' },
    'Make an offer to Ada Moor, our binding partner': null,
  });
});

test('whose account it is says who gets it, where the parameter is for an account', () => {
  const remit = (description: string): ToolDefinition =>
    tool(
      'remit_money',
      'Remits money to a person.',
      { recipient: { type: 'string', description }, amount: { type: 'number' } },
      ['recipient', 'amount'],
    );
  check(remit('Name or account of the person'), {
    "Remit 70 dollars to Edda's account": { recipient: 'Edda', amount: 70 },
    "Remit 70 dollars to Edda's landlord": null,
    "Remit 70 dollars to Edda's old account": null,
  });
  check(remit('Who gets it'), { "Remit 70 dollars to Edda's account": null });
});

test('who says what day it is says what other days are', () => {
  const book = tool(
    'book_berth',
    'Books a berth for a day.',
    { berth: { type: 'string', pattern: '^B-[0-9]+$' }, day: { type: 'string', format: 'date' } },
    ['berth', 'day'],
  );
  check(book, {
    'Book berth B-3 for tomorrow. Today is 2027-03-04.': { berth: 'B-3', day: '2027-03-05' },
    'Book berth B-3 for tomorrow, today is March 4th, 2027': { berth: 'B-3', day: '2027-03-05' },
    'Book berth B-3 for tomorrow. Yesterday was 2027-03-04.': null,
    'Book berth B-3 for tomorrow. Is today 2027-03-04?': null,
    'Book berth B-3 for tomorrow. Ada said today is 2027-03-04.': null,
    'Book berth B-3 for tomorrow. Today is 2027-03-04 or 2027-03-05.': null,
  });
  const list = tool(
    'list_moorings',
    'Lists the moorings of a pier.',
    { pier: { type: 'string', pattern: '^P-[0-9]+$' } },
    ['pier'],
  );
  check(list, {
    'List the moorings of pier P-2. Today is Tuesday.': { pier: 'P-2' },
    'List the moorings of pier P-2 for Tuesday.': null,
  });
});

test('what one is willing to wait or pay is a bound from above', () => {
  const ferry = (description: string): ToolDefinition =>
    tool(
      'find_ferry',
      'Finds a ferry from a pier.',
      { pier: { type: 'string', pattern: '^P-[0-9]+$' }, minutes: { type: 'integer', description } },
      ['pier', 'minutes'],
    );
  const willing = ferry('The time in minutes that the guest is willing to wait.');
  check(willing, {
    'Find a ferry from pier P-2, I can wait up to 12 minutes': { pier: 'P-2', minutes: 12 },
    'Find a ferry from pier P-2, I can wait at least 12 minutes': null,
  });
  const timed = tool(
    'find_cab',
    'Finds a cab from a pier.',
    {
      pier: { type: 'string', pattern: '^P-[0-9]+$' },
      time: { type: 'integer', description: 'The time in minutes that the guest is willing to wait.' },
    },
    ['pier', 'time'],
  );
  check(timed, { 'Find a cab from pier P-2 and I can wait up to 12 minutes for it': { pier: 'P-2', time: 12 } });
  check(ferry('The time in minutes until it leaves.'), {
    'Find a ferry from pier P-2, I can wait up to 12 minutes': null,
  });
});

test('turning is by so much, and setting is not', () => {
  const tilt = tool('tilt_panel', 'Tilts the panel.', { degrees: { type: 'number' } }, ['degrees']);
  check(tilt, { 'Tilt the panel by 30 degrees': { degrees: 30 }, 'Tilt the panel to below 30 degrees': null });
  const heat = tool('set_heat', 'Sets the heat of the kiln.', { degrees: { type: 'number' } }, ['degrees']);
  check(heat, { 'Set the heat of the kiln by 30 degrees': null });
});

test('the plural that a service is named after is no act', () => {
  const id = { type: 'string', description: 'The identifier' };
  const crate = tool('seals_api_SealsApi_break_seal', 'Breaks a seal.', { sealId: id }, ['sealId']);
  const lid = tool('lids_api_LidsApi_break_lid', 'Breaks a lid.', { lidId: id }, ['lidId']);
  check([crate, lid], { 'Break the seal CR50': { sealId: 'CR50' }, 'The seals CR50': null });
});

test('a list is narrowed by who looks, and that is no other act', () => {
  const list = tool(
    'list_leaks',
    'Lists the leaks of a pipe.',
    { pipe: { type: 'string', pattern: '^PX-[0-9]+$' }, limit: { type: 'integer' } },
    ['pipe'],
  );
  check(list, {
    "List the leaks of pipe PX-4. Let's limit the results to 5.": { pipe: 'PX-4', limit: 5 },
    "List the leaks of pipe PX-4. Let's flush the pipe to 5.": null,
  });
  const films = tool('find_films', 'Finds films by their cast.', {
    cast: { type: 'string', description: 'Name of an actor' },
  });
  check(films, {
    'I want to watch a film. Find films with Ada Moor.': { cast: 'Ada Moor' },
    'I want to cancel a film. Find films with Ada Moor.': null,
    'I want to watch a film.': null,
  });
});

test('a tool that copes with something does not act', () => {
  const crate = { type: 'string', pattern: '^C-[0-9]+$' };
  const find = tool('find_tables', 'Searches for tables at a diner and accommodates a large party.', { crate }, [
    'crate',
  ]);
  check(find, { 'Which tables are there for C-4?': { crate: 'C-4' } });
  const seize = tool('find_tables', 'Searches for tables at a diner and seizes a large party.', { crate }, ['crate']);
  check(seize, { 'Which tables are there for C-4?': null });
});

test('what an answer holds anyway may be asked for with it', () => {
  const vessel = tool(
    'get_vessel',
    'Returns the details of a vessel: its owner and its length.',
    { name: { type: 'string', description: 'Name of the vessel' } },
    ['name'],
  );
  check(vessel, {
    "Get the details of the vessel 'Ariadne', including its owner": { name: 'Ariadne' },
    "Get the details of the vessel 'Ariadne', including its cargo": null,
    "Get the details of the vessel 'Ariadne', including those of 'Calypso'": null,
  });
});

test('"all" with the noun of the description is what the tool does', () => {
  const sweep = tool('sweep_floor', 'Sweeps all rooms of a floor.', { floor: { type: 'integer' } }, ['floor']);
  check(sweep, {
    'Sweep all rooms of floor 3': { floor: 3 },
    'Sweep all halls of floor 3': null,
    'Sweep some rooms of floor 3': null,
    'Sweep all rooms of floor 3 but the kitchen': null,
  });
});

test('an act may be ordered to start, and its end be told', () => {
  const sand = tool('sand_table', 'Sands a table.', { table: { type: 'string', pattern: '^T-[0-9]+$' } }, ['table']);
  check(sand, {
    'Can you start sanding table T-4?': { table: 'T-4' },
    'When can you start sanding table T-4?': null,
    'Sand table T-4 and let me know if it was successful': { table: 'T-4' },
    "Sand table T-4, and let me know if it's done": { table: 'T-4' },
    'Sand table T-4 and let me know if it is needed': null,
    'Sand table T-4 and let me know if it is oak': null,
  });
});

test('a year is said by its last two digits, where one listed year has them', () => {
  const songs = (years: readonly string[]): ToolDefinition =>
    tool('find_songs', 'Finds songs of a year.', { year: { type: 'string', enum: years } });
  check(songs(['2017', '2018', '2019']), {
    "Find songs from '19": { year: '2019' },
    'Find songs from ’18': { year: '2018' },
    "Find songs from '21": null,
    "Find songs from before '19": null,
  });
  check(songs(['1919', '2019']), { "Find songs from '19": null });
});

test('a dot before the ending of a file belongs to it', () => {
  const list = tool('list_files', 'Lists the files of a type.', {
    type: { type: 'string', description: 'Ending of the files' },
  });
  check(list, { "List the files of type '.toml'": { type: '.toml' } });
});

test('a day in one word has the form of a declared pattern', () => {
  const status = tool(
    'vessel_status',
    'Status of a vessel.',
    {
      vessel: { type: 'string', pattern: '^V-[0-9]+$' },
      sail_date: { type: 'string', description: 'YYYY-MM-DD', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    },
    ['vessel', 'sail_date'],
  );
  const now = readClock('2027-03-09T10:15:00+01:00');
  for (const [said, day] of [
    ['today', '2027-03-09'],
    ['tomorrow', '2027-03-10'],
  ] as const) {
    const text = `What is the status of vessel V-14 ${said}?`;
    assert.is(sent(ask(text, [status], { now })), JSON.stringify({ vessel: 'V-14', sail_date: day }), said);
    assert.is(sent(ask(text, [status])), null, said);
  }
  assert.is(sent(ask('What is the status of vessel V-14 on 2027-Mar-09?', [status], { now })), null);
});

test('a lone day goes to the parameter that cannot do without', () => {
  const day = (description: string): object => ({ type: 'string', format: 'date', description });
  const ferries = tool(
    'search_ferries',
    'Searches ferries.',
    {
      harbour: { type: 'string', pattern: '^[A-Z]{3}$' },
      departure_date: day('Day of the crossing'),
      return_date: day('Day of the way back'),
    },
    ['harbour', 'departure_date'],
  );
  check(ferries, {
    'Search ferries for HEL on 12 July 2027': { harbour: 'HEL', departure_date: '2027-07-12' },
    'Search ferries for HEL on 12 July 2027, back on 14 July 2027': {
      harbour: 'HEL',
      departure_date: '2027-07-12',
      return_date: '2027-07-14',
    },
    'Search ferries for HEL, back on 12 July 2027': null,
    'Search ferries home for HEL on 12 July 2027': null,
    'Search ferries for HEL, we return on 12 July 2027': null,
  });
});

test('what stands beside a person, and how a thing is liked, says nothing of what is ordered', () => {
  const person = { type: 'string', description: 'Name of the person' };
  const remit = tool('remit_money', 'Remits money to a person.', { recipient: person, amount: { type: 'number' } }, [
    'recipient',
    'amount',
  ]);
  check(remit, {
    'Remit 70 dollars to my colleague Edda': { recipient: 'Edda', amount: 70 },
    'Remit 70 dollars to our neighbour Edda Moor': { recipient: 'Edda Moor', amount: 70 },
    'Remit 70 dollars to the colleague of Edda': null,
    'Remit 70 dollars to my colleague and Edda': null,
    'Remit 70 dollars to Edda, my colleague Ada knows why': null,
  });
  const lamp = tool('light_lamp', 'Lights a lamp.', { lamp: { type: 'string', pattern: '^L-[0-9]+$' } }, ['lamp']);
  check(lamp, {
    'Light my favourite lamp L-4': { lamp: 'L-4' },
    'Light the broken lamp L-4': null,
  });
});

test('"but I am not sure" and "the day when" take nothing back', () => {
  const tide = tool(
    'get_tide',
    'Returns the tide of a harbour.',
    { harbour: { type: 'string', pattern: '^[A-Z]{3}$' } },
    ['harbour'],
  );
  check(tide, {
    "What is the tide of HEL? I was there, but I'm not sure.": { harbour: 'HEL' },
    'What is the tide of HEL, but not of TLL?': null,
    'What is the tide of any harbour but HEL?': null,
  });
  const vessel = tool(
    'get_vessel',
    'Returns the details of a vessel, with the day of its launch.',
    { name: { type: 'string', description: 'Name of the vessel' } },
    ['name'],
  );
  check(vessel, {
    "Get the details of the vessel 'Ariadne' and the day when it was launched": { name: 'Ariadne' },
    "Get the details of the vessel 'Ariadne' when it was launched": null,
  });
});

test('so many results are that many at most', () => {
  const leaks = tool(
    'list_leaks',
    'Lists the leaks of a pipe.',
    { pipe: { type: 'string', pattern: '^PX-[0-9]+$' }, per_page: { type: 'integer', description: 'Leaks per page' } },
    ['pipe'],
  );
  check(leaks, {
    'List the leaks of pipe PX-4, with a maximum of 10 per page': { pipe: 'PX-4', per_page: 10 },
    'List the leaks of pipe PX-4, with a minimum of 10 per page': null,
  });
});

test('"as the …" behind a value says which one it is', () => {
  const server = tool(
    'register_kiln',
    'Registers a kiln.',
    {
      operator: { type: 'string', description: 'Who runs it' },
      passphrase: { type: 'string', description: 'Secret to open it' },
    },
    ['operator', 'passphrase'],
  );
  check(server, {
    "Register a kiln with 'ada_moor' as operator and 'oak*77' as the passphrase": {
      operator: 'ada_moor',
      passphrase: 'oak*77',
    },
    "Register a kiln with 'oak*77' as the passphrase and 'ada_moor' as operator": {
      operator: 'ada_moor',
      passphrase: 'oak*77',
    },
  });
});

test('what the tool says of itself with a small word may be said with it', () => {
  const alert = tool(
    'set_alarm',
    'Sets an alarm that rings when the level of a tank drops below a limit.',
    { tank: { type: 'string', pattern: '^T-[0-9]+$' }, limit: { type: 'integer' } },
    ['tank', 'limit'],
  );
  check(alert, {
    'Set an alarm for when the level of T-4 drops below 120': { tank: 'T-4', limit: 120 },
    'Set an alarm when the level of T-4 drops below 120': { tank: 'T-4', limit: 120 },
    'Set an alarm for when the level of T-4 drops above 120': null,
    'Set an alarm of 120 for T-4 when Ada is out': null,
  });
});

test('plans that changed are a reason, and a plan is none', () => {
  const cancel = tool('cancel_berth', 'Cancels a berth.', { berth: { type: 'string', pattern: '^B-[0-9]+$' } }, [
    'berth',
  ]);
  check(cancel, {
    'Plans changed, cancel berth B-3': { berth: 'B-3' },
    'Our plans have changed, please cancel berth B-3': { berth: 'B-3' },
    'Our plan is this, cancel berth B-3': null,
    'Plans may change, cancel berth B-3': null,
  });
});

test('the word that orders an act names no other tool, and neither does a reason', () => {
  const job = { type: 'string', pattern: '^J-[0-9]+$' };
  const trigger = tool('trigger_pipeline', 'Triggers a pipeline.', { job }, ['job']);
  const run = tool('get_run', 'Returns a run.', { run_id: { type: 'string', pattern: '^R-[0-9]+$' } }, ['run_id']);
  check([trigger, run], { 'Run the pipeline J-7': { job: 'J-7' }, 'Trigger the pipeline J-7 and get the run': null });
});

test('a list ends where another order begins', () => {
  const open = tool(
    'open_shelf',
    'Opens a shelf.',
    {
      shelf: { type: 'string', pattern: '^S-[0-9]+$' },
      tags: { type: 'array', items: string },
      keepers: { type: 'array', items: string, description: 'Who keeps it' },
    },
    ['shelf'],
  );
  for (const said of ['assign it to ada', 'hand it to ada', 'close the other one'])
    assert.not.match(
      sent(ask(`Open shelf S-4 with tags oak and elm, ${said}`, [open])) ?? '',
      /assign|hand|close/u,
      said,
    );
});

test('a name of capitals beside a value is the label of its parameter', () => {
  const stock = tool(
    'get_stock',
    'Gets the stock of an item.',
    {
      sku: { type: 'string', description: 'Stock keeping unit' },
      shop: { type: 'string', description: 'Name of the shop' },
    },
    ['sku'],
  );
  check(stock, {
    'Get the stock of the item, its SKU is 0008841': { sku: '0008841' },
    'Get the stock of the item with SKU number 0008841': { sku: '0008841' },
    'Get the stock of the item whose EAN is 0008841': null,
  });
  const log = tool(
    'get_log',
    'Gets the log of a kiln.',
    { kiln: { type: 'string', description: 'The identifier (UUID) of the kiln' } },
    ['kiln'],
  );
  check(log, {
    'Get the log of the kiln with id NORTHYARD': { kiln: 'NORTHYARD' },
    'Get the log of the worker with id NORTHYARD': null,
  });
});

test('what one has or prefers is said for the order, where it is sent', () => {
  const add = tool(
    'add_kiln',
    'Adds a kiln.',
    {
      nickname: { type: 'string', description: 'Name of the kiln' },
      access_key: { type: 'string', description: 'Key to the kiln' },
      glaze: { type: 'string', enum: ['matt', 'gloss'] },
    },
    ['nickname'],
  );
  check(add, {
    "Add a kiln with the nickname 'Ember', and I have an access key '88a1'": { nickname: 'Ember', access_key: '88a1' },
    "Add a kiln with the nickname 'Ember' and I prefer a gloss glaze": { nickname: 'Ember', glaze: 'gloss' },
    "Add a kiln with the nickname 'Ember' and I have a cat": null,
    "Add a kiln with the nickname 'Ember' and I prefer a blue one": null,
    "Add a kiln with the nickname 'Ember' if I have an access key '88a1'": null,
    "Add a kiln with the nickname 'Ember', I do not have an access key '88a1'": null,
  });
  const play = tool(
    'play_artist',
    'Plays all tracks of an artist.',
    { artist: { type: 'string', description: 'Name of the artist' } },
    ['artist'],
  );
  check(play, {
    "I'd like to listen to all tracks of Ada Moor": { artist: 'Ada Moor' },
    "I'd like to listen to all albums of Ada Moor": null,
  });
});

test('an arrow leads from one end to the other, and the speaker acts for nobody else', () => {
  const code = { type: 'string', pattern: '^[A-Z]{3}$' };
  const ferries = tool('search_ferries', 'Searches ferries.', { origin: code, destination: code }, [
    'origin',
    'destination',
  ]);
  check(ferries, {
    'Search ferries HEL → TLL': { origin: 'HEL', destination: 'TLL' },
    'Search ferries HEL -> TLL': { origin: 'HEL', destination: 'TLL' },
    'Search ferries HEL ~ TLL': null,
  });
  const sign = tool('sign_lease', 'Signs a lease.', { lease: { type: 'string', pattern: '^LS-[0-9]+$' } }, ['lease']);
  check(sign, {
    'Sign lease LS-9 on my behalf': { lease: 'LS-9' },
    'Sign lease LS-9 on behalf of Ada': null,
    "Sign lease LS-9 on Ada's behalf": null,
  });
});

test('an hour without an offset is sent where the pattern takes none', () => {
  const local = {
    type: 'string',
    description: 'Local time, YYYY-MM-DDTHH:MM:SS',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
  };
  const taxi = tool('find_taxi', 'Finds a taxi.', { start: local }, ['start']);
  const now = readClock('2027-03-09T10:15:00+01:00');
  const called = (said: string): string | null => sent(ask(said, [taxi], { now }));
  assert.is(called('Find a taxi on 4 May 2027 at 2:20 pm'), '{"start":"2027-05-04T14:20:00"}');
  assert.is(called('Find a taxi on 4 May 2027 at 2:20 pm UTC'), null);
  assert.is(called('Find a taxi on 4 May 2027'), null);
});

test('how old somebody is counts nobody', () => {
  const book = tool(
    'book_ferry',
    'Books a ferry.',
    {
      ferry: { type: 'string', pattern: '^F-[0-9]+$' },
      adults: { type: 'integer' },
      infants: { type: 'integer' },
    },
    ['ferry', 'adults'],
  );
  check(book, {
    'Book ferry F-3 for 2 adults': { ferry: 'F-3', adults: 2 },
    "Book ferry F-3 for 2 adults, one of them is Ada (she's 7)": null,
    'Book ferry F-3 for 2 adults and 1 infant': { ferry: 'F-3', adults: 2, infants: 1 },
  });
});

test('a month behind a street is no town', () => {
  const taxi = tool(
    'find_taxi',
    'Finds a taxi to an address.',
    { address: { type: 'string', description: 'Street and house number' }, day: { type: 'string', format: 'date' } },
    ['address', 'day'],
  );
  check(taxi, {
    'Find a taxi to 7 Mill Lane, May 4 2027': { address: '7 Mill Lane', day: '2027-05-04' },
    'Find a taxi to 7 Mill Lane, Mayfield on 4 May 2027': { address: '7 Mill Lane, Mayfield', day: '2027-05-04' },
  });
});

test('a word before the noun of an option narrows what is looked for, and nothing that is done', () => {
  const barn = { type: 'string', description: 'The barn.' };
  check(tool('list_sheep', 'Lists sheep.', { barn }), {
    'List the sheep in the orchard barn': { barn: 'orchard' },
    'List the sheep in the old barn': null,
    'List the sheep in the orchard barn cellar': null,
    'List the sheep in an orchard barn': null,
  });
  check(tool('shear_sheep', 'Shears sheep.', { count: { type: 'integer' }, barn }, ['count']), {
    'Shear 5 sheep in the orchard barn': null,
  });
});

test('a city in small letters keeps its region, and loses nothing behind its comma', () => {
  check(tool('get_tide', 'Gets the tide of a city.', { city: { type: 'string', description: 'The city' } }, ['city']), {
    'get the tide in lisbon, portugal': { city: 'lisbon, portugal' },
    'get the tide in lisbon, please': { city: 'lisbon' },
    'get the tide in lisbon, madrid': null,
    'get the tide in lisbon, slowly': null,
  });
});

test.run();
