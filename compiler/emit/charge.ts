// Charges: decides where fuel is taken.
//
// Terms. A *step* is one evaluation of one core node, and *fuel* is what a run may still spend on steps. To *charge* a node
// is to take its step from the fuel. A *region* is a path of nodes that is charged at once, where it begins. A *branch* is
// a node that does not evaluate all of its parts. Of the ways it can go one is the *straight way*, along which the region
// goes on; each other way is an *arm*. A *fork* is a place on the straight way where an arm can leave it; it is *joined*
// when the straight way was walked to its end. The *credit* of a joined fork is what was charged for the rest of the
// straight way behind it. *Pending* is what is charged and not evaluated at a point; a *refund* is what is pending where a
// fault happens. *Slack* is what a run gets beyond its fuel, so that pending charges end no run.
//
// Taking fuel node by node costs a third to two thirds of a run, hence the regions: paths that, once entered, are evaluated
// to their end unless something faults or an arm leaves. Four facts keep the count exact:
//
//  1. An arm is a region of its own, which begins by giving back the credit of its fork. What follows the branch belongs to
//     the region around it, whichever way was taken.
//  2. What may run again, the round of a loop or an application, is a region of its own too, inside the one around it.
//  3. A fault has a refund: what the regions open there have charged and not evaluated. It is a constant of the place, kept
//     in the site table, as it is for every call: when the run's steps are settled, the fault's own refund is paid
//     back and that of each call under way.
//  4. Nothing in the language can see fuel, so running on below 0 changes no result: the verdict is settled afterwards, and
//     whatever is found with more spent than was given is out-of-fuel after all. So a run begins with slack: as much
//     as can be pending. Where fuel is compared with 0 (function entry, the head of a loop round or an application, a
//     surcharge, and on a long way without one of these) less than 0 means that it has run out, whatever is pending.
//
// The Charger walks along with the emitter, in evaluation order, the arms of a branch after its straight way; counts are
// final when the walk is over, which is why the emitter builds its code afterwards. The order is one of types: forks are
// made by `straight` alone, which joins them where the straight way ends, and only a joined fork has a credit or an arm.

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

/** Where an arm can leave a straight way that is still walked. */
class Fork {
  readonly #region: Region | null;
  readonly #evaluated: number;
  /** Nodes evaluated there since fuel was compared. */
  readonly uncompared: number;

  constructor(region: Region | null, uncompared: number) {
    this.#region = region;
    this.#evaluated = region?.count ?? 0;
    this.uncompared = uncompared;
  }

  leaves(region: Region | null): boolean {
    return this.#region === region;
  }

  /** To be called at the end of the straight way: what its region counts later is no part of it. */
  join(): JoinedFork {
    return new JoinedFork(this.#region === null ? 0 : this.#region.count - this.#evaluated, this.uncompared);
  }
}

/** A fork whose straight way was walked to its end. */
class JoinedFork {
  /** What was charged for the rest of the straight way. */
  readonly credit: number;
  readonly #uncompared: number;

  constructor(credit: number, uncompared: number) {
    this.credit = credit;
    this.#uncompared = uncompared;
  }

  get uncompared(): number {
    return this.#uncompared;
  }
}

export type { JoinedFork };

/** A straight way that was walked: what its walk gave, and its forks by what they are now. */
interface StraightWay<T> {
  readonly way: T;
  /** Throws for a fork of another straight way. */
  joined(fork: Fork): JoinedFork;
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

  /** Walks what may run again: its regions are its own. */
  inside<T>(walk: () => T): T {
    return this.#within(walk, this.#uncompared);
  }

  /** Walks an arm: its regions are its own, and the first gives back the credit of its fork. */
  arm<T>(fork: JoinedFork, walk: (region: Region) => T): T {
    return this.#within(() => walk(this.open(fork.credit)), fork.uncompared);
  }

  #within<T>(walk: () => T, uncomparedBefore: number): T {
    const outside = this.#outside;
    const uncompared = this.#uncompared;
    this.#outside = once(this.refund());
    this.#uncompared = uncomparedBefore;
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
      if (region !== null)
        region.countMax = Math.min(region.countMax, region.count + Math.floor(PENDING_MAX / (index + 1)));
    });
    this.#pending.push(this.refund());
    this.#uncompared = 0;
  }

  /** Walks a straight way to its end; `fork` says where arms can leave it. What follows is evaluated on every way. */
  straight<T>(walk: (fork: () => Fork) => T): StraightWay<T> {
    const forks = new Map<Fork, JoinedFork | null>();
    const way = walk(() => {
      const fork = new Fork(this.#region, this.#uncompared);
      forks.set(fork, null);
      return fork;
    });
    for (const fork of forks.keys()) forks.set(fork, fork.join());
    // A region begun on the straight way was not charged on the others.
    if ([...forks.keys()].some((fork) => !fork.leaves(this.#region))) this.#open[this.#open.length - 1] = null;
    for (const { uncompared } of forks.keys()) this.#uncompared = Math.max(this.#uncompared, uncompared);
    return {
      way,
      joined(fork) {
        const joined = forks.get(fork);
        if (joined === undefined || joined === null) throw new Error('a fork of another straight way');
        return joined;
      },
    };
  }

  /** A fork here whose straight way evaluates nothing more. */
  aside(): JoinedFork {
    return new Fork(this.#region, this.#uncompared).join();
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
