package game

import (
	"testing"
	"time"

	"driftlab/game/congestion"
	"driftlab/internal/param"
)

// upload returns the settings of an upload of rate bit/s at most.
func upload(control congestion.Control, rate int64) Bulk {
	b := param.Defaults(BulkFields)
	b.Control, b.Rate = control, rate
	return b
}

func (r *rig) upload(set Bulk) {
	r.t.Helper()
	for _, c := range r.clients {
		if err := c.SetBulk(r.clock(c), set); err != nil {
			r.t.Fatal(err)
		}
	}
}

// Two sessions without a queue, one of them with an upload.
func TestUploadLeavesTheGameAndItsClocksAsTheyAre(t *testing.T) {
	t.Parallel()
	var rigs [2]*rig
	for i := range rigs {
		rigs[i] = newRig(t, 2, "timesync")
		if i == 1 {
			rigs[i].upload(upload(congestion.Delay, 1_000_000))
		}
		rigs[i].run(10 * time.Second)
	}
	for id, c := range rigs[1].clients {
		without := rigs[0].clients[id]
		_, world := rigs[0].host.StateHash()
		_, uploaded := rigs[1].host.StateHash()
		at, _ := without.Clocks.Estimate(without.Clocks.Driving, without.Clocks.latest)
		same, _ := c.Clocks.Estimate(c.Clocks.Driving, without.Clocks.latest)
		if world != uploaded || at != same || c.Clocks.Traffic != without.Clocks.Traffic || rigs[0].host.Stats(id+1).Inputs != rigs[1].host.Stats(id+1).Inputs {
			t.Errorf("client %d: the game is another one", id+1)
		}
		s, _ := c.BulkState()
		up, down := c.Outbox.Sent[0][KindBulk], rigs[1].host.Outbox.Sent[id+1][KindBulkAck]
		if s.Lost > 0 || s.Acked < 750 || up.Datagrams != s.Sent || up.Bytes != s.Sent*congestion.Segment || down.Datagrams < s.Acked || down.Bytes != down.Datagrams*20 {
			t.Errorf("client %d: %+v, %+v up and %+v down", id+1, s, up, down)
		}
		if (s.RTT-160*time.Millisecond).Abs() > time.Millisecond || s.Queueing > time.Millisecond || !s.Measured {
			t.Errorf("client %d measures a round trip of %v and a queue of %v", id+1, s.RTT, s.Queueing)
		}
		if n := rigs[1].host.Rejected(id + 1); n.Total() > 0 {
			t.Errorf("client %d: the host drops %v", id+1, n.Counts)
		}
	}
	if _, ok := rigs[0].clients[0].BulkState(); ok {
		t.Error("one that uploads nothing has a stream")
	}
}

// The client's clock is wrong by 7 s, and its uplink gets 50 ms longer.
func TestUploadMeasuresDelaysByTheDrivingClockOrByItsOwn(t *testing.T) {
	t.Parallel()
	for _, measure := range []DelayMeasure{SynchronisedDelay, DifferentialDelay} {
		r := newRig(t, 1, "rtt2")
		r.clients[0].offset = 7 * time.Second
		r.clients[0].Rejoin(r.clock(r.clients[0]))
		set := upload(congestion.Delay, 200_000)
		set.Measure = measure
		r.upload(set)
		r.run(5 * time.Second)
		s, _ := r.clients[0].BulkState()
		window := s.Window
		if s.Queueing > time.Millisecond {
			t.Errorf("measure %d: a queue of %v", measure, s.Queueing)
		}
		r.clients[0].up += 50 * time.Millisecond
		r.run(10 * time.Second)
		if s, _ = r.clients[0].BulkState(); (s.Queueing-50*time.Millisecond).Abs() > time.Millisecond || s.Window >= window {
			t.Errorf("measure %d: a queue of %v, and a window of %d after %d", measure, s.Queueing, s.Window, window)
		}
	}
}

// The clocks are 7 s apart.
func TestUploadThatMeasuresByAnotherClockForgetsTheDelaysOfTheFirst(t *testing.T) {
	t.Parallel()
	for _, offset := range []time.Duration{-7 * time.Second, 7 * time.Second} {
		r := newRig(t, 1, "timesync")
		r.clients[0].offset = offset
		r.clients[0].Rejoin(r.clock(r.clients[0]))
		set := upload(congestion.Delay, 200_000)
		for _, set.Measure = range []DelayMeasure{SynchronisedDelay, DifferentialDelay, SynchronisedDelay} {
			r.upload(set)
			r.run(3 * time.Second)
			if s, _ := r.clients[0].BulkState(); s.Queueing > time.Millisecond || !s.Measured {
				t.Errorf("offset %v, measure %d: a queue of %v", offset, set.Measure, s.Queueing)
			}
		}
	}
}

