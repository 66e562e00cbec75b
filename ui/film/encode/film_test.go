package encode

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

// drawMarked draws frame k of a typical scene into an RGBA picture: flat areas, a grid of thin lines, small moving dots, and a
// bar that shows k in eight cells, black or white, from which tests read k back.
func drawMarked(k, width, height int, rgba []byte) {
	set := func(x, y int, r, g, b byte) {
		if x >= 0 && y >= 0 && x < width && y < height {
			i := 4 * (y*width + x)
			rgba[i], rgba[i+1], rgba[i+2], rgba[i+3] = r, g, b, 255
		}
	}
	for y := range height {
		for x := range width {
			switch {
			case y < 8: // the mark: 8 cells of 8 pixels
				if x < 64 && k>>(x/8)&1 == 1 {
					set(x, y, 255, 255, 255)
				} else {
					set(x, y, 0, 0, 0)
				}
			case x%40 == 0 || y%40 == 0:
				set(x, y, 60, 66, 75)
			case x < width/3:
				set(x, y, 24, 27, 33)
			default:
				set(x, y, 31, 35, 43)
			}
		}
	}
	for d := range 12 {
		cx, cy := (d*97+k*(1+d%4))%width, 12+(d*53+k*(d%3))%max(height-12, 1)
		color := [][3]byte{{230, 159, 0}, {86, 180, 233}, {0, 158, 115}}[d%3]
		for y := -3; y <= 3; y++ {
			for x := -3; x <= 3; x++ {
				set(cx+x, cy+y, color[0], color[1], color[2])
			}
		}
	}
}

// readMark reads frame k's number back from its picture.
func readMark(width int, rgba []byte) int {
	k := 0
	for bit := range 8 {
		if rgba[4*(4*width+bit*8+4)] > 127 {
			k |= 1 << bit
		}
	}
	return k
}

// makeFilm makes a film of n frames.
func makeFilm(t testing.TB, spec Spec, n int) *Film {
	t.Helper()
	return filmDrawn(t, spec, n, func(k int, rgba []byte) { drawMarked(k, spec.Width, spec.Height, rgba) })
}

// filmDrawn makes a film of n frames, which draw draws.
func filmDrawn(t testing.TB, spec Spec, n int, draw func(k int, rgba []byte)) *Film {
	t.Helper()
	film := created(t, spec)
	for k := range n {
		b := film.Buffer()
		draw(k, b)
		check(t, film.Write(b))
	}
	check(t, film.Close())
	return film
}

func writeFrames(t testing.TB, film *Film, n int) {
	t.Helper()
	for range n {
		b := film.Buffer()
		drawMarked(film.handed, film.spec.Width, film.spec.Height, b)
		check(t, film.Write(b))
	}
}

// need skips a test if a program is not installed.
func need(t testing.TB, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip(program, "is not installed")
	}
}

// works skips a test if an encoder doesn't work on this machine.
func works(t testing.TB, format, name string) {
	t.Helper()
	for _, e := range formatOf(format).encoders {
		if e.name == name {
			if _, err := e.probe(Spec{}); err != nil {
				t.Skip(err)
			}
			return
		}
	}
	t.Skipf("there is no %s for %s in this build", name, format)
}

// withEveryEncoder starts a small film in some formats, with each of their encoders that work here.
func withEveryEncoder(t *testing.T, formats []format, test func(t *testing.T, f format, e encoder, film *Film)) {
	for _, f := range formats {
		for _, e := range f.encoders {
			t.Run(f.extension+"/"+e.name, func(t *testing.T) {
				works(t, f.extension, e.name)
				film := created(t, smallSpec(t, "a."+f.extension, e.name))
				test(t, f, e, film)
			})
		}
	}
}

