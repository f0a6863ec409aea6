// Receipt: one answer of the decision log on a page of its own, signed by the service.
// In: a line of the log and the signing key. Out: a receipt as canonical JSON (RFC 8785), and of such a text whether it holds.
// Why apart from the log: who has a receipt checks one answer, by running it again, without seeing any other and without asking the
// service. What is private to the log (the name of the API key, the digest by which states are found) is not in it; the salt is, so that
// one input can be checked against its digest.

import type { KeyObject } from 'node:crypto';
import { createPublicKey, sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Json } from '../../grammar/json.ts';
import { parseJson } from '../../grammar/json.ts';
import type { Denial } from '../engines/act.ts';
import { nameOfSecret, saltedDigest, saltedTextDigest, saltOf } from '../log/digest.ts';
import { outputIn, PARTS, writtenBody } from '../log/entry.ts';
import type { SigningKey } from '../signing-key.ts';
import { fingerprintOf } from '../signing-key.ts';
import type { Said, WireName } from '../summary.ts';

/** What a text says of itself that is a receipt. */
const RECEIPT_KIND = 'evident/receipt/1';

export interface Receipt {
  readonly receipt: typeof RECEIPT_KIND;
  /** The entry: its name, its number and its hash in the chain. */
  readonly id: string;
  readonly seq: number;
  readonly entry_hash: string;
  readonly time: string;
  readonly request_id: string | null;
  /** Of an answer in a batch. */
  readonly item?: number;
  readonly answer_id?: string;
  readonly wire: WireName;
  readonly status: number;
  readonly code?: string;
  readonly engine: string;
  readonly program_hash?: string;
  readonly schedule?: string;
  readonly fuel?: number;
  readonly steps?: number;
  readonly options?: Readonly<Record<string, string>>;
  readonly questions_hash?: string;
  readonly tools_hash?: string;
  readonly input_digest: string;
  /** Hexadecimal digits; a digest is over them, a line feed and the text. */
  readonly salt: string;
  readonly output_digest?: string;
  /** What a script put out, as JSON text; where the log keeps bodies. */
  readonly output?: string;
  readonly answers: readonly Said[];
  readonly denials?: readonly ({ readonly id: string } & Denial)[];
  /** Base64 of its DER. */
  readonly public_key: string;
  /** Base64, over the canonical JSON of all other members. */
  readonly signature: string;
}

/** Members of an entry that a receipt has as they are. */
const COPIED = [
  'id',
  'seq',
  'time',
  'request_id',
  'answer_id',
  'wire',
  'status',
  'code',
  'engine',
  'program_hash',
  'schedule',
  'fuel',
  'steps',
  'options',
  'questions_hash',
  'tools_hash',
  'input_digest',
  'output_digest',
  'answers',
  'denials',
] as const;

// What a line has: an output of 2,050 levels in its object, in the entry.
const DEPTH_MAX = 2_060;

/** Throws Error with one sentence for a line that is about no answer, and for a key that is not the one of the log. */
export function createReceipt(line: string, { privateKey, publicKey, logSecret }: SigningKey): string {
  const members = parseJson(Buffer.from(line), { depthMax: DEPTH_MAX }) as ReadonlyMap<string, Json>;
  if (members.has('event')) throw new Error('the entry tells of a gap in the log and is about no answer');
  const entry = JSON.parse(line) as Readonly<Record<string, unknown>> & {
    id: string;
    wire: WireName;
    hash: string;
    item?: { index: number };
    digest_key?: string;
  };
  const salt = saltOf(entry.id, logSecret);
  requireKeyOf(members, entry, { salt, digestKey: nameOfSecret(logSecret) });
  const response = writtenBody(members, 'response');
  const output = entry.wire === 'run' && response !== null ? outputIn(response) : null;
  const copied = COPIED.filter((name) => entry[name] !== undefined).map((name) => [name, entry[name]] as const);
  const body = {
    ...Object.fromEntries(copied),
    receipt: RECEIPT_KIND,
    ...(entry.item === undefined ? {} : { item: entry.item.index }),
    entry_hash: entry.hash,
    salt,
    ...(output === null ? {} : { output }),
    public_key: createPublicKey(publicKey).export({ type: 'spki', format: 'der' }).toString('base64'),
  };
  return canonical({ ...body, signature: sign(null, Buffer.from(canonical(body)), privateKey).toString('base64') });
}

