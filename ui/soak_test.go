package ui

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsim/vnet"
	"driftlab/ui/config"
	"driftlab/ui/uitest"
)

// residentMost is what the window may take in all. Software GL with its compiler and the program itself are 150 MiB of it.
const residentMost = 350 << 20

// soakAlone is set for the process that has the long soak to itself: what other tests have taken does not count.
const soakAlone = "DRIFTLAB_SOAK_ALONE"

// TestSoakOfTheWindowKeepsWithinItsMemory lets the window run at 8× for eight hours of virtual time, and then changes the
// lesson 200 times; the short one does a little of both. Each update is made as in the window, as fast as they come; one in
// sixty is drawn.
func TestSoakOfTheWindowKeepsWithinItsMemory(t *testing.T) {
	if testkit.LongTests() && os.Getenv(soakAlone) == "" {
		alone := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=5h")
		alone.Env = append(os.Environ(), soakAlone+"=1")
		out, err := alone.CombinedOutput()
		t.Logf("%s", out)
		if err != nil {
			t.Error(err)
		}
		return
	}
	a := newTestApp(t, "first", 1600, 900, 1)
	a.opt.NewCarrier = vnet.New // as the program has it
	old := debug.SetGCPercent(garbagePercent)
	defer debug.SetGCPercent(old)
	a.restart()
	a.Speed = 8
	marks := []time.Duration{20 * time.Second, 100 * time.Second, 10 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour}
	for _, mark := range marks[:testkit.LongCount(1, len(marks))] {
		soakUntil(t, a, netsim.Time(mark))
		report(t, a, mark.String()+" of virtual time")
	}
	changes := testkit.LongCount(2, 200)
	for i := range changes {
		a.lessons.Start(lesson.All()[i%len(lesson.All())].Number, 0)
		a.showView(config.LabView) // in Watch time stands still at the lesson's questions
		soakUntil(t, a, netsim.Time(5*time.Second))
		if i == changes/2-1 {
			report(t, a, fmt.Sprint(i+1, " lessons"))
		}
	}
	report(t, a, fmt.Sprint(changes, " lessons"))
}

// soakUntil runs the window to an instant.
func soakUntil(t *testing.T, a *App, until netsim.Time) {
	t.Helper()
	screen := screenOf(a.pixels.X, a.pixels.Y)
	for n := 0; a.Session.Now() < until; n++ {
		a.Paused = false // where a lesson has come to its end
		check(t, a.Update())
		if n%60 == 0 {
			a.Draw(screen)
			uitest.EndFrame(t)
		}
	}
}

// report tells what memory the window takes, and checks it.
func report(t *testing.T, a *App, when string) {
	t.Helper()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	now, peak := resident()
	t.Logf("%-24s resident %4d MiB, at most %4d; checkpoints %4d, tape %3d, Go's heap %4d in use", when, now>>20, peak>>20,
		a.Line.Bytes()>>20, a.Tape.Bytes()>>20, m.HeapInuse>>20)
	if got := a.Line.Bytes(); got > a.Memory() || got == 0 {
		t.Errorf("%s: the checkpoints take %d bytes, they may take %d", when, got, a.Memory())
	}
	if got := a.Tape.Bytes(); got > 25e6 {
		t.Errorf("%s: the tape takes %d bytes", when, got)
	}
	if testkit.LongTests() && peak > residentMost {
		t.Errorf("%s: the window took up to %d bytes, it may take %d", when, peak, residentMost)
	}
}

// resident returns how many bytes of the process are in memory, and were at most; 0 where the system does not say.
func resident() (now, peak int) {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		var kB int
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kB); err == nil {
			now = kB * 1024
		} else if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kB); err == nil {
			peak = kB * 1024
		}
	}
	return now, peak
}
