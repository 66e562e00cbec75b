package netsim

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestTurnsAreAtAnyTimeUnlessFramesOrHitchesAreSet(t *testing.T) {
	t.Parallel()
	turns := NewTurns(1, 1)
	for _, at := range []Time{0, 1, 12345678901} {
		if got := turns.Next(at); got != at {
			t.Errorf("the turn asked for at %d is at %d", at, got)
		}
	}
}

func TestFramesComeAtTheirRateForHours(t *testing.T) {
	t.Parallel()
	for _, rate := range []int{10, 59, 60, 144, 480} {
		turns := NewTurns(7, 3)
		turns.Set(TurnSettings{Rate: 1000 * rate})
		first := turns.Next(0)
		if first >= second/Time(rate) {
			t.Errorf("at %d Hz the first frame is at %v", rate, time.Duration(first))
		}
		if got := turns.Next(first.Add(3 * time.Hour)); got != first.Add(3*time.Hour) {
			t.Errorf("at %d Hz frame %d comes at %v and not three hours after the first", rate, 3*3600*rate, time.Duration(got))
		}
		frames := 0
		for at := first; at < first.Add(time.Second); at = turns.Next(at + 1) {
			frames++
		}
		if frames != rate {
			t.Errorf("at %d Hz there are %d frames in a second", rate, frames)
		}
	}
}

// 59.94 Hz are 60,000 frames in 1,001 s.
func TestFramesMayComeAtAPartOfAHertz(t *testing.T) {
	t.Parallel()
	turns := NewTurns(7, 3)
	turns.Set(TurnSettings{Rate: 59_940})
	first := turns.Next(0)
	at := first
	for range 59_940 {
		at = turns.Next(at + 1)
	}
	if want := first.Add(1000 * time.Second); at != want {
		t.Errorf("59,940 frames at 59.94 Hz take %v", at.Sub(first))
	}
}

// A display that runs 100 ppm fast has shown a second's frames 100 µs early, and after an hour 360 ms.
func TestADisplayRunsOnAnOscillatorOfItsOwn(t *testing.T) {
	t.Parallel()
	turns := NewTurns(7, 3)
	turns.Set(TurnSettings{Rate: 60_000, Skew: 100_000})
	first := turns.Next(0)
	frames := 0
	for at := first; at <= first.Add(time.Hour); at = turns.Next(at + 1) {
		frames++
	}
	if want := 60*3600 + 21 + 1; frames != want { // 21.6 more
		t.Errorf("in an hour there are %d frames, want %d", frames, want)
	}
}

func TestFramesOfTwoMachinesAreApart(t *testing.T) {
	t.Parallel()
	a, b := NewTurns(1, 1), NewTurns(1, 2)
	a.Set(TurnSettings{Rate: 60_000})
	b.Set(TurnSettings{Rate: 60_000})
	if a.Next(0) == b.Next(0) {
		t.Errorf("both have a frame at %v", time.Duration(a.Next(0)))
	}
}

func TestATurnIsTheFirstFrameOutsideOfHitches(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		turns := NewTurns(rapid.Uint64().Draw(t, "seed"), 1)
		turns.Set(TurnSettings{Rate: rapid.SampledFrom([]int{0, 10_000, 59_940, 60_000, 480_000}).Draw(t, "rate"),
			Skew:       rapid.Int64Range(-MaxFrameSkew, MaxFrameSkew).Draw(t, "skew"),
			HitchMean:  time.Duration(rapid.Int64Range(0, int64(MaxHitch)).Draw(t, "mean")),
			HitchEvery: time.Duration(rapid.Int64Range(int64(MinPeriod), int64(time.Minute)).Draw(t, "every"))})
		at := Time(rapid.Int64Range(0, int64(100*time.Hour)).Draw(t, "at"))
		got := turns.Next(at)
		if got < at || turns.Next(got) != got {
			t.Fatalf("the turn at %d is at %d, and that at %d at %d", at, got, got, turns.Next(got))
		}
		if between := Time(rapid.Int64Range(int64(at), int64(got)).Draw(t, "between")); turns.Next(between) != got {
			t.Fatalf("asked for at %d the turn is at %d, at %d it is at %d", at, got, between, turns.Next(between))
		}
	})
}

// The two means are those of the settings, but for what the bound of a hitch's length takes: e^−20 of it here.
func TestHitchesHaveTheMeansThatAreSet(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it draws a great many numbers")
	}
	const mean, every = 100 * time.Millisecond, 2 * time.Second
	turns := NewTurns(5, 1)
	turns.Set(TurnSettings{HitchMean: mean, HitchEvery: every})
	hitches, hung := 0, time.Duration(0)
	for at := Time(0); at < Time(20000*time.Second); at = at.Add(time.Millisecond) {
		if next := turns.Next(at); next > at {
			hitches++
			hung += next.Sub(at)
			at = next
		}
	}
	if hitches < 9500 || hitches > 10100 { // those below a millisecond may be stepped over: 1 in 100
		t.Errorf("%d hitches in 20,000 s, one every 2 s were set", hitches)
	}
	if got := hung / time.Duration(hitches); got < 97*time.Millisecond || got > 103*time.Millisecond {
		t.Errorf("the mean hitch lasts %v, 100 ms were set", got)
	}
}

