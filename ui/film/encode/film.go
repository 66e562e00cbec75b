// Package encode turns frames into video files.
//
// It knows pictures, encoders, containers and files, and nothing of sessions or windows: the caller borrows a buffer,
// fills it and hands it over, and the frame is encoded while the next is drawn.
//
//	film, err := encode.Create(encode.Spec{Path: "out.mp4", Width: 1280, Height: 720, FPS: 60})
//	for k := range frames {
//		buffer := film.Buffer()
//		draw(k, buffer)
//		if err := film.Write(buffer); err != nil {
//			kept, _ := film.Abort()
//			…
//		}
//	}
//	err = film.Close()
//
// A film has a temporary name until it is whole: out.part.mp4 beside out.mp4. Only Close gives it the name that was
// asked for, in one step, so a film of that name is never half a film, and an older film of that name stays until the
// new one is complete. Two films of one name must not be made at once.
//
// docs/recording.md says which encoders there are, and why these.
package encode

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"driftlab/internal/files"
)

// spareBuffers is how many frames can wait between drawing and encoding, besides those in encoders. Two even out the times of
// both; more would only cost memory, 8 MB each at 1920×1080.
const spareBuffers = 2

// abortWait is how long Abort waits before it kills an encoder that waits for something outside.
const abortWait = 5 * time.Second

// ErrAborted is what Write and Close return after Abort.
var ErrAborted = errors.New("the film was cancelled")

// A Film is one video file being made. Buffer, Write and Close belong to one goroutine; Abort may be called from any,
// even while one of them waits.
type Film struct {
	spec Spec
	sink sink
	line string

	free    chan []byte
	queue   chan numbered
	encoded chan struct{} // closed once all encoding goroutines have ended
	aborted chan struct{} // closed by Abort

	handed int          // frames that were given to Write
	coded  atomic.Int64 // how many of those went through the encoder

	mu     sync.Mutex
	err    error // the first failure, of an encoder or of Spec.Hashes
	ended  bool  // the sink has been finished or abandoned
	kept   string
	stop   sync.Once // of aborted
	finish sync.Once // of queue
}

type numbered struct {
	k    int
	rgba []byte
}

// Create starts a film. It opens the part file, so a file that cannot be written is known at once.
func Create(spec Spec) (*Film, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	e, line, err := choose(spec)
	if err != nil {
		return nil, err
	}
	if err := spec.makeSound(); err != nil {
		return nil, err
	}
	s, err := e.open(spec)
	if err != nil {
		return nil, errors.Join(err, spec.dropSound())
	}
	if in := inFilm(s); in != "" {
		line += ", sound as " + in
	} else if spec.Sound != nil {
		line += ", sound in " + SoundName(spec.Path)
	}
	f := &Film{
		spec:    spec,
		sink:    s,
		line:    line,
		queue:   make(chan numbered, spareBuffers),
		encoded: make(chan struct{}),
		aborted: make(chan struct{}),
	}
	workers := max(e.workers, 1)
	buffers := workers + spareBuffers + 1 // one is for drawing
	f.free = make(chan []byte, buffers)
	for range buffers {
		f.free <- nil // made when first borrowed
	}
	f.start(workers)
	return f, nil
}

// start runs the encoding goroutines: one that hashes in order if hashes are wanted, then the workers.
func (f *Film) start(workers int) {
	work := f.queue
	if f.spec.Hashes != nil {
		work = make(chan numbered)
		go func() {
			defer close(work)
			for frame := range f.until(f.queue) {
				f.fail(f.hash(frame))
				select {
				case work <- frame:
				case <-f.aborted:
				}
			}
		}()
	}
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for frame := range f.until(work) {
				if f.failure() == nil {
					err := f.sink.frame(frame.k, frame.rgba)
					if err == nil {
						f.coded.Add(1)
					}
					f.fail(err)
				}
				f.free <- frame.rgba
			}
		})
	}
	go func() {
		all.Wait()
		close(f.encoded)
	}()
}

// until ranges over a channel until it is closed or the film is cancelled.
func (f *Film) until(frames <-chan numbered) iter.Seq[numbered] {
	return func(yield func(numbered) bool) {
		for {
			select {
			case frame, more := <-frames:
				if !more || !yield(frame) {
					return
				}
			case <-f.aborted:
				return
			}
		}
	}
}

func (f *Film) hash(frame numbered) error {
	if f.failure() != nil {
		return nil
	}
	_, err := fmt.Fprintf(f.spec.Hashes, "%d %x\n", frame.k, sha256.Sum256(frame.rgba))
	return err
}

// Encoder returns one line for a person: the encoder, and those that would have come first but don't work here.
func (f *Film) Encoder() string { return f.line }

