"""A host for artifacts in Python, on wasmtime (pip install wasmtime).

    python3 host.py policy.wasm '{"items": []}' 10000
"""

import sys

from wasmtime import Instance, Module, Store, Trap

STATUSES = ("finished", "out-of-fuel", "fault", "host-failed")


class Artifact:
    """An artifact's bytes, opened. Runs come one after the other on the same instance."""

    def __init__(self, wasm):
        self.store = Store()
        module = Module(self.store.engine, wasm)
        self.exports = Instance(self.store, module, []).exports(self.store)

    def _call(self, name, *arguments):
        return self.exports[name](self.store, *arguments)

    def run(self, text, fuel):
        """One run: status, steps, and the output or the fault as JSON text.

        `text` is the input as JSON, or None for nil; `fuel` a whole number from 0 to 2**53 - 1.
        """
        # A length of 0 means nil. Whoever was to write the input and wrote nothing has failed, which is not nil.
        if text == "":
            raise ValueError("the input is empty: it holds no JSON value")
        data = b"" if text is None else text.encode("utf-8")
        memory = self.exports["memory"]
        try:
            at = self._call("alloc", len(data))
            memory.write(self.store, data, at)
            self._call("run", at, len(data), fuel)
        except Trap:
            # A fault and exhausted fuel trap; afterwards every export still answers. Any other trap is the host's own.
            if self._call("status") == 3:
                raise
        start, length = self._call("output_ptr"), self._call("output_len")
        output = memory.read(self.store, start, start + length).decode("utf-8")
        return STATUSES[self._call("status")], self._call("steps"), output


def main(path, text=None, fuel="1000000"):
    with open(path, "rb") as file:
        artifact = Artifact(file.read())
    status, steps, output = artifact.run(text, int(fuel))
    print(f"{status} after {steps} steps: {output}")


if __name__ == "__main__":
    main(*sys.argv[1:])
