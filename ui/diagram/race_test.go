package diagram

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/netsync/registry"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/table"
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

// press has the race act on a click on a place.
func (a *rig) press(r panel.Rect, shift bool) {
	pressIn(&a.at, r)
	a.at.Shift = shift
	a.race.Update(&a.View, &a.at)
	a.at = panel.Pointer{}
}

func TestTheRaceIsSortedByTheColumnThatIsClicked(t *testing.T) {
	a := rigAt(t, "first", 15*time.Second)
	a.Paused = true // it names no instant
	k := &a.race
	if k.table.By != raceRMS {
		t.Errorf("it begins sorted by column %d", k.table.By)
	}
	click := func(c int) {
		a.press(textIn(a, k.table.Columns[c].Head), false)
		a.next()
	}
	value := func(row, c int) float64 {
		var is table.Cell
		if k.Cell(row, c, &is); !is.Known {
			return math.Inf(1)
		}
		return math.Round(math.Abs(is.Value)*10) / 10
	}
	k.table.By = raceClock
	for c := raceNow; c < raceColumns; c++ {
		click(c)
		for i := range k.order[1:] {
			if before, after := value(k.order[i], c), value(k.order[i+1], c); before > after && c != raceConverged {
				t.Errorf("column %d: %v stands before %v", c, before, after)
			}
		}
		smallest := slices.Clone(k.order)
		click(c)
		if first, most := value(k.order[0], c), value(smallest[len(smallest)-1], c); first != most && !math.IsInf(most, 1) {
			t.Errorf("column %d: a second click has %v first, want %v", c, first, most)
		}
	}
	if click(raceClock); !slices.IsSorted(k.order) {
		t.Errorf("the list's order is %v", k.order)
	}
}

// What has equal figures stands in the order of the list, whatever is behind the decimals.
func TestClocksWithEqualFiguresKeepTheirOrder(t *testing.T) {
	a := rigAt(t, "engines/jitter", 3*time.Second)
	k := &a.race
	for i := range k.Rows {
		k.Rows[i][raceRMS].of, k.Rows[i][raceRMS].known = 5-float64(i)*0.001, i != 2
	}
	k.table.Read(a.Words, k.order, k)
	if n := len(k.order); !slices.IsSorted(k.order[:n-1]) || k.order[n-1] != 2 {
		t.Errorf("%v", k.order)
	}
}

func TestColumnsOfTheRaceWithoutRoomAreCounted(t *testing.T) {
	a := rigAt(t, "engines/jitter", 9*time.Second)
	for width, left := range map[float32]int{300: 3, 344: 3, 456: 0, 520: 0} {
		eachLanguage(t, a, func(name string) {
			a.race.Update(&a.View, &a.at)
			said := writes(a, func(c *draw.Canvas) { a.race.Draw(&a.View, c, panel.NewRect(0, 0, width, 572)) })
			for i, of := range a.race.table.Columns[1:] {
				if there := slices.Contains(said, of.Head); there != (1+i < raceColumns-left) {
					t.Errorf("%s, %v wide: %q is there: %v", name, width, of.Head, there)
				}
			}
			if more := fmt.Sprintf(a.Words.T("table.columns"), left); slices.Contains(said, more) != (left > 0 && width >= smallRace) {
				t.Errorf("%s, %v wide: of %d columns without room it says %q", name, width, left, said)
			}
		})
	}
}

// The row read 403911501: 4039 and 11501.
func TestFiguresOfTheRaceStandApart(t *testing.T) {
	a := rigAt(t, "engines/jitter", 3*time.Second)
	a.Clocks()[3].Short = "a clock with a name of forty letters, no less"
	for _, all := range []bool{false, true} {
		a.race.All = all
		eachLanguage(t, a, func(name string) {
			a.race.Update(&a.View, &a.at)
			for i := range a.race.Rows {
				for c := raceNow; c < raceColumns; c++ {
					f := &a.race.Rows[i][c]
					f.known, f.of = (i+c)%5 > 0, wrongs[i%len(wrongs)].Abs().Seconds()*1000/float64(c)
				}
				a.race.Rows[i][raceNow].of = wrongs[i%len(wrongs)].Seconds() * 1000
			}
			a.race.table.Read(a.Words, a.race.order, &a.race)
			for _, size := range [][2]float32{{300, 360}, {344, 600}, {344, 300}, {456, 572}, {456, 200}, {300, 120}, {900, 700}, {240, 90}} {
				at := panel.NewRect(0, 0, size[0], size[1])
				for _, fault := range crowding(heard(a, func(c *draw.Canvas) { a.race.Draw(&a.View, c, at) }), at) {
					if !strings.HasSuffix(fault, "…\" is cut") { // a name, beside errors of seven digits
						t.Errorf("%s, %v: %s", name, size, fault)
					}
				}
			}
		})
	}
}

