package stage

import (
	"testing"
	"time"
)

func TestAViewportSaysThatThereIsNoWorld(t *testing.T) {
	a := newRig(t, "clocks-alone", false)
	if err := a.Session.Advance(2 * time.Second); err != nil {
		t.Fatal(err)
	}
	a.next()
	for machine := range 2 {
		v := NewViewport(machine, a.Session.Level())
		if what, do := v.State(english, &a.Frame); what != english.T("viewport.no-world") || do != english.T("viewport.no-world-do") || !v.empty(&a.Frame) {
			t.Errorf("machine %d says %q %q", machine, what, do)
		}
	}
}