func TestUploadBeginsAgainWithAJoinAndEndsWithAGoodbye(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	r.upload(upload(congestion.Loss, 500_000))
	r.run(5 * time.Second)
	c.Rejoin(r.clock(c))
	before, _ := c.BulkState()
	if before.Flight != 0 {
		t.Errorf("%d bytes of the join before are waited for", before.Flight)
	}
	r.run(5 * time.Second)
	after, _ := c.BulkState()
	if after.Acked < before.Acked+200 {
		t.Errorf("%d are acknowledged, and %d five seconds before", after.Acked, before.Acked)
	}
	c.Leave(r.clock(c))
	r.run(time.Second)
	before, _ = c.BulkState()
	r.run(5 * time.Second)
	if after, _ = c.BulkState(); after.Sent != before.Sent {
		t.Errorf("%d are sent by one that has left", after.Sent-before.Sent)
	}
	check(t, c.SetBulk(r.clock(c), upload(congestion.Off, congestion.MaxRate)))
	if _, ok := c.BulkState(); ok {
		t.Error("the stream is there after it was switched off")
	}
}

// The upload sends more in a frame than the host takes.
func TestFloodOfAnUploadDoesNotShutOutTheGame(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(2 * time.Second)
	c := r.clients[0]
	one := bulkDatagram{number: 7}.append(header{kind: KindBulk, join: c.join}.append(nil))
	for range 2 * maxInFrame {
		_ = r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, one)
	}
	if n := r.host.Outbox.Len(); n != maxInFrame {
		t.Errorf("%d acknowledgements of %d", n, 2*maxInFrame)
	}
	r.host.Outbox.Reset()
	if err := r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(KindKeepalive, c.join, nil)); err != nil {
		t.Error(err)
	}
}

func TestDatagramsOfAnUploadThatAreNotOfThePresentJoinAreDropped(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(2 * time.Second)
	h, join := r.host, r.clients[0].join
	of := func(join joinID) []byte { return bulkDatagram{}.append(header{kind: KindBulk, join: join}.append(nil)) }
	for _, one := range []struct {
		datagram []byte
		want     Reason
		fault    bool
	}{{of(join + 1), Stranger, true}, {of(h.keyed(1, join-1)), OldJoin, false}, {of(h.keyed(1, join+1)), OldJoin, false}} {
		before := h.Rejected(1)
		err := h.Receive(r.hostClock(), r.hostClock(), 0, 1, one.datagram)
		after := h.Rejected(1)
		if before.Counts[one.want]++; (err != nil) != one.fault || before.Counts != after.Counts || h.Outbox.Len() > 0 || h.peers[1].join != join {
			t.Errorf("%v: counted %v, want %v", err, after.Counts, before.Counts)
		}
	}
}

// The host acknowledges anything.
func TestAcknowledgementsThatLieChangeTheUploadAlone(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	r.upload(upload(congestion.Delay, congestion.MaxRate))
	r.run(3 * time.Second)
	estimate, _ := c.Clocks.Estimate(c.Clocks.Driving, r.clock(c))
	_, world := r.host.StateHash()
	for number := range uint32(20_000) {
		delay := []time.Duration{-maxClock, maxClock, 0, time.Hour}[number%4]
		ack := bulkAck{number, delay}.append(header{kind: KindBulkAck, join: c.join}.append(nil))
		check(t, c.Receive(r.clock(c), r.clock(c), 0, ack))
		if n := c.Outbox.Len(); n > 60 { // 50 ms of the rate
			t.Fatalf("%d datagrams after one acknowledgement", n)
		}
		c.Outbox.Reset()
		if s, _ := c.BulkState(); s.Window > congestion.MaxWindow || s.Window < congestion.Segment || s.Flight > congestion.MaxWindow {
			t.Fatalf("%+v", s)
		}
	}
	_, now := r.host.StateHash()
	if same, _ := c.Clocks.Estimate(c.Clocks.Driving, r.clock(c)); same != estimate || now != world {
		t.Error("the clock or the world has changed")
	}
}

func TestUploadWithSettingsOutOfRangeIsRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	bad := upload(congestion.Delay, congestion.MaxRate+1)
	if err := r.clients[0].SetBulk(0, bad); err == nil {
		t.Error("a rate above the greatest is taken")
	}
	bad = upload(congestion.Off, congestion.MinRate)
	bad.Target = 0
	if err := r.clients[0].SetBulk(0, bad); err == nil {
		t.Error("a target of nothing is taken")
	}
}

// A round trip of one datagram.
func TestUploadAllocatesNothingOnceItRuns(t *testing.T) {
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	r.upload(upload(congestion.Delay, congestion.MaxRate))
	r.run(3 * time.Second)
	s, _ := c.BulkState()
	now, number := r.clock(c), uint32(s.Sent)
	ack := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		now = now.Add(200 * time.Millisecond)
		c.sendBulk(now)
		c.Outbox.Reset()
		ack = bulkAck{number, time.Millisecond}.append(header{kind: KindBulkAck, join: c.join}.append(ack[:0]))
		check(t, c.Receive(now, now, 0, ack))
		number++
		c.Outbox.Reset()
	}); n > 0 {
		t.Errorf("%.0f allocations", n)
	}
}
