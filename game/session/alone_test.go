package session

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

func aloneScenario(clients int, set ...string) *scenario.Scenario {
	sc := busyScenario(clients)
	sc.Pin(scenariotest.Set(append([]string{"arena=none"}, set...)...))
	return sc
}

// sentKinds counts what each machine sends.
type sentKinds struct {
	kinds [2][game.KindCount]int // up and down
	sizes [2]map[int]int         // of the datagrams without a world
}

func (k *sentKinds) Record(e observe.Entry) {
	d, ok := e.(*observe.Departure)
	if !ok || d.Original != 0 {
		return
	}
	way := 0
	if d.From == 0 {
		way = 1
	}
	k.kinds[way][d.Kind]++
	if game.Kind(d.Kind) == game.KindData {
		if k.sizes[way] == nil {
			k.sizes[way] = map[int]int{}
		}
		k.sizes[way][len(d.Data)]++
	}
}

func TestWithoutAWorldDatagramsGoAtTheirRatesAndInTheirSizes(t *testing.T) {
	t.Parallel()
	sent := &sentKinds{}
	s := newSession(t, aloneScenario(2, "link.loss=0", "client.skew=0", "datagrams.up.rate=25", "datagrams.up.size=300", "datagrams.down.rate=500", "datagrams.down.size=11"), sent)
	advance(t, s, 5*time.Second, time.Second) // it is in by then
	before := sent.kinds
	advance(t, s, 10*time.Second, time.Second)
	for way, want := range [2]int{2 * 250, 2 * 5000} {
		if n := sent.kinds[way][game.KindData] - before[way][game.KindData]; n != want {
			t.Errorf("way %d: %d datagrams, want %d", way, n, want)
		}
	}
	for way, want := range [2]int{300, 11} {
		if sent.sizes[way][want] != sent.kinds[way][game.KindData] {
			t.Errorf("way %d: sizes %v, want %d", way, sent.sizes[way], want)
		}
	}
	for _, kind := range [...]game.Kind{game.KindInput, game.KindSnapshot, game.KindSpawn, game.KindShots, game.KindReliable} {
		if n := sent.kinds[0][kind] + sent.kinds[1][kind]; n > 0 {
			t.Errorf("%d datagrams of kind %v", n, kind)
		}
	}
	if bad := s.Facts(1).Bad + s.host.bad.count; bad > 0 {
		t.Errorf("%d were refused: %v", bad, s.host.bad.latest)
	}
}

func TestWithoutAWorldRatesAndSizesChangeWhileItRuns(t *testing.T) {
	t.Parallel()
	sent := &sentKinds{}
	s := newSession(t, aloneScenario(2, "link.loss=0", "client.skew=0"), sent)
	advance(t, s, 5*time.Second, time.Second)
	for key, value := range map[string]string{"datagrams.up.rate": "1", "client2.datagrams.down.rate": "7"} {
		set(t, s, key, value)
	}
	before := sent.kinds
	advance(t, s, 10*time.Second, time.Second)
	// A new rate begins with a datagram.
	up, down := sent.kinds[0][game.KindData]-before[0][game.KindData], sent.kinds[1][game.KindData]-before[1][game.KindData]
	if up != 2*11 || down != 600+71 {
		t.Errorf("%d up and %d down", up, down)
	}
}

// Slot asks by datagrams that are sent anyway, where there is one.
func TestWithoutAWorldEveryClockGetsToKnowTheTime(t *testing.T) {
	t.Parallel()
	s := newSession(t, aloneScenario(2), nil)
	advance(t, s, 20*time.Second, time.Second)
	for i, a := range s.Algorithms() {
		if err, ok := s.ClockError(1, i); !ok || err.Abs() > 200*time.Millisecond {
			t.Errorf("%s is off by %v, %v", a.Name, err, ok)
		}
	}
	if f := s.Facts(1); !f.Joined || !f.Moment.OK || f.HostTick < 1190 {
		t.Errorf("joined %v, moment %+v, host tick %d", f.Joined, f.Moment, f.HostTick)
	}
}

func TestASessionWithoutAWorldShowsNobody(t *testing.T) {
	t.Parallel()
	s := newSession(t, aloneScenario(2, "bots=live"), nil)
	advance(t, s, 5*time.Second, time.Second)
	var host, client game.Scene
	s.Scene(0, &host)
	s.Scene(1, &client)
	for _, scene := range [...]*game.Scene{&host, &client} {
		if !scene.OK || len(scene.Players)+len(scene.Platforms)+len(scene.Shots) > 0 {
			t.Errorf("%+v", scene)
		}
	}
}

func TestACloneAndAReplayOfASessionWithoutAWorldGoOnAsItDoes(t *testing.T) {
	t.Parallel()
	sc := aloneScenario(3, "client.offset=3s", "link.duplicate=5%")
	sc.Duration = 30 * time.Second
	live := &traceHash{}
	s := newSession(t, sc, live)
	advance(t, s, 12345678901, time.Second)
	set(t, s, "datagrams.up.rate", "90")
	clone, own := cloneOf(t, s, live, mustVNet(t))
	advance(t, s, sc.Duration-12345678901, time.Second)
	advance(t, clone, sc.Duration-12345678901, frame)
	if own.sum != live.sum {
		t.Error("the clone went on otherwise")
	}
	again := scenariotest.Parse(t, "log", s.Log().Text())
	if replay, _ := play(t, again, netsim.NewDirect(), frame); replay.sum != live.sum {
		t.Error("the replay went otherwise")
	}
	if own.packets < 3*30*60*2 {
		t.Errorf("there are %d datagrams only", own.packets)
	}
}

func TestWithoutAWorldASilentHostIsGivenUp(t *testing.T) {
	t.Parallel()
	s := newSession(t, aloneScenario(2), nil)
	advance(t, s, 5*time.Second, time.Second)
	set(t, s, "link.loss", "1")
	advance(t, s, 20*time.Second, time.Second)
	if f := s.Facts(1); f.State != game.TimedOut {
		t.Errorf("it is %v", f.State)
	}
	set(t, s, "link.loss", "0")
	advance(t, s, 5*time.Second, time.Second)
	if f := s.Facts(1); f.State != game.Joined {
		t.Errorf("it is %v", f.State)
	}
}
