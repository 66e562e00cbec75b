package naming

import (
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

func TestANameIsFreeWhereNoFileHasItWithAnyOfTheEndings(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"film.mp4", "film-2.srt"} {
		filetest.Write(t, filepath.Join(dir, name), "")
	}
	for want, endings := range map[string][]string{"film-3": {".mp4", ".srt"}, "film-2": {".mp4"}, "film": {".gif"}} {
		if got, err := Free(files.Disk{}, dir, "film", endings...); err != nil || got != filepath.Join(dir, want) {
			t.Errorf("%v: %s, %v, want %s", endings, got, err, want)
		}
	}
	if _, err := Free(files.Disk{}, filepath.Join(dir, "none"), "film", ".mp4"); err == nil {
		t.Error("a name in a folder that is not there is free")
	}
}

func TestAPlainNameIsAFilesOnEverySystem(t *testing.T) {
	for name, want := range map[string]string{"first": "first", "a/b c:d.toml": "b-c-d", "ä": "-"} {
		if got := Plain(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
	if got := Plain(strings.Repeat("x", 99)); len(got) != 60 {
		t.Errorf("%d letters are left", len(got))
	}
}
