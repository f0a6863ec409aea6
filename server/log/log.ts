// Log: the decision log as the service sees it.
// In: records of answers. Out: entries in a sink, soon; and what became of those that are not. Why a queue: a record is handed over in a
// microsecond or two, whatever the log is doing, and the thread that writes takes them in batches.
//
// What comes while a batch is written waits, in bounded memory; what there is no room for is dealt with by the policy: `drop-oldest`
// forgets what has waited longest, `block` lets answers wait, `spill` writes records to files in between. Where the log is required, an
// answer waits until its entry is on the disk, and is refused where it cannot get there.
//
// A log in a database may be away for hours while the disk is in order: under `spill` everything goes to files as soon as it fails, so
// that a process that is killed meanwhile leaves it to the next. And when the connection is lost while a batch is kept nobody knows
// whether it was: the same order is given again, and the sink knows it by its name.

import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import type { LogLoad } from '../telemetry/gauges.ts';
import type { Waiter, Waiting } from './queue.ts';
import { WaitingQueue } from './queue.ts';
import type { Gap, LogPage, LogPolicy, LogQuery, LogRecord, SinkOptions, WriteOrder, Written } from './record.ts';
import { addGaps, NO_GAP, weighRecord } from './record.ts';
import { Room } from './room.ts';
import { createSealer } from './sealed.ts';
import type { Spill } from './spill.ts';
import { openSpill } from './spill.ts';
import { LogWriter, WriteUnsure } from './writer.ts';

// Records that come together are written together. A process that is killed loses no more than these.
const GATHER_MS = 20;
// How long after a failure the log is tried again.
const RETRY_MS = 1_000;

export interface DecisionLogOptions {
  readonly sink: SinkOptions;
  readonly policy: LogPolicy;
  /** Whether no answer goes out that the log does not hold. */
  readonly isRequired: boolean;
  readonly keepsBodies: boolean;
  readonly masks: readonly string[];
  /** What states are named with. */
  readonly secret: Uint8Array;
  /** Where records wait under the policy `spill`. */
  readonly spillFolder: string;
  /** Records that may wait in memory; WAITING_MAX when left out. */
  readonly waitingMax?: number;
  /** How long an answer may wait for room, or for its entry. */
  readonly waitMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** Called when the log has ended. */
  readonly onClosed?: () => void;
}

/** What is given to the thread at once, and who waits for it. */
interface Given {
  readonly order: WriteOrder;
  readonly batch: readonly Waiting[];
}

export class DecisionLog {
  readonly #options: DecisionLogOptions;
  readonly #writer: LogWriter;
  readonly #spill: Spill | null;
  readonly #ending = new AbortController();
  readonly #queue: WaitingQueue;
  /** What the thread has. */
  #underWay: readonly Waiting[] = [];
  /** Was given and is not known to be written: it is given again as it is. */
  #unsure: Given | null = null;
  #running: Promise<void> | null = null;
  /** Ends the wait for more records. */
  #gathered: (() => void) | null = null;
  /** Records are in files, or on their way there: what comes must wait behind them. */
  #isSpilling = false;
  #failure: string | null = null;
  #retryAtMs = 0;
  readonly #room = new Room();
  /** Records that came, and those of them that are written or dropped. */
  #pushed = 0;
  #settled = 0;
  #flushes: { readonly pushed: number; readonly resolve: () => void }[] = [];
  #entries = 0;
  #dropped = 0;
  #refused = 0;
  #gap: Gap = NO_GAP;

  private constructor(options: DecisionLogOptions) {
    const { sink, keepsBodies, masks, secret, policy, spillFolder } = options;
    this.#options = options;
    this.#queue = new WaitingQueue(options.waitingMax);
    this.#writer = new LogWriter({ sink, keepsBodies, masks, secret });
    this.#spill =
      policy === 'spill'
        ? openSpill(spillFolder, createSealer(secret), (records, reason) =>
            this.#drop(records, `they cannot wait in files: ${reason}`),
          )
        : null;
    this.#isSpilling = (this.#spill?.bytes() ?? 0) > 0;
  }

