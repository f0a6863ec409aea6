// What is kept of one server: its row and its catalogue, here and in the store.
// In: changes of the catalogue, and what other instances have stored. Out: the catalogue as it counts. Why a catalogue counts when it
// is stored: a pin that is forgotten at the next start pins nothing.
// Several instances keep one server. What a tool is each of them hears for itself, since a local server may be another version
// there; whether it may be called is said once for all, by whoever stores it first.

import { ServiceError } from '../errors.ts';
import type { ServerRow, ServerRows, Store } from '../store/store.ts';
import type { Catalogue } from './catalogue.ts';
import { isSameTools, mergePins, toolRows } from './catalogue.ts';
import type { ServerConfig } from './registration.ts';

interface KeptParts {
  readonly config: ServerConfig;
  readonly row: ServerRow;
  readonly catalogue: Catalogue;
  /** False: nothing is written before `attach`. */
  readonly isStored: boolean;
  readonly store: Store;
  /** Whether the server has listed its tools over a connection of this instance. */
  readonly hasListed: () => boolean;
  /** Tools that it has listed are no longer known: they are to be listed again. */
  readonly onForgotten: () => void;
}

// Each time another instance has stored the tools first; more than this seldom list them at the same moment.
const ROUNDS_MAX = 8;

export class Kept {
  #row: ServerRow;
  #catalogue: Catalogue;
  #isStored: boolean;
  /** One change after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #parts: KeptParts;

  constructor(parts: KeptParts) {
    this.#parts = parts;
    this.#row = parts.row;
    this.#catalogue = parts.catalogue;
    this.#isStored = parts.isStored;
  }

  get row(): ServerRow {
    return this.#row;
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  /** What the store is to keep of it. */
  get rows(): ServerRows {
    return { row: this.#row, tools: toolRows(this.#catalogue) };
  }

  /** `rows` are in the store: from now on changes are written as they come. */
  attach(): void {
    this.#isStored = true;
  }

  /** The rows are about to be another's, or gone: from now on nothing is written. */
  detach(): void {
    this.#isStored = false;
  }

  /** Changes the catalogue. The change is made anew where another instance has stored one meanwhile. */
  adopt(change: (before: Catalogue) => Catalogue): Promise<void> {
    return this.#inTurn(async () => {
      for (let round = 1; ; round += 1) {
        const catalogue = change(this.#catalogue);
        const tools = toolRows(catalogue);
        if (!this.#isStored || isSameTools(tools, toolRows(this.#catalogue))) {
          this.#catalogue = catalogue;
          return;
        }
        try {
          await this.#parts.store.putTools(this.#row, tools);
          this.#catalogue = catalogue;
          this.#row = { ...this.#row, toolsRevision: this.#row.toolsRevision + 1 };
          return;
        } catch (error) {
          const isOutrun = error instanceof ServiceError && error.code === 'revision_mismatch';
          if (!isOutrun || round === ROUNDS_MAX) throw error;
          await this.#renew(error);
        }
      }
    });
  }

  /** What was learned by connecting; JSON text. */
  async learn(learned: string): Promise<void> {
    if (this.#isStored) await this.#parts.store.putLearned({ ...this.#row, learned });
    this.#row = { ...this.#row, learned };
  }

  /** What is stored of it by now: its pins count here too. */
  follow(stored: ServerRows): Promise<void> {
    return this.#inTurn(async () => this.#take(stored));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Throws the error where another server is stored by now, or none: whoever knows all servers ends this one soon. */
  async #renew(error: ServiceError): Promise<void> {
    const { owner, name, id, revision } = this.#row;
    const { servers } = await this.#parts.store.readServers([name]);
    const stored = servers.find(({ row }) => row.owner === owner && row.id === id && row.revision === revision);
    if (stored === undefined) throw error;
    this.#take(stored);
  }

  #take({ row: { toolsRevision }, tools }: ServerRows): void {
    if (toolsRevision <= this.#row.toolsRevision) return;
    const { config, hasListed, onForgotten } = this.#parts;
    const merged = mergePins(this.#catalogue, tools, {
      rules: config.tools,
      server: config.name,
      hasListed: hasListed(),
    });
    if (hasListed() && merged.hash !== this.#catalogue.hash) onForgotten();
    this.#catalogue = merged;
    this.#row = { ...this.#row, toolsRevision };
  }
}
