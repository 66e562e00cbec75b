//go:build !js

package encode

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// openH264Packed is a WebAssembly module that openh264/build.sh makes. It has three functions: open(width, height, fps,
// quantiser) returns the address of the I420 picture, encode(milliseconds) the length of the coded one, output() its address.
//
//go:embed openh264/openh264.wasm.gz
var openH264Packed []byte

// openH264 compiles the module once for the whole program, which takes some tenths of a second.
var openH264 = sync.OnceValues(func() (compiled, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(openH264Packed))
	if err != nil {
		return compiled{}, err
	}
	code, err := io.ReadAll(unpacked)
	if err != nil {
		return compiled{}, err
	}
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, r); err != nil {
		return compiled{}, err
	}
	c, err := r.CompileModule(ctx, code)
	return compiled{r, c}, err
})

type compiled struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

// A builtin is the sink of the built-in encoder: one instance of the module, with its own memory, and the file.
type builtin struct {
	spec           Spec
	file           *movie
	instance       api.Module
	encode, output api.Function
	budget         budget
	quantiser      int
	input          uint32 // address of the picture in the module's memory
}

func openBuiltin(s Spec) (sink, error) {
	c, err := openH264()
	if err != nil {
		return nil, fmt.Errorf("the built-in OpenH264 does not start: %w", err)
	}
	b := &builtin{spec: s, budget: newBudget(s), quantiser: h264Quantiser}
	if err := b.open(c); err != nil {
		return nil, err
	}
	if b.file, err = newMovie(s, "avc1"); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// open starts to encode with the present quantiser: the next picture is a key frame.
func (b *builtin) open(c compiled) error {
	s, ctx := &b.spec, context.Background()
	// Only modules without a name can have several instances.
	instance, err := c.runtime.InstantiateModule(ctx, c.code, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		return fmt.Errorf("the built-in OpenH264 does not start: %w", err)
	}
	b.instance, b.encode, b.output = instance, instance.ExportedFunction("encode"), instance.ExportedFunction("output")
	at, err := instance.ExportedFunction("open").Call(ctx, uint64(s.Width), uint64(s.Height), uint64(s.FPS), uint64(b.quantiser))
	if err != nil || at[0] == 0 {
		b.close()
		return fmt.Errorf("the built-in OpenH264 cannot encode %d×%d at %d frames a second", s.Width, s.Height, s.FPS)
	}
	b.input = uint32(at[0])
	return nil
}

// adapt changes the quantiser at frame k if the budget asks for it. The parameter sets of the new instance are the same: each
// slice has its own quantiser.
func (b *builtin) adapt(k int) error {
	if k%(2*b.spec.FPS) != 0 { // the module makes this frame a key frame
		return nil
	}
	now := b.budget.next(b.quantiser, k)
	if now == b.quantiser {
		return nil
	}
	c, err := openH264()
	if err != nil {
		return err
	}
	b.close()
	b.quantiser = now
	return b.open(c)
}

func (b *builtin) frame(k int, rgba []byte) error {
	if err := b.adapt(k); err != nil {
		return err
	}
	// The module's memory moves when it grows, so the picture's address is looked up each time.
	luma := b.spec.Width * b.spec.Height
	all, _ := b.instance.Memory().Read(b.input, uint32(luma+luma/2))
	i420(rgba, b.spec.Width, b.spec.Height, all[:luma], all[luma:luma+luma/4], all[luma+luma/4:])
	stream, err := b.code(k)
	if err == nil {
		b.budget.used += int64(len(stream))
		err = b.file.add(stream)
	}
	if err != nil {
		return fmt.Errorf("frame %d: %w", k, err)
	}
	return nil
}

// code returns the coded picture. It is in the module's memory, and valid until the next call.
func (b *builtin) code(k int) ([]byte, error) {
	failed := errors.New("the built-in OpenH264 failed")
	ctx := context.Background()
	size, err := b.encode.Call(ctx, uint64(k)*1000/uint64(b.spec.FPS)) // ms
	if err != nil || int32(size[0]) < 0 {
		return nil, failed
	}
	at, err := b.output.Call(ctx)
	if err != nil {
		return nil, failed
	}
	stream, _ := b.instance.Memory().Read(uint32(at[0]), uint32(size[0]))
	return stream, nil
}

func (b *builtin) finish() ([]Whole, error) { return b.file.finish() }

func (b *builtin) placed() error {
	b.close()
	return b.file.placed()
}

func (b *builtin) abandon() (string, int, error) {
	b.close()
	return b.file.abandon()
}

func (b *builtin) close() { _ = b.instance.Close(context.Background()) }
