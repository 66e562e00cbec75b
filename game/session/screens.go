package session

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

// lookStep is the time between two looks at what a machine shows. A client is looked at in its frames.
const lookStep = 100 * time.Millisecond

// RiderClass says whom a rider is, from where the screen is looked at.
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

// ScreenMeasures are how far off a machine has shown things after the [Warmup], which is up to now and not as it is
// now: see [Session.Rode] for that. The host's screen has riders alone.
type ScreenMeasures struct {
	Riding      [RiderClasses]Alignment
	Shots       [shotModes]Spread   // µm along the flight against the host's now, positive is ahead; by game.ShotMode
	Others      [othersModes]Spread // µm between a player's place and the host's now; by game.Others
	ShotsSent   [shotModes]ShotsSent
	Corrections Spread // µm by which corrections moved the own player
}

// ShotsSent is what the host has sent a client of what happens, which projectiles are most of, and of projectiles'
// places, while the client showed them in one way.
type ShotsSent struct {
	Bytes uint64
	Over  time.Duration
}

// screen is what a session knows about what one machine shows.
type screen struct {
	next     netsim.Time // of the looks
	measured ScreenMeasures

	riders, shots, others, corrections recent
	tallies                            []tallied // the latest last

	corrected uint64      // corrections up to here have been looked at
	sent      uint64      // bytes of projectiles up to the latest look
	looked    netsim.Time // when that was
}

// screens are what the looks need and the machines share.
type screens struct {
	shown, truth game.Scene
	host         screen
	corrections  []game.Correction
	sorted       []int64 // of a median
}

// due says whether a look is due, and plans the next one.
func (k *screen) due(now netsim.Time) bool {
	if now < k.next {
		return false
	}
	k.next = now.Add(lookStep)
	return true
}

// see takes the riders of a look.
func (k *screen) see(now netsim.Time, machine int, riding []game.Riding) {
	k.riders.forget(now)
	for _, r := range riding {
		class := riderClass(r.Rider, machine)
		k.riders.add(now, uint8(class), r.Time, r.Distance)
		if now >= netsim.Time(Warmup) {
			k.measured.Riding[class].add(r)
		}
	}
}

// lookAt measures what a client shows against what is true, in one of its frames.
func (s *Session) lookAt(n *clientNode, now netsim.Time) {
	k := &n.screen
	if s.level.Empty() || !k.due(now) {
		return
	}
	s.screens.truth.Plain, s.screens.shown.Plain = true, true
	s.HostScene(&s.screens.truth)
	s.ClientScene(n.id, &s.screens.shown)
	k.see(now, n.id, s.screens.shown.Riding)
	s.lookAtShots(n, now)
	s.lookAtOthers(n, now)
	s.lookAtCorrections(n, now)
	s.lookAtBuffers(n, now)
	k.looked = now
}

func (s *Session) lookAtShots(n *clientNode, now netsim.Time) {
	k, warm := &n.screen, now >= netsim.Time(Warmup)
	var all [shotModes]Spread
	for _, shown := range s.screens.shown.Shots {
		if truth := find(s.screens.truth.Shots, shown.ID); truth != nil {
			mode, off := n.look.Shots, int64(game.ShotError(shown, *truth))
			if mode == game.PredictedShots && shown.Space != game.PredictedTime {
				mode = game.TimestampedShots // others' are not predicted
			}
			all[mode].add(off)
			if warm {
				k.measured.Shots[mode].add(off)
			}
		}
	}
	for mode, seen := range all {
		if seen.Count > 0 {
			k.shots.forget(now)
			k.shots.add(now, uint8(mode), 0, game.Length(seen.Bias()))
		}
	}
	sent := shotBytes(s.host.host.Sent(n.id))
	if warm {
		to := &k.measured.ShotsSent[n.look.Shots]
		to.Bytes += sent - k.sent
		to.Over += now.Sub(k.looked)
	}
	k.sent = sent
}

// shotBytes returns what the host has sent of what happens and of projectiles' places.
func shotBytes(down game.SentTraffic) uint64 {
	return down[game.KindSpawn].Bytes + down[game.KindShots].Bytes
}

func (s *Session) lookAtOthers(n *clientNode, now netsim.Time) {
	k := &n.screen
	var all Spread
	for _, shown := range s.screens.shown.Players {
		if shown.ID == n.id {
			continue
		}
		if truth := findPlayer(s.screens.truth.Players, shown.ID); truth != nil {
			off := int64(shown.Pos.Sub(truth.Pos).Length())
			all.add(off)
			if now >= netsim.Time(Warmup) {
				k.measured.Others[n.look.Others].add(off)
			}
		}
	}
	k.others.forget(now)
	if all.Count > 0 {
		k.others.add(now, uint8(n.look.Others), 0, game.Length(all.Mean()))
	}
}

func (s *Session) lookAtCorrections(n *clientNode, now netsim.Time) {
	k := &n.screen
	count, _ := n.client.Corrections()
	fresh := count - k.corrected
	k.corrected = count
	k.corrections.forget(now)
	if fresh == 0 {
		return
	}
	s.screens.corrections = n.client.RecentCorrections(s.screens.corrections[:0])
	list := s.screens.corrections
	for _, c := range list[len(list)-int(min(fresh, uint64(len(list)))):] {
		off := c.To.Sub(c.From).Length()
		k.corrections.add(now, 0, 0, off)
		if now >= netsim.Time(Warmup) {
			k.measured.Corrections.add(int64(off))
		}
	}
}

func (a *Alignment) add(r game.Riding) {
	a.Time.add(int64(r.Time))
	a.Distance.add(int64(r.Distance))
}

// riderClass says whom a rider is on the screen of a machine.
func riderClass(rider, machine int) RiderClass {
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

// findPlayer is find for players, who are in order of their IDs: one of 0..n has so many before it at most.
func findPlayer(players []game.Object, id int) *game.Object {
	for i := min(id, len(players)-1); i >= 0 && players[i].ID >= id; i-- {
		if players[i].ID == id {
			return &players[i]
		}
	}
	return nil
}
