package session

import (
	"time"

	"driftlab/netsync"
	"driftlab/param"
)

// unreal is what is set of Unreal's clock.
type unreal struct {
	Five     bool
	Interval time.Duration
}

var unreals = group[unreal]{world: true, fixed: true, fields: []param.Field[unreal]{
	param.Bool(param.Param{Name: "unreal.version", Called: "Unreal version", Unit: param.Choice, Choices: []string{"4.18", "5"},
		Help: "engine version whose clock unreal is: 5 s and the latest difference, or 0.1 s and a mean"},
		func(u *unreal) *bool { return &u.Five }),
	param.Int(param.Param{Name: "unreal.interval", Called: "Unreal's interval", Unit: param.Duration, Max: int64(time.Hour),
		Help: "how often unreal's host sends its time, at least 10ms; 0s is as its version has it"},
		func(u *unreal) *time.Duration { return &u.Interval }),
}}

// config returns the constants of the engine version whose clock is asked for, and how often the host sends its time.
func (u unreal) config() (netsync.UnrealConfig, time.Duration) {
	cfg, interval := netsync.DefaultUnreal(), netsync.UnrealInterval
	if u.Five {
		cfg, interval = netsync.Unreal5(), netsync.Unreal5Interval
	}
	if u.Interval > 0 {
		interval = max(u.Interval, 10*time.Millisecond)
	}
	return cfg, interval
}

var unities = group[netsync.UnityConfig]{fixed: true, fields: []param.Field[netsync.UnityConfig]{
	param.Bool(param.Param{Name: "unity.catch-up", Label: "Unity catches up", Called: "Unity's catch-up", Unit: param.Choice, Choices: []string{"soft", "hard-resets-only"},
		Help: "how unity gets to where its times ought to be: by running one per cent faster or slower, or only by setting them once they are 200 ms off, as a game about music needs it"},
		func(c *netsync.UnityConfig) *bool { return &c.HardResetOnly }),
}}
