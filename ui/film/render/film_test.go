package render

import (
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/film"
	"driftlab/ui/film/encode"
	"driftlab/ui/uitest"
)

// frameImage returns a frame's pixels as an image.
func frameImage(pix []byte, w, h int) *image.RGBA {
	return &image.RGBA{Pix: pix, Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}
}

// testSink keeps the frames that it is asked to keep.
type testSink struct {
	size    int
	pix     []byte // lent again and again; nil for a new one each time
	frame   func(k int, pix []byte)
	k       int
	fail    error // of Write
	aborted int
}

func (s *testSink) Buffer() []byte {
	if s.pix != nil {
		return s.pix
	}
	return make([]byte, s.size)
}

func (s *testSink) Write(pix []byte) error {
	if s.frame != nil {
		s.frame(s.k, pix)
	}
	if s.fail == nil {
		s.k++
	}
	return s.fail
}

func (s *testSink) CloseWith(place func([]encode.Whole) error) error { return place(nil) }

func (s *testSink) Encoded() int { return s.k }

func (s *testSink) Ready() bool { return true }

func (s *testSink) Abort() (string, error) {
	s.aborted++
	return "half.part.mp4", nil
}

// filmOf returns the options for a film of a scenario, with a beside it if that isn't nil.
func filmOf(t testing.TB, name, beside string, change func(*config.Film)) config.Film {
	t.Helper()
	uitest.NeedLoop(t)
	opt := config.Film{Options: film.Defaults(), NewCarrier: func() (netsim.Carrier, error) { return netsim.NewDirect(), nil },
		Config: config.Open(files.Disk{}, "")}
	opt.Out, opt.Width, opt.Height, opt.FPS, opt.Length = filepath.Join(t.TempDir(), "x.mp4"), 320, 180, 30, time.Second
	opt.Sidecars = false
	load := func(name string) *scenario.Scenario {
		sc, err := scenario.Load(name)
		check(t, err)
		return sc
	}
	opt.Scenario = load(name)
	if beside != "" {
		opt.Beside, opt.TitleLength, opt.Names = load(beside), 200*time.Millisecond, [2]string{"one", "other"}
	}
	if change != nil {
		change(&opt)
	}
	return opt
}

// render makes all frames of a film in the tests' own game loop.
func render(t testing.TB, opt config.Film, sink filmSink) *Job {
	t.Helper()
	j := begun(t, opt, sink)
	for j.done < j.frames {
		if j.err = j.step(); j.err != nil {
			break
		}
	}
	return j
}

// begun returns a film without a frame so far.
func begun(t testing.TB, opt config.Film, sink filmSink) *Job {
	t.Helper()
	picture, err := newFilmPicture(opt)
	check(t, err)
	t.Cleanup(func() {
		picture.Session.Close()
		*picture = filmPicture{}
	})
	j := &Job{picture: picture, opt: opt, ctx: context.Background(), frames: film.Frames(opt.Length+opt.EndLength, opt.FPS), sink: sink}
	check(t, j.prepare())
	if err := j.begin(); err != nil {
		t.Fatal(err)
	}
	for _, img := range j.images {
		t.Cleanup(img.Deallocate)
	}
	return j
}

func TestTwoRendersOfAFilmHaveTheSameFrames(t *testing.T) {
	for name, change := range map[string]func(*config.Film){
		"all":     nil,
		"wipe":    func(o *config.Film) { o.Wipe = true },
		"later":   func(o *config.Film) { o.From = 3700 * time.Millisecond },
		"diagram": func(o *config.Film) { o.Camera.Diagram, o.Tab = true, "spacetime" },
	} {
		var hashes [2][][32]byte
		for i := range hashes {
			opt := filmOf(t, "first", "lesson-07", change)
			render(t, opt, &testSink{size: 4 * opt.Width * opt.Height, frame: func(_ int, pix []byte) {
				hashes[i] = append(hashes[i], sha256.Sum256(pix))
			}})
		}
		if len(hashes[0]) != 30 || !slices.Equal(hashes[0], hashes[1]) {
			t.Errorf("%s: %d and %d frames, not all alike", name, len(hashes[0]), len(hashes[1]))
		}
		slices.SortFunc(hashes[0], func(a, b [32]byte) int { return slices.Compare(a[:], b[:]) })
		if n := len(slices.Compact(hashes[0])); n < 28 {
			t.Errorf("%s: only %d frames differ", name, n)
		}
	}
}

func TestFrameKIsDrawnAtKOverFPS(t *testing.T) {
	for _, fps := range []int{24, 30, 50, 60, 120} {
		for _, from := range []time.Duration{0, 1234567891} {
			opt := filmOf(t, "first", "", func(o *config.Film) {
				o.FPS, o.From, o.Width, o.Height, o.Length = fps, from, 160, 90, time.Second/2
			})
			j := begun(t, opt, &testSink{size: 4 * 160 * 90})
			if j.frames != fps/2 {
				t.Errorf("%d a second: %d frames", fps, j.frames)
			}
			for k := range j.frames {
				check(t, j.step())
				// Rounded up to the nanosecond.
				if now, want := time.Duration(j.picture.Session.Now()), from+(time.Duration(k)*time.Second+time.Duration(fps)-1)/time.Duration(fps); now != want {
					t.Errorf("%d a second: frame %d is drawn at %v, want %v", fps, k, now, want)
				}
			}
		}
	}
}

