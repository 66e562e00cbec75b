package lab

import (
	"strings"
	"testing"
)

func raceText(t *testing.T, clock string, sc string) string {
	t.Helper()
	f := sweep(t, t.TempDir(), grid(t, nil, "1,2", measured(t, "plain", sc)), Whole, 1).Folder
	if err := f.SetBaseline(clock); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := f.WriteRace(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestARaceHasTheBestClockFirstAndASentenceAboutTheOneThatIsAskedFor(t *testing.T) {
	t.Parallel()
	text := raceText(t, "unreal", "")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if !strings.HasPrefix(lines[0], "clock ") || len(lines) != 1+9+2 {
		t.Fatalf("%d lines:\n%s", len(lines), text)
	}
	best, last := strings.Fields(lines[1])[0], lines[len(lines)-1]
	if !strings.HasPrefix(last, "On this link Unreal push is 29.9 ms wrong; ") || !strings.Contains(last, "better in 4 of 4 pairs") {
		t.Errorf("of unreal it says %q", last)
	}
	if of := raceText(t, best, ""); !strings.Contains(of, "and none of the 9 clocks does better.") {
		t.Errorf("of the best it says %s", of)
	}
}

func TestARaceSaysOfAClockThatKnowsNoTimeThatItDoesNot(t *testing.T) {
	t.Parallel()
	if text := raceText(t, "sntp", "link.loss = 1\n"); !strings.Contains(text, "SNTP never gets to know the time.") {
		t.Errorf("it says %s", text)
	}
}
