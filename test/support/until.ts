// Until: waits for what a test needs to have happened. In: a condition. Out: a promise, settled once it holds.
// Tests wait for events, never for a length of time: a loaded machine is slow, not wrong.

/** A watchdog, not a goal: what has not happened by then never will. */
const WATCHDOG_MS = 60_000;
const PAUSE_MS = 10;

/** Throws when the condition does not come to hold. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + WATCHDOG_MS;
  while (!(await holds())) {
    if (performance.now() > end)
      throw new Error(`it did not happen within ${WATCHDOG_MS / 1000} s: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
