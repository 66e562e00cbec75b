package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/timeline"
	"driftlab/ui/uitest"
)

// taught returns a picture of a scenario, or of a lesson's first world, at its begin.
func taught(t *testing.T, name string) *Picture {
	t.Helper()
	sc, p := scenariotest.Load(t, name), New()
	w, err := OpenWorld(timeline.Options{Scenario: sc, NewCarrier: BesideCarrier, Memory: 16e6}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Line.Close() })
	p.Words = english
	p.Show(w)
	p.Taught.Begin(sc, false)
	return &p
}

// advance lets time pass, and reads what there is to see.
func (p *Picture) advance(t *testing.T, d time.Duration) {
	t.Helper()
	if err := p.Line.Advance(d); err != nil {
		t.Fatal(err)
	}
	p.Session = p.Line.Session()
	p.Read(false)
}

func TestTheCaptionHasTheLiveNumberInTheLanguageAskedFor(t *testing.T) {
	p := taught(t, "lesson-asymmetric")
	p.advance(t, 13*time.Second)
	if got := p.CaptionText(); !strings.Contains(got, "Errors: +40.0\u00a0ms, +40.0\u00a0ms") {
		t.Errorf("got %q", got)
	}
	p.Words = uitest.Language(t, "de")
	if got := p.CaptionText(); !strings.Contains(got, "Daneben um +40,0\u00a0ms, +40,0\u00a0ms") || !strings.HasSuffix(got, "Kein Paket kann es sagen.") {
		t.Errorf("got %q", got)
	}
}

func TestALessonWithoutStepsSaysInTheEndWhatToTry(t *testing.T) {
	for _, l := range lesson.All() {
		if len(l.Steps) > 0 {
			continue
		}
		p := taught(t, l.Name)
		p.advance(t, p.Session.Scenario().Duration)
		if got := p.CaptionText(); got != english.F("lesson.try", l.Try.In("en")) {
			t.Errorf("%s: got %q", l.Name, got)
		}
		return
	}
}

func TestTheCaptionOfTheFirstScenarioIsTranslated(t *testing.T) {
	p := taught(t, "first")
	if got := p.CaptionText(); !strings.HasPrefix(got, "This is client 1's screen") {
		t.Errorf("got %q", got)
	}
	p.Words = uitest.Language(t, "de")
	if got, title := p.CaptionText(), p.TitleText(); !strings.HasPrefix(got, "Das ist der Bildschirm von Client 1") || title != "Die ersten zehn Sekunden" {
		t.Errorf("got %q, title %q", got, title)
	}
}

// The opening has no figures: its first caption says what the clock is wrong by with its seed.
func TestTheOpeningSaysHowLateItsClockIs(t *testing.T) {
	p := taught(t, "first")
	p.advance(t, 2*time.Second)
	for _, name := range []string{"en", "de"} {
		p.Words = uitest.Language(t, name)
		if got, want := p.CaptionText(), fmt.Sprintf("%d ms", -p.Frame.Held[0].Error.Round(time.Millisecond).Milliseconds()); !strings.Contains(strings.ReplaceAll(got, "\u00a0", " "), want) {
			t.Errorf("it is %s late, and the caption says %q", want, got)
		}
	}
}

func TestFiguresOfOtherWorldsComeFromAWholeRun(t *testing.T) {
	p := taught(t, "lesson-authority")
	<-p.Taught.Whole.Finished
	p.advance(t, time.Second)
	for name, want := range map[string]float64{"all": 0, "delay": 250} {
		i := slices.IndexFunc(p.Taught.Lesson.Figures, func(f lesson.Figure) bool { return f.Name == name })
		if r := p.Taught.Readings[i]; !r.OK || math.Abs(r.Value-want) > 1 {
			t.Errorf("figure %s is %v, want %v", name, r, want)
		}
	}
}
