package timeline

import (
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/netsim"
)

// A way is gone and copied in pieces, and leads to the same as the session that goes straight there, with the checkpoints that
// belong on it.
func TestAWayInPiecesLeadsWhereAStraightOneDoes(t *testing.T) {
	t.Parallel()
	const piece = 25 * time.Millisecond
	l := newLine(t, Options{Length: time.Minute, Tape: observe.NewTape(2)})
	for _, to := range []time.Duration{40 * time.Second, 7 * time.Second, 39 * time.Second, 41 * time.Second} {
		check(t, l.SeekStart(netsim.Time(to)))
		for before := l.Effort(); l.Busy(); {
			if _, _, err := l.Work(piece); err != nil {
				t.Fatal(err)
			}
			now := l.Effort()
			simulated, copied := now.Simulated-before.Simulated, now.Copied-before.Copied
			if most := 4*copiedAtOnce + 1<<20; simulated > piece*time.Duration(l.Session().Clients()) || copied > most {
				t.Fatalf("on the way to %v a piece simulates %v and copies %d bytes", to, simulated, copied)
			}
			before = now
		}
		s, _ := straight(t, l.Log(), l.Now())
		defer s.Close()
		if time.Duration(l.Now()) != to || stateText(s) != stateText(l.Session()) {
			t.Errorf("at %v, of the way to %v, the state differs", time.Duration(l.Now()), to)
		}
	}
	for i, p := range l.points.list[1:] {
		if gap := time.Duration(p.at - l.points.list[i].at); gap > max(40*time.Second/ofWay, time.Duration(l.points.step)) {
			t.Errorf("before the checkpoint at %v there is none for %v", time.Duration(p.at), gap)
		}
	}
}

// A hand on the line of time asks for another instant in each update: the copy with which the way begins goes on.
func TestAWayThatIsTurnedAllTheTimeArrives(t *testing.T) {
	t.Parallel()
	l := newLine(t, Options{Length: time.Minute})
	check(t, l.Seek(netsim.Time(30*time.Second)))
	for i := range 100 {
		to := netsim.Time(5*time.Second + time.Duration(i%7)*10*time.Millisecond)
		check(t, l.SeekStart(to))
		if done, _, err := l.Work(time.Second); err != nil || done {
			if l.Now() != to {
				t.Errorf("it is at %v", l.Now())
			}
			return
		}
	}
	t.Error("it does not arrive")
}

// A checkpoint that is being left where the line stands is there when the way is given up.
func TestAWayThatIsGivenUpLeavesItsCheckpoint(t *testing.T) {
	t.Parallel()
	l := newLine(t, Options{Length: time.Minute})
	check(t, l.SeekStart(netsim.Time(10*time.Second)))
	for l.points.made.of == nil {
		if _, _, err := l.Work(25 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	at := l.Now()
	check(t, l.Seek(at))
	if l.Busy() || l.Now() != at || l.points.made.of != nil || l.points.list[l.points.before(at)].at != at {
		t.Errorf("busy %v at %v, and the checkpoint before is of %v", l.Busy(), l.Now(), l.points.list[l.points.before(at)].at)
	}
}

func TestALineThatIsClosedKeepsNoCheckpoints(t *testing.T) {
	t.Parallel()
	l := newLine(t, Options{Length: time.Minute})
	check(t, l.Seek(netsim.Time(30*time.Second)))
	if len(l.points.list) < ofWay {
		t.Fatalf("%d checkpoints", len(l.points.list))
	}
	if err := l.Close(); err != nil || len(l.points.list) > 0 || l.Bytes() > 0 {
		t.Errorf("%v, %d checkpoints of %d bytes", err, len(l.points.list), l.Bytes())
	}
}
