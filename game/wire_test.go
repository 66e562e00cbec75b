package game

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/clocks"
)

// sampleDilation is two timelines with every field in use.
var sampleDilation = func() (d netsync.Dilation) {
	d.Learn([]netsync.Timeline[netsync.Server]{{From: 12345, World: -99, Excess: -250_000}, {From: 12346, World: -98, Excess: 7}})
	return d
}()

var sampleInput = inputMessage{snapshot: 70, event: 3, sentAt: 1 << 31, newest: 80, count: 3,
	in: [maxInputRun]Input{{Left, 0}, {Right | Fire, 777}, {AllButtons, mostLag(60)}}, sight: sight{true, maxSight, -maxSight}}

var sampleWelcome = welcome{player: 3, rate: 60, world: sampleDilation, event: 4}

var sampleClockMessages = []netsync.Message{
	{Kind: netsync.MessageAsk, Clock: 2, Seq: 9, T1: -5},
	{Kind: netsync.MessageAnswer, Clock: 3, Seq: 9, T1: -5, T2: 6, T3: 7},
	{Kind: netsync.MessagePush, Clock: 1, T3: 1 << 40},
	{Kind: netsync.MessageReport, Clock: 6, Value: 1<<24 - 1},
	{Kind: netsync.MessageNote, Clock: 6, Note: "a note of a guest's"},
}

var sampleEvents = []worldEvent{
	{kind: eventSpawn, shot: Shot{ID: 5, Owner: 2, Origin: Point{Metre, Metre}, Dir: 1, Spawn: 100, End: 200}},
	{kind: eventEnd, shot: Shot{ID: 5, End: 150}},
	{kind: eventChat, from: 64, said: 77, text: "grüß dich"},
	{kind: eventVerdict, verdict: sampleDispute},
	{kind: eventOther},
	{kind: eventToken, token: token{holder: 64, base: 1, at: 5}},
}

var sampleView = HitView{Projectile: Point{Metre, 2 * Metre}, Victim: Point{3 * Metre, 0}, Time: 9, VictimTime: -9}

var sampleDispute = Dispute{Shot: 5, Shooter: 2, Victim: 64, Verdict: Unseen, At: 160, Rewind: MaxRewind, Wanted: 2 * maxSight,
	ShooterView: sampleView, HostView: HitView{Time: 1}, Stood: Point{Metre, 0}, Dodged: true}

func clockBytes(messages ...netsync.Message) (b []byte) {
	for _, r := range messages {
		b = r.Append(b)
	}
	return b
}

func eventBytes(first uint32, events ...worldEvent) []byte {
	b := binary.BigEndian.AppendUint32(nil, first)
	for _, e := range events {
		b = e.append(b)
	}
	return b
}

// joinOne is the join of a rig's first client.
var joinOne = (&Host{cfg: HostConfig{Seed: 3}}).keyed(1, 1)

func datagram(k Kind, join joinID, body []byte) []byte {
	return append(header{k, join, !k.OfClocks(), 0x123456}.append(nil), body...)
}

func FuzzHeader(f *testing.F) {
	f.Add(datagram(KindInput, 7, []byte("body")))
	f.Add([]byte{})
	f.Add([]byte{Mark, 200, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{Mark, byte(KindProbe), partTicks, 0, 0, 0, 0, 0, 0, 0})
	f.Add(make([]byte, MaxDatagram+1))
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		h, body, err := parseHeader(b)
		if err != nil {
			return
		}
		if again := append(h.append(nil), body...); !bytes.Equal(again, b) {
			t.Errorf("%x is written again as %x", b, again)
		}
		if h.kind.String() == "unknown" {
			t.Errorf("kind %d has no name", h.kind)
		}
	})
}

func FuzzWelcome(f *testing.F) {
	f.Add(sampleWelcome.append(nil))
	f.Add(sampleWelcome.append(nil)[:9])
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		m, err := parseWelcome(b)
		if again := m.append(nil); err == nil && !bytes.Equal(again, b) {
			t.Errorf("%x is written again as %x", b, again)
		}
	})
}

