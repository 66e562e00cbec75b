package render

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/film"
)

func TestAFilmsSizeIsSaidAtItsEndBesideWhatItsPlaceTakes(t *testing.T) {
	for _, c := range []struct {
		place string
		bytes int
		want  string
	}{
		{"", 1_234_567, "1.23 MB, 3.000 s\n"},
		{"github", 9_999_999, "10.00 MB, 3.000 s; github takes 10 MB\n"},
		{"github", 10_000_001, "10.00 MB, 3.000 s: more than the 10 MB that github takes; a shorter -duration or a smaller -size makes it fit\n"},
		{"x", 20_000_000, "20.00 MB, 3.000 s; x takes 512 MB and 140 s\n"},
		{"shorts", 20_000_000, "20.00 MB, 3.000 s; shorts takes 180 s\n"},
	} {
		out := filepath.Join(t.TempDir(), "x.mp4")
		check(t, os.WriteFile(out, make([]byte, c.bytes), 0o644))
		j := &Job{opt: config.Film{Options: film.Options{Out: out, For: c.place, Length: 3 * time.Second}}}
		var said strings.Builder
		if j.reportSize(&said); said.String() != out+": "+c.want {
			t.Errorf("%q, %d bytes: %q", c.place, c.bytes, said.String())
		}
	}
}
