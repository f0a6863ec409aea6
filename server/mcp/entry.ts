// One registered server at work: its configuration, its connection, its catalogue.
// In: a stored row and how to reach the world. Out: calls, refreshes, and what a record shows.
// Why: the registry decides which server is meant; everything that concerns one server alone is here.

import type { Json } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { ServiceError } from '../errors.ts';
import type { ServerStatus } from '../services/tools/wire/mcp.ts';
import type { ServerRow, Store } from '../store/store.ts';
import { originOf } from '../store/store.ts';
import type { Approval, Catalogue } from './catalogue.ts';
import { applyApprovals, applyListing, readListing } from './catalogue.ts';
import { Credentials } from './credentials.ts';
import { findFlags } from './definition-flags.ts';
import { isLost, wantsCredentials } from './failure.ts';
import { Kept } from './kept.ts';
import type { Learned } from './learned.ts';
import type { Misfits } from './misfits.ts';
import { misfitsOf } from './misfits.ts';
import type { ServerConfig } from './registration.ts';
import type { Slots } from './slots.ts';
import { createSlots } from './slots.ts';
import { StderrTail } from './stderr.ts';
import type { Supervisor } from './supervisor.ts';
import { createSupervisor } from './supervisor.ts';
import type { TargetResolver } from './target.ts';
import { inTurns } from './turns.ts';
import type { Upstream, UpstreamCall, UpstreamRelay } from './upstream.ts';
import { connectUpstream } from './upstream.ts';

export interface EntryOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly policies: Parameters<typeof misfitsOf>[0];
  readonly resolveTarget: TargetResolver;
  readonly onStderr: (server: string, text: string) => void;
}

interface Reported {
  readonly code: string;
  readonly message: string;
  readonly atMs: number;
  /** What a local server wrote to stderr over the connection that failed; goes on filling until its pipe is empty. */
  readonly stderr: StderrTail | null;
}

// A server upgraded to the newer era still speaks the older one, so a verdict must not be believed for ever.
const VERDICT_AGE_MAX_MS = 24 * 3_600_000;
// Definitions are compared at least this often while the server is used, whether it announces changes or not.
const LISTING_AGE_MAX_MS = 60_000;
// A caller who asks for a tool that does not exist makes us look again, but not for every such call.
const MISS_REFRESH_MS = 5000;
// Announcements come in bursts, and a hostile server sends them without end. Calls do not wait for this: they look at once.
const ANNOUNCED_DELAY_MS = 200;
// A call looks again while changes are announced during the listing; a server that changes at each look would hold it for ever.
const RELISTINGS_MAX = 3;

export class Entry {
  readonly config: ServerConfig;
  readonly kept: Kept;
  learned: Learned | null;
  lastError: Reported | null = null;
  lastConnectedAtMs: number | null = null;
  lastListedAtMs: number | null = null;
  readonly slots: Slots;
  /** null for local programs. */
  readonly credentials: Credentials | null;
  private readonly options: EntryOptions;
  private readonly supervisor: Supervisor | null;
  private stderr: StderrTail | null = null;
  private isStale = false;
  private refreshing: Promise<void> | undefined;
  private announced: NodeJS.Timeout | undefined;
  private lastMissAtMs = Number.NEGATIVE_INFINITY;

  /** `isStored` false: nothing is written before it is attached. */
  constructor(config: ServerConfig, row: ServerRow, catalogue: Catalogue, isStored: boolean, options: EntryOptions) {
    this.config = config;
    this.kept = new Kept({
      config,
      row,
      catalogue,
      isStored,
      store: options.store,
      hasListed: () => this.lastListedAtMs !== null,
      onForgotten: () => this.markStale(),
    });
    this.options = options;
    this.learned = JSON.parse(row.learned) as Learned | null;
    this.credentials = config.transport === 'stdio' ? null : new Credentials(config.name, options);
    this.slots = createSlots(config.name, config.limits.concurrency, config.limits.queue);
    this.supervisor = config.enabled
      ? createSupervisor({
          server: config.name,
          connect: (onClose, signal) => this.connect(onClose, signal),
          now: options.now,
        })
      : null;
  }

  /** The policies of its record that cannot be right about its tools. */
  get misfits(): Misfits {
    return misfitsOf(this.options.policies, this.config.guards, this.catalogue);
  }

  get name(): string {
    return this.config.name;
  }

  get restarts(): number {
    return this.supervisor?.restarts ?? 0;
  }

  get nextRetryAtMs(): number | null {
    const state = this.supervisor?.state;
    return state?.kind === 'waiting' ? state.retryAtMs : null;
  }

  get status(): ServerStatus {
    const state = this.supervisor?.state;
    if (state === undefined) return 'disabled';
    switch (state.kind) {
      case 'ready':
        return 'ready';
      case 'waiting':
        return wantsCredentials(state.error) ? 'auth_required' : this.isRestarting() ? 'restarting' : 'unreachable';
      case 'connecting':
        return this.isRestarting() ? 'restarting' : this.lastError === null ? 'connecting' : 'unreachable';
      case 'stopped':
        return 'disabled';
    }
  }

