package ui

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game"
	"driftlab/internal/allocs"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/session"
	"driftlab/ui/words"
)

// openSpaceTime opens the tab and returns it.
func openSpaceTime(a *App) *spaceTime {
	for i, t := range a.tabs.tabs {
		if d, ok := t.(*spaceTime); ok {
			a.tabs.open = i
			return d
		}
	}
	panic("there is no space-time tab")
}

// pixelsOf draws the app without an update and returns the pixels.
func pixelsOf(a *App) []byte {
	screen := ebiten.NewImage(a.width, a.height)
	defer screen.Deallocate()
	a.Draw(screen)
	pix := make([]byte, 4*a.width*a.height)
	screen.ReadPixels(pix)
	return pix
}

func TestTheSlopeThatIsDrawnIsTheTrueOneWayDelay(t *testing.T) {
	for _, set := range []string{"link.up.jitter=20ms link.loss=10% link.duplicate=10%", "link.transport=stream link.loss=20%", "link.rate=1Mbit link.reorder=20%"} {
		for _, span := range []time.Duration{50 * time.Millisecond, 700 * time.Millisecond, 20 * time.Second} {
			a := newTestApp(t, "first", 1600, 900, 1)
			for _, one := range strings.Fields(set) {
				key, value, _ := strings.Cut(one, "=")
				if a.controls.set(0, key, value); a.message != "" {
					t.Fatal(a.message)
				}
			}
			a.advance(12 * time.Second)
			d := openSpaceTime(a)
			d.axis.span = span
			d.place(&a.view, a.tabs.inside(&a.view, a.layout.time))
			perPixel := float64(span) / float64(d.axis.area.w)
			first, end := a.tape.Packets(d.axis.from, d.axis.to)
			seen := 0
			for n := first; n < end; n++ {
				p := a.tape.At(n)
				if !d.shows(p) {
					continue
				}
				seen++
				w := d.path(p)
				from, to := d.clientY, d.hostY
				if p.From == 0 {
					from, to = to, from
				}
				if w.from != from || w.to != to {
					t.Fatalf("%+v goes from %v to %v", p, w.from, w.to)
				}
				// Far outside the view a float has no pixels any more, and nothing is drawn.
				if math.Abs(float64(w.sent)) > 1e5 || math.Abs(float64(w.due)) > 1e5 {
					continue
				}
				left, came := p.Sent, p.Due
				if p.Transit.Tries > 0 && p.Fate != netsim.Lost {
					left, came = p.Transit.Left, p.Transit.Arrived
				}
				for _, end := range []struct {
					got float32
					at  netsim.Time
				}{{w.sent, p.Sent}, {w.left, left}, {w.came, came}, {w.due, p.Due}} {
					want := float64(d.axis.area.x) + float64(end.at-d.axis.from)/perPixel
					if math.Abs(float64(end.got)-want) > 0.1 {
						t.Fatalf("span %v: an end of %+v is drawn at %v, want %v", span, p, end.got, want)
					}
				}
				if got, want := float64(w.came-w.left), float64(came.Sub(left))/perPixel; math.Abs(got-want) > 0.1 {
					t.Fatalf("span %v: a delay of %v is drawn %v pixels long, want %v", span, came.Sub(left), got, want)
				}
			}
			if seen < 3 {
				t.Errorf("span %v: only %d packets are in view", span, seen)
			}
		}
	}
}

// alone puts one packet onto an empty tape.
func alone(a *App, p netsim.Packet) {
	a.tape = session.NewTape(a.session.Clients())
	a.tape.Record(&session.Departure{Packet: &p, Local: netsync.Local(p.Sent)})
	if p.Fate != netsim.Lost && p.Due <= a.session.Now() {
		a.tape.Record(&session.Arrival{Packet: p.ID, At: p.Due})
	}
}

