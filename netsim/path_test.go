package netsim

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestWhatIsLongerThanTheMTUIsLost(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{MTU: MinMTU})
	for size, want := range map[int]Cause{0: NotLost, MinMTU - 28: NotLost, MinMTU - 27: TooLong, MaxDatagram: TooLong} {
		if p := l.pass(0, 0, size); p.cause != want {
			t.Errorf("%d bytes are lost by %q, want %q", size, p.cause, want)
		}
	}
	check(t, l.Set(0, Settings{MTU: MinMTU, Stream: true}))
	if p := l.pass(0, 0, MaxDatagram); p.cause != NotLost {
		t.Errorf("a stream loses a segment by %q", p.cause)
	}
}

func TestTheFirstStageThatLosesADatagramIsTheCause(t *testing.T) {
	t.Parallel()
	list, err := ParseLossList("1-1000")
	check(t, err)
	stages := []struct {
		cause Cause
		add   func(s *Settings)
	}{
		{TooLong, func(s *Settings) { s.MTU = MinMTU }},
		{Outage, func(s *Settings) { s.OutageFor = time.Second }},
		{Listed, func(s *Settings) { s.LossList = list }},
		{ByChance, func(s *Settings) { s.Chain = LossChain{Bad: 1, Good: 1} }},
		{ByChance, func(s *Settings) { s.Loss = 1 }},
		{QueueFull, func(s *Settings) { s.Rate, s.Queue = 1000, MinQueue }},
	}
	for first := range stages {
		var s Settings
		for _, stage := range stages[first:] {
			stage.add(&s)
		}
		l := mustLink(t, 1, 1, s)
		l.pass(0, 0, MaxDatagram) // it fills the queue
		if p := l.pass(0, 0, MaxDatagram); p.cause != stages[first].cause {
			t.Errorf("%+v: lost by %q, want %q", s, p.cause, stages[first].cause)
		}
	}
}

func TestWhatIsLostBeforeTheQueueTakesItsPlaceInIt(t *testing.T) {
	t.Parallel()
	// So the loss of one datagram leaves the waiting of the others as it is.
	list, err := ParseLossList("1,3")
	check(t, err)
	for _, s := range []Settings{{MTU: MinMTU}, {OutageFor: time.Second}, {LossList: list}, {Loss: 0.5}, {Chain: LossChain{Good: 0.5}}} {
		s.Rate = megabit
		l, lossless := mustLink(t, 1, 1, s), mustLink(t, 1, 1, Settings{Rate: megabit})
		for n := range 10 {
			if p, q := l.pass(0, 0, kilobit), lossless.pass(0, 0, kilobit); p.due != q.due {
				t.Errorf("%+v: datagram %d is due at %v, want %v", s, n, p.due, q.due)
			}
		}
	}
}

// Sessions are saved as a seed and a log, so these values are part of the file format.
func TestPathsOfOldSessionsStayTheSame(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 20260101, 7, Settings{
		Delay: 40 * time.Millisecond, Jitter: 10 * time.Millisecond, Duplicate: 0.3, Reorder: 0.3, ReorderGap: 2,
		Chain: LossChain{Begin: 0.2, End: 0.4, Bad: 0.8, Good: 0.05},
	})
	var got []string
	for range 12 {
		p := l.pass(0, 0, 0)
		text := fmt.Sprint(int64(p.due), p.cause)
		if p.duplicated {
			text += fmt.Sprint(" and ", int64(p.duplicate.due), p.duplicate.cause)
		}
		got = append(got, text)
	}
	if fmt.Sprintf("%q", got) != goldenPath {
		t.Errorf("got  %q\nwant %s", got, goldenPath)
	}
}

const goldenPath = `["46944869 " "43907877 chance" "57248489 chance and 58027387 chance" "49816953 chance and 43060841 " ` +
	`"0 " "40016050 " "56476926  and 41741246 chance" "53040592 chance" "0 " "51582124  and 41457118 chance" ` +
	`"41030224  and 53485402 chance" "57588483  and 56495626 chance"]`

func TestPathsThatChangeLeaveNoTrace(t *testing.T) {
	t.Parallel()
	// From there on the fates are those of a link that always had the new settings.
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) Settings {
			return Settings{
				Delay:      time.Second,
				Duplicate:  rapid.Float64Range(0, 1).Draw(t, name),
				Reorder:    rapid.Float64Range(0, 1).Draw(t, name),
				ReorderGap: rapid.IntRange(0, 20).Draw(t, name),
				Chain: LossChain{
					rapid.Float64Range(0, 1).Draw(t, name), rapid.Float64Range(0, 1).Draw(t, name),
					rapid.Float64Range(0, 1).Draw(t, name), rapid.Float64Range(0, 1).Draw(t, name),
				},
			}
		}
		before, after := draw("before"), draw("after")
		changed, _ := NewLink(5, 6, before)
		always, _ := NewLink(5, 6, after)
		for range 50 {
			changed.pass(0, 0, 0)
			always.pass(0, 0, 0)
		}
		check(t, changed.Set(0, after))
		for k := range 100 {
			if got, want := changed.pass(0, 0, 0), always.pass(0, 0, 0); got != want {
				t.Fatalf("datagram %d: %+v, want %+v", 50+k, got, want)
			}
		}
	})
}
