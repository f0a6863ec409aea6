// A host for artifacts in C. wasm2c makes the module into C, so the artifact becomes a program without an engine (Debian's
// package wabt has wasm2c and its small runtime):
//
//   wasm2c policy.wasm -n artifact -o artifact.c
//   cc -O2 -I. -I/usr/share/wabt/wasm2c host.c artifact.c /usr/share/wabt/wasm2c/wasm-rt-impl.c -lm -o policy
//   ./policy '{"items": []}' 10000

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "artifact.h"
#include "wasm-rt-impl.h"

static const char *STATUSES[] = {"finished", "out-of-fuel", "fault", "host-failed"};

// One run of an instance; the next one may follow on the same. `input` is JSON text, or NULL for nil; `fuel` from 0 to
// 2^53 - 1. Gives the status; `text` is the output, or the fault, as JSON, and valid until the next run.
static uint32_t run(Z_artifact_instance_t *artifact, const char *input, uint64_t fuel, const char **text,
                    uint32_t *length) {
  const uint32_t size = input == NULL ? 0 : (uint32_t)strlen(input);
  // A fault and exhausted fuel trap; afterwards every export still answers. Any other trap is the host's own.
  const wasm_rt_trap_t trap = wasm_rt_impl_try();
  if (trap == WASM_RT_TRAP_NONE) {
    const uint32_t at = Z_artifactZ_alloc(artifact, size);
    // alloc may have grown the memory, which may move it.
    if (size > 0) memcpy(Z_artifactZ_memory(artifact)->data + at, input, size);
    Z_artifactZ_run(artifact, at, size, fuel);
  } else if (Z_artifactZ_status(artifact) == 3) {
    fprintf(stderr, "the host failed: %s\n", wasm_rt_strerror(trap));
    exit(70);
  }
  // Printing a fault may grow the memory, too.
  const uint32_t start = Z_artifactZ_output_ptr(artifact);
  *length = Z_artifactZ_output_len(artifact);
  *text = (const char *)Z_artifactZ_memory(artifact)->data + start;
  return Z_artifactZ_status(artifact);
}

int main(int count, char **arguments) {
  const char *input = count > 1 ? arguments[1] : NULL;
  const uint64_t fuel = count > 2 ? strtoull(arguments[2], NULL, 10) : 1000000;
  // A length of 0 means nil. Whoever was to write the input and wrote nothing has failed, which is not nil.
  if (input != NULL && *input == '\0') {
    fprintf(stderr, "the input is empty: it holds no JSON value\n");
    return 2;
  }
  wasm_rt_init();
  Z_artifact_init_module();
  Z_artifact_instance_t artifact;
  Z_artifact_instantiate(&artifact);
  const char *text;
  uint32_t length;
  const uint32_t status = run(&artifact, input, fuel, &text, &length);
  printf("%s after %" PRIu64 " steps: ", STATUSES[status], Z_artifactZ_steps(&artifact));
  fwrite(text, 1, length, stdout);
  printf("\n");
  Z_artifact_free(&artifact);
  wasm_rt_free();
  return 0;
}
