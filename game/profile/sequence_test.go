package profile

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestWhatIsBeforeThePartMakesRoomForIt(t *testing.T) {
	t.Parallel()
	const each = 100 * time.Millisecond
	for _, stamp := range []time.Duration{0, 1_700_000_000 * time.Second} {
		part := Part{Begin: 1500 * time.Second, End: 1600 * time.Second}
		q := sequence{most: 5000, part: part, each: each}
		for i := range 20_000 {
			a := answer{number: i, rtt: time.Duration(i) * time.Microsecond, ok: true}
			if stamp > 0 {
				a.stamp = stamp + time.Duration(i)*each + a.rtt
			}
			q.answered(a)
		}
		m := q.measurement("", each, Note{})
		if err := m.cut(part); err != nil {
			t.Fatal(err)
		}
		if len(m.trips) != 1000 || m.trips[0].rtt != 15_000*time.Microsecond || m.trips[999].rtt != 15_999*time.Microsecond {
			t.Errorf("stamps from %v: got %d packets, the first of %v", stamp, len(m.trips), m.trips[0].rtt)
		}
	}
}

func TestASequenceOfAnyNumbersKeepsWhatItMayAndNoMore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		budget := rapid.IntRange(0, 3000).Draw(t, "budget")
		q := sequence{most: 2000, budget: &budget, part: Part{Begin: time.Duration(rapid.IntRange(0, 100).Draw(t, "begin")) * time.Second}, each: time.Second}
		number := rapid.OneOf(rapid.IntRange(0, 50), rapid.IntRange(0, 5000), rapid.IntRange(0, maxNumber))
		for range rapid.IntRange(0, 200).Draw(t, "lines") {
			n := number.Draw(t, "number")
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				q.lost(n, lostThere)
			case 1:
				q.sentInRun(count{n, rapid.IntRange(-1, 20).Draw(t, "lost")})
				q.ended, q.from0 = rapid.Bool().Draw(t, "ended"), rapid.Bool().Draw(t, "from0")
			default:
				stamp := time.Duration(rapid.Int64Range(0, maxStamp).Draw(t, "stamp")) * time.Second
				q.answered(answer{number: n, rtt: time.Duration(rapid.Int64Range(-1, 1<<40).Draw(t, "rtt")), ok: true, stamp: stamp})
			}
		}
		if len(q.trips) > 2000 || len(q.marks) != len(q.trips) || budget < 0 {
			t.Fatalf("%d probes, %d marks, %d left", len(q.trips), len(q.marks), budget)
		}
		m := q.measurement("", time.Second, Note{})
		for _, trip := range m.trips {
			if trip.sent < 0 {
				t.Fatalf("sent at %v", trip.sent)
			}
		}
	})
}
