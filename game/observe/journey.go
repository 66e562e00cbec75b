package observe

import (
	"math/bits"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// A JourneyPart is one of the waits between a key and another machine's screen.
type JourneyPart int

// The parts, in their order.
const (
	FrameWait    JourneyPart = iota // for the frame that reads the key, and for the datagram that takes it along
	WayUp                           // from the first datagram that has it to the first that comes
	HostBuffer                      // whole ticks that it lies on the host, on purpose
	TickWait                        // for the host's next tick, and for the datagram that tells of it
	WayDown                         // from the first datagram that tells of it to the first that comes
	ClientBuffer                    // until what the viewer shows has come to it, on purpose
	ShowWait                        // for the viewer's next frame

	JourneyParts
)

// JourneyLost is how long a journey is waited for: nothing comes of one that is not over by then.
const JourneyLost = 3 * time.Second

// A Journey is the way of a deed from a key of a client's player to the screen of another machine. Only a simulator can
// know it: its instants are of three machines.
type Journey struct {
	Press
	Viewer int
	Shot   uint32 // the projectile's number, once the host has fired one
	// At has the instants between which the parts lie, At[p] and At[p+1] those of part p, and Known how many of them
	// have come: one at least.
	At    [JourneyParts + 1]netsim.Time
	Known int
	Late  bool // the host has played it in a later tick than the client
	Lost  bool // nothing has come of it
}

// Part returns how long a part has taken; ok is false for one that is not over.
func (j *Journey) Part(p JourneyPart) (d time.Duration, ok bool) {
	if int(p)+1 >= j.Known {
		return 0, false
	}
	return j.At[p+1].Sub(j.At[p]), true
}

// Whole returns how long the journey has taken; ok is false for one that is not over.
func (j *Journey) Whole() (d time.Duration, ok bool) {
	return j.At[JourneyParts].Sub(j.At[0]), j.Known == len(j.At)
}

// come notes the next instant. Where the tape knows of none yet, or only of one that lies ahead, it is false.
func (j *Journey) come(at, now netsim.Time) bool {
	if at > now {
		return false
	}
	j.At[j.Known] = max(at, j.At[j.Known-1])
	j.Known++
	return true
}

// Journeys appends the deeds of a client's player that a key began and that it has played between two instants to dst,
// oldest first, each with its way to a viewer's screen, as far as it has come by the second. The viewer is another machine,
// 0 the host; rate is the host's ticks a second. Where the host spares bytes on snapshots, what it leaves out counts as told.
func (t *Tape) Journeys(client, viewer, rate int, from, now netsim.Time, dst []Journey) []Journey {
	return t.journeys(client, viewer, rate, from, now, dst, false)
}

// Peeks is [Tape.Journeys] for the times when the player came out from behind a column: each begins with the frame in which
// its own machine has it out, and so is what others see it later by.
func (t *Tape) Peeks(client, viewer, rate int, from, now netsim.Time, dst []Journey) []Journey {
	return t.journeys(client, viewer, rate, from, now, dst, true)
}

func (t *Tape) journeys(client, viewer, rate int, from, now netsim.Time, dst []Journey, peeks bool) []Journey {
	r := &t.machines[client].presses
	n := r.search(func(p *Press) bool { return p.At >= from })
	for end := r.search(func(p *Press) bool { return p.At > now }); n < end; n++ {
		j := Journey{Press: *r.at(n), Viewer: viewer, Known: 1}
		switch {
		case (j.Deed == game.DeedPeek) != peeks:
			continue
		case peeks:
			j.Key = j.Press.At
		case j.Key == netsim.Never:
			j.Key = t.robotKey(client, rate, &j.Press)
		}
		j.At[0] = j.Key
		t.travel(&j, t.deedOf(client, n, rate, now), rate, now)
		j.Lost = j.Known < len(j.At) && now.Sub(j.Key) > JourneyLost
		dst = append(dst, j)
	}
	return dst
}

// robotKey returns when nobody's key counts as pressed: as its tick begins in the client's predicted time.
func (t *Tape) robotKey(client, rate int, p *Press) netsim.Time {
	r := &t.machines[client].moments
	n := r.search(func(m *ClockMoment) bool { return m.At >= p.At })
	if n == r.first || n == r.end {
		return p.At
	}
	return reached(r.at(n-1), r.at(n), predictedOf, worldOf(rate, p.Tick))
}

// deedOf returns what the host made of a client's n-th press, nil where it has played nothing for it by now. A deed is of
// the latest press that it can be of.
func (t *Tape) deedOf(client int, n uint64, rate int, now netsim.Time) *Deed {
	m := &t.machines[client]
	p := m.presses.at(n)
	for k := m.deeds.search(func(d *Deed) bool { return d.At >= p.At }); k < m.deeds.end; k++ {
		d := m.deeds.at(k)
		if d.At > now || d.Tick > p.Tick+int64(rate) {
			return nil
		}
		if d.Deed == p.Deed && d.Tick >= p.Tick {
			for later := n + 1; later < m.presses.end; later++ {
				if q := m.presses.at(later); q.Deed == p.Deed && q.At <= d.At && q.Tick <= d.Tick {
					return nil
				}
			}
			return d
		}
	}
	return nil
}

// travel fills in the instants of a journey that have come by now. What the host made of it is d, nil so far.
func (t *Tape) travel(j *Journey, d *Deed, rate int, now netsim.Time) {
	until := now
	if d != nil {
		until, j.Late, j.Shot = d.At, d.Tick > j.Tick, d.Shot
	}
	sent, came := t.taken(j, until)
	if !j.come(sent, now) || !j.come(came, now) || d == nil {
		return
	}
	turn := d.At
	if n := t.machines[0].moments.search(func(m *ClockMoment) bool { return m.At >= came }); t.machines[0].moments.has(n) {
		turn = t.machines[0].moments.at(n).At
	}
	j.come(d.At.Add(-turn.Sub(came)), now)
	if j.Viewer == 0 {
		for j.Known < len(j.At) {
			j.come(d.At, now)
		}
		return
	}
	told := t.tellingOf(j.Viewer, d, now)
	if !j.come(told.sent, now) || !j.come(told.came, now) {
		return
	}
	if ready, shown := t.shownOf(j.Viewer, d, &told, rate); shown <= now {
		j.come(ready, now)
		j.come(shown, now)
	}
}

// taken returns when the first datagram left that has a press in it, and when the first of them came that the host read
// until an instant; [netsim.Never] for none.
func (t *Tape) taken(j *Journey, until netsim.Time) (sent, came netsim.Time) {
	sent, came = netsim.Never, netsim.Never
	r := &t.packets
	for n := r.search(func(p *TapePacket) bool { return p.Sent >= j.Press.At }); n < r.end; n++ {
		p := r.at(n)
		if p.Sent > until {
			break
		}
		if int(p.From) != j.Client || game.Kind(p.Kind) != game.KindInput || j.Tick > p.Tick || j.Tick <= p.Tick-int64(p.Ticks) {
			continue
		}
		sent = min(sent, p.Sent)
		if p.Arrived && !p.Early && p.Read <= until {
			came = min(came, p.Due)
		}
	}
	return sent, came
}

// A telling is how a viewer gets to know of a deed.
type telling struct {
	sent, came, read netsim.Time
	tick             int64 // of the state that has it
}

// tellingOf returns how a viewer gets to know of a deed by now.
func (t *Tape) tellingOf(viewer int, d *Deed, now netsim.Time) telling {
	told := telling{netsim.Never, netsim.Never, netsim.Never, d.Tick}
	kind, heard := game.KindSnapshot, uint64(0)
	if d.Deed == game.DeedShot {
		kind, heard = t.heardOf(viewer, d)
	}
	r := &t.packets
	for n := r.search(func(p *TapePacket) bool { return p.Sent >= d.At }); n < r.end; n++ {
		p := r.at(n)
		if p.Sent > now || p.Sent > told.read {
			break
		}
		if int(p.To) != viewer || game.Kind(p.Kind) != kind || kind == game.KindSnapshot && p.Tick < d.Tick {
			continue
		}
		told.sent = min(told.sent, p.Sent)
		first := p.Read < told.read || p.Read == told.read && p.Due < told.came // the ones that it overtook bring nothing
		if p.Arrived && p.Read <= now && first && (kind == game.KindSnapshot || p.ID == heard) {
			told.came, told.read = p.Due, p.Read
			told.tick = max(d.Tick, p.Tick)
		}
	}
	return told
}

// heardOf returns by what kind of datagrams a viewer gets to know of a shot, and which of them it was, 0 for none so far.
func (t *Tape) heardOf(viewer int, d *Deed) (kind game.Kind, packet uint64) {
	kind = game.KindSpawn
	if m := t.Before(viewer, d.At); m != nil && m.Look.Shots == game.FramedShots {
		kind = game.KindShots
	}
	r := &t.machines[viewer].heard
	for n := r.search(func(h *ShotHeard) bool { return h.Read >= d.At }); n < r.end; n++ {
		if h := r.at(n); h.Shot == d.Shot && t.packets.has(h.Packet) && game.Kind(t.packets.at(h.Packet).Kind) == kind {
			return kind, h.Packet
		}
	}
	return kind, 0
}

// shownOf returns when a viewer's time has come to a deed that it knows of, and the first frame in which it shows it;
// [netsim.Never] for none so far.
func (t *Tape) shownOf(viewer int, d *Deed, told *telling, rate int) (ready, shown netsim.Time) {
	r := &t.machines[viewer].moments
	for n := r.search(func(m *ClockMoment) bool { return m.At >= told.read }); n < r.end; n++ {
		m := r.at(n)
		reading, waits := shownBy(d.Deed, m.Look)
		if w := worldOf(rate, told.tick); !m.OK || waits && reading(m) < w {
			continue
		} else if waits && r.has(n-1) {
			return max(told.came, reached(r.at(n-1), m, reading, w)), m.At
		}
		return told.came, m.At
	}
	return netsim.Never, netsim.Never
}

// shownBy returns the reading that must have come to a deed for a client to show it; waits is false where it is shown as
// soon as it is known of.
func shownBy(d game.Deed, look game.Look) (reading func(*ClockMoment) netsync.World, waits bool) {
	switch {
	case d == game.DeedShot:
		return sharedOf, look.Shots == game.TimestampedShots || look.Shots == game.PredictedShots
	default:
		return serverOf, look.Others == game.Interpolated
	}
}

func worldOf(rate int, tick int64) netsync.World { return unity.NewNetworkTime(rate, tick).World() }

func predictedOf(m *ClockMoment) netsync.World { return m.Predicted }
func serverOf(m *ClockMoment) netsync.World    { return m.Server }
func sharedOf(m *ClockMoment) netsync.World    { return m.Shared }

// reached returns when between two frames a reading came to a time: at the first where it was there before, and at the
// second where there was none before.
func reached(m, next *ClockMoment, reading func(*ClockMoment) netsync.World, to netsync.World) netsim.Time {
	if !m.OK || !next.OK {
		return next.At
	}
	return crossed(m.At, next.At, reading(m), reading(next), to)
}

// crossed returns when a reading that was from at one instant and until at another came to a time.
func crossed(at, next netsim.Time, from, until, to netsync.World) netsim.Time {
	switch {
	case to > until:
		return next
	case to <= from:
		return at
	}
	hi, lo := bits.Mul64(uint64(next.Sub(at)), uint64(to.Sub(from)))
	part, _ := bits.Div64(hi, lo, uint64(until.Sub(from)))
	return at.Add(time.Duration(part))
}
