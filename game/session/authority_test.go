package session

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// A phase is a part of a ride as the host has it.
type phase int

const (
	boarding phase = iota // half a second before and after the host has the player aboard
	turning               // half a second after the platform turns, which is longer than any lag here
	riding                // the rest
	leaving               // half a second before and after it has gone
	phases
)

const (
	turnEvery = 2 * time.Second // of both platforms
	phaseSpan = 500 * time.Millisecond
)

// A ride is what became of a client's player on its platform in the scenario authority.
type ride struct {
	aboard []netsync.World // when it boarded and left, in turn
	ticks  [phases]int
	rolled [phases]int
	moved  [phases]game.Length                   // the farthest that a correction moved it
	behind [observe.RiderClasses][]time.Duration // on the client's screen, absolute, while the player was aboard
	onHost time.Duration                         // the most that the player was behind on the host's screen
}

// phaseAt returns the phase of a world time; ok is false where it does not ride.
func (r *ride) phaseAt(w netsync.World) (p phase, ok bool) {
	for i, at := range r.aboard {
		if w.Sub(at).Abs() < phaseSpan {
			return [...]phase{boarding, leaving}[i%2], true
		}
	}
	rides := false
	for _, at := range r.aboard {
		rides = rides != (w >= at)
	}
	if time.Duration(w)%turnEvery < phaseSpan {
		return turning, rides
	}
	return riding, rides
}

// rate returns corrections a second in a phase.
func (r *ride) rate(p phase) float64 {
	return float64(r.rolled[p]) * game.DefaultRate / float64(max(r.ticks[p], 1))
}

// ridden plays the scenario authority, in which client 1 rides the lift and client 2 the platform that goes sideways.
func ridden(t *testing.T, set ...string) (rides [2]ride) {
	t.Helper()
	sc := scenariotest.Load(t, "authority")
	sc.Pin(scenariotest.Set(set...))
	s := newSession(t, sc, nil)
	var scene game.Scene
	var corrections [2][]game.Correction
	for s.Now() < netsim.Time(sc.Duration) {
		advance(t, s, time.Second/game.DefaultRate, time.Second)
		s.Scene(0, &scene)
		now := netsync.World(s.Now())
		for i := range rides {
			rides[i].lookAtHost(now, scene.Riding, i+1)
		}
		for i, c := range s.clients {
			s.Scene(i+1, &scene)
			rides[i].look(now, scene.Riding, i+1)
			count, _ := c.client.Corrections()
			list := c.client.RecentCorrections(nil)
			corrections[i] = append(corrections[i], list[len(list)-int(count)+len(corrections[i]):]...)
		}
	}
	for i := range rides {
		rides[i].sort(corrections[i], sc.Duration)
		for class := range rides[i].behind {
			slices.Sort(rides[i].behind[class])
		}
	}
	return rides
}

// lookAtHost sees whether the host has the player aboard.
func (r *ride) lookAtHost(now netsync.World, all []game.Riding, player int) {
	rides := false
	for _, a := range all {
		if a.Rider == player {
			rides = true
			r.onHost = max(r.onHost, a.Time.Abs())
		}
	}
	if rides != (len(r.aboard)%2 == 1) {
		r.aboard = append(r.aboard, now)
	}
}

// look takes how riders are aligned on the client's screen while its own has been aboard for a second.
func (r *ride) look(now netsync.World, all []game.Riding, client int) {
	if len(r.aboard)%2 == 0 || now.Sub(r.aboard[len(r.aboard)-1]) < 2*phaseSpan {
		return
	}
	for _, a := range all {
		class := observe.ClassOf(a.Rider, client)
		r.behind[class] = append(r.behind[class], a.Time.Abs())
	}
}

// sort puts corrections and ticks into their phases.
func (r *ride) sort(all []game.Correction, run time.Duration) {
	at := func(tick int64) netsync.World { return unity.NewNetworkTime(game.DefaultRate, tick).World() }
	for tick := int64(0); at(tick) < netsync.World(run); tick++ {
		if p, ok := r.phaseAt(at(tick)); ok {
			r.ticks[p]++
		}
	}
	for _, k := range all {
		if p, ok := r.phaseAt(at(k.Tick)); ok {
			r.rolled[p]++
			r.moved[p] = max(r.moved[p], k.To.Sub(k.From).Length())
		}
	}
}

// document compares what a document has from a mark to its end, or to the line "Until here", with what is measured, or writes it again.
func document(t *testing.T, path, mark, measured string) {
	t.Helper()
	head, rest, ok := strings.Cut(string(filetest.Read(t, path)), mark)
	if !ok {
		t.Fatalf("%s has no line %q", path, mark)
	}
	rest, tail, more := strings.Cut(rest, "<!-- Until here. -->\n")
	if more {
		tail = "<!-- Until here. -->\n" + tail
	}
	if *update {
		filetest.Write(t, path, head+mark+measured+tail)
	} else if rest != measured {
		t.Errorf("%s has\n%s\nmeasured are\n%s", path, rest, measured)
	}
}

