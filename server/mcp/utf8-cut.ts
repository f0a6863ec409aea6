// UTF-8 cut: the beginning or the end of a text in bytes, without a half of a character.

/** At most so many bytes from the beginning. */
export function beginningOfBytes(bytes: Buffer, bytesMax: number): Buffer {
  if (bytes.length <= bytesMax) return bytes;
  let end = bytesMax;
  while (end > 0 && isInside(bytes, end)) end -= 1;
  return bytes.subarray(0, end);
}

/** At most so many bytes up to the end. */
export function endOfBytes(bytes: Buffer, bytesMax: number): Buffer {
  let from = Math.max(0, bytes.length - bytesMax);
  while (from < bytes.length && isInside(bytes, from)) from += 1;
  return bytes.subarray(from);
}

function isInside(bytes: Buffer, at: number): boolean {
  return ((bytes[at] as number) & 0xc0) === 0x80;
}
