package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ebitenui/ebitenui/event"

	"driftlab/game/lesson"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

// roomSizes are the windows in which lessons are looked at, and roomTexts the sizes of text, in per cent.
var (
	roomSizes = []image.Point{{X: 1280, Y: 720}, {X: 1600, Y: 900}, {X: 3840, Y: 2160}}
	roomTexts = []int{100, 125, 150, 175, 200}
)

// walkSizes are those and a telephone's.
var walkSizes = append(slices.Clone(roomSizes), portrait)

// A question, its answers, their verdict, and the button that continues are what a lesson is about: they wrap, shrink or scroll where
// text is large, and none of them is cut or lost. Nor does any other text of the window, worlds and diagrams too, lie over another, end in
// "…" or leave the window: the lesser one gives way. Usually each step is seen in one window a size of text and in one language;
// in the long tests in all of them.
func TestEveryStepOfALessonHasRoomWhateverTheTextsSize(t *testing.T) {
	for n, l := range walked(t) {
		t.Run(l.Name, func(t *testing.T) {
			v := roomView{a: told(t, l.Name, 1280, 720), turn: n}
			v.a.Clock = func() time.Time { return time.Time{} }
			for i := range l.Steps {
				to(t, v.a, i)
				v.looks(t, fmt.Sprintf("step %d", i+1))
				q, _ := v.a.lessons.Asks()
				if q == nil {
					continue
				}
				v.a.lessons.Commit(guessOf(q, v.a.Taught.Whole.Outcome().Keys[i].Value, i%2 == 0))
				v.a.Seek(max(q.At, v.a.Session.Now()))
				arriveAt(v.a)
				v.looks(t, fmt.Sprintf("the verdict of step %d", i+1))
			}
			for range 3 { // the summary is the last thing that is said
				if v.a.lessons.NextStep(); v.a.lessons.Player.Summary {
					v.looks(t, "the summary")
				}
			}
		})
	}
}

// to has the window stand where a step has said all that it says.
func to(t *testing.T, a *App, step int) {
	t.Helper()
	a.Seek(endOf(a.Taught.Lesson, step))
	a.Paused = true // some steps lead to the next one by themselves
	arriveAt(a)
	if _, at := a.lessons.Steps(); at != step {
		t.Errorf("step %d is left for step %d", step+1, at+1)
	}
}

// endOf returns when that is: the last step is never over.
func endOf(l *lesson.Lesson, step int) netsim.Time {
	if s := &l.Steps[step]; s.Until > 0 {
		return s.Last()
	}
	return l.Steps[step].At + netsim.Time(time.Second)
}

// A roomView looks at a window in sizes, one after the other.
type roomView struct {
	a    *App
	turn int
}

func (v *roomView) looks(t *testing.T, what string) {
	t.Helper()
	languages := config.Languages()
	for _, text := range roomTexts {
		for i, size := range walkSizes {
			for k, language := range languages {
				if at := i*len(languages) + k; !testkit.LongTests() && at != v.turn%(len(walkSizes)*len(languages)) {
					continue
				}
				v.a.prefer(func(s *config.Settings) { s.Scale, s.Language = text, language })
				check(t, v.a.resize(size.X, size.Y, 1))
				v.a.arrangeWatch()
				v.a.arrange()
				v.a.passTime()
				v.a.ShowNotice("Drawn more coarsely: this machine is slow.") // which takes no place of what is said and asked
				for _, fault := range append(stepFaults(t, v.a), windowFaults(t, v.a)...) {
					t.Errorf("%s, %v at %d %%, in %s: %s", what, size, text, language, fault)
				}
			}
		}
		v.turn++
		event.ExecuteDeferred() // without an update of the widgets what they put off keeps all that were built,
		uitest.EndFrame(t)      // and within a frame Ebitengine keeps all pictures that they had
	}
}

// stepFaults reports what of a step is cut, lies over something else, is not said, or cannot be pressed, as far as it is scrolled.
func stepFaults(t *testing.T, a *App) (faults []string) {
	strip, step := a.Regions.Strip, a.Regions.Watch.Caption
	if strip.H == 0 {
		strip = a.Regions.Top
	}
	faults = crowded(writings(t, a, a.drawStrip), strip)
	var said strings.Builder
	pressed := 0
	for range 20 {
		a.lessons.BeginDraw()
		all := writings(t, a, func(c *draw.Canvas) { a.lessons.DrawStep(c, step) })
		faults = append(faults, crowded(all, step)...)
		for _, w := range all {
			said.WriteString(w.text + " ")
		}
		spots := a.lessons.Player.Spots
		for i, s := range spots {
			if !s.Within(step) {
				faults = append(faults, fmt.Sprintf("what can be pressed at %v leaves %v", s.Rect, step))
			}
			for _, o := range spots[:i] {
				if s.Inset(2.1).Overlaps(o.Inset(2.1)) {
					faults = append(faults, fmt.Sprintf("what can be pressed at %v lies over %v", s.Rect, o.Rect))
				}
			}
		}
		pressed = max(pressed, len(spots))
		if len(faults) > 0 || !a.lessons.Grab(step.X+step.W/2, step.Y+20) {
			break
		}
		a.lessons.ScrollBy(-60)
	}
	if a.lessons.ScrollBy(1e6); a.lessons.Player.Summary {
		return faults
	}
	for _, text := range stepSays(a) {
		for _, word := range strings.Fields(text) {
			if !strings.Contains(said.String(), word) {
				faults = append(faults, fmt.Sprintf("%q is not said of %q", word, text))
				break
			}
		}
	}
	return faults
}

