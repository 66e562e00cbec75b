package ui

import (
	"slices"

	"driftlab/ui/panel"
)

// faults are the errors that are shown. Each stands until it is closed, by a click or by Escape, or until what was wrong
// is mended; nothing else takes its place but one that is newer, and the older one comes back when that is closed.
type faults struct {
	message string     // the newest, which is shown; "" for none
	earlier []string   // the others, the oldest first
	typed   string     // the one about what was typed last
	place   panel.Rect // where the newest was drawn
}

// mostFaults bounds how many are to be closed one by one.
const mostFaults = 8

// add shows an error. One that stands already becomes the newest.
func (f *faults) add(text string) {
	f.mend(text)
	if f.message != "" {
		f.earlier = append(f.earlier, f.message)
		f.earlier = f.earlier[max(len(f.earlier)-mostFaults+1, 0):]
	}
	f.message = text
}

// close takes the newest away.
func (f *faults) close() {
	f.message = ""
	if last := len(f.earlier) - 1; last >= 0 {
		f.message, f.earlier = f.earlier[last], f.earlier[:last]
	}
}

// mend takes an error away, which need not stand any more.
func (f *faults) mend(text string) {
	if f.earlier = slices.DeleteFunc(f.earlier, func(e string) bool { return e == text }); f.message == text {
		f.close()
	}
}

// faultShown reports whether an error is to be seen.
func (a *App) faultShown() bool { return a.message != "" && !a.travelling() }

// escapeFault closes the error that is shown, for Escape, which then has no other effect.
func (a *App) escapeFault(escape bool) bool {
	if !escape || !a.faultShown() {
		return false
	}
	a.faults.close()
	return true
}

// dismiss closes the error, the notice or the line about a slow machine that is clicked on. That click has no other
// effect; one on a button does what the button does.
func (a *App) dismiss() {
	p := &a.pointer
	if !p.Pressed || slices.ContainsFunc(a.player.spots, func(b button) bool { return p.Over(b.Rect) }) {
		return
	}
	switch {
	case a.faultShown() && p.Over(a.faults.place):
		a.faults.close()
	case a.aside() != "" && p.Over(a.noticed.place):
		a.notice = ""
	case a.slow.note != "" && p.Over(a.slow.place):
		a.slow.note = ""
	default:
		return
	}
	p.Pressed = false
}
