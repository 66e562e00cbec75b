// Package registry lists all clocks of this module: their names, their numbers on the wire, their groups and constants, and
// the variants that a scenario makes of them. It imports every clock's package; a program that needs one clock imports that
// clock's package alone.
package registry

import (
	"cmp"
	"fmt"
	"slices"

	"driftlab/internal/param"
	"driftlab/internal/texts"
	"driftlab/netsync"
	"driftlab/netsync/clocks"
	"driftlab/netsync/engines"
	"driftlab/netsync/unity"
)

// A Constant is what can be set of an algorithm: its name, unit, range, default and help.
type Constant = param.Param

// An Algorithm is one entry of the registry.
type Algorithm struct {
	ID    uint8  // its number on the wire; never reused. A test names a free one where two clash
	Name  string // as written in scenario files and on the command line
	Short string // for narrow columns
	Title string // as shown to people
	Help  string // what it does, in a sentence or two for a newcomer
	Base  netsync.Base
	Group Group
	Of    string // name of the algorithm that this is a variant of; "" for the registry's own entries

	Constants []Constant // what can be set
	Config    any        // the constants' values, such as a [clocks.SlotConfig]
	// New returns a fresh estimator with these constants, or an error that says which one is out of range.
	New func() (netsync.Estimator, error)
	// With returns the algorithm with other constants: the stored integer of each, in their order.
	With    func(values []int64) Algorithm
	inRange func() error
}

// Design returns the name of the registry's algorithm that this is, or is a variant of.
func (a *Algorithm) Design() string { return cmp.Or(a.Of, a.Name) }

// Stamped says whether the algorithm uses the send stamps ([netsync.Stamp24]) of the application's datagrams.
func (a *Algorithm) Stamped() bool {
	if f := a.foreign(); f != nil {
		return f.Stamped
	}
	switch a.Config.(type) {
	case clocks.TimeSyncConfig, clocks.MidlineConfig:
		return true
	}
	return false
}

// StampsOwn says whether the algorithm's own datagrams carry a send stamp too, as TimeSync's do. Midline's do not: they are
// shorter than the application's, and on a slow line shorter datagrams arrive sooner. A floor of such datagrams in only one
// direction would move the clock.
func (a *Algorithm) StampsOwn() bool {
	if f := a.foreign(); f != nil {
		return f.OwnStamps
	}
	_, is := a.Config.(clocks.TimeSyncConfig)
	return is
}

// Validate reports the first constant that is out of range or that contradicts another.
func (a *Algorithm) Validate() error {
	if pairs, has := a.Config.(interface{ Validate() error }); has {
		return pairs.Validate()
	}
	return a.inRange()
}

// A Group says which clocks go together in lists and tables.
type Group uint8

// The groups.
const (
	Published Group = iota // clocks of published texts and their peers, with which the program began
	Engines                // clocks that game engines and libraries ship
	Ours                   // the program's own
	Guests                 // programs of people's own: none is in the registry, and no list of clocks names them
)

var groupNames = [...]string{Published: "published", Engines: "engines", Ours: "ours", Guests: "guests"}

// Groups are every group of the registry, in the order in which tables list them.
var Groups = [...]Group{Published, Engines, Ours}

// String returns the group's name as it is written in settings.
func (g Group) String() string { return groupNames[g] }

const (
	// MaxID is the greatest number that a clock may have on the wire: an algorithm of the registry, a variant or a guest.
	MaxID = lastOwn + MaxGuests - 1
	// firstVariant is the number of the first variant; numbers from 26 on belong to the registry again.
	firstVariant = 10
)

// Variant returns variant number i, counted from 0: this algorithm with other constants and its own name.
func (a Algorithm) Variant(i int, name string, values []int64) Algorithm {
	v := a.With(values)
	v.ID, v.Of = firstVariant+uint8(i), a.Name
	v.Name, v.Short, v.Title = name, name, name
	return v
}

// clock makes an entry with the published constants.
func clock[C any, E netsync.Estimator](a Algorithm, constants []netsync.Constant[C], newClock func(C) (E, error)) Algorithm {
	for i := range constants {
		a.Constants = append(a.Constants, constants[i].Param)
	}
	set := func(cfg C) Algorithm {
		own := a // a copy, since many sessions may be made at once
		own.Config = cfg
		own.inRange = func() error { return param.Validate(constants, &cfg) }
		own.New = func() (netsync.Estimator, error) {
			e, err := newClock(cfg)
			if err != nil {
				return nil, err
			}
			return e, nil
		}
		return own
	}
	a.With = func(values []int64) Algorithm {
		var cfg C
		for i := range constants {
			constants[i].Set(&cfg, values[i])
		}
		return set(cfg)
	}
	return set(param.Defaults(constants))
}