// Encoded is how many frames are in the film, or in the part of it that Abort has left: some of those that were written may still
// wait when a film is cancelled.
func (f *Film) Encoded() int { return int(f.coded.Load()) }

// Buffer lends the memory for a frame: Width × Height × 4 bytes, red, green, blue and alpha, row by row from the top, as an
// image's ReadPixels writes them. Alpha is ignored: frames are opaque. The bytes are left over from an earlier frame. Buffer
// waits while encoding is behind, so the number of buffers is bounded. Return each buffer with Write.
func (f *Film) Buffer() []byte {
	select {
	case b := <-f.free:
		if b == nil {
			b = make([]byte, f.spec.frameBytes())
		}
		return b
	case <-f.aborted:
		return make([]byte, f.spec.frameBytes())
	}
}

// Ready reports whether neither Buffer nor Write would have to wait.
func (f *Film) Ready() bool { return len(f.free) > 0 && len(f.queue) < cap(f.queue) }

// Write hands over the next frame, a buffer from Buffer, which the caller must not use any more. It returns the first failure so
// far, perhaps of an earlier frame: then the film can't be completed, and Abort comes next.
func (f *Film) Write(frame []byte) error {
	if len(frame) != f.spec.frameBytes() {
		return fmt.Errorf("frame %d has %d bytes: %d×%d pixels have %d",
			f.handed, len(frame), f.spec.Width, f.spec.Height, f.spec.frameBytes())
	}
	select {
	case <-f.aborted:
		return ErrAborted
	default:
	}
	select {
	case f.queue <- numbered{f.handed, frame}:
		f.handed++
	case <-f.aborted:
		return ErrAborted
	}
	return f.failure()
}

// A Whole is a complete file, and the name that it will get. [files.Set.Adopt] syncs it to the disk before that.
type Whole struct{ Part, Path string }

// Close completes the film and gives it its name. If that fails, it leaves what Abort would leave, and the error says so.
func (f *Film) Close() error {
	return f.CloseWith(func(film []Whole) error {
		set := files.NewSet(f.spec.disk())
		defer set.Abandon()
		for _, w := range film {
			if err := set.Adopt(w.Part, w.Path); err != nil {
				return err
			}
		}
		return set.Replace()
	})
}

// CloseWith is Close with a function that gives the film's files their names, all or none, as [files.Set] does, perhaps together
// with other files. It may replace files that have these names by then.
func (f *Film) CloseWith(place func(film []Whole) error) error {
	f.finish.Do(func() { close(f.queue) })
	<-f.encoded
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ended {
		return f.err
	}
	f.ended = true
	if f.err == nil && f.handed == 0 {
		f.err = errors.New("the film has no frames")
	}
	if f.err == nil {
		if f.err = f.complete(place); f.err == nil {
			err := f.sink.placed()
			if inFilm(f.sink) != "" {
				err = errors.Join(err, f.spec.dropSound())
			}
			if err != nil {
				f.err = fmt.Errorf("the film is finished, but some temporary files remain: %w", err)
			}
			return f.err
		}
	}
	f.abandon()
	if f.kept != "" {
		f.err = fmt.Errorf("%w; the finished part of the film is in %s", f.err, f.kept)
	}
	return f.err
}

// complete finishes the film and calls place for its files.
func (f *Film) complete(place func([]Whole) error) error {
	film, err := f.sink.finish()
	if err != nil {
		return err
	}
	if f.spec.Sound != nil && inFilm(f.sink) == "" {
		film = append(film, Whole{f.spec.soundPart(), SoundName(f.spec.Path)})
	}
	for _, w := range film {
		if err := checkOurs(f.spec.disk(), w.Path); err != nil { // a file that appeared meanwhile
			return err
		}
	}
	return place(film)
}

// abandon stops the film and keeps the finished part.
func (f *Film) abandon() error {
	kept, lost, err := f.sink.abandon()
	f.kept = kept
	f.coded.Add(int64(-lost))
	return cmp.Or(err, f.spec.dropSound())
}

// Abort ends the film without completing it. kept names the file with the frames encoded so far, which players open; it is empty
// if there is none. After Close it does nothing.
func (f *Film) Abort() (kept string, err error) {
	if s, is := f.sink.(killable); is {
		defer time.AfterFunc(abortWait, s.kill).Stop()
	}
	f.stop.Do(func() { close(f.aborted) })
	f.fail(ErrAborted)
	<-f.encoded
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ended {
		return f.kept, nil
	}
	f.ended = true
	err = f.abandon()
	return f.kept, err
}

// fail remembers the first failure.
func (f *Film) fail(err error) {
	if err == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil && !f.ended {
		f.err = err
	}
}

func (f *Film) failure() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}