  /** Connects in the background. */
  start(): void {
    this.supervisor?.retry().catch(() => {});
  }

  /** Connects now. Throws ServiceError. */
  async connectNow(): Promise<void> {
    await this.supervised().retry();
  }

  /** Lists the tools again, connecting when needed. Throws ServiceError. */
  async refresh(): Promise<void> {
    const supervisor = this.supervised();
    const wasReady = supervisor.state.kind === 'ready';
    const upstream = await supervisor.retry();
    if (wasReady) await this.relisted(upstream);
  }

  /** Ends its process or connection and connects again. Throws ServiceError. */
  async restart(): Promise<void> {
    await this.supervised().restart();
  }

  /** A server just registered is still being asked what it has: waits for that. Throws ServiceError when it cannot be reached. */
  async firstListing(): Promise<void> {
    if (this.lastListedAtMs === null && this.catalogue.tools.size === 0) await this.connection();
  }

  /** Whether it was never reached, and the first attempt is not over. */
  get isFirstConnecting(): boolean {
    return this.supervisor?.state.kind === 'connecting' && this.lastListedAtMs === null && this.lastError === null;
  }

  /** A tool was asked for that the catalogue does not have: looks again, at most every few seconds. */
  async refreshAfterMiss(): Promise<void> {
    const nowMs = this.options.now();
    const wasJustListed = this.lastListedAtMs !== null && nowMs - this.lastListedAtMs < MISS_REFRESH_MS;
    if (wasJustListed || nowMs - this.lastMissAtMs < MISS_REFRESH_MS || this.supervisor?.state.kind !== 'ready') return;
    this.lastMissAtMs = nowMs;
    // The answer to the caller is that there is no such tool, whatever goes wrong here.
    await this.refresh().catch(() => {});
  }

  /** The connection, with a catalogue that is fresh enough to trust its pins; at once where it is there. Throws ServiceError. */
  ready(): Upstream | Promise<Upstream> {
    const state = this.supervisor?.state;
    if (state?.kind === 'ready' && this.isFresh()) return state.upstream;
    return this.connection().then((upstream) => (this.isFresh() ? upstream : this.relisted(upstream)));
  }

  private isFresh(): boolean {
    const isOld = this.lastListedAtMs === null || this.options.now() - this.lastListedAtMs > LISTING_AGE_MAX_MS;
    return !this.isStale && !isOld && this.refreshing === undefined;
  }

  /** One call, never repeated. Throws ServiceError. */
  async call(upstream: Upstream, call: UpstreamCall): Promise<Map<string, Json>> {
    try {
      return await upstream.callTool(call);
    } catch (error) {
      if (error instanceof ServiceError) {
        this.report(error);
        if (isLost(error)) this.supervisor?.drop(upstream);
      }
      throw error;
    }
  }

  /** One request that changes nothing at the server. Throws ServiceError. */
  async relay(relayed: Omit<UpstreamRelay, 'timeoutMs'>): Promise<Map<string, Json>> {
    const upstream = await this.connection();
    const release = await this.slots.acquire(relayed.signal);
    try {
      return await upstream.relay({ ...relayed, timeoutMs: this.config.timeouts.call_ms });
    } catch (error) {
      if (error instanceof ServiceError && isLost(error)) this.supervisor?.drop(upstream);
      throw error;
    } finally {
      release();
    }
  }

  async approve(approvals: readonly Approval[] | null): Promise<void> {
    const { tools } = this.catalogue;
    const waiting = [...tools.values()].filter(({ row }) => row.approvedHash !== row.hash).map(({ row }) => row.name);
    // What is there now is what whoever approves has seen; should it change before this is kept, it was not.
    const seen = (approvals ?? waiting.map((name) => ({ name, hash: undefined }))).map(({ name, hash }) => ({
      name,
      hash: hash ?? tools.get(name)?.row.hash,
    }));
    await this.kept.adopt((before) => {
      const result = applyApprovals(before, seen, this.config.tools, this.name);
      if (result.kind === 'unknown')
        throw new ServiceError('tool_not_found', { details: { server: this.name, tool: result.name } });
      if (result.kind === 'outdated') {
        throw new ServiceError('revision_mismatch', {
          message: `${result.name} has changed since it was read`,
          details: { server: this.name, tool: result.name },
        });
      }
      return result.catalogue;
    });
  }

  get row(): ServerRow {
    return this.kept.row;
  }

  get catalogue(): Catalogue {
    return this.kept.catalogue;
  }

  /** Ends the connection and all its processes. */
  async stop(): Promise<void> {
    this.kept.detach();
    clearTimeout(this.announced);
    await this.supervisor?.stop();
  }

