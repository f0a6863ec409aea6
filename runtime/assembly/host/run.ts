// Run: the two ends of a run, and what a host asks after it. In: the input's bytes and the fuel; the output's
// value. Out: status, steps, and the output or the fault as JSON.

import { FAULT_TOO_DEEP, STATUS_FINISHED } from '../shared/faults';
import { clearFault, fault, setStatus } from '../run/fault';
import { putFault } from './fault-text';
import { settle, startFuel, status } from '../run/fuel';
import { parseJson } from '../json/json';
import { tooDeep } from '../collection/measure';
import { layOut } from '../run/memory';
import { printValue } from '../json/print';
import { openOutput, sinkBytes, sinkStart } from '../json/sink';
import { setSites } from '../run/sites';
import { NIL } from '../shared/values';

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

/**
 * Starts a run: the input's value (nil when there is no text). `slack` is what can be charged and not evaluated,
 * all its calls together, `sites` the address of `siteCount` rows (run/sites.ts).
 */
export function begin(text: i32, bytes: i32, fuel: i64, slack: i32, sites: i32, siteCount: i32, siteColumns: i32): i64 {
  startFuel(fuel, slack);
  setSites(sites, siteCount, siteColumns);
  return bytes == 0 ? NIL : parseJson(text, bytes);
}

/** Ends a run with its output. Faults while printing have no node. */
export function finish(value: i64): void {
  settle();
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
