package sweep

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsync"
)

func TestTracesComeBackAsTheyWerePacked(t *testing.T) {
	t.Parallel()
	value := rapid.OneOf(rapid.Just(int64(gap)), rapid.Int64Range(-50, 50), rapid.Int64Range(-1<<50, 1<<50))
	rapid.Check(t, func(t *rapid.T) {
		var in trace
		for i := range in {
			in[i] = value.Draw(t, "point")
		}
		out, err := unpackTrace(in.pack())
		if err != nil || *out != in {
			t.Fatalf("%v came back as %v, %v", in, out, err)
		}
	})
}

func TestACalmTraceTakesAByteAPoint(t *testing.T) {
	t.Parallel()
	var calm trace
	for i := range calm {
		calm[i] = 40_000 + int64(i%3)
	}
	if n := len(calm.pack()); n > points+2 {
		t.Errorf("%d bytes, want at most %d", n, points+2)
	}
}

func FuzzUnpackTrace(f *testing.F) {
	f.Add((&trace{}).pack())
	f.Add([]byte{})
	f.Add((&trace{0: gap, 5: 1 << 60, 6: -1 << 60}).pack())
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		unpacked, err := unpackTrace(b)
		if err != nil {
			return
		}
		if again, err := unpackTrace(unpacked.pack()); err != nil || *again != *unpacked {
			t.Errorf("%v came back as %v, %v", unpacked, again, err)
		}
	})
}

func TestStepsAreWhatNoClockDoesByRunningFaster(t *testing.T) {
	t.Parallel()
	rec := newTracer(&scenario.Scenario{Clients: 1, Duration: time.Minute}, 2)
	show := func(at, err time.Duration) {
		rec.Record(&observe.ClockSample{Time: netsim.Time(at), Client: 1, Algorithm: 1, True: netsync.Server(at), Estimated: netsync.Server(at + err)})
	}
	show(9*time.Second, 0)
	show(9*time.Second+16*time.Millisecond, 50*time.Millisecond) // before errors are measured
	for i, err := range []time.Duration{50, 51, 52, 49, 49} {    // the fourth is 3 ms less after 16
		show(10*time.Second+time.Duration(i)*16*time.Millisecond, err*time.Millisecond)
	}
	show(20*time.Second, 55*time.Millisecond) // a long time after
	if got := rec.steps[0]; got[0] != 0 || got[1] != 1 {
		t.Errorf("steps %v, want none and one", got)
	}
}

func TestAComparisonCountsStepsAMinute(t *testing.T) {
	t.Parallel()
	f := sweep(t, t.TempDir(), grid(t, nil, "1", measured(t, "plain", "")), Whole, 1).Folder
	text, rows := compareTables(t, f)
	column := slices.Index(rows[0], "steps_per_min")
	if column < 0 || !strings.Contains(text, "| steps/min |") {
		t.Fatalf("no steps in %v", rows[0])
	}
	for _, row := range rows[1:] {
		if v, err := strconv.ParseFloat(row[column], 64); err != nil || v < 0 {
			t.Errorf("%v steps a minute", row[column])
		}
	}
}
