package scenario

import (
	"strings"
	"time"

	"driftlab/game"
	"driftlab/internal/param"
	"driftlab/netsim"
)

// Polling is when a machine polls its socket: when it has frames, whether it polls in each of them, and which reading of its
// clock a datagram then gets.
type Polling struct {
	Poll   Poll
	AtRead bool // a datagram is stamped when it is read, and not when it comes
	SendAt SendAt
	False  game.FalseStamps
	Step   time.Duration // of the host's stamps; 0 for none
	Turns  netsim.TurnSettings
}

// A Poll says when a machine polls its socket.
type Poll uint8

const (
	// PollAtOnce is when a datagram comes, as a thread of its own does.
	PollAtOnce Poll = iota
	// PollTick is where a tick begins.
	PollTick
	// PollFrame is where a frame begins.
	PollFrame
)

// A SendAt says when a client's clocks send what they ask.
type SendAt uint8

const (
	// SendAny is when they are due.
	SendAny SendAt = iota
	// SendTick is where a tick begins.
	SendTick
	// SendFrame is where a frame of the display begins, or a tick where there is none.
	SendFrame
)

// InTicks says whether a client's clocks wait for its ticks: where it has a display it does nothing between two frames anyway.
func (m *Polling) InTicks() bool {
	return m.SendAt == SendTick || m.SendAt == SendFrame && m.Turns.Rate == 0
}

// ClientPolling and HostPolling are the settings of the clients and of the host. The host has no display: its frames are ticks.
var (
	ClientPolling = Group[Polling]{fields: pollingFields("client", sendAt, frameRate, frameSkew, throttle)}
	HostPolling   = Group[Polling]{world: true, prefix: "host.", fields: pollingFields("host", stampStep)}
)

var polls = []string{PollAtOnce: "at-once", PollTick: "tick", PollFrame: "frame"}

var sendAt = param.Int(param.Param{Name: "send.at", Label: "Questions sent", Called: "sending of questions", Unit: param.Choice,
	Choices: []string{SendAny: "any", SendTick: "tick", SendFrame: "frame"},
	Help:    "when the client's clocks send their questions: when they are due, when its next tick begins, or when its next frame begins"},
	func(m *Polling) *SendAt { return &m.SendAt })

var frameRate = param.Int(param.Param{Name: "frame.rate", Unit: param.FineRate, Min: netsim.MinFrameRate, Max: netsim.MaxFrameRate, Off: true,
	Help: "frames per second of the client's display; the client works only in its frames; 0 is one frame per tick, exactly on time"},
	func(m *Polling) *int { return &m.Turns.Rate })

var frameSkew = param.Int(param.Param{Name: "frame.skew", Label: "Display skew", Called: "skew of the display", Unit: param.PPM, Min: -netsim.MaxFrameSkew, Max: netsim.MaxFrameSkew,
	Help: "how much faster than true time the client's display runs, which has an oscillator of its own"},
	func(m *Polling) *int64 { return &m.Turns.Skew })

var throttle = param.Int(param.Param{Name: "client.throttle", Label: "Throttled for", Called: "time throttled", Unit: param.Duration, Max: int64(netsim.MaxThrottle),
	Help: "from now on the client's frames come once a second for so long, without hitches, as in a browser's tab in the background; setting it again starts over, and 0s ends it; datagrams are still read at once unless receive.poll says otherwise"},
	func(m *Polling) *time.Duration { return &m.Turns.Throttle })

var stampStep = param.Int(param.Param{Name: "stamp.step", Label: "Stamp steps", Called: "steps of stamps", Unit: param.Duration, Max: int64(game.MaxStampStep),
	Help: "the {machine}'s stamps are multiples of this, as those of a clock that counts whole seconds; 0s is as fine as its clock"},
	func(m *Polling) *time.Duration { return &m.Step })

// pollingFields returns the settings of a machine, with more of them between those of its polls and of its hitches.
func pollingFields(machine string, more ...param.Field[Polling]) []param.Field[Polling] {
	all := append(append([]param.Field[Polling]{
		param.Int(param.Param{Name: "receive.poll", Label: "Socket polled", Called: "polling the socket", Unit: param.Choice,
			Choices: polls,
			Help:    "when the {machine} reads a datagram that has arrived: at once, when its next tick begins, or when its next frame begins"},
			func(m *Polling) *Poll { return &m.Poll }),
		param.Bool(param.Param{Name: "receive.stamp", Label: "Stamped", Called: "stamp of arrivals", Unit: param.Choice,
			Choices: []string{"arrival", "read"},
			Help:    "which reading of the {machine}'s clock counts as a datagram's arrival: the one when it arrived, or when it is read"},
			func(m *Polling) *bool { return &m.AtRead }),
	}, more...),
		param.Int(param.Param{Name: "hitch.mean", Label: "Hitch length", Called: "length of hitches", Unit: param.Duration, Max: int64(netsim.MaxHitch),
			Help: "average time that the {machine}'s program hangs in a hitch, exponential and at most hitch.every; 0s is no hitch"},
			func(m *Polling) *time.Duration { return &m.Turns.HitchMean }),
		param.Int(param.Param{Name: "hitch.every", Label: "Hitch every", Called: "time from hitch to hitch", Unit: param.Duration,
			Min: int64(netsim.MinPeriod), Max: int64(netsim.MaxPeriod), Default: int64(netsim.DefaultHitchEvery),
			Help: "average time from one hitch of the {machine} to the next: there is one in each such stretch of time, at a random instant"},
			func(m *Polling) *time.Duration { return &m.Turns.HitchEvery }),
		param.Int(param.Param{Name: "stamp.false.share", Label: "False stamps", Called: "share of false stamps", Unit: param.Share, Max: 1e9,
			Help: "share of the {machine}'s datagrams whose send stamp, which TimeSync and Midline go by, is false"},
			func(m *Polling) *int64 { return &m.False.Share }),
		param.Int(param.Param{Name: "stamp.false.size", Label: "Stamps wrong by", Called: "size of false stamps", Unit: param.Duration, Max: int64(game.MaxFalse), Default: int64(game.DefaultFalse),
			Help: "by how much such a stamp of the {machine}'s is wrong at most, in either direction"},
			func(m *Polling) *time.Duration { return &m.False.Size }),
	)
	for i := range all {
		p := &all[i].Param
		p.Help = strings.ReplaceAll(p.Help, "{machine}", machine)
		if machine == "host" {
			if p.Name == "receive.poll" {
				p.Choices, p.Help = polls[:PollFrame], strings.TrimSuffix(p.Help, ", where its next tick begins, or its next frame")+", or where its next tick begins"
			}
			p.Label, p.Called = strings.ToUpper(machine[:1])+machine[1:]+"'s "+strings.ToLower(p.Label), p.Called+" of the "+machine
		}
	}
	return all
}
