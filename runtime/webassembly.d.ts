// WebAssembly as Node has it. The compiler's own types for it come with the DOM, which nothing here may depend on.

declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
    static imports(module: Module): { module: string; name: string; kind: string }[];
    static exports(module: Module): { name: string; kind: string }[];
    static customSections(module: Module, name: string): ArrayBuffer[];
  }
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Exports;
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Global<T extends 'i32' | 'i64' = 'i32' | 'i64'> {
    constructor(descriptor: { value: T; mutable?: boolean }, value?: T extends 'i64' ? bigint : number);
    value: T extends 'i64' ? bigint : number;
  }
  class Table {
    constructor(descriptor: { element: 'anyfunc'; initial: number; maximum?: number });
  }
  class RuntimeError extends Error {}
  class CompileError extends Error {}
  class LinkError extends Error {}
  type Exports = Record<string, unknown>;
  type Imports = Record<string, Record<string, unknown>>;
  type ModuleImports = Record<string, unknown>;
  type ImportValue = unknown;
  function validate(bytes: Uint8Array): boolean;
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(bytes: Uint8Array, imports?: Imports): Promise<{ module: Module; instance: Instance }>;
}
