package lesson

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"driftlab/netsim"
	"driftlab/session"
)

// A Measure is a way to get a number from a session as it stands. It remembers nothing, so what it tells
// is the same whether the session was played, replayed or rewound.
type Measure struct {
	Name     string
	Unit     string
	Help     string
	decimals int
	signed   bool // a plus sign is shown
	pools    bool // of several clients too
	of       func(s *session.Session, f *Figure) (v float64, ok bool)
	across   func(logs []*exchangeLog) (v float64, ok bool) // of all worlds after their whole run, instead of of
}

// A Span is the part of a run that a measure is of; zero where a measure or a figure needs none.
type Span struct {
	After, Before netsim.Time
	Every         netsim.Time
}

// Measures lists every measure: those of clocks, then those of the game.
func Measures() []Measure { return measures[:] }

var measures = [...]Measure{
	{Name: "error", Unit: "ms", decimals: 1, signed: true, of: presentError,
		Help: "the clock's error now"},
	{Name: "error-at", Unit: "ms", decimals: 1, signed: true, of: errorAt,
		Help: "the clock's error at `after`, of the last two minutes"},
	{Name: "mean-error", Unit: "ms", decimals: 1, signed: true, of: meanError,
		Help: "the mean of the clock's error after the first 10 s"},
	{Name: "rms-error", Unit: "ms", decimals: 2, of: rmsError,
		Help: "the root of the mean square of the clock's error after the first 10 s"},
	{Name: "p95-error", Unit: "ms", decimals: 2, of: p95Error,
		Help: "what the clock's error stays under 95 % of the time after the first 10 s"},
	{Name: "pooled-median", Unit: "ms", decimals: 1, pools: true, of: pooled(0.5),
		Help: "the median of the clock's error in the last two minutes between `after` and `before`, at every `every`"},
	{Name: "pooled-p95", Unit: "ms", decimals: 1, pools: true, of: pooled(0.95),
		Help: "what 95 % of these errors stay under"},
	{Name: "drift", Unit: "ms/s", decimals: 3, signed: true, of: drift,
		Help: "by how much the clock's error grows between `after` and `before`"},
	{Name: "gate-closed", Unit: "s", decimals: 0, of: gateClosed,
		Help: "the longest time without an answer that could set Slot's clock, of the last 64 answers"},
	{Name: "slew", Unit: "s", decimals: 1, of: slew,
		Help: "how long between `after` and `before` the clock ran faster or slower than the host's"},
	{Name: "snap", Unit: "ms", decimals: 0, signed: true, of: snap,
		Help: "the greatest jump of the clock's error between `after` and `before`"},
	{Name: "beats-off", Unit: "%", decimals: 0, of: beatsOff,
		Help: "the share of beats of a metronome on the clock, two a second, that are longer or shorter by a millisecond and more"},
	{Name: "owd-up", Unit: "ms", decimals: 0, of: owdUp, Help: "the clock's idea of the one-way delay up"},
	{Name: "owd-down", Unit: "ms", decimals: 0, of: owdDown, Help: "the clock's idea of the one-way delay down"},
	{Name: "true-owd-up", Unit: "ms", decimals: 0, of: trueUp, Help: "the one-way delay up of the latest datagram"},
	{Name: "true-owd-down", Unit: "ms", decimals: 0, of: trueDown, Help: "the one-way delay down of the latest datagram"},
	{Name: "wrap-interval", Unit: "s", decimals: 2, of: wrapInterval,
		Help: "the mean time between two wraps of TimeSync's 16-bit stamps"},
	{Name: "exchanges", decimals: 0, of: exchanges, Help: "how many questions of the client's clocks the host has answered"},
	{Name: "t1", Unit: "ms", decimals: 3, of: stamp(1), Help: "the latest answer's T1: the client asked"},
	{Name: "t2", Unit: "ms", decimals: 3, of: stamp(2), Help: "T2: the host heard it"},
	{Name: "t3", Unit: "ms", decimals: 3, of: stamp(3), Help: "T3: the host answered"},
	{Name: "t4", Unit: "ms", decimals: 3, of: stamp(4), Help: "T4: the client heard that"},
	{Name: "logs-differ", Unit: "bytes", decimals: 0, across: logsDiffer,
		Help: "how many bytes differ in what the machines of all worlds sent and heard, with the readings of their own clocks"},

	{Name: "world-time-error", Unit: "ms", decimals: 1, signed: true, of: worldTimeError,
		Help: "how far the client's idea of the host's world time is off now, from `after` on"},
	{Name: "other-behind", Unit: "ms", decimals: 0, of: riding(session.OtherPlayer, inTime),
		Help: "how far other clients' players are off their platform in time, on the client's screen after the first 10 s"},
	{Name: "other-off", Unit: "m", decimals: 2, of: riding(session.OtherPlayer, inSpace), Help: "the same in metres"},
	{Name: "own-behind", Unit: "ms", decimals: 0, of: riding(session.OwnPlayer, inTime), Help: "the same of the client's own player"},
	{Name: "character-behind", Unit: "ms", decimals: 0, of: riding(session.NPC, inTime), Help: "the same of the server-controlled character"},
	{Name: "host-other-behind", Unit: "ms", decimals: 0, pools: true, of: hostRiding(session.OtherPlayer), Help: "the same of clients' players on the host's screen"},
	{Name: "host-character-behind", Unit: "ms", decimals: 0, pools: true, of: hostRiding(session.NPC), Help: "the same of the server-controlled character on the host's screen"},
	{Name: "platform-pace", Unit: "%", decimals: 0, of: platformPace,
		Help: "how far a platform is shown to move in a frame at most, of the way that it makes at its speed, with platform.time near"},
	{Name: "projectiles-off", Unit: "m", decimals: 2, signed: true, of: projectilesOff,
		Help: "how far ahead of the host's the client shows projectiles after the first 10 s, in its present way to show them"},
}

func lookup(name string) (Measure, error) {
	for _, m := range measures {
		if m.Name == name {
			return m, nil
		}
	}
	return Measure{}, fmt.Errorf("measure: %q is unknown", name)
}

// text writes a value with a true minus sign.
func (m *Measure) text(v float64, unit bool) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', m.decimals, 64)
	if strings.Trim(text, "0.") != "" {
		switch {
		case v < 0:
			text = "−" + text
		case m.signed:
			text = "+" + text
		}
	}
	switch {
	case !unit || m.Unit == "":
		return text
	default:
		return text + "\u00a0" + m.Unit
	}
}

// Of measures the figure in a session of its world; ok is false where there is nothing to measure yet.
func (f *Figure) Of(s *session.Session) (v float64, ok bool) {
	if f.Measure.of == nil || f.Client > s.Clients() { // a session of the lesson's may have been run with fewer
		return 0, false
	}
	return f.Measure.of(s, f)
}
