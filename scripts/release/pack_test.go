package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/internal/files/filetest"
)

func TestAnArchiveOfTheSameFilesHasTheSameBytes(t *testing.T) {
	all := []entry{{"LICENSE", []byte("as you like"), false}, {"Driftlab.app/Contents/MacOS/driftlab", []byte("\x7fELF"), true}}
	var made [2][2][]byte
	for i := range made {
		m := making{out: t.TempDir(), when: time.Unix(1_790_000_000, 0).UTC()}
		if err := m.zip("driftlab-v1", all); err != nil {
			t.Fatal(err)
		}
		if err := m.tarball("driftlab-v1", all); err != nil {
			t.Fatal(err)
		}
		for k, name := range m.made {
			content := filetest.Read(t, filepath.Join(m.out, name))
			made[i][k] = content
		}
	}
	for k := range made[0] {
		if !bytes.Equal(made[0][k], made[1][k]) {
			t.Errorf("archive %d is another the second time", k)
		}
	}
	z, err := zip.NewReader(bytes.NewReader(made[0][0]), int64(len(made[0][0])))
	if err != nil {
		t.Fatal(err)
	}
	program := z.File[1]
	if program.Name != "driftlab-v1/Driftlab.app/Contents/MacOS/driftlab" || program.Mode() != 0o755 || !program.Modified.Equal(time.Unix(1_790_000_000, 0)) {
		t.Errorf("it has %s, %v, of %v", program.Name, program.Mode(), program.Modified)
	}
}

func TestAnArchivesReadmeNamesNothingThatIsNotBesideIt(t *testing.T) {
	m := making{version: "v1.2.3", when: time.Unix(1_790_000_000, 0)}
	m.clones[0] = "../.."
	all, err := m.texts()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(e entry) bool { return e.name == "README.txt" })
	if i < 0 {
		t.Fatal("there is none")
	}
	text := string(all[i].content)
	if !strings.HasPrefix(text, "Driftlab 1.2.3\n") || strings.Count(text, "\n") > 15 {
		t.Errorf("it is\n%s", text)
	}
	for _, file := range regexp.MustCompile(`[A-Za-z_]+\.(txt|md)\b`).FindAllString(text, -1) {
		if file != "macOS.txt" && !slices.ContainsFunc(all, func(e entry) bool { return e.name == file }) {
			t.Errorf("%s is in no archive", file)
		}
	}
}

func TestTheNewestChangesAreTheReleasesText(t *testing.T) {
	got := newest([]byte("# Changelog\n\nWhat changed.\n\n## v2\n\n### New\n- this\n\n## v1\n\n- that\n"))
	if string(got) != "## v2\n\n### New\n- this\n" {
		t.Errorf("%q", got)
	}
}

// Readers of a release want to know what they gain, on one screen: the details come behind it.
func TestAReleasesTextIsNoLongerThanAScreen(t *testing.T) {
	changes := filetest.Read(t, "../../CHANGELOG.md")
	if text := string(newest(changes)); strings.Count(text, "\n") > 36 || len(text) > 3600 {
		t.Errorf("it has %d lines and %d bytes", strings.Count(text, "\n"), len(text))
	}
}

func TestFoldersThatDifferAreTold(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	for _, folder := range []string{a, b} {
		filetest.Write(t, filepath.Join(folder, "one"), "same")
	}
	if err := same(a, b); err != nil {
		t.Error(err)
	}
	filetest.Write(t, filepath.Join(b, "one"), "other")
	if err := same(a, b); err == nil {
		t.Error("files that differ are the same")
	}
	more := filepath.Join(t.TempDir(), "more")
	if err := os.CopyFS(more, os.DirFS(a)); err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, filepath.Join(more, "two"), "")
	if same(a, more) == nil || same(more, a) == nil {
		t.Error("a folder with another file is the same")
	}
	if _, err := chosen("linux/amd64,plan9/mips"); err == nil {
		t.Error("an unknown target is built")
	}
}
