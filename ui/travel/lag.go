package travel

import (
	"strconv"
	"time"

	"driftlab/ui/words"
)

const (
	lagSpan  = time.Second     // of real time, in which virtual time is measured
	lagSlept = 3 * time.Second // between two updates: the machine has slept, or its clock was set
	lagLeast = 0.9             // of the chosen speed; below it the window says so
)

// A Lag finds how fast virtual time really goes on. An update is a sixtieth of a second however long it takes, so where
// a machine is too slow for a session, time falls behind the speed that was chosen.
type Lag struct {
	last        time.Time // the update before; zero where time stood
	chosen      float64   // the speed
	real        time.Duration
	gone        time.Duration // of virtual time, in the real time
	Speed, Text string        // how fast it is, and that with its reason; "" where time keeps up
}

// look notes that virtual time went on in an update that ends now.
func (l *Lag) look(lang *words.Language, now time.Time, gone time.Duration, speed float64) {
	since := now.Sub(l.last)
	if l.last.IsZero() || speed != l.chosen || since < 0 || since > lagSlept {
		*l = Lag{last: now, chosen: speed}
		return
	}
	l.last, l.real, l.gone = now, l.real+since, l.gone+gone
	if l.real < lagSpan {
		return
	}
	is := float64(l.gone) / float64(l.real)
	l.real, l.gone, l.Speed, l.Text = 0, 0, "", ""
	if is < lagLeast*speed {
		digits := 1
		if is > 1 {
			digits = 2
		}
		l.Speed = lang.Decimal(strconv.FormatFloat(is, 'g', digits, 64)) + "×"
		l.Text = lang.F("bars.slow", l.Speed)
	}
}