func FuzzInput(f *testing.F) {
	f.Add(sampleInput.append(nil))
	f.Add(sampleInput.append(nil)[:20])
	f.Add(append(sampleInput.append(nil), clockBytes(sampleClockMessages[0], sampleClockMessages[3])...))
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		var m inputMessage
		if err := parseInput(b, &m); err != nil {
			return
		}
		if again := m.append(nil); !bytes.Equal(again, b) {
			t.Errorf("%x is written again as %x", b, again)
		}
	})
}

func FuzzWorldEvents(f *testing.F) {
	f.Add(eventBytes(1, sampleEvents...)[4:])
	f.Add(eventBytes(1, sampleEvents...)[4:20])
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		r := reader{message: "spawn", b: b}
		var again []byte
		for len(r.b) > 0 && r.err == nil {
			var e worldEvent
			r.worldEvent(&e)
			again = e.append(again)
		}
		if r.end() == nil && !bytes.Equal(again, b) {
			t.Errorf("%x is written again as %x", b, again)
		}
	})
}

func TestEventSizesAreWhatEventsTake(t *testing.T) {
	t.Parallel()
	for i, e := range sampleEvents {
		if got := len(e.append(nil)); got != e.size() {
			t.Errorf("event %d takes %d bytes, not %d", i, got, e.size())
		}
	}
}

// with returns a copy of b with the bytes from at on replaced.
func with(b []byte, at int, by ...byte) []byte {
	b = bytes.Clone(b)
	copy(b[at:], by)
	return b
}

