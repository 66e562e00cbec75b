package observe

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

// A Frame is a machine at an instant, mostly in one of its frames. What observes it only reads.
type Frame struct {
	Now     netsim.Time
	Machine int // 0 is the host
	Host    *game.Host
	Client  *game.Client       // nil for the host
	Clock   *netsim.Oscillator // of the machine
	Look    game.Look          // how a client shows things

	Local, HostLocal netsync.Local // what the clocks of machine and host read
}

// Scene fills scene with what the machine shows; the host shows what is true.
func (f *Frame) Scene(scene *game.Scene) {
	if f.Client == nil {
		f.Host.Scene(f.HostLocal, scene)
		return
	}
	f.Client.Scene(f.Local, f.Look, scene)
}

// Warmup is the part of a run that measures leave out.
const Warmup = 10 * time.Second

// warm says whether the frame is of the part of the run that is measured.
func (f *Frame) warm() bool { return f.Now >= netsim.Time(Warmup) }

// lookStep is the time between two looks at what a machine shows. A client is looked at in its frames.
const lookStep = 100 * time.Millisecond

// RiderClass says who a rider is, from the point of view of a screen's machine.
type RiderClass uint8

// The classes of riders.
const (
	OwnPlayer   RiderClass = iota // that of the machine itself
	NPC                           // the server-controlled character
	HostPlayer                    // the host's, on a client's screen: it plays in server time
	OtherPlayer                   // of another client

	RiderClasses
)

// Alignment sums up how riders were drawn against their platforms (MLAPI, "The Elevator Problem").
type Alignment struct {
	Time     Spread // ns of world time; positive is behind
	Distance Spread // µm along the platform's path; positive is to the right or up
}

const (
	shotModes   = game.PredictedShots + 1
	othersModes = game.SecondOrderNaively + 1
)

// ScreenMeasures are how far off a machine has shown things from the [Warmup] until now; [Screen.Rode] has the
// present. The host's screen has only riders.
type ScreenMeasures struct {
	Riding      [RiderClasses]Alignment
	Shots       [shotModes]Spread   // µm along the flight against the host's now, positive is ahead; by game.ShotMode
	Others      [othersModes]Spread // µm between a player's place and the host's now; by game.Others
	ShotsSent   [shotModes]ShotsSent
	Corrections Spread // µm by which corrections moved the own player
}

// ShotsSent is what the host has sent a client about events, most of them projectiles, and about projectiles'
// places, while the client showed them in one way.
type ShotsSent struct {
	Bytes uint64
	Over  time.Duration
}

// Screens sample what machines show, and keep how far off that is.
type Screens struct {
	level       *game.Level
	of          []screen // by machine
	shown       game.Scene
	truth       game.Scene
	corrections []game.Correction
}

// screen is what is kept for one machine.
type screen struct {
	next     netsim.Time // of the looks
	measured ScreenMeasures

	riders, shots, others, corrections recent
	tallies                            []tallied // the latest last

	corrected uint64      // corrections up to here have been looked at
	sent      uint64      // bytes of projectiles up to the latest look
	looked    netsim.Time // when that was
	sorted    []int64     // of a median
}

// NewScreens returns the screens of a host and some clients.
func NewScreens(level *game.Level, clients int) Screens {
	plain := game.Scene{Plain: true}
	return Screens{level: level, of: make([]screen, clients+1), shown: plain, truth: plain}
}

// Frame looks at what a machine shows in one of its frames, if that is due: at a client's against what is true.
func (s *Screens) Frame(f *Frame) {
	k := &s.of[f.Machine]
	if s.level.Empty() || f.Now < k.next {
		return
	}
	k.next = f.Now.Add(lookStep)
	f.Host.Scene(f.HostLocal, &s.truth)
	if f.Client == nil {
		k.see(f, s.truth.Riding)
		return
	}
	f.Scene(&s.shown)
	k.see(f, s.shown.Riding)
	s.lookAtShots(k, f)
	s.lookAtOthers(k, f)
	s.lookAtCorrections(k, f)
	k.lookAtBuffers(f)
	k.looked = f.Now
}

