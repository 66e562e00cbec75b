package main

import (
	"os"
	"path/filepath"
	"strconv"
)

// icons returns where the icon's files are in a clone, which it makes when it is first asked.
func icons(clone string) (string, error) {
	folder := filepath.Join(clone, "out", "icons")
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	return folder, run(clone, nil, "go", "run", "./scripts/icons", folder)
}

// bundle is the program as macOS opens it by a double click, and a text on how it is opened the first time. It says of no kind of
// file that it opens it: macOS hands these over by events that the window's library does not pass on.
func (m *making) bundle(program []byte) ([]entry, error) {
	folder, err := icons(m.clones[0])
	if err != nil {
		return nil, err
	}
	icon, err := os.ReadFile(filepath.Join(folder, "driftlab.icns"))
	if err != nil {
		return nil, err
	}
	info, err := m.filled("Info.plist")
	if err != nil {
		return nil, err
	}
	const contents = "Driftlab.app/Contents/"
	return []entry{
		{"macOS.txt", part("macOS.txt"), false},
		{contents + "Info.plist", info, false},
		{contents + "MacOS/driftlab", program, true},
		{contents + "Resources/driftlab.icns", icon, false},
	}, nil
}

// desktopID names the program among those of a desktop. It has to begin with a name of its owner's once it has a place to live.
const desktopID = "org.driftlab.Driftlab"

// desktop is what Linux' desktops show the program by, where they look for it under a prefix such as /usr.
func (m *making) desktop() ([]entry, error) {
	folder, err := icons(m.clones[0])
	if err != nil {
		return nil, err
	}
	about, err := m.filled(desktopID + ".metainfo.xml")
	if err != nil {
		return nil, err
	}
	all := []entry{
		{"share/applications/" + desktopID + ".desktop", part(desktopID + ".desktop"), false},
		{"share/metainfo/" + desktopID + ".metainfo.xml", about, false},
	}
	for _, size := range []int{16, 24, 32, 48, 64, 128, 256, 512} {
		n := strconv.Itoa(size)
		icon, err := os.ReadFile(filepath.Join(folder, "icon-"+n+".png"))
		if err != nil {
			return nil, err
		}
		all = append(all, entry{"share/icons/hicolor/" + n + "x" + n + "/apps/" + desktopID + ".png", icon, false})
	}
	return all, nil
}

// nfpm makes packages of Linux' distributions.
const nfpm = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.2"

// debian makes a package for Debian and Ubuntu of the files of the tarball.
func (m *making) debian(t target, all []entry) error {
	root := filepath.Join(m.clones[0], "out", "deb-"+t.machine)
	for _, e := range all {
		file := filepath.Join(root, filepath.FromSlash(e.name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, e.content, e.mode()); err != nil {
			return err
		}
	}
	setup, err := m.filled("nfpm.yaml")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, "nfpm.yaml"), setup, 0o644); err != nil {
		return err
	}
	name := m.name(t) + ".deb"
	made := filepath.Join(root, name)
	env := []string{"GOFLAGS=", "ARCH=" + t.machine, "SOURCE_DATE_EPOCH=" + strconv.FormatInt(m.when.Unix(), 10)}
	if err := run(root, env, "go", "run", nfpm, "package", "--packager", "deb", "--config", "nfpm.yaml", "--target", made); err != nil {
		return err
	}
	content, err := os.ReadFile(made)
	if err != nil {
		return err
	}
	return m.write(name, content)
}
