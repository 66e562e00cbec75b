package game

import (
	"testing"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// joinedHost returns a host that has let client 1 in.
func joinedHost(t *testing.T) *Host {
	t.Helper()
	h := mustHost(t, HostConfig{Seed: 1, Rate: 60, Clients: 1, Level: DefaultLevel()})
	check(t, h.Receive(10, 1, datagram(KindKeepalive, h.keyed(1, 1), nil)))
	return h
}

func TestQuestionPiggybackedOnAnInputIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	h := joinedHost(t)
	input := inputMessage{newest: 3, count: 1}
	body := append(input.append(nil), clockBytes(netsync.Message{Kind: netsync.MessageAsk, Clock: 4, Seq: 7, T1: 99})...)
	check(t, h.Receive(50, 1, datagram(KindInput, h.keyed(1, 1), body)))
	if h.Outbox().Len() != 1 {
		t.Fatalf("%d datagrams in answer, want 1", h.Outbox().Len())
	}
	answer := h.Outbox().At(0)
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
	check(t, h.Receive(50, 1, datagram(KindInput, h.keyed(1, 1), body)))
	p := &h.peers[1]
	if p.inputs != before || p.newest != -1 || p.stand != (Input{}) || h.Inputs(1) != (InputStats{Early: 1}) {
		t.Errorf("kept: newest %d, input %v, %+v", p.newest, p.stand, h.Inputs(1))
	}
	if !p.echoed || p.echo != 77 || h.Outbox().Len() != 1 {
		t.Errorf("echo %v %d, %d answers", p.echoed, p.echo, h.Outbox().Len())
	}
}
