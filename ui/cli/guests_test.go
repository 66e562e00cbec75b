//go:build !js

package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
)

// guestFlag returns -guest with a Python program that asks once; without Python it skips the test.
func guestFlag(t *testing.T) string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 here: the example is not run")
	}
	return "mine='" + python + "' " + filepath.Join("..", "..", "netsync", "guest", "examples", "rtt2.py")
}

func TestATerminalIsToldWhichProgramIsWaitedForBeforeAWindowIsThere(t *testing.T) {
	var told bytes.Buffer
	e := env(io.Discard)
	e.Progress = &told
	if err := Run([]string{"-duration", "1s", "-guest", guestFlag(t)}, e); err != nil || !strings.HasPrefix(told.String(), "waiting for the first line of mine, at most 1m0s\r\x1b[K") {
		t.Errorf("it says %q, %v", told.String(), err)
	}
}

func TestAGuestOfARunIsPlayedBackFromItsLogWithoutItsProgram(t *testing.T) {
	live, replay := t.TempDir(), t.TempDir()
	var out bytes.Buffer
	check(t, Run([]string{"-duration", "13s", "-guest", guestFlag(t), "-set", "client1.algorithm=mine", "-o", live}, env(&out)))
	if text := out.String(); strings.Count(text, "mine") != 3 || !strings.Contains(text, "mine (drives)") {
		t.Error(text)
	}
	log := filepath.Join(live, "session.toml")
	check(t, Run([]string{"-replay", log, "-o", replay}, env(io.Discard)))
	for _, name := range []string{"summary.json", "clock.csv", "packets.csv", "session.toml"} {
		a, err := os.ReadFile(filepath.Join(live, name))
		b, bad := os.ReadFile(filepath.Join(replay, name))
		if err := errors.Join(err, bad); err != nil || !bytes.Equal(a, b) || !bytes.Contains(a, []byte("mine")) {
			t.Errorf("%s: the replay has %d bytes, not the same %d; %v", name, len(b), len(a), err)
		}
		if bytes.Contains(a, []byte("rtt2.py")) {
			t.Errorf("%s names the program", name)
		}
	}
	// Another seed makes another session, for which the log has no answers but the program has.
	other := []string{"-scenario", log, "-seed", "77"}
	if err := Run(other, env(io.Discard)); err == nil || Status(err) != 2 || !strings.Contains(err.Error(), "-guest mine=PROGRAM asks the program itself") {
		t.Error(err)
	}
	if err := Run(append(other, "-guest", guestFlag(t)), env(io.Discard)); err != nil {
		t.Error(err)
	}
}

func TestBadGuestsAreRefusedInOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"mine":           `-guest: "mine" is not NAME=PROGRAM`,
		"mine=":          "-guest: \"mine=\": the program is missing",
		"mine=' x":       "-guest: \"mine=' x\": a quotation mark has no second one",
		"Mine=x":         `-guest "Mine": a name has 1..24 small letters`,
		"rtt2=x":         `-guest "rtt2": the name is taken`,
		"mine=/no/such":  `mine: at its start: "/no/such": no such file or directory`,
		"mine=./cli.go/": "at its start: ",
	} {
		err := Run([]string{"-duration", "1s", "-guest", text}, env(io.Discard))
		if err == nil || Status(err) != 2 || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if err := Run([]string{"-duration", "1s", "-guest", guestFlag(t), "-guest", "mine=x"}, env(io.Discard)); err == nil || err.Error() != `-guest: "mine" is given twice` {
		t.Error(err)
	}
}

func TestAGuestsFaultEndsTheRunWithItsEventAndWhatWasMeasured(t *testing.T) {
	path := filepath.Join(t.TempDir(), "short.py")
	filetest.Write(t, path, `import sys
sys.stdin.readline()
print('{"driftlab":1,"name":"short","hears":[]}', flush=True)
sys.stdin.readline()
print('{"n":1,"wake":10000000000}', flush=True)
sys.stdin.readline()
`)
	python, _, _ := strings.Cut(guestFlag(t), " ")
	var out bytes.Buffer
	err := Run([]string{"-duration", "20s", "-scenario", "judge-wired", "-guest", python + " " + path}, env(&out))
	if err == nil || Status(err) != 1 || err.Error() != "mine, client 1: event 2 (wake): the program ended (exit status 0) without a reply" {
		t.Error(err)
	}
	if !strings.Contains(out.String(), " (drives)") {
		t.Error(out.String())
	}
}

func TestASweepHasAGuestInEachCell(t *testing.T) {
	withoutCluster(t)
	dir := t.TempDir()
	args := []string{"-seeds", "1..2", "-scenario", "judge-wired,judge-wifi", "-duration", "12s", "-jobs", "2", "-guest", guestFlag(t), "-o", dir}
	check(t, Sweep(args, env(io.Discard)))
	table, err := os.ReadFile(filepath.Join(dir, "sweep.csv"))
	if err != nil || bytes.Count(table, []byte(",mine,")) != 4 {
		t.Errorf("%v\n%s", err, table)
	}
	grid, err := os.ReadFile(filepath.Join(dir, "grid.json"))
	if err != nil || bytes.Contains(grid, []byte("rtt2.py")) || !bytes.Contains(grid, []byte("RTT/2 in Python")) {
		t.Errorf("%v\n%s", err, grid)
	}
}

func TestAFilmIsMadeOfWhatAGuestHasAnswered(t *testing.T) {
	film, err := filmOf(t, "-guest", guestFlag(t), "-duration", "3s", "-set", "client1.algorithm=mine")
	check(t, err)
	if g := film.Scenario.Guests; len(g) != 1 || g[0].Program != nil || g[0].Answers.Bytes() == 0 {
		t.Errorf("%+v", g)
	}
	both, err := filmOf(t, "-guest", guestFlag(t), "-duration", "3s", "-a", "cable", "-b", "home-wifi")
	if err != nil || both.Beside.Guests[0].Answers.Bytes() == 0 || both.Scenario.Guests[0].Answers.Bytes() == 0 {
		t.Errorf("of two sessions one has no answers, %v", err)
	}
}
