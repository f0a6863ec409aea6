// Awaitables: what is mostly known at once, and must be waited for now and then.
// In: a value, or a promise of one. Out: what is made of it, at once where it is there. Why: of a request that takes some tens of
// microseconds each wait takes half of one, and each promise is garbage.

export type Awaitable<T> = T | Promise<T>;

export function after<T, Result>(value: Awaitable<T>, next: (value: T) => Awaitable<Result>): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
