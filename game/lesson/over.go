package lesson

import (
	"fmt"
	"strconv"
	"time"

	"driftlab/netsim"
)

// An Over says which part of a session a measure is taken over, up to now or to the end of a whole run.
type Over uint8

const (
	Present    Over = iota // this instant alone
	LastSecond             // the median of the looks of the last second, ten of them
	InSecond               // what happened in the last second
	InMinute               // the last minute
	InTally                // of what happened in the last five seconds
	Latest                 // the latest datagram, answer or chat line
	Warm                   // all but the first 10 s
	Run                    // all
	Kept                   // what a figure's span says, or else the two minutes that are remembered
	At                     // the instant at which a figure's span begins
)

var overs = [...]Words{
	Present:    {"en": "now", "de": "jetzt"},
	LastSecond: {"en": "median of the last second", "de": "Median der letzten Sekunde"},
	InSecond:   {"en": "in the last second", "de": "in der letzten Sekunde"},
	InMinute:   {"en": "of the last minute", "de": "der letzten Minute"},
	InTally:    {"en": "of the last five seconds", "de": "der letzten fünf Sekunden"},
	Latest:     {"en": "the latest", "de": "das letzte"},
	Warm:       {"en": "since 10 s", "de": "seit 10 s"},
	Run:        {"en": "since the begin", "de": "seit dem Beginn"},
	Kept:       {"en": "of the last two minutes", "de": "der letzten zwei Minuten"},
	At:         {"en": "at a given instant", "de": "in einem gegebenen Augenblick"},
}

// The spans of figures, in seconds.
var (
	overSpan = Words{"en": "from %s to %s s", "de": "von %s bis %s s"}
	overFrom = Words{"en": "from %s s on", "de": "ab %s s"}
	overTo   = Words{"en": "up to %s s", "de": "bis %s s"}
	overAt   = Words{"en": "at %s s", "de": "bei %s s"}
)

// In returns the part in words.
func (o Over) In(language string) string { return overs[o].In(language) }

// Over returns over which time the figure is taken, in words.
func (f *Figure) Over(language string) string {
	seconds := func(t netsim.Time) string { return strconv.FormatFloat(time.Duration(t).Seconds(), 'f', -1, 64) }
	from, to := f.Span.After, f.Span.Before
	switch over := f.Measure.Over; {
	case f.At > 0:
		return fmt.Sprintf(overAt.In(language), seconds(f.At))
	case over == At:
		return fmt.Sprintf(overAt.In(language), seconds(from))
	case over != Kept || from == 0 && to == 0:
		return over.In(language)
	case to == 0:
		return fmt.Sprintf(overFrom.In(language), seconds(from))
	case from == 0:
		return fmt.Sprintf(overTo.In(language), seconds(to))
	}
	return fmt.Sprintf(overSpan.In(language), seconds(from), seconds(to))
}
