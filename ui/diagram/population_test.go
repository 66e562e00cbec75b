package diagram

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// crowdOf returns a rig with some clients, and the tab of all of them after 12 s.
func crowdOf(t *testing.T, clients int, set ...string) (*rig, *Population) {
	sc := scenariotest.Load(t, "first")
	sc.Resize(clients)
	a := rigOf(t, sc, 1600, 900, 1)
	a.set(0, append([]string{"link.jitter", "14ms"}, set...)...)
	p := openIn[*Population](t, a, "population")
	a.after(12 * time.Second)
	a.Paused = true
	a.next()
	return a, p
}

func TestEveryClientHasADotInEachRowAndNoTwoOfThemAreOneOverTheOtherWhereThereIsRoom(t *testing.T) {
	a, p := crowdOf(t, 24)
	if len(p.rows) != len(a.Clocks()) || len(p.places) != len(p.rows) {
		t.Fatalf("%d of %d clocks have rows, in %d places", len(p.rows), len(a.Clocks()), len(p.places))
	}
	for n, clock := range p.rows {
		dots, at := p.clocks[clock].dots, p.places[n].at
		if len(dots) != 24 {
			t.Errorf("clock %d has %d dots of 24", clock, len(dots))
		}
		for i, d := range dots {
			if err, _ := a.Session.ClockError(d.client, clock); err != d.err {
				t.Errorf("client %d's is %v and is drawn as %v", d.client, err, d.err)
			}
			if d.y < at.Y || d.y > at.Y+at.H || d.x < p.axis.Area.X || d.x > p.axis.Area.X+p.axis.Area.W {
				t.Errorf("client %d's dot is at %v, %v, outside of its row %v", d.client, d.x, d.y, at)
			}
			if i > 0 && (d.err < dots[i-1].err || d.x == dots[i-1].x && d.y == dots[i-1].y && dots[max(i-3, 0)].x != d.x) {
				t.Errorf("client %d's dot covers client %d's", d.client, dots[i-1].client)
			}
		}
	}
}

func TestTheMedianAndTheSpreadAreThoseOfTheDotsAndRowsAreSortedByThem(t *testing.T) {
	a, p := crowdOf(t, 24)
	k := crowd{}
	for i := range 100 {
		k.dots = append(k.dots, dot{err: time.Duration(i + 1)})
	}
	if k.Within(0.5) != 50 || k.Within(0.95)-k.Within(0.05) != 90 {
		t.Errorf("of 1..100 the median is %d and the spread %d, want 50 and 90", k.Within(0.5), k.Within(0.95)-k.Within(0.05))
	}
	down := func(of func(k *crowd) time.Duration) bool {
		return slices.IsSortedFunc(p.rows, func(a, b int) int {
			return int(of(&p.clocks[b]).Round(100*time.Microsecond) - of(&p.clocks[a]).Round(100*time.Microsecond))
		})
	}
	if !down(func(k *crowd) time.Duration { return k.median }) {
		t.Error("the rows are not sorted by their medians at first")
	}
	pressIn(&a.at, panel.NewRect(a.time.X+a.time.W-30, a.time.Y+2, 10, 10))
	a.next()
	a.at = panel.Pointer{}
	if !down(func(k *crowd) time.Duration { return -k.spread }) {
		t.Error("a click on the spread's head does not sort by it")
	}
	said := strings.Join(writes(a, func(c *draw.Canvas) { a.open.Draw(&a.View, c, a.time) }), " | ")
	for _, k := range p.clocks {
		if text := string(p.pen.Start(a.Words).Signed(inMillis(k.median), 1).Buf); !strings.Contains(said, text) {
			t.Errorf("the median %s is not written: %s", text, said)
		}
	}
}

func TestAClickOnADotChoosesItsClientWhichIsRingedInEveryRow(t *testing.T) {
	a, p := crowdOf(t, 24)
	for _, d := range p.clocks[p.rows[3]].dots[2:6] {
		a.at = panel.Pointer{X: d.x, Y: d.y, Pressed: true}
		a.next()
		if a.Frame.Selected != d.client {
			t.Errorf("a click on client %d's dot chooses %d", d.client, a.Frame.Selected)
		}
	}
}

func TestAClientThatIsFarOutsideDoesNotSquashTheOthers(t *testing.T) {
	a, p := crowdOf(t, 12)
	a.set(3, "client.offset", "-20s")
	a.after(100 * time.Millisecond)
	a.next()
	worst := 0.0
	for i := range p.clocks {
		worst = max(worst, math.Abs(inMillis(p.clocks[i].dots[0].err)))
	}
	if worst < 11000 || p.axis.High-p.axis.Low > 1000 {
		t.Errorf("with an error of %.0f ms the axis goes from %.0f to %.0f", worst, p.axis.Low, p.axis.High)
	}
}

func TestALessonsClocksHaveTheTabForThemselvesUntilAllAreAskedFor(t *testing.T) {
	a, p := crowdOf(t, 9)
	p.Picked = append(p.Picked, 1)
	a.next()
	if !slices.Equal(p.rows, []int{1}) || p.more.W == 0 {
		t.Fatalf("of clock 1 there are the rows %v", p.rows)
	}
	pressIn(&a.at, p.more)
	a.next()
	if a.next(); len(p.rows) != len(a.Clocks()) {
		t.Errorf("a click on all clocks shows %v", p.rows)
	}
}

func TestTheTabOfAllClientsDrawsWithoutAnAllocationThatGrowsWithThem(t *testing.T) {
	count := func(clients int) float64 {
		a, _ := crowdOf(t, clients)
		return testkit.AllocsPerRun(20, func() {
			a.draw()
		})
	}
	if few, many := count(9), count(64); many > few {
		t.Errorf("a frame of 9 clients allocates %v times, and one of 64 %v times", few, many)
	}
}
