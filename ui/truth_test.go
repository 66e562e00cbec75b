package ui

import (
	"fmt"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/internal/testkit"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/truthtest"
)

// A toldWindow is a window whose frames are compared with the log of its session.
type toldWindow struct {
	*App
	past truthtest.Past
}

// frames lets the window run for some frames.
func (w *toldWindow) frames(t *testing.T, n int) {
	for range n {
		if w.Canvas.Listen(); w.large.canvas != nil {
			w.large.canvas.Listen()
		}
		*w.Tips = panel.Tips{Only: panel.Rect{W: 1, H: 1}} // nobody points at anything
		nextFrame(t, w.App)
		w.past.Note(&w.Picture)
	}
}

// looks compares all that the window writes now, but for its widgets.
func (w *toldWindow) looks(t *testing.T, where string) {
	t.Helper()
	texts := w.Canvas.Texts()
	if w.large.canvas != nil {
		for _, text := range w.large.canvas.Texts() {
			for _, place := range []*float32{&text.X0, &text.Y0, &text.X1, &text.Y1, &text.Seen[0], &text.Seen[1], &text.Seen[2], &text.Seen[3]} {
				*place *= w.points()
			}
			texts = append(texts, text)
		}
	}
	l := &w.Regions
	places := []truthtest.Place{{Kind: "top", At: l.Top, Side: 1}}
	if l.Watching {
		places = append(append(places, truthtest.Place{Kind: "timeline", At: l.Bottom, Side: 1}), truthtest.WatchPlaces(&w.Picture)...)
	} else {
		places = append(places, truthtest.LabPlaces(&w.Picture)...)
	}
	places = append(places, truthtest.Place{Kind: "lesson", At: panel.NewRect(0, 0, w.Width, w.Height), Side: 1})
	faults := truthtest.Faults(&w.Picture, &w.past, texts, places)
	for _, fault := range faults[:min(len(faults), 6)] {
		t.Errorf("%s at %v: %s", where, time.Duration(w.Session.Now()), fault)
	}
}

func TestEveryNumberOfTheWindowIsTheLogs(t *testing.T) {
	for _, s := range []scene{
		{name: "opening", at: 1500 * time.Millisecond},
		{name: "opening", at: 8 * time.Second, settings: config.Settings{Numbers: config.NumbersOn, Language: "de"}},
		{name: "dilation", scenario: "arenas/yard", at: 5 * time.Second, set: []string{"host.dilation", "0.5", "link.up.delay", "120ms", "link.down.delay", "40ms"}},
		{name: "dilation", scenario: "arenas/lift", at: 5 * time.Second, set: []string{"host.dilation", "0.5", "link.up.delay", "120ms", "link.down.delay", "40ms"}},
		{name: "a clock that is wrong by seconds", scenario: "arenas/yard", at: 40 * time.Second, set: []string{"link.up.delay", "25s", "client.algorithm", "rtt2"}, settings: config.Settings{Numbers: config.NumbersOn}},
		{name: "A and B", scenario: "arenas/yard", at: 5 * time.Second, more: 3 * time.Second, do: compareDelays},
		{name: "A and B", scenario: "arenas/yard", at: 5 * time.Second, more: 3 * time.Second, do: compareDelays, settings: config.Settings{Numbers: config.NumbersOn, Language: "de"}},
	} {
		for _, seed := range testkit.Sample(t, 20, 1) {
			t.Run(fmt.Sprintf("%s %s %v seed %d", s.name, s.scenario, s.set, seed), func(t *testing.T) {
				s.settings.View = config.WatchView
				s.seed = uint64(seed)
				w := toldWindow{App: s.app(t)}
				s.passUntil(w.App, s.at)
				if s.do != nil {
					s.do(w.App)
					s.passUntil(w.App, s.at+s.more)
				}
				w.frames(t, 40)
				for k := range testkit.LongCount(8, 40) {
					w.frames(t, 11)
					w.looks(t, fmt.Sprint("look ", k))
				}
			})
		}
	}
}

func TestEveryNumberOfTheLabIsTheLogs(t *testing.T) {
	dilated := []string{"host.dilation", "0.5", "link.up.delay", "120ms", "link.down.delay", "40ms"}
	for _, s := range []scene{
		{name: "opening", at: 8 * time.Second},
		{name: "dilation", scenario: "arenas/lift", at: 5 * time.Second, set: append(dilated, "client1.algorithm", "rtt2-world"), settings: config.Settings{Language: "de"}},
		{name: "dead reckoning", scenario: "arenas/relay", at: 6 * time.Second, set: []string{"others.show", "second-order", "link.up.delay", "160ms", "link.down.delay", "40ms", "link.jitter", "3ms"}},
	} {
		for _, seed := range testkit.Sample(t, 20, 1) {
			t.Run(fmt.Sprintf("%s %s seed %d", s.name, s.scenario, seed), func(t *testing.T) {
				s.settings.View, s.seed = config.LabView, uint64(seed)
				w := toldWindow{App: s.app(t)}
				s.passUntil(w.App, s.at)
				w.frames(t, 40)
				for _, tab := range w.Tabs.Tabs {
					w.Tabs.Show(tab.Key)
					w.frames(t, 11)
					w.looks(t, "the tab "+tab.Key)
				}
			})
		}
	}
}

func TestEveryNumberOfALessonIsTheLogs(t *testing.T) {
	for n, l := range lesson.All() {
		for k, language := range config.Languages() {
			if !testkit.LongTests() && (n%4 == 2) != (language != lesson.English) { // a quarter isn't in English
				continue
			}
			t.Run(l.Name+" "+language, func(t *testing.T) {
				w := toldWindow{App: told(t, l.Name, 1600, 900)}
				w.Clock = func() time.Time { return time.Time{} }
				w.prefer(func(s *config.Settings) { s.Language = language })
				w.through(t, l, (n+k)%2 == 0)
			})
		}
	}
}

// through looks at the middle and the end of each step of a lesson, and at what is said of the answer to its question.
func (w *toldWindow) through(t *testing.T, l *lesson.Lesson, right bool) {
	for i := range l.Steps {
		w.Seek((l.Steps[i].At + endOf(l, i)) / 2)
		w.Paused = true
		arriveAt(w.App)
		w.frames(t, 2)
		w.looks(t, fmt.Sprintf("the middle of step %d", i+1))
		to(t, w.App, i)
		w.frames(t, 2)
		w.looks(t, fmt.Sprintf("step %d", i+1))
		q, step := w.lessons.Asks()
		if q == nil {
			continue
		}
		w.lessons.Commit(guessOf(q, w.Taught.Whole.Outcome().Keys[step].Value, right))
		w.frames(t, 2)
		w.looks(t, fmt.Sprintf("the guess at step %d", i+1))
		w.Seek(max(q.At, w.Session.Now()))
		arriveAt(w.App)
		w.frames(t, 2)
		w.looks(t, fmt.Sprintf("the verdict of step %d", i+1))
		right = !right
	}
}
