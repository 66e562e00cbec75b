package game

import (
	"testing"
	"time"

	"driftlab/netsync"
)

// sees says whether a client shows a player.
func (r *rig) sees(c *rigClient, id int) bool {
	p := c.pictures.at(c.pictures.newest)
	return p.here[id]
}

func TestClientThatLeavesIsGoneForAllThoughGoodbyesAreLost(t *testing.T) {
	r := newRig(t, 3, "timesync")
	r.run(2 * time.Second)
	c, lost := r.clients[0], 0
	r.drop = func(f flight) bool {
		if f.kind() == KindLeave {
			lost++
		}
		return f.kind() == KindLeave && lost < goodbyes
	}
	c.Leave(r.clock(c))
	if c.State() != Away || c.Joined() || c.Moment(r.clock(c)).OK {
		t.Errorf("the client is %v", c.State())
	}
	r.run(time.Second)
	if lost != goodbyes || c.Next() != netsync.Never {
		t.Errorf("%d goodbyes, next wake-up %d", lost, c.Next())
	}
	if r.host.Present(1) || r.sees(r.clients[1], 1) {
		t.Error("the player is still there")
	}
	tick := r.host.Inputs(1).Missing
	r.run(time.Second)
	if r.host.Inputs(1).Missing != tick {
		t.Error("the player is still played")
	}
	c.Join(r.clock(c))
	if c.State() != Joining {
		t.Errorf("the client is %v", c.State())
	}
	r.run(2 * time.Second)
	if c.State() != Joined || !r.host.Present(1) || !r.sees(r.clients[1], 1) || !c.Moment(r.clock(c)).OK {
		t.Errorf("the client is %v and does not come back", c.State())
	}
	r.noRefusals()
}

func TestSilentClientIsLetGoOfAndComesBackByItself(t *testing.T) {
	r := newRig(t, 2, "timesync")
	r.run(2 * time.Second)
	c := r.clients[0]
	r.drop = func(f flight) bool { return f.from == 1 || f.to == 1 }
	r.run(DefaultTimeout - time.Second)
	if !r.host.Present(1) || c.State() != Joined {
		t.Errorf("after nine seconds the client is %v", c.State())
	}
	r.run(2 * time.Second)
	if r.host.Present(1) || r.host.Timeouts(1) != 1 || r.sees(r.clients[1], 1) {
		t.Error("after eleven seconds the player is still there")
	}
	if c.State() != TimedOut || c.Timeouts() != 1 {
		t.Errorf("after eleven seconds the client is %v", c.State())
	}
	r.run(30 * time.Second)
	if c.State() != TimedOut || c.Timeouts() != 1 {
		t.Errorf("without a host the client is %v, timed out %d times", c.State(), c.Timeouts())
	}
	r.drop = nil
	r.run(2 * time.Second)
	if c.State() != Joined || !r.sees(r.clients[1], 1) || !c.Moment(r.clock(c)).OK {
		t.Errorf("the client is %v", c.State())
	}
	r.noRefusals()
}

func TestClientThatTheHostHasLetGoOfIsTold(t *testing.T) {
	r := newRig(t, 1, "timesync")
	r.run(2 * time.Second)
	c := r.clients[0]
	r.drop = func(f flight) bool { return f.from == 1 } // the client goes on hearing the host
	r.run(DefaultTimeout + 200*time.Millisecond)
	if r.host.Present(1) || c.State() != Joined {
		t.Fatalf("the client is %v", c.State())
	}
	r.drop = nil
	r.run(time.Second)
	if c.State() != Joined || c.Timeouts() != 1 || !r.host.Present(1) {
		t.Errorf("the client is %v, timed out %d times", c.State(), c.Timeouts())
	}
	r.noRefusals()
}

func TestStepOfAClockIsNoSilence(t *testing.T) {
	r := newRig(t, 1, "timesync")
	r.run(2 * time.Second)
	c := r.clients[0]
	c.offset += time.Hour
	r.run(time.Second)
	c.offset -= 2 * time.Hour
	r.run(time.Second)
	if c.Timeouts() != 0 || r.host.Timeouts(1) != 0 {
		t.Error("a step of the client's clock counts as silence")
	}
}

func TestOldHellosLetNobodyIn(t *testing.T) {
	r := newRig(t, 1, "timesync")
	r.run(time.Second)
	c := r.clients[0]
	for range 3 {
		c.Rejoin(r.clock(c))
		r.run(time.Second)
	}
	c.Leave(r.clock(c))
	r.run(time.Second)
	for join := uint8(1); join <= c.join; join++ {
		if err := r.host.Receive(r.hostClock(), 1, datagram(KindHello, join, nil)); err != nil || r.host.Present(1) || r.host.Outbox().Len() > 0 {
			t.Errorf("join %d: %v, present: %v", join, err, r.host.Present(1))
		}
	}
	if rejected := r.host.Rejected(1); rejected.Counts[OldJoin] != 4 {
		t.Errorf("rejected: %v", rejected.Counts)
	}
}

func TestFloodOfJoinsIsCutOff(t *testing.T) {
	r := newRig(t, 2, "timesync")
	r.run(2 * time.Second)
	answered := r.host.Sent(1)[KindWelcome].Datagrams
	for join := range 100 {
		_ = r.host.Receive(r.hostClock(), 1, datagram(KindHello, uint8(join+2), nil))
		r.host.Outbox().Reset()
	}
	if n := r.host.Sent(1)[KindWelcome].Datagrams - answered; n > maxAsks {
		t.Errorf("%d welcomes at once", n)
	}
	if rejected := r.host.Rejected(1); rejected.Counts[Flood] != 100-maxAsks {
		t.Errorf("rejected: %v", rejected.Counts)
	}
	if rejected := r.host.Rejected(2); rejected.Total() != 0 {
		t.Errorf("the other client's: %v", rejected.Counts)
	}
}
