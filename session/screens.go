package session

import (
	"math"
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

// ScreenMeasures are how far off a client has shown things after the [Warmup].
type ScreenMeasures struct {
	Riding      [RiderClasses]Alignment
	Shots       [shotModes]Spread   // µm along the flight against the host's now, positive is ahead; by game.ShotMode
	Others      [othersModes]Spread // µm between a player's place and the host's now; by game.Others
	Corrections Spread              // µm by which corrections moved the own player
}

// screen is what a session knows about what one machine shows.
type screen struct {
	next      netsim.Time // of the looks
	measured  ScreenMeasures
	corrected uint64 // corrections up to here have been looked at
}

// screens are what the looks need and the machines share.
type screens struct {
	shown, truth game.Scene
	riding       [RiderClasses]Alignment // on the host's screen
	next         netsim.Time             // look at the host's
	corrections  []game.Correction
}

// due says whether a look is due, and plans the next one.
func due(next *netsim.Time, now netsim.Time) bool {
	if now < *next {
		return false
	}
	*next = now.Add(lookStep)
	return now >= netsim.Time(Warmup)
}

// lookAtHost measures the riders on the host's screen, in one of its frames.
func (s *Session) lookAtHost(now netsim.Time) {
	if !due(&s.screens.next, now) {
		return
	}
	s.HostScene(&s.screens.truth)
	for _, r := range s.screens.truth.Riding {
		s.screens.riding[riderClass(r.Rider, 0)].add(r)
	}
}

// lookAt measures what a client shows against what is true, in one of its frames.
func (s *Session) lookAt(n *clientNode, now netsim.Time) {
	count, _ := n.client.Corrections()
	fresh := count - n.screen.corrected
	if !due(&n.screen.next, now) {
		if now < netsim.Time(Warmup) {
			n.screen.corrected = count
		}
		return
	}
	n.screen.corrected = count
	m := &n.screen.measured
	s.HostScene(&s.screens.truth)
	s.ClientScene(n.id, &s.screens.shown)
	for _, r := range s.screens.shown.Riding {
		m.Riding[riderClass(r.Rider, n.id)].add(r)
	}
	for _, shown := range s.screens.shown.Shots {
		if truth := find(s.screens.truth.Shots, shown.ID); truth != nil {
			m.Shots[shotMode(n.look.Shots, shown)].add(int64(game.ShotError(shown, *truth)))
		}
	}
	for _, shown := range s.screens.shown.Players {
		if shown.ID == n.id {
			continue
		}
		if truth := findPlayer(s.screens.truth.Players, shown.ID); truth != nil {
			m.Others[n.look.Others].add(int64(length(shown.Pos.Sub(truth.Pos))))
		}
	}
	if fresh == 0 {
		return
	}
	s.screens.corrections = n.client.RecentCorrections(s.screens.corrections[:0])
	list := s.screens.corrections
	for _, k := range list[len(list)-int(min(fresh, uint64(len(list)))):] {
		m.Corrections.add(int64(length(k.To.Sub(k.From))))
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

// shotMode returns how one projectile is shown: of those that a client predicts, others' are not.
func shotMode(look game.ShotMode, shown game.Object) game.ShotMode {
	if look == game.PredictedShots && shown.Space != game.PredictedTime {
		return game.TimestampedShots
	}
	return look
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

// length returns how long a way within the world is.
func length(way game.Point) game.Length {
	return game.Length(math.Sqrt(float64(int64(way.X)*int64(way.X) + int64(way.Y)*int64(way.Y))))
}
