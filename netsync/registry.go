package netsync

import (
	"fmt"
	"slices"
	"strings"
)

// An Algorithm is one entry of the registry.
type Algorithm struct {
	ID    uint8  // its number on the wire; never reused
	Name  string // as written in scenario files and on the command line
	Title string // as shown to people
	Help  string // what it does, in a sentence or two for a newcomer
	Base  Base
	// New returns a fresh estimator with the published constants.
	New func() (Estimator, error)
}

// algorithms is the registry: one line for each clock.
var algorithms = [...]Algorithm{
	{1, "unreal", "Unreal push", "Every 5 s the host sends its time, and the client takes it as it comes. It is late by the way down.",
		BaseWorld, func() (Estimator, error) { return NewUnreal(DefaultUnreal()) }},
	{2, "rtt2", "RTT/2", "The client asks once when it joins and adds half of the round trip. It never asks again, so it drifts.",
		BaseReal, func() (Estimator, error) { return NewRTT2(DefaultRTT2()) }},
	{3, "rtt2-world", "RTT/2, world time", "As RTT/2, but on the game's own clock, which time dilation and pauses disturb.",
		BaseWorld, func() (Estimator, error) { return NewRTT2(DefaultRTT2()) }},
	{4, "slot", "Slot", "A ping every few seconds; only answers among the fastest fifth may set the clock, and only if it is more than 3 to 7 ms off.",
		BaseReal, func() (Estimator, error) { return NewSlot(DefaultSlot()) }},
	{5, "simpson", "Simpson", "The client asks five times with pauses, drops the answers that took unusually long, and takes the mean of the rest. Made for streams such as TCP.",
		BaseReal, func() (Estimator, error) { return NewSimpson(DefaultSimpson()) }},
	{6, "timesync", "TimeSync", "Every datagram carries a time stamp; the fastest trip of the last 10 s in each direction tells the offset.",
		BaseReal, func() (Estimator, error) { return NewTimeSync(DefaultTimeSync()) }},
	{7, "unity", "Unity network time", "Keeps one time ahead of the host and one behind, and lets both run one per cent faster or slower to follow the latest snapshot; above 200 ms off it sets both.",
		BaseReal, func() (Estimator, error) { return NewUnity(UnityText()) }},
	{8, "mirror", "Mirror", "A ping every 2 s; the offset is a moving average of what all answers show, slow ones as much as fast ones.",
		BaseReal, func() (Estimator, error) { return NewMirror(DefaultMirror()) }},
	{9, "sntp", "SNTP", "Of the last eight answers the one with the least delay tells the time. It asks every 2 s at first, then every 16 s.",
		BaseReal, func() (Estimator, error) { return NewSNTP(DefaultSNTP()) }},
}

// Algorithms returns every algorithm, in the order in which tables list them.
func Algorithms() []Algorithm { return slices.Clone(algorithms[:]) }

// Lookup finds an algorithm by its name. The error lists the names that exist.
func Lookup(name string) (Algorithm, error) {
	var names []string
	for _, a := range algorithms {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return Algorithm{}, fmt.Errorf("unknown algorithm %q (allowed: %s)", name, strings.Join(names, ", "))
}

// BaseOf returns the time base of the algorithm with a wire number, and [BaseReal] for a number
// that no algorithm has.
func BaseOf(id uint8) Base {
	for i := range algorithms {
		if algorithms[i].ID == id {
			return algorithms[i].Base
		}
	}
	return BaseReal
}
