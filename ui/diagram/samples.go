package diagram

import (
	"slices"
	"time"

	"driftlab/game/observe"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/registry"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// Samples is the tab that shows a clock's own view of its data: the samples it keeps, and what it does
// with them. Beside it are the true one-way delays.
type Samples struct {
	pen    panel.Pen
	Chosen int // algorithm, nobody for the one that drives the client
	chips

	client    int
	algorithm int
	clock     *registry.Algorithm // the shown one
	now       netsim.Time
	local     netsync.Local // now, as the clock reads that the algorithm runs on
	blind     bool          // the truth is hidden: the clock as it is now takes its place
	detail    insight.Detail
	truths    []observe.SampleTruth
	trueNow   time.Duration // host's clock − client's now, on the algorithm's base
	known     bool          // it is synchronised
	status    netsync.Status
	chart     chart
	order     []int // the samples' indices, for plots that sort them
	points    []float32
	heights   []float64 // of points, to be sorted
	instants  []insight.Sample
	share     float32 // the part of the width for the round trips by age, beside the sorted ones
	spots     []samplesDot
	nearest   int     // sample under the pointer, nobody for none
	distance  float32 // the pointer's distance to it, squared
	spotX     float32 // its place
	spotY     float32
	pointerX  float32
	pointerY  float32

	Delays  *countedDelays
	counted [2]countedDelays // those of the two worlds of a comparison
}

// Update chooses the algorithm whose chip is clicked.
func (s *Samples) Update(v *panel.View, p *panel.Pointer, r panel.Rect) {
	if i := s.pressed(p, r); i >= 0 {
		if s.Chosen = i; i == v.Driving(v.Frame.Selected) {
			s.Chosen = panel.Nobody // follow the one that drives the client
		}
	}
}

// ReadSamples updates what is shown of the clock to the session's present.
func (s *Samples) ReadSamples(v *panel.View) {
	s.client, s.now = v.Frame.Selected, v.Session.Now()
	s.algorithm = s.Chosen
	if s.Chosen == panel.Nobody || s.Chosen >= len(v.Clocks()) { // of another scenario
		s.algorithm = max(v.Driving(s.client), 0)
	}
	s.clock = v.Clock(s.algorithm)
	v.Session.Clocks(s.client).Explain(s.algorithm, &s.detail)
	s.truths = v.Tape.Truths(s.client, s.clock.Base, s.detail.Samples, s.now, s.truths[:0])
	s.status = v.Session.Clock(s.client, s.algorithm).Status()
	err, ok := v.Session.ClockError(s.client, s.algorithm)
	s.known, s.trueNow = ok, s.status.Offset-err
	_, s.local = v.Session.Clock(s.client, s.algorithm).Reads()
	if s.blind = v.Frame.Blind; s.blind {
		s.trueNow = s.status.Offset
		for i := range s.truths {
			s.truths[i] = observe.SampleTruth{OK: true, Offset: s.status.Offset}
		}
	}
	s.nearest, s.distance, s.pointerX, s.pointerY = panel.Nobody, 0, v.Tips.X, v.Tips.Y
	s.spots, s.points = s.spots[:0], s.points[:0]
}

// age returns how many seconds ago a sample arrived, by the client's clock.
func (s *Samples) age(i int) float64 {
	return max(s.local.Sub(s.detail.Samples[i].At).Seconds(), 0)
}

func (s *Samples) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	s.ReadSamples(v)
	s.ReadDelays(v)
	v.Note(c, r, &s.pen, v.Words.T("samples.of"), s.client)
	s.picker(v, c, r)
	width, about := r.W*0.66, v.Words.T(panel.ClockKeys[panel.Published(s.clock).ID].About)
	y := r.Y + 34
	room := r.H - (34 + 24 + 26) // for text and plot
	if room < leastPlot {
		layout.Fit(c.Fonts(), v.Words.T("plot.low"), r.W-24, r.Y+r.H-y, draw.Small).Draw(c, panel.NewRect(r.X+12, y, 0, 0), c.Theme.Text, draw.Left)
		return
	}
	if said := layout.Fit(c.Fonts(), about, width-24, layout.Open, draw.Small); room-said.H >= lowPlot {
		said.Draw(c, panel.NewRect(r.X+12, y, 0, 0), c.Theme.Text, draw.Left)
		y += said.H
	} else {
		v.Tips.Add(panel.NewRect(r.X, y, width, r.Y+r.H-y), about)
	}
	y += 24
	s.view(v, c, panel.NewRect(r.X+12, y, width-28, r.Y+r.H-y-26))
	s.tip(v, c)
	s.histogram(v, c, panel.NewRect(r.X+width, r.Y+34, r.W-width-12, r.H-34-26))
}

