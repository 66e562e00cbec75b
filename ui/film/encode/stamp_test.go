package encode

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/internal/testkit"
)

func TestEachFilmAndEachPartOfOneHasTheStamp(t *testing.T) {
	withEveryEncoder(t, formats(), func(t *testing.T, f format, e encoder, film *Film) {
		writeFrames(t, film, few)
		check(t, film.Close())
		whole := film.spec.Path
		if f.extension == "png" {
			whole = strings.Replace(whole, ".png", "-000015.png", 1)
		}
		again := created(t, film.spec) // so it may replace its own
		writeFrames(t, again, few)
		part, err := again.Abort()
		check(t, err)
		if f.extension == "png" {
			part = filepath.Join(part, "a-000000.png")
		}
		for _, path := range []string{whole, part} {
			if info, err := os.Stat(path); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", path, err)
			}
			if err := checkOurs(files.Disk{}, path); err != nil {
				t.Error(err)
			}
		}
	})
}

// foreign are files that someone else has made, by their endings.
var foreign = map[string]string{
	".mp4":  "\x00\x00\x00\x14ftypisom\x00\x00\x02\x00isom\x00\x00\x00\x08moov",
	".webm": "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\xff\x15\x49\xa9\x66\x87\x57\x41\x84Lavf",
	".gif":  "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff\x21\xfe\x04mine\x00;",
	".png":  "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR",
}

func TestOnlyWhatAFilmHasMadeIsReplaced(t *testing.T) {
	for _, extension := range extensions() {
		spec := Spec{Path: "a" + extension, Width: 32, Height: 32, FPS: 30}
		names := spec.names()
		if extension == ".png" {
			names = []string{"a-000000.png", "a-000077.png", "a.part/a-000003.png", "a.part"}
		}
		for _, name := range names {
			for kind, put := range map[string]func(path string) error{
				"text":   func(path string) error { return os.WriteFile(path, []byte("mine"), 0o666) },
				"a film": func(path string) error { return os.WriteFile(path, []byte(foreign[extension]), 0o666) },
				"a link": func(path string) error { return os.Symlink("secret", path) },
				"a link to a film": func(path string) error {
					os.WriteFile(filepath.Join(filepath.Dir(path), "other"), gifStamp, 0o666)
					return os.Symlink("other", path)
				},
			} {
				dir := t.TempDir()
				spec.Path = filepath.Join(dir, "a"+extension)
				if strings.Contains(name, "/") {
					os.Mkdir(filepath.Join(dir, filepath.Dir(name)), 0o777)
				}
				if err := put(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
					if runtime.GOOS == "windows" {
						continue // no links there
					}
					t.Fatal(err)
				}
				before := listed(t, dir)
				oneLine(t, spec.Check(), filepath.Base(strings.SplitN(name, "/", 2)[0]))
				if film, err := Create(spec); err == nil {
					t.Errorf("%s: %s was taken for a film's own", name, kind)
					film.Abort()
				}
				if after := listed(t, dir); after != before {
					t.Errorf("%s, %s: there was\n%snow there is\n%s", name, kind, before, after)
				}
			}
		}
	}
}

// listed describes everything in a folder.
func listed(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		text, _ := os.ReadFile(path)
		link, _ := os.Readlink(path)
		name, _ := filepath.Rel(dir, path)
		fmt.Fprintf(&all, "%s %s %q\n", filepath.ToSlash(name), link, text)
		return err
	})
	check(t, err)
	return all.String()
}

func TestWhatComesWhileAFilmIsMadeIsNotReplaced(t *testing.T) {
	for _, extension := range extensions() {
		dir := t.TempDir()
		spec := Spec{Path: filepath.Join(dir, "a"+extension), Width: 32, Height: 32, FPS: 30}
		if extension != ".png" {
			spec.Encoder = formatOf(extension[1:]).encoders[len(formatOf(extension[1:]).encoders)-1].name
			if spec.Encoder == "ffmpeg" {
				continue // the test doesn't choose it: another program may be missing
			}
		}
		film := created(t, spec)
		writeFrames(t, film, 20)
		path := strings.Replace(spec.Path, ".png", "-000007.png", 1)
		check(t, os.WriteFile(path, []byte("mine"), 0o666))
		oneLine(t, film.Close(), files.ErrForeign.Error(), "the finished part of the film is in ")
		if text, _ := os.ReadFile(path); string(text) != "mine" {
			t.Errorf("%s has %q", path, text)
		}
	}
}

