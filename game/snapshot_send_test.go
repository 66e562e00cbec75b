package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// seen is the host's state in a frame.
type seen struct {
	tick    int64
	own     [MaxPlayers]Player
	here    [MaxPlayers]bool
	avatars [MaxPlayers]Avatar
	npc     Point
}

// watchBaselines runs a rig and compares every baseline of a client with the host's state in that frame.
func watchBaselines(t *rapid.T, r *rig, frames map[uint32]seen, d time.Duration) (compared int) {
	had := make([]uint32, len(r.clients))
	for until := r.now + d; r.now < until; {
		r.run(time.Millisecond)
		h := r.host
		if _, ok := frames[h.snaps.number]; !ok {
			// A player may have joined since the frame, but nobody has moved.
			s := seen{tick: h.tick, npc: h.cfg.Level.PatrollerAt(h.at(h.tick)), here: h.snaps.frame().here}
			for id := range h.peers {
				s.own[id], s.avatars[id] = h.players[id], h.players[id].avatar(id)
			}
			frames[h.snaps.number] = s
		}
		for i, c := range r.clients {
			n := c.baselines.newest
			if n == 0 || n == had[i] {
				continue
			}
			had[i] = n
			compared++
			compareBaseline(t, c.baselines.at(n), frames, c.cfg.ID, r.host.cfg.Budget > 0)
		}
	}
	return compared
}

func compareBaseline(t *rapid.T, p *baseline, frames map[uint32]seen, own int, budget bool) {
	want, ok := frames[p.number]
	if !ok {
		t.Fatalf("client %d has a baseline of frame %d, which the host did not have", own, p.number)
	}
	if p.tick != want.tick || p.own.player() != want.own[own] || p.npc.point() != want.npc {
		t.Fatalf("client %d, frame %d: tick %d, own %+v, character %v; want %d, %+v, %v",
			own, p.number, p.tick, p.own.player(), p.npc.point(), want.tick, want.own[own], want.npc)
	}
	for id := range want.here {
		if id == own {
			continue
		}
		if p.here[id] != want.here[id] && (!budget || p.here[id]) {
			t.Fatalf("client %d, frame %d: player %d is here: %v, want %v", own, p.number, id, p.here[id], want.here[id])
		}
		if !p.here[id] {
			continue
		}
		if p.age[id] != 0 && !budget {
			t.Fatalf("client %d, frame %d: player %d is %d ticks old", own, p.number, id, p.age[id])
		}
		if p.age[id] == 0 && p.rows[id].avatar(id) != want.avatars[id] {
			t.Fatalf("client %d, frame %d: player %d is %+v, want %+v", own, p.number, id, p.rows[id].avatar(id), want.avatars[id])
		}
		for _, f := range frames {
			if f.tick == p.tick-int64(p.age[id]) && f.here[id] && f.avatars[id] != p.rows[id].avatar(id) && p.age[id] > 0 {
				t.Fatalf("client %d, frame %d: player %d of tick %d is %+v, want %+v", own, p.number, id, f.tick,
					p.rows[id].avatar(id), f.avatars[id])
			}
		}
	}
}

// unruly loses, delays and doubles datagrams at random.
func (r *rig) unruly(seed, percent uint64) {
	k := uint64(0)
	r.drop = func(f flight) bool {
		k++
		if f.due == 0 && hash(seed, k, 1)%100 < percent/2 {
			f.due = r.now + time.Duration(hash(seed, k, 2)%400)*time.Millisecond
			r.flights = append(r.flights, f)
		}
		return hash(seed, k)%100 < percent
	}
	r.extra = func(flight) time.Duration {
		k++
		return time.Duration(hash(seed, k, 3)%60) * time.Millisecond
	}
}

func TestSnapshotsAsDifferencesMakeTheHostsStateWhateverGetsLostOvertakenOrDoubled(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		clients := rapid.IntRange(1, 6).Draw(t, "clients")
		r := newRigAt(t, clients, "timesync", rapid.SampledFrom([]int{MinRate, 30, 60, MaxRate}).Draw(t, "rate"))
		check(t, r.host.SetSnapshotRate(rapid.IntRange(MinSendRate, r.host.Rate()).Draw(t, "snapshots")))
		if rapid.Bool().Draw(t, "budget") {
			check(t, r.host.SetBudget(rapid.IntRange(MinBudget, 20_000).Draw(t, "bytes")))
		}
		r.unruly(rapid.Uint64().Draw(t, "luck"), uint64(rapid.IntRange(0, 70).Draw(t, "percent")))
		compared, frames := 0, map[uint32]seen{}
		for range 4 {
			compared += watchBaselines(t, r, frames, time.Duration(rapid.IntRange(100, 900).Draw(t, "ms"))*time.Millisecond)
			c := r.clients[rapid.IntRange(0, clients-1).Draw(t, "who")]
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				c.Leave(r.clock(c))
			case 1:
				c.Rejoin(r.clock(c))
			case 2:
				check(t, r.host.SetDilation(r.hostClock(), 0, 0))
			case 3:
				check(t, r.host.SetDilation(r.hostClock(), 1_500_000, 0))
			}
		}
		r.drop, r.extra = nil, nil
		for _, c := range r.clients {
			c.Rejoin(r.clock(c))
		}
		if compared += watchBaselines(t, r, frames, 2*time.Second); compared < clients && r.host.cfg.Budget == 0 {
			t.Errorf("only %d baselines were compared", compared)
		}
		r.noRefusals()
	})
}

