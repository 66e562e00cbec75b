package netsim

import (
	"time"

	"driftlab/internal/param"
)

var outageSettings = []setting{
	param.Int(param.Param{Name: "outage.for", Called: "length of outages", Unit: param.Duration, Max: int64(MaxPeriod),
		Help: "how long nothing gets through {way}; 0s is no outage"},
		func(s *Settings) *time.Duration { return &s.OutageFor }),
	period(param.Param{Name: "outage.every", Called: "time from outage to outage", Default: int64(10 * time.Second), Off: true,
		Help: "time from the start of one outage {way} to the start of the next; 0s is a single outage, from when it is set"},
		func(s *Settings) *time.Duration { return &s.OutageEvery }),
}

// outage is the impairment of a link that is cut for a time, once or periodically: what is sent meanwhile is lost. It
// counts from when it was set, so setting one cuts the link at once; one that is there from the start counts from the
// scenario's start.
type outage struct {
	since           Time
	length, between time.Duration
}

// set changes the settings from now on. If they leave the outage as it was, it continues.
func (o *outage) set(now Time, s Settings) {
	if s.OutageFor != o.length || s.OutageEvery != o.between {
		*o = outage{now, s.OutageFor, s.OutageEvery}
	}
}

// on reports whether the link is cut at t, which must not be before the outage was set.
func (o *outage) on(t Time) bool {
	if o.length == 0 {
		return false
	}
	into := t.Sub(o.since)
	if o.between > 0 {
		into %= o.between
	}
	return into < o.length
}
