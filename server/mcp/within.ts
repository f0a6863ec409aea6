// Within: waiting with a deadline.
// In: milliseconds and work. Out: nothing, when the work or the time is over.

/** Waits for the work, at most `ms`. Its result is ignored. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
