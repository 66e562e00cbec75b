package diagram

import (
	"testing"
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// lookAt draws with the pointer at a place, and returns what it is on.
func (a *rig) lookAt(x, y float32, drawing func(c *draw.Canvas)) panel.Pointed {
	a.canvas.Reset()
	a.Hover.Turn()
	a.Tips.At(x, y)
	drawing(a.canvas)
	a.Tips.At(-1<<20, -1<<20)
	return a.Hover.Next
}

// pointed returns a drawing's pixels while the pointer is on something elsewhere.
func (a *rig) pointed(at panel.Pointed, drawing func(c *draw.Canvas)) []byte {
	a.Hover.Pointed = at
	a.Tips.At(-1<<20, -1<<20)
	defer func() { a.Hover.Pointed = panel.Pointed{} }()
	return a.painted(a.theme, drawing)
}

// bringsOut reports whether a drawing shows that the pointer is on something elsewhere.
func (a *rig) bringsOut(at panel.Pointed, drawing func(c *draw.Canvas)) bool {
	plain, got := a.pointed(panel.Pointed{}, drawing), a.pointed(at, drawing)
	for i := range len(plain) / 4 {
		if apart(plain, got, i) {
			return true
		}
	}
	return false
}

func (a *rig) tab() func(c *draw.Canvas) {
	return func(c *draw.Canvas) { a.open.Draw(&a.View, c, a.time) }
}

func (a *rig) racing() func(c *draw.Canvas) {
	return func(c *draw.Canvas) { a.race.Draw(&a.View, c, a.table) }
}

func TestTheInstantThatThePointerIsOnIsInAllDiagramsWithTime(t *testing.T) {
	a := rigAt(t, "engines/jitter", 12*time.Second)
	for _, key := range []string{"spacetime", "error", "ticks", "samples", "beats", "sorted", "minima", "clouds"} {
		openIn[Tab](t, a, key)
		a.next()
		now, x := a.Session.Now(), a.time.X+a.time.W*0.3
		at := a.lookAt(x, a.time.Y+a.time.H*0.7, a.tab())
		if !at.Timed || at.At > now || now.Sub(at.At) > time.Minute {
			t.Errorf("%s says that the pointer is at %v, now is %v", key, at, now)
		}
		if plain := a.pointed(panel.Pointed{}, a.tab()); !a.lineAt(a.pointed(at, a.tab()), plain, int(x)) {
			t.Errorf("%s does not mark the instant where the pointer was on it", key)
		}
	}
}

// lineAt reports whether a picture has an upright thin line at a place that another one has not.
func (a *rig) lineAt(picture, other []byte, x int) bool {
	high := func(from, to int) (most int) { // how much of the highest of some columns is new
		for x := from; x < to; x++ {
			n := 0
			for y := range a.height {
				if apart(picture, other, y*a.width+x) {
					n++
				}
			}
			most = max(most, n)
		}
		return most
	}
	return high(x-1, x+2) > 20+max(high(x-6, x-2), high(x+3, x+7))
}

func TestTheClockThatThePointerIsOnInTheRaceIsInThePlotAndTheOtherWayRound(t *testing.T) {
	a, p := tabAt[*ErrorPlot](t, "first", "error", 9*time.Second)
	a.tab()(a.canvas)
	a.racing()(a.canvas)
	row := a.race.order[1]
	line := textIn(a, panel.ClockShort(a.Words, a.World.Clock(row)))
	in := a.lookAt(line.X+5, line.Y+line.H/2, a.racing())
	if in.Clock != row+1 {
		t.Errorf("over the race's line of clock %d the pointer is on clock %d", row, in.Clock-1)
	}
	label := labelOf(t, p, row)
	if at := a.lookAt(label.At.X+label.At.W-5, label.Y, a.tab()); at.Clock != row+1 {
		t.Errorf("over the name of clock %d the pointer is on clock %d", row, at.Clock-1)
	}
	unreal := registered("unreal")
	err, _ := a.Session.ClockError(1, unreal)
	if at := a.lookAt(p.Axis.X(a.Session.Now())-40, p.Y(inMillis(err))+2, a.tab()); at.Clock != unreal+1 {
		t.Errorf("over the line of clock %d the pointer is on clock %d", unreal, at.Clock-1)
	}
	if at := a.lookAt(p.Axis.Area.X+40, p.Axis.Area.Y+4, a.tab()); at.Clock != 0 {
		t.Errorf("beside all lines the pointer is on clock %d", at.Clock-1)
	}
	for name, drawing := range map[string]func(c *draw.Canvas){"plot": a.tab(), "race": a.racing()} {
		if !a.bringsOut(panel.Pointed{Clock: row + 1}, drawing) {
			t.Errorf("the %s does not bring a clock out that the pointer is on elsewhere", name)
		}
	}
}

func TestTheClientThatThePointerIsOnIsInAllDiagramsOfClients(t *testing.T) {
	a := rigAt(t, "first", 9*time.Second)
	other := panel.Pointed{Client: 1}
	for _, key := range []string{"spacetime", "error", "ticks", "samples", "beats"} {
		openIn[Tab](t, a, key)
		if a.next(); !a.bringsOut(other, a.tab()) {
			t.Errorf("%s does not bring out a client that the pointer is on elsewhere", key)
		}
	}
	w := openIn[*waterfall](t, a, "waterfall")
	a.next()
	if viewer := (panel.Pointed{Client: w.on[len(w.on)-1]}); !a.bringsOut(viewer, a.tab()) {
		t.Error("the waterfall does not bring out the client to whose screen keys are followed")
	}
	if !a.bringsOut(other, a.racing()) {
		t.Error("the race does not bring out whose it is")
	}
	if at := a.lookAt(a.table.X+20, a.table.Y+a.table.H-5, a.racing()); at.Client != 1 {
		t.Errorf("over the race the pointer is on client %d", at.Client)
	}
	p := openIn[*Population](t, a, "population")
	a.next()
	var at dot // the second client's in the first row
	for _, d := range p.clocks[p.rows[0]].dots {
		if d.client == 2 {
			at = d
		}
	}
	if a.at.X, a.at.Y = at.x, at.y; !a.bringsOut(panel.Pointed{Client: 2}, a.tab()) {
		t.Error("the population does not bring out a client that the pointer is on elsewhere")
	}
	p.Update(&a.View, &a.at, a.time)
	if on := a.lookAt(at.x, at.y, a.tab()); on.Client != 2 || on.Clock != p.rows[0]+1 {
		t.Errorf("over the second client's dot the pointer is on client %d and clock %d", on.Client, on.Clock)
	}
}

func TestADatagramThatIsPointedOutIsRingedAmongTheArrivals(t *testing.T) {
	a, d := tabAt[*ticksView](t, "first", "ticks", 3*time.Second)
	for n, end := a.Tape.Packets(d.axis.From, d.now); n < end; n++ {
		if p := a.Tape.At(n); d.row(p) != panel.Nobody {
			if !a.bringsOut(panel.Pointed{Packet: p.ID}, a.tab()) {
				t.Error("it is not ringed")
			}
			return
		}
	}
	t.Fatal("nothing has come")
}

func TestTheStripAndTheDotsBringOutTheClientThatThePointerIsOn(t *testing.T) {
	for _, name := range []string{"first", "lesson-stream"} {
		a := rigAt(t, name, 9*time.Second)
		strip := NewErrorStrip()
		drawing := func(c *draw.Canvas) { strip.Draw(&a.View, c, a.time) }
		if a.lookAt(0, 0, drawing); !a.bringsOut(panel.Pointed{Client: 2}, drawing) {
			t.Errorf("%s: client 2 is not brought out", name)
		}
		x, y := strip.dots.Column(2, a.Frame.Clients()), a.time.Y+a.time.H/2
		if !manyClients(&a.View) {
			for i := range strip.ends.labels {
				if e := &strip.ends.labels[i]; strip.ends.whose(e, 0) == 2 {
					x, y = e.at.X+5, e.at.Y+e.at.H/2
				}
			}
		}
		a.at.X, a.at.Y = x, y
		strip.Update(&a.View, &a.at, a.time)
		if at := a.lookAt(x, y, drawing); at.Client != 2 {
			t.Errorf("%s: over the mark of client 2 the pointer is on %d", name, at.Client)
		}
	}
}

func TestTheInstantThatThePointerIsOnIsInTheRowsOfTheKeysThatAreUnderWayThen(t *testing.T) {
	a, w := tabAt[*waterfall](t, "first", "waterfall", 9*time.Second)
	if len(w.read[0].list) == 0 {
		t.Fatal("nobody has pressed a key")
	}
	key := w.read[0].list[len(w.read[0].list)-1].Key
	at := panel.Pointed{At: key.Add(50 * time.Millisecond), Timed: true}
	if !a.bringsOut(at, a.tab()) {
		t.Error("it is in no row")
	}
	area := w.axis.area
	if got := a.lookAt(area.X+area.W/2, area.Y+area.H-20, a.tab()); !got.Timed {
		t.Error("over a key's row the pointer is at no instant")
	}
}
