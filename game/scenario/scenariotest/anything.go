package scenariotest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
)

// Anything is a source of settings, events and whole sessions: whatever is allowed, by the luck of a seed.
type Anything struct {
	T       testing.TB
	Rand    *rand.Rand
	Clients int
	names   []string   // of the keys that may change while a session runs
	groups  [][]string // the same by their groups
}

// NewAnything returns a source with the luck of a seed. Its Clients are still to be set.
func NewAnything(t testing.TB, seed1, seed2 uint64) Anything {
	a := Anything{T: t, Rand: rand.New(rand.NewPCG(seed1, seed2))}
	for _, g := range scenario.Groups() {
		var names []string
		for _, k := range scenario.Keys() {
			if k.Group() == g && !k.Fixed() {
				names = append(names, k.Name)
			}
		}
		if len(names) > 0 {
			a.names, a.groups = append(a.names, names...), append(a.groups, names)
		}
	}
	return a
}

// name returns a key that may change while a session runs: half of the time any, and else any of any group, as links and
// clocks have so many that of the rest few would be drawn.
func (a *Anything) name() string {
	names := a.names
	if a.Rand.IntN(2) == 0 {
		names = a.groups[a.Rand.IntN(len(a.groups))]
	}
	return names[a.Rand.IntN(len(names))]
}

// Event returns any event but its time.
func (a *Anything) Event() (ev scenario.Event) {
	whom := a.Rand.IntN(a.Clients+2) - 1
	player := a.Rand.IntN(a.Clients + 1)
	speed := func() game.Speed { return game.Speed(a.Rand.Int64N(2*int64(game.MaxImpulse)+1)) - game.MaxImpulse }
	datagram := func() scenario.Datagram {
		return scenario.Datagram{Client: 1 + a.Rand.IntN(a.Clients), Way: scenario.Direction(a.Rand.IntN(2)),
			Kind: game.KindInput + game.Kind(a.Rand.IntN(2)), Number: uint64(1 + a.Rand.IntN(500)), Second: a.Rand.IntN(4) == 0}
	}
	switch a.Rand.IntN(16) {
	case 15:
		ev.Restart = true
	case 14:
		ev.Bots = &scenario.Bots{Presses: []game.Press{{Player: player, Tick: a.Rand.Int64N(1000), Held: game.Buttons(a.Rand.IntN(int(game.AllButtons) + 1))}}}
	case 0:
		ev.Rejoin = whom
	case 1:
		ev.Rebind = whom
	case 2:
		ev.Leave = whom
	case 3:
		ev.Join = whom
	case 4:
		ev.Play = &scenario.Play{Player: player, Held: game.Buttons(a.Rand.IntN(int(game.AllButtons) + 1)), Release: a.Rand.IntN(2) == 0}
	case 5:
		ev.Impulse = &scenario.Impulse{Player: player, X: speed(), Y: speed()}
	case 6:
		ev.Say = &scenario.Say{Player: player, Text: "round and round"}
	case 7:
		ev.Move = &scenario.Move{Datagram: datagram(), By: time.Duration(a.Rand.Int64N(int64(time.Second))) - time.Second/2}
	case 8:
		d := datagram()
		ev.Lose = &d
	default:
		for range 1 + a.Rand.IntN(6) {
			ev.Set = append(ev.Set, a.Setting(a.name())...)
		}
	}
	return ev
}

// Setting gives a key any value, half of them of the size that people use.
func (a *Anything) Setting(name string) []scenario.Assignment {
	key, client := scenario.Find(name), 0
	if !key.World() {
		client = a.Rand.IntN(a.Clients + 1)
	}
	given := func(value string) []scenario.Assignment {
		set := Set(name + "=" + value)
		set[0].Client = client
		return set
	}
	known := Values[key.BothWays()]
	_, paired := key.Group().(*scenario.ClockGroup)
	paired = paired && key.With != ""
	if key.Text != nil || name != "client.wander" && !paired && !key.Fixed() && a.Rand.IntN(2) == 0 {
		return given(known[a.Rand.IntN(len(known))])
	}
	lo, hi := key.Bounds()
	if name == "client.wander" {
		hi = 500 // what it has done to the quartz stays: a week of more would leave no clock
	}
	if name == "host.answer.work" {
		hi = 99e6 // Slot may be set to wait no longer
	}
	if n := len(key.Choices); n > 0 {
		lo, hi = 0, int64(n)-1
	}
	value := lo + a.Rand.Int64N(hi-lo+1)
	set := given(key.Format(value))
	if paired { // alike they go together
		prefix, _, _ := strings.Cut(name, ".")
		other := scenario.Find(prefix + "." + key.With)
		value = min(max(value, other.Min), other.Max)
		set[0].Value = value
		alike := Set(other.Name + "=" + other.Format(value))
		alike[0].Client = set[0].Client
		set = append(set, alike[0])
	}
	return set
}

