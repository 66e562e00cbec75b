//go:build !js

package record

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// openH264Module is Cisco's OpenH264 2.3.1 as a WebAssembly module; openh264/build.sh makes it.
//
//go:embed openh264/openh264.wasm.gz
var openH264Module []byte

// module compiles the encoder once for the whole program, which takes some tenths of a second.
var module = sync.OnceValues(func() (compiledModule, error) {
	packed, err := gzip.NewReader(bytes.NewReader(openH264Module))
	if err != nil {
		return compiledModule{}, err
	}
	code, err := io.ReadAll(packed)
	if err != nil {
		return compiledModule{}, err
	}
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, r); err != nil {
		return compiledModule{}, err
	}
	compiled, err := r.CompileModule(ctx, code)
	return compiledModule{r, compiled}, err
})

type compiledModule struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

func embeddedEncoder() encoder {
	return encoder{
		name: "builtin",
		probe: func() (string, error) {
			line := "H.264 by the built-in OpenH264 2.3.1 (WebAssembly)"
			if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
				line += ", interpreted and slow on " + runtime.GOARCH
			}
			return line, nil
		},
		open: func(s Spec) (sink, error) {
			c, err := newModuleCoder(s)
			if err != nil {
				return nil, err
			}
			return openH264(s, c)
		},
	}
}

// A moduleCoder is one instance of the module, with a memory of its own.
type moduleCoder struct {
	spec           Spec
	instance       api.Module
	encode, output api.Function
	input          uint32 // address of the picture in the module's memory
}

func newModuleCoder(s Spec) (*moduleCoder, error) {
	m, err := module()
	if err != nil {
		return nil, fmt.Errorf("the built-in OpenH264 does not start: %w", err)
	}
	ctx := context.Background()
	// Without a name there can be several at once.
	instance, err := m.runtime.InstantiateModule(ctx, m.code, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		return nil, fmt.Errorf("the built-in OpenH264 does not start: %w", err)
	}
	c := &moduleCoder{spec: s, instance: instance,
		encode: instance.ExportedFunction("encode"), output: instance.ExportedFunction("output")}
	at, err := instance.ExportedFunction("open").Call(ctx,
		uint64(s.Width), uint64(s.Height), uint64(s.FPS), h264Quantiser)
	if err != nil || at[0] == 0 {
		c.close()
		return nil, fmt.Errorf("the built-in OpenH264 takes no %d×%d at %d frames a second", s.Width, s.Height, s.FPS)
	}
	c.input = uint32(at[0])
	return c, nil
}

// planes are in the module's memory. They move when it grows, so they are asked for anew for each picture.
func (c *moduleCoder) planes() (y, u, v []byte) {
	luma := c.spec.Width * c.spec.Height
	all, _ := c.instance.Memory().Read(c.input, uint32(luma+luma/2))
	return all[:luma], all[luma : luma+luma/4], all[luma+luma/4:]
}

func (c *moduleCoder) code(k int) ([]byte, error) {
	ctx := context.Background()
	size, err := c.encode.Call(ctx, uint64(k)*1000/uint64(c.spec.FPS)) // ms
	if err != nil || int32(size[0]) < 0 {
		return nil, errors.New("the built-in OpenH264 failed")
	}
	at, err := c.output.Call(ctx)
	if err != nil {
		return nil, errors.New("the built-in OpenH264 failed")
	}
	stream, _ := c.instance.Memory().Read(uint32(at[0]), uint32(size[0]))
	return stream, nil
}

func (c *moduleCoder) close() { _ = c.instance.Close(context.Background()) }
