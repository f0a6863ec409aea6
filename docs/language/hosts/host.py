"""A host for artifacts in Python, on wasmtime (pip install wasmtime), or else on the interpreter of wabt
(apt-get install wabt), which needs no package of Python.

    python3 host.py policy.wasm '{"items": []}' 10000
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import wasmtime
except ImportError:
    wasmtime = None

STATUSES = ("finished", "out-of-fuel", "fault", "host-failed")
HOST_FAILED = 3


def encoded(text):
    """The bytes of an input: JSON text, or None for nil."""
    # A length of 0 means nil. Whoever was to write the input and wrote nothing has failed, which is not nil.
    if text == "":
        raise ValueError("the input is empty: it holds no JSON value")
    return b"" if text is None else text.encode("utf-8")


class OnWasmtime:
    """An artifact's bytes, opened. Runs come one after the other on the same instance."""

    def __init__(self, wasm):
        self.store = wasmtime.Store()
        module = wasmtime.Module(self.store.engine, wasm)
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)

    def _call(self, name, *arguments):
        return self.exports[name](self.store, *arguments)

    def run(self, text, fuel):
        """One run: status, steps, and the output or the fault as JSON text.

        `text` is the input as JSON, or None for nil; `fuel` a whole number from 0 to 2**53 - 1.
        """
        data = encoded(text)
        memory = self.exports["memory"]
        try:
            at = self._call("alloc", len(data))
            memory.write(self.store, data, at)
            self._call("run", at, len(data), fuel)
        except wasmtime.Trap:
            # A fault and exhausted fuel trap; afterwards every export still answers. Any other trap is the host's own.
            if self._call("status") == HOST_FAILED:
                raise
        start, length = self._call("output_ptr"), self._call("output_len")
        output = memory.read(self.store, start, start + length).decode("utf-8")
        return STATUSES[self._call("status")], self._call("steps"), output


class OnWabt:
    """The same with programs of wabt: a run is a process, with an instance of its own.

    spectest-interp runs a list of calls and prints their results, but reaches no memory. So a second module, made for
    the run, has the input in it, puts it into the artifact's memory, and prints the output byte by byte.
    """

    MODULE = """(module
      (import "artifact" "memory" (memory 0))
      (import "artifact" "alloc" (func $alloc (param i32) (result i32)))
      (import "artifact" "run" (func $run (param i32 i32 i64) (result i32)))
      (import "artifact" "output_ptr" (func $output_ptr (result i32)))
      (import "artifact" "output_len" (func $output_len (result i32)))
      (import "spectest" "print_i32" (func $print (param i32)))
      (data $input "%(input)s")
      (func (export "start") (local $at i32)
        (local.set $at (call $alloc (i32.const %(length)d)))
        (memory.init $input (local.get $at) (i32.const 0) (i32.const %(length)d))
        (drop (call $run (local.get $at) (i32.const %(length)d) (i64.const %(fuel)d))))
      (func (export "print") (local $at i32) (local $end i32)
        (local.set $at (call $output_ptr))
        (local.set $end (i32.add (local.get $at) (call $output_len)))
        (block $done
          (loop $next
            (br_if $done (i32.eq (local.get $at) (local.get $end)))
            (call $print (i32.load8_u (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $next)))))"""

    # In the order of the calls, which goes on after a trap.
    CALLS = (("host", "start"), ("artifact", "status"), ("artifact", "steps"), ("host", "print"))

    def __init__(self, wasm):
        self.wasm = wasm

    def run(self, text, fuel):
        data = encoded(text)
        with tempfile.TemporaryDirectory() as folder:
            printed = self._interpret(folder, data, fuel)

        def result(pattern):
            found = re.search(pattern, printed, re.MULTILINE)
            if found is None:
                raise RuntimeError(f"spectest-interp could not run the artifact: {printed}")
            return found[1]

        status = int(result(r"^status\(\) => i32:(\d+)$"))
        if status == HOST_FAILED:
            raise RuntimeError(result(r"^start\(\) => (.*)$"))
        output = bytes(int(byte) for byte in re.findall(r"print_i32\(i32:(\d+)\)", printed))
        return STATUSES[status], int(result(r"^steps\(\) => i64:(\d+)$")), output.decode("utf-8")

    def _interpret(self, folder, data, fuel):
        def path(name):
            return os.path.join(folder, name)

        with open(path("artifact.wasm"), "wb") as file:
            file.write(self.wasm)
        with open(path("host.wat"), "w", encoding="utf-8") as file:
            escaped = "".join("\\%02x" % byte for byte in data)
            file.write(self.MODULE % {"input": escaped, "length": len(data), "fuel": fuel})
        subprocess.run(["wat2wasm", path("host.wat"), "-o", path("host.wasm")], check=True)
        # The members in the order that wabt reads them in.
        commands = [
            {"type": "module", "line": 1, "name": "$artifact", "filename": "artifact.wasm"},
            {"type": "register", "line": 1, "name": "$artifact", "as": "artifact"},
            {"type": "module", "line": 1, "name": "$host", "filename": "host.wasm"},
        ]
        for module, name in self.CALLS:
            action = {"type": "invoke", "module": "$" + module, "field": name, "args": []}
            commands.append({"type": "action", "line": 1, "action": action, "expected": []})
        script = {"source_filename": "host.wast", "commands": commands}
        with open(path("host.json"), "w", encoding="utf-8") as file:
            json.dump(script, file)
        # Its exit code tells of traps, which status() does too.
        program = ["spectest-interp", path("host.json")]
        return subprocess.run(
            program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
        ).stdout


def main(path, text=None, fuel="1000000"):
    with open(path, "rb") as file:
        wasm = file.read()
    if wasmtime is not None:
        artifact = OnWasmtime(wasm)
    elif shutil.which("spectest-interp") is not None:
        artifact = OnWabt(wasm)
    else:
        sys.exit("no engine is here: pip install wasmtime, or apt-get install wabt")
    status, steps, output = artifact.run(text, int(fuel))
    print(f"{status} after {steps} steps: {output}")


if __name__ == "__main__":
    main(*sys.argv[1:])
