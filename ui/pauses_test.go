package ui

import (
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/timeline"
	"driftlab/ui/widgets"
)

// What an update does is counted as about the time that a page needs for it, on the machine that docs/web.md has figures of:
// in what is the same on each machine, and each time.
const (
	perClientSecond = 2 * time.Millisecond // of virtual time that is simulated
	perMegabyte     = 5 * time.Millisecond // of sessions that are copied
	perWidget       = 150 * time.Microsecond
)

// efforts counts what the lines of a window do.
type efforts struct {
	a    *App
	seen map[*timeline.Line]timeline.Effort
	all  time.Duration
}

// count returns how long all took so far.
func (e *efforts) count() time.Duration {
	for _, l := range []*timeline.Line{e.a.Line, e.a.AB.A.Line, e.a.Other()} {
		if l == nil {
			continue
		}
		now, before := l.Effort(), e.seen[l]
		e.all += time.Duration((now.Simulated-before.Simulated).Seconds()*float64(perClientSecond)) +
			time.Duration(now.Copied-before.Copied)*perMegabyte/1_000_000
		e.seen[l] = now
	}
	return e.all
}

// updatesAFrame is how many updates Ebitengine makes at most before a frame that is late.
const updatesAFrame = 5

// A page has one thread: for as long as a frame takes nobody can do anything in it. So no frame, with all the updates before it,
// may do much, whichever lesson is opened, and whichever of its steps.
func TestNoFrameOnTheWayThroughLessonsDoesMuch(t *testing.T) {
	// Long jumps have their part of a frame. While time runs, or when another session begins, a session is copied whole now and then.
	const onWay, most = 65 * time.Millisecond, 85 * time.Millisecond
	lessons := walked(t)
	a := told(t, lesson.All()[0].Name, 1280, 720)
	m := newPauses(a)
	for _, l := range lessons {
		if l != a.Taught.Lesson {
			m.measure(t, most, func() { a.lessons.Start(l.Number, 0); m.frame(t) })
		}
		for presses := 0; ; presses++ {
			for range 2 {
				for a.Underway() {
					m.measure(t, onWay, func() { m.frame(t) })
				}
				m.measure(t, most, func() { m.frame(t) })
			}
			if _, i := a.lessons.Steps(); i == len(l.Steps)-1 {
				break
			}
			if presses > 100 {
				t.Fatalf("it stays in lesson %d", l.Number)
			}
			m.measure(t, most, func() { a.lessons.NextStep(); m.frame(t) })
		}
	}
	t.Logf("the longest take %v", m.longest)
}

// pauses measure what frames of a window do.
type pauses struct {
	efforts
	known   map[widgets.Child]bool          // all that were made
	longest map[time.Duration]time.Duration // by what they may take
}

func newPauses(a *App) *pauses {
	m := &pauses{efforts: efforts{a: a, seen: map[*timeline.Line]timeline.Effort{}}, known: map[widgets.Child]bool{}, longest: map[time.Duration]time.Duration{}}
	begun := time.Unix(0, 0)
	a.Clock = func() time.Time { return begun.Add(m.count()) }
	made(a.root, m.known)
	return m
}

// frame is a late one, with all its updates.
func (m *pauses) frame(t *testing.T) {
	for range updatesAFrame {
		update(t, m.a)
	}
	m.a.Drawn() // it is drawn
}

// measure reports a frame that takes longer than it may, or makes too many widgets though no other lesson is opened.
func (m *pauses) measure(t *testing.T, most time.Duration, do func()) {
	t.Helper()
	const mostWidgets = 40
	before, of := m.count(), m.a.Taught.Lesson
	do()
	work, widgets := m.count()-before, made(m.a.root, m.known)
	l, took := m.a.Taught.Lesson, work+time.Duration(widgets)*perWidget
	if _, i := m.a.lessons.Steps(); widgets > mostWidgets && l == of {
		t.Errorf("lesson %d, step %d: a frame makes %d widgets", of.Number, i+1, widgets)
	} else if took > most {
		t.Errorf("lesson %d, step %d: a frame takes %v, with %d widgets", l.Number, i+1, took, widgets)
	}
	m.longest[most] = max(m.longest[most], took)
}
