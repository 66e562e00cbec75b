package cli

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"driftlab/internal/files"
)

// A readOnly disk has folders in which nothing can be created.
type readOnly struct {
	files.Disk
	folders []string
}

func (r readOnly) Create(name string) (files.File, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	for _, folder := range r.folders {
		if filepath.Dir(path) == folder {
			return nil, &os.PathError{Op: "open", Path: name, Err: errors.ErrUnsupported}
		}
	}
	return r.Disk.Create(name)
}

func TestAWindowThatBeginsWhereNothingCanBeWrittenSavesAmongThePersonsDocuments(t *testing.T) {
	home, work := t.TempDir(), t.TempDir()
	setHome := func(home string) { t.Setenv("HOME", home); t.Setenv("USERPROFILE", home) }
	setHome(home)
	root := filepath.VolumeName(work) + string(filepath.Separator)
	saved := func(what, folder, want string, closed ...string) {
		t.Helper()
		t.Chdir(folder)
		if got := savedAs(readOnly{folders: closed}, "session.toml"); got != want {
			t.Errorf("%s it is %s, want %s", what, got, want)
		}
	}
	saved("in a folder", work, filepath.Join(work, "session.toml"))
	for _, there := range []string{"session.toml", "driftlab"} { // existing files are no reason to go elsewhere
		check(t, os.Mkdir(filepath.Join(work, there), 0o755))
	}
	saved("in a folder for the second time", work, filepath.Join(work, "session.toml"))
	saved("at the root, without documents,", root, filepath.Join(home, "session.toml"))
	documents := filepath.Join(home, "Documents")
	check(t, os.Mkdir(documents, 0o755))
	saved("at the root", root, filepath.Join(documents, "session.toml"))
	saved("in a closed folder", work, filepath.Join(documents, "session.toml"), work)
	saved("where documents are closed, too,", work, filepath.Join(home, "session.toml"), work, documents)
	setHome("")
	saved("without a home", work, "session.toml", work)
}
