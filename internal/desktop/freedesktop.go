package desktop

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"

	"driftlab/assets/icon"
	"driftlab/internal/files"
)

// places are the folders of a person's that Linux' desktops look into (freedesktop.org, XDG Base Directory Specification).
type places struct{ data, config string }

// maxList is the size of a list of programs that is read, in bytes.
const maxList = 1 << 20

// atHome returns a person's places. The error is for one without a home folder.
func atHome() (places, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return places{}, fmt.Errorf("there is no home folder: %w", err)
	}
	at := func(name, usual string) string {
		if dir := os.Getenv(name); filepath.IsAbs(dir) { // any other is to be ignored
			return dir
		}
		return filepath.Join(home, usual)
	}
	return places{at("XDG_DATA_HOME", ".local/share"), at("XDG_CONFIG_HOME", ".config")}, nil
}

func (p places) entry() string { return filepath.Join(p.data, "applications", entryFile) }
func (p places) list() string  { return filepath.Join(p.config, "mimeapps.list") }
func (p places) icon() string {
	return filepath.Join(p.data, "icons", "hicolor", "128x128", "apps", ID+".png")
}

// register writes the program's entry and icon, and its name into the list of what opens what: all of it, or nothing.
func (p places) register(fsys files.FS, program string) error {
	about, err := Entry(program)
	if err != nil {
		return err
	}
	list, err := p.read(fsys)
	if err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, icon.Draw(128, false)); err != nil {
		return err
	}
	set := files.NewSet(fsys)
	defer set.Abandon() // after Commit it does nothing
	for _, one := range []struct{ path, text string }{{p.entry(), about}, {p.icon(), picture.String()}, {p.list(), associated(list)}} {
		if err := set.Mkdir(filepath.Dir(one.path)); err != nil {
			return err
		}
		part, err := set.Own(one.path)
		if err != nil {
			return err
		}
		part.WriteString(one.text) // an error stays in the part until Commit
	}
	return set.Commit()
}

// unregister removes what register has made, with the folders that are empty then.
func (p places) unregister(fsys files.FS) error {
	list, err := p.read(fsys)
	if err != nil {
		return err
	}
	rest := dissociated(list)
	if rest != list {
		err = files.Write(fsys, p.list(), rest)
	}
	if info, there := fsys.Lstat(p.list()); err == nil && rest == "" && there == nil && info.Mode().IsRegular() {
		err = remove(fsys, p.list(), p.config)
	}
	return cmp.Or(err, remove(fsys, p.entry(), p.data), remove(fsys, p.icon(), p.data))
}

// read returns the list of what opens what, "" where there is none.
func (p places) read(fsys files.FS) (string, error) {
	text, err := files.ReadFrom(fsys, p.list(), maxList)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%q: %w", p.list(), err)
	}
	return string(text), nil
}

// remove removes a file, where it is there, and the folders above it up to one that stays, where nothing else is in them.
func remove(fsys files.FS, path, stays string) error {
	if err := fsys.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%q cannot be removed: %w", path, files.Reason(err))
	}
	for dir := filepath.Dir(path); dir != stays; dir = filepath.Dir(dir) {
		if info, err := fsys.Lstat(dir); err != nil || !info.IsDir() || fsys.Remove(dir) != nil { // a link to a folder is somebody's
			break
		}
	}
	return nil
}
