// Linking: the two places an emitted module can find the runtime. Linked modules import a live instance (compiled in a
// millisecond or two, for the service); merged modules are added to the runtime's own code (the portable artifact).

import type binaryen from 'binaryen';
import { RUNTIME_SIGNATURES } from './abi.ts';
import { CONSTANTS, type Linkage } from './module.ts';

/** Name of the import module in linked scripts. */
export const RUNTIME_IMPORT = 'runtime';

/** As the runtime declares it (runtime/build.ts): 2 GiB. */
const MEMORY_PAGES_MAX = 32768;
const MEMORY = '0';
/** A passive segment has no offset. */
const NO_OFFSET = 0;

/** binaryen's data segments; its types lack the names and this accessor. */
interface Segment {
  readonly name: string;
  readonly offset: number;
  readonly data: Uint8Array;
  readonly passive: boolean;
}

interface SegmentReader {
  getNumDataSegments(): number;
  getDataSegmentInfo(segment: number): { readonly name: string; readonly offset: number | null; readonly data: Uint8Array | ArrayBuffer; readonly passive: boolean };
}

/** The features an artifact may use; the module is validated with exactly these. */
export function features(wasm: typeof binaryen): number {
  const { Features } = wasm;
  return Features.MutableGlobals | Features.SignExt | Features.BulkMemory | Features.BulkMemoryOpt | Features.NontrappingFPToInt;
}

/** Imports everything from a live runtime. */
export function linkedLinkage(wasm: typeof binaryen, module: binaryen.Module): Linkage {
  return {
    link(name) {
      const signature = RUNTIME_SIGNATURES.get(name);
      if (signature === undefined) throw new Error(`no runtime function ${name}`);
      const params = wasm.createType(signature.params.map((type) => wasm[type]));
      module.addFunctionImport(name, RUNTIME_IMPORT, name, params, signature.result === null ? wasm.none : wasm[signature.result]);
      return name;
    },
    prepare(constants) {
      setMemory(module, 1, [constantsSegment(constants)]);
      module.addMemoryImport(MEMORY, RUNTIME_IMPORT, 'memory');
    },
  };
}

/** Adds to a module that was read from the runtime's bytes; `link` finds the runtime's functions by their exports. */
export function mergedLinkage(wasm: typeof binaryen, module: binaryen.Module): Linkage {
  const internal = (name: string): string => wasm.getExportInfo(module.getExport(name)).value;
  return {
    link: internal,
    prepare(constants) {
      const reader = module as unknown as SegmentReader;
      const segments = Array.from({ length: reader.getNumDataSegments() }, (_, index): Segment => {
        const { name, offset, data, passive } = reader.getDataSegmentInfo(module.getDataSegmentByIndex(index));
        return { name, offset: passive ? NO_OFFSET : module.i32.const(offset ?? 0), data: new Uint8Array(data), passive };
      });
      const { initial } = module.getMemoryInfo(MEMORY);
      setMemory(module, initial, [...segments, constantsSegment(constants)]);
    },
  };
}

function constantsSegment(data: Uint8Array): Segment {
  return { name: CONSTANTS, offset: NO_OFFSET, data, passive: true };
}

/** Sets all data segments; the runtime's own export of its memory stays. */
function setMemory(module: binaryen.Module, initial: number, segments: readonly Segment[]): void {
  module.setMemory(initial, MEMORY_PAGES_MAX, null, segments, false, false, MEMORY);
}
