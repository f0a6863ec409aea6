// Optional: what is said where a package is missing that an installation may leave out.
// In: why a module could not be loaded. Out: one sentence for the operator.

/** The sentence; throws an error that has another reason. */
export function tellMissing(error: NodeJS.ErrnoException, what: string, packages: string): string {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  return `${what} needs the optional packages ${packages}…; install without --omit=optional`;
}
