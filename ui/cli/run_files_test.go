package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

func entries(t *testing.T, dir string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	check(t, err)
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

func TestRunWritesAllItsFilesTogether(t *testing.T) {
	var captures [2]string
	for i, carrier := range []string{"vnet", "direct"} {
		dir := t.TempDir()
		pcapng, dissector := filepath.Join(dir, "a.pcapng"), filepath.Join(dir, "b.lua")
		var out bytes.Buffer
		check(t, Run([]string{"-duration", "2s", "-carrier", carrier, "-o", dir, "-pcapng", pcapng, "-dissector", dissector}, env(&out)))
		want := []string{"a.pcapng", "b.lua", session.ClockFile, files.ManifestFile, session.PacketsFile, session.LogFile, session.SummaryFile}
		if got := entries(t, dir); !slices.Equal(got, want) {
			t.Errorf("left are %v, want %v", got, want)
		}
		if line := pcapng + " is for Wireshark or tshark\n"; !strings.Contains(out.String(), line) {
			t.Errorf("%q is not in\n%s", line, out.String())
		}
		captures[i] = readFile(t, pcapng)
	}
	if captures[0] != captures[1] || len(captures[0]) < 10_000 {
		t.Errorf("over vnet and direct the captures differ, or are too short to be whole")
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	return string(filetest.Read(t, path))
}

func TestATraceThatCannotBeWrittenIsToldBeforeTheRunAndLeavesOlderFiles(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.pcapng")
	older := "\x0a\x0d\x0d\x0a older, \x04\x00\x08\x00driftlab" // as a capture of ours begins
	check(t, files.Write(files.Disk{}, old, older))
	nowhere := filepath.Join(dir, "nowhere", "x.lua")
	lte, own := writeFile(t, "1\n2\n"), writeFile(t, "format = 3\n")
	for _, test := range []typing{
		{[]string{"-pcapng", old, "-dissector", nowhere}, fmt.Sprintf("-dissector: folder %q cannot be written to: ", filepath.Dir(nowhere))},
		{[]string{"-pcapng", dir}, fmt.Sprintf("-pcapng: %q: it is a folder", dir)},
		{[]string{"-pcapng", old, "-dissector", old}, fmt.Sprintf("-dissector: %q: two files would have this name", old)},
		{[]string{"-pcapng", old, "-dissector", dir + "/./old.pcapng"}, fmt.Sprintf("-dissector: %q: two files would have this name", dir+"/./old.pcapng")},
		{[]string{"-dissector", dir + "/out/packets.csv", "-o", dir + "/out"}, fmt.Sprintf("-dissector: %q: two files would have this name", dir+"/out/packets.csv")},
		{[]string{"-pcapng", lte, "-set", "link.up.trace=" + lte}, fmt.Sprintf("-pcapng: %q: it would replace what is read", lte)},
		{[]string{"-pcapng", lte, "-scenario", lte}, fmt.Sprintf("scenario %q", lte)},
		{[]string{"-dissector", own, "-scenario", own}, fmt.Sprintf("-dissector: %q: it would replace what is read", own)},
		{[]string{"-dissector", own, "-replay", own}, fmt.Sprintf("-dissector: %q: it would replace what is read", own)},
		{[]string{"-dissector", own, "-open", own}, fmt.Sprintf("-dissector: %q: it would replace what is read", own)},
		{[]string{"-pcapng", old, "-carrier", "pigeon"}, `-carrier: "pigeon" is unknown`},
	} {
		var out bytes.Buffer
		err := Run(test.args, env(&out))
		var usage Usage
		if !errors.As(err, &usage) || !strings.HasPrefix(err.Error(), test.want) || out.Len() > 0 {
			t.Errorf("%v: got %v and %q, want the usage error %s", test.args, err, out.String(), test.want)
		}
		if got := entries(t, dir); !slices.Equal(got, []string{"old.pcapng"}) || readFile(t, old) != older {
			t.Errorf("%v: left are %v, the older file has %.20q", test.args, got, readFile(t, old))
		}
	}
}

func TestAFolderWithSomebodysFileIsRefusedBeforeTheRun(t *testing.T) {
	for _, test := range []struct {
		name  string
		put   func(t *testing.T, dir string) (args []string)
		fault string
	}{
		{"a scenario of the name of the log", func(t *testing.T, dir string) []string {
			return []string{"-scenario", put(t, dir, session.LogFile, "format = 3\n")}
		}, "it would replace what is read"},
		{"a scenario over a link", func(t *testing.T, dir string) []string {
			put(t, dir, session.LogFile, "format = 3\n")
			up := filepath.Join(t.TempDir(), "up")
			if err := os.Symlink(dir, up); err != nil {
				t.Skip(err)
			}
			return []string{"-scenario", filepath.Join(up, session.LogFile)}
		}, "it would replace what is read"},
		{"a trace of the name of the packets", func(t *testing.T, dir string) []string {
			put(t, dir, session.PacketsFile, "1\n2\n")
			own := put(t, dir, "own.toml", "format = 3\n[set]\n\"link.up.trace\" = \"packets.csv\"\n")
			return []string{"-scenario", own}
		}, "it would replace what is read"},
		{"a trace that -set takes out of the scenario", func(t *testing.T, dir string) []string {
			put(t, dir, session.PacketsFile, "1\n2\n")
			own := put(t, dir, "own.toml", "format = 3\n[set]\n\"link.up.trace\" = \"packets.csv\"\n")
			return []string{"-scenario", own, "-set", "link.up.trace=none"}
		}, "it would replace what is read"},
		{"a trace of another world", func(t *testing.T, dir string) []string {
			put(t, dir, session.PacketsFile, "1\n2\n")
			own := put(t, dir, "own.toml", "format = 3\n[[world]]\nname = \"a\"\n[[world]]\nname = \"b\"\n[world.set]\n\"link.up.trace\" = \"packets.csv\"\n")
			return []string{"-scenario", own}
		}, "it would replace what is read"},
		{"a file of an older program, without a manifest", func(t *testing.T, dir string) []string {
			put(t, dir, session.SummaryFile, "{}\n")
			return nil
		}, "it is not as driftlab wrote it: choose another name, move it away, or use -force"},
		{"a file that was edited", func(t *testing.T, dir string) []string {
			mustRun(t, "-duration", "1s", "-o", dir)
			put(t, dir, session.LogFile, readFile(t, filepath.Join(dir, session.LogFile))+"# mine\n")
			return nil
		}, "it is not as driftlab wrote it: choose another name, move it away, or use -force"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			args := append(test.put(t, dir), "-duration", "1s", "-carrier", "direct", "-o", dir)
			before := textsIn(t, dir)
			var out bytes.Buffer
			err := Run(args, env(&out))
			var usage Usage
			if !errors.As(err, &usage) || !strings.HasPrefix(err.Error(), "-o: ") || !strings.HasSuffix(err.Error(), test.fault) || out.Len() > 0 {
				t.Errorf("got %v and %q, want the usage error %s", err, out.String(), test.fault)
			}
			if after := textsIn(t, dir); !maps.Equal(after, before) {
				t.Errorf("there is %q, before %q", after, before)
			}
		})
	}
}

func TestARunTakesThePlaceOfItsEarlierFilesAndLeavesAllOthers(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "notes.txt", "mine")
	mustRun(t, "-duration", "1s", "-o", dir)
	first := textsIn(t, dir)
	mustRun(t, "-duration", "2s", "-o", dir)
	second := textsIn(t, dir)
	if len(second) != 6 || second["notes.txt"] != "mine" || len(second[session.ClockFile]) <= len(first[session.ClockFile]) {
		t.Errorf("there is %q", slices.Sorted(maps.Keys(second)))
	}
}

