// Toolchain: what one thread keeps from run to run.
// In: nothing. Out: a machine, and the scripts that were checked and compiled for it. Why one object: whoever runs scripts says
// where their caches live, and a test that wants empty ones makes another.

import type { CheckResult } from '../compiler/check.ts';
import type { CompiledScript } from './compile.ts';
import { Recent } from './recent.ts';
import type { Machine } from './run.ts';
import { createMachine } from './run.ts';

// Characters of script text whose checks are kept; what is kept of a check is some twenty times its text.
const CHECKED_TEXT_MAX = 1_000_000;
// Compiled scripts that stay linked; Node fails near 13,000 live instances.
const SCRIPTS_MAX = 500;
// Characters of generated programs, and what each weighs besides (generated.ts). A character becomes some ten bytes of its module.
const PROGRAM_TEXT_MAX = 8 * 2 ** 20;

export class Toolchain {
  /** By script text. */
  readonly checked = new Recent<CheckResult>(CHECKED_TEXT_MAX);
  /** By program hash: texts that differ only in layout share one compiled script. */
  readonly scripts = new Recent<Promise<CompiledScript>>(SCRIPTS_MAX);
  /** Generated programs, by their text. */
  readonly programs = new Recent<Promise<CompiledScript>>(PROGRAM_TEXT_MAX);
  #machine: Machine | undefined;

  /** Created when something first runs; its memory is used again by every run. */
  get machine(): Machine {
    this.#machine ??= createMachine();
    return this.#machine;
  }
}
