package encode

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall/js"
)

// A page can't start ffmpeg, and could only interpret the built-in encoder, but the browser has encoders.

var mp4Encoders, webmEncoders = []encoder{webCodecs()}, []encoder{mediaRecorder()}

const insteadOfWebM = "" // what codes no MP4 most likely records no WebM

// webCodecs is an encoder of the browser (https://www.w3.org/TR/webcodecs/): the first of [codecNames] that it has.
func webCodecs() encoder {
	return encoder{
		name: "webcodecs",
		probe: func(s Spec) (string, error) {
			if s.Width == 0 { // it is asked without a film
				s.Width, s.Height, s.FPS = 1280, 720, 60
			}
			config, err := supported(s)
			if err != nil {
				return "", err
			}
			return map[bool]string{true: "VP9", false: "H.264"}[config["codec"] == vp9Name] + " by the browser (WebCodecs)", nil
		},
		open: func(s Spec) (sink, error) {
			config, err := supported(s)
			if err != nil {
				return nil, err
			}
			coding, _, _ := strings.Cut(config["codec"].(string), ".")
			file, err := newMovie(s, coding)
			if err != nil {
				return nil, err
			}
			return newWebCoder(s, config, file)
		},
	}
}

// vp9Name is that of VP9's profile 0 with 8 bits.
var vp9Name = fmt.Sprintf("vp09.00.%d.08", vp9Level)

// codecNames returns the names (RFC 6381) of H.264's profiles High, Main and constrained Baseline, at the lowest level that
// allows the film (ITU-T H.264, table A-1), and of VP9.
func codecNames(s Spec) (names []string) {
	blocks := ((s.Width + 15) / 16) * ((s.Height + 15) / 16)
	level := 0x3e
	for _, l := range []struct{ level, frame, second int }{
		{0x1e, 1620, 40500}, {0x1f, 3600, 108000}, {0x20, 5120, 216000}, {0x28, 8192, 245760}, {0x2a, 8704, 522240},
		{0x32, 22080, 589824}, {0x33, 36864, 983040}, {0x34, 36864, 2073600},
	} {
		if blocks <= l.frame && blocks*s.FPS <= l.second {
			level = l.level
			break
		}
	}
	for _, profile := range []string{"6400", "4d00", "42e0"} {
		names = append(names, fmt.Sprintf("avc1.%s%02x", profile, level))
	}
	return append(names, vp9Name)
}

// bitsPerPixel sets the bit rate for a browser's encoder: 7 Mbit/s at 1280×720 and 60 frames a second. Not all of them support a
// constant quality.
const bitsPerPixel = 0.125

// supported returns the first configuration that the browser supports.
func supported(s Spec) (map[string]any, error) {
	encoder := js.Global().Get("VideoEncoder")
	if encoder.IsUndefined() {
		if !js.Global().Get("isSecureContext").Bool() {
			return nil, errors.New("a browser encodes films only on pages that come by https")
		}
		return nil, errors.New("this browser has no WebCodecs")
	}
	for _, name := range codecNames(s) {
		config := map[string]any{"codec": name, "width": s.Width, "height": s.Height, "framerate": s.FPS,
			"bitrate": int(float64(s.Width*s.Height*s.FPS) * bitsPerPixel), "latencyMode": "quality"}
		if name != vp9Name {
			config["avc"] = map[string]any{"format": "annexb"}
		}
		answer, err := await(encoder.Call("isConfigSupported", config))
		if err == nil && answer.Get("supported").Bool() {
			return config, nil
		}
	}
	return nil, fmt.Errorf("this browser encodes neither H.264 nor VP9 at %d×%d", s.Width, s.Height)
}

// A webCoder is the sink of a browser's encoder. Coded pictures arrive some pictures later, in the same order.
type webCoder struct {
	spec    Spec
	file    *movie
	encoder js.Value
	picture []byte   // I420
	shared  js.Value // where the browser sees it
	calls   []js.Func

	sent, added int
	news        chan struct{} // gets a value when one of these has changed

	mu    sync.Mutex
	came  int      // coded pictures
	coded [][]byte // those that are not in the file yet
	err   error
}

// mostQueued is how many pictures may wait for the encoder.
const mostQueued = 2

