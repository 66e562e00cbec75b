package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/template"
	"time"

	"github.com/ulikunitz/xz"
)

//go:embed parts
var parts embed.FS

// part returns one of the files next to this program that a release has.
func part(name string) []byte {
	content, err := parts.ReadFile("parts/" + name)
	if err != nil {
		panic(err) // it is built in
	}
	return content
}

// filled returns a part in which the version is filled in, and where the project is if that is known.
func (m *making) filled(name string) ([]byte, error) {
	t, err := template.New(name).Parse(string(part(name)))
	if err != nil {
		return nil, err
	}
	version := strings.TrimPrefix(m.version, "v")
	number, _, _ := strings.Cut(version, "-") // without what says that it comes before a release
	var b bytes.Buffer
	err = t.Execute(&b, map[string]any{"Version": version, "Number": number, "Date": m.when.Format(time.DateOnly), "Homepage": m.homepage, "Screenshots": m.screenshots})
	return b.Bytes(), err
}

// An entry is a file of an archive.
type entry struct {
	name    string
	content []byte
	runs    bool // it is a program
}

// mode is that of a file: a program is one that may be run.
func (e entry) mode() fs.FileMode {
	if e.runs {
		return 0o755
	}
	return 0o644
}

// texts are what every archive has besides the program.
func (m *making) texts() ([]entry, error) {
	readme, err := m.filled("README.txt") // the project's own leads to pages that are in no archive
	if err != nil {
		return nil, err
	}
	all := []entry{{name: "THIRD_PARTY.txt", content: m.licences}, {name: "README.txt", content: readme}}
	for _, name := range []string{"LICENSE", "CHANGELOG.md"} {
		content, err := os.ReadFile(filepath.Join(m.clones[0], name))
		if err != nil {
			return nil, err
		}
		all = append(all, entry{name: name, content: content})
	}
	return all, nil
}

// packProgram packs a program as its system's people expect it.
func (m *making) packProgram(t target, file string) error {
	program, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	all, err := m.texts()
	if err != nil {
		return err
	}
	switch t.system {
	case "windows":
		return m.zip(m.name(t), append(all, entry{"driftlab.exe", program, true}))
	case "darwin":
		bundle, err := m.bundle(program)
		if err != nil {
			return err
		}
		return m.zip(m.name(t), append(all, bundle...))
	}
	desktop, err := m.desktop()
	if err != nil {
		return err
	}
	manual, err := m.man()
	if err != nil {
		return err
	}
	all = append(append(all, entry{"driftlab", program, true}, manual), desktop...)
	if err := m.tarball(m.name(t), all); err != nil {
		return err
	}
	return m.debian(t, all)
}

func (m *making) packPage(folder string) error {
	var all []entry
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		all = append(all, entry{name: filepath.Base(path), content: content})
		return err
	})
	if err != nil {
		return err
	}
	return m.zip("driftlab-"+m.version+"-page", append(all, entry{name: "THIRD_PARTY.txt", content: m.licences}))
}

func (m *making) zip(name string, all []entry) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range all {
		head := &zip.FileHeader{Name: path.Join(name, e.name), Method: zip.Deflate, Modified: m.when}
		head.SetMode(e.mode())
		w, err := z.CreateHeader(head)
		if err != nil {
			return err
		}
		if _, err := w.Write(e.content); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return m.write(name+".zip", b.Bytes())
}

func (m *making) tarball(name string, all []entry) error {
	var b bytes.Buffer
	x, err := xz.NewWriter(&b)
	if err != nil {
		return err
	}
	w := tar.NewWriter(x)
	for _, e := range all {
		head := &tar.Header{Name: path.Join(name, e.name), Mode: int64(e.mode()), Size: int64(len(e.content)), ModTime: m.when, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(head); err != nil {
			return err
		}
		if _, err := w.Write(e.content); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := x.Close(); err != nil {
		return err
	}
	return m.write(name+".tar.xz", b.Bytes())
}

// sums returns the SHA-256 of files in a folder, as sha256sum -c reads them.
func sums(folder string, names []string) ([]byte, error) {
	var b bytes.Buffer
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(content), name)
	}
	return b.Bytes(), nil
}
