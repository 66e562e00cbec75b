package midline

import (
	"strings"
	"testing"
	"time"

	"driftlab/netsync/internal/clocktest"
)

const step = 5 * time.Millisecond // of a talk

// until lets time pass until there is a reading that the caller waits for, and returns it.
func (k *talk) until(t *testing.T, most time.Duration, is func(Reading) bool) Reading {
	t.Helper()
	for end := k.now + most; k.now < end; {
		k.run(t, step)
		if r := k.client.Now(k.local()); is(r) {
			return r
		}
	}
	t.Fatalf("not within %v: %+v", most, k.client.Now(k.local()))
	return Reading{}
}

func TestAClientSaysWhyItsTimeIsNotKnownAnyMore(t *testing.T) {
	t.Parallel()
	k := newTalk()
	unknown := func(r Reading) bool { return !r.Known }
	again := func(want Event) {
		t.Helper()
		if r := k.until(t, 3*time.Second, func(r Reading) bool { return r.Known }); r.Event != want || k.off() > r.Uncertainty {
			t.Errorf("known again, and %v off: %+v, want %v", k.off(), r, want)
		}
	}
	k.run(t, 20*time.Second)

	k.set -= 5 * time.Second
	if r := k.client.Now(k.local()); r.Known || r.Uncertainty != 0 {
		t.Errorf("before anything was read of a clock that was set back: %+v", r)
	}
	if r := k.until(t, time.Second, func(r Reading) bool { return r.Event == SetBack }); r.Known || r.Step != 0 {
		t.Errorf("set back: %+v", r)
	}
	if s := k.client.Status(k.local()); s.State != StateJoining {
		t.Errorf("set back: %+v", s)
	}
	again(Stepped) // by what has passed before it noticed

	k.run(t, 20*time.Second)
	k.ahead += 30 * time.Second
	if r := k.until(t, 3*time.Second, unknown); r.Event != InDoubt {
		t.Errorf("the host's clock was set: %+v", r)
	}
	again(Stepped)

	k.run(t, 20*time.Second)
	k.host = clocktest.Made(NewHost[string](2, 4))
	if r := k.until(t, 40*time.Second, unknown); r.Event != OtherHost {
		t.Errorf("another host answered: %+v", r)
	}
	again(OtherHost)
}

// A counter of 16 bits goes back by 65.536 s. Until the client has asked again, what it shows is wrong by what has passed meanwhile.
func TestEachReadingIsWithinItsIntervalWhereAMillisecondCounterWraps(t *testing.T) {
	t.Parallel()
	k := newTalk()
	k.grain, k.wraps = time.Millisecond, 1<<16*time.Millisecond
	k.client = clocktest.Made(NewClient(coarse(time.Millisecond, Down)))
	known, back := 0, 0
	for was := k.local(); k.now < 5*time.Minute; {
		k.run(t, step)
		r := k.client.Now(k.local())
		if k.local() < was {
			back++
		}
		was = k.local()
		if !r.Known {
			continue
		}
		known++
		if off := r.Time.Sub(k.server()).Abs(); off > r.Uncertainty {
			t.Fatalf("at %v it is %v off, and says %v", k.now, off, r.Uncertainty)
		}
	}
	if back != 4 || known < 59_000 {
		t.Errorf("the counter has wrapped %d times, and of 60,000 readings %d are known", back, known)
	}
}

func coarse(grain time.Duration, r Rounding) Config {
	cfg := DefaultConfig()
	cfg.Grain, cfg.Rounding = grain, r
	return cfg
}

// Half a grain is added to what is always rounded down, and nothing to what is rounded either way: so the offset is right with both.
func TestACoarseClockIsRightByItsGrain(t *testing.T) {
	t.Parallel()
	for _, rounding := range []Rounding{Down, Either} {
		const grain = 15_625 * time.Microsecond
		k := newTalk()
		k.grain, k.either = grain, rounding == Either
		k.client = clocktest.Made(NewClient(coarse(grain, rounding)))
		k.run(t, 20*time.Second)
		sum, n := time.Duration(0), time.Duration(0)
		for ; n < 8000; n++ {
			k.run(t, step)
			r := k.client.Now(k.local())
			off := r.Time.Sub(k.server())
			sum += off
			if !r.Known || off.Abs() > r.Unsettled || r.Unsettled < grain {
				t.Fatalf("rounding %d: %v off, %+v", rounding, off, r)
			}
		}
		offset := k.client.Status(k.local()).Offset - (k.ahead - 7*time.Second - k.now*40/1_000_000)
		if rounding == Down {
			offset -= grain / 2
		}
		t.Logf("rounding %d: %v off on average, the offset is %v off", rounding, sum/n, offset)
		if (sum/n).Abs() > 2*time.Millisecond || offset.Abs() > 3*time.Millisecond {
			t.Errorf("rounding %d: %v off on average, the offset is %v off", rounding, sum/n, offset)
		}
	}
}

func TestAConstantOfAClientThatIsOutOfRangeIsNamed(t *testing.T) {
	t.Parallel()
	for cfg, want := range map[Config]string{
		coarse(-1, Down):                 "grain: -1ns is outside 0s..4s",
		coarse(4*time.Second+1, Either):  "grain: 4.000000001s is outside 0s..4s",
		coarse(0, Either+1):              "rounding: 2 is neither",
		{Grain: time.Millisecond}:        "wander",
		coarse(4*time.Second, Either):    "",
		coarse(time.Millisecond, Either): "",
	} {
		_, err := NewClient(cfg)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", cfg, err, want)
		}
	}
}

func TestAClientSaysWhenItsReadingsAreVoid(t *testing.T) {
	t.Parallel()
	k := newTalk()
	if at, ok := k.client.Void(5, time.Hour); !ok || at != 5 {
		t.Errorf("before anything came: %v, %v", at, ok)
	}
	k.run(t, 20*time.Second)
	now := k.local()
	is := k.client.Now(now).Uncertainty
	for _, more := range []time.Duration{1, time.Millisecond, time.Second} {
		at, ok := k.client.Void(now, is+more)
		before, after := k.client.Now(at-1), k.client.Now(at)
		if !ok || at <= now || before.Uncertainty > is+more || after.Uncertainty <= is+more {
			t.Errorf("wider by %v: at %v, %v, from %v to %v", more, at, ok, before.Uncertainty, after.Uncertainty)
		}
	}
	if at, ok := k.client.Void(now, is-1); !ok || at != now {
		t.Errorf("it is wider already: %v, %v", at, ok)
	}
	if at, ok := k.client.Void(now, 1<<62); ok || at != 0 {
		t.Errorf("it never is: %v, %v", at, ok)
	}
}