func TestThePixelsOfAPacketAreWhereItWas(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(10 * time.Second)
	a.paused = true
	d := openSpaceTime(a)
	d.axis.span = time.Second
	alone(a, netsim.Packet{ID: 1, Kind: uint8(game.KindProbe), From: 1, To: 0, Sent: 9.4e9, Due: 9.61e9, Data: make([]byte, 50)})
	pix := pixelsOf(a)
	left, right := d.axis.x(9.4e9), d.axis.x(9.61e9)
	yellow := func(x, y float32) bool {
		i := 4 * (int(y)*a.width + int(x))
		return pix[i] > 150 && pix[i+1] > 150 && pix[i+2] < 120
	}
	for _, f := range []float32{0.1, 0.25, 0.5, 0.75, 0.9} {
		y := d.clientY + f*(d.hostY-d.clientY)
		sum, count := float32(0), float32(0)
		for x := left - 20; x < right+20; x++ {
			if yellow(x, y) {
				sum, count = sum+float32(math.Floor(float64(x)))+0.5, count+1
			}
		}
		want := left + f*(right-left)
		if count == 0 || sum/count < want-1 || sum/count > want+1 {
			t.Errorf("at %v of the way the line is at %v (%v pixels), want %v", f, sum/count, count, want)
		}
	}
}

func TestAPacketInFlightIsSolidAsFarAsItHasGot(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(10 * time.Second)
	d := openSpaceTime(a)
	d.axis.span = time.Second
	alone(a, netsim.Packet{ID: 1, Kind: uint8(game.KindProbe), From: 0, To: 1, Sent: 9.95e9, Due: 10.05e9, Data: make([]byte, 50)})
	d.place(&a.view, a.tabs.inside(&a.view, a.layout.time))
	p := a.tape.At(1)
	w := d.path(p)
	x, y := w.at(d.axis.x(d.now))
	if want := (d.hostY + d.clientY) / 2; math.Abs(float64(y-want)) > 0.5 || math.Abs(float64(x-d.axis.x(10e9))) > 0.5 {
		t.Errorf("half way it is at %v, %v", x, y)
	}
	for text := range map[string]bool{"still under way": true} {
		if rows := packetRows(english, a.tape, p, d.now); !strings.Contains(rows[2].value, text) {
			t.Errorf("rows are %v", rows)
		}
	}
}

func TestHoveringAnAnswerShowsByHowMuchHalfTheRoundTripIsWrong(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	for _, set := range [][2]string{{"link.jitter", "0ms"}, {"link.up.delay", "120ms"}, {"link.down.delay", "40ms"}} {
		a.controls.set(0, set[0], set[1])
	}
	a.advance(3900 * time.Millisecond)
	a.paused = true
	d := openSpaceTime(a)
	d.draw(&a.view, a.canvas, a.tabs.inside(&a.view, a.layout.time))
	p := d.latest(a.tape)
	if p == nil {
		t.Fatal("no exchange is in view")
	}
	e, ok := exchangeOf(a.tape, p, d.now)
	if !ok || e.wrong() != 40*time.Millisecond || e.middle() != p.Sent.Add(-40*time.Millisecond) {
		t.Fatalf("%v: wrong by %v", ok, e.wrong())
	}
	w := d.path(p)
	x, y := w.at(w.left + (w.came-w.left)/3)
	d.update(&a.view, &pointer{x: x, y: y}, a.tabs.inside(&a.view, a.layout.time))
	a.canvas.Reset()
	d.draw(&a.view, a.canvas, a.tabs.inside(&a.view, a.layout.time))
	if d.hover != p.ID && d.hover != e.ask.ID {
		t.Fatalf("the pointer is on %d, want %d", d.hover, p.ID)
	}
	rows := packetRows(english, a.tape, p, d.now)
	last := rows[len(rows)-1]
	if last.name != english.T("spacetime.row-wrong") || !strings.HasPrefix(last.value, "+40.0 ms") {
		t.Errorf("it tells %v", rows)
	}
	click(a, d, x, y)
	if a.hover.held != d.hover || !a.cursor.on || math.Abs(float64(d.axis.x(a.cursor.at)-x)) > 1 {
		t.Errorf("a click pins %d and marks %v", a.hover.held, a.cursor)
	}
}

// click presses and releases over a tab.
func click(a *App, d tab, x, y float32) {
	r := a.tabs.inside(&a.view, a.layout.time)
	d.update(&a.view, &pointer{x: x, y: y, pressed: true, down: true}, r)
	d.update(&a.view, &pointer{x: x, y: y, released: true}, r)
}

