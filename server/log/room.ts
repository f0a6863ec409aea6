// Room: answers that wait until there is room for their records.
// In: how long each may wait, and that there is room. Out: whether it came in time.

export class Room {
  readonly #waiting = new Set<() => void>();

  /** False when the time is over first. */
  within(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isThere: boolean): void => {
        clearTimeout(timer);
        // Whoever waits no longer must not be kept for as long as the log fails.
        this.#waiting.delete(come);
        resolve(isThere);
      };
      const come = (): void => end(true);
      const timer = setTimeout(() => end(false), ms).unref();
      this.#waiting.add(come);
    });
  }

  /** There is room now. */
  come(): void {
    for (const come of [...this.#waiting]) come();
  }
}
