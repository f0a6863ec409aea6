// Linking: the two places an emitted module can find the runtime. Linked modules import a live instance (compiled in a
// millisecond or two, for the service); merged modules are added to the runtime's own code (the portable artifact).

import type binaryen from 'binaryen';
import { RUNTIME_SIGNATURES, TABLES } from './abi.ts';
import type { Assembler } from './assembler.ts';
import { CONSTANTS, type Linkage } from './module.ts';

/** Name of the import module in linked scripts. */
const RUNTIME_IMPORT = 'runtime';

/** What makes phrases ready in a run. */
const SEARCHES_ANY = ['locate', 'locateAll', 'isLocated'];

/** As the runtime declares it (runtime/build.ts): 2 GiB. */
const MEMORY_PAGES_MAX = 32768;
const MEMORY = '0';
/** A passive segment has no offset. */
const NO_OFFSET = 0;

/** binaryen's data segments; its types lack the names and this accessor. */
interface Segment {
  readonly name: string;
  /** An expression. */
  readonly offset: number;
  readonly data: Uint8Array;
  readonly passive: boolean;
}

interface SegmentReader {
  getNumDataSegments(): number;
  getDataSegmentInfo(segment: number): {
    readonly name: string;
    readonly offset: number | null;
    readonly data: Uint8Array | ArrayBuffer;
    readonly passive: boolean;
  };
}

/** The features an artifact may use; the module is validated with exactly these. */
export function features(wasm: typeof binaryen): number {
  const { Features } = wasm;
  return (
    Features.MutableGlobals |
    Features.SignExt |
    Features.BulkMemory |
    Features.BulkMemoryOpt |
    Features.NontrappingFPToInt
  );
}

/** Imports everything from a live runtime. */
export function linkedLinkage(module: Assembler): Linkage {
  const { types } = module;
  return {
    link(name) {
      const signature = RUNTIME_SIGNATURES.get(name);
      if (signature === undefined) throw new Error(`no runtime function ${name}`);
      const params = types.createType(signature.params.map((type) => types[type]));
      module.importFunction(
        RUNTIME_IMPORT,
        name,
        params,
        signature.result === null ? types.none : types[signature.result],
      );
      return name;
    },
    prepare(constants) {
      module.importMemory(RUNTIME_IMPORT, 'memory', 1, MEMORY_PAGES_MAX);
      module.setSegment(constants);
    },
    finish() {},
  };
}

/** Adds to a module that was read from the runtime's bytes; `link` finds the runtime's functions by their exports. */
export function mergedLinkage(wasm: typeof binaryen, module: binaryen.Module): Linkage {
  const internal = (name: string): string => wasm.getExportInfo(module.getExport(name)).value;
  const linked = new Set<string>();
  const constant = (name: string): number => {
    const { value } = wasm.getExpressionInfo(wasm.getGlobalInfo(module.getGlobal(internal(name))).init) as {
      value?: unknown;
    };
    if (typeof value !== 'number') throw new Error(`the runtime's ${name} is no constant`);
    return value;
  };
  const setFalse = (name: string): void => {
    const global = internal(name);
    module.removeGlobal(global);
    module.addGlobal(global, wasm.i32, false, module.i32.const(0));
  };
  return {
    link(name) {
      linked.add(name);
      return internal(name);
    },
    prepare(constants) {
      setMemory(module, initialPages(module), [...segmentsOf(module, []), constantsSegment(constants)]);
    },
    finish(finds) {
      // Phrases that are known in a run alone may be any.
      if (!SEARCHES_ANY.some((name) => linked.has(name))) {
        if (!finds.numbers) setFalse('findsNumbers');
        if (!finds.edges) setFalse('findsEdges');
      }
      const unread = TABLES.filter(({ readers }) => !readers.some((name) => linked.has(name))).map(
        ({ start, count, unitBytes }): ByteRange => ({
          start: constant(start),
          end: constant(start) + constant(count) * unitBytes,
        }),
      );
      setMemory(module, initialPages(module), segmentsOf(module, unread));
    },
  };
}

function initialPages(module: binaryen.Module): number {
  return module.getMemoryInfo(MEMORY).initial;
}

/** The module's data, without the static data at some addresses. */
function segmentsOf(module: binaryen.Module, unread: readonly ByteRange[]): Segment[] {
  const reader = module as unknown as SegmentReader;
  return Array.from({ length: reader.getNumDataSegments() }, (_, index) => index).flatMap((index): Segment[] => {
    const { name, offset, data, passive } = reader.getDataSegmentInfo(module.getDataSegmentByIndex(index));
    if (passive) return [{ name, offset: NO_OFFSET, data: new Uint8Array(data), passive }];
    const pieces = leaveOut({ start: offset ?? 0, data: new Uint8Array(data) }, unread);
    return pieces.map((piece) => ({
      name: `${name}@${piece.start}`,
      offset: module.i32.const(piece.start),
      data: piece.data,
      passive,
    }));
  });
}

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface Piece {
  readonly start: number;
  readonly data: Uint8Array;
}

/** What is left of static data without some ranges of addresses. */
function leaveOut(whole: Piece, ranges: readonly ByteRange[]): Piece[] {
  return ranges.reduce<Piece[]>(
    (pieces, { start, end }) =>
      pieces.flatMap((piece) => {
        const cut = (address: number): number => Math.min(Math.max(address - piece.start, 0), piece.data.length);
        return [
          { start: piece.start, data: piece.data.subarray(0, cut(start)) },
          { start: piece.start + cut(end), data: piece.data.subarray(cut(end)) },
        ].filter(({ data }) => data.length > 0);
      }),
    [whole],
  );
}

function constantsSegment(data: Uint8Array): Segment {
  return { name: CONSTANTS, offset: NO_OFFSET, data, passive: true };
}

/** Sets all data segments; the runtime's own export of its memory stays. */
function setMemory(module: binaryen.Module, initial: number, segments: readonly Segment[]): void {
  module.setMemory(initial, MEMORY_PAGES_MAX, null, segments, false, false, MEMORY);
}