// drawStrip draws the lesson's strip, or on a phone the bar that has it.
func (a *App) drawStrip(c *draw.Canvas) {
	if a.Regions.Strip.H == 0 {
		a.top.draw(c, a.Tips, a.Regions.Top)
	}
	a.lessons.DrawStrip(c)
}

// stepSays lists what a person must be able to read now, and to press.
func stepSays(a *App) (all []string) {
	words := a.Words
	say := func(text lesson.Words) string {
		return words.Decimal(a.Taught.Lesson.Filled(text.In(words.Name()), a.Taught.Readings))
	}
	all = append(all, words.T("player.next"))
	if steps, i := a.lessons.Steps(); i == len(steps)-1 {
		all[0] = words.T("player.summary")
	}
	switch q, _ := a.lessons.Asks(); {
	case q == nil:
		all = append(all, a.Told())
	case q.Kind == lesson.Choice:
		all = append(all, say(q.Ask))
		for i := range q.Options {
			all = append(all, say(q.Options[i].Text))
		}
	default:
		all = append(all, say(q.Ask), words.T("player.answer"))
	}
	return all
}

func TestNoOptionIsCutThroughItsText(t *testing.T) {
	a := told(t, "lesson-hit", 1280, 720)
	resized(t, a, 1280, 720, 200)
	asked := a.Taught.Lesson.Questions()[1]
	goTo(a, a.Taught.Lesson.Steps[asked].Last()-netsim.Time(200*time.Millisecond))
	nextFrame(t, a)
	step := a.Regions.Watch.Caption
	if !a.Scrolls(step.X+step.W/2, step.Y+20) {
		t.Fatal("all options have room")
	}
	last := a.Words.Decimal(a.Taught.Lesson.Steps[asked].Question.Options[2].Text.In(a.Words.Name()))
	says := func() bool {
		return slices.ContainsFunc(written(t, a, func(c *draw.Canvas) { a.lessons.DrawStep(c, step) }), func(s string) bool { return strings.Contains(s, last) })
	}
	if says() {
		t.Errorf("%q is written across the edge", last)
	}
	if a.lessons.ScrollBy(-1e6); !says() {
		t.Errorf("%q is not written at the end", last)
	}
}

func TestAStepThatIsHigherThanItsPlaceIsScrolledByWheelHandAndFinger(t *testing.T) {
	a := told(t, "lesson-stream", 1280, 720)
	resized(t, a, 1280, 720, 200)
	for i := range a.Taught.Lesson.Steps {
		goTo(a, max(a.Taught.Lesson.Steps[i].Last(), a.Taught.Lesson.Steps[i].At))
		nextFrame(t, a)
		step := a.Regions.Watch.Caption
		x, y := step.X+step.W/2, step.Y+20
		if !a.Scrolls(x, y) {
			continue
		}
		second := func() writing {
			all := writings(t, a, func(c *draw.Canvas) { a.lessons.DrawStep(c, step) })
			return all[2] // after the button that continues, and the first line
		}
		before := second()
		a.lessons.ScrollBy(-10)
		if got := second(); got.text != before.text || got.at.Y != before.at.Y-10 {
			t.Errorf("a finger moves %v to %v", before, got)
		}
		a.lessons.ScrollBy(1e6)
		a.lessons.LetGo()
		a.lessons.Point(&panel.Pointer{X: x, Y: y, Wheel: -0.2})
		if got := second(); got.text != before.text || got.at.Y >= before.at.Y {
			t.Errorf("the wheel moves %v to %v", before, got)
		}
		after := second()
		a.lessons.Point(&panel.Pointer{X: x, Y: y, Pressed: true, Down: true})
		a.lessons.Point(&panel.Pointer{X: x, Y: y + 5, Down: true})
		if got := second(); got.text != after.text || got.at.Y != after.at.Y+5 {
			t.Errorf("the button that is held moves %v to %v", after, got)
		}
		return
	}
	t.Error("no step scrolls")
}
