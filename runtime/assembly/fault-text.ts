// Fault text: a fault as JSON, into the open sink: {"code","node","start","end","calls","text"} and, for bad input,
// "path" and "byte". Comes in: the fault that was noted (fault.ts) and the site table (sites.ts).

import { FAULT_BAD_INPUT, FAULT_OUT_OF_FUEL, callSite, faultCode, faultDepth, faultSite, faultText } from './fault';
import { badByte } from './json';
import { putPointer } from './pointer';
import { printText, putNumber } from './print';
import { SITE_LENGTH, SITE_NODE, SITE_START, siteField } from './sites';
import { putByte } from './sink';
import { textBytes, textData } from './text';
import { NIL, addressOf, integerValue } from './value';

/** Words that end with a byte of 0: first the codes, by their numbers. A string literal would take twice the room. */
const WORDS: i32 = memory.data<u8>([
  0x6f, 0x75, 0x74, 0x2d, 0x6f, 0x66, 0x2d, 0x66, 0x75, 0x65, 0x6c, 0, // out-of-fuel
  0x74, 0x79, 0x70, 0x65, 0, // type
  0x64, 0x69, 0x76, 0x69, 0x64, 0x65, 0x2d, 0x62, 0x79, 0x2d, 0x7a, 0x65, 0x72, 0x6f, 0, // divide-by-zero
  0x6e, 0x75, 0x6d, 0x62, 0x65, 0x72, 0x2d, 0x72, 0x61, 0x6e, 0x67, 0x65, 0, // number-range
  0x69, 0x6e, 0x64, 0x65, 0x78, 0, // index
  0x74, 0x6f, 0x6f, 0x2d, 0x64, 0x65, 0x65, 0x70, 0, // too-deep
  0x6f, 0x75, 0x74, 0x2d, 0x6f, 0x66, 0x2d, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 0, // out-of-memory
  0x6f, 0x75, 0x74, 0x70, 0x75, 0x74, 0x2d, 0x74, 0x6f, 0x6f, 0x2d, 0x6c, 0x61, 0x72, 0x67, 0x65, 0, // output-too-large
  0x62, 0x61, 0x64, 0x2d, 0x69, 0x6e, 0x70, 0x75, 0x74, 0, // bad-input
  0x66, 0x61, 0x69, 0x6c, 0x65, 0x64, 0, // failed
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

// What stands between them, in the same list.
const OPEN: i32 = 11;
const NODE: i32 = 12;
const START: i32 = 13;
const END: i32 = 14;
const CALLS: i32 = 15;
const TEXT: i32 = 16;
const PATH: i32 = 17;
const BYTE: i32 = 18;
const NULL: i32 = 19;

export function putFault(outOfFuel: bool): void {
  const code = outOfFuel ? FAULT_OUT_OF_FUEL : faultCode;
  const site = outOfFuel ? 0 : faultSite;
  putWord(OPEN);
  putWord(code);
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

/** The first word has number 1. */
function putWord(word: i32): void {
  let at = WORDS;
  for (let left = word; left > 1; left--) {
    while (load<u8>(at++) != 0) {}
  }
  for (let byte: u32 = load<u8>(at); byte != 0; byte = load<u8>(++at)) putByte(byte);
}