// someEncoders is withEveryEncoder for slow tests, which make their film themselves: it takes only some of the encoders, or all
// in the long tests.
func someEncoders(t *testing.T, usual int, test func(t *testing.T, f format, e encoder)) {
	var all []func()
	for _, f := range formats() {
		for _, e := range f.encoders {
			if _, err := e.probe(Spec{}); err == nil {
				all = append(all, func() {
					t.Run(f.extension+"/"+e.name, func(t *testing.T) { test(t, f, e) })
				})
			}
		}
	}
	for _, k := range testkit.Sample(t, len(all), usual) {
		all[k-1]()
	}
}

type probed struct {
	Codec  string `json:"codec_name"`
	Pixels string `json:"pix_fmt"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Rate   string `json:"r_frame_rate"`
	Frames string `json:"nb_read_frames"`
	Space  string `json:"color_space"`
	Range  string `json:"color_range"`
	Last   float64
}

// ffprobe decodes the whole film, which must be valid, and returns its properties.
func ffprobe(t testing.TB, path string) probed {
	t.Helper()
	p, complaints := ffprobePart(t, path)
	if complaints != "" {
		t.Errorf("%s: %s", path, complaints)
	}
	return p
}

// ffprobePart is ffprobe for a film that may end in half a frame.
func ffprobePart(t testing.TB, path string) (p probed, complaints string) {
	t.Helper()
	need(t, "ffprobe")
	c := exec.Command("ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json", path)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		t.Fatalf("ffprobe %s: %v\n%s", path, err, said.String())
	}
	var all struct {
		Streams []probed
		Format  struct{ Duration string }
	}
	if err := json.Unmarshal(out, &all); err != nil || len(all.Streams) != 1 {
		t.Fatalf("ffprobe said %s (%v)", out, err)
	}
	p = all.Streams[0]
	p.Last, _ = strconv.ParseFloat(all.Format.Duration, 64)
	return p, said.String()
}

func (p probed) frames() int { n, _ := strconv.Atoi(p.Frames); return n }

// marks decodes a film with ffmpeg and reads the numbers of all frames.
func marks(t testing.TB, path string, width, height int) []int {
	t.Helper()
	need(t, "ffmpeg")
	out, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-").Output()
	check(t, err)
	var all []int
	for size := 4 * width * height; len(out) >= size; out = out[size:] {
		all = append(all, readMark(width, out[:size]))
	}
	return all
}

func TestFilmHasExactlyItsFrames(t *testing.T) {
	const width, height, fps, n = 320, 176, 30, 75
	for _, f := range formats() {
		for _, e := range f.encoders {
			t.Run(f.extension+"/"+e.name, func(t *testing.T) {
				works(t, f.extension, e.name)
				path := filepath.Join(t.TempDir(), "film."+f.extension)
				film := makeFilm(t, Spec{Path: path, Width: width, Height: height, FPS: fps, Encoder: e.name}, n)
				if film.Encoder() == "" {
					t.Error("the film does not say what made it")
				}
				if f.extension == "png" {
					path = strings.TrimSuffix(path, ".png") + "-%06d.png"
				} else if p := ffprobe(t, path); p.frames() != n || p.Last < 2.49 || p.Last > 2.51 || p.Width != width || p.Height != height {
					t.Errorf("the film is %+v, but should be %d frames in 2.5 s", p, n)
				}
				for k, mark := range marks(t, path, width, height) {
					if mark != k {
						t.Fatalf("frame %d shows frame %d", k, mark)
					}
				}
				if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*part*")); len(left) > 0 {
					t.Errorf("left behind: %v", left)
				}
			})
		}
	}
}

func TestBadSpecIsOneLineAndLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	check(t, os.Mkdir(filepath.Join(folder, "sub.mp4"), 0o777))
	good := Spec{Path: filepath.Join(folder, "a.gif"), Width: 64, Height: 64, FPS: 30}
	for _, test := range []struct {
		change func(*Spec)
		want   string
	}{
		{func(s *Spec) { s.Path = "" }, "no name"},
		{func(s *Spec) { s.Path += ".avi" }, ".mp4, .webm, .gif, .png"},
		{func(s *Spec) { s.Path = filepath.Join(folder, ".gif") }, "there is no name before the ending"},
		{func(s *Spec) { s.Path = "noextension" }, "ends in .mp4"},
		{func(s *Spec) { s.Width = 15 }, "16 to 8192"},
		{func(s *Spec) { s.Height = 8193 }, "16 to 8192"},
		{func(s *Spec) { s.Path, s.Width = filepath.Join(folder, "a.mp4"), 65 }, "66×64 would do"},
		{func(s *Spec) { s.FPS = 0 }, "outside 1..240"},
		{func(s *Spec) { s.FPS = 241 }, "outside 1..240"},
		{func(s *Spec) { s.Path = filepath.Join(folder, "none", "a.gif") }, "there is no folder"},
		{func(s *Spec) { s.Path = filepath.Join(folder, "sub.mp4") }, "is a folder"},
		{func(s *Spec) { s.Encoder = "x265" }, `no encoder "x265" for .gif: there are gif`},
		{func(s *Spec) { s.Path = filepath.Join(folder, "50%.png") }, "use % only for the frame"},
		{func(s *Spec) { s.Path = filepath.Join(folder, "%d-%d.png") }, "use % only for the frame"},
	} {
		spec := good
		test.change(&spec)
		film, err := Create(spec)
		if film != nil || err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: got %v, want one line with %q", spec, err, test.want)
		}
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestFrameOfWrongSizeIsRefused(t *testing.T) {
	film := created(t, Spec{Path: filepath.Join(t.TempDir(), "a.gif"), Width: 64, Height: 64, FPS: 30})
	defer film.Abort()
	if err := film.Write(make([]byte, 12)); err == nil || !strings.Contains(err.Error(), "has 12 bytes: 64×64 pixels have 16384") {
		t.Error(err)
	}
}

func TestHashesAreInOrderAndOfTheRawFrames(t *testing.T) {
	hashes := func(frames int) string {
		var out bytes.Buffer
		makeFilm(t, Spec{Path: filepath.Join(t.TempDir(), "a.png"), Width: 64, Height: 64, FPS: 30, Hashes: &out}, frames)
		return out.String()
	}
	a, b := hashes(20), hashes(20)
	lines := strings.Split(strings.TrimSpace(a), "\n")
	if a != b || len(lines) != 20 {
		t.Fatalf("two renderings differ, or not 20 lines:\n%s\n%s", a, b)
	}
	for k, line := range lines {
		if number, hash, _ := strings.Cut(line, " "); number != strconv.Itoa(k) || len(hash) != 64 {
			t.Errorf("line %d is %q", k, line)
		}
	}
	if lines[0][2:] == lines[1][2:] {
		t.Error("different frames have the same hash")
	}
}

type failingWriter struct{ after int }

func (f *failingWriter) Write(p []byte) (int, error) {
	if f.after--; f.after < 0 {
		return 0, errors.New("no paper")
	}
	return len(p), nil
}

func TestFailureIsToldByWriteAndByClose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.gif")
	film := created(t, Spec{Path: path, Width: 64, Height: 64, FPS: 30, Hashes: &failingWriter{after: 5}})
	var err error
	for range 1000 { // it comes some frames late
		if err = film.Write(film.Buffer()); err != nil {
			break
		}
	}
	if err == nil || err.Error() != "no paper" {
		t.Errorf("Write said %v", err)
	}
	if err := film.Close(); err == nil || !strings.Contains(err.Error(), "no paper; the finished part of the film is in "+PartName(path)) {
		t.Errorf("Close said %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a film that failed has the final name")
	}
}

// sizeOf is the size of a file, or of all files in a folder.
func sizeOf(path string) (size int64) {
	_ = filepath.Walk(path, func(_ string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			size += info.Size()
		}
		return nil
	})
	return size
}

// created starts a film.
func created(t testing.TB, spec Spec) *Film {
	t.Helper()
	film, err := Create(spec)
	check(t, err)
	return film
}

// check ends a test that has met an error.
func check(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
