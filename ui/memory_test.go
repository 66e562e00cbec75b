package ui

import (
	"testing"
	"time"

	"driftlab/ui/config"
)

func TestTwoWorldsShareTheMemoryOfCheckpoints(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	check(t, a.opt.Config.Override(func(s *config.Settings) { s.Memory = config.MinMemory }))
	a.restart()
	const bound = config.MinMemory * 1_000_000
	within := func(what string, least, most int) {
		t.Helper()
		bytes := a.Line.Bytes()
		if a.AB.On {
			if other := a.AB.A.Line.Bytes(); other > most || other < least {
				t.Errorf("%s: A's checkpoints take %d bytes, want %d to %d", what, other, least, most)
			}
		}
		if bytes > most || bytes < least {
			t.Errorf("%s: the checkpoints take %d bytes, want %d to %d", what, bytes, least, most)
		}
	}
	a.Advance(20 * time.Second)
	within("alone", bound/4, bound)
	a.toggleAB()
	within("side by side", bound/8, bound/2)
	for range 10 {
		a.Advance(time.Second)
		a.UpdateAB()
	}
	within("a while later", bound/8, bound/2)
	a.toggleAB()
	for range 30 {
		a.Advance(time.Second)
	}
	within("alone again", bound/4, bound)
	if a.Memory() != bound {
		t.Errorf("%d bytes are allowed, want %d", a.Memory(), bound)
	}
}
