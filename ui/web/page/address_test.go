package page

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/ui/config"
)

// shared returns one of the program's scenarios as a shared text.
func shared(t testing.TB, name string) string {
	t.Helper()
	sc := scenariotest.Load(t, name)
	text, _, err := sc.Share()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestAnAddressNamesExperimentAndWindow(t *testing.T) {
	text := shared(t, "time")
	for _, c := range []struct {
		query, hash string
		want        Address
		wrong       string // the error, "" for none
	}{
		{"", "", Address{}, ""},
		{"?scenario=mail&seed=7&view=lab&theme=light&language=de&scale=150&paused=1", "",
			Address{Scenario: "mail", Seed: 7, View: "lab", Theme: "light", Language: "de", Scale: 150, Paused: true}, ""},
		{"scenario=arenas%2Fduel", "#", Address{Scenario: "arenas/duel"}, ""},
		{"?paused=0", "#" + text, Address{Shared: text}, ""},
		{"?lesson=8&step=2&controls=0&autoplay=1", "", Address{Scenario: lesson.Numbered(8).Name, Step: 2, Bare: true, Autoplay: "1"}, ""},
		{"?lesson=" + lesson.Numbered(1).Name + "&controls=1&autoplay=0", "", Address{Scenario: lesson.Numbered(1).Name, Autoplay: "0"}, ""},
		{"?lesson=99&step=0", "", Address{}, `address: lesson: 99 is outside 0..25; step: "0" is outside 1..` + strconv.Itoa(scenario.MaxSteps)},
		{"?lesson=pash", "", Address{}, `address: lesson: "pash" is unknown (0..`},
		{"?scenario=frist", "", Address{}, `address: scenario: "frist" is unknown (nearest: first, `}, // and not all of them, in 1,200 characters
		{"?lesson=-1", "", Address{}, `address: lesson: -1 is outside 0..25`},
		{"?lesson=8&scenario=mail", "", Address{Scenario: "mail"}, "address: lesson: cannot be combined with scenario"},
		{"?why=one-direction&seed=7", "", Address{Why: "one-direction", Seed: 7}, ""},
		{"?why=one-directoin", "", Address{}, `address: why: "one-directoin" is unknown (`},
		{"?why=one-direction&lesson=8", "", Address{Scenario: lesson.Numbered(8).Name}, "address: why: cannot be combined with scenario or lesson"},
		{"?at=12.5&paused=1", "", Address{At: 12500 * time.Millisecond, Paused: true}, ""},
		{"?at=31622400.000000001", "", Address{}, `address: at: "31622400.000000001" is outside 0..31622400`},
		{"?at=0.000000001", "", Address{At: 1}, ""},
		{"?at=1m", "", Address{}, `address: at: "1m" is outside 0..31622400`},
		{"?at=NaN", "", Address{}, `address: at: "NaN" is outside 0..31622400`},
		{"?at=-1", "", Address{}, `address: at: "-1" is outside 0..31622400`},
		{"?controls=none&autoplay=2", "", Address{}, `address: autoplay: "2" is unknown (allowed: 0, 1); controls: "none" is unknown (allowed: 0, 1)`},
		{"?origin=https%3A%2F%2Fschool.example%3A8443", "", Address{Origin: "https://school.example:8443"}, ""},
		{"?origin=*", "", Address{}, `address: origin: "*" is not of the form https://HOST`},
		{"?origin=https://school.example/", "", Address{}, `address: origin: "https://school.example/" is not of the form https://HOST`},
		{"?origin=javascript://x", "", Address{}, `address: origin: "javascript://x" is not of the form https://HOST`},
		{"?theme=pink&view=lab", "", Address{View: "lab"}, `address: theme: "pink" is unknown (allowed: dark, light)`},
		{"?scale=201", "", Address{}, `address: scale: "201" is outside 80..200`},
		{"?seed=0", "", Address{}, `address: seed: "0" is not a whole number in 1..9223372036854775807`},
		{"?seed=9223372036854775808", "", Address{}, `address: seed: "9223372036854775808" is not a whole number in 1..9223372036854775807`},
		{"?paused=yes", "", Address{}, `address: paused: "yes" is unknown (allowed: 0, 1)`},
		{"?color=red", "", Address{}, `address: "color" is unknown (nearest: scale, lesson, at)`},
		{"?view=lab&view=watch", "", Address{}, "address: view: is there 2 times"},
		{"?%zz", "", Address{}, "address: its parameters cannot be read"},
		{"?a=1&b=2&c=3&d=4", "", Address{}, `address: "a" is unknown (nearest: scenario, at, language); "b" is unknown (nearest: at, why, step); "c" is unknown (nearest: scenario, scale, controls)`},
		{"?" + strings.Repeat("x", 1001), "", Address{}, "address: 1001 bytes of parameters is outside 0..1000"},
		{"", "#section", Address{}, "address: what stands behind # is no shared text"},
	} {
		got, err := ParseAddress(c.query, c.hash)
		if got != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.HasPrefix(err.Error(), c.wrong) {
			t.Errorf("%.40q %.40q: %+v, %v, want %+v, %s", c.query, c.hash, got, err, c.want, c.wrong)
		}
	}
}

func TestAnAddressOpensWhatItNames(t *testing.T) {
	for _, c := range []struct {
		a     Address
		title string
		seed  uint64
	}{
		{Address{}, "first", 0},
		{Address{Scenario: "mail", Seed: 12}, "mail", 12},
		{Address{Shared: shared(t, "time"), Scenario: "mail"}, "time", 0},
	} {
		want := scenariotest.Load(t, c.title)
		got, err := c.a.Load("")
		if err != nil || got.Title != want.Title || c.seed != 0 && got.Seed != c.seed || c.seed == 0 && got.Seed != want.Seed {
			t.Errorf("%.80v: %v opens %q, seed %d", c.a, err, got.Title, got.Seed)
		}
	}
	if _, err := (&Address{Scenario: "arenas/none"}).Load(""); err == nil {
		t.Error("a world that there is not opens")
	}
}

func TestAStepOfALessonIsAnInstantOfIt(t *testing.T) {
	l := lesson.Numbered(8)
	for _, c := range []struct {
		a     Address
		begin netsim.Time
		wrong string
	}{
		{Address{Scenario: l.Name}, 0, ""},
		{Address{Scenario: l.Name, Step: 2}, l.Steps[1].At, ""},
		{Address{Scenario: l.Name, Step: len(l.Steps) + 1}, 0, fmt.Sprintf("address: step: %d is outside 1..%d", len(l.Steps)+1, len(l.Steps))},
		{Address{Scenario: "mail", At: 3 * time.Second}, netsim.Time(3 * time.Second), ""},
		{Address{Shared: shared(t, "time"), At: time.Second}, netsim.Time(time.Second), ""},
		{Address{Scenario: l.Name, Step: 2, At: time.Second}, 0, "address: at: cannot be combined with step"},
		{Address{Scenario: "mail", Step: 1}, 0, "address: step: there is no lesson"},
		{Address{Shared: shared(t, "time"), Step: 1}, 0, "address: step: cannot be combined with a shared text"},
	} {
		sc, err := c.a.Load("")
		if err != nil {
			t.Fatal(err)
		}
		begin, err := c.a.Begin(sc)
		if begin != c.begin || (err == nil) != (c.wrong == "") || err != nil && err.Error() != c.wrong {
			t.Errorf("%.60v begins at %v, %v; want %v, %s", c.a, begin, err, c.begin, c.wrong)
		}
	}
}

func TestAnAddressIsReadAsItIsWritten(t *testing.T) {
	text := shared(t, "time")
	for _, a := range []Address{{}, {Scenario: "arenas/duel", Seed: 7}, {Shared: text}, {Shared: text, Scenario: lesson.Numbered(8).Name},
		{Shared: text, View: "lab", Theme: "light", Language: "de", Scale: 150, Paused: true},
		{Scenario: lesson.Numbered(8).Name, Step: 3, Bare: true, Autoplay: "0", Origin: "http://127.0.0.1:8080"}} {
		query, hash, _ := strings.Cut(a.String(), "#")
		if got, err := ParseAddress(query, hash); err != nil || got != a {
			t.Errorf("%q is read as %+v, %v, not %+v", a.String(), got, err, a)
		}
	}
}

func FuzzParseAddress(f *testing.F) {
	f.Add("?scenario=mail&seed=7&view=lab&theme=light&language=de&scale=150&paused=1")
	f.Add("#" + shared(f, "time"))
	f.Add("?%zz&view=lab;view=watch#driftlab1:torn")
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		query, hash, _ := strings.Cut(text, "#")
		a, wrong := ParseAddress(query, hash)
		if wrong != nil && (strings.Contains(wrong.Error(), "\n") || len(wrong.Error()) > 1000) {
			t.Fatalf("%q is no line", wrong)
		}
		s := config.Defaults()
		a.Choose(&s)
		if err := s.Check(); err != nil {
			t.Fatalf("%q: %v", query, err)
		}
		query, hash, _ = strings.Cut(a.String(), "#")
		if again, err := ParseAddress(query, hash); err != nil || again != a && a.Shared == "" {
			t.Fatalf("%+v is written as %q and read as %+v, %v", a, a.String(), again, err)
		}
	})
}

func TestAnAddressOpensASymptomWithItsFaultBesideItWhereBothCanBeToldApart(t *testing.T) {
	for _, l := range lesson.Symptoms() {
		a := Address{Why: l.Symptom(), Seed: 7}
		query := a.String()
		if again, err := ParseAddress(query, ""); err != nil || again != a {
			t.Errorf("%q is read as %+v, %v", query, again, err)
		}
		mend, err := a.Load("")
		if err != nil {
			t.Fatal(err)
		}
		fault, err := a.Beside()
		if err != nil || fault.Name != l.Worlds[lesson.Fault].Scenario.Name || mend.Name != l.Worlds[lesson.Mend].Scenario.Name || fault.Seed != 7 || mend.Seed != 7 {
			t.Errorf("%s opens %v beside %s: %v", query, fault, mend.Name, err)
		}
		if begin, err := a.Begin(mend); err != nil || begin != l.Why.From {
			t.Errorf("%s begins at %v: %v", query, begin, err)
		}
	}
	if beside, err := (&Address{Scenario: "first"}).Beside(); beside != nil || err != nil {
		t.Errorf("another address has %v beside it, %v", beside, err)
	}
}
