// The memory of what was used last: bounded by weight, oldest use forgotten first.

import * as assert from 'uvu/assert';
import { Recent } from '../runtime/recent.ts';
import { test } from './support/test.ts';

test('keeps exactly the weight it may, and forgets what was used longest ago', () => {
  const recent = new Recent<number>(3);
  recent.set('a', 1, 1);
  recent.set('b', 2, 1);
  recent.set('c', 3, 1);
  assert.is(recent.get('a'), 1);
  recent.set('d', 4, 1);
  assert.equal(
    ['a', 'b', 'c', 'd'].map((key) => recent.get(key)),
    [1, undefined, 3, 4],
  );
});

test('a value as heavy as the whole stands alone, a heavier one is not kept', () => {
  const recent = new Recent<number>(3);
  recent.set('a', 1, 1);
  recent.set('b', 2, 3);
  assert.equal([recent.get('a'), recent.get('b')], [undefined, 2]);
  recent.set('c', 3, 4);
  assert.equal([recent.get('b'), recent.get('c')], [2, undefined]);
});

test('replacing and deleting give the weight back', () => {
  const recent = new Recent<number>(3);
  recent.set('a', 1, 3);
  recent.set('a', 2, 1);
  recent.set('b', 3, 2);
  assert.equal([recent.get('a'), recent.get('b')], [2, 3]);
  recent.delete('b');
  recent.set('c', 4, 2);
  assert.equal([recent.get('a'), recent.get('c')], [2, 4]);
});

test('what was asked for again and again is forgotten like the rest, deleted too, and moves up when something came between', () => {
  const recent = new Recent<number>(2);
  recent.set('a', 1, 1);
  assert.equal([recent.get('a'), recent.get('a')], [1, 1]);
  recent.set('b', 2, 1);
  assert.is(recent.get('a'), 1);
  recent.set('c', 3, 1);
  assert.equal([recent.get('b'), recent.get('a'), recent.get('a')], [undefined, 1, 1]);
  recent.set('d', 4, 1);
  recent.set('e', 5, 1);
  assert.is(recent.get('a'), undefined);
  assert.is(recent.get('e'), 5);
  recent.delete('e');
  assert.is(recent.get('e'), undefined);
});

test.run();
