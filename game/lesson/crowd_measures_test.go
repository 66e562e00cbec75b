package lesson

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

func TestACrowdIsCountedByHowFarItIsOff(t *testing.T) {
	t.Parallel()
	s := play(t, 10*time.Second, "link.delay=10ms", "client2.link.delay=60ms")
	for name, want := range map[string]float64{"crowd-over-20": 1, "crowd-p95": 60} {
		if v, ok := figureOf(t, name, "unreal", Span{}).Of(s); !ok || v < want-0.1 || v > want+0.1 {
			t.Errorf("%s is %v (%v), want %v", name, v, ok, want)
		}
	}
	do(t, s, scenario.Event{Set: scenariotest.Set("client1.link.delay=110ms")})
	advance(t, s, 10*time.Second)
	for _, c := range []struct {
		name string
		want float64
	}{{"joins-over-20", 3}, {"joins-over-100", 1}} { // each client at 9 s and at 18 s
		f := figureOf(t, c.name, "unreal", Span{After: 9e9, Every: 9e9})
		f.Client = 0
		if v, ok := f.Of(s); !ok || v != c.want {
			t.Errorf("%s is %v (%v), want %v", c.name, v, ok, c.want)
		}
	}
}

func TestAClockThatIsNotSetIsOff(t *testing.T) {
	t.Parallel()
	s := play(t, 20*time.Millisecond, "link.delay=80ms")
	if v, ok := figureOf(t, "crowd-over-20", "timesync", Span{}).Of(s); !ok || v != 2 {
		t.Errorf("%v clients are off (%v)", v, ok)
	}
}

func TestTheLossOfALinkIsWhatIsSet(t *testing.T) {
	t.Parallel()
	s := play(t, time.Second, "link.up.loss=12%", "client2.link.up.loss=30%")
	for client, want := range []float64{1: 12, 2: 30} {
		if v, _ := lossUp(s, &Figure{Client: max(client, 1)}); client > 0 && v != want {
			t.Errorf("of client %d it is %v", client, v)
		}
	}
}

func TestWhoIsRightIsWhoseClockIsWithinFiveMilliseconds(t *testing.T) {
	t.Parallel()
	s := play(t, 8*time.Second, "client.algorithm=unreal", "link.delay=4ms", "client2.link.delay=6ms")
	if v, ok := whoIsRight(s, &Figure{}); !ok || v != 1 {
		t.Errorf("it is %v", v)
	}
	do(t, s, scenario.Event{Set: scenariotest.Set("client2.algorithm=timesync")})
	advance(t, s, 2*time.Second)
	if v, _ := whoIsRight(s, &Figure{}); v != 3 {
		t.Errorf("where client 2 listens it is %v", v)
	}
}
