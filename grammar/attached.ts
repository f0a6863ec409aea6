// Attached: what is known of an object besides its members, kept on it where nobody sees it.
// In: objects that are made by the thousand and soon forgotten. Out: a base for classes with one private field, which such an object
// is given. Why not a WeakMap: it takes ten times as long, and the collector looks through it again and again.

/** Its constructor answers the object it is given, so that the private fields of a subclass are put on that. */
export class Attached {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the one way to put a private field on an object that a class did not make
    return object;
  }
}
