package diagram

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

// punchTexts returns what the tab writes.
func punchTexts(a *rig) []string {
	return writes(a, func(c *draw.Canvas) { a.open.Draw(&a.View, c, a.time) })
}

func TestEachClockSaysWhetherTwoClientsWouldMeet(t *testing.T) {
	a, p := tabAt[*punchView](t, "punch/uneven-apart", "punch", 20*time.Second)
	said := punchTexts(a)
	count := func(text string) (n int) {
		for _, one := range said {
			if one == text {
				n++
			}
		}
		return n
	}
	// Unreal's clock goes by the way down alone, which is as long for both. All that ask are 40 ms apart.
	if met, missed := count("both get through"), count("client 1 is too early"); met != 1 || missed != len(a.Clocks())-1 {
		t.Errorf("%d clocks meet and %d miss, of %d:\n%q", met, missed, len(a.Clocks()), said)
	}
	for i := range a.Clocks() {
		now, ok := a.Session.Punch(1, 2, i)
		if row := p.rows[i]; !ok || row.now != now || (p.x(now.Lead) <= p.x(a.Session.PunchPath())) != now.Meets() {
			t.Errorf("%s: the row has %+v, the session %+v", a.Clock(i).Name, row, now)
		}
	}
	if !slices.Contains(said, "window 10 ms") || !strings.Contains(strings.Join(said, " "), "Assumed path between their NATs: 10 ms. No packet is sent here.") {
		t.Errorf("what is assumed does not stand there: %q", said)
	}
	if !slices.Contains(said, english.T("punch.axis")) {
		t.Errorf("nothing says what the axis is of: %q", said)
	}
	a.set(0, "punch.path", "62.5ms")
	a.next()
	if said = punchTexts(a); count("both get through") != len(a.Clocks()) || !slices.Contains(said, "window 62.5 ms") {
		t.Errorf("over a path of 62.5 ms: %q", said)
	}
}

func TestHolePunchingSaysWhyThereIsNothingToTell(t *testing.T) {
	one := rigOf(t, &scenario.Scenario{Seed: 1, Clients: 1, Duration: time.Minute}, 1280, 720, 1)
	openIn[*punchView](t, one, "punch")
	one.next()
	if said := punchTexts(one); !slices.Equal(said, []string{"Hole punching needs two clients."}) {
		t.Errorf("one client alone: %q", said)
	}
	a := newRig(t, "punch/near-far", 1600, 900, 1)
	openIn[*punchView](t, a, "punch")
	a.next()
	if said := punchTexts(a); !slices.Contains(said, "client 1: not set yet") || slices.Contains(said, "both get through") {
		t.Errorf("before anybody has joined: %q", said)
	}
	a.advance(10 * time.Second)
	a.do(scenario.Event{Leave: 2})
	a.after(time.Second)
	if said := punchTexts(a); !slices.Contains(said, "client 2 has left") || slices.Contains(said, "both get through") {
		t.Errorf("client 2 has left: %q", said)
	}
}

func TestTheOtherClientIsTheNextByEachClick(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	p := openIn[*punchView](t, a, "punch")
	a.advance(9 * time.Second)
	a.Choose(2)
	var others []int
	for range 4 {
		a.next()
		others = append(others, p.pair[1])
		pressIn(&a.at, p.chip)
		p.Update(&a.View, &a.at, a.time)
		a.at = panel.Pointer{}
	}
	if p.pair[0] != 2 || !slices.Equal(others, []int{3, 1, 3, 1}) {
		t.Errorf("client %d with %v in turn", p.pair[0], others)
	}
}

func TestHolePunchingIsCoveredWhereTheTruthIs(t *testing.T) {
	a := newRig(t, "punch/near-far", 1280, 720, 1)
	openIn[*punchView](t, a, "punch")
	a.after(9 * time.Second)
	cover := func(blind bool) (covered bool) {
		a.Frame.Blind = blind
		writes(a, func(c *draw.Canvas) { covered = !a.open.OwnData && a.View.Covered(c, a.time) })
		return covered
	}
	if cover(false) || !cover(true) {
		t.Error("the tab is covered, or is not, where it must be the other way round")
	}
}

// Nothing is written over anything else, however little room there is.
func TestColumnsOfHolePunchingWithoutRoomAreLeftOut(t *testing.T) {
	german := uitest.Language(t, "de")
	for _, size := range [][3]int{{640, 400, 1}, {960, 540, 1}, {1280, 720, 2}, {1280, 720, 1}, {2560, 1440, 1}} {
		for _, lang := range []*words.Language{words.English(), german} {
			a := newRig(t, "punch/near-far", size[0], size[1], float64(size[2]))
			a.speak(lang)
			p := openIn[*punchView](t, a, "punch")
			a.after(9 * time.Second)
			if p.axis.area.W < 40 || p.axis.area.X+p.axis.area.W > a.time.X+a.time.W || p.axis.area.Y+p.axis.area.H > a.time.Y+a.time.H {
				t.Errorf("%v: the axis is at %+v in %+v", size, p.axis.area, a.time)
			}
			if whole := size[0] >= 2560; p.column[punchVerdict] == 0 || whole && (p.brief || slices.Contains(p.column[:], 0)) {
				t.Errorf("%v: columns end at %v, brief: %v", size, p.column, p.brief)
			}
			if !slices.Contains(p.shown, a.Driving(1)) {
				t.Errorf("%v: %v are shown, and the clock that drives is %d", size, p.shown, a.Driving(1))
			}
		}
	}
}
