// Fault text: a fault as JSON, into the open sink: {"code","node","start","end","calls","text"} and, for bad input,
// "path" and "byte". In: the fault that was noted (run/fault.ts) and the site table (run/sites.ts).

import { FAULT_BAD_INPUT, FAULT_CODES, FAULT_OUT_OF_FUEL, SITE_LENGTH, SITE_NODE, SITE_START } from '../shared/faults';
import { callSite, faultCode, faultDepth, faultSite, faultText } from '../run/fault';
import { badByte } from '../json/json';
import { putPointer } from '../json/pointer';
import { printText, putNumber } from '../json/print';
import { siteField } from '../run/sites';
import { putByte } from '../json/sink';
import { textBytes, textData } from '../text/text';
import { NIL } from '../shared/values';
import { addressOf, integerValue } from '../value/value';

/** Words that end with a byte of 0. A string literal would take twice the room. */
const WORDS: i32 = memory.data<u8>([
  0x7b, 0x22, 0x63, 0x6f, 0x64, 0x65, 0x22, 0x3a, 0x22, 0, // {"code":"
  0x22, 0x2c, 0x22, 0x6e, 0x6f, 0x64, 0x65, 0x22, 0x3a, 0, // ","node":
  0x2c, 0x22, 0x73, 0x74, 0x61, 0x72, 0x74, 0x22, 0x3a, 0, // ,"start":
  0x2c, 0x22, 0x65, 0x6e, 0x64, 0x22, 0x3a, 0, // ,"end":
  0x2c, 0x22, 0x63, 0x61, 0x6c, 0x6c, 0x73, 0x22, 0x3a, 0x5b, 0, // ,"calls":[
  0x5d, 0x2c, 0x22, 0x74, 0x65, 0x78, 0x74, 0x22, 0x3a, 0, // ],"text":
  0x2c, 0x22, 0x70, 0x61, 0x74, 0x68, 0x22, 0x3a, 0x22, 0, // ,"path":"
  0x22, 0x2c, 0x22, 0x62, 0x79, 0x74, 0x65, 0x22, 0x3a, 0, // ","byte":
  0x6e, 0x75, 0x6c, 0x6c, 0, // null
]) as i32;

// Their numbers.
const OPEN: i32 = 1;
const NODE: i32 = 2;
const START: i32 = 3;
const END: i32 = 4;
const CALLS: i32 = 5;
const TEXT: i32 = 6;
const PATH: i32 = 7;
const BYTE: i32 = 8;
const NULL: i32 = 9;

export function putFault(outOfFuel: bool): void {
  const code = outOfFuel ? FAULT_OUT_OF_FUEL : faultCode;
  const site = outOfFuel ? 0 : faultSite;
  putWord(OPEN);
  putNth(FAULT_CODES, code);
  putWord(NODE);
  putField(site, siteField(site, SITE_NODE));
  putWord(START);
  const start = siteField(site, SITE_START);
  putField(site, start);
  putWord(END);
  putField(site, start + siteField(site, SITE_LENGTH));
  putWord(CALLS);
  if (site != 0) putCalls();
  putWord(TEXT);
  if (!outOfFuel && faultText != NIL) printText(textData(addressOf(faultText)), textBytes(addressOf(faultText)));
  else putWord(NULL);
  if (code == FAULT_BAD_INPUT) {
    putWord(PATH);
    putPointer();
    putWord(BYTE);
    putNumber(integerValue(badByte as i64));
  }
  putByte(0x7d);
}

/** The nodes of the active calls, outermost first. */
function putCalls(): void {
  for (let depth = 1; depth <= faultDepth; depth++) {
    if (depth > 1) putByte(0x2c);
    putNumber(integerValue(siteField(callSite(depth), SITE_NODE) as i64));
  }
}

/** What is known of a site; null when there is no site. */
function putField(site: i32, value: u32): void {
  if (site == 0) putWord(NULL);
  else putNumber(integerValue(value as i64));
}

function putWord(word: i32): void {
  putNth(WORDS, word);
}

/** The first word of a list has number 1. */
function putNth(list: i32, word: i32): void {
  let at = list;
  for (let left = word; left > 1; left--) {
    while (load<u8>(at++) != 0) {}
  }
  for (let byte: u32 = load<u8>(at); byte != 0; byte = load<u8>(++at)) putByte(byte);
}
