// Identity: the names under which answers go out. One place, because `engine` has to change whenever any answer may.

/** The model every answer names, whatever model the request asked for. */
export const MODEL = 'evident-1';

/** The version of the package. It goes up whenever any answer may change. */
export const VERSION = '0.20.0';

/** The engine that made an answer: same engine, same request, same bytes. */
export const ENGINE = `evident/${VERSION}`;

/** The engine of an answer that needed an upstream engine. The upstream may answer differently next time, so the bytes are not repeatable. */
export function helpedEngine(upstream: string): string {
  return `${ENGINE}+upstream:${upstream}`;
}