func TestAnOlderLongerFilmsPicturesAreRemoved(t *testing.T) {
	spec := Spec{Path: filepath.Join(t.TempDir(), "a.png"), Width: 32, Height: 32, FPS: 30}
	for _, frames := range []int{30, 20} {
		film := makeFilm(t, spec, frames)
		if left, _ := os.ReadDir(filepath.Dir(spec.Path)); len(left) != frames {
			t.Errorf("%d pictures are there, want %d", len(left), frames)
		}
		_ = film
	}
}

// The pictures of a sequence are made in parallel. The film ends at the first missing one.
func TestABrokenOffSequenceOfPicturesHasNoGap(t *testing.T) {
	s, err := openPNGs(Spec{Path: filepath.Join(t.TempDir(), "a.png"), Width: 16, Height: 16, FPS: 30})
	check(t, err)
	for _, k := range []int{0, 1, 2, 4, 5, 9} {
		check(t, s.frame(k, make([]byte, 4*16*16)))
	}
	kept, lost, err := s.abandon()
	check(t, err)
	left, _ := os.ReadDir(kept)
	if len(left) != 3 || left[2].Name() != "a-000002.png" || lost != 3 {
		t.Errorf("%v are kept, %d lost, want the first three of six", left, lost)
	}
}

func FuzzStamped(f *testing.F) {
	for _, text := range foreign {
		f.Add([]byte(text))
	}
	f.Add([]byte(oldFilm))
	moov := box("moov", box("mvhd", "")+string(encoded(f)))
	f.Add([]byte(box("ftyp", "isom") + moov))
	f.Add([]byte(box("ftyp", "isom") + "\x00\x00\x00\x01free\xff\xff\xff\xff\xff\xff\xff\xf0"))
	f.Add(append(ebmlID, "\x80\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff\x15\x49\xa9\x66\x92\x57\x41\x8f"+Stamp...))
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		r := &counting{Reader: bytes.NewReader(b)}
		if IsFilm(r) && !bytes.Contains(b, []byte(Stamp)) {
			t.Error("there is no stamp in it")
		}
		if most := 3*mostElements*16 + 2*mostDetails; r.bytes > most {
			t.Errorf("%d bytes were read, more than %d", r.bytes, most)
		}
	})
}

// encoded returns the stamp of an MP4 film.
func encoded(t testing.TB) []byte {
	var b bytes.Buffer
	check(t, mp4Stamp().Encode(&b))
	return b.Bytes()
}

// counting counts the bytes that are read.
type counting struct {
	*bytes.Reader
	bytes int
}

func (c *counting) ReadAt(b []byte, at int64) (int, error) {
	c.bytes += len(b)
	return c.Reader.ReadAt(b, at)
}

func TestTheStampIsFoundWhereItBelongsAlone(t *testing.T) {
	moov := box("moov", box("mvhd", strings.Repeat("x", 9000))+string(encoded(t)))
	for name, test := range map[string]struct {
		text string
		want bool
	}{
		"MP4":                    {box("ftyp", "isom") + moov, true},
		"MP4, after a large box": {box("ftyp", "isom") + box("mdat", strings.Repeat("x", 100_000)) + moov, true},
		"MP4, in its pictures":   {box("ftyp", "isom") + box("mdat", string(encoded(t))), false},
		"WebM":                   {string(ebmlID) + "\x80\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff\x15\x49\xa9\x66\x92\x57\x41\x8f" + Stamp, true},
		"WebM, a longer name":    {string(ebmlID) + "\x80\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff\x15\x49\xa9\x66\x93\x57\x41\x90" + Stamp + "s", false},
		"GIF":                    {oldFilm, true},
		"GIF, another comment":   {strings.Replace(oldFilm, Stamp, "driftlab recorx", 1), false},
		"text":                   {"made by " + Stamp, false},
	} {
		if got := IsFilm(strings.NewReader(test.text)); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