  /** As the supervisor has it; where somebody has signed in since it was refused, it is tried again at once. */
  private async connection(): Promise<Upstream> {
    const supervisor = this.supervised();
    const hasNewLogin = this.status === 'auth_required' && (await this.credentials?.hasNewLogin()) === true;
    return hasNewLogin ? supervisor.retry() : supervisor.connection();
  }

  private supervised(): Supervisor {
    if (this.supervisor === null) throw new ServiceError('server_disabled', { details: { server: this.name } });
    return this.supervisor;
  }

  private isRestarting(): boolean {
    return this.config.transport === 'stdio' && this.restarts > 0;
  }

  private async connect(onClose: () => void, signal: AbortSignal): Promise<Upstream> {
    const known =
      this.learned !== null && this.options.now() - this.learned.checkedAtMs < VERDICT_AGE_MAX_MS ? this.learned : null;
    try {
      try {
        return await this.connectWith(known, onClose, signal);
      } catch (error) {
        // A remembered modern verdict is believed without asking; when that does not work, ask.
        if (known?.era !== 'modern' || signal.aborted) throw error;
        return await this.connectWith(null, onClose, signal);
      }
    } catch (error) {
      if (error instanceof ServiceError) this.report(error);
      throw error;
    }
  }

  private async connectWith(known: Learned | null, onClose: () => void, signal: AbortSignal): Promise<Upstream> {
    const { name, protocol, timeouts } = this.config;
    let isOpen = true;
    const stderr = this.config.transport === 'stdio' ? new StderrTail() : null;
    this.stderr = stderr;
    const target = this.options.resolveTarget(this.config, originOf(this.row), this.credentials);
    const upstream = await connectUpstream(target, {
      server: name,
      protocol,
      known,
      timeoutMs: timeouts.connect_ms,
      nowMs: this.options.now(),
      onToolsChanged: () => this.markStale(),
      onClose: () => {
        if (!isOpen) return;
        // A process that ended has its last words in the record; a remote server that hung up has none.
        if (stderr !== null)
          this.report(new ServiceError('upstream_closed', { message: `${name} closed the connection` }));
        onClose();
      },
      onStderr: (text) => {
        stderr?.push(text);
        this.options.onStderr(name, text);
      },
      signal,
    });
    const giveUp = (): void => void upstream.close();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await this.list(upstream);
    } catch (error) {
      isOpen = false;
      await upstream.close();
      throw error;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
    this.lastConnectedAtMs = this.options.now();
    this.lastError = null;
    // A verdict that was only believed keeps the date on which it was given.
    this.learned = known === null ? upstream.learned : { ...upstream.learned, checkedAtMs: known.checkedAtMs };
    await this.saveLearned();
    return upstream;
  }

  /** What was learned saves a question at the next start and nothing else, so a store that fails ends no connection. */
  private async saveLearned(): Promise<void> {
    const learned = writeJson(this.learned);
    if (learned === this.row.learned) return;
    try {
      await this.kept.learn(learned);
    } catch (error) {
      if (error instanceof ServiceError) this.report(error);
    }
  }

  private markStale(): void {
    this.isStale = true;
    this.announced ??= setTimeout(() => {
      this.announced = undefined;
      const state = this.supervisor?.state;
      if (this.isStale && state?.kind === 'ready') this.relist(state.upstream).catch(() => {});
    }, ANNOUNCED_DELAY_MS).unref();
  }

  /** The connection with a new listing: this one or, when it turns out to be lost, the next. Listing twice does no harm. */
  private async relisted(upstream: Upstream): Promise<Upstream> {
    try {
      await this.relist(upstream);
      return upstream;
    } catch (error) {
      if (!(error instanceof ServiceError) || !isLost(error)) throw error;
      const supervisor = this.supervised();
      supervisor.drop(upstream);
      return supervisor.connection();
    }
  }

  /** One listing at a time; a change announced meanwhile causes another, but not without end. */
  private async relist(upstream: Upstream): Promise<void> {
    this.refreshing ??= (async () => {
      try {
        for (let round = 0; round < RELISTINGS_MAX && (round === 0 || this.isStale); round += 1)
          await this.list(upstream);
      } catch (error) {
        if (error instanceof ServiceError) this.report(error);
        throw error;
      } finally {
        this.refreshing = undefined;
      }
    })();
    await this.refreshing;
  }

  private async list(upstream: Upstream): Promise<void> {
    this.isStale = false;
    try {
      const definitions = await upstream.listTools(this.config.timeouts.connect_ms);
      const listing = await inTurns(readListing(this.catalogue, definitions));
      const nowMs = this.options.now();
      await this.kept.adopt((before) => applyListing(before, listing, this.config.tools, this.name, nowMs));
      await inTurns(findFlags([...this.catalogue.tools.values()].map(({ definition }) => definition)));
    } catch (error) {
      this.isStale = true;
      throw error;
    }
    this.lastListedAtMs = this.options.now();
  }

  private report(error: ServiceError): void {
    if (error.code === 'client_closed') return;
    this.lastError = { code: error.code, message: error.message, atMs: this.options.now(), stderr: this.stderr };
  }
}