func TestTheChosenClocksAreInViewWhateverTheirRank(t *testing.T) {
	a := rigAt(t, "engines/jitter", 9*time.Second)
	a.race.table.Down = true
	a.race.read(&a.View)
	last := a.race.order[len(a.race.order)-2] // the last one drives the client
	name := func(row int) string { return panel.ClockShort(a.Words, a.World.Clock(row)) }
	seen := func(c *draw.Canvas) { a.race.Draw(&a.View, c, panel.NewRect(0, 0, 300, 360)) }
	more := fmt.Sprintf("+%d more", len(a.Clocks())-11)
	if said := writes(a, seen); slices.Contains(said, name(last)) || !slices.Contains(said, name(a.World.Driving(1))) || !slices.Contains(said, more) {
		t.Errorf("it says %q", said)
	}
	a.Hover.Pin(last, false)
	if said := writes(a, seen); !slices.Contains(said, name(last)) {
		t.Errorf("%s is chosen, and it says %q", name(last), said)
	}
	a.table = panel.NewRect(0, 0, 300, 360)
	first := a.race.order[0]
	a.press(textIn(a, name(first)), true)
	if !slices.Equal(a.Hover.Pins, []int{last, first}) {
		t.Errorf("after a click with Shift %v are chosen, want %v", a.Hover.Pins, []int{last, first})
	}
}

func TestTheRaceCanBeginAnew(t *testing.T) {
	for _, all := range []bool{false, true} {
		a := rigAt(t, "first", 9*time.Second)
		a.race.All = all
		a.next()
		a.press(a.race.restart, false)
		for client := 1; client <= 3; client++ {
			if got, anew := a.Session.RaceFrom(client), all || client == 1; (got == a.Session.Now()) != anew {
				t.Errorf("all: %v: that of client %d began at %v", all, client, got)
			}
		}
		if len(a.Session.Log().Events) != len(a.Session.Scenario().Events) {
			t.Error("it is in the log, but it is no event")
		}
	}
}

func TestTheRaceOfAllClientsHasTheirMedians(t *testing.T) {
	a := rigAt(t, "first", 9*time.Second)
	a.press(a.race.choice[1], false)
	if said := strings.Join(writes(a, a.racing()), "|"); !strings.Contains(said, "all 3, median") {
		t.Errorf("it says %q", said)
	}
	for i := range a.race.Rows {
		var worst, now []float64
		for client := 1; client <= 3; client++ {
			worst = append(worst, a.Session.Race(client, nil)[i].Worst.Seconds()*1000)
			err, _ := a.Session.ClockError(client, i)
			now = append(now, err.Seconds()*1000)
		}
		slices.Sort(worst)
		slices.Sort(now)
		if r := a.race.Rows[i]; r[raceWorst].of != worst[1] || r[raceNow].of != now[1] {
			t.Errorf("clock %d: %v, of %v and %v", i, r, worst, now)
		}
	}
	a.table.W = 300 // where there is no room for a choice, its text is one
	a.race.Draw(&a.View, a.canvas, a.table)
	a.press(a.race.choice[0], false)
	if want := a.race.reading(&a.View, 1, nil); !slices.Equal(a.race.Rows, want) {
		t.Error("back with client 1 it has other figures than that")
	}
}

func TestTheRaceIsRankedOnceASecond(t *testing.T) {
	a := rigAt(t, "first", 8*time.Second)
	want := a.race.rated.best
	for _, c := range []struct {
		passes time.Duration
		anew   bool
	}{{0, false}, {900 * time.Millisecond, false}, {200 * time.Millisecond, true}} {
		a.race.rated.best = -1 // stays until the race is ranked again
		a.advance(c.passes)
		if a.next(); a.race.rated.best == -1 == c.anew {
			t.Errorf("%v later the best is %d, which was %d", c.passes, a.race.rated.best, want)
		}
	}
}

func TestAGroupOfTheRaceIsHiddenByAClick(t *testing.T) {
	a := rigAt(t, "engines/jitter", 3*time.Second)
	press := func(g registry.Group) {
		a.press(a.race.Groups.Chips[g], false)
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
	if a.after(time.Second); a.Offers() || a.race.said != "" {
		t.Errorf("the race of a lesson says %q", a.race.said)
	}
}

// After a jump in time, "at 0.000 s" stood beside figures of 4 s until they were read again.
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

func TestTheRaceDrawsWithoutAllocation(t *testing.T) {
	a := rigAt(t, "engines/jitter", 9*time.Second)
	for _, all := range []bool{false, true} {
		a.race.All = all
		a.next()
		if n := testing.AllocsPerRun(50, func() {
			a.canvas.Reset()
			a.race.Draw(&a.View, a.canvas, a.table)
		}); n > 0 {
			t.Errorf("a frame allocates %v times", n)
		}
	}
}
