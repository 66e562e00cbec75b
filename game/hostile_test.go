package game

import (
	"runtime"
	"testing"
	"time"
)

func TestDroppedDatagramsAreCountedByReason(t *testing.T) {
	t.Parallel()
	r := newRig(t, 2, "timesync")
	r.run(2 * time.Second)
	c, h := r.clients[0], r.host
	input := func(change func(m *inputMessage)) []byte {
		m := inputMessage{frame: uint32(c.Frame) + 1, event: c.event, newest: h.tick + 2, count: 1}
		change(&m)
		return datagram(KindInput, c.join, m.append(nil))
	}
	outside := claim{shot: 1, view: HitView{Projectile: Point{3 * Width, 0}}}
	message := reliableMessage{kind: reliableClaim, claim: outside}
	told := append(appendU32(datagram(KindReliable, c.join, nil), h.peers[1].reliable), message.append(nil)...)
	old := input(func(m *inputMessage) { m.frame = 1 })
	for _, test := range []struct {
		name     string
		datagram []byte
		want     Reason
		fault    bool
	}{
		{"noise", []byte("GET / HTTP/1.1"), Malformed, true},
		{"cut short", input(func(*inputMessage) {})[:20], Malformed, true},
		{"buttons that no one has", input(func(m *inputMessage) { m.in[0].Held = 0x40 }), OutOfRange, true},
		{"a hit out of the world", told, OutOfWorld, true},
		{"what only the host sends", datagram(KindWelcome, c.join, nil), WrongKind, true},
		{"of a join to come", datagram(KindKeepalive, c.join+1, nil), Stranger, true},
		{"a question of a join to come without its key", datagram(KindProbe, c.join+1, clockBytes(sampleClockMessages[0])), Stranger, true},
		{"a goodbye of a join that never was", datagram(KindLeave, c.join+50, nil), Stranger, true},
		{"a goodbye without the key", datagram(KindLeave, joinID(c.join.number()), nil), Stranger, true},
		{"a bad first word of a join to come", datagram(KindProbe, h.keyed(1, c.join+1), []byte{9}), OutOfRange, true},
		{"of a join gone by", datagram(KindKeepalive, h.keyed(1, c.join-1), nil), OldJoin, false},
		{"a hello gone by", datagram(KindHello, c.join-1, nil), OldJoin, false},
		{"a replay", old, Replayed, false},
		{"a tick to come", input(func(m *inputMessage) { m.newest = h.tick + int64(2*h.cfg.Rate) + 1 }), Future, false},
		{"an event to come", input(func(m *inputMessage) { m.event += 1000 }), Future, true},
		{"a snapshot to come", input(func(m *inputMessage) { m.snapshot = 1 << 30 }), Future, true},
	} {
		before := h.Rejected(1)
		_, world := h.StateHash()
		err := h.Receive(r.hostClock(), r.hostClock(), 0, 1, test.datagram)
		h.Outbox.Reset()
		after := h.Rejected(1)
		if (err != nil) != test.fault || err != nil && (ReasonOf(err) != test.want || after.Latest != err) {
			t.Errorf("%s: %v, for the reason %v", test.name, err, ReasonOf(err))
		}
		before.Counts[test.want]++
		if after.Counts != before.Counts {
			t.Errorf("%s: counted %v, want %v", test.name, after.Counts, before.Counts)
		}
		if _, now := h.StateHash(); now != world {
			t.Errorf("%s: the world is changed", test.name)
		}
	}
	if err := h.Receive(r.hostClock(), r.hostClock(), 0, 7, old); ReasonOf(err) != Stranger || h.gate.rejected.Counts[Stranger] != 1 {
		t.Errorf("from nobody: %v", err)
	}
	if h.Rejected(0).Counts[Stranger] != 1 {
		t.Errorf("from nobody: %v", h.Rejected(0).Counts)
	}
}

