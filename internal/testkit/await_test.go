package testkit

import (
	"fmt"
	"runtime"
	"testing"
	"time"
)

// ending is a test that is ended soon.
type ending struct {
	testing.TB
	in   time.Duration
	said string
}

func (e *ending) Deadline() (time.Time, bool) { return time.Now().Add(e.in), true }
func (e *ending) Helper()                     {}
func (e *ending) Fatalf(format string, args ...any) {
	e.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestAWaitLeavesTimeToTheTestsAfterIt(t *testing.T) {
	for in, want := range map[time.Duration]time.Duration{
		10 * time.Hour:           longest,
		reserve + 10*time.Minute: 5 * time.Minute,
		reserve:                  0,
	} {
		before := time.Now()
		if got := Deadline(&ending{TB: t, in: in}); got.Before(before.Add(want)) || got.After(time.Now().Add(want)) {
			t.Errorf("with %v left it gives up after %v, want %v", in, got.Sub(before), want)
		}
	}
}

func TestWaitingEndsWithWhatIsWaitedForOrTheTestsOwnTime(t *testing.T) {
	looks := 0
	Until(t, "the third look", func() bool { looks++; return looks == 3 })
	if looks != 3 {
		t.Errorf("it looked %d times", looks)
	}
	e, done := &ending{TB: t, in: reserve}, make(chan bool)
	go func() {
		defer close(done)
		Until(e, "never", func() bool { return false })
	}()
	<-done
	if want := "it has not come to this: never"; e.said != want {
		t.Errorf("it says %q, want %q", e.said, want)
	}
}
