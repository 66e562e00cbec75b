package ui

import (
	"sync/atomic"
	"time"

	"driftlab/lesson"
	"driftlab/scenario"
	"driftlab/session"
	"driftlab/ui/draw"
)

// taught is the lesson that a picture is of.
type taught struct {
	lesson   *lesson.Lesson // nil for none
	own      *lesson.Lesson // a person's own, whose worlds may be shown; nil for none
	world    int
	readings []lesson.Reading // of its figures, as they are written
	ended    bool             // those of whole are among them
	whole    *wholeRun
	caption  captionText
}

// captionText is the caption with its figures, and what it was made for.
type captionText struct {
	of, language string
	over         bool
	text         string
}

// A wholeRun is a run of all worlds of a lesson without the window, which goes on beside it: it tells what
// the figures of the worlds come to that are not shown.
type wholeRun struct {
	done     atomic.Pointer[lesson.Outcome] // nil until it is over
	stopped  atomic.Bool
	finished chan struct{}
}

func newWholeRun(l *lesson.Lesson) *wholeRun {
	w := &wholeRun{finished: make(chan struct{})}
	go func() {
		defer close(w.finished)
		if out, err := l.Outcome(w.stopped.Load); err == nil {
			w.done.Store(out)
		}
	}()
	return w
}

// outcome returns what the run has come to, nil if it is not over.
func (w *wholeRun) outcome() *lesson.Outcome {
	if w == nil {
		return nil
	}
	return w.done.Load()
}

// readings are those of the figures.
func (w *wholeRun) readings() []lesson.Reading {
	if out := w.outcome(); out != nil {
		return out.Figures
	}
	return nil
}

// begin finds out which lesson a scenario is of, and reports whether it is another one. Wait is for a picture that is to
// be the same each time: what the figures of all worlds come to is known from the start.
func (s *taught) begin(sc *scenario.Scenario, wait bool) (another bool) {
	l, world := lesson.Of(sc, s.own)
	if another = l != s.lesson; another {
		if s.whole != nil {
			s.whole.stopped.Store(true)
			s.whole = nil
		}
		if l != nil {
			s.whole = newWholeRun(l)
			if wait {
				<-s.whole.finished
			}
		}
	}
	s.lesson, s.world, s.caption, s.readings, s.ended = l, world, captionText{}, nil, false
	if l != nil {
		s.readings = make([]lesson.Reading, len(l.Figures))
	}
	return another && l != nil
}

// read measures the figures where that is due, and where what those of whole runs come to has become known.
func (s *taught) read(now *session.Session, due bool) {
	whole := s.whole.readings()
	if s.lesson == nil || !due && s.ended == (whole != nil) {
		return
	}
	s.ended = whole != nil
	s.readings = s.lesson.Readings(now, s.world, whole, s.readings[:0])
	s.caption.of = ""
}

// captionText returns the session's caption in the picture's language and, in a lesson, with the measured
// figures. When a lesson is over it says what to try, but where nobody can try anything.
func (p *picture) captionText() string {
	s := &p.taught
	of, language := p.session.Caption(), p.words.Name()
	over := !p.unattended && s.lesson != nil && len(s.lesson.Steps) == 0 && time.Duration(p.session.Now()) >= p.session.Scenario().Duration
	c := &s.caption
	if c.of == of && c.language == language && c.over == over && of != "" {
		return c.text
	}
	*c = captionText{of: of, language: language, over: over}
	switch {
	case over:
		c.text = p.words.F("lesson.try", s.lesson.Try.In(language))
	case s.lesson != nil:
		c.text = p.words.Decimal(s.lesson.Caption(of, language, s.readings))
	default:
		c.text = lesson.Translate(of, language)
	}
	return c.text
}

// titleText returns the scenario's title in the picture's language.
func (p *picture) titleText() string {
	return lesson.Translate(p.session.Scenario().Title, p.words.Name())
}

// ranged returns the figures that must be in a range: what is measured here and now comes first.
func (t *taught) ranged(v *view, fonts *draw.Fonts) (all []stripFigure) {
	for _, live := range []bool{true, false} {
		for i := range t.lesson.Figures {
			if f := t.figure(v, fonts, i); f.live == live && t.lesson.Figures[i].Ranged() {
				all = append(all, f)
			}
		}
	}
	return all
}

// figure prepares the i-th figure.
func (t *taught) figure(v *view, fonts *draw.Fonts, i int) stripFigure {
	f, reading := &t.lesson.Figures[i], t.readings[i]
	out := stripFigure{label: f.Label.In(v.words.Name()), value: "…",
		live: f.Live(t.world)}
	if reading.OK {
		out.value = v.words.Decimal(f.Text(reading.Value))
	}
	over := f.Over(v.words.Name())
	out.tip = v.words.F("lesson.other", out.label, over, f.Range())
	if out.live {
		out.tip = v.words.F("lesson.expected", out.label, over, f.Range())
	}
	if whole := t.whole.readings(); whole != nil && whole[i].OK {
		out.tip += " " + v.words.F("lesson.whole", v.words.Decimal(f.Text(whole[i].Value)))
	}
	out.w = fonts.Measure(out.label, draw.Small) + 8*float32(v.scale) + fonts.Measure(out.value, draw.Mono)
	return out
}
