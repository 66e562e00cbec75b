package render

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/config"
)

// A film made by a button has no names, and two files may have the same name: both were only called "A" and "B".
func TestAFilmOfTwoSessionsWithoutNamesCallsThemByWhatDiffers(t *testing.T) {
	delay := func(o *config.Film, at time.Duration, delay string) {
		set, err := scenario.ParseAssignment("link.delay", delay)
		check(t, err)
		o.Scenario.Events = append(o.Scenario.Events, scenario.Event{At: netsim.Time(at), Set: set})
	}
	slower := func(o *config.Film) { delay(o, 10100*time.Millisecond, "209ms") }
	twice := func(o *config.Film) {
		delay(o, 10050*time.Millisecond, "209ms")
		delay(o, 10180*time.Millisecond, "300ms")
	}
	for _, c := range []struct {
		beside string
		names  [2]string
		change func(*config.Film)
		want   [2]string
		short  string // in a sentence
	}{
		{"first", [2]string{}, slower, [2]string{"Delay 120/40 ms", "Delay 209 ms"}, "A"},
		{"first", [2]string{}, twice, [2]string{"Delay 120/40 ms", "Delay 209 ms"}, "A"},
		{"first", [2]string{"session", "session"}, slower, [2]string{"Delay 120/40 ms", "Delay 209 ms"}, "A"},
		{"first", [2]string{"Near", ""}, slower, [2]string{"Near", ""}, "Near"},
		{"first", [2]string{}, nil, [2]string{}, "A"},
	} {
		f := watchFilm(t, 320, 180, c.beside, func(o *config.Film) {
			o.From, o.Length, o.FPS, o.Names = 10*time.Second, 200*time.Millisecond, 10, c.names
			if c.change != nil {
				c.change(o)
			}
		})
		if f.opt.Names != c.want {
			t.Errorf("%q: they are called %q, want %q", c.names, f.opt.Names, c.want)
		}
		if _, short := f.sideName(0); short != c.short {
			t.Errorf("%q: a sentence calls it %q, want %q", c.names, short, c.short)
		}
	}
}
