// Attempt: what a call gave, or what it faulted with, as a map. In: the call's value, which means nothing when a fault is
// on its way (compiler/emit/unwind.ts). Out: {:value …}, or {:fault code} with the text given to `fail` or `assert`.

import { clearFault, faultCode, faultText } from '../run/fault';
import { refundCaught } from '../run/fuel';
import { FAULT_CODES, UNWINDING_AT } from '../shared/faults';
import { NIL } from '../shared/values';
import { textView } from '../text/text';
import { asEntry, ENTRY_BYTES } from './entries';
import { mapDone, mapNew } from './map';
import { addressOf } from '../value/value';

const VALUE: i32 = memory.data<u8>([0x76, 0x61, 0x6c, 0x75, 0x65]) as i32; // value
const FAULT: i32 = memory.data<u8>([0x66, 0x61, 0x75, 0x6c, 0x74]) as i32; // fault
const TEXT: i32 = memory.data<u8>([0x74, 0x65, 0x78, 0x74]) as i32; // text

export function attempted(value: i64, site: i32): i64 {
  if (load<i32>(UNWINDING_AT) == 0) {
    const entries = mapNew(1);
    put(entries, textView(VALUE, 5, 5), value);
    return mapDone(entries, 1);
  }
  store<i32>(UNWINDING_AT, 0);
  refundCaught(site);
  const text = faultText;
  const entries = mapNew(2);
  put(entries, textView(FAULT, 5, 5), codeText(faultCode));
  clearFault();
  if (text == NIL) return mapDone(entries, 1);
  put(entries + ENTRY_BYTES, textView(TEXT, 4, 4), text);
  return mapDone(entries, 2);
}

function put(entry: i32, key: i64, value: i64): void {
  asEntry(entry).key = key;
  asEntry(entry).value = value;
}

/** The code's word, where the list of them has it. */
function codeText(code: i32): i64 {
  let at = FAULT_CODES;
  for (let left = code; left > 1; left--) {
    while (load<u8>(at++) != 0) {}
  }
  let bytes = 0;
  while (load<u8>(at + bytes) != 0) bytes++;
  return textView(at, bytes, bytes);
}
