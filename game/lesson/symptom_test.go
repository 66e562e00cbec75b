package lesson

import (
	"strings"
	"testing"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/netsim"
)

func TestEverySymptomShowsItsNumberInBothWorlds(t *testing.T) {
	for _, l := range Symptoms() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			checks, err := l.Checks(English, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range checks {
				if !c.OK {
					t.Errorf("%s: %s is %s, and must be %s", l.Worlds[i].Name, c.What, c.Measured, c.Wanted)
				}
			}
		})
	}
}

func TestASymptomIsFoundByItsName(t *testing.T) {
	t.Parallel()
	for _, l := range Symptoms() {
		for _, name := range []string{l.Name, l.Symptom()} {
			if found, err := FindSymptom(name); err != nil || found != l {
				t.Errorf("%s: %v, %v", name, found, err)
			}
		}
		for i, w := range []string{"/fault", "/mend"} {
			if of, world := Of(scenariotest.Load(t, l.Name+w), nil); of != l || world != i {
				t.Errorf("%s is world %d of %v", l.Name+w, world, of)
			}
		}
	}
	for _, name := range []string{"", "why-", "lesson-push", "one-directoin", "\x1b"} {
		if _, err := FindSymptom(name); err == nil || strings.Count(err.Error(), ", ") != 2 || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := FindSymptom("one-directoin"); !strings.Contains(err.Error(), "(nearest: one-direction, ") {
		t.Error(err)
	}
}

func TestWhatIsWrongWithASymptomIsSaidInALine(t *testing.T) {
	t.Parallel()
	_, file, text, err := assets.Named("why-one-direction")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, says string }{
		{`lesson = "lesson-asymmetric"`, `lesson = "lesson-asymetric"`, `line 16: why.lesson: "lesson-asymetric" is unknown (nearest: lesson-asymmetric`},
		{"client = 1\nfrom", "client = 4\nfrom", "why.client: 4 is outside 1..3"},
		{`from = "10s"`, `from = "20s"`, `why.from: "20s" is not an instant before the end, at 20s`},
		{`from = "10s"`, "", `why.from: "" is not an instant`},
		{`caption.en = "`, `caption.en = "` + strings.Repeat("word ", 20), "words, at most 25"},
		{`caption.en = "`, `caption.fr = "`, "why.caption: is missing"},
		{"[why]", "[why]\ncolour = 1", `unknown key "why.colour"`},
		{`name = "mend"` + "\ntitle", `name = "cure"` + "\ntitle", `"mend" is not one of`},
		{`world = "mend"`, `world = "fault"`, "the symptom's figure 2 is of mend"},
		{"least = -2\nmost = 2\n", "", "least, most: are missing"},
		{"most = 2\n", "most = 38\n", "overlaps the fault's"},
		{`measure = "error"` + "\n" + `world = "mend"`, `measure = "mean-error"` + "\n" + `world = "mend"`, "both figures have the same"},
		{"[set]", "[[lesson.figure]]\nname = \"more\"\nmeasure = \"error\"\nclient = 1\n[set]", "and this one has 3"},
		{"[set]", "[[step]]\ncaption = \"no\"\n[set]", "step[1]: a symptom has none"},
	} {
		bad := strings.Replace(text, c.from, c.to, 1)
		if bad == text {
			t.Fatalf("%q is not there", c.from)
		}
		if _, err := Parse("why-bad", file, bad); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q for %q: %v, want %q", c.to, c.from, err, c.says)
		}
	}
	one, _, _ := strings.Cut(text, "\n[[world]]\nname = \"mend\"")
	one = strings.Replace(one, `world = "mend"`, `world = "fault"`, 1)
	if _, err := Parse("why-bad", file, one); err == nil || !strings.Contains(err.Error(), "a symptom has two, fault and then mend, and this one has 1: fault") {
		t.Error(err)
	}
}

// A film that is made again from its sessions' logs has the same sentence, and one whose settings were changed must not have it.
func TestASymptomIsKnownByItsSessionsAsLongAsTheyAreWhatItsSentenceSays(t *testing.T) {
	t.Parallel()
	for _, l := range Symptoms() {
		var logs [2]*scenario.Scenario
		for i := range logs {
			s, err := session.New(l.Worlds[i].Scenario, session.Options{Carrier: netsim.NewDirect()})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if logs[i], err = scenario.Parse("log.toml", s.Log().Text()); err != nil {
				t.Fatal(err)
			}
		}
		if SymptomOf(logs[0], logs[1]) != l {
			t.Errorf("%s isn't known by its logs", l.Name)
		}
		if SymptomOf(logs[1], logs[0]) != nil || SymptomOf(logs[0], scenariotest.Load(t, "first")) != nil || SymptomOf(scenariotest.Load(t, "lesson-push"), logs[1]) != nil {
			t.Errorf("%s is taken for what it isn't", l.Name)
		}
		set, err := scenario.ParseAssignment("link.delay", "7ms")
		if err != nil {
			t.Fatal(err)
		}
		if logs[1].Pin(set); SymptomOf(logs[0], logs[1]) != nil {
			t.Errorf("%s is told of a mend with other settings", l.Name)
		}
	}
}
