//go:build !js

package conformance

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/netsync/clocks/counted"
)

func TestAProgramOfMakeBuildCountsTheBranchesThatEventsReach(t *testing.T) {
	if !counted.Counts() { // as a program of make build does: there is another test binary for it
		folder := t.TempDir()
		if out, err := exec.Command("../../../scripts/counted.sh", folder).CombinedOutput(); err != nil {
			t.Skipf("there is no shell here, or no Go: %v: %s", err, out)
		}
		out, err := exec.Command("go", "test", "-vet=off", "-count=1", "-overlay", filepath.Join(folder, "overlay.json"), "-run", "^"+t.Name()+"$", "-v", ".").CombinedOutput()
		if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	a := named(t, "midline")
	sc := rough(t)
	sc.Duration = time.Minute
	tapes := recorded(t, sc, a, MaxEvents)
	if before := reached(); len(before) > 0 {
		t.Errorf("%d are reached before any event", len(before))
	}
	p := &Pair{Clock: counting(a), Port: a, Failed: func() error { return nil }}
	var after [3][]Branch
	for i := range tapes {
		if d, err := p.Compare(tapes[i].Role, tapes[i].Events); d != nil || err != nil {
			t.Fatalf("Midline differs from itself with counters: %v, %v", d, err)
		}
		after[i] = reached()
	}
	if len(tapes) != 2 || len(after[0]) < 100 || len(after[1]) <= len(after[0]) || len(after[1]) >= len(Branches()) {
		t.Errorf("of %d branches the client's half reaches %d, and both %d", len(Branches()), len(after[0]), len(after[1]))
	}
	for _, b := range after[1] {
		if !strings.HasPrefix(b.File, "midline") || strings.HasSuffix(b.File, "_test.go") || b.Line < 1 {
			t.Errorf("%+v is no branch of Midline", b)
		}
	}
}

func reached() (all []Branch) {
	for _, b := range Branches() {
		if b.Reached {
			all = append(all, b)
		}
	}
	return all
}
