package scenario

import (
	"driftlab/netsim"
)

// A Watch says how a session is looked at in the view Watch from an instant on. It is a cut of a film, and never touches
// what happens: two scenarios that differ in their cuts alone are the same experiment.
type Watch struct {
	At       netsim.Time
	Layout   string   // one of [WatchLayouts]
	Client   int      // whose world is shown, from 1
	With     int      // the second client of the layout two, from 1; 0 in others
	Subject  Subject  // what the camera frames
	Strip    string   // one of [WatchStrips]
	Controls []string // at most [MaxWatchControls] names of sliders: settings, or of [WatchSliders]
	// Reconnect has all clients reconnect when latency or asymmetry is moved, until a person chooses.
	Reconnect bool
	Numbers   bool // the table of numbers stands in the place of the strip, until a person chooses
}

// The layouts: one client's world, the host's beside it, two clients', or three stills of the latest hit on which machines
// differ.
const (
	WatchSolo = "solo"
	WatchPair = "pair"
	WatchTwo  = "two"

	WatchFrozen = "frozen"
)

// WatchLayouts lists the layouts by name; the first is the default.
func WatchLayouts() []string { return []string{WatchSolo, WatchPair, WatchTwo, WatchFrozen} }

// What the strip under the worlds shows: the error of each client's clock, what peeker's advantage is made of, or nothing.
const (
	ErrorStrip = "error"
	PeekStrip  = "peek"
	NoStrip    = "none"
)

// WatchStrips lists what the strip may show; the first is the default.
func WatchStrips() []string { return []string{ErrorStrip, PeekStrip, NoStrip} }

// The sliders that stand for no single setting: the mean of both one-way delays, half of what the way up takes
// longer, and the speed of virtual time.
const (
	LatencySlider   = "latency"
	AsymmetrySlider = "asymmetry"
	SpeedSlider     = "speed"
)

// The settings that have sliders there too where nothing else is asked for.
const (
	DilationSlider = "host.dilation"
	LossSlider     = "link.loss"
)

// RejoinButton is no slider: it has all clients join anew.
const RejoinButton = "rejoin"

// WatchSliders lists them, and the button.
func WatchSliders() []string {
	return []string{LatencySlider, AsymmetrySlider, SpeedSlider, RejoinButton}
}

// MaxWatchControls is how many sliders the view Watch has at most.
const MaxWatchControls = 5

// A Subject is what a camera frames.
type Subject struct {
	Kind SubjectKind
	Of   int // which player or platform
}

// A SubjectKind says what kind of thing a camera frames.
type SubjectKind uint8

// The kinds of subjects. Only players, 0 being the host's, and platforms, from 0, are numbered.
const (
	SubjectAll SubjectKind = iota
	SubjectPlayer
	SubjectPlatform
	SubjectShot
	SubjectDispute
	SubjectLeader
)

// DefaultWatch is how a session is looked at that does not say: client 1's world, all of it, and what the link and the host's
// time can be made to do.
func DefaultWatch() Watch {
	return Watch{Layout: WatchSolo, Client: 1, Strip: ErrorStrip, Controls: []string{LatencySlider, AsymmetrySlider, DilationSlider, LossSlider}}
}

// WatchAt returns how the scenario is looked at at an instant: the last of its cuts by then.
func (sc *Scenario) WatchAt(now netsim.Time) Watch {
	for i := len(sc.Watch) - 1; i >= 0; i-- {
		if sc.Watch[i].At <= now {
			return sc.Watch[i]
		}
	}
	return DefaultWatch()
}
