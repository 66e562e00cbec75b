package game

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"driftlab/internal/testkit"
)

// apart puts the host's player and client 1's where they do not hit each other, with a long free path.
func (r *rig) apart() {
	r.host.players[0] = Player{Pos: Point{2 * Metre, 0}, Ride: Solid, Facing: 1}
	r.host.players[1] = Player{Pos: Point{13 * Metre, 10 * Metre}, Ride: Solid, Facing: 1}
}

// shotErrors runs a client with a look for a while, and returns the smallest and the largest error of an owner's projectiles, in metres.
func shotErrors(t *testing.T, r *rig, c *rigClient, mode ShotMode, owner int) (least, most float64) {
	t.Helper()
	look := Look{Shots: mode}
	c.Look = look
	r.run(time.Second)
	least, most = 1e9, -1e9
	var shown, truth Scene
	count := 0
	for range 600 {
		r.run(7 * time.Millisecond)
		c.Scene(r.clock(c), look, &shown)
		r.host.Scene(r.hostClock(), &truth)
		for _, a := range shown.Shots {
			for _, b := range truth.Shots {
				if a.ID == b.ID && int(r.host.shots.at(uint32(a.ID)).Owner) == owner {
					e := ShotError(a, b).Metres()
					least, most = min(least, e), max(most, e)
					count++
				}
			}
		}
	}
	if count < 100 {
		t.Fatalf("projectiles were seen on both sides %d times only", count)
	}
	return least, most
}

// Lesson 12: at 40 m/s, 100 ms are 4 m. The clock can't see an asymmetry of 80 ms, so it is 40 ms wrong, which is 1.6 m.
func TestProjectilesAreShownAsFarOffAsTheirModeHasThem(t *testing.T) {
	t.Parallel()
	const tick = float64(DefaultShotSpeed) / float64(MetreASecond) / DefaultRate // metres flown in a tick
	for _, test := range []struct {
		name        string
		mode        ShotMode
		up, down    time.Duration // ms
		owner       int
		least, most float64 // metres
	}{
		{"naive", NaiveShots, 100, 100, 0, -4, -4},
		{"timestamped", TimestampedShots, 100, 100, 0, 0, 0},
		{"timestamped, asymmetric", TimestampedShots, 120, 40, 0, 1.6, 1.6},
		{"naive, asymmetric", NaiveShots, 120, 40, 0, -1.6, -1.6},
		{"per frame", FramedShots, 100, 100, 0, -4 - tick, -4},
		{"another's, predicted", PredictedShots, 100, 100, 0, 0, 0},
		{"the shooter's own, predicted", PredictedShots, 100, 100, 1, 4 + 2*tick, 4 + 2*tick},
		{"the shooter's own, timestamped", TimestampedShots, 100, 100, 1, 0, 0},
		{"the shooter's own, naive", NaiveShots, 100, 100, 1, -4, -4},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRig(t, 1, "timesync")
			c := r.clients[0]
			c.up, c.down = test.up*time.Millisecond, test.down*time.Millisecond
			r.apart()
			r.host.Take(Fire)
			c.Take(Fire)
			r.run(5 * time.Second)
			least, most := shotErrors(t, r, c, test.mode, test.owner)
			const rounding = 0.002 // TimeSync's stamps count in 8 µs
			if least < test.least-rounding || most > test.most+rounding {
				t.Errorf("%.4f..%.4f m, want %.4f..%.4f m", least, most, test.least, test.most)
			}
			r.noRefusals()
		})
	}
}

func TestPositionsEveryFrameGoOnlyToThoseWhoAskForThem(t *testing.T) {
	t.Parallel()
	r := newRig(t, 2, "timesync")
	r.host.Take(Fire)
	r.run(3 * time.Second)
	var frames [3]int
	r.drop = func(f flight) bool {
		if f.kind() == KindShots {
			frames[f.to]++
		}
		return false
	}
	r.clients[1].Look = Look{Shots: FramedShots}
	r.run(5 * time.Second)
	if frames[1] != 0 || frames[2] < 200 || frames[2] > 300 {
		t.Errorf("%d and %d messages of positions in 5 s, want none and nearly one a frame", frames[1], frames[2])
	}
	r.clients[1].Look = Look{}
	r.run(time.Second)
	before := frames
	r.run(time.Second)
	if frames != before {
		t.Error("they go on although nobody wants them any longer")
	}
	r.noRefusals()
}

func TestPositionsOfManyProjectilesTakeMoreThanOneMessage(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	look := Look{Shots: FramedShots}
	c.Look = look
	r.host.Take(0)
	c.Take(0)
	r.run(3 * time.Second)
	now := r.host.at(r.host.tick)
	for id := r.host.lastShot + 1; id <= r.host.lastShot+150; id++ {
		s := Shot{ID: id, Origin: Point{Metre, 12 * Metre}, Dir: 1, Spawn: now, End: now.Add(700 * time.Millisecond)}
		r.host.shots.put(s)
	}
	r.host.lastShot += 150
	r.run(300 * time.Millisecond)
	var scene Scene
	c.Scene(r.clock(c), look, &scene)
	if len(scene.Shots) != 150 || r.largest > MaxDatagram {
		t.Errorf("%d of 150 are shown; the largest datagram has %d bytes", len(scene.Shots), r.largest)
	}
	r.run(time.Second)
	if c.Scene(r.clock(c), look, &scene); len(scene.Shots) != 0 {
		t.Errorf("%d are still shown after their end", len(scene.Shots))
	}
	r.noRefusals()
}

func TestPositionsThatAreNotRenewedAreShownForAWhileOnly(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	look := Look{Shots: FramedShots}
	c.Look = look
	r.apart()
	r.host.Take(Fire)
	r.run(5 * time.Second)
	var scene Scene
	for c.Scene(r.clock(c), look, &scene); len(scene.Shots) == 0; c.Scene(r.clock(c), look, &scene) {
		r.run(time.Second / DefaultRate)
	}
	r.drop = func(f flight) bool { return f.kind() == KindShots }
	r.flights = nil
	at := scene.Shots[0].Time
	for range 30 {
		r.run(time.Second / DefaultRate)
		c.Scene(r.clock(c), look, &scene)
		age := c.Moment(r.clock(c)).Clock.World().Sub(at)
		if got, want := len(scene.Shots) > 0, age <= framedMemory; got != want {
			t.Fatalf("positions that are %v old are shown: %v", age, got)
		}
	}
}

var sampleReliable = []reliableMessage{claimOf(7, 3), {kind: reliableChat, said: 99, text: "grüß dich"}}

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
				err = r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(test.kind, joinOne, test.body))
			} else {
				err = c.Receive(r.clock(c), r.clock(c), 0, datagram(test.kind, joinOne, test.body))
			}
			if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
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
