package game

import (
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// clocksOf returns the clocks whose messages a clock datagram has.
func clocksOf(t *testing.T, data []byte) map[uint8]bool {
	t.Helper()
	_, body, err := parseHeader(data)
	if err != nil {
		t.Fatal(err)
	}
	of := map[uint8]bool{}
	for r := (reader{b: body}); len(r.b) > 0; {
		of[r.clockMessage().Clock] = true
	}
	return of
}

func TestEachClockHasDatagramsOfItsOwnAndTimeSyncsAloneAreStamped(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	seen := map[uint8]bool{}
	r.drop = func(f flight) bool {
		if head, _, _ := parseHeader(f.data); head.kind.OfClocks() {
			of := clocksOf(t, f.data)
			if len(of) != 1 || head.stamped != of[timesyncID] {
				t.Errorf("%v of the clocks %v, stamped: %v", head.kind, of, head.stamped)
			}
			for id := range of {
				seen[id] = true
			}
		} else if !head.stamped {
			t.Errorf("%v without a stamp", head.kind)
		}
		return false
	}
	r.run(10 * time.Second)
	if len(seen) != len(registry.OfGroup(registry.Published)) {
		t.Errorf("seen are the clocks %v", seen)
	}
}

func TestAQuestionIsAnsweredBeforeItsClientIsInAndLetsNobodyIn(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.drop = func(f flight) bool { return f.from == 1 && f.kind() != KindHello && f.kind() != KindProbe }
	r.run(5 * time.Second)
	if r.host.Present(1) {
		t.Error("questions let the client in")
	}
	if x := r.clients[0].Clocks.Exchanges; x.Count < 5 {
		t.Errorf("%d questions have been answered", x.Count)
	}
	r.drop = nil
	r.run(time.Second)
	if !r.host.Present(1) {
		t.Error("the client is not in")
	}
	r.noRefusals()
}

func TestNeitherQuestionsNorAnswersKeepAnyoneIn(t *testing.T) {
	t.Parallel()
	for _, from := range []int{0, 1} {
		r := newRig(t, 1, "timesync")
		r.run(time.Second)
		r.drop = func(f flight) bool { return f.from == from && !f.kind().OfClocks() }
		r.run(DefaultTimeout + time.Second)
		if got, want := [2]uint64{r.host.peers[1].gate.timeouts, r.clients[0].member.timeouts}, [2]uint64{uint64(from), uint64(1 - from)}; got != want {
			t.Errorf("without the game's datagrams of machine %d: %d timeouts at the host and at the client, want %d", from, got, want)
		}
	}
}

// Unreal's clock is the last to know the time: until then the client has no inputs to send.
func TestAClientThatDoesNotKnowTheTimeYetIsKeptIn(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "unreal")
	check(t, r.host.SetTimeout(MinTimeout))
	r.drop = func(f flight) bool { return f.kind() == KindPush }
	r.run(10 * time.Second)
	if n := r.host.peers[1].gate.timeouts; n != 0 || !r.host.Present(1) {
		t.Errorf("%d timeouts, present: %v", n, r.host.Present(1))
	}
	if n := r.clients[0].Outbox.Sent[0][KindKeepalive].Datagrams; n < 35 || n > 41 {
		t.Errorf("%d keepalives in 10 s", n)
	}
}

func TestABudgetIsOfTheGameAlone(t *testing.T) {
	t.Parallel()
	var left [2]SentTraffic
	for i := range left {
		r := newRig(t, 2, "timesync")
		check(t, r.host.SetBudget(3000))
		for range 5 * DefaultRate {
			if i == 1 && r.host.Present(1) {
				for range 10 {
					check(t, r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(KindProbe, r.clients[0].join, clockBytes(sampleClockMessages[0]))))
				}
			}
			r.run(time.Second / DefaultRate)
		}
		left[i] = r.host.Outbox.Sent[1]
	}
	if left[0][KindSnapshot] != left[1][KindSnapshot] || left[0][KindAnswer].Datagrams*10 > left[1][KindAnswer].Datagrams {
		t.Errorf("with few questions %+v, with many %+v", left[0], left[1])
	}
}

