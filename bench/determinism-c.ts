// Determinism in C: artifacts translated by wasm2c and compiled by gcc, without any WebAssembly engine.
// In: jobs. Out: their lines. Translating and compiling takes seconds an artifact, so only some are taken.

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Job } from './determinism-jobs.ts';

const run = promisify(execFile);
/** Artifacts that are compiled: each takes gcc seconds. */
const ARTIFACTS_MAX = 12;

export async function compileWithWasm2c(
  wasm2c: string,
  folder: string,
  jobs: readonly Job[],
): Promise<(string | null)[][]> {
  const every = Math.ceil(jobs.length / ARTIFACTS_MAX);
  writeFileSync(join(folder, 'wasm-rt.h'), HEADER);
  const lines: (string | null)[][] = [];
  for (const [at, { wasm, runs }] of jobs.entries()) {
    if (at % every !== 0) {
      lines.push(runs.map(() => null));
      continue;
    }
    writeFileSync(join(folder, 'artifact.wasm'), Buffer.from(wasm, 'base64'));
    await run(process.execPath, [wasm2c, 'artifact.wasm', '-n', 'artifact', '-o', 'artifact.c'], { cwd: folder });
    writeFileSync(join(folder, 'main.c'), MAIN);
    await run('gcc', ['-O1', '-w', '-I.', 'artifact.c', 'main.c', '-o', 'artifact', '-lm'], { cwd: folder });
    const row: string[] = [];
    for (const { input, fuel } of runs) {
      writeFileSync(join(folder, 'input'), input === null ? new Uint8Array(0) : Buffer.from(input, 'base64'));
      row.push(
        (await run(join(folder, 'artifact'), ['input', fuel], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })).stdout,
      );
    }
    lines.push(row);
  }
  return lines;
}

/** The part of wasm2c's run-time that these artifacts need: one memory, traps by longjmp, no tables, no imports. */
const HEADER = `
#ifndef WASM_RT_H_
#define WASM_RT_H_
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define wasm_rt_memcpy memcpy
#define wasm_rt_unreachable abort
#define WASM_RT_SETJMP(buf) setjmp(buf)
#define WASM_RT_USE_MMAP 0
#define WASM_RT_MEMCHECK_BOUNDS_CHECK 1
#define WASM_RT_BOUNDS_CHECK 1
#define WASM_RT_MEMCHECK_GUARD_PAGES 0
#define WASM_RT_STACK_DEPTH_COUNT 0
#define WASM_RT_MAX_CALL_STACK_DEPTH 100000
#define WASM_RT_NO_RETURN __attribute__((noreturn))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
typedef enum {
  WASM_RT_TRAP_NONE, WASM_RT_TRAP_OOB, WASM_RT_TRAP_INT_OVERFLOW, WASM_RT_TRAP_DIV_BY_ZERO, WASM_RT_TRAP_INVALID_CONVERSION,
  WASM_RT_TRAP_UNREACHABLE, WASM_RT_TRAP_CALL_INDIRECT, WASM_RT_TRAP_NULL_REF, WASM_RT_TRAP_UNCAUGHT_EXCEPTION,
  WASM_RT_TRAP_UNALIGNED, WASM_RT_TRAP_EXHAUSTION
} wasm_rt_trap_t;
typedef enum { WASM_RT_I32, WASM_RT_I64, WASM_RT_F32, WASM_RT_F64, WASM_RT_V128, WASM_RT_FUNCREF, WASM_RT_EXTERNREF, WASM_RT_EXNREF } wasm_rt_type_t;
typedef void (*wasm_rt_function_ptr_t)(void);
typedef struct { wasm_rt_function_ptr_t fn; } wasm_rt_tailcallee_t;
typedef const char* wasm_rt_func_type_t;
typedef struct { wasm_rt_func_type_t func_type; wasm_rt_function_ptr_t func; wasm_rt_tailcallee_t func_tailcallee; void* module_instance; } wasm_rt_funcref_t;
static const wasm_rt_funcref_t wasm_rt_funcref_null_value = { 0 };
typedef void* wasm_rt_externref_t;
static const wasm_rt_externref_t wasm_rt_externref_null_value = 0;
typedef struct { uint8_t* data; uint64_t pages, max_pages, size; bool is64; uint32_t page_size; } wasm_rt_memory_t;
typedef struct { wasm_rt_funcref_t* data; uint32_t max_size, size; } wasm_rt_funcref_table_t;
typedef struct { wasm_rt_externref_t* data; uint32_t max_size, size; } wasm_rt_externref_table_t;
extern uint32_t wasm_rt_call_stack_depth;
WASM_RT_NO_RETURN void wasm_rt_trap(wasm_rt_trap_t);
bool wasm_rt_is_initialized(void);
void wasm_rt_allocate_memory(wasm_rt_memory_t*, uint64_t initial, uint64_t max, bool is64, uint32_t page_size);
uint64_t wasm_rt_grow_memory(wasm_rt_memory_t*, uint64_t pages);
void wasm_rt_free_memory(wasm_rt_memory_t*);
#endif
`;

const MAIN = `
#include <stdio.h>
#include "artifact.h"
uint32_t wasm_rt_call_stack_depth;
static jmp_buf at_trap;
void wasm_rt_trap(wasm_rt_trap_t code) { longjmp(at_trap, (int)code); }
bool wasm_rt_is_initialized(void) { return true; }
void wasm_rt_allocate_memory(wasm_rt_memory_t* memory, uint64_t initial, uint64_t max, bool is64, uint32_t page_size) {
  memory->pages = initial; memory->max_pages = max; memory->page_size = page_size; memory->is64 = is64;
  memory->size = initial * page_size;
  memory->data = calloc(memory->size, 1);
}
uint64_t wasm_rt_grow_memory(wasm_rt_memory_t* memory, uint64_t pages) {
  uint64_t before = memory->pages;
  if (pages > memory->max_pages - before) return (uint32_t)-1;
  uint8_t* data = realloc(memory->data, (before + pages) * memory->page_size);
  if (data == NULL) return (uint32_t)-1;
  memset(data + memory->size, 0, pages * memory->page_size);
  memory->data = data; memory->pages += pages; memory->size = memory->pages * memory->page_size;
  return before;
}
void wasm_rt_free_memory(wasm_rt_memory_t* memory) { free(memory->data); }
int main(int argc, char** argv) {
  static w2c_artifact artifact;
  static uint8_t input[1 << 20];
  FILE* file = fopen(argv[1], "rb");
  size_t length = fread(input, 1, sizeof input, file);
  fclose(file);
  wasm2c_artifact_instantiate(&artifact);
  uint32_t pointer = w2c_artifact_alloc(&artifact, length);
  memcpy(w2c_artifact_memory(&artifact)->data + pointer, input, length);
  if (setjmp(at_trap) == 0) w2c_artifact_run(&artifact, pointer, length, strtoull(argv[2], NULL, 10));
  printf("%u %llu ", w2c_artifact_status(&artifact), (unsigned long long)w2c_artifact_steps(&artifact));
  fwrite(w2c_artifact_memory(&artifact)->data + w2c_artifact_output_ptr(&artifact), 1, w2c_artifact_output_len(&artifact), stdout);
  return 0;
}
`;
