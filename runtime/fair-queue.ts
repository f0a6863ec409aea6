// Fair queue: whose turn it is.
// In: items, each from a key and a connection. Out: them in turn, round robin over keys and within a key over connections.
// Why not first come, first served: one caller who sends a hundred at once would make everybody else wait for all of them.

/** Who an item is from. */
export interface Party {
  /** The caller's API key; null where none is needed. */
  readonly key: string | null;
  /** Tells the connections of this process apart. */
  readonly connection: number;
}

/** The items of one connection in order. A Map iterates in the order of insertion, so its first entry has the next turn. */
type Lane<Item> = Map<number, Item[]>;

export class FairQueue<Item> {
  readonly #keys = new Map<string | null, Lane<Item>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(item: Item, { key, connection }: Party): void {
    const lane: Lane<Item> = this.#keys.get(key) ?? new Map();
    this.#keys.set(key, lane);
    const items = lane.get(connection) ?? [];
    lane.set(connection, items);
    items.push(item);
    this.#length += 1;
  }

  /** The item whose turn it is; its key and its connection have their next turn after all others. */
  take(): Item | undefined {
    for (const [key, lane] of this.#keys) {
      for (const [connection, items] of lane) {
        const item = items.shift() as Item;
        this.#length -= 1;
        this.#keys.delete(key);
        lane.delete(connection);
        if (items.length > 0) lane.set(connection, items);
        if (lane.size > 0) this.#keys.set(key, lane);
        return item;
      }
    }
    return undefined;
  }

  /** Takes an item out of turn; false when it is not here. */
  remove(item: Item, { key, connection }: Party): boolean {
    const lane = this.#keys.get(key);
    const items = lane?.get(connection);
    const at = items?.indexOf(item) ?? -1;
    if (lane === undefined || items === undefined || at === -1) return false;
    items.splice(at, 1);
    this.#length -= 1;
    if (items.length === 0) lane.delete(connection);
    if (lane.size === 0) this.#keys.delete(key);
    return true;
  }

  /** How many would have their turn before a new item of this party, at most. */
  ahead({ key, connection }: Party): number {
    const own = this.#keys.get(key);
    const turn = own?.get(connection)?.length ?? 0;
    let ownAhead = turn;
    for (const [other, { length }] of own ?? []) if (other !== connection) ownAhead += Math.min(length, turn + 1);
    let ahead = ownAhead;
    for (const [other, lane] of this.#keys) if (other !== key) ahead += Math.min(sizeOf(lane), ownAhead + 1);
    return ahead;
  }
}

function sizeOf<Item>(lane: Lane<Item>): number {
  let size = 0;
  for (const { length } of lane.values()) size += length;
  return size;
}
