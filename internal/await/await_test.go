package await

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
