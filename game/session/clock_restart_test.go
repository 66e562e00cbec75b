package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// otherConstants are what each clock is given while it runs.
var otherConstants = map[string]string{
	"unreal":     `unreal.interval = "1s"`,
	"rtt2":       `rtt2.retry = "300ms"`,
	"rtt2-world": `rtt2-world.retry = "300ms"`,
	"slot":       "slot.poll = \"2s\"\nslot.piggyback = \"1s\"",
	"simpson":    `simpson.count = 3`,
	"timesync":   `timesync.window = "2s"`,
	"unity":      `unity.ratio = "5%"`,
	"mirror":     `mirror.poll = "700ms"`,
	"sntp":       `sntp.poll = "5s"`,
	"netfox":     `netfox.interval = "700ms"`,
	"lightyear":  `lightyear.ping = "700ms"`,
	"fishnet":    `fishnet.timing = 20`,
	"entities":   `entities.slack = 3`,
	"ddnet":      `ddnet.margin = "20ms"`,
	"quake3":     `quake3.snapshot-rate = 30`,
	"midline":    `midline.wander = 1`,
}

// restartWorld is a session of two clients that a clock does not drive whose constants become others, or are given as they are.
func restartWorld(t *testing.T, clock, link string, changed bool, client string) *scenario.Scenario {
	t.Helper()
	drives := "timesync"
	if clock == drives {
		drives = "mirror"
	}
	if otherConstants[clock] == "" {
		t.Fatalf("otherConstants lacks %s: one of its constants, with another value than its own", clock)
	}
	set := ""
	for _, line := range strings.Split(otherConstants[clock], "\n") {
		key, _, _ := strings.Cut(line, " ")
		if changed {
			set += client + line + "\n"
		} else {
			set += fmt.Sprintf("%s%s = %q\n", client, key, scenario.Find(key).Standard())
		}
	}
	sc := scenariotest.Parse(t, "restart", fmt.Sprintf(`format = 3
seed = 5
clients = 2
duration = "16s"
clocks = "published,%s"
[set]
client.algorithm = %q
client2.skew = 100
%s
[[event]]
at = "6s"
[event.set]
%s`, clock, drives, link, set))
	return sc
}

// without takes a clock's rows, and its part of the summary, out of what a run has left.
func (w aWorld) without(t *testing.T, clock string) aWorld {
	t.Helper()
	drop := func(text string) string {
		return strings.Join(slices.DeleteFunc(strings.Split(text, "\n"), func(row string) bool {
			return strings.Contains(row+",", ","+clock+",")
		}), "\n")
	}
	var sum Summary
	check(t, json.Unmarshal([]byte(w.summary), &sum))
	for i := range sum.Clients {
		sum.Clients[i].Algorithms = slices.DeleteFunc(sum.Clients[i].Algorithms, func(a AlgorithmSummary) bool { return a.Algorithm == clock })
	}
	text, err := json.Marshal(sum)
	if err != nil {
		t.Fatal(err)
	}
	return aWorld{drop(w.clocks), w.game, drop(w.others), string(text)}
}

func TestAClockThatIsGivenOtherConstantsRestartsAlone(t *testing.T) {
	for _, a := range registry.Algorithms() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			for _, link := range []string{"", "link.jitter = \"20ms\"\nlink.loss = \"10%\"\nlink.duplicate = \"5%\"\n"} {
				sizes := a.Name != "slot" // whose questions go with inputs
				with := runWorld(t, restartWorld(t, a.Name, link, true, ""), nil, sizes)
				without := runWorld(t, restartWorld(t, a.Name, link, false, ""), nil, sizes)
				if with.clocks == without.clocks && with.others == without.others {
					t.Error("it did not start anew")
				}
				wantAlike(t, link, with.without(t, a.Name), without.without(t, a.Name))
			}
		})
	}
}

