package netsync

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestDilationAnnouncedAheadIsExactBeforeDuringAndAfter(t *testing.T) {
	t.Parallel()
	second := Server(time.Second)
	var host Dilation
	for i := range 10 { // an animation from normal speed to a pause, announced 200 ms ahead
		host.Announce(0, second+Server(i)*second/60, Normal*int64(9-i)/10)
	}
	var client Dilation
	client.Learn(host.Lines())
	for _, at := range []Server{0, second - 1, second, second + second/120, second + second/6, 5 * second} {
		if host.At(at) != client.At(at) {
			t.Errorf("at %v the client has %v, the host %v", at, client.At(at), host.At(at))
		}
	}
	if got := client.Rate(5 * second); got != 0 {
		t.Errorf("rate at the end: %d", got)
	}
	if at, ok := client.Next(0); !ok || at != second {
		t.Errorf("first change at %v, %v", at, ok)
	}
}

func TestDilationNeverJumpsAndForgettingChangesNothingLater(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var d Dilation
		from := Server(0)
		for range rapid.IntRange(0, 40).Draw(t, "changes") {
			from += Server(rapid.Int64Range(-1e6, 1e9).Draw(t, "gap"))
			d.Announce(from, from, rapid.Int64Range(0, 10*Normal).Draw(t, "rate"))
		}
		lines := d.Lines()
		for i, l := range lines[1:] {
			if lines[i].At(l.From) != l.World {
				t.Fatalf("world time jumps from %d to %d", lines[i].At(l.From), l.World)
			}
			if l.From <= lines[i].From && i > 0 {
				t.Fatalf("lines out of order: %v", lines)
			}
		}
		cut := from + Server(rapid.Int64Range(-3e9, 1e9).Draw(t, "cut"))
		whole := d
		d.Forget(cut)
		for _, at := range []Server{cut, cut + 1, from, from + 1e9} {
			if at >= cut && d.At(at) != whole.At(at) {
				t.Fatalf("at %d: %d after forgetting, %d before", at, d.At(at), whole.At(at))
			}
		}
	})
}

func TestWorldTimeNeverGoesBackHoweverOftenItsRateChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var d Dilation
		lead := Server(rapid.Int64Range(0, 3e9).Draw(t, "lead"))
		rates := rapid.SliceOfN(rapid.Int64Range(0, 10*Normal), 1, 100).Draw(t, "rates")
		gap := Server(rapid.Int64Range(1, 3e8).Draw(t, "gap"))
		now, before := Server(0), World(0)
		for _, rate := range rates {
			d.Announce(now, now+lead, rate)
			if w := d.At(now); w != before {
				t.Fatalf("an announcement moves world time from %d to %d", before, w)
			}
			now += gap
			w := d.At(now)
			if most := before + World(gap)*10 + 1; w < before || w > most {
				t.Fatalf("in %d world time goes from %d to %d", gap, before, w)
			}
			before = w
		}
		if got := d.Rate(now + lead + 1); got != rates[len(rates)-1] {
			t.Fatalf("in the end the rate is %d, not the %d announced last", got, rates[len(rates)-1])
		}
	})
}

func TestDilationTellsWhenWorldTimeIsReached(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var d Dilation
		at := Server(0)
		for range rapid.IntRange(0, 8).Draw(t, "changes") {
			at = at.Add(time.Duration(rapid.Int64Range(1, 1e9).Draw(t, "after")))
			d.Announce(at, at, rapid.Int64Range(0, 4*Normal).Draw(t, "rate"))
		}
		w := World(rapid.Int64Range(-1e9, 2e10).Draw(t, "world"))
		s, ok := d.When(w)
		if !ok {
			if d.At(at) >= w || d.Rate(at) != 0 {
				t.Fatalf("%d is said not to be reached", w)
			}
			return
		}
		if d.At(s) < w || d.At(s-1) >= w {
			t.Fatalf("%d is said to be reached at %d: there it is %d, and before %d", w, s, d.At(s), d.At(s-1))
		}
	})
}
