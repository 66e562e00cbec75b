package observe

import (
	"slices"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

// CueKind says what is to be heard.
type CueKind uint8

// What there is to hear.
const (
	CueStep CueKind = iota
	CueJump
	CueLand // its gain is the speed of the fall: 10 m/s are [FullGain]
	CueShot
	CueHit
	CueBell
	CueRefused
	CueCorrection    // its gain is its size: half a metre is FullGain
	CueMissed        // the host has played a tick without a client's input: the window for it had closed
	CueRising        // a lift, for two [LiftStep]; its gain is 0.02 for each m/s
	CueSinking       // the same on its way down
	CueTurn          // a lift has turned
	CueHostMetronome // each [Beat] of the host's world time
	CueMetronome     // each Beat of what a client takes that to be
	CueKick          // the ball has been touched
	CueBounce        // it has bounced; its gain is by how much its speed has changed: 10 m/s are FullGain

	CueKinds
)

const (
	// FullGain is the gain with which a cue is as loud as its recipe says.
	FullGain = 1000
	// Beat is the time between two beats of a metronome, in a machine's world time.
	Beat = 500 * time.Millisecond
	// LiftStep is the time between two cues of a lift that goes on: each fades over into the next.
	LiftStep = 50 * time.Millisecond

	stride   = 8 * game.Metre / 10 // between two steps
	mostCues = 1 << 12             // that wait to be fetched
	justNow  = 100 * time.Millisecond
)

// A Cue is something to be heard, as one machine shows it.
type Cue struct {
	At      netsim.Time // true time, between the machine's frame before and the one in which it was noticed
	Machine int
	Kind    CueKind
	X       game.Length // where in the world; the middle for what has no place
	Gain    int         // thousandths of the recipe's
}

// Ears notice what can be heard on some machines. A copy continues where the original was.
type Ears struct {
	level    *game.Level
	machines int
	on       []*ear // by machine, nil for one that nobody listens to; nil for none at all
	cues     []Cue  // that were not fetched yet
}

// NewEars returns ears for a host and some clients, which listen to none of them so far.
func NewEars(level *game.Level, clients int) Ears { return Ears{level: level, machines: clients + 1} }

// An ear notices what is to be heard on one machine.
type ear struct {
	machine int
	now     netsim.Time   // the frame that it listens to
	at      netsim.Time   // of the latest frame; 0 before the first
	world   netsync.World // what the machine took the world time to be then
	players []heardPlayer // by ID + 1: the character is the first
	shots   []heardShot
	strikes []heardShot
	fixed   uint64 // corrections
	lifts   []game.Length
	ball    heardBall
	scene   game.Scene
	recent  []game.Correction
}

// heardPlayer is what was noticed of one player.
type heardPlayer struct {
	at                    netsim.Time // when it was shown last
	steps                 int64
	left, landed, refused netsync.World
}

// heardShot is a projectile that was noticed.
type heardShot struct {
	id int
	at netsim.Time // when it was shown last
}

// heardBall is what was noticed of the ball.
type heardBall struct {
	at      netsim.Time // when it was shown last
	path    int         // touches up to this one
	touches int         // the most that were shown: one that is refused is not shown any more
	going   game.Point
}

// Hear has them listen only to these machines; 0 is the host.
func (h *Ears) Hear(machines ...int) {
	if len(machines) == 0 {
		h.on, h.cues = nil, nil
		return
	}
	if h.on == nil {
		h.on = make([]*ear, h.machines)
	}
	for machine := range h.on {
		wanted := slices.Contains(machines, machine)
		if wanted && h.on[machine] == nil {
			h.on[machine] = &ear{machine: machine}
		} else if !wanted {
			h.on[machine] = nil
		}
	}
}

// Cues appends what was to be heard since the last call, at most the latest few thousand, and forgets it. Cues of one machine
// come in the order of its frames.
func (h *Ears) Cues(dst []Cue) []Cue {
	dst = append(dst, h.cues...)
	h.cues = h.cues[:0]
	return dst
}

// cue notes what happened some time before the frame, but at the earliest in the machine's previous frame.
func (h *Ears) cue(e *ear, kind CueKind, ago time.Duration, x game.Length, gain int) {
	if len(h.cues) >= mostCues {
		h.cues = append(h.cues[:0], h.cues[mostCues/2:]...)
	}
	h.cues = append(h.cues, Cue{At: max(e.now.Add(-max(ago, 0)), min(e.at, e.now)), Machine: e.machine, Kind: kind, X: x, Gain: gain})
}

// Frame listens to a machine in one of its frames.
func (h *Ears) Frame(f *Frame) {
	if h.on == nil || h.on[f.Machine] == nil {
		return
	}
	e := h.on[f.Machine]
	e.now = f.Now
	f.Scene(&e.scene)
	if f.Client == nil {
		for id := 1; id < h.machines; id++ {
			if h.on[id] != nil && f.Host.Stats(id).Lacked > 0 {
				h.cue(e, CueMissed, 0, h.level.Width/2, FullGain)
			}
		}
		h.listen(e, f.Host.World(f.HostLocal))
		return
	}
	m := f.Client.Moment(f.Local)
	if !m.OK {
		*e = ear{machine: f.Machine, scene: e.scene}
		return
	}
	for _, list := range [...][]heardShot{e.shots, e.strikes} {
		for i := range list {
			list[i].id = f.Client.Numbered(list[i].id)
		}
	}
	h.listen(e, m.Clock.World())
	h.hearCorrections(e, f.Client)
}

// listen notices what is new in a frame.
func (h *Ears) listen(e *ear, world netsync.World) {
	h.hearMetronome(e, world)
	e.players = slices.Grow(e.players, h.machines+1-len(e.players))[:h.machines+1]
	h.hearPlayer(e, 0, &e.scene.Character)
	for i := range e.scene.Players {
		h.hearPlayer(e, e.scene.Players[i].ID+1, &e.scene.Players[i])
	}
	for i := range e.scene.Shots {
		if o := &e.scene.Shots[i]; fresh(&e.shots, o.ID, e.now) && e.at > 0 {
			h.cue(e, CueShot, 0, o.Pos.X, FullGain)
		}
	}
	for i := range e.scene.Strikes {
		k := &e.scene.Strikes[i]
		if !fresh(&e.strikes, k.Shot, e.now) || e.at == 0 {
			continue
		}
		switch ago := k.Now.Sub(k.At); k.On {
		case game.StruckBody:
			h.cue(e, CueHit, ago, k.Pos.X, FullGain)
		case game.StruckBell:
			h.cue(e, CueBell, ago, k.Pos.X, FullGain)
		}
	}
	forget(&e.shots, e.now)
	forget(&e.strikes, e.now)
	h.hearLifts(e)
	h.hearBall(e)
	e.at, e.world = e.now, world
}

// hearMetronome notices the beat between the latest frame and this one. Between two frames a machine's clock goes evenly,
// but where it is set: then nothing is heard.
func (h *Ears) hearMetronome(e *ear, world netsync.World) {
	passed, real := world.Sub(e.world), e.now.Sub(e.at)
	if e.at == 0 || passed <= 0 || passed > Beat/2 {
		return
	}
	beat := netsync.World(world.Sub(0) / Beat * Beat)
	if beat <= e.world || beat > world {
		return
	}
	kind := CueMetronome
	if e.machine == 0 {
		kind = CueHostMetronome
	}
	ago := time.Duration(int64(real) / 1000 * int64(world.Sub(beat)/1000) / max(int64(passed/1000), 1) * 1000)
	h.cue(e, kind, ago, h.level.Width/2, FullGain)
}

// hearPlayer notices what a player has done since the latest frame in which it was shown.
func (h *Ears) hearPlayer(e *ear, index int, o *game.Object) {
	p, pose := &e.players[index], &o.Pose
	steps := int64(pose.Walked / stride)
	known := p.at == e.at && e.at > 0
	p.at = e.now
	if known && steps > p.steps && o.Ride != game.Airborne {
		h.cue(e, CueStep, 0, o.Pos.X, FullGain)
	}
	if steps > p.steps || steps < p.steps-1 {
		p.steps = steps
	}
	since := func(at netsync.World, heard *netsync.World) (ago time.Duration, ok bool) {
		if at == *heard || at > o.Time {
			return 0, false
		}
		*heard = at
		ago = o.Time.Sub(at)
		return ago, known && ago < justNow
	}
	if ago, ok := since(pose.Left, &p.left); ok && o.Vel.Y > 0 {
		h.cue(e, CueJump, ago, o.Pos.X, FullGain)
	}
	if ago, ok := since(pose.Landed, &p.landed); ok {
		h.cue(e, CueLand, ago, o.Pos.X, min(int(pose.Impact/(10*game.MetreASecond/FullGain)), 2*FullGain))
	}
	if ago, ok := since(pose.Refused, &p.refused); ok {
		h.cue(e, CueRefused, ago, o.Pos.X, FullGain)
	}
}

// hearCorrections notices when the own player was corrected, by more than a few centimetres.
func (h *Ears) hearCorrections(e *ear, c *game.Client) {
	const heard, full = game.Metre / 20, game.Metre / 2
	count, _ := c.Corrections()
	if count == e.fixed {
		return
	}
	e.fixed = count
	e.recent = c.RecentCorrections(e.recent[:0])
	last := e.recent[len(e.recent)-1]
	if off := last.To.Sub(last.From).Length(); off > heard {
		h.cue(e, CueCorrection, 0, last.To.X, int(min(off, full)*FullGain/full))
	}
}

// hearLifts notices where lifts turn, and that they go, each [LiftStep] of true time.
func (h *Ears) hearLifts(e *ear) {
	step := netsim.Time(LiftStep)
	due := e.now/step > e.at/step
	for i := range e.scene.Platforms {
		o, plan := &e.scene.Platforms[i], &h.level.Platforms[i]
		if i == len(e.lifts) {
			e.lifts = append(e.lifts, 0)
		}
		before, goes := e.lifts[i], o.Vel.Y
		e.lifts[i] = goes
		if plan.A.X != plan.B.X || goes == 0 {
			continue
		}
		if before != 0 && (before > 0) != (goes > 0) {
			h.cue(e, CueTurn, 0, o.Pos.X, FullGain)
		}
		if due {
			kind := CueRising
			if goes < 0 {
				kind = CueSinking
			}
			h.cue(e, kind, e.now.Sub(e.now/step*step), o.Pos.X, int(max(goes, -goes)*FullGain/50/game.Metre))
		}
	}
}

// hearBall notices that the ball was touched, or bounces: one way of its own is turned round. One that a client has foreseen
// is heard then, and not again when the host has it too.
func (h *Ears) hearBall(e *ear) {
	o := &e.scene.Ball
	if !e.scene.HasBall {
		return
	}
	was := e.ball
	e.ball = heardBall{e.now, o.ID, max(o.ID, was.touches), o.Vel}
	switch {
	case was.at != e.at || e.at == 0:
	case o.ID > was.touches:
		h.cue(e, CueKick, 0, o.Pos.X, FullGain)
	case o.ID != was.path:
	case was.going.Y < 0 && o.Vel.Y > 0:
		h.cue(e, CueBounce, 0, o.Pos.X, bounce(o.Vel.Y-was.going.Y))
	case was.going.X < 0 && o.Vel.X > 0 || was.going.X > 0 && o.Vel.X < 0:
		h.cue(e, CueBounce, 0, o.Pos.X, bounce(o.Vel.X-was.going.X))
	}
}

// bounce is how loud one is that changes a speed by so much a second.
func bounce(by game.Length) int {
	return int(min(max(by, -by)*FullGain/(10*game.Metre), FullGain))
}

// fresh notes that a projectile is shown, and says whether it was not known.
func fresh(list *[]heardShot, id int, now netsim.Time) bool {
	for i := range *list {
		if h := &(*list)[i]; h.id == id {
			h.at = now
			return false
		}
	}
	*list = append(*list, heardShot{id, now})
	return true
}

// forget drops the projectiles that have not been shown for a while.
func forget(list *[]heardShot, now netsim.Time) {
	*list = slices.DeleteFunc(*list, func(h heardShot) bool { return now.Sub(h.at) > 2*game.StrikeStays })
}
