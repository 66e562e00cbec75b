package program

import (
	"errors"
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/ui/cli"
)

func TestAnErrorOfTheWindowIsInABoxWhereNobodySeesLines(t *testing.T) {
	usage := cli.Usage{Err: errors.New("-seed: x is no number")}
	for _, test := range []struct {
		err         error
		line, boxed string
		status      int
	}{
		{nil, "", "", 0},
		{windowError{flag.ErrHelp}, "", "", 0},
		{usage, "driftlab: -seed: x is no number\n", "", 2},
		{windowError{usage}, "driftlab: -seed: x is no number\n", "-seed: x is no number", 2},
		{windowError{errors.New("no display")}, "driftlab: no display\n", "no display", 1},
		{windowError{cli.Interrupted{What: "stopped"}}, "driftlab: stopped\n", "", 130},
	} {
		for _, seen := range []bool{false, true} {
			var lines strings.Builder
			boxed, want := "", test.boxed
			box := func(text string) { boxed += text }
			if seen {
				box, want = nil, ""
			}
			if status := tell(test.err, nil, &lines, box); status != test.status || lines.String() != test.line || boxed != want {
				t.Errorf("%v, seen %v: status %d, line %q, box %q", test.err, seen, status, lines.String(), boxed)
			}
		}
	}
}

func TestAFilesNameIsOpenedAsASession(t *testing.T) {
	var of windowError
	gone := filepath.Join(t.TempDir(), "gone.session.toml")
	if err := command([]string{gone}); !errors.As(err, &of) || !strings.Contains(err.Error(), "-open: ") || !strings.Contains(err.Error(), "gone.session.toml") {
		t.Errorf("a session that is not there: %v", err)
	}
	if err := command([]string{"--", "driftlab1:x", "-screenshot", gone}); !errors.As(err, &of) || !strings.Contains(err.Error(), "--: 3 arguments") {
		t.Errorf("flags in an address: %v", err)
	}
	if err := command([]string{"--", "driftlab1:x"}); !errors.As(err, &of) || !strings.Contains(err.Error(), "-open: shared text: it is cut off") {
		t.Errorf("an address that was cut: %v", err)
	}
	if err := command([]string{"rnu"}); errors.As(err, &of) || !strings.Contains(err.Error(), `unknown command "rnu" (nearest: run, `) {
		t.Errorf("no command: %v", err)
	}
}

func TestALongValueIsToldBackInPartAndOnOneLine(t *testing.T) {
	for _, args := range [][]string{{"run", "-seed", strings.Repeat("x", 9999)}, {"run", "-a\nb" + strings.Repeat("x", 9999)}} {
		var lines strings.Builder
		if status := tell(command(args), args, &lines, nil); status != 2 || lines.Len() > 500 || strings.Count(lines.String(), "\n") != 1 {
			t.Errorf("status %d, %d bytes: %.300q", status, lines.Len(), lines.String())
		}
	}
}