func TestQuestionsGoWithADatagramOnlyWhereItStaysShort(t *testing.T) {
	t.Parallel()
	c, err := newClocks(registry.Algorithms(), nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	ask := netsync.Message{Kind: netsync.MessageAsk}.Size()
	if b := c.piggyback(0, nil, questionRoom-ask+1); len(b) > 0 {
		t.Errorf("%d bytes of questions go with a long datagram", len(b))
	}
	if b := c.piggyback(0, nil, questionRoom-ask); len(b) != ask {
		t.Errorf("%d bytes of questions go with one that has room for %d", len(b), ask)
	}
}

// joinedHost returns a host that has let client 1 in.
func joinedHost(t *testing.T) *Host {
	t.Helper()
	h := mustHost(t, HostConfig{Seed: 1, Rate: 60, Clients: 1, Level: DefaultLevel()})
	check(t, h.Receive(10, 10, 0, 1, datagram(KindKeepalive, h.keyed(1, 1), nil)))
	return h
}

func TestQuestionPiggybackedOnAnInputIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	h := joinedHost(t)
	input := inputMessage{newest: 3, count: 1}
	body := append(input.append(nil), clockBytes(netsync.Message{Kind: netsync.MessageAsk, Clock: 4, Seq: 7, T1: 99})...)
	check(t, h.Receive(50, 50, 0, 1, datagram(KindInput, h.keyed(1, 1), body)))
	if h.Outbox.Len() != 1 {
		t.Fatalf("%d datagrams in answer, want 1", h.Outbox.Len())
	}
	answer := h.Outbox.At(0)
	head, body, err := parseHeader(answer.Data)
	if err != nil || answer.To != 1 || answer.Clock != 4 || head.kind != KindAnswer {
		t.Fatalf("to %d: %v %v", answer.To, head, err)
	}
	r := reader{b: body}
	got := r.clockMessage()
	want := netsync.Message{Kind: netsync.MessageAnswer, Clock: 4, Seq: 7, T1: 99, T2: 50, T3: 50}
	if got != want || r.end() != nil {
		t.Errorf("answer %+v, want %+v", got, want)
	}
}

func TestSlotsPingsArePiggybackedOnInputsEveryThreeSeconds(t *testing.T) {
	t.Parallel()
	c, err := newClocks(registry.Algorithms(), nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.runners {
		c.wake(i, 0)
	}
	sent := 0
	for frame := range 600 { // 10 s at 60 Hz
		if b := c.piggyback(netsync.Local(int64(frame)*1e9/60), nil, 100); len(b) > 0 {
			sent++
		}
	}
	if sent != 3 {
		t.Errorf("%d pings went with 10 s of inputs, want 3", sent)
	}
}

func TestInputFarAheadIsNotKeptButAllElseInItCounts(t *testing.T) {
	t.Parallel()
	h := joinedHost(t)
	before := h.peers[1].inputs
	input := inputMessage{newest: maxTick, count: 1, in: [maxInputRun]Input{{Held: Fire}}, sentAt: 77}
	body := append(input.append(nil), clockBytes(netsync.Message{Kind: netsync.MessageAsk, Clock: 4, Seq: 7, T1: 99})...)
	check(t, h.Receive(50, 50, 0, 1, datagram(KindInput, h.keyed(1, 1), body)))
	p := &h.peers[1]
	if p.inputs != before || p.newest != -1 || p.stand != (Input{}) || h.Stats(1).Inputs != (InputStats{Early: 1}) {
		t.Errorf("kept: newest %d, input %v, %+v", p.newest, p.stand, h.Stats(1).Inputs)
	}
	if !p.echoed || p.echo != 77 || h.Outbox.Len() != 1 {
		t.Errorf("echo %v %d, %d answers", p.echoed, p.echo, h.Outbox.Len())
	}
}
