// Run: the two ends of a run, and what a host asks after it. Comes in: the input's bytes and the fuel; the output's
// value. Goes out: status, steps, and the output or the fault as JSON.

import {
  FAULT_BAD_INPUT, FAULT_TOO_DEEP, STATUS_FINISHED, callSite, clearFault, fault, faultCode, faultDepth, faultSite,
  faultText, setStatus,
} from './fault';
import { charge, siteEntry, startFuel, status } from './fuel';
import { badByte, badIsKey, badIsEncoding, badIsUnclosed, inputBytes, inputText, parseJson } from './json';
import { tooDeep } from './measure';
import { layOut } from './memory';
import { putPointer } from './pointer';
import { printText, printValue, putNumber } from './print';
import { openOutput, putByte, putBytes, sinkBytes, sinkStart } from './sink';
import { textBytes, textData } from './text';
import { NIL, addressOf, integerValue } from './value';

/** Shared structure can make a small value print huge. */
const OUTPUT_BYTES_MAX: i32 = 8 * 1024 * 1024;
/** A fault with 512 calls, a text and a path stays far below; the path of an input may be as long as the input. */
const FAULT_BYTES_MAX: i32 = 256 * 1024 * 1024;

let constantsHeld: i32 = 0;
let inputHeld: i32 = 0;
let outputAt: i32 = 0;
let outputLength: i32 = 0;
let rendered: bool = false;

/** Makes place for an input text of `bytes` bytes behind `constantsBytes` bytes of constants; all else is forgotten. */
export function allocInput(bytes: i32, constantsBytes: i32): i32 {
  clear();
  constantsHeld = constantsBytes;
  inputHeld = bytes;
  return layOut(constantsBytes, bytes);
}

/** Forgets all of the last run but the input text that `allocInput` made place for. */
export function reset(constantsBytes: i32): void {
  clear();
  if (constantsBytes != constantsHeld) inputHeld = 0;
  constantsHeld = constantsBytes;
  layOut(constantsBytes, inputHeld);
}

function clear(): void {
  clearFault();
  outputAt = 0;
  outputLength = 0;
  rendered = false;
}

/** Starts a run: the input's value (nil when there is no text). `sites` is the address of `siteCount` rows of the site table. */
export function begin(text: i32, bytes: i32, fuel: i64, sites: i32, siteCount: i32): i64 {
  startFuel(fuel, sites, siteCount);
  return bytes == 0 ? NIL : parseJson(text, bytes);
}

/** Ends a run with its output. Faults while printing have no node. */
export function finish(value: i64): void {
  charge(0);
  if (tooDeep(value)) fault(FAULT_TOO_DEEP, 0);
  openOutput(OUTPUT_BYTES_MAX);
  printValue(value);
  outputAt = sinkStart();
  outputLength = sinkBytes();
  rendered = true;
  setStatus(STATUS_FINISHED);
}

/** Address of the output, or of the fault, as JSON; valid until the next run. */
export function output_ptr(): i32 {
  render();
  return outputAt;
}

export function output_len(): i32 {
  render();
  return outputLength;
}

function render(): void {
  if (rendered) return;
  rendered = true;
  const settled = status();
  if (settled != 1 && settled != 2) return;
  openOutput(FAULT_BYTES_MAX);
  putFault(settled == 1);
  outputAt = sinkStart();
  outputLength = sinkBytes();
}

/** {"code","node","start","end","calls","text"} and, for bad input, "path" and "byte". */
function putFault(outOfFuel: bool): void {
  const code = outOfFuel ? 1 : faultCode;
  const entry = outOfFuel ? 0 : siteEntry(faultSite);
  putLiteral("{\"code\":\"");
  putCode(code);
  putLiteral("\",\"node\":");
  putField(entry, 0);
  putLiteral(",\"start\":");
  putField(entry, 4);
  putLiteral(",\"end\":");
  putField(entry, 8);
  putLiteral(",\"calls\":[");
  if (entry != 0) putCalls();
  putLiteral("],\"text\":");
  if (!outOfFuel && faultText != NIL) printText(textData(addressOf(faultText)), textBytes(addressOf(faultText)));
  else putLiteral("null");
  if (code == FAULT_BAD_INPUT) {
    putLiteral(",\"path\":\"");
    if (!badIsEncoding) putPointer(inputText, inputBytes, badByte, badIsKey, badIsUnclosed);
    putLiteral("\",\"byte\":");
    putNumber(integerValue(badByte as i64));
  }
  putByte(0x7d);
}

/** A u32 of a site's row; null when there is no site. */
function putField(entry: i32, offset: i32): void {
  if (entry == 0) putLiteral("null");
  else putNumber(integerValue(load<u32>(entry + offset) as i64));
}

/** The nodes of the active calls, outermost first. */
function putCalls(): void {
  for (let depth = 1; depth <= faultDepth; depth++) {
    if (depth > 1) putByte(0x2c);
    putField(siteEntry(callSite(depth)), 0);
  }
}

/** ASCII text of this file. A string literal lies in static data as UTF-16; only its characters are read. */
function putLiteral(text: string): void {
  const address = changetype<usize>(text) as i32;
  const characters = load<i32>(address - 4) >> 1;
  for (let i = 0; i < characters; i++) putByte(load<u16>(address + (i << 1)) as i32);
}

function putCode(code: i32): void {
  switch (code) {
    case 1: return putLiteral("out-of-fuel");
    case 2: return putLiteral("type");
    case 3: return putLiteral("divide-by-zero");
    case 4: return putLiteral("number-range");
    case 5: return putLiteral("index");
    case 6: return putLiteral("too-deep");
    case 7: return putLiteral("out-of-memory");
    case 8: return putLiteral("output-too-large");
    case 9: return putLiteral("bad-input");
    default: return putLiteral("failed");
  }
}
