package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"driftlab/session"
)

func entries(t *testing.T, dir string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

func TestRunWritesAllItsFilesTogether(t *testing.T) {
	var files [2][2]string
	for i, carrier := range []string{"vnet", "direct"} {
		dir := t.TempDir()
		pcapng, perfetto := filepath.Join(dir, "a.pcapng"), filepath.Join(dir, "b.pftrace")
		var out bytes.Buffer
		err := Run([]string{"-duration", "2s", "-carrier", carrier, "-o", dir, "-pcapng", pcapng, "-perfetto", perfetto}, &out, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"a.pcapng", "b.pftrace", session.ClockFile, session.PacketsFile, session.LogFile, session.SummaryFile}
		if got := entries(t, dir); !slices.Equal(got, want) {
			t.Errorf("left are %v, want %v", got, want)
		}
		for _, line := range []string{pcapng + " is for Wireshark or tshark\n", perfetto + " is for ui.perfetto.dev\n"} {
			if !strings.Contains(out.String(), line) {
				t.Errorf("%q is not in\n%s", line, out.String())
			}
		}
		files[i] = [2]string{readFile(t, pcapng), readFile(t, perfetto)}
	}
	if files[0] != files[1] || len(files[0][0]) < 10_000 || len(files[0][1]) < 10_000 {
		t.Errorf("over vnet and direct the traces differ, or are too short to be whole")
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestATraceThatCannotBeWrittenIsToldBeforeTheRunAndLeavesOlderFiles(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.pcapng")
	if err := session.WriteFile(old, "older"); err != nil {
		t.Fatal(err)
	}
	nowhere := filepath.Join(dir, "nowhere", "x.pftrace")
	lte, own := writeFile(t, "1\n2\n"), writeFile(t, "format = 1\n")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-pcapng", old, "-perfetto", nowhere}, fmt.Sprintf("-perfetto: %q cannot be written: ", nowhere)},
		{[]string{"-pcapng", dir}, fmt.Sprintf("-pcapng: %q cannot be written: it is a folder", dir)},
		{[]string{"-pcapng", old, "-perfetto", old}, fmt.Sprintf("-perfetto: %q is the file of -pcapng", old)},
		{[]string{"-pcapng", old, "-perfetto", dir + "/./old.pcapng"}, fmt.Sprintf("-perfetto: %q is the file of -pcapng", dir+"/./old.pcapng")},
		{[]string{"-perfetto", dir + "/out/packets.csv", "-o", dir + "/out"}, fmt.Sprintf("-perfetto: %q is a file of -o", dir+"/out/packets.csv")},
		{[]string{"-pcapng", lte, "-set", "link.up.trace=" + lte}, fmt.Sprintf("-pcapng: %q is what the run is read from", lte)},
		{[]string{"-pcapng", lte, "-scenario", lte}, fmt.Sprintf("scenario %q", lte)},
		{[]string{"-perfetto", own, "-scenario", own}, fmt.Sprintf("-perfetto: %q is what the run is read from", own)},
		{[]string{"-perfetto", own, "-replay", own}, fmt.Sprintf("-perfetto: %q is what the run is read from", own)},
		{[]string{"-perfetto", own, "-open", own}, fmt.Sprintf("-perfetto: %q is what the run is read from", own)},
		{[]string{"-pcapng", old, "-carrier", "pigeon"}, `-carrier: "pigeon" is unknown`},
	} {
		var out bytes.Buffer
		err := Run(test.args, &out, nil)
		var usage Usage
		if !errors.As(err, &usage) || !strings.HasPrefix(err.Error(), test.want) || out.Len() > 0 {
			t.Errorf("%v: got %v and %q, want the usage error %s", test.args, err, out.String(), test.want)
		}
		if got := entries(t, dir); !slices.Equal(got, []string{"old.pcapng"}) || readFile(t, old) != "older" {
			t.Errorf("%v: left are %v, the older file has %.20q", test.args, got, readFile(t, old))
		}
	}
}