func TestAClockOfOneClientRestartsThereAlone(t *testing.T) {
	t.Parallel()
	with := runWorld(t, restartWorld(t, "mirror", "", true, "client2."), nil, true)
	without := runWorld(t, restartWorld(t, "mirror", "", false, "client2."), nil, true)
	if with.clocks == without.clocks {
		t.Error("it did not start anew")
	}
	firsts := func(w aWorld) string {
		return strings.Join(slices.DeleteFunc(strings.Split(w.clocks, "\n"), func(row string) bool { return strings.Contains(row, ",2,mirror,") }), "\n")
	}
	if a, b := firsts(with), firsts(without); a != b {
		t.Errorf("others differ, first %s", firstDifference(a, b))
	}
}

func TestARestartedClockAsksAtOnceAndBeginsToConvergeAnew(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: 40 * time.Second}, nil)
	advance(t, s, 20*time.Second, frame)
	mirror, sntp := clockOf(t, "mirror"), clockOf(t, "sntp")
	before := s.Clock(2, mirror).Status()
	other, _ := s.Clock(1, sntp).Convergence()
	set(t, s, "client1.mirror.poll", "30s")
	if st := s.Clock(1, mirror).Status(); st.Synchronised || st.Used != 0 {
		t.Errorf("right after: %+v", st)
	}
	if st := s.Clock(2, mirror).Status(); st != before {
		t.Errorf("the other client's became %+v", st)
	}
	if _, ok := s.Clock(1, mirror).Convergence(); ok {
		t.Error("it is still near the truth")
	}
	advance(t, s, time.Second, frame)
	if st := s.Clock(1, mirror).Status(); st.Used != 1 {
		t.Errorf("a second later: %+v", st)
	}
	if d, ok := s.Clock(1, mirror).Convergence(); !ok || d > time.Second {
		t.Errorf("it was near the truth after %v (%v)", d, ok)
	}
	if d, _ := s.Clock(1, sntp).Convergence(); d != other {
		t.Errorf("another clock's convergence became %v", d)
	}
	advance(t, s, 10*time.Second, frame)
	if st := s.Clock(1, mirror).Status(); st.Used != 1 {
		t.Errorf("with a poll of 30 s: %+v", st)
	}
	if err := s.Set("client1.mirror.poll", "30s"); err != nil || s.Clock(1, mirror).Status().Used != 1 {
		t.Errorf("the same again: %v", err)
	}
}

func TestTheHostsHalfGoesByChangedConstants(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: time.Minute}, nil)
	advance(t, s, 20*time.Second, frame)
	unreal, timesync := clockOf(t, "unreal"), clockOf(t, "timesync")
	for _, c := range [][2]string{{"unreal.interval", "500ms"}, {"timesync.slow-report", "10s"}, {"timesync.fast-for", "0s"}} {
		set(t, s, c[0], c[1])
	}
	told := s.Clock(1, timesync).Bytes()
	advance(t, s, 5*time.Second, frame)
	if used := s.Clock(1, unreal).Status().Used; used < 9 || used > 11 {
		t.Errorf("%d pushes in 5 s", used)
	}
	if st := s.Clock(2, timesync).Status(); !st.Synchronised {
		t.Error("TimeSync has not found the time again")
	}
	if more := s.Clock(1, timesync).Bytes() - told; more > 30*8*1000 { // its stamps go with the game's datagrams
		t.Errorf("%d bytes of TimeSync's", more)
	}
	do(t, s, scenario.Event{Rejoin: 1})
	advance(t, s, 5*time.Second, frame)
	if used := s.Clock(1, unreal).Status().Used; used < 9 || used > 11 {
		t.Errorf("%d pushes in 5 s of another join", used)
	}
}

func TestAHostsHalfOfACloneIsItsOwn(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute}, nil)
	advance(t, s, 20*time.Second, frame)
	clone := mustClone(t, s, Options{Carrier: netsim.NewDirect()})
	for _, one := range []*Session{clone, s} {
		set(t, one, "unreal.interval", "500ms")
		advance(t, one, 5*time.Second, frame)
		if used := one.Clock(1, clockOf(t, "unreal")).Status().Used; used < 9 || used > 11 {
			t.Errorf("%d pushes in 5 s", used)
		}
	}
}

