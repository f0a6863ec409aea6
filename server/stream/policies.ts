// Policies: artifacts in the broker's object store, and the pointer that says which of them decides.
// In: artifacts. Out: the same by hash, and the hash a pointer names. A pointer is an object without content whose metadata is the
// hash: one message, hence every worker sees the old one or the new one. An object under its hash never changes.

import type { ObjectInfo, ObjectStore } from '@nats-io/obj';
import { Objm } from '@nats-io/obj';
import { messageOf } from '../errors.ts';
import type { Nats } from './nats.ts';
import { StreamError } from './nats.ts';
import type { Program } from './program.ts';
import { artifactProgram } from './program.ts';

const BUCKET = 'evident-policies';
const POINTER_PREFIX = 'current/';
const HASH = 'program';
export const POLICY_DEFAULT = 'default';
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Stores an artifact and lets a policy name it. Answers the hash that was named before. */
export async function publishPolicy(
  nats: Nats,
  { bytes, hash, name }: { readonly bytes: Uint8Array; readonly hash: string; readonly name: string },
): Promise<string | null> {
  checkName(name);
  try {
    const store = await new Objm(nats.connection).create(BUCKET);
    await store.putBlob({ name: hash }, bytes);
    const before = await store.info(`${POINTER_PREFIX}${name}`);
    await store.putBlob({ name: `${POINTER_PREFIX}${name}`, metadata: { [HASH]: hash } }, null);
    return hashOf(before);
  } catch (error) {
    throw new StreamError(`the policy cannot be published: ${messageOf(error)}`);
  }
}

/** A policy, as a worker follows it. */
export class PolicyPointer {
  readonly #store: ObjectStore;
  readonly #name: string;
  readonly #publicKey: string | undefined;

  static async open(nats: Nats, name: string, publicKey: string | undefined): Promise<PolicyPointer> {
    checkName(name);
    try {
      return new PolicyPointer(await new Objm(nats.connection).open(BUCKET), name, publicKey);
    } catch (error) {
      throw new StreamError(`no policies can be read: ${messageOf(error)}; evident publish FILE.wasm makes the first`);
    }
  }

  private constructor(store: ObjectStore, name: string, publicKey: string | undefined) {
    this.#store = store;
    this.#name = name;
    this.#publicKey = publicKey;
  }

  /** The hash that the pointer names. */
  async hash(): Promise<string> {
    const hash = hashOf(await this.#store.info(`${POINTER_PREFIX}${this.#name}`));
    if (hash === null)
      throw new StreamError(`no policy ${this.#name} is published: evident publish FILE.wasm --policy ${this.#name}`);
    return hash;
  }

  /** Throws StreamError when what is stored under the hash is not the program of that hash. */
  async program(hash: string): Promise<Program> {
    const bytes = await this.#store.getBlob(hash);
    if (bytes === null) throw new StreamError(`the policy ${hash} is gone from the bucket ${BUCKET}`);
    const reading = await artifactProgram(bytes, this.#publicKey);
    if (reading.kind === 'invalid') throw new StreamError(`the policy ${hash} cannot decide: ${reading.message}`);
    if (reading.program.hash !== hash) throw new StreamError(`what is stored as ${hash} is another program`);
    return reading.program;
  }
}

function hashOf(pointer: ObjectInfo | null): string | null {
  return pointer === null || pointer.deleted ? null : (pointer.metadata?.[HASH] ?? null);
}

function checkName(name: string): void {
  if (!NAME.test(name)) throw new StreamError('--policy is 1 to 64 of A-Z, a-z, 0-9, _ and -');
}
