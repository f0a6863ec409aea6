// Layouts: `format-moment` and `parse-moment` on both engines against java.time (golden/layouts.txt), against each other, and on
// texts that almost fit. What the check refuses is in golden/reject/bad-layout.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import type { RunResult } from '../compiler/faults.ts';
import { compile } from '../runtime/compile.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { createMachine } from '../runtime/run.ts';
import { goldenPath } from './support/paths.ts';
import { test } from './support/test.ts';

const RUNS = 1_500;
const FUEL = 10_000;
const machine = createMachine();

type Run = (input: unknown) => unknown;
const runners = new Map<string, Run>();

/** Runs a script on both engines, which must agree; answers the output or the fault's code. */
async function runner(source: string): Promise<Run> {
  const known = runners.get(source);
  if (known !== undefined) return known;
  const checked = check(source);
  assert.ok(checked.ok, `${source} ${JSON.stringify(checked.diagnostics)}`);
  const { hash, canonical, program, places } = checked;
  const script = await compile({ hash: hash!, canonical: canonical!, program: program!, canonicalPlace: places });
  const run: Run = (input) => {
    const bytes = Buffer.from(JSON.stringify(input));
    const expected = interpret(program!, bytes, { fuel: FUEL });
    assert.equal(plain(machine.run(script, bytes, { fuel: FUEL })), plain(expected), `${source} of ${bytes}`);
    return expected.kind === 'finished' ? JSON.parse(expected.output) : expected.fault.code;
  };
  runners.set(source, run);
  return run;
}

function plain(result: RunResult): unknown {
  return result.kind === 'finished'
    ? [result.output, result.steps]
    : [result.fault.code, result.fault.node, result.steps];
}

const formatter = (layout: string): Promise<Run> => runner(`(format-moment ${JSON.stringify(layout)} input)`);
const formatterAt = (layout: string): Promise<Run> =>
  runner(`(format-moment ${JSON.stringify(layout)} (first input) (second input))`);
const parser = (layout: string): Promise<Run> => runner(`(parse-moment ${JSON.stringify(layout)} input)`);

const [formats, parses] = readFileSync(goldenPath('layouts.txt'), 'utf8')
  .split('\n# parse\n')
  .map((part) =>
    part
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(' | ') as [string, string, string, string]),
  ) as [[string, string, string, string][], [string, string, string][]];

test('every golden moment is written as java.time writes it', async () => {
  assert.ok(formats.length > 200);
  for (const [layout, moment, offset, text] of formats) {
    const found = offset === '' ? (await formatter(layout))(moment) : (await formatterAt(layout))([moment, offset]);
    assert.is(found, text, `${layout} ${moment} ${offset}`);
  }
});

test('every golden text is read as java.time reads it', async () => {
  assert.ok(parses.length > 60);
  for (const [layout, text, moment] of parses)
    assert.is((await parser(layout))(text), moment === 'nil' ? null : moment, `${layout} "${text}"`);
});

const two = (n: number): string => String(n).padStart(2, '0');
const dates = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, day]) => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`);
const times = fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.nat(999_999_999)).map(([hour, minute, second, nano]) => {
  const fraction = String(nano).padStart(9, '0').replace(/0+$/, '');
  return `${two(hour)}:${two(minute)}:${two(second)}${fraction === '' ? '' : `.${fraction}`}`;
});

const DATES = ['d.M.yyyy', 'EEE d MMM yyyy', "EEEE 'the' dd''' of 'MMMM yyyy", 'yyyyMMdd', '日yyyy年M月d'];
const TIMES = ['H:m:s.SSSSSSSSS', 'hh:mm:ss.SSSSSSSSS a', 'HHmmssSSSSSSSSS'];
const OFFSETS = ['XXX', 'XX', ' xxx', "'Z'xx"];

test('what a layout of all parts writes it reads as the same moment', async () => {
  const cases = fc.tuple(
    fc.constantFrom(...DATES),
    fc.constantFrom(...TIMES),
    fc.constantFrom(...OFFSETS),
    dates,
    times,
    fc.integer({ min: -1439, max: 1439 }),
  );
  for (const [dateLayout, timeLayout, offsetLayout, date, time, minutes] of fc.sample(cases, RUNS / 2)) {
    for (const [layout, moment] of [
      [dateLayout, date],
      [timeLayout, time],
      [`${timeLayout}, ${dateLayout}`, `${date}T${time}`],
    ] as const)
      assert.is((await parser(layout))((await formatter(layout))(moment)), moment, `${layout} ${moment}`);
    const layout = `${dateLayout} ${timeLayout}${offsetLayout}`;
    const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
    const text = (await formatterAt(layout))([`${date}T${time}Z`, offset]);
    const isOutside = text === 'number-range';
    if (!isOutside) assert.is((await parser(layout))(text), `${date}T${time}Z`, `${layout} ${text}`);
    else assert.ok(/^(0001-01-01|9999-12-)/.test(date));
  }
});

test('texts that almost fit are read alike by both engines, and moments of any kind written', async () => {
  const layouts = [...new Set([...formats, ...parses].map(([layout]) => layout))];
  const texts = formats.map(([, , , text]) => text);
  const change = fc.tuple(fc.nat(), fc.constantFrom('', '0', '9', ':', ' ', 'a', 'Z', '+', 'ö', "'", '12'), fc.nat(2));
  const near = fc.tuple(fc.constantFrom(...texts), fc.array(change, { maxLength: 2 })).map(([text, changes]) =>
    changes.reduce((changed, [at, put, removed]) => {
      const from = at % (changed.length + 1);
      return changed.slice(0, from) + put + changed.slice(from + removed);
    }, text),
  );
  const moments = fc.constantFrom(...formats.map(([, moment]) => moment), '', 'x', null, 7);
  for (const [layout, text, moment, offset] of fc.sample(
    fc.tuple(
      fc.constantFrom(...layouts),
      fc.oneof(near, fc.string()),
      moments,
      fc.constantFrom('Z', '-05:30', '+24:00', null),
    ),
    RUNS,
  )) {
    (await parser(layout))(text);
    (await formatter(layout))(moment);
    (await formatterAt(layout))([moment, offset]);
  }
});

test('a quote is written twice, and what is quoted is no field', async () => {
  for (const [layout, text] of [
    ["''yyyy", "'2024"],
    ["yyyy''''", "2024'"],
    ["'yyyy'yyyy", 'yyyy2024'],
    ["'''a'yyyy", "'a2024"],
    ["yyyy'['", '2024['],
    ["'a''b'yyyy", "a'b2024"],
    ['größe yyyy'.replace('größe', "'größe'"), 'größe 2024'],
  ] as const)
    assert.is((await formatter(layout))('2024-05-01'), text, layout);
});

test.run();
