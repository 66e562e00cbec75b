package ui

import (
	"time"

	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/session"
	"driftlab/ui/draw"
)

// samplesView is the tab that shows each algorithm's view of its own data: the samples it keeps, and what
// it does with them. Beside it are the true one-way delays.
type samplesView struct {
	pen    pen
	zoom   float32
	chosen int // algorithm, nobody for the one that drives the client
	chips  []rect
	keysOf rect // the region that the chips were drawn in

	client    int
	algorithm int
	now       netsim.Time
	local     netsync.Local // now, as the clock reads that the algorithm runs on
	blind     bool          // the truth must not be shown: the clock as it is now stands in for it
	detail    netsync.Detail
	truths    []session.SampleTruth
	trueNow   time.Duration // host's clock − client's now, on the algorithm's base
	known     bool          // it is synchronised
	status    netsync.Status
	order     []int // of the samples, where they are sorted
	points    []float32
	heights   []float64 // of points, to be sorted
	instants  []netsync.Sample
	share     float32       // of the width that the sorted round trips leave to those by age
	shown     [reasons]bool // of which reasons there are samples
	nearest   int           // sample under the pointer, nobody for none
	distance  float32       // to it, squared
	spotX     float32       // where it is
	spotY     float32
	pointerX  float32
	pointerY  float32
	lines     wrapped // what is said about the algorithm

	delays  *countedDelays
	counted [2]countedDelays // the latest of both worlds of a comparison
}

func newSamplesView() *samplesView { return &samplesView{chosen: nobody, share: 0.62} }

func (s *samplesView) key() string { return "samples" }

func (s *samplesView) begin() {}

// update chooses the algorithm whose chip is clicked.
func (s *samplesView) update(v *view, p *pointer, r rect) {
	for i, chip := range s.chips {
		if p.pressed && p.over(chip.moved(s.keysOf, r)) {
			s.chosen = i
			if i == v.driving(v.frame.selected) {
				s.chosen = nobody // and follow whichever drives it
			}
		}
	}
}

// readSamples brings what is shown of the clock up to the session's present.
func (s *samplesView) readSamples(v *view) {
	s.client, s.now = v.frame.selected, v.session.Now()
	s.algorithm = s.chosen
	if s.chosen == nobody || s.chosen >= len(v.clocks()) { // of another scenario
		s.algorithm = max(v.driving(s.client), 0)
	}
	v.session.Explain(s.client, s.algorithm, &s.detail)
	s.truths = v.tape.Truths(s.client, v.clock(s.algorithm).Base, s.detail.Samples, s.now, s.truths[:0])
	s.status = v.session.ClockStatus(s.client, s.algorithm)
	err, ok := v.session.ClockError(s.client, s.algorithm)
	s.known, s.trueNow = ok, s.status.Offset-err
	s.local = v.session.ClientClock(s.client, s.algorithm)
	if s.blind = v.frame.blind; s.blind {
		s.trueNow = s.status.Offset
		for i := range s.truths {
			s.truths[i] = session.SampleTruth{OK: true, Offset: s.status.Offset}
		}
	}
	s.shown = [reasons]bool{}
	for i := range s.detail.Samples {
		s.shown[s.detail.Samples[i].Reason] = true
	}
}

// age returns how many seconds ago a sample arrived, by the client's clock.
func (s *samplesView) age(i int) float64 {
	return max(s.local.Sub(s.detail.Samples[i].At).Seconds(), 0)
}

func (s *samplesView) draw(v *view, c *draw.Canvas, r rect) {
	s.zoom = float32(v.scale)
	z := s.zoom
	s.readSamples(v)
	s.readDelays(v)
	s.nearest, s.distance = nobody, 0
	s.pointerX, s.pointerY = v.tips.x, v.tips.y
	v.note(c, r, &s.pen, v.words.T("samples.of"), s.client)
	s.keysOf = r
	s.picker(v, c, rect{r.x + 12*z, r.y + 2*z, r.w - 24*z, 24 * z})
	width, about := r.w*0.66, v.words.T(clockKeys[published(v.clock(s.algorithm)).ID].about)
	y := r.y + 34*z
	room := r.h - (34+24+26)*z // for text and plot
	if room < leastPlot*z {
		s.write(c, v.words.T("samples.low"), rect{r.x + 12*z, y, r.w - 24*z, room})
		return
	}
	if h := s.lineHeight(c, about, width-24*z); room-h >= lowPlot*z {
		s.write(c, about, rect{r.x + 12*z, y, width - 24*z, h})
		y += h
	} else {
		v.tips.add(rect{r.x, y, width, r.y + r.h - y}, about)
	}
	y += 24 * z
	s.view(v, c, rect{r.x + 12*z, y, width - 28*z, r.y + r.h - y - 26*z})
	s.tip(v, c)
	s.histogram(v, c, rect{r.x + width, r.y + 34*z, r.w - width - 12*z, r.h - 34*z - 26*z})
}

