// Turn: what is done at the end of a turn of the event loop.
// In: pieces of work. Out: all of a turn are done one after the other. Why: all requests that arrived together are answered together.
// Writing to a client that sleeps wakes it, which takes longer than the write, and while it is up the other answers cost no more than
// themselves. Why one immediate for all: Node makes an object for each, and looks what else there is to do after each.

export function createTurn(): (work: () => void) => void {
  let waiting: (() => void)[] = [];
  const run = (): void => {
    const now = waiting;
    waiting = [];
    let at = 0;
    try {
      while (at < now.length) now[at++]!();
    } finally {
      // What throws ends a turn of its own.
      if (at < now.length) {
        waiting = [...now.slice(at), ...waiting];
        setImmediate(run);
      }
    }
  };
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(run);
  };
}
