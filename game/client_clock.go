package game

import (
	"fmt"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
)

// A runner is one algorithm running on one client.
type runner struct {
	*registry.Algorithm
	estimator   netsync.Estimator
	piggybacker netsync.Piggybacker // estimator, if its questions can go with other datagrams
	glancer     insight.Glancer     // the same, if it is one
	waker       netsync.Waker       // the same, if it is one
	last        netsync.Local       // the latest clock reading shown to it alone
	asked       bool                // it has asked since its start
}

// Clocks runs every algorithm on the packets of one client.
type Clocks struct {
	Driving   int       // which of [ClientConfig]'s Clocks drives the game; [Client.Drive] changes it
	Traffic   Traffic   // bytes that each algorithm made the client send
	Exchanges Exchanges // what the clocks have asked and heard since the session's start

	runners  []runner
	guests   registry.Source
	client   int
	due      []netsync.Local                 // when to wake each, on the machine's own clock
	index    [registry.MaxID + 1]int8        // runner by algorithm ID, −1 for none
	world    netsync.Timeline[netsync.Local] // the client's own world time
	next     netsync.Local                   // the earliest of due
	noticed  netsync.Local                   // the latest reading of the machine's clock shown to all
	latest   netsync.Local                   // and to any
	span     time.Duration                   // how long before its stamp the current datagram may have arrived
	stamped  []int8                          // runners that use the stamps of the game's datagrams
	asides   []int8                          // runners whose questions can go with other datagrams
	adopters []int8                          // runners that may adopt the game's settings
	game     unity.GameBasis
	probes   []netsync.Probe
	stampers stampers
}

// newClocks makes a client's estimators, or says which constant of which algorithm is out of range.
func newClocks(all []registry.Algorithm, guests registry.Source, client int) (c Clocks, err error) {
	c.guests, c.client = guests, client
	for i := range c.index {
		c.index[i] = -1
	}
	for i := range all {
		a := &all[i]
		if int(a.ID) >= len(c.index) || c.index[a.ID] >= 0 {
			return c, fmt.Errorf("%s: ID %d is not free in 1..%d", a.Name, a.ID, len(c.index)-1)
		}
		e, err := a.NewFor(guests, client)
		if err != nil {
			return c, fmt.Errorf("%s: %w", a.Name, err)
		}
		if _, is := e.(netsync.Piggybacker); is {
			c.asides = append(c.asides, int8(i))
		}
		if _, is := e.(unity.Adopter); is {
			c.adopters = append(c.adopters, int8(i))
		}
		c.runners = append(c.runners, runner{Algorithm: a})
		c.index[a.ID] = int8(i)
		if a.Stamped() {
			c.stamped = append(c.stamped, int8(i))
		}
	}
	c.game = unity.DefaultGame()
	c.due = make([]netsync.Local, len(all))
	c.stampers = stampersOf(all)
	c.restart()
	return c, nil
}

// restart gives every algorithm a fresh estimator.
func (c *Clocks) restart() {
	for i := range c.runners {
		c.restartOne(i)
	}
	c.next, c.noticed, c.latest = -1<<63, -1<<63, -1<<63
}

// restartOne gives an algorithm a fresh estimator, to be woken at once.
func (c *Clocks) restartOne(i int) {
	r := &c.runners[i]
	r.estimator, _ = r.NewFor(c.guests, c.client) // no error: newClocks and set have checked the constants
	r.piggybacker, _ = r.estimator.(netsync.Piggybacker)
	r.glancer, _ = r.estimator.(insight.Glancer)
	r.waker, _ = r.estimator.(netsync.Waker)
	if a, is := r.estimator.(unity.Adopter); is {
		a.Adopt(c.game)
	}
	r.last, r.asked, c.due[i] = -1<<63, false, -1<<63
}

// set gives an algorithm other constants and restarts it; changed is false if it has them already.
func (c *Clocks) set(a registry.Algorithm) (changed bool, err error) {
	if int(a.ID) >= len(c.index) || c.index[a.ID] < 0 {
		return false, fmt.Errorf("%s: the client has no such clock", a.Name)
	}
	i := int(c.index[a.ID])
	r := &c.runners[i]
	if a.Config == r.Config {
		return false, nil
	}
	if _, err := a.New(); err != nil {
		return false, fmt.Errorf("%s: %w", a.Name, err)
	}
	c.apart()
	r.Algorithm = &a
	c.restartOne(i)
	c.next = -1 << 63
	return true, nil
}

