package encode

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The values are those of BT.709 in limited range: Y' = 16 + 219 (0.2126 R' + 0.7152 G' + 0.0722 B'),
// Cb = 128 + 224 (B' − Y')/1.8556, Cr = 128 + 224 (R' − Y')/1.5748.
func TestPictureInBT709(t *testing.T) {
	for _, test := range []struct {
		name     string
		rgb, yuv [3]int
	}{
		{"black", [3]int{0, 0, 0}, [3]int{16, 128, 128}},
		{"white", [3]int{255, 255, 255}, [3]int{235, 128, 128}},
		{"grey", [3]int{128, 128, 128}, [3]int{126, 128, 128}},
		{"red", [3]int{255, 0, 0}, [3]int{63, 102, 240}},
		{"green", [3]int{0, 255, 0}, [3]int{173, 42, 26}},
		{"blue", [3]int{0, 0, 255}, [3]int{32, 240, 118}},
		{"orange", [3]int{230, 159, 0}, [3]int{156, 51, 166}},
	} {
		rgba := make([]byte, 4*4*4)
		for i := range rgba {
			rgba[i] = byte(append(test.rgb[:], 7)[i%4])
		}
		y, u, v := make([]byte, 16), make([]byte, 4), make([]byte, 4)
		i420(rgba, 4, 4, y, u, v)
		for _, plane := range []struct {
			name string
			got  []byte
			want int
		}{{"Y", y, test.yuv[0]}, {"Cb", u, test.yuv[1]}, {"Cr", v, test.yuv[2]}} {
			for _, got := range plane.got {
				if d := int(got) - plane.want; d < -1 || d > 1 {
					t.Errorf("%s: %s is %v, want %d", test.name, plane.name, plane.got, plane.want)
					break
				}
			}
		}
	}
}

// videos calls test for every encoder that halves the resolution of colours.
func videos(t *testing.T, test func(t *testing.T, format, encoder string)) {
	for _, f := range formats() {
		for _, e := range f.encoders {
			if f.even {
				t.Run(f.extension+"/"+e.name, func(t *testing.T) {
					works(t, f.extension, e.name)
					test(t, f.extension, e.name)
				})
			}
		}
	}
}

func TestColoursComeBackFromTheFilm(t *testing.T) {
	need(t, "ffmpeg")
	const width, height = 128, 64
	colors := [][3]byte{{24, 27, 33}, {230, 159, 0}, {86, 180, 233}, {0, 158, 115}, {240, 228, 66}, {0, 114, 178}, {213, 94, 0}, {255, 255, 255}}
	videos(t, func(t *testing.T, format, encoder string) {
		path := filepath.Join(t.TempDir(), "a."+format)
		filmDrawn(t, Spec{Path: path, Width: width, Height: height, FPS: 30, Encoder: encoder}, 10, func(_ int, rgba []byte) {
			for i := range width * height {
				copy(rgba[4*i:], colors[i%width/16][:])
			}
		})
		if p := ffprobe(t, path); p.Pixels != "yuv420p" || p.Space != "bt709" || p.Range != "tv" {
			t.Errorf("marked as %s, %s, %s", p.Pixels, p.Space, p.Range)
		}
		out, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-vf", "scale=in_color_matrix=bt709:flags=accurate_rnd+full_chroma_int",
			"-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-").Output()
		check(t, err)
		for i, want := range colors {
			got := out[3*(32*width+16*i+8):][:3]
			for c := range want {
				if d := int(got[c]) - int(want[c]); d < -6 || d > 6 {
					t.Errorf("colour %v became %v", want, got)
					break
				}
			}
		}
	})
}

func TestMP4HasItsIndexInFrontAndNoFragments(t *testing.T) {
	videos(t, func(t *testing.T, format, encoder string) {
		if format != "mp4" {
			t.Skip("only MP4 has an index to place")
		}
		path := filepath.Join(t.TempDir(), "a.mp4")
		makeFilm(t, Spec{Path: path, Width: 160, Height: 96, FPS: 30, Encoder: encoder}, 100)
		b, err := os.ReadFile(path)
		check(t, err)
		var boxes []string
		for at := 0; at+8 <= len(b); {
			boxes = append(boxes, string(b[at+4:at+8]))
			at += max(8, int(b[at])<<24|int(b[at+1])<<16|int(b[at+2])<<8|int(b[at+3]))
		}
		order := strings.ReplaceAll(strings.Join(boxes, " "), " free", "")
		if order != "ftyp moov mdat" {
			t.Errorf("the boxes are %s", order)
		}
	})
}

// The same frames give the same file, where the encoder is the program's own.
func TestBuiltInFilmsAreTheSameBytes(t *testing.T) {
	if a, b := filmBytes(t), filmBytes(t); len(a) == 0 || !bytes.Equal(a, b) {
		t.Errorf("%d and %d bytes that differ", len(a), len(b))
	}
}

func filmBytes(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.mp4")
	makeFilm(t, Spec{Path: path, Width: 160, Height: 96, FPS: 30, Encoder: "builtin"}, 70)
	b, err := os.ReadFile(path)
	check(t, err)
	return b
}

func TestPlayersFindAnInstantOfTheFilm(t *testing.T) {
	videos(t, func(t *testing.T, format, encoder string) {
		need(t, "ffmpeg")
		path := filepath.Join(t.TempDir(), "a."+format)
		makeFilm(t, Spec{Path: path, Width: 160, Height: 96, FPS: 30, Encoder: encoder}, 200)
		out, err := exec.Command("ffmpeg", "-v", "error", "-ss", "5", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", "-").Output()
		check(t, err)
		if k := readMark(160, out); k != 150 {
			t.Errorf("at 5 s is frame %d, not 150", k)
		}
	})
}

// ffprobe counts frames and their times in a film whose frames don't take whole milliseconds.
func TestFramesStandAtTheirTimes(t *testing.T) {
	videos(t, func(t *testing.T, format, encoder string) {
		need(t, "ffprobe")
		path := filepath.Join(t.TempDir(), "a."+format)
		makeFilm(t, Spec{Path: path, Width: 160, Height: 96, FPS: 60, Encoder: encoder}, 90)
		out, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path).Output()
		check(t, err)
		lines := strings.Fields(string(out))
		if len(lines) != 90 || !strings.HasPrefix(lines[0], "0.000000") || !strings.HasPrefix(lines[89], "1.483") {
			t.Errorf("%d frames: %v", len(lines), lines)
		}
	})
}
