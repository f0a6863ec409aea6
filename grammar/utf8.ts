// UTF-8: where bytes stop being a text. In: bytes that do not decode. Out: an offset, for the one who must find the spot.

/** The length of the longest prefix that can begin a UTF-8 text. */
export function validPrefix(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    try {
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, middle), { stream: true });
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  return low;
}