func (c *Clocks) drive(name string) error {
	for i := range c.runners {
		if c.runners[i].Name == name {
			c.Driving = i
			return nil
		}
	}
	return fmt.Errorf("unknown algorithm %q", name)
}

// base returns the clock that an algorithm runs on, when the machine's own clock reads now.
func (c *Clocks) base(b netsync.Base, now netsync.Local) netsync.Local {
	if b == netsync.BaseWorld {
		return netsync.Local(c.world.At(now))
	}
	return now
}

// notice shows the machine's clock to all algorithms: in each of the client's frames, and at each of the game's datagrams.
func (c *Clocks) notice(now netsync.Local) {
	if now < c.latest {
		for i := range c.runners {
			c.noticeOne(i, now)
		}
	}
	c.noticed, c.latest = now, now
}

// noticeOne checks whether the clock was set back since the algorithm last saw it. If so, the wake-up that it wanted may be far
// in the future, so it is woken now and decides by itself what to do. Readings at others' wake-ups do not count.
func (c *Clocks) noticeOne(i int, now netsync.Local) {
	r := &c.runners[i]
	if now < c.noticed {
		c.apart()
	}
	if now < r.last {
		c.due[i], c.next = now, now
	}
	r.last, c.latest = now, max(c.latest, now)
}

// apart notes at each algorithm the reading that was shown to all.
func (c *Clocks) apart() {
	for i := range c.runners {
		r := &c.runners[i]
		r.last = max(r.last, c.noticed)
	}
	c.noticed = -1 << 63
}

// wake calls an algorithm, and leaves in c.probes what it wants to send.
func (c *Clocks) wake(i int, now netsync.Local) {
	r := &c.runners[i]
	if now < c.noticed {
		c.apart()
	}
	r.last, c.latest = now, max(c.latest, now)
	var next netsync.Local
	c.probes, next = r.estimator.Wake(c.base(r.Base, now), c.probes[:0])
	r.asked = r.asked || len(c.probes) > 0
	c.due[i] = c.when(r.Base, next)
}

// when returns the machine's own clock reading at which a base's clock reads at.
func (c *Clocks) when(b netsync.Base, at netsync.Local) netsync.Local {
	if b != netsync.BaseWorld || at == netsync.Never {
		return at
	}
	if own, ok := c.world.When(netsync.World(at)); ok {
		return own
	}
	return netsync.Never
}

// appendProbes appends the probes that an algorithm wants to send.
func (c *Clocks) appendProbes(r *runner, b []byte) []byte {
	for _, p := range c.probes {
		msg := p.Message(r.ID)
		c.Traffic[r.ID] += uint64(msg.Size())
		b = msg.Append(b)
	}
	return b
}

// questionRoom is how long piggybacked questions may make a datagram. Every IPv4 host must take that much (RFC 791, section 3.2),
// so the questions never keep a datagram from getting through.
const questionRoom = 576 - Overhead

// piggyback appends the questions that can go with a datagram that has bytes bytes already.
func (c *Clocks) piggyback(now netsync.Local, b []byte, bytes int) []byte {
	room := len(b) + questionRoom - bytes - netsync.Message{Kind: netsync.MessageAsk}.Size()
	for _, i := range c.asides {
		if r := &c.runners[i]; len(b) <= room {
			c.probes = r.piggybacker.Piggyback(c.base(r.Base, now), c.probes[:0])
			b = c.appendProbes(r, b)
		}
	}
	return b
}

// sendProbes sends the probes of the algorithms that are due at now, each algorithm's in its own datagram.
func (c *Client) sendProbes(now netsync.Local) {
	if now < c.Clocks.next {
		return
	}
	next := netsync.Never
	for i, due := range c.Clocks.due {
		if now >= due {
			c.Clocks.wake(i, now)
			if due = c.Clocks.due[i]; len(c.Clocks.probes) > 0 {
				r := &c.Clocks.runners[i]
				b := c.Outbox.begin(clockHeader(KindProbe, c.join, c.stamping.stamp(now, r.ID), r.ID, r.StampsOwn(), &c.Clocks.Traffic))
				c.Outbox.finishClock(0, r.ID, c.Clocks.appendProbes(r, b))
			}
		}
		next = min(next, due)
	}
	c.Clocks.next = next
}

