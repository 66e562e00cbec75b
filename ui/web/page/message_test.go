package page

import (
	"errors"
	"strings"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/ui/config"
)

func TestAMessageAsksForOneThing(t *testing.T) {
	for text, want := range map[string]config.Ask{
		`{"driftlab":"play"}`:                {Do: config.AskPlay},
		`{"driftlab":"pause"}`:               {Do: config.AskPause},
		`{"driftlab":"seek","seconds":12.5}`: {Do: config.AskSeek, At: netsim.Time(12500 * time.Millisecond)},
		` {"step": 3, "driftlab" : "step"}`:  {Do: config.AskStep, Step: 3},
		`{"driftlab":"seek","seconds":0}`:    {Do: config.AskSeek},
	} {
		got, err := ParseMessage(text)
		if err != nil || got.Do != want.Do || got.At != want.At || got.Step != want.Step || got.Set != nil {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	got, err := ParseMessage(`{"driftlab":"set","set":{"link.delay":"80ms","client2.skew":"40ppm"}}`)
	if err != nil || got.Do != config.AskSet || len(got.Set) != 3 {
		t.Errorf("settings: %+v, %v", got, err)
	}
}

func TestAMessageThatIsWrongIsToldInALine(t *testing.T) {
	for text, want := range map[string]string{
		``:                                    `message: it is not {"driftlab": …} with seconds, step or set`,
		`[1]`:                                 `message: it is not {"driftlab": …} with seconds, step or set`,
		`{"driftlab":"play","x":1}`:           `message: it is not {"driftlab": …} with seconds, step or set`,
		`{"driftlab":"leave"}`:                `message: driftlab: "leave" is unknown (allowed: play, pause, seek, step, set)`,
		`{"driftlab":"seek"}`:                 `message: seconds: is missing`,
		`{"driftlab":"play","step":1}`:        `message: step: is of step alone`,
		`{"driftlab":"seek","seconds":-1}`:    `message: seconds: -1 is outside 0..31622400`,
		`{"driftlab":"seek","seconds":1e300}`: `message: seconds: 1e+300 is outside 0..31622400`,
		`{"driftlab":"step","step":0}`:        `message: step: 0 is outside 1..`,
		`{"driftlab":"set","set":{}}`:         `message: set: 0 settings is outside 1..100`,
		`{"driftlab":"set","set":{"x":"1"}}`:  `message: set: `,
		`{"driftlab":"set","set":{"link.up.loss":"300%"}}`: `message: set: `,
		strings.Repeat(" ", 10_001):                        `message: 10001 bytes is outside 0..10000`,
	} {
		if got, err := ParseMessage(text); err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60s: %+v, %v; want %s", text, got, err, want)
		}
	}
}

func TestWhatIsToldIsWrittenAsJSON(t *testing.T) {
	got := State(config.Told{At: netsim.Time(1500 * time.Millisecond), Playing: true, Scenario: "mail", Lesson: 8, Step: 2, Sentence: "10 \"ms\" <late>", Tab: true})
	if want := `{"driftlab":"state","seconds":1.5,"playing":true,"scenario":"mail","lesson":8,"step":2,"sentence":"10 \"ms\" \u003clate\u003e","failed":false}`; got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	if got := Fault(errors.New("no")); got != `{"driftlab":"error","text":"no"}` {
		t.Error(got)
	}
}

func FuzzParseMessage(f *testing.F) {
	f.Add(`{"driftlab":"set","set":{"link.delay":"80ms","client2.skew":"40ppm"}}`)
	f.Add(`{"driftlab":"seek","seconds":12.5}`)
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		if ask, err := ParseMessage(text); err != nil && (strings.Contains(err.Error(), "\n") || ask.Do != "") {
			t.Fatalf("%+v, %q", ask, err)
		}
	})
}
