package clocks

import (
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsync/insight"
)

// With both ends' clocks alike, and a clock delta that is right from the first exchange on, the minima
// are the true delays' as far as they have come.
func TestTimeSyncsMinimaFallAndMeet(t *testing.T) {
	t.Parallel()
	r := newTimesyncRig(t, 5)
	r.up, r.down, r.jitter = 30*time.Millisecond, 50*time.Millisecond, 40*time.Millisecond
	r.hostAt = clockWith(time.Hour, 0)
	r.run(9 * time.Second)
	var d insight.Detail
	r.client.Explain(&d)
	rows := d.Minima
	if len(rows) < 30 || len(rows) > insight.KeptMinima {
		t.Fatalf("%d rows", len(rows))
	}
	last := rows[len(rows)-1]
	owd, _ := d.Mark(insight.MarkMinimumOWD)
	if last.Down != owd || last.Up != owd || !last.HasUp {
		t.Errorf("at the end %+v, want both at %v", last, owd)
	}
	for i, row := range rows[1:] {
		before := rows[i]
		if row.Down > before.Down || before.HasUp && row.Up > before.Up {
			t.Errorf("row %d: a minimum rises within the window: %+v, %+v", i+1, before, row)
		}
		if row.Least < row.Down {
			t.Errorf("row %d: a trip of %v is below the minimum %v", i+1, row.Least, row.Down)
		}
		if gap := row.At.Sub(before.At); gap < minimaStep {
			t.Errorf("row %d comes %v after the one before", i+1, gap)
		}
	}
}

func TestTimeSyncsMinimaStartAnewWhenTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	r := newTimesyncRig(t, 5)
	r.run(5 * time.Second)
	r.clientAt = clockWith(-time.Second, 0)
	r.run(5500 * time.Millisecond)
	var d insight.Detail
	r.client.Explain(&d)
	for i := range d.Minima[1:] {
		if d.Minima[i+1].At <= d.Minima[i].At {
			t.Fatalf("row %d is at %v, after %v", i+1, d.Minima[i+1].At, d.Minima[i].At)
		}
	}
	if len(d.Minima) > 4 {
		t.Errorf("%d rows half a second after the clock was set back", len(d.Minima))
	}
}

func TestExplainingTimeSyncDoesNotAllocate(t *testing.T) {
	r := newTimesyncRig(t, 6)
	r.run(40 * time.Second)
	var d insight.Detail
	r.client.Explain(&d)
	if len(d.Minima) != insight.KeptMinima {
		t.Errorf("%d rows, want %d", len(d.Minima), insight.KeptMinima)
	}
	if n := testkit.AllocsPerRun(100, func() { r.client.Explain(&d) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
