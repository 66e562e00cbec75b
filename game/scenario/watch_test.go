package scenario_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

const watched = `format = 3
[[watch]]
at = "0s"
layout = "pair"
client = 2
controls = ["latency", "link.up.loss"]
[[watch]]
at = "6s"
layout = "two"
with = 1
subject = "platform 0"
strip = "none"
[[watch]]
at = "7s"
with = 0
`

func TestACutKeepsWhatItDoesNotSay(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "x.toml", watched)
	if w := sc.WatchAt(netsim.Time(5 * time.Second)); w.Layout != scenario.WatchPair || w.Client != 2 || w.Strip != scenario.ErrorStrip || w.Subject.Kind != scenario.SubjectAll {
		t.Errorf("at 5 s it is %+v", w)
	}
	w := sc.WatchAt(netsim.Time(6 * time.Second))
	if w.Layout != scenario.WatchTwo || w.Client != 2 || w.With != 1 || w.Strip != scenario.NoStrip || w.Subject != (scenario.Subject{Kind: scenario.SubjectPlatform}) ||
		!slices.Equal(w.Controls, []string{"latency", "link.up.loss"}) {
		t.Errorf("at 6 s it is %+v", w)
	}
}

func TestCutsAreKeptInLogsAndSharedTexts(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "x.toml", watched)
	again := scenariotest.Parse(t, "log.toml", sc.Text())
	if again.Text() != sc.Text() || len(again.Watch) != 3 || !reflect.DeepEqual(again.Watch, sc.Watch) {
		t.Errorf("%+v has become %+v", sc.Watch, again.Watch)
	}
}

func TestScenariosWithoutCutsShowClientOne(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "x.toml", "format = 3\n")
	if w := sc.WatchAt(0); w.Layout != scenario.WatchSolo || w.Client != 1 || len(w.Controls) != 4 || w.Numbers {
		t.Errorf("it is %+v", w)
	}
	if strings.Contains(sc.Text(), "watch") {
		t.Error("its text has a cut")
	}
}

func TestABadCutIsToldInOneLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{`layout = "three"`, `line 4: layout: "three" is unknown (allowed: solo, pair, two, frozen)`},
		{`client = 4`, `line 4: watch 1: client: 4 is outside 1..3`},
		{`with = -1`, `line 4: with: -1 is outside 0..64`},
		{`subject = "moon"`, `line 4: subject: "moon" is unknown (allowed: all, player N, platform N, shot, dispute, leader)`},
		{`subject = "player 9"`, `line 4: watch 1: subject: player 9 is outside 0..3`},
		{`subject = "shot 1"`, `line 4: subject: "shot 1" is unknown`},
		{`strip = "all"`, `line 4: strip: "all" is unknown (allowed: error, peek, none)`},
		{`controls = "speed"`, `line 4: controls: "speed" is not an array of names`},
		{`controls = [1]`, `line 4: controls: 1 is not a name`},
		{`controls = ["sped"]`, `line 4: watch 1: controls: "sped" is unknown (allowed: latency, asymmetry, speed, rejoin, and settings`},
		{`controls = ["speed", "speed"]`, `line 4: watch 1: controls: "speed" appears twice`},
		{`controls = ["speed", "latency", "asymmetry", "host.dilation", "link.up.loss", "link.down.loss"]`, `line 4: watch 1: controls: 6 of them is outside 0..5`},
		{`colour = "red"`, `line 4: unknown key "watch.colour"`},
	} {
		_, err := scenario.Parse("x.toml", "format = 3\n[[watch]]\nat = \"0s\"\n"+c.text+"\n")
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := scenario.Parse("x.toml", "format = 3\n[[watch]]\nat = \"4s\"\n[[watch]]\nat = \"2s\"\n"); err == nil || !strings.Contains(err.Error(), "line 5: watch 2: at: 2s is before the cut above it, at 4s") {
		t.Errorf("cuts out of order: %v", err)
	}
}

func TestACutHasTheNumbersUntilOneTakesThemAway(t *testing.T) {
	t.Parallel()
	src := watched + "[[watch]]\nat = \"8s\"\nnumbers = true\n[[watch]]\nat = \"9s\"\n[[watch]]\nat = \"10s\"\nnumbers = false\n"
	sc := scenariotest.Parse(t, "x.toml", src)
	again, err := scenario.Parse("log.toml", sc.Text())
	if err != nil || !reflect.DeepEqual(again.Watch, sc.Watch) {
		t.Errorf("%+v has become %+v, %v", sc.Watch, again.Watch, err)
	}
	for i, want := range []bool{false, false, false, true, true, false} {
		if sc.Watch[i].Numbers != want {
			t.Errorf("cut %d has them: %v", i+1, !want)
		}
	}
	if _, err := scenario.Parse("x.toml", "format = 3\n[[watch]]\nat = \"1s\"\nnumbers = 3\n"); err == nil || !strings.Contains(err.Error(), "line 4: numbers: 3 is neither true nor false") {
		t.Errorf("%v", err)
	}
}
