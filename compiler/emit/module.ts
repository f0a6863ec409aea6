// Modules: a checked program to WebAssembly. The same functions are emitted for a linked run and for the artifact; only
// where the runtime stands differs, and that is the Linkage.

import type { ByteSpan } from '../../grammar/printer.ts';
import type { Core, FunctionDefinition, Program, Target } from '../core.ts';
import { CALLS_MAX } from '../steps.ts';
import { functionParts, parts, someCore } from '../walk.ts';
import { NIL, RUNTIME_SIGNATURES } from './abi.ts';
import { bind, rebind } from './bind.ts';
import type { Builder, Type, Types } from './builder.ts';
import { ConstantPool, type Finds, type PreparePhrases, type Site } from './constants.ts';
import { type Code, INPUT, type ModuleContext } from './context.ts';
import { emitNode } from './expression.ts';
import { FunctionEmitter } from './function.ts';
import { SITE_BITS } from './layout.ts';
import { type Local, PARAMS_MAX } from './locals.ts';
import { encodeSites, type SiteRow } from './sites.ts';
import { CATCHES } from './unwind.ts';

/** What the compiler must know of the runtime it emits for. */
export interface RuntimeLayout {
  /** Address at which a script's constants stand during a run. */
  readonly constantsBase: number;
  /** Address of the call stack. */
  readonly callStack: number;
  /** Makes literal phrases ready, as the runtime would at a run. */
  readonly preparePhrases: PreparePhrases;
  /** Address of the remaining fuel, an i64. */
  readonly fuelAt: number;
}

/** How the emitted module reaches the runtime. */
export interface Linkage {
  /** Makes a runtime function callable and returns its name inside the module. */
  link(name: string): string;
  /** Makes memory usable, with `constants` as the passive data segment CONSTANTS. */
  prepare(constants: Uint8Array): void;
  /** Leaves out what nothing needs, now that everything is linked; `finds` is what literal phrases need. */
  finish(finds: Finds): void;
}

export const CONSTANTS = 'constants';

/** Where a program is added, and what of it is there already. */
interface Adding {
  readonly wasm: Types;
  readonly module: Builder;
  readonly linkage: Linkage;
  readonly layout: RuntimeLayout;
  readonly program: Program;
  /** Span of a node in the canonical text. */
  readonly placeOf: (node: number) => ByteSpan;
  /** See ModuleContext; true when left out. */
  readonly metered?: boolean | undefined;
  /** The first functions, when `module` has them. */
  readonly before?: FirstFunctions | null;
}

/** The first functions of programs that have them in common, with what belongs to them besides the module they are in. */
export interface FirstFunctions {
  readonly count: number;
  readonly pool: ConstantPool;
  readonly rows: readonly SiteRow[];
  readonly linked: ReadonlyMap<string, string>;
  readonly pendingMax: number;
  readonly caught: readonly number[];
}

/**
 * Adds a program's functions to `module`, which exports `alloc(n) → ptr` and `run(ptr, len, fuel) → 0`, which traps on a
 * fault, and what `attempt` calls.
 */
export function emitProgram(adding: Adding): readonly SiteRow[] {
  const { module, linkage, program, before = null } = adding;
  const { context } = contextOf(adding);
  const { pool } = context;
  const { functions } = program;
  const first = before?.count ?? 0;
  if (before === null) addGlobals(context, program);
  const walked = [
    ...functions.slice(first).map((definition, index) => walkFunction(context, definition, first + index)),
    walkTopLevel(context, program),
  ];
  placeAreas(context, functions);
  // The walk is over, so refunds are final and constants are complete.
  const rows = [...(before?.rows ?? []), ...rowsOf(context.sites.slice(before?.rows.length ?? 0), adding.placeOf)];
  const { bytes, columns } = encodeSites(rows);
  const table = pool.bytes(bytes);
  const constants = pool.finish();
  linkage.prepare(constants);
  for (const { build } of walked) build();
  for (const index of caughtFunctions(program, before))
    module.addFunctionExport(context.functionName(index), CATCHES + index);
  const pending = Math.max(before?.pendingMax ?? 0, ...walked.map(({ pendingMax }) => pendingMax));
  // Of every call under way, and of where fuel is compared.
  addRun(context, constants.length, [pending * (CALLS_MAX + 1), table, rows.length, columns]);
  linkage.finish(pool.finds);
  return rows;
}

