package session

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

// anything is a source of settings, events and whole sessions: whatever is allowed, by the luck of a seed.
type anything struct {
	t       testing.TB
	rng     *rand.Rand
	clients int
	names   []string // of the keys that may change while a session runs
}

func newAnything(t testing.TB, seed1, seed2 uint64) anything {
	a := anything{t: t, rng: rand.New(rand.NewPCG(seed1, seed2))}
	for i := range keys {
		if !keys[i].fixed {
			a.names = append(a.names, keys[i].Name)
		}
	}
	return a
}

// event returns any event but its time.
func (a *anything) event() (ev Event) {
	whom := a.rng.IntN(a.clients+2) - 1
	player := a.rng.IntN(a.clients + 1)
	speed := func() game.Speed { return game.Speed(a.rng.Int64N(2*int64(game.MaxImpulse)+1)) - game.MaxImpulse }
	switch a.rng.IntN(12) {
	case 0:
		ev.Rejoin = whom
	case 1:
		ev.Rebind = whom
	case 2:
		ev.Leave = whom
	case 3:
		ev.Join = whom
	case 4:
		ev.Play = &Play{Player: player, Held: game.Buttons(a.rng.IntN(int(game.AllButtons) + 1)), Release: a.rng.IntN(2) == 0}
	case 5:
		ev.Impulse = &Impulse{Player: player, X: speed(), Y: speed()}
	case 6:
		ev.Say = &Say{Player: player, Text: "round and round"}
	default:
		for range 1 + a.rng.IntN(6) {
			ev.Set = append(ev.Set, a.setting(a.names[a.rng.IntN(len(a.names))])...)
		}
	}
	return ev
}

// setting gives a key any value, half of them of the size that people use.
func (a *anything) setting(name string) []Assignment {
	key := Find(name)
	set := []Assignment{{key: indexOf(name)}}
	if !key.World() {
		set[0].Client = a.rng.IntN(a.clients + 1)
	}
	known := drawnValues[strings.Replace(strings.Replace(name, "link.up.", "link.", 1), "link.down.", "link.", 1)]
	if key.Text != nil || name != "client.wander" && !key.fixed && a.rng.IntN(2) == 0 {
		client := set[0].Client
		set = assignments(name + "=" + known[a.rng.IntN(len(known))])
		set[0].Client = client
		return set
	}
	lo, hi := key.Bounds()
	if name == "client.wander" {
		hi = 500 // what it has done to the quartz stays: a week of more would leave no clock
	}
	if n := len(key.Choices); n > 0 {
		lo, hi = 0, int64(n)-1
	}
	set[0].Value = lo + a.rng.Int64N(hi-lo+1)
	if key.fixed && key.With != "" { // alike they go together
		clock, _, _ := strings.Cut(name, ".")
		other := set[0]
		other.key = indexOf(clock + "." + key.With)
		other.Value = min(max(other.Value, other.Key().Min), other.Key().Max)
		set[0].Value = other.Value
		set = append(set, other)
	}
	return set
}

// keyframes moves any number that may move.
func (a *anything) keyframes() Keyframes {
	for {
		k := Keyframes{key: indexOf(a.names[a.rng.IntN(len(a.names))])}
		lo, hi := k.Key().Bounds()
		if k.Key().Text != nil || k.Key().Choices != nil {
			continue
		}
		if !k.Key().World() {
			k.Client = a.rng.IntN(a.clients + 1)
		}
		at := netsim.Time(0)
		for range 2 + a.rng.IntN(3) {
			at += netsim.Time(1 + a.rng.Int64N(int64(time.Second)))
			k.Points = append(k.Points, Keyframe{at, lo + a.rng.Int64N(hi-lo+1)})
		}
		return k
	}
}

// scenario returns any session of a few seconds. What does not go together with what it has already is left out.
func (a *anything) scenario() *Scenario {
	sc := &Scenario{Name: "anything", Title: `ü "🚀" #`, Seed: a.rng.Uint64() >> 1, Clients: 1 + a.rng.IntN(4),
		Duration: time.Second + time.Duration(a.rng.Int64N(int64(3*time.Second)))}
	a.clients = sc.Clients
	try := func(with func(sc *Scenario)) {
		more := *sc
		more.Set, more.Keyframes, more.Events = slices.Clone(sc.Set), slices.Clone(sc.Keyframes), slices.Clone(sc.Events)
		if with(&more); more.Validate() == nil {
			*sc = more
		}
	}
	if a.rng.IntN(3) == 0 {
		presets := drawnValues[presetKey]
		try(func(sc *Scenario) { sc.Set = assignments(presetKey + "=" + presets[a.rng.IntN(len(presets))]) })
	}
	for range a.rng.IntN(16) {
		try(func(sc *Scenario) { sc.Set = append(sc.Set, a.setting(keys[a.rng.IntN(len(keys))].Name)...) })
	}
	for range a.rng.IntN(4) {
		try(func(sc *Scenario) { sc.Keyframes = append(sc.Keyframes, a.keyframes()) })
	}
	at := netsim.Time(0)
	for range a.rng.IntN(8) {
		at += netsim.Time(a.rng.Int64N(int64(700 * time.Millisecond)))
		try(func(sc *Scenario) {
			ev := a.event()
			ev.At = at
			sc.Events = append(sc.Events, ev)
		})
	}
	return sc
}

func TestAnySessionHasSettingsOfEveryKindInTime(t *testing.T) {
	a := newAnything(t, 1, 2)
	seen := map[string]bool{}
	note := func(set []Assignment) {
		for _, s := range set {
			seen[s.Key().Name] = true
		}
	}
	for range 1000 {
		sc := a.scenario()
		note(sc.Set)
		for _, k := range sc.Keyframes {
			seen["keyframes"] = true
			seen["keyframes of one client"] = seen["keyframes of one client"] || k.Client > 0
		}
		for i := range sc.Events {
			ev := &sc.Events[i]
			note(ev.Set)
			for kind, has := range map[string]bool{"rejoin": ev.Rejoin != 0, "rebind": ev.Rebind != 0, "leave": ev.Leave != 0,
				"join": ev.Join != 0, "play": ev.Play != nil, "push": ev.Impulse != nil, "say": ev.Say != nil} {
				seen[kind] = seen[kind] || has
			}
		}
	}
	want := []string{"keyframes", "keyframes of one client", "rejoin", "rebind", "leave", "join", "play", "push", "say"}
	for i := range keys {
		want = append(want, keys[i].Name)
	}
	for _, name := range want {
		if !seen[name] {
			t.Errorf("there is none with %s", name)
		}
	}
}
