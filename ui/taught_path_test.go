package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/lesson"
	"driftlab/scenario"
)

// TestAPersonIsTaught goes through a lesson with a wrong and a right answer, and then through the lecture by Page Down
// alone, as a presenter's remote has it.
func TestAPersonIsTaught(t *testing.T) {
	a := newTestApp(t, "first", drivenWidth, drivenHeight, 1)
	a.showView(config.WatchView)
	d := newDriver(t, a)
	d.key("F2")
	d.follow(func(*App) {})
	for _, part := range []struct {
		name string
		do   func(d *driver)
	}{
		{"lecture", (*driver).hearTheLecture},
		{"lesson", (*driver).answerTwice},
	} {
		start := time.Now()
		part.do(d)
		t.Logf("%s: %v", part.name, time.Since(start).Round(100*time.Millisecond))
	}
}

// hearTheLecture begins it in the list of lessons.
func (d *driver) hearTheLecture() {
	lecture, err := lesson.TheCourse().Playlist("lecture")
	if err != nil {
		d.Fatal(err)
	}
	d.press(d.model.Regions.Top, 0)
	d.follow((*App).toggleLessons)
	d.press(d.model.lessons.picker.area, 0)
	d.logs("the lecture begins", func(sc *scenario.Scenario) bool { return sc.Name == lecture.Parts[0].Lesson.Name })
	last := lecture.Parts[len(lecture.Parts)-1].Lesson.Name
	presses := 0
	d.until("Page Down leads to the last part", func() bool {
		for range 5 {
			d.key("Next")
			presses++
		}
		return strings.HasPrefix(d.kept(), last)
	})
	d.Logf("%d presses", presses)
}

// kept returns the name of the session whose log L writes, "" while a question waits, in which nothing is written.
func (d *driver) kept() string {
	d.Helper()
	sc, err := d.mayBeSaved()
	if err != nil {
		return ""
	}
	return sc.Name
}

// answerTwice starts lesson 8 by its key, answers its first question wrongly and its second rightly.
func (d *driver) answerTwice() {
	l := lesson.Numbered(8)
	d.key("8")
	d.step(1)
	d.key("Next") // on from the first picture
	d.step(2)
	d.key("Next") // to the question
	d.key("1")
	d.logs("the wrong guess is in the log", func(sc *scenario.Scenario) bool { return guessed(sc, 2) == l.Steps[1].Question.Options[0].Value })
	for d.at() < 3 {
		d.key("Next")
	}
	d.key("Next")
	d.key("2")
	d.logs("so is the right one", func(sc *scenario.Scenario) bool { return guessed(sc, 3) == 80 })
	for d.at() < 5 {
		d.key("Next")
	}
}

// step waits until a step of a lesson is told.
func (d *driver) step(n int) {
	d.Helper()
	d.until("the next step is told", func() bool { return d.at() == n })
}

// at returns which step the settings say that the window is at.
func (d *driver) at() (step int) {
	for line := range strings.Lines(d.settings()) {
		if key, value, _ := strings.Cut(strings.TrimSpace(line), " = "); key == "step" {
			step = int(value[0] - '0')
		}
	}
	return step
}

// guessed returns what a log has as the answer to a step's question, −1 for none.
func guessed(sc *scenario.Scenario, step int) float64 {
	for i := range sc.Events {
		if g := sc.Events[i].Guess; g != nil && g.Step == step {
			return g.Value
		}
	}
	return -1
}
