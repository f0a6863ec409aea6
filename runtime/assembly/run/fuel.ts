// Fuel: what a run may still spend, and the verdict at its end. Emitted code takes it down once per region; builtins take
// their surcharge with `charge` before they work. The sites of a fault and of the calls under way say how many of the
// charged nodes were never evaluated (their refunds), so that steps come out as if every node had been counted one by one.

import { SITE_BITS, SITE_REFUND, STATUS_FAULT, STATUS_FINISHED, STATUS_OUT_OF_FUEL } from '../shared/faults';
import { SITE_MASK, callSite, failHost, faultDepth, faultSite, rawStatus, setStatus } from './fault';
import { siteField } from './sites';
import { STEPS_MAX } from '../shared/prices';

/**
 * Address of what is left, slack included, an i64: below 0 the fuel has run out. A cell in memory and not a global: emitted
 * modules reach an imported mutable global through two more loads, which doubled the price of a call. Below 128 an address
 * takes one byte in code (run/memory.ts).
 */
export const fuelAt: i32 = 16;
let fuelGiven: i64 = 0;
let cellAtStart: i64 = 0;

/** `slack` is what can be charged and not evaluated, all calls under way together (compiler/emit/charge.ts). */
export function startFuel(amount: i64, slack: i32): void {
  if (amount < 0 || amount > STEPS_MAX) failHost();
  fuelGiven = amount;
  cellAtStart = amount + slack;
  store<i64>(fuelAt, cellAtStart);
}

/** Ends a run that has evaluated all there is: traps when that was more than its fuel allows. */
export function settle(): void {
  if (spent() > fuelGiven) exhausted();
}

/** Takes `steps` (0 … 2^53−1); traps as out of fuel when they cannot be paid. */
// @ts-ignore: decorator
@inline
export function charge(steps: i64): void {
  const left = load<i64>(fuelAt) - steps;
  store<i64>(fuelAt, left);
  if (left < 0) exhausted();
}

/** ⌈amount / each⌉ of an amount from 0 on. Unsigned, so that dividing by a power of two is a shift. */
// @ts-ignore: decorator
@inline
export function ceilSteps(amount: i64, each: i64): i64 {
  return (((amount + each - 1) as u64) / (each as u64)) as i64;
}

/** ⌊amount / each⌋. */
// @ts-ignore: decorator
@inline
export function floorSteps(amount: i64, each: i64): i64 {
  return ((amount as u64) / (each as u64)) as i64;
}

export function exhausted(): void {
  setStatus(STATUS_OUT_OF_FUEL);
  unreachable();
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

/**
 * Takes back what a caught fault left charged and not evaluated: all that was pending where it happened and in the calls it
 * left, but for what is pending at `site`, where it was caught and where the run goes on.
 */
export function refundCaught(site: i32): void {
  let left = load<i64>(fuelAt) + refundOf(faultSite) - refundOf(site & SITE_MASK);
  for (let depth = (site >>> SITE_BITS) + 1; depth <= faultDepth; ++depth) left += refundOf(callSite(depth));
  store<i64>(fuelAt, left);
}

function spent(): i64 {
  let steps = cellAtStart - load<i64>(fuelAt);
  if (rawStatus == STATUS_FAULT) {
    steps -= refundOf(faultSite);
    for (let depth = 1; depth <= faultDepth; ++depth) steps -= refundOf(callSite(depth));
  }
  return steps;
}

/** Nodes charged and not evaluated at a site, or while the call there is under way. */
function refundOf(site: i32): i64 {
  return siteField(site, SITE_REFUND) as i64;
}
