package session

import (
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/registry"
)

var soakFor = flag.Duration("soak", time.Duration(testkit.LongCount(20, 7*24*60))*time.Minute, "virtual time of the soak, such as 168h")

// The soak's rounds: all that can be changed is changed at random, then the settings are put back, the
// clients rejoin and have time to settle, then there is an outage, and soakAgain after its end every
// clock is looked at.
const (
	soakChaos  = 40 * time.Second
	soakSettle = 30 * time.Second
	soakOutage = 15 * time.Second // longest
	soakAgain  = 10 * time.Second
	// soakJoined is how long a client that had to rejoin may have to know the time by all of its clocks: at
	// 30 % loss each way half of all questions get no answer, and some clocks ask every 5 s only.
	soakJoined = 3 * time.Minute
	soakTick   = 20 // Hz
)

// A soakLink is what the soak settles on: both ways' delays and the mean jitter, which is uniform, so that
// the largest is twice as long; and by how much the client's quartz has gone wrong since the joining.
type soakLink struct{ up, down, jitter, drift time.Duration }

// A soakBound says where the error of an algorithm lies once it has settled: so far around a centre.
type soakBound func(l soakLink) (centre, width time.Duration)

// exchanged bounds a clock that halves round trips: half the asymmetry stays in it, and half of what
// the two ways' jitter differs by. More is the algorithm's own tolerance, with the drift of the quartz
// since it last looked, 20 ppm here.
func exchanged(more time.Duration) soakBound {
	return func(l soakLink) (centre, width time.Duration) { return (l.up - l.down) / 2, l.jitter + l.drift + more }
}

// soakBounds are by algorithm.
var soakBounds = map[string]soakBound{
	// It is behind by the way of the push it goes by, and never corrects for it.
	"unreal": func(l soakLink) (centre, width time.Duration) {
		return -l.down - l.jitter, l.jitter + l.drift + time.Millisecond
	},
	// These ask once: from the joining on they only drift. After a clock has been set or has stood still
	// they need the rejoining that every round has.
	"rtt2":       exchanged(1 * time.Millisecond),
	"rtt2-world": exchanged(1 * time.Millisecond),
	"simpson":    exchanged(1 * time.Millisecond),
	// It lets itself be off by 3 to 7 ms before it moves.
	"slot":     exchanged(8 * time.Millisecond),
	"timesync": exchanged(1 * time.Millisecond),
	"mirror":   exchanged(3 * time.Millisecond),
	"sntp":     exchanged(3 * time.Millisecond),
	// It does not move while it is off by less than 20 ms and up to a tick more, each way's jitter aside.
	"unity": func(l soakLink) (centre, width time.Duration) {
		return (l.up - l.down) / 2, 20*time.Millisecond + time.Second/soakTick + 2*l.jitter + l.drift
	},
}

// A soak is one session on its way.
type soak struct {
	scenariotest.Anything
	s     *Session
	link  soakLink
	base  [2]netsync.Local // the clients' clocks when they last joined, all at once
	since netsim.Time      // when that was

	rounds, events, refused int
	worst                   map[string]time.Duration // deviation from the centre, by algorithm
	room                    map[string]time.Duration // least that was left to the bound
	late                    map[string]int           // how often one knew no time yet, by algorithm; "" is a client outside
}

func TestSoakEndsEveryRoundWithinTheBoundsOfTheClocks(t *testing.T) {
	k := newSoak(t)
	whole := netsim.Time(*soakFor)
	var heaps []uint64
	for part := range 8 {
		for k.s.Now() < whole*netsim.Time(part+1)/8 {
			k.round()
		}
		heaps = append(heaps, heap())
		t.Logf("%8v: %d rounds, %d events (%d refused), %d KiB in use", time.Duration(k.s.Now()).Round(time.Second),
			k.rounds, k.events, k.refused, heaps[part]>>10)
	}
	k.report()
	// What an extreme setting fills for the first time (packets in flight, histograms of large errors) is
	// kept, so that some growth in the first half is none that goes on.
	const tolerance = 2 << 20
	if grown := int64(heaps[7]) - int64(slices.Max(heaps[:4])); *soakFor >= 24*time.Hour && grown > tolerance {
		t.Errorf("memory has grown by %d bytes in the second half", grown)
	}
}

func newSoak(t *testing.T) *soak {
	k := &soak{Anything: scenariotest.NewAnything(t, 1, 20), worst: map[string]time.Duration{}, room: map[string]time.Duration{}, late: map[string]int{}}
	sc := &scenario.Scenario{Name: "soak", Seed: 20, Clients: 2, Duration: max(*soakFor, time.Second),
		Set: scenariotest.Set(fmt.Sprintf("tick.rate=%d", soakTick), "unreal.interval=500ms")}
	k.s, k.Clients = newSession(t, sc, nil), sc.Clients
	return k
}

// between returns a length of time in lo..hi, in whole milliseconds.
func (k *soak) between(lo, hi time.Duration) time.Duration {
	return lo + time.Duration(k.Rand.Int64N(int64((hi-lo)/time.Millisecond)+1))*time.Millisecond
}

func (k *soak) advance(d time.Duration) {
	if err := k.s.Advance(d); err != nil {
		k.T.Fatalf("round %d, at %v: %v", k.rounds, time.Duration(k.s.Now()), err)
	}
}

// do does what has to work.
func (k *soak) do(ev scenario.Event) {
	k.events++
	if err := k.s.Do(ev); err != nil {
		k.T.Fatalf("round %d, at %v: %v", k.rounds, time.Duration(k.s.Now()), err)
	}
}