func TestEveryCameraHasAPictureAtEverySize(t *testing.T) {
	sizes := [][2]int{{160, 90}, {480, 854}}
	if testkit.LongTests() {
		sizes = append(sizes, [][2]int{{640, 360}, {1280, 720}, {720, 1280}, {1920, 1080}}...)
	}
	for _, size := range sizes {
		for _, camera := range []film.Camera{{}, {Diagram: true}, {One: true}, {One: true, Machine: 2}} {
			for _, beside := range []string{"", "lesson-07"} {
				t.Run(fmt.Sprintf("%dx%d %+v %s", size[0], size[1], camera, beside), func(t *testing.T) {
					cameraHasAPicture(t, size, camera, beside)
				})
			}
		}
	}
}

func cameraHasAPicture(t *testing.T, size [2]int, camera film.Camera, beside string) {
	var bright, all int
	opt := filmOf(t, "lesson-15", beside, func(o *config.Film) {
		o.Width, o.Height, o.Camera, o.FPS, o.From, o.TitleLength = size[0], size[1], camera, 1, 3*time.Second, 0
	})
	render(t, opt, &testSink{size: 4 * size[0] * size[1], frame: func(_ int, pix []byte) {
		for i := 0; i < len(pix); i += 4 {
			if all++; int(pix[i])+int(pix[i+1])+int(pix[i+2]) > 300 {
				bright++
			}
			if pix[i+3] != 0xff {
				t.Fatal("a frame is not opaque")
			}
		}
	}})
	if all == 0 || bright*500 < all {
		t.Errorf("%d of %d pixels are bright", bright, all)
	}
}

func TestAFilmOfADrawingsLargestSizeIsMade(t *testing.T) {
	opt := filmOf(t, "first", "", func(o *config.Film) {
		o.Width, o.Height, o.FPS = film.MaxWidth, film.MaxHeight, 1
	})
	n := 0
	render(t, opt, &testSink{size: 4 * film.MaxWidth * film.MaxHeight, frame: func(_ int, pix []byte) {
		n++
		corner := frameImage(pix, film.MaxWidth, film.MaxHeight).RGBAAt(film.MaxWidth-1, film.MaxHeight-1)
		if corner.A != 0xff {
			t.Errorf("its last corner is %v", corner)
		}
	}})
	if n != 1 {
		t.Errorf("%d frames", n)
	}
}

func TestAFilmOfAnHourNeedsNoMoreMemoryThanOneOfAMinute(t *testing.T) {
	testkit.LongOnly(t) // thousands of frames
	var heap [3]uint64
	opt := filmOf(t, "first", "", func(o *config.Film) {
		o.Width, o.Height, o.FPS, o.Length = 160, 90, 5, 800*time.Second
	})
	measure := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	render(t, opt, &testSink{pix: make([]byte, 4*160*90), frame: func(k int, _ []byte) {
		switch k {
		case 2251: // what is remembered for the diagrams is full
			heap[0] = measure()
		case 3125:
			heap[1] = measure()
		case 3999:
			heap[2] = measure()
		}
	}})
	// A shared atlas of letters may be made in either half, and what each frame leaves is in both.
	if grown := min(int64(heap[1])-int64(heap[0]), int64(heap[2])-int64(heap[1])); grown > 3<<19 {
		t.Errorf("874 frames later the heap has %d bytes more, of %d", grown, heap[0])
	}
}

// An update makes as many frames as it has time for, since a window in the background gets few updates.
func TestAnUpdateMakesSeveralFramesAndEachIsAsAlone(t *testing.T) {
	var hashes [2][]string
	for i, slice := range []time.Duration{0, time.Hour} {
		opt := filmOf(t, "first", "", nil)
		picture, err := newFilmPicture(opt)
		check(t, err)
		sink := &testSink{size: 4 * 320 * 180, frame: func(_ int, pix []byte) {
			hashes[i] = append(hashes[i], fmt.Sprintf("%x", sha256.Sum256(pix)))
		}}
		j := &Job{picture: picture, opt: opt, ctx: context.Background(), frames: film.Frames(opt.Length, opt.FPS), sink: sink, slice: slice}
		updates := 0
		for err = nil; err == nil; updates++ {
			err = j.Update()
		}
		picture.Session.Close()
		for _, img := range j.images {
			img.Deallocate()
		}
		if j.err != nil || j.done != j.frames {
			t.Fatalf("%d of %d frames, %v", j.done, j.frames, j.err)
		}
		if many := updates >= j.frames; many != (slice == 0) {
			t.Errorf("%d frames in %d updates of %v", j.frames, updates, slice)
		}
	}
	if !slices.Equal(hashes[0], hashes[1]) {
		t.Error("the frames differ")
	}
}
