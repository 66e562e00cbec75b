package netsync

import (
	"fmt"
	"time"
)

// UnrealInterval is how often Unreal Engine 4.18 replicates the host's world time (seed 000).
const UnrealInterval = 5 * time.Second

// Unreal is the client's half of Unreal Engine 4.18's network clock (seed 000): on each arrival of
// the host's world time it stores the difference to its own world time, and nothing else. The
// message's one-way delay is never added, so the clock is late by the delay of the last message.
type Unreal struct {
	offset  time.Duration
	status  Status
	samples sampleRing
}

// NewUnreal returns an unsynchronised clock. The interval belongs to the host: see [UnrealPush].
func NewUnreal() *Unreal { return &Unreal{} }

// Wake sends nothing: the client only listens.
func (u *Unreal) Wake(_ Local, probes []Probe) ([]Probe, Local) { return probes, Never }

// Observe takes the host's pushes and ignores every other event.
func (u *Unreal) Observe(ev Event) {
	if ev.Kind != Push {
		return
	}
	offset := ev.T3.Offset(ev.T4)
	u.status.adopt(offset, offset-u.offset)
	u.offset = offset
	u.samples.add(Sample{At: ev.T4, Offset: offset})
}

// ServerTime returns the local world time plus the stored difference.
func (u *Unreal) ServerTime(now Local) (Server, bool) {
	return now.Plus(u.offset), u.status.Synchronised
}

// Status reports the clock. It knows no round trip and no one-way delay.
func (u *Unreal) Status(Local) Status { return u.status }

// Explain shows the pushes that arrived; each of them set the clock.
func (u *Unreal) Explain(d *Detail) {
	d.reset()
	d.Samples = u.samples.appendTo(d.Samples)
}

// UnrealPush is the host's half: when to replicate the world time.
type UnrealPush struct {
	interval time.Duration
	next     Server
}

// NewUnrealPush returns a schedule that is first due at start. The interval runs in world time, as
// the engine's timers do: dilation stretches it and a pause stops it. It must be 10 ms to 1 h.
func NewUnrealPush(start Server, interval time.Duration) (UnrealPush, error) {
	if interval < 10*time.Millisecond || interval > time.Hour {
		return UnrealPush{}, fmt.Errorf("push interval: %v is outside 10ms..1h", interval)
	}
	return UnrealPush{interval: interval, next: start}, nil
}

// Due says whether the time is to be sent now, and if so moves the schedule on.
func (p *UnrealPush) Due(now Server) bool {
	if now < p.next {
		return false
	}
	p.next = p.next.Add(p.interval * (1 + now.Sub(p.next)/p.interval))
	return true
}
