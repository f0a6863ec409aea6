// Memo: a pure function asked again, and how much is remembered of what callers send.

import * as assert from 'uvu/assert';
import { memoizeTexts } from '../runtime/memo.ts';
import { test } from './support/test.ts';

/** A function of texts that counts how often it works. */
function counted(lengthMax: number): { readonly ask: (text: string) => string; readonly worked: () => number } {
  let count = 0;
  const ask = memoizeTexts((text) => {
    count += 1;
    return text.toUpperCase();
  }, lengthMax);
  return { ask, worked: () => count };
}

test('texts are remembered as long as they are together no longer than the bound', () => {
  const { ask, worked } = counted(10);
  for (const text of ['abcde', 'fghij', 'abcde', 'fghij']) assert.is(ask(text), text.toUpperCase());
  assert.is(worked(), 2);
});

test('one more letter and all are forgotten', () => {
  const { ask, worked } = counted(10);
  for (const text of ['abcde', 'fghijk', 'abcde', 'abcde']) assert.is(ask(text), text.toUpperCase());
  assert.is(worked(), 3);
});

test('a text that is longer than the bound is not kept, and forgets no other', () => {
  const { ask, worked } = counted(10);
  for (const text of ['abcde', 'abcdefghijk', 'abcdefghijk', 'abcde']) assert.is(ask(text), text.toUpperCase());
  assert.is(worked(), 3);
});

test.run();