func (k *soak) set(texts ...string) { k.do(scenario.Event{Set: scenariotest.Set(texts...)}) }

func (k *soak) round() {
	k.rounds++
	for end := k.s.Now().Add(soakChaos); k.s.Now() < end; {
		k.events++
		if err := k.s.Do(k.Event()); err != nil {
			k.refused++ // two settings that do not go together
		}
		k.advance(k.between(10*time.Millisecond, 4*time.Second))
	}
	k.calm()
	k.rejoin()
	k.advance(soakSettle)
	k.outage()
	k.advance(soakAgain)
	k.check()
	k.s.log, k.s.script, k.s.done = k.s.log[:0], nil, 0 // the one thing that has to grow: what was done
}

// rejoin lets all clients rejoin.
func (k *soak) rejoin() {
	k.do(scenario.Event{Rejoin: scenario.AllClients})
	k.since = k.s.Now()
	for i, n := range k.s.clients {
		k.base[i] = n.local(k.since)
	}
}

// calm puts all settings back, with a new link that loses 30 %, four in a row, and a quartz of at most
// 20 ppm.
func (k *soak) calm() {
	k.link = soakLink{up: k.between(5*time.Millisecond, 100*time.Millisecond), down: k.between(5*time.Millisecond, 100*time.Millisecond),
		jitter: k.between(0, 5*time.Millisecond)}
	var set []scenario.Assignment
	for _, k := range scenario.Keys() {
		if !k.Fixed() {
			set = append(set, scenariotest.Set(k.Name+"="+k.Standard())...)
		}
	}
	algorithms := registry.OfGroup(registry.Published)
	set = append(set, scenariotest.Set("link.up.delay="+k.link.up.String(), "link.down.delay="+k.link.down.String(),
		"link.jitter="+k.link.jitter.String(), "link.loss=30%", "link.loss-burst=4",
		fmt.Sprintf("client.skew=%d", k.Rand.IntN(41)-20),
		"client1.algorithm="+algorithms[k.Rand.IntN(len(algorithms))].Name,
		"client2.algorithm="+algorithms[k.Rand.IntN(len(algorithms))].Name)...)
	k.do(scenario.Event{Set: set})
	k.do(scenario.Event{Play: &scenario.Play{Player: 0, Release: true}})
	k.do(scenario.Event{Join: scenario.AllClients})
}

// outage breaks off what the clients hear, what they say, both, or what their machines do. A client that
// is cut off for more than join.timeout rejoins by itself.
func (k *soak) outage() {
	long := k.between(time.Second, soakOutage)
	switch k.Rand.IntN(5) {
	case 0:
		k.set("link.up.loss-burst=1", "link.up.loss=100%")
	case 1:
		k.set("link.down.loss-burst=1", "link.down.loss=100%")
	case 2:
		k.set("client.sleep=asleep-counting")
	case 3: // its clock stands still: a client that wakes up has to rejoin
		k.set("client.sleep=asleep")
		k.advance(long)
		k.set("client.sleep=awake")
		k.rejoin()
		return
	default:
		k.set("link.loss-burst=1", "link.loss=100%")
		k.do(scenario.Event{Rebind: scenario.AllClients})
	}
	k.advance(long)
	k.set("client.sleep=awake", "link.loss=30%", "link.loss-burst=4")
}

// check compares every clock of every client with its bound. A clock of a client that has rejoined may
// know no time yet; then it is looked at again later.
func (k *soak) check() {
	if k.compare(true) {
		return
	}
	k.advance(soakJoined - soakAgain)
	k.compare(false)
}

// compare is check at one instant. It says whether all of them know the time.
func (k *soak) compare(first bool) (all bool) {
	all = true
	unknown := func(id int, name string) {
		all = false
		k.late[name]++
		if !first {
			k.T.Errorf("round %d, at %v: client %d: %q knows no time", k.rounds, time.Duration(k.s.Now()), id, name)
		}
	}
	for id := 1; id <= k.s.Clients(); id++ {
		if !k.s.Facts(id).Joined {
			unknown(id, "")
			continue
		}
		for i, a := range registry.OfGroup(registry.Published) {
			if err, ok := k.s.ClockError(id, i); ok {
				k.judge(id, a.Name, err)
			} else {
				unknown(id, a.Name)
			}
		}
	}
	return all
}

// judge compares one clock with its bound.
func (k *soak) judge(id int, name string, err time.Duration) {
	link, now := k.link, k.s.Now()
	link.drift = (k.s.clients[id-1].local(now).Sub(k.base[id-1]) - now.Sub(k.since)).Abs()
	centre, width := soakBounds[name](link)
	off := (err - centre).Abs()
	k.worst[name] = max(k.worst[name], off)
	if room, ok := k.room[name]; !ok || width-off < room {
		k.room[name] = width - off
	}
	if off > width {
		k.T.Errorf("round %d, at %v: client %d: %s is off by %v, which is not within %v of %v (%+v)",
			k.rounds, time.Duration(k.s.Now()), id, name, err, width, centre, link)
	}
}

// report logs what docs/measured.md has.
func (k *soak) report() {
	for _, a := range registry.OfGroup(registry.Published) {
		k.T.Logf("| %s | %.3f | %.3f | %d |", a.Name, k.worst[a.Name].Seconds()*1000, k.room[a.Name].Seconds()*1000, k.late[a.Name])
	}
	k.T.Logf("clients that had not joined again: %d", k.late[""])
}