// picker draws the chips with which an algorithm is chosen.
func (s *Samples) picker(v *panel.View, c *draw.Canvas, r panel.Rect) {
	driving := v.Driving(s.client)
	s.chips.start(c, r)
	for i := range v.Clocks() {
		tip := panel.ClockTip(v.Words, v.Clock(i))
		if i == driving && i < len(s.Chips) && v.Tips.Under(s.Chips[i]) {
			tip = v.Words.T("samples.driving-tip") + " " + tip
		}
		s.chips.add(c, panel.ClockShort(v.Words, v.Clock(i)), 30, i == s.algorithm, tip)
	}
	s.chips.draw(v, c, panel.NewRect(r.X+12, r.Y+2, r.W-24, 24), func(i int, at panel.Rect) {
		y := at.Y + at.H/2
		style := panel.ClockStyle(c.Theme, v.Clock(i))
		c.Box(at.X+7, y-6, 28, 12, 6, c.Theme.Panel)
		c.Dashed(at.X+10, y, at.X+32, y, 2.5, style.Dash.Scale(0.8), 0, style.Color)
	})
	if driving >= 0 && s.Chips[driving].W > 0 {
		at := s.Chips[driving]
		c.BoxOutline(at.X, at.Y, at.W, at.H, 4, 1.5, c.Theme.Text)
	}
}

// Heights of the plot in points: below lowPlot it gets the room of the text about the algorithm, below
// leastPlot there is no plot.
const (
	lowPlot   = 60
	leastPlot = 24
)

// plotValues is the room for the values left of a plot, in points.
const plotValues = 56

// plots draw what a clock does with its data, by its [insight.View].
var plots = [...]func(s *Samples, v *panel.View, c *draw.Canvas, k *chart){
	insight.Offsets: (*Samples).offsets, insight.Ring: (*Samples).slot, insight.Round: (*Samples).simpson, insight.Filter: (*Samples).sntp,
	insight.OneWay: (*Samples).timesync, insight.TwoTimes: (*Samples).unity, insight.OneAnswer: (*Samples).single,
	insight.Averages: (*Samples).mirror, insight.TwoClouds: (*Samples).clouds,
}

// view draws the data of the chosen algorithm.
func (s *Samples) view(v *panel.View, c *draw.Canvas, r panel.Rect) {
	if len(s.detail.Samples) == 0 {
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("samples.none"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	s.draw(v, c, panel.NewRect(r.X+plotValues, r.Y, r.W-plotValues, r.H), plots[s.detail.View])
}

// draw draws a plot into an area, with what its dots mean.
func (s *Samples) draw(v *panel.View, c *draw.Canvas, area panel.Rect, plot func(s *Samples, v *panel.View, c *draw.Canvas, k *chart)) {
	s.chart = chart{area: area, room: room{s.chart.room.taken[:0]}}
	plot(s, v, c, &s.chart)
	s.chart.instant(v, c)
	s.legend(c, &s.chart, area)
}

// loneView is a tab that shows a single view of a clock's data: of the clock that drives the chosen client if it has that
// view, or else of the first that has it.
type loneView struct {
	Samples
	views []insight.View // those that the plot can show, the best first
	plot  func(s *Samples, v *panel.View, c *draw.Canvas, k *chart)
}

func (a *loneView) Update(*panel.View, *panel.Pointer, panel.Rect) {}

// find chooses the clock, and reports whether there is one with such a view.
func (a *loneView) find(v *panel.View) bool {
	client := v.Frame.Selected
	if client < 1 || client > v.Frame.Clients() {
		return false
	}
	viewOf := func(i int) insight.View {
		v.Session.Clocks(client).Explain(i, &a.detail)
		return a.detail.View
	}
	if a.Chosen = max(v.Driving(client), 0); slices.Contains(a.views, viewOf(a.Chosen)) {
		return true
	}
	for _, view := range a.views {
		for i := range v.Clocks() {
			if viewOf(i) == view {
				a.Chosen = i
				return true
			}
		}
	}
	return false
}

func (a *loneView) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	if !a.find(v) {
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("samples.no-such"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	a.share = 0.4
	a.ReadSamples(v)
	v.Note(c, r, &a.pen, panel.ClockTitle(v.Words, v.Clock(a.algorithm))+" "+v.Words.T("samples.of"), a.client)
	about := v.Words.T(panel.ClockKeys[panel.Published(v.Clock(a.algorithm)).ID].About)
	top := r.Y + 6
	if said := layout.Fit(c.Fonts(), about, r.W-32, layout.Open, draw.Small); r.H-said.H >= 4*lowPlot {
		said.Draw(c, panel.NewRect(r.X+16, top, 0, 0), c.Theme.Text, draw.Left)
		top += said.H
	}
	top += 22
	if len(a.detail.Samples) == 0 {
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("samples.none"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	a.draw(v, c, panel.NewRect(r.X+76, top, r.W-100, r.Y+r.H-top-26), a.plot)
	a.tip(v, c)
}