func TestBadDatagramsAreRefusedByFieldAndRange(t *testing.T) {
	t.Parallel()
	ff := []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}
	snap, in := sampleSnapshot.bytes(&noBaseline), sampleInput.append(nil)
	lagged := sampleInput
	lagged.in[2].Lag = mostLag(60) + 1
	for _, test := range []struct {
		name     string
		toHost   bool
		datagram []byte
		want     string
	}{
		{"empty", true, nil, "datagram: truncated, 0 bytes is outside 8..1200"},
		{"short", false, []byte{1, 2, 3}, "datagram: truncated, 3 bytes is outside 8..1200"},
		{"too long", true, make([]byte, 1201), "datagram: 1201 bytes is outside 8..1200"},
		{"mark", true, with(datagram(KindInput, joinOne, in), 0, 2), "datagram: mark: 2 is not 13"},
		{"kind zero", true, datagram(0, joinOne, nil), "datagram: kind: 0 is outside 1..17"},
		{"parts", true, with(datagram(KindInput, joinOne, in), 2, partStamp|partHealth), "datagram: parts: 0x03 is outside 0..0x01"},
		{"input without a stamp", true, append(header{kind: KindInput, join: joinOne}.append(nil), in...), "datagram: input: without a stamp"},
		{"cut in the stamp", true, datagram(KindInput, joinOne, nil)[:10], "datagram: stamp: truncated, 2 of 3 bytes are left"},
		{"kind", false, datagram(99, joinOne, nil), "datagram: kind: 99 is outside 1..17"},
		{"not the host's", false, datagram(KindInput, joinOne, in), `datagram: kind: the host does not send "input"`},
		{"not a client's", true, datagram(KindSnapshot, joinOne, snap), `datagram: kind: a client does not send "snapshot"`},
		{"hello with a body", true, datagram(KindHello, 1, []byte{1}), "hello: 1 bytes too many"},
		{"other key", true, datagram(KindInput, joinOne^1<<numberBits, in), "input: not with the key of client 1's join 1"},
		{"other join", true, datagram(KindInput, joinOne+1, in), "input: not with the key of client 1's join 2"},
		{"welcome for another", false, datagram(KindWelcome, joinOne, sampleWelcome.append(nil)), "welcome: player 3 at 60 Hz, want 1 at 60 Hz"},
		{"player", false, datagram(KindWelcome, joinOne, with(sampleWelcome.append(nil), 0, 65)), "welcome: player: 65 is outside 1..64"},
		{"rate", false, datagram(KindWelcome, joinOne, with(sampleWelcome.append(nil), 1, 0, 9)), "welcome: tick rate: 9 is outside 10..128"},
		{"line", false, datagram(KindWelcome, joinOne, with(sampleWelcome.append(nil), 20, 0xff)), "welcome: timeline rate: .* is outside 0..10000000"},
		{"clock", false, datagram(KindWelcome, joinOne, with(sampleWelcome.append(nil), 4, 0x7f)), "welcome: timeline from: .* is outside -4611686018427387904..4611686018427387904"},
		{"no lines", false, datagram(KindWelcome, joinOne, with(sampleWelcome.append(nil), 3, 0)), "welcome: timelines: 0 is outside 1..16"},
		{"lines", false, datagram(KindWelcome, joinOne, with(sampleWelcome.append(nil), 3, 17)), "welcome: timelines: 17 is outside 1..16"},
		{"order of lines", false, datagram(KindWelcome, joinOne, with(sampleWelcome.append(nil), 30, 0, 0)), "welcome: timeline from: .* is outside 12345.."},
		{"truncated welcome", false, datagram(KindWelcome, joinOne, sampleWelcome.append(nil)[:45]), "welcome: event: truncated, 1 of 4 bytes are left"},
		{"long welcome", false, datagram(KindWelcome, joinOne, sampleWelcome.append([]byte{1})[1:]), "welcome: "},
		{"truncated input", true, datagram(KindInput, joinOne, in[:10]), "input: event: truncated, 2 of 4 bytes are left"},
		{"count", true, datagram(KindInput, joinOne, with(in, 24, 129)), "input: count: 129 is outside 1..128"},
		{"no count", true, datagram(KindInput, joinOne, with(in, 24, 0)), "input: count: 0 is outside 1..128"},
		{"buttons", true, datagram(KindInput, joinOne, with(in, 25, 16)), "input: buttons: 16 is outside 0..15"},
		{"lag", true, datagram(KindInput, joinOne, with(in, 27, 0x82, 0x80, 4)), "input: lag: 32769 is outside 0..32768"},
		{"lag at this rate", true, datagram(KindInput, joinOne, lagged.append(nil)), "input: lag: 15361 is outside 0..15360"},
		{"lag that stays", true, datagram(KindInput, joinOne, with(in, 25, 0x81, 0)), "input: lag: changed by nothing"},
		{"long input", true, datagram(KindInput, joinOne, append(bytes.Clone(in), 0, 0)), "input: clock message: 0 is outside 1..8"},
		{"snapshot to come", true, datagram(KindInput, joinOne, with(in, 0, ff[:4]...)), "input: snapshot: 4294967295 is outside 0.."},
		{"tick", true, datagram(KindInput, joinOne, with(in, 16, ff[:7]...)), "input: newest tick: -.* is outside -1..8589934592"},
		{"unknown event", true, datagram(KindInput, joinOne, with(in, 8, 0, 1, 0, 0)), "input: event: 65536 is outside 0.."},
		{"position", false, badSnapshot(func(m *snapshot) { m.state.own[0] = int32(3 * Width) }), "snapshot: own position: 96000000 is outside -32000000..64000000"},
		{"ride", false, badSnapshot(func(m *snapshot) { m.state.own[4] = 2 }), "snapshot: own ride: 2 is outside -2..1"},
		{"impulse", false, badSnapshot(func(m *snapshot) { m.state.own[2] = -20000001 }), "snapshot: own impulse: -20000001 is outside -20000000..20000000"},
		{"own lag", false, badSnapshot(func(m *snapshot) { m.state.own[7] = -1 }), "snapshot: own lag: -1 is outside 0..32768"},
		{"character", false, badSnapshot(func(m *snapshot) { m.state.npc[1] = int32(-2 * Height) }), "snapshot: character position: -30000000 is outside"},
		{"avatar", false, datagram(KindSnapshot, joinOne, with(snap, len(snap)-15, 65)), "snapshot: player: 65 is outside 1..64"},
		{"avatar's position", false, badSnapshot(func(m *snapshot) { m.state.rows[64][1] = int32(4 * Height) }), "snapshot: player position: 60000000 is outside -15000000..45000000"},
		{"avatar's ride", false, badSnapshot(func(m *snapshot) { m.state.rows[64][2] = 2 }), "snapshot: player ride: 2 is outside -2..1"},
		{"no baseline", false, badSnapshot(func(m *snapshot) { m.base = m.number - 1 }), "snapshot: baseline: 1048575 is not kept"},
		{"number", false, badSnapshot(func(m *snapshot) { m.number = 0 }), "snapshot: number: 0 is outside 1..4294967295"},
		{"interval", false, badSnapshot(func(m *snapshot) { m.every = 65 }), "snapshot: interval: 65 is outside 1..64"},
		{"truncated snapshot", false, datagram(KindSnapshot, joinOne, snap[:len(snap)-1]), "snapshot: out: truncated, 1 of 2 bytes are left"},
		{"leave with a body", true, datagram(KindLeave, joinOne, []byte{1}), "leave: 1 bytes too many"},
		{"clock message", true, datagram(KindProbe, joinOne, []byte{9, 2}), "probe: clock message: 9 is outside 1..8"},
		{"no question", true, datagram(KindProbe, joinOne, nil), "probe: clock message: truncated, 0 of 1 bytes are left"},
		{"questions of two clocks", true, datagram(KindProbe, joinOne, append(clockBytes(sampleClockMessages[0]), clockBytes(netsync.Message{Kind: netsync.MessageAsk, Clock: 77})...)), "probe: algorithm: 77 is not [0-9]+, as before it"},
		{"keepalive with a body", true, datagram(KindKeepalive, joinOne, []byte{1}), "keepalive: 1 bytes too many"},
		{"a host's clock message to the host", true, datagram(KindPush, joinOne, clockBytes(sampleClockMessages[2])), "datagram: kind: a client does not send \"push\""},
		{"answer to the host", true, datagram(KindProbe, joinOne, clockBytes(sampleClockMessages[1])), "probe: clock message: 2 is not a client's"},
		{"truncated message", true, datagram(KindProbe, joinOne, clockBytes(sampleClockMessages[0])[:11]), "probe: T1: truncated, 7 of 8 bytes are left"},
		{"second message", true, datagram(KindProbe, joinOne, append(clockBytes(sampleClockMessages[0]), 1)), "probe: algorithm: truncated, 0 of 1 bytes are left"},
		{"T2", false, datagram(KindAnswer, joinOne, with(clockBytes(sampleClockMessages[1]), 12, 0x80)), "answer: T2: .* is outside -4611686018427387904..4611686018427387904"},
		{"truncated report", false, datagram(KindReport, joinOne, clockBytes(sampleClockMessages[3])[:4]), "report: value: truncated, 2 of 3 bytes are left"},
		{"truncated upload", true, datagram(KindBulk, joinOne, []byte{0, 0, 0, 1, 6, 0}), "bulk: stamp: truncated, 1 of 8 bytes are left"},
		{"stamp of an upload", true, datagram(KindBulk, joinOne, append([]byte{0, 0, 0, 1, 6, 0x80}, make([]byte, 7)...)), "bulk: stamp: .* is outside -4611686018427387904..4611686018427387904"},
		{"upload to a client", false, datagram(KindBulk, joinOne, make([]byte, 13)), "datagram: kind: the host does not send \"bulk\""},
		{"truncated acknowledgement", false, datagram(KindBulkAck, joinOne, make([]byte, 11)), "bulk-ack: delay: truncated, 7 of 8 bytes are left"},
		{"long acknowledgement", false, datagram(KindBulkAck, joinOne, make([]byte, 13)), "bulk-ack: 1 bytes too many"},
		{"acknowledgement to the host", true, datagram(KindBulkAck, joinOne, make([]byte, 12)), "datagram: kind: a client does not send \"bulk-ack\""},
		{"no events", false, datagram(KindSpawn, joinOne, []byte{0, 0}), "spawn: first event: truncated, 2 of 4 bytes are left"},
		{"event", false, datagram(KindSpawn, joinOne, []byte{0, 0, 0, 0, 10}), "spawn: event: 10 is outside 1..9"},
		{"a baton of nobody", false, datagram(KindSpawn, joinOne, with(eventBytes(0, worldEvent{kind: eventToken}), 5, 66)), "spawn: holder: 66 is outside 0..65"},
		{"a baton nowhere", false, datagram(KindSpawn, joinOne, with(eventBytes(0, worldEvent{kind: eventToken}), 6, 2)), "spawn: base: 2 is outside 0..1"},
		{"stamp of 24 bits", false, datagram(KindSpawn, joinOne, append(with(eventBytes(0, sampleEvents[0]), 4, byte(eventSpawn23))[:4+spawnSize-16], 0x80, 0, 0)), "spawn: stamp: 128 is outside 0..127"},
		{"no shot", false, datagram(KindSpawn, joinOne, with(eventBytes(0, sampleEvents[1]), 5, 0, 0, 0, 0)), "spawn: shot: 0 is outside 1..4294967295"},
		{"owner", false, datagram(KindSpawn, joinOne, with(eventBytes(0, sampleEvents[0]), 9, 70)), "spawn: owner: 70 is outside 0..64"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRig(t, 1, "timesync")
			r.run(2 * time.Second)
			c, want := r.clients[0], regexp.MustCompile(test.want)
			before := [2]uint64{stateOf(r.host), stateOf(c.Client)}
			var err error
			if test.toHost {
				err = r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, test.datagram)
			} else {
				err = c.Receive(r.clock(c), r.clock(c), 0, test.datagram)
			}
			if err == nil || !want.MatchString(err.Error()) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if after := [2]uint64{stateOf(r.host), stateOf(c.Client)}; after != before {
				t.Error("the machine is changed")
			}
			if r.host.Outbox.Len()+c.Outbox.Len() > 0 {
				t.Error("the machine answers")
			}
		})
	}
}