func TestSnapshotIsWholeAgainWhenAcknowledgementsStayAway(t *testing.T) {
	t.Parallel()
	r := newRig(t, 8, "timesync")
	r.run(3 * time.Second)
	size := func() uint64 {
		before := r.host.Outbox.Sent[1]
		r.run(time.Second)
		sent := r.host.Outbox.Sent[1].Since(before)[KindSnapshot]
		return sent.Bytes / sent.Datagrams
	}
	told := size()
	r.drop = func(f flight) bool { return f.kind() == KindInput && f.from == 1 }
	r.run(baselineRing*time.Second/DefaultRate + 200*time.Millisecond)
	if whole := size(); whole < told*6/5 {
		t.Errorf("a snapshot takes %d bytes without an acknowledgement, %d with one", whole, told)
	}
	r.drop = nil
	r.run(time.Second)
	if again := size(); again > told*5/4 {
		t.Errorf("a snapshot takes %d bytes, want about %d as before", again, told)
	}
	r.noRefusals()
}

// crowdedRig makes a rig of 64 clients who all walk about.
func crowdedRig(t rapid.TB) *rig {
	r := newRig(t, MaxPlayers-1, "timesync")
	r.run(3 * time.Second)
	return r
}

// starvationBound is how many snapshots in a row can leave another player out. After n of them its urgency is at least n, so a player
// preferred to it has waited for n/maxWeight. In the last n/2 snapshots that can happen to each of the 64 others 1+maxWeight times,
// and leastOthers are chosen every time: n/2·leastOthers ≤ 64·(1+maxWeight).
const starvationBound = 2 * (MaxPlayers - 1) * (1 + maxWeight) / leastOthers

func TestBudgetIsKeptToOnePercentAndNobodyStarves(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	r := crowdedRig(t)
	for _, budget := range []int{12_000, 24_000} {
		check(t, r.host.SetBudget(budget))
		r.run(2 * time.Second)
		before := r.host.Outbox.Sent[5]
		const seconds = 10
		r.run(seconds * time.Second)
		sent := r.host.Outbox.Sent[5].Since(before)
		total := gameOf(sent)
		if got := int(total.OnTheLine()) / seconds; got < budget*99/100 || got > budget*101/100 {
			t.Errorf("%d bytes a second, want %d: %+v", got, budget, sent)
		}
		if wait := int(r.host.peers[5].urgency.most); wait < 3 || wait > starvationBound {
			t.Errorf("%d bytes a second: a player waits for %d snapshots, 3 at least and %d at most are allowed", budget, wait, starvationBound)
		}
		c := r.clients[4]
		for id := range r.host.peers {
			p := c.baselines.at(c.baselines.newest)
			if id != 5 && (!p.here[id] || p.age[id] > 10*DefaultRate) {
				t.Errorf("%d bytes a second: player %d is here: %v, %d ticks old at %d", budget, id, p.here[id], p.age[id], p.tick)
			}
		}
	}
	if r.largest > MaxDatagram {
		t.Errorf("a datagram has %d bytes", r.largest)
	}
	r.noRefusals()
}

func TestNearerPlayersAreToldMoreOften(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	r := crowdedRig(t)
	check(t, r.host.SetBudget(8_000))
	var age, count [2]int64
	for range 600 {
		r.run(time.Second / DefaultRate)
		c := r.clients[0]
		p := c.baselines.at(c.baselines.newest)
		for id := range r.host.peers {
			if id == 1 || !p.here[id] {
				continue
			}
			far := 0
			if weight(p.rows[id].avatar(id).Pos.Sub(p.own.player().Pos)) == 1 {
				far = 1
			}
			age[far] += int64(p.age[id])
			count[far]++
		}
	}
	if near, far := age[0]*1000/max(count[0], 1), age[1]*1000/max(count[1], 1); count[0] == 0 || count[1] == 0 || near*3/2 > far {
		t.Errorf("the states of near players are %d thousandths of a tick old, those of far ones %d", near, far)
	}
}

