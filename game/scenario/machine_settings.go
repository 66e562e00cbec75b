package scenario

import (
	"slices"
	"time"

	"driftlab/game"
	"driftlab/internal/param"
	"driftlab/internal/texts"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// Machine is what is set of a client's machine.
type Machine struct {
	Offset      time.Duration
	Skew        int64 // ppb
	Temperature int64 // m°C
	Wander      int64 // ppb/√h
	Sleep       int
	Algorithm   string // the driving one's name
	Dilation    int64  // millionths
}

// The choices of client.sleep: its clock stands still while it is asleep, or goes on counting.
const (
	Awake = iota
	Asleep
	asleepCounting
)

// Machines has the settings of clients' machines.
var Machines = Group[Machine]{fields: []param.Field[Machine]{
	param.Int(param.Param{Name: "client.offset", Label: "Clock ahead", Called: "clock set ahead by", Unit: param.Duration, Min: -int64(24 * time.Hour), Max: int64(24 * time.Hour),
		Help: "what the client's clock reads when the session begins; a change is a step of the clock"},
		func(m *Machine) *time.Duration { return &m.Offset }),
	param.Int(param.Param{Name: "client.skew", Label: "Skew", Called: "skew", Unit: param.PPM, Min: -100_000_000, Max: 100_000_000,
		Help: "how much faster than true time the client's clock runs"},
		func(m *Machine) *int64 { return &m.Skew }),
	param.Int(param.Param{Name: "client.temperature", Label: "Temperature", Called: "temperature", Unit: param.Celsius, Min: netsim.MinTemperature, Max: netsim.MaxTemperature, Default: netsim.ReferenceTemperature,
		Help: "temperature of the air around the client's oscillator, which runs slower the further it is from 25 °C"},
		func(m *Machine) *int64 { return &m.Temperature }),
	param.Int(param.Param{Name: "client.wander", Label: "Wander", Called: "wander of the clock", Unit: param.Wander, Max: netsim.MaxWander, Also: parseAllan,
		Help: "how far the skew of the client's clock drifts at random in an hour (standard deviation), or an Allan deviation such as 10ppb@1h"},
		func(m *Machine) *int64 { return &m.Wander }),
	param.Int(param.Param{Name: "client.sleep", Label: "Sleep", Called: "sleep", Unit: param.Choice, Choices: []string{Awake: "awake", Asleep: "asleep", asleepCounting: "asleep-counting"},
		Help: "whether the client's machine is awake; asleep, it does nothing, and its clock stops or keeps counting"},
		func(m *Machine) *int { return &m.Sleep }),
	param.Word(param.Param{Name: "client.algorithm", Label: "Algorithm", Called: "clock algorithm", Unit: param.Choice, Choices: algorithmNames(),
		Default: int64(slices.Index(algorithmNames(), "timesync")),
		Help:    "clock algorithm that drives the client's game"},
		func(m *Machine) *string { return &m.Algorithm }),
	param.Int(param.Param{Name: "client.dilation", Label: "Time dilation", Called: "time dilation of the client", Unit: param.Factor, Max: game.MaxDilation, Default: netsync.Normal,
		Help: "rate of the client's own world time; algorithms on world time see it"},
		func(m *Machine) *int64 { return &m.Dilation }),
}}

func algorithmNames() []string {
	return texts.Names(registry.Algorithms(), func(a registry.Algorithm) string { return a.Name })
}
