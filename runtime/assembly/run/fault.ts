// Faults: how a run ends early. A fault sets status, code and site, then traps; after the trap every export still
// answers. Numbers are those of compiler/faults.ts and part of the artifact's ABI.
//
// A `site` argument is depth << 20 | site id. Site ids count from 1; 0 means no node. The site id of the call that
// entered depth d (1 … 512) stands at callStack + 4 × d.

import { FAULT_FAILED, FAULT_TOO_DEEP, SITE_BITS, STATUS_FAULT, STATUS_HOST } from '../shared/faults';
import { NIL } from '../shared/values';

/** Address of the top level, 512 active calls and the one too many, four bytes each (run/memory.ts). */
export const callStack: i32 = 24;

export const SITE_MASK: i32 = (1 << SITE_BITS) - 1;

/** What the run stands at before settling (run/fuel.ts). */
export let rawStatus: i32 = STATUS_HOST;
export let faultCode: i32 = 0;
export let faultSite: i32 = 0;
export let faultDepth: i32 = 0;
/** The text given to `fail` or `assert`, or nil. */
export let faultText: i64 = NIL;

export function fault(code: i32, site: i32): void {
  rawStatus = STATUS_FAULT;
  faultCode = code;
  faultSite = site & SITE_MASK;
  faultDepth = site >>> SITE_BITS;
  unreachable();
}

/** The fault `failed` with its text (a string value, or nil). */
export function faultWithText(text: i64, site: i32): void {
  faultText = text;
  fault(FAULT_FAILED, site);
}

/** The fault of a call that is one too deep, at the site of the call; `frame` is that of the callee. */
export function faultTooDeep(frame: i32): void {
  fault(FAULT_TOO_DEEP, (frame - (1 << SITE_BITS)) | callSite(frame >>> SITE_BITS));
}

/** A trap that is no fault of the script: the status stays 3. */
export function failHost(): void {
  rawStatus = STATUS_HOST;
  unreachable();
}

export function setStatus(status: i32): void {
  rawStatus = status;
}

export function clearFault(): void {
  rawStatus = STATUS_HOST;
  faultCode = 0;
  faultSite = 0;
  faultDepth = 0;
  faultText = NIL;
}

/** Site id of the call that entered `depth`. */
export function callSite(depth: i32): i32 {
  return load<i32>(callStack + (depth << 2)) & SITE_MASK;
}
