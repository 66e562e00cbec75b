package netsim

import (
	"testing"
	"time"
)

// lostAt returns the times, in steps of a tenth of a second up to the end, at which what is sent is
// lost by an outage.
func lostAt(t *testing.T, l *Link, begin, end time.Duration) []time.Duration {
	t.Helper()
	var lost []time.Duration
	for now := begin; now < end; now += time.Second / 10 {
		switch cause := l.pass(Time(now), 0, 0).cause; cause {
		case Outage:
			lost = append(lost, now)
		case NotLost:
		default:
			t.Errorf("sent at %v, it is lost by %q", now, cause)
		}
	}
	return lost
}

func wantOutage(t *testing.T, lost []time.Duration, begin, end time.Duration) {
	t.Helper()
	if n := int((end - begin) * 10 / time.Second); len(lost) != n || n > 0 && (lost[0] != begin || lost[n-1] != end-time.Second/10) {
		t.Errorf("lost at %v, want %v until %v", lost, begin, end)
	}
}

func TestAnOutageLastsFromWhenItIsSet(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{OutageFor: 2 * time.Second})
	wantOutage(t, lostAt(t, l, 0, 10*time.Second), 0, 2*time.Second)
	check(t, l.Set(Time(10*time.Second), Settings{}))
	wantOutage(t, lostAt(t, l, 10*time.Second, 20*time.Second), 0, 0)
	check(t, l.Set(Time(20*time.Second), Settings{OutageFor: time.Hour}))
	wantOutage(t, lostAt(t, l, 20*time.Second, 24*time.Second), 20*time.Second, 24*time.Second)
	check(t, l.Set(Time(24*time.Second), Settings{OutageFor: time.Hour, Delay: 1}))
	wantOutage(t, lostAt(t, l, 24*time.Second, 25*time.Second), 24*time.Second, 25*time.Second)
	check(t, l.Set(Time(25*time.Second), Settings{Delay: 1})) // mended
	wantOutage(t, lostAt(t, l, 25*time.Second, 30*time.Second), 0, 0)
}

func TestOutagesComeAgain(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{OutageFor: time.Second, OutageEvery: 5 * time.Second})
	for cycle := range time.Duration(3) {
		begin := cycle * 5 * time.Second
		wantOutage(t, lostAt(t, l, begin, begin+5*time.Second), begin, begin+time.Second)
	}
	// Another setting leaves the outages where they are.
	check(t, l.Set(Time(17*time.Second), Settings{OutageFor: time.Second, OutageEvery: 5 * time.Second, Loss: 0}))
	wantOutage(t, lostAt(t, l, 17*time.Second, 25*time.Second), 20*time.Second, 21*time.Second)
	// As long as the time between them, they never end.
	check(t, l.Set(Time(25*time.Second), Settings{OutageFor: 5 * time.Second, OutageEvery: 5 * time.Second}))
	wantOutage(t, lostAt(t, l, 25*time.Second, 50*time.Second), 25*time.Second, 50*time.Second)
}

func TestAStreamComesThroughAnOutage(t *testing.T) {
	t.Parallel()
	s := Settings{Delay: 50 * time.Millisecond, Stream: true, MinRTO: 200 * time.Millisecond, OutageFor: 10 * time.Second}
	l := mustLink(t, 1, 1, s)
	var last Time
	for now := Time(0); now < Time(15*time.Second); now += 100 * ms {
		p := l.pass(now, 0, 0)
		if p.cause != NotLost || p.Left < Time(s.OutageFor) || p.due < last {
			t.Fatalf("sent at %v: %+v, after one that was due at %v", now, p, last)
		}
		last = p.due
	}
	// The one of 2.9 s was sent again at 3.9, 5.9, 9.9 and 17.9 s, and all behind it wait.
	if want := 17950 * ms; last != want {
		t.Errorf("the last is due at %v, want %v", last, want)
	}
}

func TestAStreamGivesUpInAnOutageWithoutEnd(t *testing.T) {
	t.Parallel()
	s := Settings{Delay: 50 * time.Millisecond, Stream: true, OutageFor: time.Hour, MTU: MinMTU}
	l := mustLink(t, 1, 1, s)
	for now := range Time(3) {
		if p := l.pass(now, 0, MaxDatagram); p.cause != Outage || p.Tries != maxTries {
			t.Errorf("%+v", p)
		}
	}
	// The cable is back: it is a new connection, which nothing holds up.
	now := Time(time.Minute)
	s.OutageFor = 0
	check(t, l.Set(now, s))
	if p := l.pass(now, 0, MaxDatagram); p.cause != NotLost || p.due != now+50*ms {
		t.Errorf("%+v", p)
	}
}

func TestAStreamWhoseOutageIsMendedEarlyIsANewConnection(t *testing.T) {
	t.Parallel()
	s := Settings{Delay: 50 * time.Millisecond, Stream: true, OutageFor: time.Minute}
	l := mustLink(t, 1, 1, s)
	if p := l.pass(0, 0, 0); p.due < Time(time.Minute) {
		t.Fatalf("%+v", p)
	}
	s.OutageFor = 0
	check(t, l.Set(Time(time.Second), s))
	if p := l.pass(Time(time.Second), 0, 0); p.due != Time(time.Second)+50*ms {
		t.Errorf("%+v", p)
	}
}
