package notice

import (
	"slices"

	"driftlab/ui/panel"
)

// faults are the errors that are shown. Each stands until it is closed, by a click or by Escape, or until what was wrong
// is mended; nothing else takes its place but one that is newer, and the older one comes back when that is closed.
type faults struct {
	Fault   string     // the newest, which is shown; "" for none
	earlier []string   // the others, the oldest first
	typed   string     // the one about what was typed last
	FaultAt panel.Rect // where the newest was drawn
}

// mostFaults bounds how many are to be closed one by one.
const mostFaults = 8

// CloseFault takes the newest away.
func (f *faults) CloseFault() {
	f.Fault = ""
	if last := len(f.earlier) - 1; last >= 0 {
		f.Fault, f.earlier = f.earlier[last], f.earlier[:last]
	}
}

// Mend takes an error away, which need not stand any more.
func (f *faults) Mend(text string) {
	if f.earlier = slices.DeleteFunc(f.earlier, func(e string) bool { return e == text }); f.Fault == text {
		f.CloseFault()
	}
}