func TestHostRefusesClientsThatItDoesNotHave(t *testing.T) {
	t.Parallel()
	r := newRig(t, 2, "timesync")
	for _, from := range []int{-1, 0, 3} {
		err := r.host.Receive(0, 0, 0, from, datagram(KindHello, 1, nil))
		if err == nil || !strings.Contains(err.Error(), "is outside 1..2") {
			t.Errorf("client %d: %v", from, err)
		}
	}
}

func TestClientTakesNothingBeforeTheWelcomeNorFromAnotherJoin(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	if err := c.Receive(0, 0, 0, datagram(KindSnapshot, c.join, sampleSnapshot.bytes(&noBaseline))); err == nil ||
		err.Error() != "snapshot: before the welcome" {
		t.Errorf("got %v", err)
	}
	r.run(2 * time.Second)
	before := stateOf(c.Client)
	if err := c.Receive(r.clock(c), r.clock(c), 0, datagram(KindSnapshot, c.join-1, sampleSnapshot.bytes(&noBaseline))); err != nil {
		t.Errorf("a snapshot of an earlier join is a fault: %v", err)
	}
	if stateOf(c.Client) != before {
		t.Error("a snapshot of an earlier join changes the client")
	}
}

func TestHostTakesOnlyTimeSyncsReportsForItsOwn(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(3 * time.Second)
	before := r.host.peers[1].clocks.Half(timesyncID).(*clocks.TimeSyncHalf).MinOWD()
	for _, algorithm := range []uint8{idOf("unreal"), 15, 200, timesyncID} {
		sent := header{KindProbe, r.clients[0].join, true, netsync.Stamp24(int64(r.now - 80*time.Millisecond))}
		report := netsync.Message{Kind: netsync.MessageReport, Clock: algorithm, Value: 1 << 20}
		if err := r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, report.Append(sent.append(nil))); err != nil {
			t.Error(err)
		}
		if after := r.host.peers[1].clocks.Half(timesyncID).(*clocks.TimeSyncHalf).MinOWD(); (after != before) != (algorithm == timesyncID) {
			t.Errorf("a report of algorithm %d takes the smallest delay from %v to %v", algorithm, before, after)
		}
	}
}