func TestALogWhoseFolderWasBrokenOffIsRefused(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, "-duration", "1s", "-o", dir)
	before := textsIn(t, dir)
	mustRun(t, "-duration", "2s", "-o", dir)
	put(t, dir, session.ClockFile, before[session.ClockFile]) // the second run had not replaced it yet
	_, next, _ := strings.Cut(readFile(t, filepath.Join(dir, files.ManifestFile)), "\n")
	put(t, dir, files.ManifestFile, before[files.ManifestFile]+"# next\n"+next)
	err := Run([]string{"-replay", filepath.Join(dir, session.LogFile)}, env(io.Discard))
	var usage Usage
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), "its writing was stopped") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	mustRun(t, "-duration", "1s", "-o", dir) // everything there is its own
	if after := textsIn(t, dir); !maps.Equal(after, before) {
		t.Errorf("there is %q, before %q", after, before)
	}
}

// put writes a file into a folder and returns its path.
func put(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	filetest.Write(t, path, text)
	return path
}

func mustRun(t *testing.T, args ...string) {
	t.Helper()
	check(t, Run(append(args, "-carrier", "direct"), env(io.Discard)))
}

// texts returns the files of a folder with their content, by name.
func textsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range entries(t, dir) {
		all[name] = readFile(t, filepath.Join(dir, name))
	}
	return all
}
