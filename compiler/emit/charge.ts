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

/** A stretch of nodes charged together; both counts are final after the walk. */
export interface Region {
  count: number;
  /** Of these, already charged by the region before the branch that leads here. */
  prepaid: number;
}

export class Charger {
  #region: Region | null = null;
  /** The first region opened since an arm began. */
  #first: Region | null = null;

  /** Counts `steps` here. Returns the region when this opens one: the caller must charge it at this very point. */
  count(steps = 1): Region | null {
    if (steps === 0) return null;
    if (this.#region !== null) {
      this.#region.count += steps;
      return null;
    }
    const region = this.open();
    region.count = steps;
    return region;
  }

  /** Opens a region here, before its first node is known: the caller charges it, if it comes to anything. */
  open(): Region {
    this.#region = { count: 0, prepaid: 0 };
    this.#first ??= this.#region;
    return this.#region;
  }

  /** Ends the region: what follows may not run, may run again, or may compare fuel first. */
  cut(): void {
    this.#region = null;
  }

  /**
   * Walks the arms of a branch, of which exactly one will run, each to its end. What every arm begins with is charged by
   * the region that leads here: whichever arm it is, it will be evaluated before anything compares fuel.
   */
  branch<T>(arms: readonly (() => T)[]): T[] {
    const before = this.#region;
    const outer = this.#first;
    const firsts: (Region | null)[] = [];
    const results = arms.map((arm) => {
      this.cut();
      this.#first = null;
      const result = arm();
      this.cut();
      firsts.push(this.#first);
      return result;
    });
    this.#first = outer;
    const shared = Math.min(...firsts.map((first) => (first === null ? 0 : first.count)));
    if (before !== null && shared > 0) {
      before.count += shared;
      for (const first of firsts) first!.prepaid += shared;
    }
    return results;
  }

  /** What a fault at this point pays back, known after the walk. */
  refund(): () => number {
    const region = this.#region;
    if (region === null) return () => 0;
    const evaluated = region.count;
    return () => region.count - evaluated;
  }
}