func newWebCoder(s Spec, config map[string]any, file *movie) (sink, error) {
	c := &webCoder{spec: s, file: file, news: make(chan struct{}, 1), picture: make([]byte, s.Width*s.Height*3/2)}
	c.shared = js.Global().Get("Uint8Array").New(len(c.picture))
	err := guarded(func() {
		c.encoder = js.Global().Get("VideoEncoder").New(map[string]any{
			"output": c.heard(func(chunk js.Value) error { return c.take(chunk) }),
			"error":  c.heard(func(why js.Value) error { return errors.New(why.Get("message").String()) }),
		})
		c.encoder.Set("ondequeue", c.heard(func(js.Value) error { return nil }))
		c.encoder.Call("configure", config)
	})
	if err != nil {
		c.close()
		_, _, aerr := file.abandon()
		return nil, errors.Join(err, aerr)
	}
	return c, nil
}

// heard returns a callback for the browser. do must not wait.
func (c *webCoder) heard(do func(js.Value) error) js.Func {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		err := do(args[0])
		c.mu.Lock()
		if c.err == nil {
			c.err = err
		}
		c.mu.Unlock()
		select {
		case c.news <- struct{}{}:
		default:
		}
		return nil
	})
	c.calls = append(c.calls, f)
	return f
}

// take copies a coded picture out of the browser.
func (c *webCoder) take(chunk js.Value) error {
	array := js.Global().Get("Uint8Array").New(chunk.Get("byteLength").Int())
	chunk.Call("copyTo", array)
	stream := make([]byte, array.Length())
	js.CopyBytesToGo(stream, array)
	c.mu.Lock()
	defer c.mu.Unlock()
	if want := c.micros(c.came); chunk.Get("timestamp").Int() != want {
		return fmt.Errorf("the browser's encoder gave the picture of %v µs in place of that of %d µs", chunk.Get("timestamp"), want)
	}
	c.coded = append(c.coded, stream)
	c.came++
	return nil
}

// micros returns when frame k is shown, in the browser's unit. The file has the exact time.
func (c *webCoder) micros(k int) int { return k * 1_000_000 / c.spec.FPS }

func (c *webCoder) frame(k int, rgba []byte) error {
	w, h := c.spec.Width, c.spec.Height
	luma, colour := w*h, w*h/4
	i420(rgba, w, h, c.picture[:luma], c.picture[luma:luma+colour], c.picture[luma+colour:])
	js.CopyBytesToJS(c.shared, c.picture)
	err := guarded(func() {
		frame := js.Global().Get("VideoFrame").New(c.shared, map[string]any{
			"format": "I420", "codedWidth": w, "codedHeight": h,
			"timestamp": c.micros(k), "duration": c.micros(k+1) - c.micros(k),
			"colorSpace": map[string]any{"primaries": "bt709", "transfer": "bt709", "matrix": "bt709", "fullRange": false},
		})
		c.encoder.Call("encode", frame, map[string]any{"keyFrame": k%(2*c.spec.FPS) == 0})
		frame.Call("close")
	})
	c.sent++
	for err == nil && c.encoder.Get("encodeQueueSize").Int() > mostQueued {
		<-c.news
		err = c.add()
	}
	if err == nil {
		err = c.add()
	}
	if err != nil {
		return fmt.Errorf("frame %d: %w", k, err)
	}
	return nil
}

// add writes the coded pictures into the file.
func (c *webCoder) add() error {
	c.mu.Lock()
	coded, err := c.coded, c.err
	c.coded = nil
	c.mu.Unlock()
	for _, stream := range coded {
		if err == nil {
			err = c.file.add(stream)
		}
		if err == nil {
			c.added++
		}
	}
	return err
}

func (c *webCoder) finish() ([]Whole, error) {
	_, err := await(c.encoder.Call("flush"))
	if added := c.add(); added != nil { // it says more than a failed flush
		err = added
	}
	if err == nil && c.added != c.sent {
		err = fmt.Errorf("the browser's encoder gave %d of %d pictures", c.added, c.sent)
	}
	if err != nil {
		return nil, err
	}
	return c.file.finish()
}

func (c *webCoder) placed() error {
	c.close()
	return c.file.placed()
}

func (c *webCoder) abandon() (string, int, error) {
	c.close()
	kept, lost, err := c.file.abandon()
	return kept, lost + c.sent - c.added, err
}

// kill makes a waiting call of frame return.
func (c *webCoder) kill() {
	c.mu.Lock()
	c.err = ErrAborted
	c.mu.Unlock()
	select {
	case c.news <- struct{}{}:
	default:
	}
}

// close closes the encoder, unless it has ended by itself.
func (c *webCoder) close() {
	if c.encoder.Truthy() && c.encoder.Get("state").String() != "closed" {
		c.encoder.Call("close")
	}
	for _, f := range c.calls {
		f.Release()
	}
	c.calls = nil
}
