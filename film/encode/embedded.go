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
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// The built-in encoders are WebAssembly modules; the build.sh beside each makes it.
var (
	//go:embed openh264/openh264.wasm.gz
	openH264Packed []byte
	//go:embed libvpx/libvpx.wasm.gz
	vpxPacked []byte

	openH264Module = newModule("OpenH264 2.3.1", openH264Packed)
	vpxModule      = newModule("libvpx 1.12.0", vpxPacked)
)

// A module is a built-in encoder. It has three functions: open(width, height, fps, quantiser) gives the address
// of the I420 picture, encode(milliseconds) the length of what is coded, output() its address.
type module struct {
	name    string
	compile func() (compiled, error) // once for the whole program: it takes some tenths of a second
}

type compiled struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

func newModule(name string, packed []byte) *module {
	return &module{name, sync.OnceValues(func() (compiled, error) {
		unpacked, err := gzip.NewReader(bytes.NewReader(packed))
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
	})}
}

// vpxQuantiser is for libvpx, 0 (finest) to 63, what h264Quantiser is for OpenH264.
const vpxQuantiser = 8

func builtinH264() encoder {
	return openH264Module.encoder("H.264", h264Quantiser, openH264)
}

func builtinVP8() encoder {
	return vpxModule.encoder("VP8", vpxQuantiser, openVP8)
}

func (m *module) encoder(title string, quantiser int, open func(Spec, coder) (sink, error)) encoder {
	return encoder{
		name: "builtin",
		probe: func(Spec) (string, error) {
			line := fmt.Sprintf("%s by the built-in %s (WebAssembly)", title, m.name)
			if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
				line += ", interpreted and slow on " + runtime.GOARCH
			}
			return line, nil
		},
		open: func(s Spec) (sink, error) {
			c, err := m.coder(s, quantiser)
			if err != nil {
				return nil, err
			}
			return open(s, c)
		},
	}
}

// A moduleCoder is one instance of a module, with a memory of its own.
type moduleCoder struct {
	module         *module
	spec           Spec
	instance       api.Module
	encode, output api.Function
	input          uint32 // address of the picture in the module's memory
}

func (m *module) coder(s Spec, quantiser int) (*moduleCoder, error) {
	c, err := m.compile()
	if err != nil {
		return nil, fmt.Errorf("the built-in %s does not start: %w", m.name, err)
	}
	ctx := context.Background()
	// Without a name there can be several at once.
	instance, err := c.runtime.InstantiateModule(ctx, c.code, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		return nil, fmt.Errorf("the built-in %s does not start: %w", m.name, err)
	}
	made := &moduleCoder{module: m, spec: s, instance: instance,
		encode: instance.ExportedFunction("encode"), output: instance.ExportedFunction("output")}
	at, err := instance.ExportedFunction("open").Call(ctx, uint64(s.Width), uint64(s.Height), uint64(s.FPS), uint64(quantiser))
	if err != nil || at[0] == 0 {
		made.close()
		return nil, fmt.Errorf("the built-in %s takes no %d×%d at %d frames a second", m.name, s.Width, s.Height, s.FPS)
	}
	made.input = uint32(at[0])
	return made, nil
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
		return nil, errors.New("the built-in " + c.module.name + " failed")
	}
	at, err := c.output.Call(ctx)
	if err != nil {
		return nil, errors.New("the built-in " + c.module.name + " failed")
	}
	stream, _ := c.instance.Memory().Read(uint32(at[0]), uint32(size[0]))
	return stream, nil
}

func (c *moduleCoder) close() { _ = c.instance.Close(context.Background()) }
