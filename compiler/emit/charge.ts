// Charges: decides where fuel is taken.
//
// A step is one node, but taking fuel node by node costs a third to two thirds of a run. So nodes are gathered into
// regions: paths that, once entered, are evaluated to their end unless something faults or another way is taken. A
// region's nodes are taken at once where it begins, and four facts keep the count exact:
//
//  1. Of the ways a branch can go, one is the straight way: the region goes on along it. Every other way is an arm: a region
//     of its own, which begins by giving back what was charged for the rest of the straight way. What follows the
//     branch belongs to the region around it, whichever way was taken.
//  2. What may run again, the round of a loop or an application, is a region of its own too, inside the one around it.
//  3. A fault has a refund: what the regions open there have charged and not evaluated. It is a constant of the place, kept
//     in the site table, as it is for every call: when the run's steps are settled, the fault's own refund is paid
//     back and that of each call under way.
//  4. Nothing in the language can see fuel, so running on below 0 changes no result: the verdict is settled afterwards, and
//     whatever is found with more spent than was given is out-of-fuel after all. So a run begins with some slack: as much
//     fuel more as can be pending, charged and not evaluated. Where fuel is compared with 0 (function entry, the head of
//     a loop round or an application, a surcharge, and on a long way without one of these) less than 0 means that it
//     has run out, whatever is pending.
//
// The Charger walks along with the emitter, in evaluation order, the arms of a branch after its straight way; counts are
// final when the walk is over, which is why the emitter builds its code afterwards.

/**
 * What a region may have pending where fuel is compared; a region inside another may have a half of it, one inside that a
 * third, and so on, which comes to four times this at most. It bounds the slack, to 513 times that, and to begin a region
 * anew after so many nodes costs next to nothing.
 */
export const PENDING_MAX = 32;

/**
 * Nodes a function may evaluate without comparing fuel, and one more region: coming back from calls no function compares it
 * otherwise. Together with the slack it bounds what a run may do beyond its fuel.
 */
export const UNCOMPARED_MAX = 128;

/** A path of nodes charged together; final after the walk. */
export interface Region {
  /** Nodes on it. */
  count: number;
  /** What an arm gives back where it begins. */
  readonly credit: number;
  /** What `count` may come to, now that fuel is compared before its end. */
  countMax: number;
  /** Whether fuel is compared where it begins. */
  readonly compares: boolean;
}

/** Where a branch can leave the straight way. */
export interface Fork {
  readonly region: Region | null;
  /** Nodes of the region that were evaluated there. */
  readonly evaluated: number;
  /** Nodes evaluated there since fuel was compared. */
  readonly uncompared: number;
}

/** What a region takes from the fuel where it begins. */
export function stepsOf(region: Region): number {
  return region.count - region.credit;
}

export class Charger {
  /** The regions the walk stands in, the outermost first; null where the next node begins one. */
  readonly #open: (Region | null)[] = [null];
  /** What the regions around the innermost have pending all through it. */
  #outside: () => number = () => 0;
  /** What is pending at each point where fuel is compared or a function called. */
  readonly #pending: (() => number)[] = [];
  /** Nodes counted since fuel was compared, on the way where they are most. */
  #uncompared = 0;

  /** Counts `steps` here. Returns the region when this opens one: the caller must charge it at this very point. */
  count(steps = 1): Region | null {
    if (steps === 0) return null;
    const region = this.#region;
    const compares = this.#uncompared >= UNCOMPARED_MAX;
    if (compares) this.compare();
    this.#uncompared += steps;
    if (region !== null && !compares && region.count + steps <= region.countMax) {
      region.count += steps;
      return null;
    }
    const opened = this.open(0, compares);
    opened.count = steps;
    return opened;
  }

  /** Opens a region here, before its first node is known: the caller charges it, if it comes to anything. */
  open(credit = 0, compares = false): Region {
    const region = { count: 0, credit, countMax: Infinity, compares };
    this.#open[this.#open.length - 1] = region;
    return region;
  }

  /** Walks what may run again, or instead of the straight way from `fork` on: its regions are its own. */
  inside<T>(walk: () => T, fork: Fork | null = null): T {
    const outside = this.#outside;
    const uncompared = this.#uncompared;
    this.#outside = once(this.refund());
    if (fork !== null) this.#uncompared = fork.uncompared;
    this.#open.push(null);
    const result = walk();
    this.#open.pop();
    this.#outside = outside;
    this.#uncompared = Math.max(uncompared, this.#uncompared);
    return result;
  }

  /** Says that fuel is compared here, or a function called that does so: what is pending must be little. */
  compare(): void {
    this.#open.forEach((region, index) => {
      if (region !== null) region.countMax = Math.min(region.countMax, region.count + Math.floor(PENDING_MAX / (index + 1)));
    });
    this.#pending.push(this.refund());
    this.#uncompared = 0;
  }

  /** Where a branch may leave the straight way, which is walked on from here. */
  fork(): Fork {
    const region = this.#region;
    return { region, evaluated: region?.count ?? 0, uncompared: this.#uncompared };
  }

  /** Where the straight way has come to its end: what follows is evaluated on every way. The arms are walked from here. */
  join(forks: readonly Fork[]): void {
    // A region begun on the straight way was not charged on the others.
    if (forks.some(({ region }) => region !== this.#region)) this.#open[this.#open.length - 1] = null;
    this.#uncompared = forks.reduce((most, { uncompared }) => Math.max(most, uncompared), this.#uncompared);
  }

  /** What was charged for the straight way behind a fork. To be asked after `join`, before anything else is walked. */
  credit({ region, evaluated }: Fork): number {
    return region === null ? 0 : region.count - evaluated;
  }

  /** What a fault at this point pays back, or one in a function called here; known after the walk. */
  refund(): () => number {
    const outside = this.#outside;
    const region = this.#region;
    if (region === null) return outside;
    const evaluated = region.count;
    return () => outside() + region.count - evaluated;
  }

  /** The most that is pending anywhere; known after the walk. */
  pendingMax(): number {
    return this.#pending.reduce((most, pending) => Math.max(most, pending()), 0);
  }

  get #region(): Region | null {
    return this.#open.at(-1)!;
  }
}

/** A value that is known later, asked for once. */
function once(value: () => number): () => number {
  let known: number | null = null;
  return () => (known ??= value());
}
