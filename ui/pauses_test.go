package ui

import (
	"testing"
	"time"

	"driftlab/lesson"
	"driftlab/timeline"
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
	for _, l := range []*timeline.Line{e.a.Line, e.a.AB.A.Line, e.a.other.Line} {
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
func TestNoFrameOnTheWayThroughAllLessonsDoesMuch(t *testing.T) {
	// Ways have their part of a frame. Where time goes on, or another session begins, one is copied whole now and then.
	const onWay, most = 65 * time.Millisecond, 85 * time.Millisecond
	all := lesson.All()
	a := told(t, all[0].Name, 1280, 720)
	e := &efforts{a: a, seen: map[*timeline.Line]timeline.Effort{}}
	const mostWidgets = 40 // but where another lesson is opened
	begun := time.Unix(0, 0)
	a.clock = func() time.Time { return begun.Add(e.count()) }
	known := map[widgets.Child]bool{}
	made(a.root, known)
	longest := map[time.Duration]time.Duration{}
	measure := func(most time.Duration, do func()) {
		before, of := e.count(), a.Taught.Lesson
		do()
		work, widgets := e.count()-before, made(a.root, known)
		if _, i := a.steps(); widgets > mostWidgets && a.Taught.Lesson == of {
			t.Errorf("lesson %d, step %d: a frame makes %d widgets", of.Number, i+1, widgets)
		}
		took := work + time.Duration(widgets)*perWidget
		if _, i := a.steps(); took > most {
			t.Errorf("lesson %d, step %d: a frame takes %v, with %d widgets", a.Taught.Lesson.Number, i+1, took, widgets)
		}
		longest[most] = max(longest[most], took)
	}
	for presses := 0; ; presses++ {
		_, i := a.steps()
		if l := a.Taught.Lesson; l == all[len(all)-1] && i == len(l.Steps)-1 {
			break
		}
		if presses > 1000 {
			t.Fatalf("it stays in lesson %d at step %d", a.Taught.Lesson.Number, i+1)
		}
		frame := func() {
			for range updatesAFrame {
				update(t, a)
			}
			a.travel.since = time.Time{} // it is drawn
		}
		measure(most, func() { a.nextStep(); frame() })
		for range 2 {
			for a.underway() {
				measure(onWay, frame)
			}
			measure(most, frame)
		}
	}
	t.Logf("the longest take %v", longest)
}
