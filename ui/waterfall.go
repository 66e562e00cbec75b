package ui

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/session"
	"driftlab/ui/draw"
)

// waterfall is the tab that follows each key of the chosen client to another machine's screen: a bar a key, whose parts are
// what it waits for, and the means for each kind of deed.
type waterfall struct {
	pen    pen
	zoom   float32
	viewer int // machine, nobody for the next client
	chips  []rect
	on     []int // machines of the chips
	keysOf rect  // the region that the chips were drawn in

	axis chart
	read [2]followed // the latest of both worlds of a comparison
	now  netsim.Time
}

const (
	// followedOver is how much time the keys that are shown and that means are of, and followedEvery the virtual time
	// between two looks at them.
	followedOver  = 20 * time.Second
	followedEvery = 50 * time.Millisecond
	// noticeable is up to where a wait is not felt as one (Nielsen, see docs/sources.md).
	noticeable = 100 * time.Millisecond
)

// followed are the journeys of a client's keys to a machine's screen, as they were read last.
type followed struct {
	of             *session.Tape
	client, viewer int
	at             netsim.Time
	list           []session.Journey
	means          [game.Deeds]meanJourney
}

// meanJourney is the mean of all journeys of one kind that are over.
type meanJourney struct {
	count int
	parts [session.JourneyParts]time.Duration
	whole time.Duration
}

func newWaterfall() *waterfall { return &waterfall{viewer: nobody} }

func (w *waterfall) key() string { return "waterfall" }

func (w *waterfall) begin() { w.viewer = nobody }

// update chooses the screen whose chip is clicked.
func (w *waterfall) update(_ *view, p *pointer, r rect) {
	for i, chip := range w.chips {
		if p.pressed && p.over(chip.moved(w.keysOf, r)) {
			w.viewer = w.on[i]
		}
	}
}

// looksAt returns the machine to whose screen a client's keys are followed: one that was chosen, or else the next client,
// and the host where there is none.
func (w *waterfall) looksAt(v *view, client int) int {
	switch n := v.frame.clients(); {
	case w.viewer >= 0 && w.viewer <= n && w.viewer != client:
		return w.viewer
	case n > 1:
		return client%n + 1
	}
	return 0
}

