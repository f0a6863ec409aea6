// Unpack: the tables of locate as they are read, made of what stands in artifacts. The form is that of runtime/packed-bytes.ts.

import { laySlots } from './denial-roles';
import { ASCII, LOCATE_DATA, LOCATE_DATA_BYTES, LOCATE_PACKED } from './table';

/** To be called before anything of the tables is read; they are zeros until then. */
export function openTables(): void {
  // A letter has a class.
  if (load<u8>(ASCII + 0x61) != 0) return;
  let from = LOCATE_PACKED;
  let flags = 1;
  for (let to = LOCATE_DATA; to < LOCATE_DATA + LOCATE_DATA_BYTES; flags >>= 1) {
    if (flags == 1) flags = load<u8>(from++) | 0x100;
    if ((flags & 1) == 0) {
      store<u8>(to++, load<u8>(from++));
      continue;
    }
    const copy = load<u16>(from) as i32;
    from += 2;
    const end = to + (copy >> 12) + 3;
    for (; to < end; to++) store<u8>(to, load<u8>(to - (copy & 0xfff)));
  }
  laySlots();
}
