// Fuel: what a run may still spend, and the verdict at its end. Emitted code takes `fuel` down once per region; builtins
// take their surcharge with `charge` before they work. A fault's site says how many of the charged nodes were never
// evaluated (its refund), so that steps come out as if every node had been counted one by one.

import { STATUS_FAULT, STATUS_FINISHED, STATUS_HOST, STATUS_OUT_OF_FUEL, failHost, faultSite, rawStatus, setStatus } from './fault';

/** 2^53 − 1: what a JSON number says exactly. */
export const STEPS_MAX: i64 = 9007199254740991;

/**
 * Address of what is left, an i64. A cell in memory and not a global: emitted modules reach an imported mutable global
 * through two more loads, which doubled the price of a call.
 */
export const fuelAt: i32 = memory.data(8, 8) as i32;
let fuelGiven: i64 = 0;
let sitesAt: i32 = 0;
let siteCount: i32 = 0;

export function startFuel(amount: i64, sites: i32, count: i32): void {
  if (amount < 0 || amount > STEPS_MAX) failHost();
  store<i64>(fuelAt, amount);
  fuelGiven = amount;
  sitesAt = sites;
  siteCount = count;
}

/** Takes `steps` (0 … 2^53−1); traps as out of fuel when they cannot be paid. */
// @ts-ignore: decorator
@inline
export function charge(steps: i64): void {
  const left = load<i64>(fuelAt) - steps;
  store<i64>(fuelAt, left);
  if (left < 0) exhausted();
}

export function exhausted(): void {
  setStatus(STATUS_OUT_OF_FUEL);
  unreachable();
}

/** Entry of a site (u32 node, start, end, refund), or 0 for no site. */
export function siteEntry(site: i32): i32 {
  return site > 0 && site <= siteCount ? sitesAt + ((site - 1) << 4) : 0;
}

/** 0 finished, 1 out of fuel, 2 fault, 3 the host failed. A fault beyond the fuel was never reached: it is out of fuel. */
export function status(): i32 {
  return rawStatus == STATUS_FAULT && spent() > fuelGiven ? STATUS_OUT_OF_FUEL : rawStatus;
}

/** Steps of the run; all the fuel when it ran out. */
export function steps(): i64 {
  const settled = status();
  if (settled == STATUS_OUT_OF_FUEL) return fuelGiven;
  return settled == STATUS_FINISHED || settled == STATUS_FAULT ? spent() : 0;
}

function spent(): i64 {
  const entry = rawStatus == STATUS_FAULT ? siteEntry(faultSite) : 0;
  const refund: i64 = entry == 0 ? 0 : (load<u32>(entry, 12) as i64);
  return fuelGiven - load<i64>(fuelAt) - refund;
}

// A run that never began has no steps to settle.
export function clearFuel(): void {
  store<i64>(fuelAt, 0);
  fuelGiven = 0;
  sitesAt = 0;
  siteCount = 0;
  setStatus(STATUS_HOST);
}
