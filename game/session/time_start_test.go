package session

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// A timeStart counts what server time was like in a client's frames.
type timeStart struct {
	frames  int
	younger int     // than the newest snapshot
	ahead   int     // of the host
	starved float64 // share of the frames without a newer snapshot
}

func startsOf(t *testing.T, sc *scenario.Scenario, d time.Duration) []timeStart {
	t.Helper()
	s := newSession(t, sc, nil)
	all := make([]timeStart, sc.Clients)
	for range d / frame {
		advance(t, s, frame, frame)
		for i := range all {
			f, a := s.Facts(i+1), &all[i]
			if !f.Moment.OK {
				continue
			}
			a.frames++
			if f.Buffers.ClientFill < 0 {
				a.younger++
			}
			if f.Moment.Server.World() > s.HostWorld() {
				a.ahead++
			}
			a.starved = float64(f.Buffers.Starved) / float64(max(f.Buffers.Frames, 1))
		}
	}
	return all
}

func firstOf(t *testing.T, seed int, set ...string) *scenario.Scenario {
	t.Helper()
	sc := scenariotest.Load(t, "first")
	if seed > 0 {
		sc.Seed = uint64(seed)
	}
	sc.Pin(scenariotest.Set(set...))
	return sc
}

func TestServerTimeStartsBehindItsSnapshots(t *testing.T) {
	t.Parallel()
	for _, seed := range append([]int{0}, testkit.Sample(t, 20, 3)...) { // 0 is its own
		for i, a := range startsOf(t, firstOf(t, seed), 10*time.Second) {
			if a.frames < 500 || a.starved > 0.05 || a.younger > a.frames/20 || a.ahead > 0 {
				t.Errorf("seed %d: client %d: %+v", seed, i+1, a)
			}
		}
	}
}

func TestThePublishedStartIsYoungerThanItsSnapshotsForSeconds(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"tick", "now"} {
		for i, a := range startsOf(t, firstOf(t, 0, "time.start=published", "time.snapshot="+by), 10*time.Second) {
			if a.starved < 0.9 || a.younger < a.frames*3/4 || by == "now" && a.ahead < 30 {
				t.Errorf("%s: client %d: %+v", by, i+1, a)
			}
		}
	}
}

// The example has no buffer, and Quake III comes to its own by a millisecond a snapshot.
func TestNoTimeProviderStartsAheadOfTheHost(t *testing.T) {
	t.Parallel()
	for _, design := range registry.TimeDesigns() {
		sc := firstOf(t, 0, "time.provider="+design.Name)
		none := design.Name == "sample" || design.Name == "quake3"
		var err error
		if sc.ClockList, err = scenario.ParseClockList("all"); err != nil {
			t.Fatal(err)
		}
		for i, a := range startsOf(t, sc, 2*time.Second) {
			if a.frames < 60 || a.ahead > 0 || !none && a.younger > a.frames/20 {
				t.Errorf("%s: client %d: %+v", design.Name, i+1, a)
			}
		}
	}
}

func TestATimeStartThatDoesNotExistIsRefusedWithTheChoices(t *testing.T) {
	t.Parallel()
	s := newSession(t, firstOf(t, 0), nil)
	const want = `time.start: "never" is unknown (allowed: target, published)`
	if err := s.Set("time.start", "never"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A startWorld is a link that changes once and a client that rejoins later.
type startWorld struct {
	text           string
	slower         time.Duration // the way from the host is so much longer from the change on
	change, rejoin time.Duration
	interval       time.Duration // from one snapshot to the next, as a client reads them
	spread         time.Duration // of the delays from the host
}

// startWorldOf draws a world in which the buffer is long enough for snapshots as late as they come.
func startWorldOf(n int) (w startWorld) {
	r := rand.New(rand.NewPCG(uint64(n), 31))
	ms := func(most int) time.Duration { return time.Duration(r.IntN(most+1)) * time.Millisecond }
	const tick = time.Second / 60
	jitter := ms(8)
	w.spread = 2 * jitter
	snapshots, frames := []int{60, 30, 20}[r.IntN(3)], []int{60, 30, 144}[r.IntN(3)]
	w.interval = time.Second/time.Duration(snapshots) + time.Second/time.Duration(frames)
	ticks := 2 + int((w.interval-time.Second/time.Duration(snapshots)+2*w.spread)/tick) + r.IntN(4)
	up, down, later := ms(250), ms(250), ms(250)
	w.slower = later - down
	w.change, w.rejoin = 4*time.Second+ms(2000), 12*time.Second+ms(2000)
	w.text = fmt.Sprintf(`
seed = %d
clients = 2
duration = "18s"
[set]
time.provider = "unity"
unity.merged = "%s"
client.skew = %d
client.offset = "%ds"
snapshot.rate = %d
frame.rate = %d
buffer.client = %d
link.up.delay = "%v"
link.down.delay = "%v"
link.jitter = "%v"
link.distribution = "uniform"
[[event]]
at = "%v"
[event.set]
link.up.delay = "%v"
link.down.delay = "%v"
[[event]]
at = "%v"
rejoin = "all"
`, n, []string{"off", "on"}[r.IntN(2)], r.IntN(41)-20, r.IntN(100)-50, snapshots, frames, ticks, up, down, jitter, w.change, ms(250), later, w.rejoin)
	return w
}

// allowed returns by how much server time may be younger than the newest snapshot at now: by what the change has added, less
// 1 % a second, and less what the buffer has left. The last of it is within the dead zone and a tick.
func (w *startWorld) allowed(now, buffer time.Duration) time.Duration {
	if now < w.change || now > w.rejoin+time.Second || w.slower <= 0 {
		return 0
	}
	over := max(w.slower-(now-w.change)/100, 20*time.Millisecond+time.Second/60)
	return max(over+w.spread+w.interval-buffer, 0)
}

func TestServerTimeIsYoungerThanItsSnapshotsByNoMoreThanOnePerCentExplains(t *testing.T) {
	t.Parallel()
	for _, n := range testkit.Sample(t, 200, 12) {
		w := startWorldOf(n)
		s := newSession(t, parsed(t, w.text), nil)
		shown := 0
		for now := time.Duration(0); now < 18*time.Second; now += frame {
			advance(t, s, frame, frame)
			for client := 1; client <= 2; client++ {
				f := s.Facts(client)
				if !f.Moment.OK {
					continue
				}
				shown++
				if young, most := -f.Buffers.ClientFill, w.allowed(s.Now().Sub(netsim.Time(0)), f.Buffers.Client); young > most {
					t.Errorf("world %d: at %v client %d's server time is %v younger than its newest snapshot, more than %v:%s", n, s.Now(), client, young, most, w.text)
					return
				}
			}
		}
		if shown < 1000 {
			t.Errorf("world %d: only %d frames were shown", n, shown)
		}
	}
}
