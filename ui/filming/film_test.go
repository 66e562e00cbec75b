package filming

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/film"
	"driftlab/film/encode"
	"driftlab/internal/files"
	"driftlab/internal/long"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/ui/uitest"
)

// frameImage returns a frame's pixels as a picture.
func frameImage(pix []byte, w, h int) *image.RGBA {
	return &image.RGBA{Pix: pix, Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}
}

// testSink takes frames and keeps what it is asked to.
type testSink struct {
	size    int
	frame   func(k int, pix []byte)
	k       int
	fail    error // of Write
	aborted int
}

func (s *testSink) Buffer() []byte { return make([]byte, s.size) }

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

// filmOf returns the options of a film of a scenario, and a of one beside it.
func filmOf(t testing.TB, name, beside string, change func(*config.Film)) config.Film {
	t.Helper()
	uitest.NeedLoop(t)
	opt := config.Film{Options: film.Defaults(), NewCarrier: func() (netsim.Carrier, error) { return netsim.NewDirect(), nil },
		Config: config.Open(files.Disk{}, "")}
	opt.Out, opt.Width, opt.Height, opt.FPS, opt.Length = filepath.Join(t.TempDir(), "x.mp4"), 320, 180, 30, time.Second
	opt.Sidecars = false
	load := func(name string) *scenario.Scenario {
		sc, err := scenario.Load(name)
		if err != nil {
			t.Fatal(err)
		}
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
	picture, err := newFilmPicture(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		picture.Session.Close()
		*picture = filmPicture{}
	})
	j := &Job{picture: picture, opt: opt, ctx: context.Background(), frames: film.Frames(opt.Length+opt.EndLength, opt.FPS), sink: sink}
	if err := j.prepare(); err != nil {
		t.Fatal(err)
	}
	if err := j.begin(); err != nil {
		t.Fatal(err)
	}
	for _, img := range j.images {
		t.Cleanup(img.Deallocate)
	}
	for j.done < j.frames {
		if j.err = j.step(); j.err != nil {
			break
		}
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

func TestFrameKIsDrawnAtKOverFPSAndMarkedSo(t *testing.T) {
	for _, fps := range []int{24, 30, 50, 60, 120} {
		for _, from := range []time.Duration{0, 1234567891} {
			var at []time.Duration
			opt := filmOf(t, "first", "", func(o *config.Film) {
				o.Mark, o.FPS, o.From, o.Width, o.Height, o.Length = true, fps, from, 160, 90, time.Second/2
			})
			j := render(t, opt, &testSink{size: 4 * 160 * 90, frame: func(k int, pix []byte) {
				got, err := film.ReadMark(frameImage(pix, 160, 90))
				if err != nil {
					t.Errorf("frame %d: %v", k, err)
				}
				at = append(at, got)
			}})
			if len(at) != fps/2 {
				t.Errorf("%d a second: %d frames", fps, len(at))
			}
			for k, got := range at {
				if want := (from + time.Duration(k)*time.Second/time.Duration(fps)).Truncate(time.Microsecond); got != want {
					t.Errorf("%d a second: frame %d is marked %v, want %v", fps, k, got, want)
				}
			}
			if now, want := time.Duration(j.picture.Session.Now()), film.At(from, fps/2-1, fps); now != want {
				t.Errorf("%d a second: the last frame is drawn at %v, want %v", fps, now, want)
			}
		}
	}
}

func TestEveryCameraHasAPictureAtEverySize(t *testing.T) {
	sizes := [][2]int{{160, 90}, {480, 854}}
	if long.Tests() {
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
		o.Width, o.Height, o.FPS, o.Mark = film.MaxWidth, film.MaxHeight, 1, true
	})
	n := 0
	render(t, opt, &testSink{size: 4 * film.MaxWidth * film.MaxHeight, frame: func(_ int, pix []byte) {
		n++
		if _, err := film.ReadMark(frameImage(pix, film.MaxWidth, film.MaxHeight)); err != nil {
			t.Error(err)
		}
	}})
	if n != 1 {
		t.Errorf("%d frames", n)
	}
}

func TestWhatAFilmIsMadeFromIsSafeBeforeItsFirstFrame(t *testing.T) {
	opt := filmOf(t, "first", "lesson-07", func(o *config.Film) {
		o.Sidecars, o.Out, o.Title = true, filepath.Join(t.TempDir(), "two clocks.mp4"), "It's a test"
	})
	j := render(t, opt, &testSink{size: 4 * 320 * 180, fail: errors.New("disk full")})
	if j.err == nil || j.done != 0 {
		t.Fatalf("%d frames, %v", j.done, j.err)
	}
	base := strings.TrimSuffix(opt.Out, ".mp4") + ".part"
	for i, want := range []*scenario.Scenario{opt.Beside, opt.Scenario} {
		path := base + [...]string{".a", ".b"}[i] + ".session.toml"
		got, err := scenario.Load(path)
		if err != nil || got.Text() != want.Text() {
			t.Errorf("%s: %v", path, err)
		}
		text, _ := os.ReadFile(path)
		if !strings.Contains(string(text), `-title 'It'\''s a test'`) || !strings.HasPrefix(string(text), "# A session of a film") {
			t.Errorf("no command stands in\n%.300s", text)
		}
	}
	if _, err := film.ReadSRT(base + ".srt"); err != nil {
		t.Error(err)
	}
	for _, name := range []string{".a.clock.csv", ".b.clock.csv"} {
		if info, err := os.Stat(base + name); err != nil || info.Size() < 1000 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	err := j.end()
	if err == nil || !strings.Contains(err.Error(), "the film was broken off after 0 of 30 frames: disk full; what there is of it is in half.part.mp4; its session is in "+base) {
		t.Errorf("got %v", err)
	}
}

func TestAFilmThatCannotBeBegunSaysWhereItsSessionIs(t *testing.T) {
	opt := filmOf(t, "first", "", func(o *config.Film) { o.Sidecars = true })
	j := &Job{opt: opt, ctx: context.Background()}
	var err error
	if j.picture, err = newFilmPicture(opt); err != nil {
		t.Fatal(err)
	}
	defer j.picture.Session.Close()
	beside := film.SidecarsOf(encode.PartName(opt.Out), false)
	if err := os.Mkdir(beside.Clocks[0], 0o777); err != nil {
		t.Fatal(err)
	}
	err = j.unbegun(j.prepare())
	if err == nil || !strings.HasPrefix(err.Error(), "the film was not begun: ") || !strings.HasSuffix(err.Error(), "choose another name; its session is in "+beside.Sessions[0]) {
		t.Errorf("got %v", err)
	}
	if _, err := scenario.Load(beside.Sessions[0]); err != nil {
		t.Error(err)
	}
}

func TestACancelledFilmSaysWhatIsLeft(t *testing.T) {
	opt := filmOf(t, "first", "", nil)
	ctx, cancel := context.WithCancel(context.Background())
	sink := &testSink{size: 4 * 320 * 180}
	j := render(t, opt, sink)
	j.ctx, sink.k = ctx, 12 // the others wait for the encoder
	cancel()
	var cancelled Cancelled
	if err := j.end(); !errors.As(err, &cancelled) || err.Error() != "the film was cancelled after 12 of 30 frames; what there is of it is in half.part.mp4" {
		t.Errorf("got %v", err)
	}
	if j.end(); sink.aborted != 1 {
		t.Errorf("it was broken off %d times", sink.aborted)
	}
}

func TestAFilmThatIsCancelledBeforeItHasAFrameLeavesNothing(t *testing.T) {
	for _, begun := range []bool{false, true} {
		opt := filmOf(t, "first", "", func(o *config.Film) { o.Sidecars, o.Encoder = true, "builtin" })
		ctx, cancel := context.WithCancel(context.Background())
		j := &Job{opt: opt, ctx: ctx, frames: 30}
		var err error
		if j.picture, err = newFilmPicture(opt); err != nil {
			t.Fatal(err)
		}
		defer j.picture.Session.Close()
		if !begun {
			cancel()
		}
		if err = j.prepare(); begun && err == nil {
			j.sink, err = encode.Create(encode.Spec{Path: opt.Out, Width: 320, Height: 180, FPS: 30, Encoder: "builtin"})
		}
		if begun && err == nil {
			cancel()
			err = j.end()
		} else {
			err = j.unbegun(err)
		}
		if !errors.As(err, &Cancelled{}) || !strings.HasSuffix(err.Error(), "; nothing is left of it") {
			t.Errorf("begun %v: got %v", begun, err)
		}
		if left, err := os.ReadDir(filepath.Dir(opt.Out)); err != nil || len(left) > 0 {
			t.Errorf("begun %v: there is %v, %v", begun, left, err)
		}
		cancel()
	}
}

func TestNoFileOfAFilmTakesThePlaceOfWhatItIsMadeFrom(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.mp4")
	beside := film.SidecarsOf(out, false)
	for _, own := range []string{beside.Sessions[0], beside.Captions} {
		if err := os.WriteFile(own, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opt := filmOf(t, "first", "", func(o *config.Film) {
		o.Out, o.Sidecars, o.Sources = out, true, []string{beside.Sessions[0], beside.Captions}
	})
	j := render(t, opt, &testSink{size: 4 * 320 * 180})
	if err := j.end(); err != nil {
		t.Error(err)
	}
	for _, own := range []string{beside.Sessions[0], beside.Captions} {
		if text, err := os.ReadFile(own); err != nil || string(text) != "mine" {
			t.Errorf("%s is now %.80q, %v", own, text, err)
		}
	}
	if _, err := os.Stat(beside.Poster); err != nil {
		t.Error(err)
	}
}

// TestAnOlderFilmKeepsItsFilesUntilTheNewOneIsWhole holds it for a film that is broken off, then for one that
// is made from what that left.
func TestAnOlderFilmKeepsItsFilesUntilTheNewOneIsWhole(t *testing.T) {
	opt := filmOf(t, "first", "", func(o *config.Film) { o.Sidecars = true })
	beside, parts := film.SidecarsOf(opt.Out, false), film.SidecarsOf(encode.PartName(opt.Out), false)
	set := files.NewSet(files.Disk{})
	folder, err := set.Folder(filepath.Split(beside.Manifest))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range beside.All() {
		f, err := folder.Create(filepath.Base(path))
		if err != nil {
			t.Fatal(err)
		}
		f.WriteString("old")
	}
	if err := set.Commit(); err != nil {
		t.Fatal(err)
	}
	j := render(t, opt, &testSink{size: 4 * 320 * 180, fail: errors.New("disk full")})
	if err := j.end(); err == nil || !strings.HasSuffix(err.Error(), "; its session is in "+parts.Sessions[0]) {
		t.Errorf("got %v", err)
	}
	for _, path := range beside.All() {
		if text, err := os.ReadFile(path); err != nil || string(text) != "old" {
			t.Errorf("%s is %.40q, %v", path, text, err)
		}
	}
	if text, err := os.ReadFile(parts.Sessions[0]); err != nil || !strings.HasPrefix(film.SessionCommand(string(text)), "driftlab record -replay x.part.session.toml ") {
		t.Errorf("got %.400s, %v", text, err)
	}
	opt.Sources = []string{parts.Sessions[0]}
	j = render(t, opt, &testSink{size: 4 * 320 * 180})
	if err := j.end(); err != nil {
		t.Fatal(err)
	}
	for _, path := range beside.All() {
		if text, err := os.ReadFile(path); err != nil || string(text) == "old" {
			t.Errorf("%s is %.40q, %v", path, text, err)
		}
	}
	if text, _ := os.ReadFile(beside.Sessions[0]); !strings.HasPrefix(film.SessionCommand(string(text)), "driftlab record -replay x.session.toml ") {
		t.Errorf("got %.400s", text)
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(opt.Out), "*.part*"))
	if !slices.Equal(left, []string{parts.Sessions[0], parts.Manifest}) {
		t.Errorf("%q is left over", left)
	}
}

func TestAFilmOfAnHourNeedsNoMoreMemoryThanOneOfAMinute(t *testing.T) {
	long.Only(t) // thousands of frames
	var heap [3]uint64
	opt := filmOf(t, "first", "", func(o *config.Film) {
		o.Width, o.Height, o.FPS, o.Length = 160, 90, 5, 800*time.Second
	})
	buffer := make([]byte, 4*160*90)
	measure := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	render(t, opt, &onePicture{pix: buffer, tell: func(k int) {
		switch k {
		case 2251: // what is remembered for the diagrams is full
			heap[0] = measure()
		case 3125:
			heap[1] = measure()
		case 3999:
			heap[2] = measure()
		}
	}})
	// An atlas of letters that is made once may fall into either half, and what each frame leaves is in both.
	if grown := min(int64(heap[1])-int64(heap[0]), int64(heap[2])-int64(heap[1])); grown > 3<<19 {
		t.Errorf("874 frames later the heap has %d bytes more, of %d", grown, heap[0])
	}
}

// onePicture is a sink that lends the same buffer again and again.
type onePicture struct {
	pix  []byte
	k    int
	tell func(k int)
}

func (s *onePicture) Buffer() []byte { return s.pix }

func (s *onePicture) Write([]byte) error {
	s.tell(s.k)
	s.k++
	return nil
}

func (s *onePicture) CloseWith(func([]encode.Whole) error) error { return nil }
func (s *onePicture) Abort() (string, error)                     { return "", nil }
func (s *onePicture) Encoded() int                               { return 0 }
func (s *onePicture) Ready() bool                                { return true }
