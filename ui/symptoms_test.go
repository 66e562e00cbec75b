package ui

import (
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/lesson"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/finder"
	"driftlab/ui/picture"
)

// symptomScenes are pictures of the symptoms: their part of the list, and the card of one.
func symptomScenes() (all []scene) {
	small := image.Pt(picture.MinimumWidth, picture.MinimumHeight)
	list := func(a *App) { a.lessons.TogglePicker() }
	open := func(a *App) { a.lessons.StartSymptom(symptom("one-direction")) }
	for _, at := range []struct {
		name     string
		size     image.Point
		settings config.Settings
	}{
		{"small", small, config.Settings{View: config.WatchView}},
		{"small-german", small, config.Settings{View: config.WatchView, Language: "de", Theme: "light"}},
		{"small-200", small, config.Settings{View: config.WatchView, Scale: 200}},
		{"phone", portrait, config.Settings{View: config.WatchView, Language: "de"}},
		{"phone-200", portrait, config.Settings{View: config.WatchView, Scale: 200}},
		{"phone-flat", image.Pt(portrait.Y, portrait.X), config.Settings{View: config.WatchView}},
	} {
		all = append(all, scene{name: "why-list-" + at.name, extra: at.name != "small", what: "The list of lessons begins with what people see.", at: 9 * time.Second, size: at.size, settings: at.settings, do: list},
			scene{name: "why-" + at.name, extra: at.name != "small", what: "A symptom: its fault beside its mend, and its number in both.", at: 2 * time.Second, more: 12 * time.Second, size: at.size, settings: at.settings, do: open})
	}
	return append(all, scene{name: "why-lab", extra: true, what: "A symptom in the Lab.", at: 2 * time.Second, more: 12 * time.Second, size: small, do: func(a *App) { open(a); a.showView(config.LabView) }})
}

func symptom(name string) *lesson.Lesson { return lesson.Named("why-" + name) }

func TestATapInTheListOpensASymptomWithItsFaultBesideIt(t *testing.T) {
	f := touched(t, fitted(t, "first", image.Pt(1280, 720), config.Settings{View: config.LabView}))
	a := f.a
	pressKey(a, ebiten.KeyF7)
	if f.frames(2); !listed(a) {
		t.Fatal("F7 doesn't open the list")
	}
	f.tap(middle(a, a.lessons.Picker.Symptoms[0]))
	l := a.Taught.Lesson
	if l != lesson.Symptoms()[0] || a.Shows() != config.WatchView || listed(a) {
		t.Fatalf("a tap opens %v in the view %s", l, a.Shows())
	}
	f.frames(20)
	if !a.AB.On || a.AB.A.Session.Scenario().Name != l.Name+"/fault" || a.Session.Scenario().Name != l.Name+"/mend" {
		t.Errorf("A is there: %v, B is %s", a.AB.On, a.Session.Scenario().Name)
	}
	if a.Deck.Chosen != l.Why.Client || a.Session.Now() < l.Why.From {
		t.Errorf("client %d is in sight at %v", a.Deck.Chosen, a.Session.Now())
	}
	if a.lessons.Next(-1); a.Taught.Lesson != lesson.Symptoms()[len(lesson.Symptoms())-1] {
		t.Errorf("before the first comes %s", a.Taught.Lesson.Name)
	}
}

func TestASymptomsCardLeadsToItsLessonAndItsFilm(t *testing.T) {
	f := touched(t, fitted(t, "first", image.Pt(1280, 720), config.Settings{View: config.WatchView}))
	a := f.a
	l := symptom("one-direction")
	a.lessons.StartSymptom(l)
	f.frames(20)
	f.tap(centre(a.lessons.Player.Spots[1].Rect))
	if from, to := a.rec.Offered(); !a.rec.Panel().IsOpen() || from != time.Duration(l.Why.From) || to != from+10*time.Second {
		t.Errorf("the panel is open: %v, with %v to %v", a.rec.Panel().IsOpen(), from, to)
	}
	a.rec.Toggle()
	f.frames(2)
	if f.tap(centre(a.lessons.Player.Spots[0].Rect)); a.Taught.Lesson.Name != l.Why.Lesson || a.AB.On {
		t.Errorf("the other button leads to %s", a.Taught.Lesson.Name)
	}
}

func TestASymptomsNumberIsInSightInBothWorldsWhateverTheSize(t *testing.T) {
	for i, language := range config.Languages() {
		for _, scale := range []int{100, 200}[i:] { // German is the longer one: large alone
			for _, size := range []image.Point{{1280, 720}, {960, 540}, portrait, {portrait.Y, portrait.X}} {
				a := scene{at: time.Second, size: size, settings: config.Settings{View: config.WatchView, Scale: scale, Language: language}}.shown(t, 2)
				a.lessons.StartSymptom(symptom("one-direction"))
				after(t, a, 11*time.Second, 3)
				said := strings.Join(written(t, a, func(c *draw.Canvas) { a.lessons.DrawStep(c, a.Regions.Watch.Caption) }), " ")
				said = strings.ReplaceAll(said, "\u00a0", " ")
				for i, side := range []string{"A ", "B "} {
					value := a.Words.Decimal(a.Taught.Lesson.Figures[i].Text(a.Taught.Readings[i].Value))
					if !a.Taught.Readings[i].OK || !strings.Contains(said, side+strings.ReplaceAll(value, "\u00a0", " ")) {
						t.Errorf("%s, %d %%, %v: %s%s isn't in %q", language, scale, size, side, value, said)
					}
				}
			}
		}
	}
}

func TestASymptomIsFoundByItsWordsInEachLanguage(t *testing.T) {
	for _, language := range config.Languages() {
		a := scene{settings: config.Settings{Language: language}}.shown(t, 1)
		things := a.Things()
		for _, l := range lesson.Symptoms() {
			i := slices.IndexFunc(things, func(f finder.Thing) bool {
				return f.Kind == "symptom" && f.Label == l.Title.In(language) && slices.Contains(f.Names, l.Title.In(language))
			})
			if i < 0 {
				t.Errorf("%s: %s isn't found", language, l.Name)
			}
		}
	}
}