func TestOwnStateIsInEverySnapshotUnderABudget(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	r := crowdedRig(t)
	check(t, r.host.SetBudget(5_000))
	r.run(3 * time.Second)
	before, _ := r.clients[0].Corrections()
	r.run(3 * time.Second)
	after, _ := r.clients[0].Corrections()
	if after != before {
		t.Errorf("%d corrections", after-before)
	}
	if p := &r.clients[0].predict; *p.state(r.host.tick) != r.host.players[1] {
		t.Errorf("predicted %+v, played %+v", *p.state(r.host.tick), r.host.players[1])
	}
}

// If everyone holds fire, that is more than a small budget has room for. The own state still arrives, everything does once that is
// over, and in no second the line carries much more than the budget.
func TestEventsLeaveRoomForTheOwnStateAndNothingIsOwedForLong(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	for _, budget := range []int{MinBudget, 3_000, 5_000} {
		r := crowdedRig(t)
		check(t, r.host.SetBudget(budget))
		var second [DefaultRate]uint64 // what had been sent in each frame of the latest second
		run := func(seconds int) {
			for i := range seconds * DefaultRate {
				r.run(time.Second / DefaultRate)
				sent := r.host.Outbox.Sent[5]
				total, then := gameOf(sent), &second[i%DefaultRate]
				if got := int(total.OnTheLine() - *then); *then > 0 && got > budget+r.host.burst()*3/2 {
					t.Fatalf("%d bytes a second: %d are sent within one", budget, got)
				}
				*then = total.OnTheLine()
			}
		}
		everyone := func(held Buttons) {
			r.host.Take(held)
			for _, c := range r.clients {
				c.Take(held)
			}
		}
		everyone(Fire)
		run(2)
		before := r.host.Outbox.Sent[5]
		run(8)
		sent := r.host.Outbox.Sent[5].Since(before)
		if n := sent[KindSnapshot].Datagrams; n < 8*4 {
			t.Errorf("%d bytes a second: %d snapshots in 8 s of fire", budget, n)
		}
		if total := gameOf(sent); total.OnTheLine() > uint64(8*budget*102/100) {
			t.Errorf("%d bytes a second: %d are sent in 8 s: %+v", budget, total.OnTheLine(), sent)
		}
		everyone(0)
		run(2)
		before = r.host.Outbox.Sent[5]
		run(2)
		if n := r.host.Outbox.Sent[5].Since(before)[KindSnapshot].Datagrams; n < 16 {
			t.Errorf("%d bytes a second: %d snapshots in 2 s after the fire", budget, n)
		}
		everyone(Fire) // after a time with room left
		run(2)
		r.noRefusals()
	}
}

// Answers are always sent. A client that asks for more than its budget gets nothing else, but owes no more than a burst once it has
// stopped.
func TestWhatAnswersTakeBeyondTheBudgetIsForgotten(t *testing.T) {
	t.Parallel()
	r := newRig(t, 2, "timesync")
	r.run(2 * time.Second)
	check(t, r.host.SetBudget(3_000))
	for range 5 * DefaultRate {
		for range 20 {
			_ = r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(KindProbe, r.clients[0].join, clockBytes(sampleClockMessages[0])))
		}
		r.run(time.Second / DefaultRate)
	}
	before := r.host.Outbox.Sent[1]
	r.run(time.Second)
	if n := r.host.Outbox.Sent[1].Since(before)[KindSnapshot].Datagrams; n < 10 {
		t.Errorf("%d snapshots in the second after the questions", n)
	}
}

// It takes a round trip or two to notice a loss, and other events continue meanwhile.
func TestChatComesThroughUnderABudgetAndLoss(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	for _, delay := range []time.Duration{80 * time.Millisecond, 500 * time.Millisecond} {
		r := crowdedRig(t)
		check(t, r.host.SetBudget(8_000))
		for _, c := range r.clients {
			c.up, c.down = delay, delay
		}
		r.drop = lossy(4, 20)
		for range 16 {
			r.run(500 * time.Millisecond)
			check(t, r.host.Say(r.hostClock(), "hello"))
		}
		r.run(4*time.Second + 12*delay)
		for i, c := range r.clients {
			if n := len(c.Chat(nil)); n != 16 {
				t.Errorf("%v: client %d has heard %d of 16 lines", delay, i+1, n)
			}
		}
	}
}

func BenchmarkHostTick64ClientsUnderABudget(b *testing.B) {
	h := newBusyHost(b, 64, 64)
	if err := h.SetBudget(12_000); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		h.tick(b)
	}
}
