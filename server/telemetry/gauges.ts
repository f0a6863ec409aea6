// Gauges: what is so at the moment somebody asks, as the parts of the service tell it.
// In: nothing. Out: the shapes. Why asked for and not reported: most of it changes with every request, and is looked at every few seconds.

/** What the HTTP server holds; it writes here, and metrics read. */
export interface HttpLoad {
  /** Requests that were let in and are not answered yet. */
  running: number;
  /** Bytes of bodies that are held: small ones, and large ones with their trees. */
  heldBytes: () => number;
  connections: () => number;
  /** Connections that were turned away because all places were taken. */
  connectionsDropped: number;
}

/** The threads of one lane. */
interface LaneLoad {
  readonly lane: string;
  /** Pieces of work that wait for a thread. */
  readonly waiting: number;
  readonly busy: number;
  readonly idle: number;
  /** JavaScript heap that its threads used when each last ended a piece of work. */
  readonly heapBytes: number;
}

/** An upstream engine. */
interface UpstreamLoad {
  readonly name: string;
  readonly running: number;
  /** Not asked for a while, because it failed. */
  readonly isOpen: boolean;
}

/** The decision log. */
export interface LogLoad {
  readonly entries: number;
  readonly dropped: number;
  readonly refused: number;
  readonly waiting: number;
  readonly waitingBytes: number;
  readonly spilledBytes: number;
  readonly isFailing: boolean;
}

export interface Gauges {
  readonly http: HttpLoad;
  /** How many registered servers there are in each state. */
  readonly serverStates: () => Promise<ReadonlyMap<string, number>>;
  readonly lanes: () => readonly LaneLoad[];
  /** null where there is none. */
  readonly upstream: () => UpstreamLoad | null;
  readonly log: () => LogLoad | null;
}

/** For what serves no HTTP. */
export function noHttp(): HttpLoad {
  return { running: 0, heldBytes: () => 0, connections: () => 0, connectionsDropped: 0 };
}
