package netsim

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
)

func TestADuplicateFollowsItsOriginalAsAPacketOfItsOwn(t *testing.T) {
	t.Parallel()
	var got []string
	e, _ := pair(t, Settings{Delay: 10 * time.Millisecond, Duplicate: 1}, &testNode{receive: func(now Time, p *Packet) {
		got = append(got, fmt.Sprintf("received %d of %d %v %v %s", p.ID, p.Original, p.Fate, time.Duration(now), p.Data))
	}})
	e.SetTap(tapFunc(func(p *Packet) {
		got = append(got, fmt.Sprintf("sent %d of %d %v %v %s", p.ID, p.Original, p.Fate, time.Duration(p.Due), p.Data))
	}))
	check(t, e.Send(Datagram{To: 1, Data: []byte("a")}))
	check(t, e.Send(Datagram{To: 1, Data: []byte("b")}))
	check(t, e.Run(Time(time.Second)))
	if want := []string{
		"sent 1 of 0 delivered 10ms a", "sent 2 of 1 duplicate 10ms a",
		"sent 3 of 0 delivered 10ms b", "sent 4 of 3 duplicate 10ms b",
		"received 1 of 0 delivered 10ms a", "received 2 of 1 duplicate 10ms a",
		"received 3 of 0 delivered 10ms b", "received 4 of 3 duplicate 10ms b",
	}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestDuplicatesHaveLuckOfTheirOwn(t *testing.T) {
	t.Parallel()
	const n = 100_000
	const loss, share = 0.3, 0.2
	l := mustLink(t, 6, 1, Settings{Jitter: time.Second, Loss: loss, Duplicate: share})
	var duplicated, bothLost, originalLost, equal int
	for range n {
		p := l.pass(0, 0, 0)
		if !p.duplicated {
			continue
		}
		duplicated++
		if p.cause != NotLost { // what is lost may be duplicated nevertheless, as with netem
			originalLost++
			if p.duplicate.cause != NotLost {
				bothLost++
			}
		}
		if p.due == p.duplicate.due {
			equal++
		}
	}
	for _, c := range []struct {
		what    string
		got, of int
		p       float64
	}{
		{"are duplicated", duplicated, n, share},
		{"are lost that are duplicated", originalLost, duplicated, loss},
		{"are lost twice", bothLost, duplicated, loss * loss},
		{"take as long as their duplicate", equal, duplicated, 0},
	} {
		of := float64(c.of)
		if math.Abs(float64(c.got)-of*c.p) > 4*math.Sqrt(of*c.p*(1-c.p)) {
			t.Errorf("%d of %d %s, want a share of %v", c.got, c.of, c.what, c.p)
		}
	}
}

func TestADuplicateTakesItsPlaceInTheQueue(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Rate: megabit, Duplicate: 1})
	for n := range Time(3) {
		p := l.pass(0, 0, kilobit)
		if p.due != (2*n+1)*ms || p.duplicate.due != (2*n+2)*ms {
			t.Errorf("%d: %+v", n, p)
		}
	}
}

func TestAStreamSwallowsDuplicates(t *testing.T) {
	t.Parallel()
	s := Settings{Delay: time.Millisecond, Rate: megabit, Stream: true}
	plain, doubled := mustLink(t, 1, 1, s), Settings(s)
	doubled.Duplicate = 1
	l := mustLink(t, 1, 1, doubled)
	for range 10 {
		if got, want := l.pass(0, 0, kilobit), plain.pass(0, 0, kilobit); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}