// algorithms is the registry: one line for each clock.
var algorithms = [...]Algorithm{
	clock(Algorithm{ID: 1, Name: "unreal", Short: "Unreal", Title: "Unreal push", Base: netsync.BaseWorld,
		Help: "Every 5 s the host sends its time, and the client takes it as it arrives: late by one trip down."},
		clocks.UnrealConstants, clocks.NewUnreal),
	clock(Algorithm{ID: 2, Name: "rtt2", Short: "RTT/2", Title: "RTT/2",
		Help: "The client asks once when it joins, and adds half the round trip. It never asks again, so it drifts."},
		clocks.RTT2Constants, clocks.NewRTT2),
	clock(Algorithm{ID: 3, Name: "rtt2-world", Short: "RTT/2 world", Title: "RTT/2, world time", Base: netsync.BaseWorld,
		Help: "As RTT/2, but on the game's own clock, which time dilation and pauses disturb."},
		clocks.RTT2Constants, clocks.NewRTT2),
	clock(Algorithm{ID: 4, Name: "slot", Short: "Slot", Title: "Slot",
		Help: "A ping every few seconds; only answers among the fastest fifth may set the clock, and only if it is wrong by more than 3 to 7 ms."},
		clocks.SlotConstants, clocks.NewSlot),
	clock(Algorithm{ID: 5, Name: "simpson", Short: "Simpson", Title: "Simpson",
		Help: "The client asks five times with pauses, throws out answers that took unusually long, and averages the rest. Made for streams such as TCP."},
		clocks.SimpsonConstants, clocks.NewSimpson),
	clock(Algorithm{ID: 6, Name: "timesync", Short: "TimeSync", Title: "TimeSync",
		Help: "Every datagram carries a timestamp; the fastest trip of the last 10 s in each direction gives the offset."},
		clocks.TimeSyncConstants, clocks.NewTimeSync),
	clock(Algorithm{ID: 7, Name: "unity", Short: "Unity", Title: "Unity network time",
		Help: "It keeps one time ahead of the host and one behind. Both follow the latest snapshot by running one per cent faster or slower; once 200 ms wrong, they are set."},
		unity.Constants, unity.New),
	clock(Algorithm{ID: 8, Name: "mirror", Short: "Mirror", Title: "Mirror",
		Help: "A ping every 2 s; the offset is a moving average over all answers, slow and fast ones alike."},
		clocks.MirrorConstants, clocks.NewMirror),
	clock(Algorithm{ID: 9, Name: "sntp", Short: "SNTP", Title: "SNTP",
		Help: "Of the last eight answers, the one with the shortest delay sets the clock. It asks every 2 s at first, then every 16 s."},
		clocks.SNTPConstants, clocks.NewSNTP),

	clock(Algorithm{ID: 26, Name: "netfox", Short: "netfox", Title: "netfox (Godot)", Group: Engines,
		Help: "A ping every 0.25 s; the average of the latest eight answers, in which slow ones count more, moves it by an eighth. The game's own clock follows, at 0.8 to 1.25 times its speed."},
		engines.NetfoxConstants, engines.NewNetfox),
	clock(Algorithm{ID: 27, Name: "lightyear", Short: "lightyear", Title: "lightyear (Bevy)", Group: Engines,
		Help: "Every packet has the host's tick, without a fraction; that plus half of a smoothed round trip goes into a moving average. One time ahead and one behind follow it by running faster or slower."},
		engines.LightyearConstants, engines.NewLightyear),
	clock(Algorithm{ID: 28, Name: "fishnet", Short: "FishNet", Title: "FishNet (Unity)", Group: Engines,
		Help: "Once a second the host sends what it thinks the client's tick is, and the client sets its own to that, in whole ticks of 33 ms. Each time, the length of a tick changes by 1 %, which adds up."},
		engines.FishNetConstants, engines.NewFishNet),
	clock(Algorithm{ID: 29, Name: "entities", Short: "Entities", Title: "Netcode for Entities (Unity)", Group: Engines,
		Help: "It has no offset: the host says how late commands are, and the client runs up to a tenth faster or slower until they are two ticks early."},
		engines.EntitiesConstants, engines.NewEntities),
	clock(Algorithm{ID: 30, Name: "ddnet", Short: "DDNet", Title: "DDNet (Teeworlds)", Group: Engines,
		Help: "One time behind the host and one ahead move to their targets, faster if something was late more often. The mean of both races."},
		engines.DDNetConstants, engines.NewDDNet),
	clock(Algorithm{ID: 31, Name: "quake3", Short: "Quake III", Title: "Quake III", Group: Engines,
		Help: "It asks nothing: with each snapshot its time moves a millisecond closer to the latest one, or two back if it came too close. So it is late by the trip down and one snapshot interval, by design."},
		engines.Quake3Constants, engines.NewQuake3),

	clock(Algorithm{ID: 39, Name: "midline", Short: "Midline", Title: "Midline", Group: Ours,
		Help: "Every datagram carries a timestamp; a line midway between the fastest trips up and down gives the time, and tells a path that has changed from a clock that was set."},
		clocks.MidlineConstants, clocks.NewMidline),
}

// Recommended is the name of the clock that the program recommends to a game that sends datagrams both ways.
const Recommended = "midline"

// Algorithms returns every algorithm, in the order in which tables list them.
func Algorithms() []Algorithm { return slices.Clone(algorithms[:]) }

// OfGroup returns the algorithms of a group, in their order.
func OfGroup(g Group) []Algorithm {
	return slices.DeleteFunc(Algorithms(), func(a Algorithm) bool { return a.Group != g })
}

// Lookup finds an algorithm by its name. The error lists the names that come closest.
func Lookup(name string) (Algorithm, error) {
	for _, a := range algorithms {
		if a.Name == name {
			return a, nil
		}
	}
	names := texts.Names(algorithms[:], func(a Algorithm) string { return a.Name })
	return Algorithm{}, fmt.Errorf("unknown algorithm %q (%s)", name, texts.Allowed(name, names))
}

// timeDesigns is the list of all providers.
var timeDesigns = slices.Concat(unity.TimeDesigns(), engines.TimeDesigns())

// TimeDesigns returns every provider of a game's times, in the order in which settings list them.
func TimeDesigns() []unity.TimeDesign { return timeDesigns }

// TimeDesign returns the provider that goes with the algorithm if none is chosen: its own if it comes with one, else the
// first, "direct".
func (a *Algorithm) TimeDesign() unity.TimeDesign {
	for _, d := range timeDesigns {
		if d.Clock != "" && d.Clock == a.Design() {
			return d
		}
	}
	return timeDesigns[0]
}
