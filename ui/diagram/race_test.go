package diagram

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/ranking"
	"driftlab/netsync/registry"
	"driftlab/ui/draw"
	table "driftlab/ui/oldtable"
	"driftlab/ui/panel"
)

func TestAGroupThatDoesNotRunIsAskedForByAClick(t *testing.T) {
	a := rigAt(t, "first", 3*time.Second)
	pressIn(&a.at, a.race.Groups.Chips[registry.Engines])
	if a.race.Update(&a.View, &a.at); !slices.Equal(a.asked, []string{registry.Engines.String()}) {
		t.Errorf("asked for is %q", a.asked)
	}
}

// textIn finds a text that the race writes.
func textIn(a *rig, said string) panel.Rect {
	a.t.Helper()
	for _, text := range heard(a, func(c *draw.Canvas) { a.race.Draw(&a.View, c, a.table) }) {
		if text.Said == said {
			return placeOf(&text)
		}
	}
	a.t.Fatalf("the race does not say %q", said)
	panic("unreachable")
}

func TestTheRaceIsSortedByTheColumnThatIsClicked(t *testing.T) {
	a := rigAt(t, "first", 15*time.Second)
	k := &a.race
	click := func(c int) {
		pressIn(&a.at, textIn(a, k.table.Columns[c].Head))
		k.Update(&a.View, &a.at)
		a.at = panel.Pointer{}
		a.next()
	}
	value := func(row, c int) float64 {
		var is table.Cell
		if k.Cell(row, c, &is); !is.Known {
			return math.Inf(1)
		}
		return is.Value
	}
	for c := raceRMS; c < raceColumns; c++ {
		click(c)
		for i := range k.order[1:] {
			if before, after := value(k.order[i], c), value(k.order[i+1], c); before > after {
				t.Errorf("column %d: %v stands before %v", c, before, after)
			}
		}
		smallest := slices.Clone(k.order)
		click(c)
		if first, most := value(k.order[0], c), value(smallest[len(smallest)-1], c); first != most {
			t.Errorf("column %d: a second click has %v first, want %v", c, first, most)
		}
	}
	if click(raceClock); !slices.IsSorted(k.order) {
		t.Errorf("the list's order is %v", k.order)
	}
}

func TestColumnsOfTheRaceWithoutRoomAreLeftOut(t *testing.T) {
	a := rigAt(t, "first", 9*time.Second)
	for width, left := range map[float32]int{256: 2, 280: 1, 340: 0, 400: 0} {
		eachLanguage(t, a, func(name string) {
			a.race.Update(&a.View, &a.at)
			said := writes(a, func(c *draw.Canvas) { a.race.Draw(&a.View, c, panel.NewRect(0, 0, width, 390)) })
			for i, of := range a.race.table.Columns {
				if there := slices.Contains(said, of.Head); there != (i != raceStep && i != raceBytes || i == raceBytes && left < 2 || left == 0) {
					t.Errorf("%s, %v wide: %q is there: %v", name, width, of.Head, there)
				}
			}
			if more := fmt.Sprintf(a.Words.T("table.more"), left); slices.Contains(said, more) != (left > 0) {
				t.Errorf("%s, %v wide: of %d columns without room it says %q", name, width, left, said)
			}
		})
	}
}

func TestTheRaceCanBeginAnew(t *testing.T) {
	a := rigAt(t, "first", 9*time.Second)
	pressIn(&a.at, a.race.restart)
	a.race.Update(&a.View, &a.at)
	if got := a.Session.RaceFrom(1); got != a.Session.Now() {
		t.Errorf("it began at %v, want %v", got, a.Session.Now())
	}
	if len(a.Session.Log().Events) != len(a.Session.Scenario().Events) {
		t.Error("it is in the log, but it is no event")
	}
}

func TestTheRaceSaysInOneSentenceHowFarAClockIsOffAndWhatToUse(t *testing.T) {
	a := rigAt(t, "engines/jitter", 15*time.Second)
	if want := "On this link TimeSync is "; !strings.HasPrefix(a.race.verdict, want) {
		t.Errorf("of the clock that drives it says %q", a.race.verdict)
	}
	k := &a.race
	pressIn(&a.at, textIn(a, panel.ClockShort(a.Words, a.World.Clock(panel.PlaceOf(a.World.Clocks(), "netfox")))))
	k.Update(&a.View, &a.at)
	a.at = panel.Pointer{}
	if s := k.verdict; !strings.HasPrefix(s, "On this link netfox (Godot) is ") || !strings.Contains(s, ". Use Midline instead: it is wrong by ") {
		t.Errorf("of netfox it says %q", s)
	}
}