/**
 * With another key the salt would be one that nothing can be checked against. Entries name their key since 0.17.0; of older ones it is
 * seen where the request was kept.
 */
function requireKeyOf(
  members: ReadonlyMap<string, Json>,
  { wire, digest_key: named }: { readonly wire: WireName; readonly digest_key?: string },
  { salt, digestKey }: { readonly salt: string; readonly digestKey: string },
): void {
  if (named === undefined ? hasOtherInput(members, wire, salt) : named !== digestKey)
    throw new Error('the log was written with another key: name the data folder or the signing key of its service');
}

function hasOtherInput(members: ReadonlyMap<string, Json>, wire: WireName, salt: string): boolean {
  const request = members.has('masked') ? null : writtenBody(members, 'request');
  if (request === null) return false;
  const body = parseJson(Buffer.from(request), { depthMax: DEPTH_MAX });
  const value = body instanceof Map ? (body.get(PARTS[wire].state) ?? null) : null;
  return saltedDigest(value, salt) !== members.get('input_digest');
}

export type ReceiptReading =
  | { readonly kind: 'receipt'; readonly receipt: Receipt; readonly key: KeyObject; readonly fingerprint: string }
  /** It is one that does not hold. */
  | { readonly kind: 'wrong'; readonly why: string }
  /** It is one without its signature or its key. */
  | { readonly kind: 'cut' }
  /** It is JSON that does not say it is a receipt. */
  | { readonly kind: 'other' }
  | { readonly kind: 'no-json'; readonly why: string };

/** What a text is that may be a receipt; of one whose signature holds, by which key. */
export function readReceipt(text: string): ReceiptReading {
  let value: Partial<Receipt> | null;
  try {
    value = JSON.parse(text) as Partial<Receipt> | null;
  } catch (error) {
    return { kind: 'no-json', why: (error as Error).message };
  }
  if (value?.receipt !== RECEIPT_KIND) return { kind: 'other' };
  if (typeof value.signature !== 'string' || typeof value.public_key !== 'string') return { kind: 'cut' };
  return holdSignature(value as Receipt, text);
}

function holdSignature(receipt: Receipt, text: string): ReceiptReading {
  const { signature, ...body } = receipt;
  const signed = Buffer.from(signature, 'base64');
  let key: KeyObject;
  try {
    key = createPublicKey({ key: Buffer.from(receipt.public_key, 'base64'), type: 'spki', format: 'der' });
  } catch {
    return { kind: 'wrong', why: 'its public key is none' };
  }
  if (key.asymmetricKeyType !== 'ed25519') return { kind: 'wrong', why: 'its public key is not Ed25519' };
  if (!verify(null, Buffer.from(canonical(body)), key, signed))
    return { kind: 'wrong', why: 'the signature does not hold: it was changed after it was signed' };
  // The signature is over values. Of a name that is there twice each reader takes another, and who reads the text may take any.
  if (canonical(receipt) !== text.trim())
    return { kind: 'wrong', why: 'it is not the text that was signed: white space, order or names were changed' };
  if (signed.toString('base64') !== signature) return { kind: 'wrong', why: 'its signature is not as it was written' };
  return { kind: 'receipt', receipt, key, fingerprint: fingerprintOf(key) };
}

/** Whether a value is the input that a receipt is about. */
export function isInput({ input_digest, salt }: Receipt, value: Json): boolean {
  return saltedDigest(value, salt) === input_digest;
}

/** Whether a text is what the script put out; null where it put out nothing. */
export function isOutput({ output_digest, salt }: Receipt, output: string | null): boolean {
  return output === null ? output_digest === undefined : saltedTextDigest(output, salt) === output_digest;
}

/** RFC 8785: one text for equal values. */
export function canonical(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('what is signed is JSON');
  return text;
}
