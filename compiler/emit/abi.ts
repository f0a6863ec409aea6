// ABI: the functions an emitted module may call in the runtime, with their types. The runtime's side is described in
// runtime/assembly/README.md; a name that the runtime lacks, or has with another type, fails at link time.

import { BUILTINS, type BuiltinName, builtinArity } from '../builtins.ts';
import { CONSTANTS, TAGS } from './layout.ts';

export type WasmType = 'i32' | 'i64';

interface Signature {
  readonly params: readonly WasmType[];
  readonly result: WasmType | null;
}

function signature(params: string, result: WasmType | null): Signature {
  return { params: params === '' ? [] : (params.split(' ') as WasmType[]), result };
}

/** What emitted code needs beside the builtins. `site` parameters are the last i32. */
const SUPPORT = {
  allocInput: signature('i32 i32', 'i32'),
  reset: signature('i32', null),
  begin: signature('i32 i32 i64 i32 i32 i32 i32', 'i64'),
  finish: signature('i64', null),
  exhausted: signature('', null),
  fault: signature('i32 i32', null),
  faultTooDeep: signature('i32', null),
  vectorNew: signature('i32', 'i32'),
  vectorDone: signature('i32 i32', 'i64'),
  mapNew: signature('i32', 'i32'),
  mapDone: signature('i32 i32', 'i64'),
  listNew: signature('', 'i32'),
  listPush: signature('i32 i64', null),
  listDone: signature('i32', 'i64'),
  elementsPaid: signature('i64 i32', 'i64'),
  vectorCount: signature('i64', 'i32'),
  vectorAt: signature('i64 i32', 'i64'),
  field: signature('i64 i64 i64 i32', 'i64'),
  patternVector: signature('i64 i32', null),
  patternMap: signature('i64 i32', null),
  elementOr: signature('i64 i32', 'i64'),
  restFrom: signature('i64 i32', 'i64'),
  lookup: signature('i64 i64', 'i64'),
  same: signature('i64 i64', 'i32'),
  conjOne: signature('i64 i64 i32', 'i64'),
  strOne: signature('i64 i32', 'i64'),
  assocOne: signature('i64 i64 i64 i32', 'i64'),
  concatAll: signature('i64 i32', 'i64'),
  sortBy: signature('i64 i64 i64 i32', 'i64'),
  groupBy: signature('i64 i64 i32', 'i64'),
  groups: signature('i64 i64 i32', 'i64'),
  indexBy: signature('i64 i64 i32', 'i64'),
  countBy: signature('i64 i64 i32', 'i64'),
  minBy: signature('i64 i64 i32', 'i64'),
  maxBy: signature('i64 i64 i32', 'i64'),
  partitionBy: signature('i64 i64 i32', 'i64'),
  paidMap: signature('i64 i32', 'i64'),
  vectorOfValues: signature('i64', 'i64'),
  mapValsDone: signature('i64 i64', 'i64'),
  filterValsDone: signature('i64 i64', 'i64'),
  updateBegin: signature('i64 i64 i32', 'i64'),
  updateEnd: signature('i64 i64 i64 i32', 'i64'),
  updateInBegin: signature('i64 i64 i32', 'i64'),
  updateInEnd: signature('i64 i64 i64 i32', 'i64'),
  locateIn: signature('i64 i32 i64 i32', 'i64'),
  isLocatedIn: signature('i64 i32 i64 i32', 'i64'),
  locateAllIn: signature('i64 i32 i64 i64 i32', 'i64'),
  orderable: signature('i64 i32', 'i64'),
  attempted: signature('i64 i32', 'i64'),
  chargeApplied: signature('i64 i64 i32', null),
} as const satisfies Record<string, Signature>;

/** Of what loops call that keep their fuel in a local: what neither takes fuel nor faults, and so need not find it in memory. */
export const WITHOUT_FUEL: ReadonlySet<string> = new Set<keyof typeof SUPPORT>(['exhausted', 'same']);

export type SupportName = keyof typeof SUPPORT;

export const RUNTIME_SIGNATURES: ReadonlyMap<string, Signature> = new Map([
  ...Object.entries(SUPPORT),
  ...(Object.keys(BUILTINS) as BuiltinName[]).flatMap((name) => {
    const entry = builtinEntry(name);
    return entry === null ? [] : [entry];
  }),
]);

function builtinEntry(name: BuiltinName): [string, Signature] | null {
  const { shape } = BUILTINS[name];
  const values = (count: number): Signature => ({
    params: [...Array<WasmType>(count).fill('i64'), 'i32'],
    result: 'i64',
  });
  switch (shape.kind) {
    case 'fixed':
      return [shape.entry, values(builtinArity(name).max!)];
    case 'variadic':
      return [shape.entry, values(shape.lead + 1)];
    case 'fold':
    case 'chain':
      return [shape.entry, values(2)];
    case 'test':
    case 'higher':
    case 'maker':
      return null;
  }
}

/** Static data of the runtime that only some of its functions read. `start` and `count` are exported globals. */
interface Table {
  readonly start: string;
  readonly count: string;
  /** Bytes of one of what `count` counts. */
  readonly unitBytes: number;
  readonly readers: readonly string[];
}

/** An artifact that links none of a table's readers leaves it out; code is removed without being told. */
export const TABLES: readonly Table[] = [
  { start: 'UPPER', count: 'UPPER_BYTES', unitBytes: 1, readers: ['upper'] },
  { start: 'LOWER', count: 'LOWER_BYTES', unitBytes: 1, readers: ['lower'] },
  { start: 'UNIT_NAMES', count: 'UNITS', unitBytes: 8, readers: ['addDuration', 'difference', 'durationIn'] },
  { start: 'PART_NAMES', count: 'PARTS', unitBytes: 16, readers: ['datePart', 'startOf', 'endOf'] },
  { start: 'NAME_TEXTS', count: 'NAMES', unitBytes: 10, readers: ['formatMoment', 'parseMoment'] },
  {
    start: 'LOCATE_PACKED',
    count: 'LOCATE_PACKED_BYTES',
    unitBytes: 1,
    readers: ['locate', 'locateAll', 'isLocated', 'locateIn', 'locateAllIn', 'isLocatedIn', 'locateWords'],
  },
];

// Values as operands of emitted code (layout.ts).
export const NIL = BigInt(CONSTANTS.NIL);
export const FALSE = BigInt(CONSTANTS.FALSE);
export const TRUE = BigInt(CONSTANTS.TRUE);
export const ABSENT = BigInt(CONSTANTS.ABSENT);
export const TAG_NUMBER = BigInt(TAGS.NUMBER);
export const TAG_STRING = BigInt(TAGS.STRING);
export const TAG_VECTOR = BigInt(TAGS.VECTOR);
export const TAG_MAP = BigInt(TAGS.MAP);
