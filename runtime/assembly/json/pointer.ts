// Pointer: the RFC 6901 JSON Pointer of the place where the reader of the input stopped, into the open sink, as JSON
// string text. In: the containers the reader left open there (json/json.ts).

import { openAwaits, openDepth, openIsObject, openKey, openStart } from './json';
import { putEscaped, putNumber } from './print';
import { putByte } from './sink';
import { textBytes, textData } from '../text/text';
import { integerValue } from '../value/value';

export function putPointer(): void {
  for (let level = 1; level <= openDepth; level++) {
    if (!openIsObject(level)) {
      putByte(0x2f);
      putNumber(integerValue(((openStart(level + 1) - openStart(level)) >> 3) as i64));
    } else if (level < openDepth || openAwaits) {
      putByte(0x2f);
      putSegment(openKey(level));
    }
  }
}

/** One segment: a key, `~` and `/` as the pointer has them, then JSON's escapes. */
function putSegment(key: i32): void {
  const end = textData(key) + textBytes(key);
  for (let at = textData(key); at < end; at++) {
    const byte = load<u8>(at) as i32;
    if (byte == 0x7e || byte == 0x2f) {
      putByte(0x7e);
      putByte(byte == 0x7e ? 0x30 : 0x31);
    } else {
      putEscaped(at, 1);
    }
  }
}