  /** Rejects with one sentence where the log cannot be opened. */
  static async open(options: DecisionLogOptions): Promise<DecisionLog> {
    const log = new DecisionLog(options);
    const note = await log.#writer.open().catch(async (error: Error) => {
      await log.#writer.close();
      await log.#spill?.close();
      throw new Error(`the decision log cannot be opened: ${error.message}`);
    });
    if (note !== null) options.log(`evident: ${note}`);
    log.#run();
    return log;
  }

  get keepsBodies(): boolean {
    return this.#options.keepsBodies;
  }

  /** Throws `storage_failed` where nothing can be answered, because nothing can be logged. */
  assertWorking(): void {
    if (this.#outage === null) return;
    throw new ServiceError('storage_failed', {
      details: { file: this.#options.sink.path, reason: this.#outage },
    });
  }

  /** Why nothing can be answered now; null where that is not so. */
  get #outage(): string | null {
    return this.#options.isRequired ? this.#failure : null;
  }

  /** Throws `log_unavailable` while no answer could be logged. */
  assertAvailable(): void {
    if (this.#outage !== null && performance.now() < this.#retryAtMs) throw this.#refuse();
  }

  /** Resolves when the answer may go out. Rejects with `log_unavailable`. */
  async add(record: LogRecord): Promise<void> {
    const bytes = weighRecord(record);
    if (this.#options.isRequired) return this.#addRequired(record, bytes);
    if (!this.#isSpilling && this.#queue.hasRoom(bytes)) return this.#push({ record, bytes, waiter: null });
    switch (this.#options.policy) {
      case 'drop-oldest':
        // The next answer of a batch may wait: one batch alone gives more than a log that works can write meanwhile.
        if (record.item !== null) await this.#waitForRoom(bytes, () => this.#failure === null);
        this.#dropOldest(bytes);
        return this.#push({ record, bytes, waiter: null });
      case 'block':
        if (!(await this.#waitForRoom(bytes))) throw this.#refuse();
        return this.#push({ record, bytes, waiter: null });
      case 'spill':
        this.#isSpilling = true;
        if (this.#spill?.add(record) !== true) this.#drop(1, 'there is no room for more in files');
        return this.#run();
    }
  }

  /** Entries, the newest first; those that wait are written before. Rejects with `storage_failed`. */
  async find(query: LogQuery): Promise<LogPage> {
    this.#gathered?.();
    const { isRequired } = this.#options;
    const pushed = this.#pushed;
    // While the log fails nothing is written, and what is there can still be read.
    if (!isRequired && this.#settled < pushed && this.#failure === null)
      await new Promise<void>((resolve) => this.#flushes.push({ pushed, resolve }));
    return this.#writer.find(query);
  }

  load(): LogLoad {
    return {
      entries: this.#entries,
      dropped: this.#dropped,
      refused: this.#refused,
      waiting: this.#queue.length + this.#underWay.length + (this.#unsure?.batch.length ?? 0),
      waitingBytes: this.#queue.bytes,
      spilledBytes: this.#spill?.bytes() ?? 0,
      isFailing: this.#failure !== null,
    };
  }

  /** Writes what waits, and ends. */
  async close(): Promise<void> {
    this.#ending.abort();
    this.#gathered?.();
    await this.#running;
    await this.#moveToFiles();
    const lost = this.#queue.length + (this.#unsure?.batch.length ?? 0);
    if (lost > 0) this.#options.log(`evident: ${lost} entries of the decision log are lost`);
    await this.#spill?.close();
    await this.#writer.close();
    this.#options.onClosed?.();
  }

  #push(waiting: Waiting): void {
    this.#queue.push(waiting);
    this.#pushed += 1;
    if (this.#queue.isBatch) this.#gathered?.();
    this.#run();
  }

  /** Writes for as long as there is something to write. */
  #run(): void {
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
      if (this.#hasWork() && !this.#ending.signal.aborted) this.#run();
    });
  }

  #hasWork(): boolean {
    return this.#queue.length > 0 || this.#isSpilling || this.#outage !== null || this.#unsure !== null;
  }

  async #work(): Promise<void> {
    while (this.#hasWork()) {
      if (!this.#options.isRequired) await this.#gather();
      const done = await this.#step();
      if (done) continue;
      if (this.#ending.signal.aborted) return;
      await pause(RETRY_MS, undefined, { signal: this.#ending.signal }).catch(() => {});
    }
  }

  /** Waits until more records may have come, but not for many. */
  async #gather(): Promise<void> {
    if (this.#ending.signal.aborted || this.#queue.isBatch) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS);
      this.#gathered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#gathered = null;
  }

  /** Has one batch written. False when that failed. */
  async #step(): Promise<boolean> {
    const unsure = this.#unsure;
    const given = unsure ?? (await this.#nextOrder());
    if (given === null) return true;
    const { order, batch } = given;
    this.#unsure = null;
    this.#underWay = batch;
    try {
      this.#count(await this.#writer.write(order));
    } catch (error) {
      this.#underWay = [];
      await this.#failed(given, error as Error, unsure !== null);
      return false;
    }
    this.#underWay = [];
    this.#settled += batch.length;
    this.#endFlushes();
    if (this.#failure !== null) this.#options.log('evident: the decision log is written again');
    this.#failure = null;
    if (order.kind === 'spill') this.#spill?.release(order.path);
    for (const { waiter } of batch) waiter?.resolve();
    this.#room.come();
    return true;
  }

  #count({ entries, damaged }: Written): void {
    this.#entries += entries;
    if (damaged === null) return;
    // The gap is written already, with what could be read.
    this.#dropped += damaged.lost;
    const { path, bytes } = damaged;
    this.#options.log(`evident: entries of the decision log are lost: ${bytes} bytes of ${path} cannot be read`);
  }

  /** null where there is nothing to write after all. */
  async #nextOrder(): Promise<Given | null> {
    const nowMs = this.#options.now();
    // A gap that is not known to be written is given again; answers that were refused meanwhile must not be.
    const isGapAlone = this.#options.isRequired && this.#gap.dropped + this.#gap.refused > 0;
    const batch = isGapAlone ? [] : this.#queue.take();
    if (batch.length > 0 || !this.#isSpilling) {
      // With nothing else to write the gap itself shows whether the log can be written again.
      const records = batch.map(({ record }) => record);
      return { order: { kind: 'write', records, gap: this.#takeGap(), nowMs }, batch };
    }
    const path = (await this.#spill?.take()) ?? null;
    if (path !== null) return { order: { kind: 'spill', path, gap: this.#takeGap(), nowMs }, batch };
    this.#isSpilling = false;
    return null;
  }

  #takeGap(): Gap {
    const gap = this.#gap;
    this.#gap = NO_GAP;
    return gap;
  }

  #endFlushes(): void {
    const isOver = ({ pushed }: { readonly pushed: number }): boolean =>
      this.#settled >= pushed || this.#failure !== null;
    for (const { resolve } of this.#flushes.filter(isOver)) resolve();
    this.#flushes = this.#flushes.filter((flush) => !isOver(flush));
  }

  /** `wasUnsure`: it was given before, and a failure now says nothing of what became of it then. */
  async #failed({ order, batch }: Given, error: Error, wasUnsure: boolean): Promise<void> {
    if (this.#failure === null) this.#options.log(`evident: the decision log fails: ${error.message}`);
    this.#failure = error.message;
    this.#retryAtMs = performance.now() + RETRY_MS;
    // No entry may come later of an answer that was refused.
    const kept = batch.filter(({ waiter }) => waiter === null);
    for (const { waiter } of [...batch, ...this.#takeWaiters()]) waiter?.reject(this.#refuse());
    this.#endFlushes();
    const isUnsure = (wasUnsure || error instanceof WriteUnsure) && kept.length === batch.length;
    if (isUnsure) this.#unsure = { order, batch };
    else {
      this.#gap = addGaps(order.gap, this.#gap);
      this.#queue.putBack(kept);
    }
    if (this.#options.sink.kind === 'postgres') await this.#moveToFiles();
  }

  /** Answers that wait for a log that has just failed: they are refused as those are that come next, and not when their time is over. */
  #takeWaiters(): Waiting[] {
    const taken: Waiting[] = [];
    while (this.#options.isRequired && this.#queue.length > 0) taken.push(...this.#queue.take());
    return taken;
  }

  /** Has everything that waits in memory wait in files, in its order, where the policy allows that. */
  async #moveToFiles(): Promise<void> {
    const spill = this.#spill;
    if (spill === null) return;
    const moved: Promise<string | null>[] = [];
    const move = (batch: readonly Waiting[]): Promise<string | null> => {
      this.#settled += batch.length;
      const kept = spill.addFirst(batch.map(({ record }) => record));
      moved.push(kept);
      return kept;
    };
    const batches: (readonly Waiting[])[] = [];
    while (this.#queue.length > 0) batches.push(this.#queue.take());
    if (batches.length > 0) this.#isSpilling = true;
    // Each comes before those that were kept already.
    for (const batch of batches.reverse()) void move(batch);
    const unsure = this.#unsure;
    if (unsure !== null && unsure.batch.length > 0) {
      this.#isSpilling = true;
      const { gap, nowMs } = unsure.order;
      const path = await move(unsure.batch);
      this.#unsure = path === null ? null : { order: { kind: 'spill', path, gap, nowMs }, batch: [] };
    }
    await Promise.all(moved);
  }

  #drop(records: number, why: string): void {
    if (this.#dropped === 0) this.#options.log(`evident: entries of the decision log are dropped: ${why}`);
    this.#dropped += records;
    this.#gap = addGaps(this.#gap, { dropped: records, refused: 0 });
  }

  #dropOldest(bytes: number): void {
    const count = this.#queue.dropOldest(bytes);
    if (count === 0) return;
    this.#settled += count;
    this.#drop(count, 'there is no room for more');
  }

  /** False when the time is over first, or there is no use in waiting. */
  async #waitForRoom(bytes: number, isUseful = (): boolean => true): Promise<boolean> {
    const until = performance.now() + this.#options.waitMs;
    while (!this.#queue.hasRoom(bytes)) {
      const leftMs = until - performance.now();
      if (leftMs <= 0 || !isUseful() || !(await this.#room.within(leftMs))) return false;
    }
    return true;
  }

  async #addRequired(record: LogRecord, bytes: number): Promise<void> {
    if (!this.#queue.hasRoom(bytes)) throw this.#refuse();
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const waiter: Waiter = { resolve, reject, isGone: false };
        timer = setTimeout(() => {
          waiter.isGone = true;
          reject(this.#refuse());
        }, this.#options.waitMs).unref();
        this.#push({ record, bytes, waiter });
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #refuse(): ServiceError {
    this.#refused += 1;
    this.#gap = addGaps(this.#gap, { dropped: 0, refused: 1 });
    return new ServiceError('log_unavailable');
  }
}