/** Adds the first functions of a program alone, which call no others; null when they depend on what follows them. */
export function emitFirst(adding: Adding, count: number): FirstFunctions | null {
  const { program, placeOf } = adding;
  const first = program.functions.slice(0, count);
  if (first.some((definition) => parameterCount(definition) > PARAMS_MAX)) return null;
  let isAlone = true;
  const { context, linked } = contextOf(adding, () => {
    isAlone = false;
  });
  addGlobals(context, program);
  const walked = first.map((definition, index) => walkFunction(context, definition, index));
  if (!isAlone) return null;
  // Their areas are their own: those of other functions stand in another table.
  placeAreas(context, first);
  for (const { build } of walked) build();
  return {
    count,
    pool: context.pool,
    rows: rowsOf(context.sites, placeOf),
    linked,
    pendingMax: Math.max(0, ...walked.map(({ pendingMax }) => pendingMax)),
    caught: caughtIn(first.flatMap(functionParts)),
  };
}

/** `onValue` is told when what a `def` is bound to was asked for. */
function contextOf(
  { wasm, module, linkage, layout, program, metered = true, before = null }: Adding,
  onValue: () => void = () => {},
): { readonly context: ModuleContext; readonly linked: ReadonlyMap<string, string> } {
  const linked = new Map<string, string>(before?.linked);
  const values = new Map(
    program.items.flatMap((item) => (item.kind === 'def' ? [[item.global, item.value] as const] : [])),
  );
  const context: ModuleContext = {
    wasm,
    module,
    pool: before?.pool.fork() ?? new ConstantPool(layout.constantsBase, layout.preparePhrases),
    sites: before?.rows.map(({ node, refund }): Site => ({ node, refund: () => refund })) ?? [],
    callStack: layout.callStack,
    fuelAt: layout.fuelAt,
    metered,
    link(name) {
      let internal = linked.get(name);
      if (internal === undefined) {
        internal = linkage.link(name);
        linked.set(name, internal);
      }
      return internal;
    },
    globalName: (index) => `def:${program.globals[index]!}`,
    globalValue(index) {
      onValue();
      return values.get(index)!;
    },
    functionName: (index) => `defn:${index}:${program.functions[index]!.name}`,
    functionParams: (index) => ({
      fixed: program.functions[index]!.params.length,
      rest: program.functions[index]!.rest !== null,
    }),
    areas: { table: 0, cells: 0, params: 0 },
  };
  return { context, linked };
}

function addGlobals({ wasm, module, globalName }: ModuleContext, { globals }: Program): void {
  globals.forEach((_, index) => module.addGlobal(globalName(index), wasm.i64, true, module.i64.const(NIL)));
  module.addGlobal(INPUT, wasm.i64, true, module.i64.const(NIL));
}

function rowsOf(sites: readonly Site[], placeOf: (node: number) => ByteSpan): SiteRow[] {
  return sites.map(({ node, refund }) => ({ node, ...placeOf(node), refund: refund() }));
}

/** Functions that `attempt` calls. */
export function caughtFunctions(
  { functions, items }: Program,
  before: FirstFunctions | null = null,
): readonly number[] {
  const others = functions.slice(before?.count ?? 0).flatMap(functionParts);
  return [...new Set([...(before?.caught ?? []), ...caughtIn([...others, ...items.map(({ value }) => value)])])];
}

function caughtIn(cores: readonly Core[]): number[] {
  const caught: number[] = [];
  const queue = [...cores];
  for (let core = queue.pop(); core !== undefined; core = queue.pop()) {
    if (core.kind === 'call' && core.catches) caught.push(core.function);
    queue.push(...parts(core));
  }
  return caught;
}

/** Areas stand among the constants, so that every run begins with empty ones. */
function placeAreas({ areas, pool }: ModuleContext, functions: readonly FunctionDefinition[]): void {
  if (areas.cells > 0) areas.table = pool.space((CALLS_MAX + 1) * 4);
  const paramsMax = Math.max(0, ...functions.map(parameterCount));
  if (paramsMax > PARAMS_MAX) areas.params = pool.space((paramsMax - PARAMS_MAX) * 8);
}

function parameterCount(definition: FunctionDefinition): number {
  return definition.params.length + (definition.rest === null ? 0 : 1);
}

/** To be called when a function was walked: areas must hold its cells. */
function noteCells({ areas }: ModuleContext, f: FunctionEmitter): void {
  areas.cells = Math.max(areas.cells, f.locals.cells);
}

interface Walked {
  /** Adds the function to the module. */
  readonly build: () => void;
  /** Steps it may have charged and not evaluated where fuel is compared. */
  readonly pendingMax: number;
}

