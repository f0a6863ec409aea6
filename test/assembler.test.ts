// The assembler: numbers arrive as they were given, code that never gives a value stands where one is wanted, jumps find
// what they leave, and a name that is not there is an error. What whole programs mean is held by laws and engines.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { Assembler } from '../compiler/emit/assembler.ts';
import type { Expression } from '../compiler/emit/builder.ts';
import { test } from './support/test.ts';

function assemble(
  build: (module: Assembler) => Expression,
  result: 'i32' | 'i64' = 'i64',
  bytes = new Uint8Array(),
): () => number | bigint {
  const module = new Assembler();
  module.importMemory('host', 'memory', 1, 1);
  module.setSegment(bytes);
  module.addFunction(
    'main',
    module.types.none,
    module.types[result],
    [module.types.i64, module.types.i32, module.types.i32],
    build(module),
  );
  module.addFunctionExport('main', 'main');
  const compiled = new WebAssembly.Module(module.finish() as Uint8Array<ArrayBuffer>);
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
  return new WebAssembly.Instance(compiled, { host: { memory } }).exports['main'] as () => number | bigint;
}

const EDGES = [0, 6, 7, 13, 14, 20, 21, 27, 28, 31, 32, 34, 35, 41, 48, 55, 56, 62, 63].flatMap((bit) =>
  [-1n, 0n, 1n].flatMap((by) => [(1n << BigInt(bit)) + by, -(1n << BigInt(bit)) + by]),
);

test('constants of 64 bits', () => {
  const holds = (value: bigint): void =>
    assert.is(assemble((module) => module.i64.const(value))(), BigInt.asIntN(64, value));
  EDGES.forEach(holds);
  fc.assert(fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), holds));
});

test('constants of 32 bits', () => {
  const holds = (value: number): void => assert.is(assemble((module) => module.i32.const(value), 'i32')(), value | 0);
  EDGES.map((value) => Number(BigInt.asIntN(32, value))).forEach(holds);
  fc.assert(fc.property(fc.integer(), holds));
});

test('offsets and the segment, beyond one byte of a number', () => {
  const bytes = new Uint8Array(1000).fill(7);
  const main = assemble(
    (module) =>
      module.block(
        null,
        [
          module.memory.init('', module.i32.const(8), module.i32.const(0), module.i32.const(bytes.length)),
          module.i64.store(65_000, 8, module.i32.const(0), module.i64.load(300, 8, module.i32.const(0))),
          module.i64.load(65_000, 8, module.i32.const(0)),
        ],
        module.types.i64,
      ),
    'i64',
    bytes,
  );
  assert.is(main(), 0x0707070707070707n);
});

test('a jump leaves the structure it names, through others', () => {
  const main = assemble((module) =>
    module.block(
      'out',
      [
        module.loop(
          'again',
          module.block(
            'in',
            [
              module.br_if('in', module.i32.const(0)),
              module.if(module.i32.const(1), module.br('out', undefined, module.i64.const(5n))),
              module.br('again'),
            ],
            module.types.unreachable,
          ),
        ),
      ],
      module.types.i64,
    ),
  );
  assert.is(main(), 5n);
});

test('arms that never give a value stand where one is wanted', () => {
  const main = assemble((module) =>
    module.block(
      'out',
      [
        module.local.set(
          0,
          module.if(module.i32.const(1), module.br('out', undefined, module.i64.const(3n)), module.unreachable()),
        ),
        module.local.get(0, module.types.i64),
      ],
      module.types.i64,
    ),
  );
  assert.is(main(), 3n);
});

test('what is not there is an error, not another index', () => {
  const none = (module: Assembler): number => module.types.none;
  assert.throws(
    () =>
      assemble((module) =>
        module.block(null, [module.call('gone', [], none(module)), module.i64.const(0n)], module.types.i64),
      ),
    /no gone/,
  );
  assert.throws(() => assemble((module) => module.global.get('gone', module.types.i64)), /no gone/);
  assert.throws(() => assemble((module) => module.br('gone')), /no structure gone/);
});

test.run();