func TestTheLastTurnIsTheOneBeforeATime(t *testing.T) {
	t.Parallel()
	for _, set := range []TurnSettings{{Rate: 60_000}, {Rate: 144_000}, {Rate: 60_000, HitchMean: 100 * time.Millisecond, HitchEvery: 300 * time.Millisecond}} {
		turns := NewTurns(7, 3)
		turns.Set(set)
		first := turns.Next(0)
		if got := turns.Last(first); got != 0 {
			t.Errorf("%+v: before the first there is one at %d", set, got)
		}
		last := first
		for range 2000 {
			next := turns.Next(last + 1)
			for _, at := range []Time{last + 1, (last + next) / 2, next} {
				if got := turns.Last(at); got != last {
					t.Fatalf("%+v: the last before %d is at %d, want %d", set, at, got, last)
				}
			}
			last = next
		}
	}
}

func TestTheTurnsBetweenTwoTimesAreThoseThatLieThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		turns := NewTurns(rapid.Uint64().Draw(t, "seed"), 1)
		turns.Set(TurnSettings{Rate: rapid.SampledFrom([]int{10_000, 59_940, 240_000}).Draw(t, "rate"),
			HitchMean: time.Duration(rapid.Int64Range(0, int64(MaxHitch)).Draw(t, "mean")), HitchEvery: 3 * time.Second})
		from := Time(rapid.Int64Range(int64(time.Second), int64(time.Hour)).Draw(t, "from"))
		to := from.Add(time.Duration(rapid.Int64Range(0, int64(time.Second)).Draw(t, "long")))
		if rapid.Bool().Draw(t, "at turns") { // which are left out themselves
			from, to = turns.Next(from), turns.Next(to)
		}
		want := uint64(0)
		for at := turns.Last(to); at > from; at = turns.Last(at) {
			want++
		}
		if got := turns.Between(from, to); got != want {
			t.Fatalf("%d turns lie between %d and %d, going back %d", got, from, to, want)
		}
	})
	turns := NewTurns(1, 1)
	if n := turns.Between(0, Time(time.Hour)); n != 0 {
		t.Errorf("a machine that may run at any time has %d turns", n)
	}
}

// 60 Hz, throttled from 1.5 s on for 3.2 s: a frame at 2.5, 3.5 and 4.5 s, and the display's own before and after.
func TestAThrottledMachineHasATurnASecond(t *testing.T) {
	t.Parallel()
	free := NewTurns(7, 3)
	free.Set(TurnSettings{Rate: 60_000})
	turns := free
	turns.Set(TurnSettings{Rate: 60_000, HitchMean: MaxHitch, HitchEvery: time.Second, Throttle: 3200 * time.Millisecond})
	turns.Throttle(Time(1500 * time.Millisecond))
	at := Time(1500 * time.Millisecond)
	for _, want := range []time.Duration{2500, 3500, 4500} {
		if at = turns.Next(at); at != Time(want*time.Millisecond) {
			t.Fatalf("a throttled turn is at %v, want %d ms", time.Duration(at), want)
		}
		at++
	}
	turns.Set(TurnSettings{Rate: 60_000, Throttle: 3200 * time.Millisecond})
	for _, from := range []time.Duration{0, 4700 * time.Millisecond, time.Hour} {
		if got, want := turns.Next(Time(from)), free.Next(Time(from)); got != want {
			t.Errorf("outside of the stretch, at %v, the turn is at %v, want %v", from, time.Duration(got), time.Duration(want))
		}
	}
	turns.Set(TurnSettings{Rate: 60_000})
	if got, want := turns.Next(2*second), free.Next(2*second); got != want {
		t.Errorf("a stretch that was ended has its turn at %v, want %v", time.Duration(got), time.Duration(want))
	}
}

func TestTheLastTurnAndTheNextAgreeAroundAThrottledStretch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		turns := NewTurns(rapid.Uint64().Draw(t, "seed"), 1)
		every := time.Duration(rapid.Int64Range(int64(MinPeriod), int64(3*time.Second)).Draw(t, "every"))
		turns.Set(TurnSettings{Rate: rapid.SampledFrom([]int{10_000, 59_940, 144_000}).Draw(t, "rate"), HitchEvery: every,
			HitchMean: time.Duration(rapid.Int64Range(0, int64(every)/4).Draw(t, "mean")),
			Throttle:  time.Duration(rapid.Int64Range(0, int64(5*time.Second)).Draw(t, "throttle"))})
		turns.Throttle(Time(rapid.Int64Range(0, int64(6*time.Second)).Draw(t, "from")))
		at := Time(rapid.Int64Range(0, int64(15*time.Second)).Draw(t, "at"))
		next := turns.Next(at)
		if next < at || turns.Next(next) != next {
			t.Fatalf("the turn at %d is at %d, and that at %d at %d", at, next, next, turns.Next(next))
		}
		after := turns.Next(next + 1)
		for _, before := range []Time{next + 1, Time(rapid.Int64Range(int64(next)+1, int64(after)).Draw(t, "before")), after} {
			if got := turns.Last(before); got != next {
				t.Fatalf("the last before %d is at %d, want %d", before, got, next)
			}
		}
	})
}