func TestReplayedInputsChangeNothingThatIsPlayedOrMeasured(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	var kept [][]byte
	r.drop = func(f flight) bool {
		if f.kind() == KindInput {
			kept = append(kept, f.data)
		}
		return false
	}
	r.run(3 * time.Second)
	c, before, rtt := r.clients[0], r.host.Stats(1).Inputs, r.clients[0].rtt.smooth
	corrections, _ := c.Corrections()
	for i := range 300 {
		r.run(time.Second / 300)
		check(t, r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, kept[i%100]))
		r.host.Outbox.Reset()
	}
	after := r.host.Stats(1).Inputs
	if after.Late != before.Late || after.Missing != before.Missing {
		t.Errorf("inputs went from %+v to %+v", before, after)
	}
	if n, _ := c.Corrections(); n != corrections {
		t.Errorf("%d corrections", n-corrections)
	}
	if d := c.rtt.smooth - rtt; max(d, -d) > time.Millisecond {
		t.Errorf("the round trip went from %v to %v", rtt, c.rtt.smooth)
	}
}

func TestFloodOfDatagramsIsCutOffUntilTheNextFrame(t *testing.T) {
	t.Parallel()
	r := newRig(t, 2, "timesync")
	r.run(2 * time.Second)
	for range 2 * maxInFrame {
		_ = r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(KindProbe, r.clients[0].join, clockBytes(sampleClockMessages[0])))
	}
	if n := r.host.Outbox.Len(); n > maxInFrame {
		t.Errorf("%d answers", n)
	}
	r.host.Outbox.Reset()
	if n := r.host.Rejected(1).Counts[Flood]; n < maxInFrame || n > maxInFrame+2 {
		t.Errorf("%d of %d are dropped", n, 2*maxInFrame)
	}
	r.run(time.Second)
	if c := r.clients[0]; c.State() != Joined || !c.Moment(r.clock(c)).OK {
		t.Error("the client is lost")
	}
}

func TestHostileTrafficDoesNotGrowTheHost(t *testing.T) {
	r := newRig(t, 4, "timesync")
	r.run(3 * time.Second)
	var kept [][]byte
	r.drop = func(f flight) bool {
		if f.to == 0 && len(kept) < 400 {
			kept = append(kept, f.data)
		}
		return false
	}
	r.run(time.Second)
	now := r.hostClock()
	attack := func(n int) {
		for k := range uint64(n) {
			b := kept[hash(k, 1)%uint64(len(kept))]
			for range hash(k, 2) % 3 {
				b[hash(k, 3)%uint64(len(b))] ^= byte(hash(k, 4))
			}
			_ = r.host.Receive(now, now, 0, int(hash(k, 5)%6), b)
			if k%50 == 0 {
				now = now.Add(time.Second / DefaultRate)
				r.host.Wake(now)
			}
			r.host.Outbox.Reset()
		}
	}
	attack(100_000)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	attack(400_000)
	if after := heap(); after > before+256<<10 {
		t.Errorf("the heap grows from %d to %d bytes", before, after)
	}
	runtime.KeepAlive(r)
}

func TestTrafficIsCountedByKindBothWays(t *testing.T) {
	t.Parallel()
	r := newRig(t, 2, "timesync")
	var up, down SentTraffic
	r.drop = func(f flight) bool {
		t := &up
		if f.from == 0 {
			t = &down
		}
		if max(f.from, f.to) == 1 {
			t[f.kind()].Datagrams++
			t[f.kind()].Bytes += uint64(len(f.data))
		}
		return false
	}
	r.run(5 * time.Second)
	if got := r.clients[0].Outbox.Sent[0]; got != up {
		t.Errorf("sent by the client: %v, want %v", got, up)
	}
	if got := r.host.Outbox.Sent[1]; got != down {
		t.Errorf("sent to the client: %v, want %v", got, down)
	}
	total := down.Total()
	if total.OnTheLine() != total.Bytes+28*total.Datagrams || down[KindSnapshot].Datagrams == 0 || up[KindInput].Datagrams == 0 {
		t.Errorf("up %v, down %v", up, down)
	}
}

func TestInputsOfALongSilenceAreTakenInOneFrame(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(2 * time.Second)
	held := r.now + time.Second
	r.extra = func(f flight) time.Duration { return max(held-r.now, 0) }
	r.run(3 * time.Second)
	if n := r.host.Rejected(1).Counts[Flood]; n != 0 {
		t.Errorf("%d datagrams count as a flood", n)
	}
}
