package encode

import (
	"cmp"
	"errors"
	"fmt"
	"syscall/js"
	"time"

	"driftlab/internal/files"
)

// mediaRecorder is for browsers without WebCodecs: the browser records a canvas (https://www.w3.org/TR/mediastream-recording/),
// by its own clock. So each frame stays on the canvas for its time, and the recording is paused between frames. Times of frames
// are accurate to some milliseconds, and making a film takes at least as long as the film.
func mediaRecorder() encoder {
	return encoder{
		name: "mediarecorder",
		probe: func(Spec) (string, error) {
			recorder := js.Global().Get("MediaRecorder")
			if recorder.IsUndefined() || !recorder.Call("isTypeSupported", recorderType).Bool() {
				return "", errors.New("this browser cannot record WebM")
			}
			return "WebM by the browser (MediaRecorder: the times of frames are not exact)", nil
		},
		open: newRecorder,
	}
}

const recorderType = "video/webm;codecs=vp8"

// A recorder is a sink of the browser's MediaRecorder.
type recorder struct {
	spec     Spec
	file     files.File
	context  js.Value // of the canvas
	track    js.Value
	recorder js.Value
	shared   js.Value // Uint8ClampedArray of a picture
	parts    chan js.Value
	heard    js.Func
	frames   int
}

func newRecorder(s Spec) (sink, error) {
	f, err := createPart(s.disk(), PartName(s.Path))
	if err != nil {
		return nil, err
	}
	r := &recorder{spec: s, file: f, parts: make(chan js.Value, 1)}
	err = guarded(func() {
		canvas := js.Global().Get("document").Call("createElement", "canvas")
		canvas.Set("width", s.Width)
		canvas.Set("height", s.Height)
		r.context = canvas.Call("getContext", "2d", map[string]any{"alpha": false})
		stream := canvas.Call("captureStream", 0)
		r.track = stream.Call("getVideoTracks").Index(0)
		r.shared = js.Global().Get("Uint8ClampedArray").New(s.frameBytes())
		r.recorder = js.Global().Get("MediaRecorder").New(stream, map[string]any{"mimeType": recorderType,
			"videoBitsPerSecond": int(float64(s.Width*s.Height*s.FPS) * bitsPerPixel)})
		r.heard = js.FuncOf(func(_ js.Value, args []js.Value) any {
			select {
			case r.parts <- args[0].Get("data"): // one, when it stops
			default:
			}
			return nil
		})
		r.recorder.Set("ondataavailable", r.heard)
	})
	if err != nil {
		f.Close()
		return nil, errors.Join(err, s.disk().Remove(f.Name()))
	}
	return r, nil
}

func (r *recorder) frame(k int, rgba []byte) error {
	for i := 3; i < len(rgba); i += 4 {
		rgba[i] = 255
	}
	js.CopyBytesToJS(r.shared, rgba)
	err := guarded(func() {
		picture := js.Global().Get("ImageData").New(r.shared, r.spec.Width, r.spec.Height)
		r.context.Call("putImageData", picture, 0, 0)
		if k == 0 {
			r.recorder.Call("start")
		} else {
			r.recorder.Call("resume")
		}
		r.track.Call("requestFrame")
	})
	if err != nil {
		return fmt.Errorf("frame %d: %w", k, err)
	}
	time.Sleep(time.Second / time.Duration(r.spec.FPS))
	r.frames++
	return guarded(func() { r.recorder.Call("pause") })
}

func (r *recorder) finish() ([]Whole, error) {
	if err := guarded(func() { r.recorder.Call("stop") }); err != nil {
		return nil, err
	}
	buffer, err := await((<-r.parts).Call("arrayBuffer"))
	if err != nil {
		return nil, err
	}
	array := js.Global().Get("Uint8Array").New(buffer)
	film := make([]byte, array.Length())
	js.CopyBytesToGo(film, array)
	_, err = r.file.Write(film)
	if err = cmp.Or(err, r.file.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", r.file.Name(), files.Reason(err))
	}
	return []Whole{{r.file.Name(), r.spec.Path}}, nil
}

func (r *recorder) placed() error {
	r.close()
	return nil
}

func (r *recorder) abandon() (string, int, error) {
	r.close()
	r.file.Close()
	return "", r.frames, r.spec.disk().Remove(r.file.Name())
}

// close releases the canvas.
func (r *recorder) close() {
	r.track.Call("stop")
	r.heard.Release()
}
