// A host for artifacts in Go, on wazero, which needs no C.
//
//	go mod init host && go get github.com/tetratelabs/wazero
//	go run host.go policy.wasm '{"items": []}' 10000
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

var statuses = []string{"finished", "out-of-fuel", "fault", "host-failed"}

// hostFailed is the status after a trap that is neither a fault nor exhausted fuel.
const hostFailed = 3

// Result is what a run ended in. Text is the output, or the fault, as JSON.
type Result struct {
	Status string
	Steps  uint64
	Text   string
}

// Artifact is an artifact's bytes, opened. Runs come one after the other on the same instance.
type Artifact struct {
	module api.Module
}

// Open compiles and instantiates an artifact.
func Open(ctx context.Context, wasm []byte) (*Artifact, error) {
	module, err := wazero.NewRuntime(ctx).Instantiate(ctx, wasm)
	if err != nil {
		return nil, err
	}
	return &Artifact{module}, nil
}

// Run makes one run. A nil input is nil, any other is JSON text; fuel is from 0 to 2^53 - 1.
func (a *Artifact) Run(ctx context.Context, input []byte, fuel uint64) (Result, error) {
	// A length of 0 means nil. Whoever was to write the input and wrote nothing has failed, which is not nil.
	if input != nil && len(input) == 0 {
		return Result{}, errors.New("the input is empty: it holds no JSON value")
	}
	trap := a.start(ctx, input, fuel)
	status, err := a.call(ctx, "status")
	if err != nil {
		return Result{}, err
	}
	// A fault and exhausted fuel trap; afterwards every export still answers. Any other trap is the host's own.
	if status == hostFailed {
		return Result{}, fmt.Errorf("the run failed: %w", trap)
	}
	start, err := a.call(ctx, "output_ptr")
	if err != nil {
		return Result{}, err
	}
	length, err := a.call(ctx, "output_len")
	if err != nil {
		return Result{}, err
	}
	steps, err := a.call(ctx, "steps")
	if err != nil {
		return Result{}, err
	}
	text, ok := a.module.Memory().Read(uint32(start), uint32(length))
	if !ok {
		return Result{}, errors.New("the output lies outside the memory")
	}
	// The next run overwrites the memory, so the text is copied.
	return Result{statuses[status], steps, string(text)}, nil
}

func (a *Artifact) start(ctx context.Context, input []byte, fuel uint64) error {
	at, err := a.call(ctx, "alloc", uint64(len(input)))
	if err != nil {
		return err
	}
	if !a.module.Memory().Write(uint32(at), input) {
		return errors.New("the input does not fit the memory")
	}
	_, err = a.call(ctx, "run", at, uint64(len(input)), fuel)
	return err
}

func (a *Artifact) call(ctx context.Context, name string, arguments ...uint64) (uint64, error) {
	results, err := a.module.ExportedFunction(name).Call(ctx, arguments...)
	if err != nil {
		return 0, err
	}
	return results[0], nil
}

func main() {
	if err := serve(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(args []string) error {
	if len(args) == 0 {
		return errors.New("usage: host ARTIFACT [INPUT [FUEL]]")
	}
	ctx := context.Background()
	wasm, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	artifact, err := Open(ctx, wasm)
	if err != nil {
		return err
	}
	var input []byte
	if len(args) > 1 {
		input = []byte(args[1])
	}
	fuel := uint64(1000000)
	if len(args) > 2 {
		if fuel, err = strconv.ParseUint(args[2], 10, 53); err != nil {
			return err
		}
	}
	result, err := artifact.Run(ctx, input, fuel)
	if err != nil {
		return err
	}
	fmt.Printf("%s after %d steps: %s\n", result.Status, result.Steps, result.Text)
	return nil
}