// follow reads the journeys anew, if it is time.
func (w *waterfall) follow(v *view) *followed {
	if w.read[0].of != v.tape {
		w.read[0], w.read[1] = w.read[1], w.read[0]
	}
	f, client := &w.read[0], v.frame.selected
	viewer := w.looksAt(v, client)
	if f.of == v.tape && f.client == client && f.viewer == viewer && w.now.Sub(f.at).Abs() < followedEvery && w.now != 0 {
		return f
	}
	f.of, f.client, f.viewer, f.at = v.tape, client, viewer, w.now
	f.list = v.tape.Journeys(client, viewer, v.frame.rate, max(w.now.Add(-followedOver), 0), w.now, f.list[:0])
	f.means = [game.Deeds]meanJourney{}
	for i := range f.list {
		j := &f.list[i]
		if whole, ok := j.Whole(); ok {
			m := &f.means[j.Deed]
			m.count++
			m.whole += whole
			for p := range session.JourneyParts {
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

// Sizes at scale 1.
const (
	fallLeft  = 108 // the room for what a row is of
	fallRight = 74  // the room for how long it takes
	fallMean  = 30  // the height of a mean's row, of which the bar is fallBar
	fallBar   = 22
	fallOne   = 15 // the height of a key's row
)

func (w *waterfall) draw(v *view, c *draw.Canvas, r rect) {
	z := float32(v.scale)
	w.zoom, w.now = z, v.session.Now()
	if v.frame.selected < 1 || v.frame.selected > v.frame.clients() {
		w.chips = w.chips[:0]
		c.Text(r.x+r.w/2, r.y+r.h/2, v.words.T("spacetime.nobody"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	f := w.follow(v)
	w.picker(v, c, f, rect{r.x + 12*z, r.y + 2*z, r.w - 24*z, 22 * z}, r)
	top := w.legend(v, c, f, rect{r.x + 12*z, r.y + 30*z, r.w - 24*z, 16 * z})
	area := rect{r.x + fallLeft*z, top + 20*z, r.w - (fallLeft+fallRight)*z, r.y + r.h - 44*z - top}
	if len(f.list) == 0 {
		c.Text(r.x+r.w/2, area.y+area.h/2, v.words.T("waterfall.none"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	w.scale(c, f, area)
	y := w.meanRows(v, c, f, area.y+2*z)
	w.keyRows(v, c, f, y+6*z)
	w.notice(v, c)
}

// scale sets the axis to all that is in sight, and draws it.
func (w *waterfall) scale(c *draw.Canvas, f *followed, area rect) {
	most := 1.2 * inMillis(noticeable)
	room := area.h/w.zoom - 8
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
	w.axis = chart{area: area, left: 0, right: most * 1.03, z: w.zoom}
	w.axis.columns(c, &w.pen, " ms")
}

// notice marks up to where people feel no wait.
func (w *waterfall) notice(v *view, c *draw.Canvas) {
	z, area, x := w.zoom, w.axis.area, w.axis.x(inMillis(noticeable))
	c.VLine(x, area.y-6*z, area.y+area.h, 2*z, c.Theme.Text)
	name, says := v.words.T("waterfall.notice"), v.words.T("waterfall.notice-words")
	wide := c.Fonts().Measure(says, draw.Small)
	left := max(x-wide-10*z, area.x-fallLeft*z+12*z)
	c.Text(left, area.y-8*z, says, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	c.Triangle(x, area.y-7*z, 4.5*z, false, c.Theme.Text)
	c.Text(x+8*z, area.y-8*z, name, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	v.tips.add(rect{left, area.y - 16*z, x - left + 60*z, 16 * z}, v.words.T("waterfall.notice-tip"))
	w.pen.start(v.words).text(v.words.F("waterfall.mean", int(followedOver/time.Second)))
	if right := area.x + area.w + (fallRight-12)*z; right-c.Fonts().MeasureBytes(w.pen.buf, draw.Small) > x+64*z {
		w.pen.put(c, right, area.y-8*z, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
}

// picker draws whose keys are followed, and the chips by which the screen is chosen.
func (w *waterfall) picker(v *view, c *draw.Canvas, f *followed, r, whole rect) {
	z, x, y := w.zoom, r.x, r.y+r.h/2
	w.keysOf, w.chips, w.on = whole, w.chips[:0], w.on[:0]
	x += c.Text(x, y, v.words.F("waterfall.of", f.client), draw.Small, c.Theme.Text, draw.Left|draw.Middle) + 10*z
	for i := 0; i <= v.frame.clients(); i++ {
		machine := i
		if machine == f.client {
			continue
		}
		text := v.words.T("waterfall.host")
		if machine > 0 {
			text = v.words.F("waterfall.client", machine)
		}
		wide := c.Fonts().Measure(text, draw.Small) + 32*z
		if last := machine != f.viewer && i < f.viewer; x+wide > r.x+r.w || last && x+2*wide > r.x+r.w {
			continue // there is no room for all, but for the one that is chosen
		}
		chip := rect{x, r.y, wide, r.h}
		ground, col := c.Theme.PanelEdge, c.Theme.Text
		if machine == f.viewer {
			ground, col = c.Theme.Chosen, c.Theme.OnChosen
		}
		c.Box(chip.x, chip.y, chip.w, chip.h, r.h/2, ground)
		style := c.Theme.Machine(machine)
		c.Circle(x+13*z, y, 8*z, c.Theme.Panel)
		c.Marker(style.Shape, x+13*z, y, 5*z, style.Color)
		c.Text(x+25*z, y, text, draw.Small, col, draw.Left|draw.Middle)
		v.tips.add(chip, v.words.T("waterfall.on-tip"))
		w.chips, w.on = append(w.chips, chip), append(w.on, machine)
		x += wide + 6*z
	}
}
