package session

import (
	"time"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/param"
)

var buffers = group[game.Buffers]{settings: each(game.BufferFields, func(s *Session, client int, b game.Buffers) error {
	s.clients[client-1].client.SetBuffers(b)
	return b.Validate()
})}

var looks = group[game.Look]{settings: each(game.LookFields, func(s *Session, client int, l game.Look) error {
	c := s.clients[client-1]
	c.look = l
	c.client.SetLook(l)
	return nil
})}

// input is what is set of a client's inputs.
type input struct {
	Rate int
}

var inputs = group[input]{settings: []setting[input]{
	{param.Int(param.Param{Name: "input.rate", Unit: param.Rate, Min: game.MinSendRate, Max: game.MaxRate, Off: true,
		Help: "inputs a second that the client sends; 0, or more than ticks, is one each tick"},
		func(i *input) *int { return &i.Rate }), func(s *Session, client int, i input) error {
		return s.clients[client-1].client.SetInputRate(s.sendRate(i.Rate))
	}},
}}

// sendRate returns how often a machine sends, in datagrams a second: once a tick where nothing, or
// more, is set.
func (s *Session) sendRate(hz int) int {
	if rate := s.host.host.Rate(); hz == 0 || hz > rate {
		return rate
	}
	return hz
}

// host is what is set of the host and of its game.
type host struct {
	Dilation     int64 // millionths
	Lead         time.Duration
	SnapshotRate int
	Budget       int
	Compensation bool
	Rewind       time.Duration
	Timeout      time.Duration
}

var hosts = group[host]{world: true, settings: []setting[host]{
	{param.Int(param.Param{Name: "host.dilation", Label: "Host time dilation", Called: "time dilation of the host", Unit: param.Factor, Max: game.MaxDilation, Default: netsync.Normal,
		Help: "rate of the host's world time: 1 is normal, 0 a pause"},
		func(h *host) *int64 { return &h.Dilation }), applyHostDilation},
	{param.Int(param.Param{Name: "dilation.lead", Label: "Dilation announced", Called: "dilation announced ahead", Unit: param.Duration, Max: int64(2 * time.Second),
		Help: "how long before it takes effect the host announces a change of its dilation"},
		func(h *host) *time.Duration { return &h.Lead }), func(*Session, int, host) error { return nil }}, // the next change has it
	{param.Int(param.Param{Name: "snapshot.rate", Unit: param.Rate, Min: game.MinSendRate, Max: game.MaxRate, Off: true,
		Help: "snapshots a second that the host sends to each client; 0, or more than ticks, is one each tick"},
		func(h *host) *int { return &h.SnapshotRate }), func(s *Session, _ int, h host) error {
		return s.host.host.SetSnapshotRate(s.sendRate(h.SnapshotRate))
	}},
	{param.Int(param.Param{Name: "snapshot.budget", Label: "Budget", Unit: param.ByteRate, Min: game.MinBudget, Max: game.MaxBudget, Off: true,
		Help: "bytes a second, with 28 of headers a datagram, that the host may send to each client; 0 is no bound"},
		func(h *host) *int { return &h.Budget }), func(s *Session, _ int, h host) error {
		return s.host.host.SetBudget(h.Budget)
	}},
	{param.Bool(param.Param{Name: "hits.compensation", Label: "Lag compensation", Called: "lag compensation", Unit: param.Choice, Choices: []string{"off", "on"},
		Help: "whether the host takes players back to where the shooter saw them when it decides on a hit"},
		func(h *host) *bool { return &h.Compensation }), applyCompensation},
	{param.Int(param.Param{Name: "hits.rewind", Label: "Rewind", Called: "greatest rewind", Unit: param.Duration, Max: int64(game.MaxRewind), Default: int64(game.DefaultRewind),
		Help: "how far back the host takes them at most"},
		func(h *host) *time.Duration { return &h.Rewind }), applyCompensation},
	{param.Int(param.Param{Name: "join.timeout", Label: "Timeout", Called: "timeout", Unit: param.Duration, Min: int64(game.MinTimeout), Max: int64(game.MaxTimeout), Default: int64(game.DefaultTimeout),
		Help: "how long a silence is after which host and client give each other up"},
		func(h *host) *time.Duration { return &h.Timeout }), applyTimeout},
}}

func applyHostDilation(s *Session, _ int, h host) error {
	now := s.Now()
	if now == 0 {
		h.Lead = 0 // what holds from the start was announced before it
	}
	return s.host.host.SetDilation(s.host.local(now), h.Dilation, h.Lead)
}

func applyCompensation(s *Session, _ int, h host) error {
	return s.host.host.SetLagCompensation(h.Compensation, h.Rewind)
}

func applyTimeout(s *Session, _ int, h host) error {
	for _, c := range s.clients {
		if err := c.client.SetTimeout(h.Timeout); err != nil {
			return err
		}
	}
	return s.host.host.SetTimeout(h.Timeout)
}

// world is what is set of the game before it begins.
type world struct {
	Lift game.Speed
	Rate int
}

var worlds = group[world]{world: true, settings: each([]param.Field[world]{
	param.Int(param.Param{Name: "lift.speed", Called: "speed of the lift", Unit: param.Speed, Min: int64(game.MetreASecond), Max: int64(10 * game.MetreASecond), Default: int64(game.LiftSpeed),
		Help: "of the platform that goes up and down"},
		func(w *world) *game.Speed { return &w.Lift }),
	param.Int(param.Param{Name: "tick.rate", Unit: param.Rate, Min: game.MinRate, Max: game.MaxRate, Default: game.DefaultRate,
		Help: "ticks a second of the game"},
		func(w *world) *int { return &w.Rate }),
}, nil)}
