package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
)

// maxPictures is how many pictures README and docs may have together: each version of each stays in the repository for ever.
const maxPictures = 25

// maxPictureSize is how many bytes one may have: nobody waits seconds for a README's film.
const maxPictureSize = 3e6

func TestEachPictureIsShownSomewhereAndDrawnByTheScript(t *testing.T) {
	const root = "../.."
	script := filetest.Read(t, filepath.Join(root, "scripts/pictures.sh"))
	var drawn []string
	for _, m := range regexp.MustCompile(`(?m)^(?:if wanted|scene|frame|gif|clouds) ([a-z-]+)`).FindAllStringSubmatch(string(script), -1) {
		drawn = append(drawn, m[1])
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs/*.md"))
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		text := filetest.Read(t, page)
		for _, m := range regexp.MustCompile(`!\[[^\]]+\]\(([^)]+)\)`).FindAllStringSubmatch(string(text), -1) {
			file := filepath.Join(filepath.Dir(page), m[1])
			if filepath.Dir(file) != filepath.Join(root, "docs/pictures") {
				t.Errorf("%s shows %s: pictures are in docs/pictures", page, m[1])
			}
			shown = append(shown, nameOf(file))
		}
	}
	files, err := filepath.Glob(filepath.Join(root, "docs/pictures/*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) > maxPictures {
		t.Errorf("%d pictures in docs/pictures, at most %d are kept", len(files), maxPictures)
	}
	var there []string
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Size() > maxPictureSize {
			t.Errorf("%s has more than %v bytes, or: %v", file, maxPictureSize, err)
		}
		there = append(there, nameOf(file))
	}
	slices.Sort(there) // Glob sorted them with their extensions
	for what, names := range map[string][]string{"shown": shown, "drawn by scripts/pictures.sh": drawn} {
		slices.Sort(names)
		if names = slices.Compact(names); !slices.Equal(names, there) {
			t.Errorf("%s: %v\nin docs/pictures: %v", what, names, there)
		}
	}
}

// nameOf returns a picture's name without its folder and its ending.
func nameOf(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}