func TestConstantsThatDoNotGoTogetherAreRefusedWhileASessionRuns(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: time.Minute}, nil)
	advance(t, s, 20*time.Second, frame)
	slot := clockOf(t, "slot")
	before, log := s.Clock(1, slot).Status(), s.Log().Text()
	for set, want := range map[[2]string]string{
		{"slot.poll", "1s"}:                "slot.piggyback: 3s is outside 100ms..1s",
		{"client2.slot.tolerance", "20ms"}: "slot.wide: 7ms is outside 20ms..1s",
		{"sntp.burst-poll", "17s"}:         "sntp.burst-poll: 17s is outside 100ms..16s",
		{"slot.ring", "65"}:                "slot.ring: 65 is outside 1..64",
		{"client1.unreal.interval", "1s"}:  "client1.unreal.interval: there is one for the session, not one per client",
	} {
		if err := s.Set(set[0], set[1]); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", set[0], err, want)
		}
	}
	if s.Clock(1, slot).Status() != before || s.Log().Text() != log {
		t.Error("something has changed")
	}
	advance(t, s, time.Second, frame)
	if _, err := scenario.Parse("x", "format = 3\n[[event]]\nat = \"2s\"\nset = {slot.poll = \"1s\"}\n"); err == nil || !strings.Contains(err.Error(), "line 4: event 1: slot.piggyback: 3s is outside 100ms..1s") {
		t.Errorf("in a file: %v", err)
	}
	if _, err := scenario.Parse("x", "format = 3\n[[keyframes]]\nkey = \"slot.poll\"\npoints = [[\"1s\", \"5s\"], [\"2s\", \"6s\"]]\n"); err == nil || !strings.Contains(err.Error(), "slot.poll: keyframes cannot move it") {
		t.Errorf("keyframes: %v", err)
	}
}

func TestAChangedConstantIsPlayedAgainFromTheLog(t *testing.T) {
	t.Parallel()
	sc := restartWorld(t, "slot", "link.jitter = \"20ms\"\n", true, "")
	first, s := play(t, sc, netsim.NewDirect(), frame)
	log := scenariotest.Parse(t, "log", s.Log().Text())
	if again, _ := play(t, log, mustVNet(t), time.Second); again.sum != first.sum {
		t.Error("it is another session")
	}
}

func TestTheGameGoesOnWhenTheClockThatDrivesItRestarts(t *testing.T) {
	t.Parallel()
	for _, a := range registry.Algorithms() {
		for _, provider := range []string{"direct", "unity", "sample", "host"} {
			sc := &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("client.algorithm="+a.Name, "time.provider="+provider)}
			s := newSession(t, sc, nil)
			advance(t, s, 20*time.Second, frame)
			before := s.clients[0].client.Moment(s.clients[0].local(s.Now()))
			if !before.OK {
				t.Fatalf("%s, %s: no time after 20 s", a.Name, provider)
			}
			constants := strings.NewReplacer(" ", "", `"`, "").Replace(otherConstants[a.Name])
			do(t, s, scenario.Event{Set: scenariotest.Set(strings.Split(constants, "\n")...)})
			if m := s.clients[0].client.Moment(s.clients[0].local(s.Now())); m.OK {
				t.Errorf("%s, %s: it still knows the time", a.Name, provider)
			}
			advance(t, s, 10*time.Second, frame)
			n := s.clients[0]
			after := n.client.Moment(n.local(s.Now()))
			if passed := after.Predicted.World().Sub(before.Predicted.World()); !after.OK || (passed-10*time.Second).Abs() > 300*time.Millisecond {
				t.Errorf("%s, %s: predicted time went on by %v in 10 s", a.Name, provider, passed)
			}
			if st := n.client.Time(); st.Faults > 0 {
				t.Errorf("%s, %s: %v", a.Name, provider, st.Fault)
			}
		}
	}
}
