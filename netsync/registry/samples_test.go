package registry

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/clocks"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/clocktest"
	"driftlab/netsync/unity"
)

// pinged returns what an estimator shows after answers with these round trips in ms, half each way. The
// host's clock is 1 s ahead.
func pinged(e netsync.Estimator, trips ...int) (*insight.Detail, netsync.Status) {
	r := clocktest.NewPingRig(e, 0, time.Second, 0)
	var d insight.Detail
	for i, ms := range trips {
		for r.Next != netsync.Never && len(d.Samples) <= i { // Unity wakes without asking
			way := time.Duration(ms) * time.Millisecond / 2
			r.Ping(clocktest.Trip{Up: way, Down: way})
			insight.Explain(e, &d)
		}
	}
	return &d, e.Status(r.Now)
}

// sampleText writes samples as their round trips in ms: * is the one that was accepted last, and what is
// not counted is in brackets.
func sampleText(d *insight.Detail) string {
	var out []string
	last := -1
	for i, s := range d.Samples {
		if s.Reason == insight.Accepted {
			last = i
		}
	}
	for i, s := range d.Samples {
		text := fmt.Sprint(s.RTT.Milliseconds())
		if i == last {
			text += "*"
		}
		if !s.Counted {
			text = "(" + text + ")"
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestEveryClockSaysWhichSamplesItsStatisticsStandOn(t *testing.T) {
	t.Parallel()
	small := clocks.DefaultSlot()
	small.Ring = 3
	stages := clocks.DefaultSNTP()
	stages.Stages = 3
	again := clocks.DefaultSimpson()
	again.Repeat = 30 * time.Second
	for _, c := range []struct {
		name  string
		clock netsync.Estimator
		trips []int
		want  string
	}{
		{"RTT/2 on its one", clocktest.Made(clocks.NewRTT2(clocks.DefaultRTT2())), []int{40}, "40*"},
		{"Slot on its ring", clocktest.Made(clocks.NewSlot(small)), []int{50, 40, 60, 70}, "(50*) 40 60 70"},
		{"Slot before it is full", clocktest.Made(clocks.NewSlot(small)), []int{50, 40}, "50* 40"},
		{"Simpson on a round that goes on", clocktest.Made(clocks.NewSimpson(clocks.DefaultSimpson())), []int{40, 41, 42}, "40* 41 42"},
		{"Simpson on its round", clocktest.Made(clocks.NewSimpson(clocks.DefaultSimpson())), []int{40, 41, 42, 43, 400}, "40 41 42 43* 400"},
		{"Simpson on the next round", clocktest.Made(clocks.NewSimpson(again)), []int{40, 41, 42, 43, 44, 50}, "(40) (41) (42) (43*) (44) 50"},
		{"SNTP on its register", clocktest.Made(clocks.NewSNTP(stages)), []int{40, 60, 50, 70}, "(40) 60 50* 70"},
		{"Mirror on all", clocktest.Made(clocks.NewMirror(clocks.DefaultMirror())), []int{40, 60}, "40 60*"},
		{"Unity on all", clocktest.Made(unity.New(unity.Text())), []int{40, 60}, "40 60*"},
	} {
		if d, _ := pinged(c.clock, c.trips...); sampleText(d) != c.want {
			t.Errorf("%s: %s, want %s", c.name, sampleText(d), c.want)
		}
	}
}

// Each sample says where the clock stood then: the last one where it stands now, and between two answers
// of which the second changed nothing there is no difference.
func TestEverySampleSaysWhereItLeftTheClock(t *testing.T) {
	t.Parallel()
	for _, a := range Algorithms() {
		if a.Name == "unreal" || a.Name == "timesync" || a.Name == "midline" || a.Group == Engines {
			continue // they have tests of their own; what engines receive waits for a frame
		}
		d, st := pinged(clocktest.Made(a.New()), 40, 44, 38, 90, 41, 42)
		last := d.Samples[len(d.Samples)-1]
		if diff := last.Clock - st.Offset; diff.Abs() > 20*time.Microsecond { // Unity's frames
			t.Errorf("%s: the last sample left the clock at %v, it is at %v", a.Name, last.Clock, st.Offset)
		}
		for i, s := range d.Samples[1:] {
			same := s.Clock == d.Samples[i].Clock
			if s.Reason != insight.Accepted && s.Reason != insight.Kept && s.Reason != insight.NotBest && !same && a.Name != "simpson" {
				t.Errorf("%s: sample %d is %v, and moved the clock", a.Name, i+1, s.Reason)
			}
		}
	}
}

func TestSimpsonShowsTheMeanOfWhatItKept(t *testing.T) {
	t.Parallel()
	d, _ := pinged(clocktest.Made(clocks.NewSimpson(clocks.DefaultSimpson())), 40, 41, 42, 43, 400)
	for name, want := range map[string]time.Duration{insight.MarkMedian: 42 * time.Millisecond, insight.MarkMean: time.Second} {
		if got, ok := d.Mark(name); !ok || got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	cut, _ := d.Mark(insight.MarkCut)
	median, _ := d.Mark(insight.MarkMedian)
	deviation, _ := d.Mark(insight.MarkDeviation)
	if cut != median+deviation || cut >= 400*time.Millisecond {
		t.Errorf("cut %v, median %v, deviation %v", cut, median, deviation)
	}
	if _, ok := d.Mark("no such"); ok {
		t.Error("there is a mark that nobody made")
	}
}

func TestTheUncertaintyIsWhatEachClockHasOfIt(t *testing.T) {
	t.Parallel()
	sntp := 20*time.Millisecond + // half of the least delay
		4*time.Second + 2*time.Second + time.Second + time.Second/2 + time.Second/4 + time.Second/8 + time.Second/16 // empty stages
	for _, c := range []struct {
		name  string
		clock netsync.Estimator
		trips []int
		has   bool
		least time.Duration
		most  time.Duration
	}{
		{"RTT/2 knows none", clocktest.Made(clocks.NewRTT2(clocks.DefaultRTT2())), []int{40}, false, 0, 0},
		{"Slot's tolerance", clocktest.Made(clocks.NewSlot(clocks.DefaultSlot())), []int{40}, true, 3 * time.Millisecond, 3 * time.Millisecond},
		{"Slot's tolerance, wider later", clocktest.Made(clocks.NewSlot(clocks.DefaultSlot())), []int{40, 40, 40, 40}, true, 3300 * time.Microsecond, 3500 * time.Microsecond},
		{"Mirror's deviation, of one", clocktest.Made(clocks.NewMirror(clocks.DefaultMirror())), []int{40}, true, 0, 0},
		{"Unity's dead zone", clocktest.Made(unity.New(unity.Text())), []int{40, 40}, true, 20 * time.Millisecond, 20 * time.Millisecond},
		{"Unity as shipped has no dead zone", clocktest.Made(unity.New(unity.Shipped())), []int{40, 40}, false, 0, 0},
		{"SNTP's distance", clocktest.Made(clocks.NewSNTP(clocks.DefaultSNTP())), []int{40}, true, sntp - time.Millisecond, sntp + time.Millisecond},
		{"Simpson knows none", clocktest.Made(clocks.NewSimpson(clocks.DefaultSimpson())), []int{40, 41, 42, 43, 44}, false, 0, 0},
	} {
		_, st := pinged(c.clock, c.trips...)
		if st.HasUncertainty != c.has || c.has && (st.Uncertainty < c.least || st.Uncertainty > c.most) {
			t.Errorf("%s: %v %v, want %v..%v", c.name, st.HasUncertainty, st.Uncertainty, c.least, c.most)
		}
	}
}
