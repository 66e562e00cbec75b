package files

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// symlink makes a symbolic link, or skips the test where none can be made.
func symlink(t *testing.T, to, at string) {
	t.Helper()
	err := os.Symlink(to, at)
	if err == nil {
		_, err = os.Readlink(at) // some emulations copy
	}
	if err != nil {
		t.Skip(err)
	}
}

// systemSays returns why this system cannot open a file, in its own words.
func systemSays(path string) string {
	_, err := os.Open(path)
	return Reason(err).Error()
}

func TestWhatALinkLeadsToIsReplacedAndTheLinkStays(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "a", "deep")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Write(Disk{}, filepath.Join(root, "a", "old"), "older"); err != nil {
		t.Fatal(err)
	}
	symlink(t, deep, filepath.Join(root, "jump"))
	for _, link := range []struct{ at, to, file string }{
		{"absolute", filepath.Join(root, "a", "old"), "a/old"},
		{"relative", "a/old", "a/old"},
		{"twice", "relative", "a/old"},
		{"jump/up", "../old", "a/old"}, // from where jump leads to
		{"dangling", "a/new", "a/new"},
	} {
		path := filepath.Join(root, link.at)
		symlink(t, link.to, path)
		if err := NewSet(Disk{}).CanWrite(path); err != nil {
			t.Errorf("%s: %v", link.at, err)
		}
		if err := Write(Disk{}, path, link.at); err != nil {
			t.Errorf("%s: %v", link.at, err)
			continue
		}
		if got, err := os.ReadFile(filepath.Join(root, link.file)); err != nil || string(got) != link.at {
			t.Errorf("%s: %s has %q, %v", link.at, link.file, got, err)
		}
		if to, err := os.Readlink(path); err != nil || to != link.to {
			t.Errorf("%s leads to %q, %v", link.at, to, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(root, "*", "*.partial")); left != nil {
		t.Errorf("left are %v", left)
	}
}

func TestWhatCannotBecomeAFileIsRefusedBeforeItIsWritten(t *testing.T) {
	dir := t.TempDir()
	folder, ring := filepath.Join(dir, "folder"), filepath.Join(dir, "ring")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	symlink(t, folder, filepath.Join(dir, "link"))
	symlink(t, ring, ring)
	for path, want := range map[string]string{
		folder:                       "it is a folder",
		filepath.Join(dir, "link"):   "it is a folder",
		ring:                         "more than 40 links lead to it",
		filepath.Join(dir, "x", "y"): systemSays(filepath.Join(dir, "x", "y")),
	} {
		if err := NewSet(Disk{}).CanWrite(path); err == nil || !strings.HasSuffix(err.Error(), ": "+want) {
			t.Errorf("%s: Try says %v, want %s", path, err, want)
		}
		if err := Write(Disk{}, path, "text"); err == nil || !strings.HasSuffix(err.Error(), want) || !strings.Contains(err.Error(), fmt.Sprintf("%q", dir)[1:len(dir)]) {
			t.Errorf("%s: Write says %v, want %s", path, err, want)
		}
	}
}
