package travel

import (
	"slices"

	"driftlab/game/scenario"
	"driftlab/netsim"
)

// A deed is something that a person has done to the session while the window was on a long way.
//
// To do it at once, the way would have to be gone to its end in one update, seconds in which nothing is
// drawn. So it waits: once the window has arrived, and A of a comparison with it, all that waits is done
// at that instant, in the order in which it was done. Events go into the log with the instant of arrival,
// where they begin a branch if that is in the past. Until then controls show what was chosen with them.
//
// Another instant or branch that is chosen on the way, before anything waits, is gone to instead. What
// only concerns the picture or begins another session does not wait, and with another session nothing is
// left to be done. A jump that fails ends at another instant than was asked for: what waits is dropped.
type deed struct {
	do   func() error
	set  []scenario.Assignment // what an event sets; nil for all else
	seek bool                  // it goes to an instant
	to   netsim.Time           // that one
}

// Underway reports whether the window is on a way to whose end what is done now has to wait.
func (t *Travel) Underway() bool {
	return t.Turn.Stands() || !t.acting && (t.picture.Line.Busy() || t.picture.AB.Behind() || len(t.waiting) > 0)
}

// behindOthers reports whether a way that is asked for now must wait until something else is done.
func (t *Travel) behindOthers() bool {
	return t.Turn.Stands() || !t.acting && len(t.waiting) > 0
}

// WhenThere does something to the session: now or, on a long way, when that has been gone.
func (t *Travel) WhenThere(do func() error) { t.inTurn(t.Underway(), deed{do: do}) }

// Next does something to the session in the next turn, when a long way has been gone.
func (t *Travel) Next(do func() error) { t.wait(deed{do: do}) }

// inTurn does a deed, or has it wait. Its error is shown once it is done.
func (t *Travel) inTurn(waits bool, d deed) {
	if waits {
		t.wait(d)
		return
	}
	t.lines.ShowError(d.do())
}

// wait puts a deed behind those that wait. What undoes the one before anyhow takes its place: the same
// settings, as a slider that is pulled has them, or another instant.
func (t *Travel) wait(d deed) {
	w := t.waiting
	if n := len(w); n > 0 && (d.seek && w[n-1].seek || sameSettings(d.set, w[n-1].set)) {
		w = w[:n-1]
	}
	t.waiting = append(w, d)
}

func sameSettings(a, b []scenario.Assignment) bool {
	return len(a) > 0 && slices.EqualFunc(a, b, func(x, y scenario.Assignment) bool { return x.Name() == y.Name() })
}

// CatchUp does what waits, as soon as the window is there, up to what begins another long way. What went
// wrong stays in the bottom bar though something else works after it.
func (t *Travel) CatchUp() {
	var wrong error
	for len(t.waiting) > 0 && !t.picture.Line.Busy() && !t.picture.AB.Behind() {
		next := t.waiting[0]
		t.waiting = t.waiting[1:]
		t.acting = true
		if err := next.do(); err != nil {
			wrong = err
		}
		t.acting = false
	}
	t.lines.ShowError(wrong)
}

// Target returns the instant to which the window is going, or is going to go.
func (t *Travel) Target() netsim.Time {
	for _, d := range slices.Backward(t.waiting) {
		if d.seek {
			return d.to
		}
	}
	return t.picture.Line.Target()
}

// Value returns a setting of a client as it is, or as it is going to be when what waits is done.
func (t *Travel) Value(client int, key string) int64 {
	if s, ok := t.chosen(client, key); ok {
		return s.Value
	}
	return t.picture.Session.Value(client, key)
}

// ValueText is Value as it is written.
func (t *Travel) ValueText(client int, key string) string {
	if s, ok := t.chosen(client, key); ok {
		return s.ValueText()
	}
	return t.picture.Session.ValueText(client, key)
}

// chosen returns what is to become of a client's setting by what waits.
func (t *Travel) chosen(client int, key string) (s scenario.Assignment, ok bool) {
	for _, d := range slices.Backward(t.waiting) {
		for _, s := range d.set {
			if s.Key().Name == key && s.Concerns(client) {
				return s, true
			}
		}
	}
	return s, false
}