// appendField writes a value as a field has it.
func appendField(b []byte, f WireField, v int64) []byte {
	for shift := 8 * (f.Bytes - 1); shift >= 0; shift -= 8 {
		b = append(b, byte(v>>shift))
	}
	return b
}

// checkLayout checks that the package's readers read these fields after a datagram's start: with these names, lengths and bounds.
func checkLayout(t *testing.T, kind Kind, begin []byte, fields []WireField) {
	t.Helper()
	for _, f := range fields {
		fault := func(b []byte) string { _, fault := Dissected(b); return strings.TrimPrefix(fault, kind.String()+": ") }
		want := fmt.Sprintf("%s: truncated, %d of %d bytes are left", f.Name, f.Bytes-1, f.Bytes)
		if got := fault(append(begin[:len(begin):len(begin)], make([]byte, f.Bytes-1)...)); got != want {
			t.Errorf("%v: got %q, want %q", kind, got, want)
		}
		lowest, highest := signed("", f.Bytes).Min, unsigned("", f.Bytes).Max
		if f.Signed {
			highest = signed("", f.Bytes).Max
		} else {
			lowest = 0
		}
		outside := func(v int64) string { return fmt.Sprintf("%s: %d is outside %d..%d", f.Name, v, f.Min, f.Max) }
		for v, refused := range map[int64]bool{f.Min: false, f.Max: false, f.Min - 1: f.Min > lowest, f.Max + 1: f.Max < highest} {
			got := fault(appendField(begin[:len(begin):len(begin)], f, v))
			if within := v >= f.Min && v <= f.Max; !within && !refused {
				continue // it cannot be written
			}
			if refused && got != outside(v) || !refused && strings.Contains(got, f.Name+": ") && strings.Contains(got, "outside") {
				t.Errorf("%v: %s of %d: got %q", kind, f.Name, v, got)
			}
		}
		begin = appendField(begin, f, max(f.Min, min(f.Max, 1)))
	}
}

func TestTheLayoutIsWhatTheReadersGoBy(t *testing.T) {
	t.Parallel()
	l := WireLayout()
	for kind := KindHello; kind < KindCount; kind++ {
		begin := header{kind: kind, join: joinOne, stamped: true}.append(nil)
		k := l.Kinds[kind]
		checkLayout(t, kind, begin, k.Fields)
		for _, f := range k.Fields {
			begin = appendField(begin, f, max(f.Min, min(f.Max, 1)))
		}
		if _, fault := Dissected(append(begin[:len(begin):len(begin)], 0)); !k.More && fault != kind.String()+": 1 bytes too many" {
			t.Errorf("%v: one byte more: got %q", kind, fault)
		}
		plain := header{kind: kind, join: joinOne}.append(nil)
		if _, fault := Dissected(plain); k.Stampless == strings.Contains(fault, "without a stamp") {
			t.Errorf("%v without a stamp: got %q", kind, fault)
		}
		switch kind {
		case KindWelcome:
			checkLayout(t, kind, append(begin, 1), l.Timeline)
		case KindInput:
			checkLayout(t, kind, append(begin, 0), l.Sight)
		}
	}
}
