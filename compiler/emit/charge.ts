// Charges: decides where fuel is taken.
//
// A step is one node, but taking fuel node by node costs a third to two thirds of a run. So nodes are gathered into
// regions: stretches that, once entered, are evaluated to their end unless something faults. A region's nodes are taken
// at once where it begins, and three facts keep the count exact:
//
//  1. A region ends at every branch, loop, application, user call and surcharge. Where fuel is compared with 0 (function
//     entry, the head of a loop round or an application, a surcharge) nothing is charged that was not evaluated.
//  2. A fault inside a region has a refund: the nodes of the region charged but not yet evaluated there. It is a
//     constant of the place, kept in the site table, and paid back when the run's steps are settled.
//  3. Nothing in the language can see fuel, so running on below 0 until the next comparison changes no result: the
//     verdict is settled afterwards, and a fault found with more spent than was given is out-of-fuel after all.
//
// The Charger walks along with the emitter, in evaluation order; counts are final when the walk is over, which is why
// the emitter builds its code afterwards.

/** A stretch of nodes charged together; `count` is final after the walk. */
export interface Region {
  count: number;
}

export class Charger {
  #region: Region | null = null;

  /** Counts `steps` here. Returns the region when this opens one: the caller must charge it at this very point. */
  count(steps = 1): Region | null {
    if (steps === 0) return null;
    if (this.#region === null) {
      this.#region = { count: steps };
      return this.#region;
    }
    this.#region.count += steps;
    return null;
  }

  /** Ends the region: what follows may not run, may run again, or may compare fuel first. */
  cut(): void {
    this.#region = null;
  }

  /** What a fault at this point pays back, known after the walk. */
  refund(): () => number {
    const region = this.#region;
    if (region === null) return () => 0;
    const evaluated = region.count;
    return () => region.count - evaluated;
  }
}