// picker draws the chips by which an algorithm is chosen.
func (s *samplesView) picker(v *view, c *draw.Canvas, r rect) {
	z := s.zoom
	driving := v.driving(s.client)
	wide := float32(0)
	for i := range v.clocks() {
		wide += c.Fonts().Measure(clockShort(v.words, v.clock(i)), draw.Small) + 58*z
	}
	swatch, pad, space := 30*z, 18*z, 6*z
	if wide > r.w {
		swatch = 0
		if tight := wide - float32(len(v.clocks()))*30*z; tight > r.w {
			pad, space = 10*z, 4*z
		}
	}
	s.chips = s.chips[:0]
	x, y := r.x, r.y+r.h/2
	for i := range v.clocks() {
		w := c.Fonts().Measure(clockShort(v.words, v.clock(i)), draw.Small) + swatch + pad
		chip := rect{x, r.y, w, r.h}
		s.chips = append(s.chips, chip)
		ground, col := c.Theme.PanelEdge, c.Theme.Text
		if i == s.algorithm {
			ground, col = c.Theme.Chosen, c.Theme.OnChosen
		}
		c.Box(chip.x, chip.y, chip.w, chip.h, r.h/2, ground)
		if i == driving {
			c.BoxOutline(chip.x, chip.y, chip.w, chip.h, r.h/2, 1.5*z, c.Theme.Text)
		}
		if swatch > 0 {
			style, width := clockStyle(c.Theme, s.client, i, i == s.algorithm)
			c.Box(x+7*z, y-6*z, 28*z, 12*z, 6*z, c.Theme.Panel)
			c.Dashed(x+10*z, y, x+32*z, y, (width+0.5)*z, style.Dash.Scale(z*0.8), 0, style.Color)
		}
		c.Text(x+w-pad/2, y, clockShort(v.words, v.clock(i)), draw.Small, col, draw.Right|draw.Middle)
		tip := clockTip(v.words, v.clock(i))
		if i == driving && chip.contains(v.tips.x, v.tips.y) {
			tip = v.words.T("samples.driving-tip") + " " + tip
		}
		v.tips.add(chip, tip)
		x += w + space
	}
}

// Heights of the plot at scale 1: below lowPlot it gets the room of what is said about the algorithm, below
// leastPlot there is none.
const (
	lowPlot   = 60
	leastPlot = 24
)

// lineHeight returns how high a text is in a width.
func (s *samplesView) lineHeight(c *draw.Canvas, text string, width float32) float32 {
	return c.Fonts().LineHeight(draw.Small) * float32(len(s.lines.of(c.Fonts(), text, width)))
}

// write writes a text into r.
func (s *samplesView) write(c *draw.Canvas, text string, r rect) {
	for i, line := range s.lines.of(c.Fonts(), text, r.w) {
		c.Text(r.x, r.y+c.Fonts().LineHeight(draw.Small)*float32(i), line, draw.Small, c.Theme.Text, draw.Left)
	}
}

// view draws the data of the chosen algorithm.
func (s *samplesView) view(v *view, c *draw.Canvas, r rect) {
	if len(s.detail.Samples) == 0 {
		c.Text(r.x+r.w/2, r.y+r.h/2, v.words.T("samples.none"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	z := s.zoom
	k := chart{area: rect{r.x + 56*z, r.y, r.w - 56*z, r.h}, z: z}
	switch s.detail.View {
	case netsync.Ring:
		s.slot(c, &k)
	case netsync.Round:
		s.simpson(c, &k)
	case netsync.Filter:
		s.sntp(c, &k)
	case netsync.OneWay:
		s.timesync(v, c, &k)
	case netsync.TwoTimes:
		s.unity(v, c, &k)
	case netsync.OneAnswer:
		s.single(v, c, r)
	case netsync.Averages:
		s.mirror(c, &k)
	case netsync.TwoClouds:
		s.clouds(v, c, &k)
	default:
		s.offsets(c, &k)
	}
}

// wrapped is a text broken into lines, kept until text or width are others.
type wrapped struct {
	text  string
	width float32
	lines []string
}

func (w *wrapped) of(fonts *draw.Fonts, text string, width float32) []string {
	if w.text != text || w.width != width {
		*w = wrapped{text, width, wrap(fonts, text, draw.Small, width)}
	}
	return w.lines
}
