package ui

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/ui/diagram"
)

// openSpaceTime opens the tab and returns it.
func openSpaceTime(a *App) *diagram.SpaceTime {
	for i, t := range a.Tabs.Tabs {
		if d, ok := t.Tab.(*diagram.SpaceTime); ok {
			a.Tabs.Open = i
			return d
		}
	}
	panic("there is no space-time tab")
}

// pixelsOf draws the app without an update and returns the pixels.
func pixelsOf(a *App) []byte {
	screen := ebiten.NewImage(a.pixels.X, a.pixels.Y)
	defer screen.Deallocate()
	a.Draw(screen)
	pix := make([]byte, 4*a.pixels.X*a.pixels.Y)
	screen.ReadPixels(pix)
	return pix
}

// manyPackets is an app with many packets in view of the space-time tab, eight clients and four viewports.
func manyPackets(t testing.TB, packets int) (*App, *diagram.SpaceTime) {
	a := newTestApp(t, "first", 1600, 900, 1)
	sc := *a.opt.Scenario
	sc.Clients = 8
	a.opt.Scenario = &sc
	check(t, a.begin())
	a.Advance(25 * time.Second)
	a.Paused = true
	check(t, a.Update())
	d := openSpaceTime(a)
	d.Axis.Span = 20 * time.Second
	id, _ := a.Tape.Packets(a.Session.Now(), a.Session.Now())
	if _, end := a.Tape.Packets(0, a.Session.Now()); end > id {
		id = end
	}
	const span = netsim.Time(17500 * time.Millisecond)
	from := a.Session.Now() - span
	tape := observe.NewTape(8)
	for i := range packets {
		p := netsim.Packet{ID: id + uint64(i), From: 1, Kind: uint8(game.KindInput), Sent: from + netsim.Time(i)*span/netsim.Time(packets), Data: make([]byte, 60)}
		if i%2 == 0 {
			p.From, p.To, p.Kind = 0, 1, uint8(game.KindSnapshot)
		}
		if i%50 == 0 {
			p.Kind = uint8(game.KindAnswer)
		}
		p.Due = p.Sent.Add(time.Duration(40+i%80) * time.Millisecond)
		tape.Record(&observe.Departure{Packet: &p})
	}
	a.Tape = tape
	return a, d
}

func TestTenThousandPacketsAreDrawnInFewCallsAndWithoutAllocation(t *testing.T) {
	a, d := manyPackets(t, 10_000)
	a.Paused = true
	for range 3 {
		pixelsOf(a)
	}
	if d.Drawn != 10_000 || a.Calls > maxCalls {
		t.Errorf("%d packets are drawn, in %d calls", d.Drawn, a.Calls)
	}
	r := a.Tabs.Inside(&a.View, a.Regions.Time)
	if n := testkit.AllocsPerRun(10, func() {
		a.Canvas.Reset()
		a.Tips.At(0, 0)
		d.Draw(&a.View, a.Canvas, r)
	}); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// BenchmarkSpaceTime10000 is a frame of the whole window with eight clients and 10,000 packets in view of
// the space-time tab: Update and Draw, without what the graphics card does.
func BenchmarkSpaceTime10000(b *testing.B) {
	a, d := manyPackets(b, 10_000)
	a.Paused = true
	benchmarkFrames(b, a)
	b.ReportMetric(float64(d.Drawn), "packets")
}
