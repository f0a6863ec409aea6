// Closing: whether texts that are searched say that something else is settled: the last two elements of a list settle the list, the members
// of a record its heading. In: texts, one after the other. Out: what all of one element or member say. The reference is runtime/locate/settled.ts.

import { MOOT } from './denial';
import { isGoodbye } from './signs';
import { textBytes, textData } from '../text/text';

/** Whether the texts that are searched belong to such an element or member; whether one of them says that all is settled, and all only say goodbye. */
export let isClosing: bool = false;
let isClosed: bool = false;
let isParting: bool = false;

/** What an element or member says. */
export const CLOSES: i32 = 1;
export const PARTS: i32 = 2;

export function openClosing(): void {
  isClosing = false;
  isClosed = false;
}

/** Begins an element or a member; returns what `endClosing` is to be told. */
export function beginClosing(): i32 {
  const before = i32(isClosing) | i32(isClosed) << 1 | i32(isParting) << 2;
  isClosing = true;
  isClosed = false;
  isParting = true;
  return before;
}

/** Takes in what a text of it says (its header, its signs). */
export function hear(header: i32, signs: i32): void {
  if ((signs & MOOT) != 0) isClosed = true;
  isParting = isParting && isGoodbye(textData(header), textBytes(header));
}

/** Ends an element or a member; returns what it says. What it says is said by what it is in, too. */
export function endClosing(before: i32): i32 {
  const said = (isClosed ? CLOSES : 0) | (isParting ? PARTS : 0);
  isClosing = (before & 1) != 0;
  isClosed = isClosed || (before & 2) != 0;
  isParting = isParting && (before & 4) != 0;
  return said;
}