// observeStamp shows the send stamp of one of the game's datagrams to every algorithm that uses stamps. The datagram arrived when
// the clock read came, and was read at now.
func (c *Clocks) observeStamp(now, came netsync.Local, stamp uint32) {
	c.notice(now)
	ev := netsync.Event{Kind: netsync.Datagram, Stamp: stamp, T4: came, Span: c.span}
	for _, i := range c.stamped {
		c.runners[i].estimator.Observe(ev)
		if w := c.runners[i].waker; w != nil {
			c.due[i] = min(c.due[i], c.when(c.runners[i].Base, w.Next()))
			c.next = min(c.next, c.due[i])
		}
	}
}

// receive gives a clock the messages of its datagram, and its stamp if there is one.
func (c *Clocks) receive(now, came netsync.Local, head header, body []byte) error {
	id, err := checkClock(head.kind, body)
	if err != nil || int(id) >= len(c.index) || c.index[id] < 0 {
		return err
	}
	i := int(c.index[id])
	to := &c.runners[i]
	c.noticeOne(i, now)
	if head.stamped {
		to.estimator.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: head.stamp, T4: came, Span: c.span})
	}
	r := reader{b: body}
	for len(r.b) > 0 {
		ev, ok := r.clockMessage().Event(c.base(to.Base, came))
		if !ok {
			continue
		}
		ev.Span = c.span
		if ev.Kind == netsync.Answer {
			c.Exchanges.add(ev)
		}
		to.estimator.Observe(ev)
		c.due[i], c.next = now, now // it may want to wake at another time now
	}
	return nil
}

// Estimate returns the host's clock as estimated by the i-th of [ClientConfig]'s Clocks, on that algorithm's base; ok is false
// before its first synchronisation.
func (c *Clocks) Estimate(i int, now netsync.Local) (t netsync.Server, ok bool) {
	r := &c.runners[i]
	return r.estimator.ServerTime(c.base(r.Base, now))
}

// Glances fills all with what is measured of each algorithm at every tick.
func (c *Clocks) Glances(now netsync.Local, all []insight.Glance) {
	bases := [...]netsync.Local{netsync.BaseReal: now, netsync.BaseWorld: netsync.Local(c.world.At(now))}
	for i := range all {
		r := &c.runners[i]
		if r.glancer != nil {
			r.glancer.Glance(bases[r.Base], &all[i])
			continue
		}
		t, ok := r.estimator.ServerTime(bases[r.Base])
		st := r.estimator.Status(bases[r.Base])
		all[i] = insight.Glance{Synchronised: ok, HasOWD: st.HasOWD, Time: t, Steps: st.Steps, OWDUp: st.OWDUp, OWDDown: st.OWDDown}
	}
}

// Status reports what the i-th algorithm believes.
func (c *Clocks) Status(i int, now netsync.Local) netsync.Status {
	r := &c.runners[i]
	return r.estimator.Status(c.base(r.Base, now))
}

// NextWake returns when, on the client's clock, an algorithm wakes next, to ask or for anything else it does unprompted. It is
// [netsync.Never] for one that only listens. asked says whether it has asked since its start, along whether it may ask earlier,
// with a datagram that is sent anyway.
func (c *Clocks) NextWake(i int) (next netsync.Local, asked, along bool) {
	r := &c.runners[i]
	return c.due[i], r.asked, r.piggybacker != nil
}

// OwnWorld returns the client's own world time, the clock of algorithms on [netsync.BaseWorld].
func (c *Clocks) OwnWorld(now netsync.Local) netsync.Local {
	return netsync.Local(c.world.At(now))
}

// Explain fills d with the samples and numbers of the i-th algorithm.
func (c *Clocks) Explain(i int, d *insight.Detail) { insight.Explain(c.runners[i].estimator, d) }

// Exchanges are the answered questions of a client's clocks: all that exchanging packets can reveal about two clocks. A client
// can't tell two worlds with equal Exchanges apart.
type Exchanges struct {
	Count  uint64
	Digest uint64 // of all their timestamps, in order
	// The latest exchange (RFC 5905, section 8): sent and received by the client, received and sent by the host.
	T1, T4 netsync.Local
	T2, T3 netsync.Server
}

func (x *Exchanges) add(ev netsync.Event) {
	x.Count++
	x.T1, x.T2, x.T3, x.T4 = ev.T1, ev.T2, ev.T3, ev.T4
	x.Digest = hash(x.Digest, uint64(ev.T1), uint64(ev.T2), uint64(ev.T3), uint64(ev.T4))
}
