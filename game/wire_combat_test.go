package game

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"driftlab/internal/testkit"
)

var sampleReliable = []reliableMessage{claimOf(7, 3), {kind: reliableChat, said: 99, text: "grüß dich"}}

func FuzzReliable(f *testing.F) {
	f.Add(reliableBytes(1, sampleReliable...)[4:])
	f.Add(reliableBytes(1, sampleReliable...)[4:20])
	f.Add([]byte{byte(reliableChat), 0, 0, 0, 0, 0, 0, 0, 1, 2, 'a', '\n'})
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		r := reader{message: "tell", b: b}
		var again []byte
		for len(r.b) > 0 && r.err == nil {
			x, before := r.reliable(), len(again)
			again = x.append(again)
			if r.err == nil && len(again)-before != x.size() {
				t.Errorf("%+v takes %d bytes, not %d", x, len(again)-before, x.size())
			}
		}
		if r.end() == nil && !bytes.Equal(again, b) {
			t.Errorf("%x is written again as %x", b, again)
		}
	})
}

func FuzzPositions(f *testing.F) {
	f.Add(framedShot{id: 7, dir: -1, pos: Point{Metre, Metre}}.append(nil))
	f.Add(framedShot{id: 7, dir: 1}.append(nil)[:5])
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		r := reader{message: "shots", b: b}
		var again []byte
		for len(r.b) > 0 && r.err == nil {
			again = r.framedShot().append(again)
		}
		if r.end() == nil && !bytes.Equal(again, b) {
			t.Errorf("%x is written again as %x", b, again)
		}
	})
}

func TestBadCombatDatagramsAreRefusedByFieldAndRange(t *testing.T) {
	t.Parallel()
	claim, chat := reliableBytes(0, sampleReliable[0]), reliableBytes(0, sampleReliable[1])
	shots := framedShot{id: 7, dir: -1}.append(make([]byte, 8))
	verdict := eventBytes(0, worldEvent{kind: eventVerdict, verdict: sampleDispute})
	said := eventBytes(0, worldEvent{kind: eventChat, from: 1, said: 1, text: "ab"})
	for _, test := range []struct {
		name   string
		toHost bool
		kind   Kind
		body   []byte
		want   string
	}{
		{"tell", true, KindReliable, with(claim, 4, 3), "tell: tell: 3 is outside 1..2"},
		{"no shot", true, KindReliable, with(claim, 5, 0, 0, 0, 0), "tell: shot: 0 is outside 1..4294967295"},
		{"victim", true, KindReliable, with(claim, 9, 65), "tell: victim: 65 is outside 0..64"},
		{"projectile", true, KindReliable, with(claim, 10, 0x7f), "tell: projectile: "},
		{"victim's place", true, KindReliable, with(claim, 18, 0x7f), "tell: victim's position: "},
		{"time", true, KindReliable, with(claim, 26, 0x7f), "tell: time: "},
		{"truncated claim", true, KindReliable, claim[:20], "tell: victim's position: truncated, 2 of 4 bytes are left"},
		{"said", true, KindReliable, with(chat, 5, 0xff), "tell: said: "},
		{"length", true, KindReliable, with(chat, 13, 101), "tell: text length: 101 is outside 1..100"},
		{"no text", true, KindReliable, with(chat, 13, 0), "tell: text length: 0 is outside 1..100"},
		{"truncated text", true, KindReliable, with(chat, 13, 100), "tell: text: truncated, 11 of 100 bytes are left"},
		{"control", true, KindReliable, with(chat, 14, 7), `tell: text: "\arüß dich" has the control character U+0007`},
		{"not UTF-8", true, KindReliable, with(chat, 14, 0xff), `tell: text: "\xffrüß dich" is not UTF-8`},
		{"gap", true, KindReliable, with(claim, 0, 0, 0, 0, 1), "tell: first: 1 is outside 0..0"},
		{"heard of more", false, KindReliableAck, []byte{0, 0, 0, 9}, "heard: next: 9 is outside 0..0"},
		{"heard twice", false, KindReliableAck, make([]byte, 5), "heard: 1 bytes too many"},
		{"not a client's", true, KindReliableAck, make([]byte, 4), `datagram: kind: a client does not send "heard"`},
		{"not the host's", false, KindReliable, claim, `datagram: kind: the host does not send "tell"`},
		{"positions", false, KindShots, with(shots, 8, 0, 0, 0, 0), "shots: shot: 0 is outside 1..4294967295"},
		{"direction", false, KindShots, with(shots, 12, 0), "shots: direction: 0 is outside"},
		{"position", false, KindShots, with(shots, 13, 0x7f), "shots: position: "},
		{"truncated positions", false, KindShots, shots[:9], "shots: shot: truncated, 1 of 4 bytes are left"},
		{"chat from", false, KindSpawn, with(said, 5, 65), "spawn: from: 65 is outside 0..64"},
		{"verdict", false, KindSpawn, with(verdict, 11, 3), "spawn: verdict: 3 is outside 0..2"},
		{"rewind", false, KindSpawn, with(verdict, 20, 0xff), "spawn: rewind: "},
		{"wanted", false, KindSpawn, with(verdict, 24, 0xff), "spawn: wanted rewind: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRig(t, 1, "timesync")
			r.run(2 * time.Second)
			c := r.clients[0]
			before := [2]uint64{stateOf(r.host), stateOf(c.Client)}
			var err error
			if test.toHost {
				err = r.host.Receive(r.hostClock(), 1, datagram(test.kind, joinOne, test.body))
			} else {
				err = c.Receive(r.clock(c), datagram(test.kind, joinOne, test.body))
			}
			if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if after := [2]uint64{stateOf(r.host), stateOf(c.Client)}; after != before {
				t.Error("the machine is changed")
			}
			if r.host.Outbox().Len()+c.Outbox().Len() > 0 {
				t.Error("the machine answers")
			}
		})
	}
}
