package diagram

import (
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// waterfall is the tab that follows each key press of the chosen client to another machine's screen: a bar a key, whose parts
// are what it waits for, and the averages for each kind of action.
type waterfall struct {
	pen    panel.Pen
	viewer int // machine, nobody for the next client
	chips
	on   []int // machines of the chips
	axis chart
	read [2]followed // the journeys in the two worlds of a comparison
	now  netsim.Time
}

const (
	// followedOver is the time of which keys are shown and averaged, and followedEvery the virtual time between two
	// readings.
	followedOver  = 20 * time.Second
	followedEvery = 50 * time.Millisecond
	// noticeable is the longest wait that people don't notice (Nielsen, see docs/sources.md).
	noticeable = 100 * time.Millisecond
	// sensitive is the wait from which on people are sensitive to "action latencies (time between request and visual
	// confirmation of action)" (Simpson, see docs/sources.md).
	sensitive = 150 * time.Millisecond
)

// followed are the journeys of a client's keys to a machine's screen, as they were read last.
type followed struct {
	of             *observe.Tape
	client, viewer int
	at             netsim.Time
	list           []observe.Journey
	means          [game.Deeds]meanJourney
}

// meanJourney is the average of all finished journeys of one kind.
type meanJourney struct {
	count int
	parts [observe.JourneyParts]time.Duration
	whole time.Duration
}

func (w *waterfall) Begin() { w.viewer = panel.Nobody }

// Update chooses the screen whose chip is clicked.
func (w *waterfall) Update(_ *panel.View, p *panel.Pointer, r panel.Rect) {
	if i := w.pressed(p, r); i >= 0 {
		w.viewer = w.on[i]
	}
}

// looksAt returns the machine to whose screen a client's keys are followed: the one that was chosen, else the next client,
// else the host.
func (w *waterfall) looksAt(v *panel.View, client int) int {
	switch n := v.Frame.Clients(); {
	case w.viewer >= 0 && w.viewer <= n && w.viewer != client:
		return w.viewer
	case n > 1:
		return client%n + 1
	}
	return 0
}

// follow reads the journeys again if it is time.
func (w *waterfall) follow(v *panel.View) *followed {
	if w.read[0].of != v.Tape {
		w.read[0], w.read[1] = w.read[1], w.read[0]
	}
	f, client := &w.read[0], v.Frame.Selected
	viewer := w.looksAt(v, client)
	if f.of == v.Tape && f.client == client && f.viewer == viewer && w.now.Sub(f.at).Abs() < followedEvery && w.now != 0 {
		return f
	}
	f.of, f.client, f.viewer, f.at = v.Tape, client, viewer, w.now
	f.list = v.Tape.Journeys(client, viewer, v.Frame.Rate, max(w.now.Add(-followedOver), 0), w.now, f.list[:0])
	f.means = [game.Deeds]meanJourney{}
	for i := range f.list {
		j := &f.list[i]
		if whole, ok := j.Whole(); ok {
			m := &f.means[j.Deed]
			m.count++
			m.whole += whole
			for p := range observe.JourneyParts {
				part, _ := j.Part(p)
				m.parts[p] += part
			}
		}
	}
	for i := range f.means {
		m := &f.means[i]
		for p := range m.parts {
			m.parts[p] /= time.Duration(max(m.count, 1))
		}
		m.whole /= time.Duration(max(m.count, 1))
	}
	return f
}

// Sizes in points.
const (
	fallLeft  = 108 // the room for a row's name
	fallRight = 74  // the room for its duration
	fallMean  = 30  // the height of an average's row; its bar has fallBar
	fallBar   = 22
	fallOne   = 15 // the height of a key's row
)

func (w *waterfall) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	w.now = v.Session.Now()
	if v.Frame.Selected < 1 || v.Frame.Selected > v.Frame.Clients() {
		w.Chips = w.Chips[:0]
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("spacetime.nobody"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	f := w.follow(v)
	w.picker(v, c, f, panel.NewRect(r.X+12, r.Y+2, r.W-24, 22), r)
	area := panel.NewRect(r.X+fallLeft, r.Y+50, r.W-(fallLeft+fallRight), r.H-74)
	w.scale(f, area)
	w.axis.area = area.Below(w.legend(v, c, f, panel.NewRect(r.X+12, r.Y+30, r.W-24, 16)) - r.Y - 30)
	area = w.axis.area
	if len(f.list) == 0 {
		c.Text(r.X+r.W/2, area.Y+area.H/2, v.Words.T("waterfall.none"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	w.axis.columns(c, &w.pen, " ms")
	y := w.meanRows(v, c, f, area.Y+2) + 6
	for i := len(f.list) - 1; i >= 0 && y+fallOne <= area.Y+area.H; i-- { // the keys, the latest first
		w.keyRow(v, c, f, &f.list[i], y)
		w.instant(v, c, &f.list[i], y)
		y += fallOne
	}
	w.notice(v, c)
}

// scale sets the axis to everything in sight.
func (w *waterfall) scale(f *followed, area panel.Rect) {
	most := 1.2 * inMillis(sensitive)
	room := area.H - 8
	for i := range f.means {
		if m := &f.means[i]; m.count > 0 {
			most, room = max(most, inMillis(m.whole)), room-fallMean
		}
	}
	for i := len(f.list) - 1; i >= 0 && room >= fallOne; i-- {
		if whole, ok := f.list[i].Whole(); ok {
			most = max(most, inMillis(whole))
		}
		room -= fallOne
	}
	w.axis = chart{area: area, left: 0, right: most * 1.03}
}

// notice marks the wait that people don't notice yet, and the one from which on they are sensitive. The first text is left of its
// mark and the second right of its mark, so that they never meet.
func (w *waterfall) notice(v *panel.View, c *draw.Canvas) {
	area, x := w.axis.area, w.axis.x(inMillis(noticeable))
	c.VLine(x, area.Y-6, area.Y+area.H, 2, c.Theme.Text)
	c.Triangle(x, area.Y-7, 4.5, false, c.Theme.Text)
	left := area.X - (fallLeft - 12)
	long := layout.Item{Text: v.Words.T("waterfall.notice-words"), Ink: c.Theme.Text, Tail: 10}
	short := layout.Item{Text: v.Words.T("waterfall.notice"), Ink: c.Theme.Text, Tail: 10}
	at := w.pen.Line.Say(c, panel.NewRect(left, area.Y-16, x-left, 16), draw.Right, long, short)
	v.Tips.Add(at, v.Words.T("waterfall.notice-tip"))
	far := w.axis.x(inMillis(sensitive))                    // what Simpson calls action latency: dashed
	c.VLine(far, area.Y-2, area.Y+area.H, 4, c.Theme.Panel) // visible on bars of the same colour
	c.Dashed(far, area.Y-4, far, area.Y+area.H, 2, palette.Dash{6, 4, 6, 4}, 0, c.Theme.Text)
	c.Triangle(far, area.Y-7, 4.5, false, c.Theme.Text)
	long = layout.Item{Text: v.Words.T("waterfall.latency-words"), Ink: c.Theme.Text, Lead: 8}
	short = layout.Item{Text: v.Words.T("waterfall.latency"), Ink: c.Theme.Text, Lead: 8}
	at = w.pen.Line.Say(c, panel.NewRect(far, area.Y-16, area.X+area.W+(fallRight-4)-far, 16), draw.Left, long, short)
	v.Tips.Add(panel.NewRect(far-5, at.Y, at.W+5, 16), v.Words.T("waterfall.latency-tip"))
	end := far + at.W + 12
	mean := layout.Item{Text: v.Words.F("waterfall.mean", int(followedOver/time.Second)), Ink: c.Theme.TextDim}
	w.pen.Line.Say(c, panel.NewRect(end, area.Y-16, area.X+area.W+(fallRight-12)-end, 16), draw.Right, mean)
}

// picker writes whose keys are followed, and draws the chips with which the screen is chosen.
func (w *waterfall) picker(v *panel.View, c *draw.Canvas, f *followed, r, whole panel.Rect) {
	w.on = w.on[:0]
	w.chips.start(c, whole)
	of := c.Text(r.X, r.Y+r.H/2, v.Words.F("waterfall.of", f.client), draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	for machine := 0; machine <= v.Frame.Clients(); machine++ {
		if machine == f.client {
			continue
		}
		text := v.Words.T("waterfall.host")
		if machine > 0 {
			text = v.Words.F("waterfall.client", machine)
		}
		w.chips.add(c, text, 16, machine == f.viewer, v.Words.T("waterfall.on-tip"))
		w.on = append(w.on, machine)
	}
	w.chips.draw(v, c, r.After(of+10), func(i int, at panel.Rect) {
		c.Circle(at.X+13, at.Y+at.H/2, 8, c.Theme.Panel)
		c.Machine(w.on[i], at.X+13, at.Y+at.H/2, 5)
	})
	for i, chip := range w.Chips {
		if v.Whose(w.on[i], chip) {
			c.BoxOutline(chip.X, chip.Y, chip.W, chip.H, 4, 1.5, c.Theme.Machine(w.on[i]).Color)
		}
	}
}
