package diagram

import (
	"math"
	"strings"
	"testing"
	"time"

	"driftlab/assets"
	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

func TestTheSlopeThatIsDrawnIsTheTrueOneWayDelay(t *testing.T) {
	for _, set := range []string{"link.up.jitter=20ms link.loss=10% link.duplicate=10%", "link.transport=stream link.loss=20%", "link.rate=1Mbit link.reorder=20%"} {
		for _, span := range []time.Duration{50 * time.Millisecond, 700 * time.Millisecond, 20 * time.Second} {
			a := newRig(t, "first", 1600, 900, 1)
			for _, one := range strings.Fields(set) {
				key, value, _ := strings.Cut(one, "=")
				a.set(0, key, value)
			}
			a.advance(12 * time.Second)
			d := openIn[*SpaceTime](t, a, "spacetime")
			d.Axis.Span = span
			d.Place(&a.View, a.time)
			perPixel := float64(span) / float64(d.Axis.Area.W)
			first, end := a.Tape.Packets(d.Axis.From, d.Axis.To)
			seen := 0
			for n := first; n < end; n++ {
				p := a.Tape.At(n)
				if !d.shows(p) {
					continue
				}
				seen++
				w := d.path(p)
				from, to := d.ClientY, d.HostY
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
					want := float64(d.Axis.Area.X) + float64(end.at-d.Axis.From)/perPixel
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

func TestThePixelsOfAPacketAreWhereItWas(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.advance(10 * time.Second)
	a.Paused = true
	d := openIn[*SpaceTime](t, a, "spacetime")
	d.Axis.Span = time.Second
	alone(a, netsim.Packet{ID: 1, Kind: uint8(game.KindProbe), From: 1, To: 0, Sent: 9.4e9, Due: 9.61e9, Data: make([]byte, 50)})
	pix := a.shown()
	left, right := d.Axis.X(9.4e9), d.Axis.X(9.61e9)
	bright := func(x, y float32) bool {
		i := 4 * (int(y)*a.width + int(x))
		return min(pix[i], pix[i+1], pix[i+2]) > 120
	}
	for _, f := range []float32{0.1, 0.25, 0.5, 0.75, 0.9} {
		y := d.ClientY + f*(d.HostY-d.ClientY)
		sum, count := float32(0), float32(0)
		for x := left - 20; x < right+20; x++ {
			if bright(x, y) {
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
	a := newRig(t, "first", 1600, 900, 1)
	a.advance(10 * time.Second)
	d := openIn[*SpaceTime](t, a, "spacetime")
	d.Axis.Span = time.Second
	alone(a, netsim.Packet{ID: 1, Kind: uint8(game.KindProbe), From: 0, To: 1, Sent: 9.95e9, Due: 10.05e9, Data: make([]byte, 50)})
	d.Place(&a.View, a.time)
	p := a.Tape.At(1)
	w := d.path(p)
	x, y := w.at(d.Axis.X(d.now))
	if want := (d.HostY + d.ClientY) / 2; math.Abs(float64(y-want)) > 0.5 || math.Abs(float64(x-d.Axis.X(10e9))) > 0.5 {
		t.Errorf("half way it is at %v, %v", x, y)
	}
	for text := range map[string]bool{"still in flight": true} {
		if rows := panel.PacketRows(english, a.Tape, p, d.now); !strings.Contains(rows[2].Value, text) {
			t.Errorf("rows are %v", rows)
		}
	}
}

func TestHoveringAnAnswerShowsByHowMuchHalfTheRoundTripIsWrong(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	for _, set := range [][2]string{{"link.jitter", "0ms"}, {"link.up.delay", "120ms"}, {"link.down.delay", "40ms"}} {
		a.set(0, set[0], set[1])
	}
	a.advance(3900 * time.Millisecond)
	a.Paused = true
	d := openIn[*SpaceTime](t, a, "spacetime")
	d.Draw(&a.View, a.canvas, a.time)
	p := d.latest(a.Tape, true)
	if p == nil {
		t.Fatal("no exchange is in view")
	}
	e, ok := panel.ExchangeOf(a.Tape, p, d.now)
	if !ok || e.Wrong() != 40*time.Millisecond || e.Middle() != p.Sent.Add(-40*time.Millisecond) {
		t.Fatalf("%v: wrong by %v", ok, e.Wrong())
	}
	w := d.path(p)
	x, y := w.at(w.left + (w.came-w.left)/3)
	d.Update(&a.View, &panel.Pointer{X: x, Y: y}, a.time)
	a.canvas.Reset()
	if d.Draw(&a.View, a.canvas, a.time); d.hover != p.ID && d.hover != e.Ask.ID {
		t.Fatalf("the pointer is on %d, want %d", d.hover, p.ID)
	}
	rows := panel.PacketRows(english, a.Tape, p, d.now)
	last := rows[len(rows)-1]
	if last.Name != english.T("spacetime.row-wrong") || !strings.HasPrefix(last.Value, "+40.0 ms") {
		t.Errorf("it tells %v", rows)
	}
	if click(a, d, x, y); a.Hover.Held != d.hover || !a.Cursor.On || math.Abs(float64(d.Axis.X(a.Cursor.At)-x)) > 1 {
		t.Errorf("a click pins %d and marks %v", a.Hover.Held, a.Cursor)
	}
}

func TestAClickWhilePausedGoesToThatInstantAndTheViewStays(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	a.Paused = true
	d := openIn[*SpaceTime](t, a, "spacetime")
	a.next()
	from := d.Axis.From
	x := d.Axis.X(8e9)
	click(a, d, x, (d.HostY+d.ClientY)/2)
	for range 200 {
		if a.next(); !a.Line.Busy() {
			break
		}
	}
	if now := a.Session.Now(); now != a.Cursor.At || math.Abs(float64(now-8e9)) > 5e6 {
		t.Errorf("it stands at %d, the cursor at %v", now, a.Cursor)
	}
	if d.Axis.From != from || math.Abs(float64(d.Axis.X(a.Session.Now())-x)) > 1 {
		t.Errorf("the view has moved from %d to %d", from, d.Axis.From)
	}
	ahead := 0
	for n, end := a.Tape.Packets(d.Axis.From, d.Axis.To); n < end; n++ {
		if a.Tape.At(n).Sent > d.now {
			ahead++
		}
	}
	if ahead < 100 {
		t.Errorf("only %d packets are known ahead of now", ahead)
	}
	a.Paused = false
	a.advance(2 * time.Second)
	if a.next(); d.Axis.Away {
		t.Error("it does not follow once time has run out of view")
	}
}

func TestEveryKindFateAndCauseOfAPacketHasItsWords(t *testing.T) {
	for _, name := range assets.Languages() {
		lang := uitest.Language(t, name)
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

// alone puts one packet onto an empty tape.
func alone(a *rig, p netsim.Packet) {
	a.Tape = observe.NewTape(a.Session.Clients())
	a.Tape.Record(&observe.Departure{Packet: &p, Local: netsync.Local(p.Sent)})
	if p.Fate != netsim.Lost && p.Due <= a.Session.Now() {
		a.Tape.Record(&observe.Arrival{Packet: p.ID, At: p.Due})
	}
}

// click presses and releases over a tab.
func click(a *rig, tab Tab, x, y float32) {
	r, d := a.time, TabRow{Tab: tab}
	d.Update(&a.View, &panel.Pointer{X: x, Y: y, Pressed: true, Down: true}, r)
	d.Update(&a.View, &panel.Pointer{X: x, Y: y, Released: true}, r)
}