func TestAClickWhilePausedGoesToThatInstantAndTheViewStays(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	a.paused = true
	d := openSpaceTime(a)
	nextFrame(t, a)
	from := d.axis.from
	x := d.axis.x(8e9)
	click(a, d, x, (d.hostY+d.clientY)/2)
	for range 200 {
		if nextFrame(t, a); !a.line.Busy() {
			break
		}
	}
	if now := a.session.Now(); now != a.cursor.at || math.Abs(float64(now-8e9)) > 5e6 {
		t.Errorf("it stands at %d, the cursor at %v", now, a.cursor)
	}
	if d.axis.from != from || math.Abs(float64(d.axis.x(a.session.Now())-x)) > 1 {
		t.Errorf("the view has moved from %d to %d", from, d.axis.from)
	}
	ahead := 0
	for n, end := a.tape.Packets(d.axis.from, d.axis.to); n < end; n++ {
		if a.tape.At(n).Sent > d.now {
			ahead++
		}
	}
	if ahead < 100 {
		t.Errorf("only %d packets are known ahead of now", ahead)
	}
	a.paused = false
	a.advance(2 * time.Second)
	if nextFrame(t, a); d.axis.away {
		t.Error("it does not follow once time has run out of view")
	}
}

func TestEveryKindFateAndCauseOfAPacketHasItsWords(t *testing.T) {
	for _, name := range words.Languages() {
		lang := language(t, name)
		for k := range game.KindCount {
			if key := "spacetime.kind-" + k.String(); lang.T(key) == key {
				t.Errorf("%s: no %s", name, key)
			}
		}
		for c := netsim.ByChance; c <= netsim.StaleAddress; c++ {
			if key := "spacetime.lost-" + c.String(); lang.T(key) == key {
				t.Errorf("%s: no %s", name, key)
			}
		}
	}
}

// manyPackets is an app with so many packets in view of the space-time tab, eight clients and four viewports.
func manyPackets(t testing.TB, packets int) (*App, *spaceTime) {
	a := newTestApp(t, "first", 1600, 900, 1)
	sc := *a.opt.Scenario
	sc.Clients = 8
	a.opt.Scenario = &sc
	if err := a.begin(); err != nil {
		t.Fatal(err)
	}
	a.advance(25 * time.Second)
	a.paused = true
	if err := a.Update(); err != nil {
		t.Fatal(err)
	}
	d := openSpaceTime(a)
	d.axis.span = 20 * time.Second
	id, _ := a.tape.Packets(a.session.Now(), a.session.Now())
	if _, end := a.tape.Packets(0, a.session.Now()); end > id {
		id = end
	}
	const span = netsim.Time(17500 * time.Millisecond)
	from := a.session.Now() - span
	tape := session.NewTape(8)
	for i := range packets {
		p := netsim.Packet{ID: id + uint64(i), From: 1, Kind: uint8(game.KindInput), Sent: from + netsim.Time(i)*span/netsim.Time(packets), Data: make([]byte, 60)}
		if i%2 == 0 {
			p.From, p.To, p.Kind = 0, 1, uint8(game.KindSnapshot)
		}
		if i%50 == 0 {
			p.Kind = uint8(game.KindAnswer)
		}
		p.Due = p.Sent.Add(time.Duration(40+i%80) * time.Millisecond)
		tape.Record(&session.Departure{Packet: &p})
	}
	a.tape = tape
	return a, d
}

func TestTenThousandPacketsAreDrawnInFewCallsAndWithoutAllocation(t *testing.T) {
	a, d := manyPackets(t, 10_000)
	a.paused = true
	for range 3 {
		pixelsOf(a)
	}
	if d.drawn != 10_000 || a.calls > maxCalls {
		t.Errorf("%d packets are drawn, in %d calls", d.drawn, a.calls)
	}
	r := a.tabs.inside(&a.view, a.layout.time)
	if n := allocs.PerRun(10, func() {
		a.canvas.Reset()
		a.tips.at(0, 0)
		d.draw(&a.view, a.canvas, r)
	}); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// BenchmarkSpaceTime10000 is a frame of the whole window with eight clients and 10,000 packets in view of
// the space-time tab: Update and Draw, without what the graphics card does.
func BenchmarkSpaceTime10000(b *testing.B) {
	a, d := manyPackets(b, 10_000)
	a.paused = true
	benchmarkFrames(b, a)
	b.ReportMetric(float64(d.drawn), "packets")
}