// see takes the riders of a look.
func (k *screen) see(f *Frame, riding []game.Riding) {
	k.riders.forget(f.Now)
	for _, r := range riding {
		class := ClassOf(r.Rider, f.Machine)
		k.riders.add(f.Now, uint8(class), r.Time, r.Distance)
		if f.warm() {
			k.measured.Riding[class].add(r)
		}
	}
}

func (s *Screens) lookAtShots(k *screen, f *Frame) {
	var all [shotModes]Spread
	for _, shown := range s.shown.Shots {
		if truth := find(s.truth.Shots, shown.ID); truth != nil {
			mode, off := f.Look.Shots, int64(game.ShotError(shown, *truth))
			if mode == game.PredictedShots && shown.Space != game.PredictedTime {
				mode = game.TimestampedShots // others' are not predicted
			}
			all[mode].Add(off)
			if f.warm() {
				k.measured.Shots[mode].Add(off)
			}
		}
	}
	for mode, seen := range all {
		if seen.Count > 0 {
			k.shots.forget(f.Now)
			k.shots.add(f.Now, uint8(mode), 0, game.Length(seen.Bias()))
		}
	}
	down := f.Host.Outbox.Sent[f.Machine]
	sent := down[game.KindSpawn].Bytes + down[game.KindShots].Bytes
	if f.warm() {
		to := &k.measured.ShotsSent[f.Look.Shots]
		to.Bytes += sent - k.sent
		to.Over += f.Now.Sub(k.looked)
	}
	k.sent = sent
}

func (s *Screens) lookAtOthers(k *screen, f *Frame) {
	var all Spread
	for _, shown := range s.shown.Players {
		if shown.ID == f.Machine {
			continue
		}
		if truth := findPlayer(s.truth.Players, shown.ID); truth != nil {
			off := int64(shown.Pos.Sub(truth.Pos).Length())
			all.Add(off)
			if f.warm() {
				k.measured.Others[f.Look.Others].Add(off)
			}
		}
	}
	k.others.forget(f.Now)
	if all.Count > 0 {
		k.others.add(f.Now, uint8(f.Look.Others), 0, game.Length(all.Mean()))
	}
}

func (s *Screens) lookAtCorrections(k *screen, f *Frame) {
	count, _ := f.Client.Corrections()
	fresh := count - k.corrected
	k.corrected = count
	k.corrections.forget(f.Now)
	if fresh == 0 {
		return
	}
	s.corrections = f.Client.RecentCorrections(s.corrections[:0])
	for _, c := range s.corrections[len(s.corrections)-int(min(fresh, uint64(len(s.corrections)))):] {
		off := c.To.Sub(c.From).Length()
		k.corrections.add(f.Now, 0, 0, off)
		if f.warm() {
			k.measured.Corrections.Add(int64(off))
		}
	}
}

func (a *Alignment) add(r game.Riding) {
	a.Time.Add(int64(r.Time))
	a.Distance.Add(int64(r.Distance))
}

// ClassOf returns the class of a rider on the screen of a machine.
func ClassOf(rider, machine int) RiderClass {
	switch rider {
	case game.Character:
		return NPC
	case machine:
		return OwnPlayer
	case 0:
		return HostPlayer
	}
	return OtherPlayer
}

func find(objects []game.Object, id int) *game.Object {
	for i := range objects {
		if objects[i].ID == id {
			return &objects[i]
		}
	}
	return nil
}

// findPlayer is find for players, who are in order of their IDs: player n has at most n before it.
func findPlayer(players []game.Object, id int) *game.Object {
	for i := min(id, len(players)-1); i >= 0 && players[i].ID >= id; i-- {
		if players[i].ID == id {
			return &players[i]
		}
	}
	return nil
}