function walkFunction(context: ModuleContext, definition: FunctionDefinition, index: number): Walked {
  const { wasm, module } = context;
  const count = parameterCount(definition);
  const f = new FunctionEmitter(context, count, false, emitNode);
  const targets: Target[] = [...definition.params, ...(definition.rest === null ? [] : [definition.rest])];
  const passed = Math.min(count, PARAMS_MAX);
  const params = targets.map((target, index): Local => {
    const local: Local = index < passed ? { kind: 'local', index } : f.temp();
    if (target.kind === 'slot') f.placeSlot(target.slot, local);
    return local;
  });
  const frame: Local = { kind: 'local', index: passed };
  const label = f.label('body');
  f.self = { label, rebind: (values) => rebind(f, targets, values) };
  const entry = f.charger.open();
  const patterns = targets.flatMap((target, index) =>
    target.kind === 'slot' ? [] : bind(f, target, params[index]!, false),
  );
  // `recur` comes back behind the patterns of the parameters, which it binds itself: no region may run across that point.
  const walkBody = (): Code => f.value(definition.body);
  const body = someCore(definition, (core) => core.kind === 'recur' && core.to === 'function')
    ? f.loop(label, () => ({ round: f.charger.open(), body: walkBody() }))
    : walkBody();
  noteCells(context, f);
  const build = (): void => {
    const depth = f.get(frame, 'i32');
    const tooDeep = module.i32.gt_u(depth, f.i32(CALLS_MAX << SITE_BITS));
    const value = body();
    const received = params
      .slice(passed)
      .map((local, at) => f.set(local, module.i64.load(context.areas.params + at * 8, 8, f.i32(0))));
    const bound = patterns.map((pattern) => pattern());
    const code = f.block(
      [
        module.if(tooDeep, f.callNever('faultTooDeep', [f.get(frame, 'i32')])),
        f.compareFuel(entry),
        ...f.enterArea(),
        ...received,
        ...bound,
        value,
      ],
      'i64',
      f.label('function'),
    );
    const types = wasm.createType([...Array<Type>(passed).fill(wasm.i64), wasm.i32]);
    module.addFunction(context.functionName(index), types, wasm.i64, f.vars(), code);
  };
  return { build, pendingMax: f.charger.pendingMax() };
}

function walkTopLevel(context: ModuleContext, program: Program): Walked {
  const { wasm, module } = context;
  const f = new FunctionEmitter(context, 0, true, emitNode);
  const items = program.items.map((item): Code => {
    const value = f.value(item.value);
    if (item.kind === 'expression') return value;
    return () => f.block([module.global.set(context.globalName(item.global), value()), f.nil()], 'i64');
  });
  const lastExpression = program.items.findLastIndex((item) => item.kind === 'expression');
  const result = f.temp();
  noteCells(context, f);
  const build = (): void => {
    const statements = items.map((item, index) =>
      index === lastExpression ? f.set(result, item()) : module.drop(item()),
    );
    const output = lastExpression === -1 ? f.nil() : f.get(result);
    const code = f.block([...f.enterArea(), ...statements, output], 'i64');
    module.addFunction('main', wasm.none, wasm.i64, f.vars(), code);
  };
  return { build, pendingMax: f.charger.pendingMax() };
}

/** `bytes` of constants; `settling` are the arguments of the runtime's `begin` that say what is pending and where the site table is. */
function addRun(context: ModuleContext, bytes: number, settling: readonly number[]): void {
  const { wasm, module, pool } = context;
  const call = (name: string, operands: number[]): number => {
    const { result } = RUNTIME_SIGNATURES.get(name)!;
    return module.call(context.link(name), operands, result === null ? wasm.none : wasm[result]);
  };
  const i32 = (value: number): number => module.i32.const(value);
  const local = (index: number): number => module.local.get(index, index === 2 ? wasm.i64 : wasm.i32);
  const copy = bytes === 0 ? [] : [module.memory.init(CONSTANTS, i32(pool.base), i32(0), i32(bytes))];
  module.addFunction(
    'run',
    wasm.createType([wasm.i32, wasm.i32, wasm.i64]),
    wasm.i32,
    [],
    module.block(
      null,
      [
        call('reset', [i32(bytes)]),
        ...copy,
        module.global.set(INPUT, call('begin', [local(0), local(1), local(2), ...settling.map(i32)])),
        call('finish', [module.call('main', [], wasm.i64)]),
        i32(0),
      ],
      wasm.i32,
    ),
  );
  module.addFunction(
    'alloc',
    wasm.createType([wasm.i32]),
    wasm.i32,
    [],
    call('allocInput', [module.local.get(0, wasm.i32), i32(bytes)]),
  );
  module.addFunctionExport('run', 'run');
  module.addFunctionExport('alloc', 'alloc');
}
