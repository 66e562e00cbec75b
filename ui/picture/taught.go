package picture

import (
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// Taught is the lesson that a picture shows.
type Taught struct {
	Lesson   *lesson.Lesson // nil for none
	Own      *lesson.Lesson // a person's own, whose worlds may be shown; nil for none
	World    int
	Readings []lesson.Reading // of its figures, as they are written
	at       netsim.Time      // the instant that they are of
	besideAt netsim.Time      // the instant of those of a world beside it
	ended    bool             // they include those of Whole
	Whole    *WholeRun
	apart    [][]scenario.Difference // how each world's settings differ from the shown one's
	caption  captionText
}

// captionText is the caption with its figures, and what it was made for.
type captionText struct {
	of, language string
	over         bool
	text         string
}

// A WholeRun runs all worlds of a lesson in the background: it measures the figures of the worlds that are
// not shown.
type WholeRun struct {
	done     atomic.Pointer[lesson.Outcome] // nil until it is over
	stopped  atomic.Bool
	Finished chan struct{}
	since    time.Time // when the window had the thread last
	waits    atomic.Bool
}

// wholeTurn is how long a page's whole run has the only thread, and how long the window has it afterwards.
const wholeTurn = 8 * time.Millisecond

func newWholeRun(l *lesson.Lesson) *WholeRun {
	w := &WholeRun{Finished: make(chan struct{})}
	go func() {
		defer close(w.Finished)
		if out, err := l.Outcome(w.stops); err == nil {
			w.done.Store(out)
		}
	}()
	return w
}

// stops reports whether the run should stop. In a page, which has only one thread, it lets the window have that in turn: with
// the shortest pause of a timer it comes back several times in a frame, at each call of the page's disk.
func (w *WholeRun) stops() bool {
	if runtime.GOOS == "js" && time.Since(w.since) > wholeTurn {
		for ok := true; ok; ok = w.waits.Load() && !w.stopped.Load() {
			time.Sleep(wholeTurn)
		}
		w.since = time.Now()
	}
	return w.stopped.Load()
}

// Wait has the run wait in a page, while somebody waits for the window.
func (w *WholeRun) Wait(waits bool) {
	if w != nil {
		w.waits.Store(waits)
	}
}

// Outcome returns the result of the run, nil if it is not over.
func (w *WholeRun) Outcome() *lesson.Outcome {
	if w == nil {
		return nil
	}
	return w.done.Load()
}

// Readings are those of the figures.
func (w *WholeRun) Readings() []lesson.Reading {
	if out := w.Outcome(); out != nil {
		return out.Figures
	}
	return nil
}

// Begin finds the lesson of a scenario, and reports whether it is another one. wait is for a picture that must be the same each
// time: the figures of all worlds are known from the start.
func (s *Taught) Begin(sc *scenario.Scenario, wait bool) (another bool) {
	l, world := lesson.Of(sc, s.Own)
	if another = l != s.Lesson; another {
		if s.Whole != nil {
			s.Whole.stopped.Store(true)
			s.Whole = nil
		}
		if l != nil {
			s.Whole = newWholeRun(l)
			if wait {
				<-s.Whole.Finished
			}
		}
	}
	s.Lesson, s.World, s.caption, s.Readings, s.ended, s.apart = l, world, captionText{}, nil, false, nil
	if l != nil {
		s.Readings = make([]lesson.Reading, len(l.Figures))
		for i := range l.Worlds {
			s.apart = append(s.apart, l.Worlds[world].Scenario.Begin().Differences(l.Worlds[i].Scenario.Begin()))
		}
	}
	return another && l != nil
}

// Standing returns the world whose settings a session has: the one that it began as, unless everything in which another world
// differs has been set since.
func (s *Taught) Standing(now *session.Session) int {
	for i, apart := range s.apart {
		if len(apart) > 0 && !slices.ContainsFunc(apart, func(d scenario.Difference) bool { return now.ValueText(max(d.Client, 1), d.Name) != d.B }) {
			return i
		}
	}
	return s.World
}

// read measures the figures where the frame's numbers are fresh or of another instant, since others may have read the frame
// before, and where what those of whole runs come to has become known. Those of a world that is shown beside it are of now too, as
// soon as it has come there.
func (s *Taught) read(now *session.Session, f *panel.Frame, ab *Comparison) {
	if s.Lesson == nil {
		return
	}
	whole, beside := s.Whole.Readings(), s.Lesson.Against(s.World)
	both := ab.On && !ab.Stored && beside != s.World
	if !f.Fresh && s.at == f.Reading.At() && s.ended == (whole != nil) && !(both && s.besideAt != s.at && ab.A.Session.Now() != s.besideAt) {
		return
	}
	s.at, s.ended = f.Reading.At(), whole != nil
	s.Readings = s.Lesson.Readings(now, s.World, whole, s.Readings[:0])
	if both {
		s.besideAt = ab.A.Session.Now()
		s.Lesson.Beside(ab.A.Session, beside, s.Readings)
	}
	s.caption.of = ""
}

// Carded reports whether the lesson has a card below the worlds: of its steps, or of what a symptom is.
func (t *Taught) Carded() bool {
	return t.Lesson != nil && (len(t.Lesson.Steps) > 0 || t.Lesson.Why != nil)
}

// step returns the lesson's current step, an empty one of a symptom.
func (p *Picture) step() *lesson.Step {
	l := p.Taught.Lesson
	if len(l.Steps) == 0 {
		return &lesson.Step{}
	}
	return &l.Steps[max(l.StepAt(p.Session.Now()), 0)]
}

// CaptionText returns the session's caption in the picture's language, in a lesson with the measured figures.
// When a lesson is over it says what to try, except where nobody can try anything.
func (p *Picture) CaptionText() string {
	s := &p.Taught
	of, language := p.Session.Caption(), p.Words.Name()
	symptom := !p.Unattended && s.Lesson != nil && s.Lesson.Why != nil
	over := !p.Unattended && s.Lesson != nil && !s.Carded() && time.Duration(p.Session.Now()) >= p.Session.Scenario().Duration
	c := &s.caption
	if c.of == of && c.language == language && c.over == over && of != "" {
		return c.text
	}
	*c = captionText{of: of, language: language, over: over}
	switch {
	case symptom:
		c.text = p.Words.Decimal(s.Lesson.Teaches.In(language)) + "\n" + p.Words.F("symptom.try", p.Words.Decimal(s.Lesson.Try.In(language)))
	case over:
		c.text = p.Words.F("lesson.try", s.Lesson.Try.In(language))
	default:
		c.text = p.CaptionIn(of)
	}
	return c.text
}

// CaptionIn returns a caption of the scenario in the picture's language, with what a lesson has measured.
func (p *Picture) CaptionIn(caption string) string {
	if l := p.Taught.Lesson; l != nil {
		return p.Words.Decimal(l.Caption(caption, p.Words.Name(), p.Taught.Readings))
	}
	return lesson.Translate(caption, p.Words.Name())
}

// TitleText returns the scenario's title in the picture's language.
func (p *Picture) TitleText() string {
	return lesson.Translate(p.Session.Scenario().Title, p.Words.Name())
}

// Ranged returns the figures that must be in a range. Those measured in this world come first.
func (t *Taught) Ranged(v *panel.View) (all []StripFigure) {
	if t.Lesson.Why != nil { // both worlds are shown, A at the left
		return append(all, t.figure(v, lesson.Fault), t.figure(v, lesson.Mend))
	}
	for _, live := range []bool{true, false} {
		for i := range t.Lesson.Figures {
			if f := t.figure(v, i); f.live == live && t.Lesson.Figures[i].Ranged() {
				all = append(all, f)
			}
		}
	}
	return all
}

// figure prepares the i-th figure.
func (t *Taught) figure(v *panel.View, i int) StripFigure {
	f, reading, language := &t.Lesson.Figures[i], t.Readings[i], v.Words.Name()
	out := StripFigure{label: f.Label.In(language), value: unmeasured,
		live: f.Live(t.World)}
	if t.Lesson.Why != nil {
		out.label = [...]string{"A: ", "B: "}[i] + out.label
	}
	if reading.OK {
		out.value = v.Words.Decimal(t.Lesson.Said(i, reading, language))
	}
	over, wanted := f.Over(language), t.Lesson.Wanted(i, language)
	out.tip = v.Words.F("lesson.other", out.label, over, wanted)
	if out.live {
		out.tip = v.Words.F("lesson.expected", out.label, over, wanted)
	}
	if whole := t.Whole.Readings(); whole != nil && whole[i].OK {
		out.tip += " " + v.Words.F("lesson.whole", v.Words.Decimal(t.Lesson.Said(i, whole[i], language)))
	}
	return out
}

// LessonFigures writes what a lesson measures.
type LessonFigures struct {
	More panel.Rect // where the number of figures without room is
	pen  panel.Pen
}

// Draw writes the figures that must be in a range, as many as fit, and how many more there are. A film has only
// those that are measured and fit, since nobody can look at the others.
func (s *LessonFigures) Draw(v *panel.View, t *Taught, c *draw.Canvas, r panel.Rect) {
	s.More = panel.Rect{}
	if v.Frame.Blind {
		return
	}
	all := t.Ranged(v)
	if v.Unattended {
		all = slices.DeleteFunc(all, func(f StripFigure) bool { return f.value == unmeasured })
	}
	const first = 1 // the item of the first figure, behind that of the instant
	l := &s.pen.Line
	l.Start(c.Fonts(), 24)
	l.Right()
	l.Add(layout.Item{Bytes: s.pen.Start(v.Words).At(t.at).Buf, Ink: c.Theme.TextDim, Rank: 2})
	for i := range all {
		l.Add(all[i].item(c, -i))
	}
	if !v.Unattended {
		l.Count(v.Words.T("ab.more"), layout.Item{Ink: c.Theme.Text, Lead: 7, Tail: 7, Rank: 1})
	}
	if l.Place(r, 0) == len(all) {
		return
	}
	l.Draw(c)
	var gone []string
	for i := range all {
		f, at := &all[i], l.At(first+i)
		if at.W == 0 {
			gone = append(gone, f.label+" "+f.value)
			continue
		}
		c.Text(at.X, r.Y+r.H/2, f.label, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		v.Tips.Add(at, f.tip)
	}
	if s.More = l.More; s.More.W > 0 {
		s.More.Y, s.More.H = r.Y+6, r.H-12
		c.Box(s.More.X, s.More.Y, s.More.W, s.More.H, 4, c.Theme.PanelEdge)
		v.Tips.Add(s.More, v.Words.T("lesson.also")+" "+strings.Join(gone, " · "))
	}
}

// StripFigure is a figure as the strip writes it.
type StripFigure struct {
	label, value string
	tip          string
	live         bool // of the world that is shown
}

// unmeasured stands for the value of a figure that has none yet.
const unmeasured = "…"

// item returns the figure's value as an item of a line, with room before it for its name.
func (f *StripFigure) item(c *draw.Canvas, rank int) layout.Item {
	col := c.Theme.TextDim
	if f.live {
		col = c.Theme.Text
	}
	return layout.Item{Text: f.value, Class: draw.Body, Ink: col, Lead: layout.Fit(c.Fonts(), f.label, layout.Open, 0, draw.Small).W + 8, Rank: rank}
}