var platformNames = [...]string{"lift", "sideways"}

// What the text says of authority, as docs/time.md has it.
func TestAuthorityIsMeasuredAsTheTextSays(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	measureAuthorities(t, &b)
	measureRollbacks(t, &b)
	document(t, "../../docs/time.md", "<!-- Measured: go test ./game/session -run Authority -update -->\n", b.String())
}

// measureRollbacks writes the table of what happens to a predicted player on a platform that is not predicted.
func measureRollbacks(t *testing.T, b *strings.Builder) {
	b.WriteString("\n| R, ms | platform | around boarding | after a turn | between turns | around leaving | farthest boarding, m | farthest riding, m | farthest leaving, m |\n" +
		"| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, rtt := range []int{0, 100, 200, 400} {
		for i, r := range ridden(t, "platform.time=server", fmt.Sprintf("link.delay=%dms", rtt/2)) {
			if len(r.aboard) != 6 || r.ticks[riding] < 3*60*5 {
				t.Errorf("%d ms, %s: aboard %v", rtt, platformNames[i], r.aboard)
			}
			if sideways := i == 1; (r.rolled[turning]+r.rolled[riding] == 0) != sideways || !sideways && r.rate(riding) < 50 {
				t.Errorf("%d ms, %s: %v corrections", rtt, platformNames[i], r.rolled)
			}
			if r.rolled[boarding] < 3 || r.rolled[leaving] < 3 || r.moved[leaving] < game.Metre/10 || r.moved[riding] > 0 {
				t.Errorf("%d ms, %s: %v corrections of up to %v µm", rtt, platformNames[i], r.rolled, r.moved)
			}
			fmt.Fprintf(b, "| %d | %s | %.1f | %.1f | %.1f | %.1f | %.2f | %.2f | %.2f |\n", rtt, platformNames[i],
				r.rate(boarding), r.rate(turning), r.rate(riding), r.rate(leaving),
				r.moved[boarding].Metres(), max(r.moved[riding], r.moved[turning]).Metres(), r.moved[leaving].Metres())
		}
	}
}

