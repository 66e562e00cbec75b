package cli

import (
	"bytes"
	"errors"
	"flag"
	"strings"
	"testing"
)

func TestEncodersAreListedWithTheirReasons(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var out bytes.Buffer
	if _, err := ParseFilm([]string{"-encoders"}, env(&out)); !errors.Is(err, flag.ErrHelp) {
		t.Error(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, want := range []string{".mp4 ffmpeg not here: no program ffmpeg in PATH", ".mp4 builtin H.264 by the built-in", ".webm ffmpeg ", ".gif gif ", ".png png "} {
		if i >= len(lines) || !strings.HasPrefix(strings.Join(strings.Fields(lines[i]), " ")+" ", want) {
			t.Errorf("line %d of\n%s\nshould begin with %q", i, out.String(), want)
		}
	}
}
