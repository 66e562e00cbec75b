package stage

import (
	"math"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/netsim"
	"driftlab/ui/panel"
)

func TestADatagramIsOnItsLaneWhereItIsNow(t *testing.T) {
	ms := func(n int) netsim.Time { return netsim.Time(n) * netsim.Time(time.Millisecond) }
	plain := observe.TapePacket{Sent: ms(100), Due: ms(200)}
	queued := observe.TapePacket{Sent: ms(100), Due: ms(200), Parts: netsim.Parts{Queue: 50 * time.Millisecond, Base: 50 * time.Millisecond}}
	lost := observe.TapePacket{Sent: ms(100), Due: ms(200), Fate: netsim.Lost, Cause: netsim.ByChance}
	dropped := observe.TapePacket{Sent: ms(100), Due: ms(200), Fate: netsim.Lost, Cause: netsim.QueueFull, Parts: netsim.Parts{Queue: 50 * time.Millisecond}}
	for name, test := range map[string]struct {
		p     observe.TapePacket
		now   netsim.Time
		there bool
		want  Moving
	}{
		"before":           {plain, ms(99), false, Moving{}},
		"at once":          {plain, ms(100), true, Moving{Share: 0, fallen: -1}},
		"on its way":       {plain, ms(125), true, Moving{Share: 0.25, fallen: -1}},
		"there":            {plain, ms(200), false, Moving{}},
		"in the queue":     {queued, ms(130), true, Moving{Share: -0.4, waits: true, fallen: -1}},
		"out of the queue": {queued, ms(175), true, Moving{Share: 0.5, fallen: -1}},
		"not yet lost":     {lost, ms(150), true, Moving{Share: 0.5, fallen: -10 * time.Millisecond}},
		"falling":          {lost, ms(170), true, Moving{Share: panel.LostAt, fallen: 10 * time.Millisecond}},
		"fallen":           {lost, ms(170) + netsim.Time(fallFor), false, Moving{}},
		"dropped":          {dropped, ms(110), true, Moving{Share: 0, fallen: 10 * time.Millisecond}},
	} {
		got, ok := Where(&test.p, test.now)
		if ok != test.there || ok && (math.Abs(float64(got.Share-test.want.Share)) > 1e-6 || got.waits != test.want.waits || got.fallen != test.want.fallen) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, ok, test.want)
		}
	}
}

func TestPacketsTravelFromOneEndToTheOther(t *testing.T) {
	p := netsim.Flight{Sent: 100, Due: 300}
	for now, want := range map[netsim.Time]float32{100: 0, 150: 0.25, 300: 1, 500: 1} {
		if got := travelled(&p, now); got != want {
			t.Errorf("at %d: %v of the way, want %v", now, got, want)
		}
	}
	if got := travelled(&netsim.Flight{Sent: 5, Due: 5}, 5); got != 1 {
		t.Errorf("without a delay: %v of the way", got)
	}
}
