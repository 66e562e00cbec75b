package ui

import (
	"strconv"
	"time"

	"driftlab/ui/words"
)

const (
	lagSpan  = time.Second     // of real time, in which virtual time is measured
	lagSlept = 3 * time.Second // between two updates: the machine has slept, or its clock was set
	lagLeast = 0.9             // of the chosen speed, below which a person is told
)

// A lag finds how fast virtual time really goes on. An update is a sixtieth of a second however long it takes, so where
// a machine is too slow for a session, time falls behind the speed that was chosen.
type lag struct {
	last            time.Time // the update before; zero where time stood
	speed           float64   // chosen
	real            time.Duration
	gone            time.Duration // of virtual time, in the real time
	speedText, text string        // how fast it is, and that with its reason; "" where time keeps up
}

// look notes that virtual time went on in an update that ends now.
func (l *lag) look(lang *words.Language, now time.Time, gone time.Duration, speed float64) {
	since := now.Sub(l.last)
	if l.last.IsZero() || speed != l.speed || since < 0 || since > lagSlept {
		*l = lag{last: now, speed: speed}
		return
	}
	l.last, l.real, l.gone = now, l.real+since, l.gone+gone
	if l.real < lagSpan {
		return
	}
	is := float64(l.gone) / float64(l.real)
	l.real, l.gone, l.speedText, l.text = 0, 0, "", ""
	if is < lagLeast*speed {
		digits := 1
		if is > 1 {
			digits = 2
		}
		l.speedText = lang.Decimal(strconv.FormatFloat(is, 'g', digits, 64)) + "×"
		l.text = lang.F("bars.slow", l.speedText)
	}
}
