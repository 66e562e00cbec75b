package encode

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/ui/sound"
)

// soundBegins is the start of the sound in the tests' films, in samples: frame 15 at 30 frames a second.
const soundBegins = 15 * 1600

// aTone is the sound of a film of a second: a tone that starts with frame 15.
func aTone(w io.Writer) error {
	return sound.WriteWAV(w, Stamp, sound.Rate, func(dst []int16, from int64) error {
		for i := range dst {
			if at := from + int64(i/2); at >= soundBegins {
				dst[i] = int16((at/24%2*2 - 1) * 12000) // 1 kHz
			}
		}
		return nil
	})
}

// filmWithSound makes a film of 30 frames.
func filmWithSound(t *testing.T, spec Spec) *Film {
	t.Helper()
	spec.Width, spec.Height, spec.FPS = 128, 96, 30
	if spec.Sound == nil {
		spec.Sound = aTone
	}
	f := created(t, spec)
	for k := range 30 {
		b := f.Buffer()
		drawMarked(k, spec.Width, spec.Height, b)
		check(t, f.Write(b))
	}
	return f
}

func TestAFilmsSoundIsInItAtItsSample(t *testing.T) {
	for extension, title := range map[string]string{".mp4": "AAC", ".webm": "Opus"} {
		t.Run(title, func(t *testing.T) {
			program, err := exec.LookPath("ffmpeg")
			if err != nil {
				t.Skip("no ffmpeg")
			}
			dir := t.TempDir()
			path := filepath.Join(dir, "f"+extension)
			f := filmWithSound(t, Spec{Path: path, Encoder: "ffmpeg"})
			if !strings.Contains(f.Encoder(), "sound as "+title) {
				t.Errorf("it is told: %s", f.Encoder())
			}
			check(t, f.Close())
			if left, _ := os.ReadDir(dir); len(left) != 1 {
				t.Errorf("%v are there", left)
			}
			pcm, err := exec.Command(program, "-v", "error", "-i", path, "-f", "s16le", "-ac", "1", "-ar", "48000", "-").Output()
			check(t, err)
			if got := onset(pcm); got < soundBegins-96 || got > soundBegins+96 { // an encoder smears a sudden start: 2 ms
				t.Errorf("the sound begins with sample %d, want %d", got, soundBegins)
			}
			if n := len(pcm) / 2; n < sound.Rate-sound.Rate/50 || n > sound.Rate+sound.Rate/20 {
				t.Errorf("%d samples", n)
			}
			for _, stream := range []string{"v:0", "a:0"} {
				out, err := exec.Command("ffprobe", "-v", "error", "-select_streams", stream, "-show_entries", "stream=start_time", "-of", "csv=p=0", path).Output()
				check(t, err)
				if at := strings.TrimSpace(string(out)); at != "0.000000" && !(stream == "a:0" && at == "-0.007000") {
					t.Errorf("%s begins at %s s", stream, at)
				}
			}
		})
	}
}

// onset returns the first sample that is loud.
func onset(pcm []byte) int {
	for i := 0; i+1 < len(pcm); i += 2 {
		if v := int(int16(binary.LittleEndian.Uint16(pcm[i:]))); max(v, -v) > 3000 {
			return i / 2
		}
	}
	return -1
}

func TestSoundThatIsNotInTheFilmStandsBeside(t *testing.T) {
	for _, c := range []struct{ path, encoder, wav string }{
		{"f.gif", "gif", "f.wav"}, {"p-%04d.png", "png", "p.wav"}, {"f.mp4", "builtin", "f.wav"},
	} {
		t.Run(c.encoder+c.wav, func(t *testing.T) {
			dir := t.TempDir()
			for range 2 { // the second replaces the first
				f := filmWithSound(t, Spec{Path: filepath.Join(dir, c.path), Encoder: c.encoder})
				if want := ", sound in " + filepath.Join(dir, c.wav); !strings.HasSuffix(f.Encoder(), want) {
					t.Errorf("it is told: %s, want %s", f.Encoder(), want)
				}
				if _, err := os.Stat(filepath.Join(dir, PartName(c.wav))); err != nil {
					t.Errorf("while the film is made: %v", err)
				}
				check(t, f.Close())
			}
			wav, err := os.ReadFile(filepath.Join(dir, c.wav))
			check(t, err)
			head := len(sound.Head(Stamp, 0))
			if got := onset(wav[head:]) / 2; got != soundBegins || len(wav) != head+4*sound.Rate {
				t.Errorf("%d bytes, the sound begins with sample %d, want %d", len(wav), got, soundBegins)
			}
			if _, err := os.Stat(filepath.Join(dir, PartName(c.wav))); err == nil {
				t.Error("its part is left")
			}
		})
	}
}

func TestAFilmTakesNobodysSound(t *testing.T) {
	dir := t.TempDir()
	wav := filepath.Join(dir, "f.wav")
	music := append(sound.Head("another program", 1), 1, 2, 3, 4)
	check(t, os.WriteFile(wav, music, 0o644))
	spec := Spec{Path: filepath.Join(dir, "f.gif"), Width: 128, Height: 96, FPS: 30, Sound: aTone}
	if err := spec.Check(); !errors.Is(err, files.ErrForeign) || !strings.Contains(err.Error(), "f.wav") {
		t.Errorf("%v", err)
	}
	if !spec.Takes(wav) {
		t.Error("it is not said that it would be taken")
	}
	spec.Sound = nil
	if err := spec.Check(); err != nil || spec.Takes(wav) {
		t.Errorf("a film without sound: %v", err)
	}
}

func TestAFilmThatIsBrokenOffLeavesTheSoundOfBefore(t *testing.T) {
	for _, c := range []struct{ path, encoder string }{{"f.gif", "gif"}, {"f.mp4", "builtin"}} {
		dir := t.TempDir()
		path := filepath.Join(dir, c.path)
		check(t, filmWithSound(t, Spec{Path: path, Encoder: c.encoder}).Close())
		before, err := os.ReadFile(filepath.Join(dir, "f.wav"))
		check(t, err)
		silence := func(w io.Writer) error {
			return sound.WriteWAV(w, Stamp, 10, func([]int16, int64) error { return nil })
		}
		if _, err := filmWithSound(t, Spec{Path: path, Encoder: c.encoder, Sound: silence}).Abort(); err != nil {
			t.Fatal(err)
		}
		broken := errors.New("no session")
		if _, err := Create(Spec{Path: path, Width: 128, Height: 96, FPS: 30, Encoder: c.encoder, Sound: func(io.Writer) error { return broken }}); !errors.Is(err, broken) {
			t.Errorf("%v, want %v", err, broken)
		}
		if after, err := os.ReadFile(filepath.Join(dir, "f.wav")); err != nil || string(after) != string(before) {
			t.Errorf("%d bytes of %d are left, %v", len(after), len(before), err)
		}
		if _, err := (files.Disk{}).Stat(filepath.Join(dir, "f.part.wav")); err == nil {
			t.Error("a part is left")
		}
	}
}