// measureAuthorities writes the table of all authorities, and of platforms in all times.
func measureAuthorities(t *testing.T, b *strings.Builder) {
	b.WriteString("\n| authority | platforms in | own player, ms | character, ms | other client's player, ms | clients' players (host's screen), ms | rollbacks/s: lift | sideways |\n" +
		"| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	const late = 250 // ms: the round trip, and the buffers of 1 and 2 ticks
	for _, test := range []struct {
		authority, platform   string
		own, npc, other, host int // ms
	}{
		{"client", "server", 0, 0, late, late},
		{"client", "predicted", 0, late, late, 0},
		{"client", "near", 0, late, 0, 0},
		{"predicted", "server", 0, 0, 0, 0},
		{"predicted", "predicted", 0, late, late, 0},
		{"predicted", "near", 0, late, 0, 0},
		{"server", "server", 0, 0, 0, 0},
		{"server", "predicted", late, late, late, 0},
		{"server", "near", late, late, 0, 0},
	} {
		rides := ridden(t, "player.authority="+test.authority, "platform.time="+test.platform)
		fmt.Fprintf(b, "| %s | %s |", test.authority, test.platform)
		for class, want := range map[observe.RiderClass]int{observe.OwnPlayer: test.own, observe.NPC: test.npc, observe.OtherPlayer: test.other} {
			if got := rides[0].behindOnScreen(class); !(math.Abs(got-float64(want)) <= 0.1) || len(rides[0].behind[class]) < 60 {
				t.Errorf("%s authority, platforms in %s time: %v is %.2f ms behind in %d looks, want %d", test.authority, test.platform, class, got, len(rides[0].behind[class]), want)
			}
		}
		for _, class := range []observe.RiderClass{observe.OwnPlayer, observe.NPC, observe.OtherPlayer} {
			fmt.Fprintf(b, " %.0f |", rides[0].behindOnScreen(class))
		}
		fmt.Fprintf(b, " %.0f |", milliseconds(float64(rides[0].onHost)))
		for i := range rides {
			if got := milliseconds(float64(rides[i].onHost)); math.Abs(got-float64(test.host)) > 0.1 {
				t.Errorf("%s authority, platforms in %s time: client %d's player is %.2f ms behind on the host, want %d", test.authority, test.platform, i+1, got, test.host)
			}
			count, ticks := 0, 0
			for p := range phases {
				count, ticks = count+rides[i].rolled[p], ticks+rides[i].ticks[p]
			}
			if rolled := test.authority == "predicted" && test.platform == "server"; (count > 0) != rolled {
				t.Errorf("%s authority, platforms in %s time: client %d was corrected %d times", test.authority, test.platform, i+1, count)
			}
			fmt.Fprintf(b, " %.1f |", float64(count)*game.DefaultRate/float64(ticks))
		}
		b.WriteString("\n")
	}
}

// behindOnScreen returns by how many ms riders of a class were behind their platforms on the client's screen: the median.
func (r *ride) behindOnScreen(class observe.RiderClass) float64 {
	all := r.behind[class]
	if len(all) == 0 {
		return math.NaN()
	}
	return milliseconds(float64(all[len(all)/2]))
}

// A platform that is near may still be on its way from server time to predicted time when the player lands on it.
func TestPredictedPlayersAreNotRolledBackOnPlatformsThatArePredictedToo(t *testing.T) {
	t.Parallel()
	for _, rtt := range []int{0, 100, 200, 400} {
		for platform, most := range map[string]int{"predicted": 0, "near": rtt / 400} {
			for i, r := range ridden(t, "platform.time="+platform, fmt.Sprintf("link.delay=%dms", rtt/2)) {
				if r.rolled[turning]+r.rolled[riding]+r.rolled[leaving] > 0 || r.rolled[boarding] > most {
					t.Errorf("%d ms, %s, in %s time: %v corrections", rtt, platformNames[i], platform, r.rolled)
				}
			}
		}
	}
}

// All ride one lift here, and the figures are those of summary.json.
func TestRidersAreMeasuredUnderOtherAuthorities(t *testing.T) {
	t.Parallel()
	const late = 250 * time.Millisecond
	for _, test := range []struct {
		authority, platform string
		client              [observe.RiderClasses]time.Duration
	}{
		{"predicted", "server", [observe.RiderClasses]time.Duration{}},
		{"predicted", "predicted", [observe.RiderClasses]time.Duration{observe.NPC: late, observe.HostPlayer: late, observe.OtherPlayer: late}},
		{"server", "server", [observe.RiderClasses]time.Duration{}},
		{"server", "predicted", [observe.RiderClasses]time.Duration{observe.OwnPlayer: late, observe.NPC: late, observe.HostPlayer: late, observe.OtherPlayer: late}},
	} {
		s := aligned(t, "player.authority="+test.authority, "platform.time="+test.platform)
		host := s.Screen(0).Measures().Riding
		for class, got := range s.Facts(1).Screen.Riding {
			if want := test.client[class]; got.Time.Count < 100 || (time.Duration(got.Time.Mean())-want).Abs() > 100*time.Microsecond {
				t.Errorf("%s authority, %s time: %v is %v off, measured %d times; want %v", test.authority, test.platform,
					observe.RiderClass(class), time.Duration(got.Time.Mean()), got.Time.Count, want)
			}
			if class := observe.RiderClass(class); class != observe.HostPlayer && (host[class].Time.Count < 100 || host[class].Time.Worst > 0) {
				t.Errorf("%s authority, %s time: on the host %v is %v off, measured %d times", test.authority, test.platform,
					class, time.Duration(host[class].Time.Worst), host[class].Time.Count)
			}
		}
	}
}

func TestAuthorityIsEachClientsAndChangesWhileASessionRuns(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Load(t, "authority")
	sc.Pin(scenariotest.Set("player.authority=client"))
	s := newSession(t, sc, nil)
	advance(t, s, 10*time.Second, time.Second) // client 1 rides the lift
	var scene game.Scene
	for _, test := range []struct {
		authority   string
		corrections uint64
		shown       game.TimeSpace
	}{
		{"client", 0, game.PredictedTime},
		{"predicted", 60, game.PredictedTime},
		{"server", 0, game.ServerTime},
	} {
		do(t, s, scenario.Event{Set: scenariotest.Set("client1.player.authority=" + test.authority)})
		advance(t, s, time.Second, time.Second)
		before := [2]uint64{s.Facts(1).Corrected, s.Facts(2).Corrected}
		advance(t, s, time.Second, time.Second)
		if n := s.Facts(1).Corrected - before[0]; n != test.corrections {
			t.Errorf("%s: client 1 was corrected %d times in a second, want %d", test.authority, n, test.corrections)
		}
		if n := s.Facts(2).Corrected - before[1]; n != 0 {
			t.Errorf("%s: client 2 was corrected %d times", test.authority, n)
		}
		s.Scene(1, &scene)
		if own := scene.Players[len(scene.Players)-1]; own.ID != 1 || own.Space != test.shown {
			t.Errorf("%s: client 1 shows its own as %+v, want it in %v time", test.authority, own, test.shown)
		}
	}
}
