// Sealed records: how records stand in the files that they wait in.
// In: records, and the secret of the service. Out: bytes, and the records in them again. Why encrypted: a record holds the whole request
// and answer, whatever masks and `--log-bodies` say, and a file may stay for as long as the log is away.
//
// A record is its length, the complement of that, a nonce, the tag of AES-256-GCM, and the encrypted text. The length stands there twice
// so that a record that was not written whole is told from a length that a disk has lost.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { LogRecord } from './record.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
const FRAME_BYTES = 2 * LENGTH_BYTES;
// Another key than the one that states are named with.
const PURPOSE = 'evident spilled records';

export interface Unsealed {
  readonly records: readonly LogRecord[];
  /** Records that cannot be read, as far as they can be counted. */
  readonly lost: number;
  /** And the bytes of them. */
  readonly lostBytes: number;
}

export interface Sealer {
  seal(record: LogRecord): Buffer;
  /** The records of a file. One that was not written whole is the last, left out and not lost: nobody was told that it is kept. */
  unseal(bytes: Buffer): Unsealed;
}

export function createSealer(secret: Uint8Array): Sealer {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));
  const open = (sealed: Buffer): LogRecord | null => {
    try {
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      return deserialize(text) as LogRecord;
    } catch {
      return null;
    }
  };
  return {
    seal(record) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      const text = Buffer.concat([cipher.update(serialize(record)), cipher.final()]);
      const length = NONCE_BYTES + TAG_BYTES + text.length;
      const frame = Buffer.alloc(FRAME_BYTES);
      frame.writeUInt32LE(length);
      frame.writeUInt32LE(complement(length), LENGTH_BYTES);
      return Buffer.concat([frame, nonce, cipher.getAuthTag(), text]);
    },
    unseal(bytes) {
      const records: LogRecord[] = [];
      let lost = 0;
      let lostBytes = 0;
      for (let at = 0; at + FRAME_BYTES <= bytes.length; ) {
        const length = bytes.readUInt32LE(at);
        // Where the next record begins is not known: what follows counts as one.
        if (bytes.readUInt32LE(at + LENGTH_BYTES) !== complement(length))
          return { records, lost: lost + 1, lostBytes: lostBytes + bytes.length - at };
        const end = at + FRAME_BYTES + length;
        if (end > bytes.length) break;
        const record = open(bytes.subarray(at + FRAME_BYTES, end));
        if (record === null) {
          lost += 1;
          lostBytes += end - at;
        } else records.push(record);
        at = end;
      }
      return { records, lost, lostBytes };
    },
  };
}

function complement(length: number): number {
  return ~length >>> 0;
}
