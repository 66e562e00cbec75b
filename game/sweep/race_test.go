package sweep

import (
	"strings"
	"testing"

	"driftlab/game/scenario"
)

func raceText(t *testing.T, clock, clocks, set string) string {
	t.Helper()
	sc := measured(t, "plain", set)
	sc.ClockList = scenario.ClockList(clocks)
	f := sweep(t, t.TempDir(), grid(t, nil, "1,2,3", sc), Whole, 1).Folder
	check(t, f.SetBaseline(clock))
	var b strings.Builder
	check(t, f.WriteRace(&b))
	return b.String()
}

func TestARaceHasTheBestClockFirstAndASentenceAboutTheOneThatIsAskedFor(t *testing.T) {
	t.Parallel()
	text := raceText(t, "unreal", "", "")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if !strings.HasPrefix(lines[0], "clock ") || len(lines) != 1+9+2 {
		t.Fatalf("%d lines:\n%s", len(lines), text)
	}
	for _, c := range [][4]string{
		{"unreal", "unreal,unity", "", "On this link Unreal push is 29.9 ms wrong; use TimeSync instead, which with the same luck is 0.000 ms wrong, and better in 6 of 6 pairs"},
		{"timesync", "unreal,unity", "", "On this link TimeSync is 0.000 ms wrong, and none of the 3 clocks does better."},
		{"unreal", "", "link.up.delay = \"120ms\"\nlink.jitter = \"20ms\"\n", "On this link Unreal push is 47.0 ms wrong; of the 9 clocks Unity network time and Mirror are equally close: 42.3 and 42.6 ms."},
	} {
		if last := raceText(t, c[0], c[1], c[2]); !strings.Contains(last, "\n"+c[3]) {
			t.Errorf("it says %s, want %s", last, c[3])
		}
	}
}

func TestARaceSaysOfAClockThatKnowsNoTimeThatItDoesNot(t *testing.T) {
	t.Parallel()
	if text := raceText(t, "sntp", "", "link.loss = 1\n"); !strings.Contains(text, "SNTP never gets to know the time.") {
		t.Errorf("it says %s", text)
	}
}

func TestFiguresHaveThreeDigits(t *testing.T) {
	t.Parallel()
	for ms, want := range map[float64]string{
		0: "0.000", 0.0004: "0.000", 0.0256: "0.026", 0.75: "0.750", 1.234: "1.23", 45.678: "45.7", 678.9: "679", 20186.2: "20186",
	} {
		if got := Significant(ms); got != want {
			t.Errorf("%v is %s, want %s", ms, got, want)
		}
	}
}
