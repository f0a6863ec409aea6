// Progress: what an upstream tells of a call under way, bounded.
// In: who listens. Out: what listens to the upstream.

import type { Progress } from '../services/tools/wire/mcp.ts';

/** Reports of progress of one call, and characters of each: more than a person follows. */
export const PROGRESS_MAX = 1_000;
export const PROGRESS_LENGTH_MAX = 1_024;

/** A server may tell of progress without end, and a caller who does not read would have all of it wait here. */
export function boundedProgress(onProgress: ((progress: Progress) => void) | undefined): (progress: Progress) => void {
  let told = 0;
  return ({ message, ...progress }) => {
    told += 1;
    if (onProgress === undefined || told > PROGRESS_MAX) return;
    onProgress({ ...progress, ...(message === undefined ? {} : { message: cutTo(message, PROGRESS_LENGTH_MAX) }) });
  };
}

export function cutTo(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : text.slice(0, lengthMax).toWellFormed();
}
