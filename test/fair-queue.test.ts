// The fair queue: turns over keys, then over connections.

import * as assert from 'uvu/assert';
import type { Party } from '../runtime/fair-queue.ts';

import { FairQueue } from '../runtime/fair-queue.ts';
import { test } from './support/test.ts';

function party(key: string | null, connection: number): Party {
  return { key, connection };
}

function takeAll(queue: FairQueue<string>): string {
  let taken = '';
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken += ` ${item}`;
  return taken.trim();
}

function fill(items: readonly (readonly [string, Party])[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [item, from] of items) queue.add(item, from);
  return queue;
}

test('one connection has its items in their order', () => {
  assert.is(
    takeAll(
      fill([
        ['a', party(null, 1)],
        ['b', party(null, 1)],
        ['c', party(null, 1)],
      ]),
    ),
    'a b c',
  );
});

test('keys take turns, and the connections of a key share its turns', () => {
  const queue = fill([
    ['a1', party('a', 1)],
    ['a2', party('a', 1)],
    ['a3', party('a', 1)],
    ['A1', party('a', 2)],
    ['A2', party('a', 2)],
    ['b1', party('b', 3)],
    ['b2', party('b', 3)],
  ]);
  assert.is(queue.length, 7);
  assert.is(takeAll(queue), 'a1 b1 A1 b2 a2 A2 a3');
  assert.is(queue.length, 0);
});

test('many connections do not give a key more turns', () => {
  const queue = fill([
    ...Array.from({ length: 50 }, (_, at) => [`a${at}`, party('a', at)] as const),
    ['b', party('b', 99)],
  ]);
  assert.is([queue.take(), queue.take()].join(' '), 'a0 b');
});

test('who comes while others have their turns waits for one of each of them', () => {
  const queue = fill([
    ['a1', party('a', 1)],
    ['a2', party('a', 1)],
    ['b1', party('b', 2)],
    ['b2', party('b', 2)],
  ]);
  assert.is(queue.take(), 'a1');
  queue.add('c1', party('c', 3));
  assert.is(takeAll(queue), 'b1 a2 c1 b2');
});

test('an item leaves its place, once, and only for its own party', () => {
  const queue = fill([
    ['a1', party('a', 1)],
    ['a2', party('a', 1)],
    ['b1', party('b', 2)],
  ]);
  assert.equal(
    [queue.remove('a1', party('b', 2)), queue.remove('a1', party('a', 1)), queue.remove('a1', party('a', 1))],
    [false, true, false],
  );
  assert.is(queue.length, 2);
  assert.is(takeAll(queue), 'a2 b1');
});

test('what is ahead of a new item is at most what is taken before it', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let round = 0; round < 300; round += 1) {
    const queue = new FairQueue<string>();
    for (let count = random(30); count > 0; count -= 1) queue.add('other', party(`k${random(4)}`, random(5)));
    for (let count = random(5); count > 0; count -= 1) queue.take();
    const from = party(`k${random(5)}`, random(6));
    const ahead = queue.ahead(from);
    queue.add('mine', from);
    let taken = 0;
    while (queue.take() !== 'mine') taken += 1;
    assert.ok(taken <= ahead, `round ${round}: ${taken} were taken, ${ahead} were said`);
    assert.ok(ahead <= taken + 8, `round ${round}: ${ahead} were said, ${taken} were taken`);
  }
});

test.run();