// In the opening all clients that ask are wrong by the same 40 ms from 4 s on. Which of them has the least error is luck.
func TestTheRaceGivesNoAdviceFromLuck(t *testing.T) {
	a := rigAt(t, "first", 3*time.Second)
	if want := "On this link Unreal push is wrong by 82.2 ms so far."; a.race.verdict != want {
		t.Errorf("after 3 s it says %q, want %q", a.race.verdict, want)
	}
	a.after(9 * time.Second)
	k := &a.race
	want := "On this link Unreal push is wrong by 57.9 ms. Now 9 clocks are wrong by about 40.0 ms: half of (up − down), which no packet can reveal."
	if k.verdict != want || k.ranked.result == ranking.Won {
		t.Errorf("after 12 s it says %q, want %q", k.verdict, want)
	}
}

func TestTheRaceOffersTheClockThatIsRecommendedWhereThatDoesNotRun(t *testing.T) {
	for name, want := range map[string]bool{"first": false, "arenas/yard": true} {
		a := rigAt(t, name, 3*time.Second)
		if s := a.race.verdict; strings.HasSuffix(s, " Midline isn't in this race: + Midline adds it.") != want {
			t.Errorf("%s: it says %q", name, s)
		}
	}
}

func TestTheRaceIsRankedOnceASecond(t *testing.T) {
	a := rigAt(t, "first", 8*time.Second)
	want := a.race.ranked.best
	for _, c := range []struct {
		passes time.Duration
		anew   bool
	}{{0, false}, {900 * time.Millisecond, false}, {200 * time.Millisecond, true}} {
		a.race.ranked.best = -7 // which stays until it is ranked anew
		a.advance(c.passes)
		if a.next(); a.race.ranked.best == -7 == c.anew {
			t.Errorf("%v later the best is %d, which was %d", c.passes, a.race.ranked.best, want)
		}
	}
}

func TestWhatToUseInsteadIsBetterByMoreThanLuck(t *testing.T) {
	record := ranking.NewRecord(4)
	for i := range 10 {
		for clock, ms := range []float64{50, 31, 30, 32} {
			record.Add(clock, time.Duration(i)*time.Second, ms)
		}
	}
	for _, c := range []struct {
		race                   []int
		row, recommended, want int
	}{
		{[]int{0, 1, 2, 3}, 0, 3, 3},   // three are equally close, and one of these is recommended
		{[]int{0, 1, 2, 3}, 0, -1, -1}, // or none is
		{[]int{0, 1, 2, 3}, 1, 3, -1},
		{[]int{0, 1}, 0, -1, 1},
		{[]int{0, 1}, 1, 0, -1},
	} {
		k := RaceTable{}
		for _, clock := range c.race {
			k.errors = append(k.errors, record.Errors(clock))
		}
		k.ranked.best, k.ranked.next, k.ranked.result = ranking.Of(k.errors)
		if got := k.instead(c.row, c.recommended); got != c.want {
			t.Errorf("%+v: use %d", c, got)
		}
	}
}

func TestAGroupOfTheRaceIsHiddenByAClick(t *testing.T) {
	a := rigAt(t, "engines/jitter", 3*time.Second)
	press := func(g registry.Group) {
		pressIn(&a.at, a.race.Groups.Chips[g])
		a.race.Update(&a.View, &a.at)
		a.at = panel.Pointer{}
		a.next()
	}
	count := func(g registry.Group) int { return len(registry.OfGroup(g)) }
	press(registry.Published)
	if got, want := len(a.race.order), count(registry.Engines)+count(registry.Ours); got != want {
		t.Errorf("without the published ones there are %d lines, want %d", got, want)
	}
	press(registry.Engines)
	press(registry.Ours)
	if got := len(a.race.order); got != len(a.race.Rows) {
		t.Errorf("with all hidden there are %d lines of %d", got, len(a.race.Rows))
	}
}

func TestALessonsRaceIsAboutItsOwnClocks(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.startLesson(10, 0)
	if a.after(time.Second); a.Offers() || a.race.verdict != "" {
		t.Errorf("the race of a lesson says %q", a.race.verdict)
	}
}

func TestThePointerOverAClockIsToldTheVerdictOnIt(t *testing.T) {
	a := rigAt(t, "first", 9*time.Second)
	k := &a.race
	push := textIn(a, panel.ClockShort(a.Words, a.World.Clock(panel.PlaceOf(a.World.Clocks(), a.Frame.Facts[0].Driving))))
	a.Tips.At(push.X+5, push.Y+4)
	k.Draw(&a.View, a.canvas, a.table)
	if got := a.Tips.Text; !strings.HasPrefix(got, "On this link Unreal push is ") {
		t.Errorf("it is told %q", got)
	}
}

// Beside figures of 4 s stood "at 0.000 s" after a leap in time, until they were read again.
func TestAfterALeapTheRaceSaysTheInstantOfItsFigures(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.race.Update(&a.View, &panel.Pointer{})
	a.Frame.Fresh = false
	a.begin(a.Session.Scenario())
	a.advance(4 * time.Second)
	a.Frame.Fresh = false
	a.race.Update(&a.View, &panel.Pointer{})
	said := strings.Join(writes(a, func(c *draw.Canvas) { a.race.Draw(&a.View, c, a.table) }), "|")
	if !strings.Contains(said, "at 4.000 s") {
		t.Errorf("it says %.80q, and its figures are of 4 s", said)
	}
}