// Keyframes moves any number that may move.
func (a *Anything) Keyframes() scenario.Keyframes {
	for {
		k := scenario.NewKeyframes(scenario.Find(a.names[a.Rand.IntN(len(a.names))]))
		lo, hi := k.Key().Bounds()
		if k.Key().Text != nil || k.Key().Choices != nil {
			continue
		}
		if !k.Key().World() {
			k.Client = a.Rand.IntN(a.Clients + 1)
		}
		at := netsim.Time(0)
		for range 2 + a.Rand.IntN(3) {
			at += netsim.Time(1 + a.Rand.Int64N(int64(time.Second)))
			k.Points = append(k.Points, scenario.Keyframe{At: at, Value: lo + a.Rand.Int64N(hi-lo+1)})
		}
		return k
	}
}

// Watch returns any cut but its time.
func (a *Anything) Watch() scenario.Watch {
	w := scenario.Watch{Layout: scenario.WatchLayouts()[a.Rand.IntN(4)], Strip: scenario.WatchStrips()[a.Rand.IntN(3)],
		Client: 1 + a.Rand.IntN(a.Clients), With: a.Rand.IntN(a.Clients + 1), Subject: scenario.Subject{Kind: scenario.SubjectKind(a.Rand.IntN(6))}}
	if w.Subject.Kind == scenario.SubjectPlayer {
		w.Subject.Of = a.Rand.IntN(a.Clients + 1)
	}
	for range a.Rand.IntN(scenario.MaxWatchControls + 1) {
		w.Controls = append(w.Controls, append(scenario.WatchSliders(), a.names...)[a.Rand.IntN(3+len(a.names))])
	}
	return w
}

// Scenario returns any session of a few seconds. What does not go together with what it has already is left out.
func (a *Anything) Scenario() *scenario.Scenario {
	sc := &scenario.Scenario{Name: "anything", Title: `ü "🚀" #`, Seed: a.Rand.Uint64() >> 1, Clients: 1 + a.Rand.IntN(4),
		Duration: time.Second + time.Duration(a.Rand.Int64N(int64(3*time.Second)))}
	a.Clients = sc.Clients
	try := func(with func(sc *scenario.Scenario)) {
		more := *sc
		more.Set, more.Keyframes, more.Events = slices.Clone(sc.Set), slices.Clone(sc.Keyframes), slices.Clone(sc.Events)
		if with(&more); more.Validate() == nil {
			*sc = more
		}
	}
	if a.Rand.IntN(3) == 0 {
		presets := Values["link.preset"]
		try(func(sc *scenario.Scenario) { sc.Set = Set("link.preset=" + presets[a.Rand.IntN(len(presets))]) })
	}
	for range a.Rand.IntN(16) {
		try(func(sc *scenario.Scenario) {
			name := a.name()
			if a.Rand.IntN(2) == 0 { // which may be one that is fixed
				name = scenario.Keys()[a.Rand.IntN(len(scenario.Keys()))].Name
			}
			sc.Set = append(sc.Set, a.Setting(name)...)
		})
	}
	for range a.Rand.IntN(4) {
		try(func(sc *scenario.Scenario) { sc.Keyframes = append(sc.Keyframes, a.Keyframes()) })
	}
	at := netsim.Time(0)
	for range a.Rand.IntN(8) {
		at += netsim.Time(a.Rand.Int64N(int64(700 * time.Millisecond)))
		try(func(sc *scenario.Scenario) {
			ev := a.Event()
			ev.At = at
			sc.Events = append(sc.Events, ev)
		})
	}
	at = 0
	for range a.Rand.IntN(3) {
		at += netsim.Time(a.Rand.Int64N(int64(time.Second)))
		try(func(sc *scenario.Scenario) {
			w := a.Watch()
			w.At = at
			sc.Watch = append(slices.Clone(sc.Watch), w)
		})
	}
	return sc
}
