package timeline

import (
	"reflect"
	"slices"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
)

// branch is one way that the session has gone.
type branch struct {
	parent int
	at     netsim.Time      // where it left its parent
	known  int              // how many events of the script are its parent's
	script []scenario.Event // what a person did on it, from the session's start
	end    netsim.Time      // as far as it is known
	led    netsim.Time      // from here on another line's bots lead this one's, if there is one
}

// noBranch is the parent of the first branch.
const noBranch = -1

// Branch tells of a way that the session has gone.
type Branch struct {
	Parent int            // from which it left; -1 for the first
	At     netsim.Time    // when it left
	Event  scenario.Event // by what; nothing for the first
	End    netsim.Time    // as far as it is known
}

// sameMove is how soon after each other changes of the same settings are one: the pulling of a slider.
const sameMove = time.Second

// Branches appends all branches to dst, in the order in which they began.
func (l *Line) Branches(dst []Branch) []Branch {
	for i := range l.branches {
		b := &l.branches[i]
		out := Branch{Parent: b.parent, At: b.at, End: b.end}
		if n := b.known + firstOf(b.script[b.known:], byHand); n < len(b.script) {
			// The first of the branch's events, with the values to which it led.
			events := b.script[n:]
			first := events[0]
			for _, ev := range events[1:] {
				if !byHand(ev) {
					continue
				}
				if !ev.Continues && ev.At.Sub(first.At) > sameMove || !sameKeys(first.Set, ev.Set) {
					break
				}
				first.Set = ev.Set
			}
			out.Event = first
		}
		dst = append(dst, out)
	}
	return dst
}

// byHand says whether an event is a person's: what bots get is not.
func byHand(ev scenario.Event) bool { return ev.Bots == nil }

func sameKeys(a, b []scenario.Assignment) bool {
	return len(a) > 0 && slices.EqualFunc(a, b, func(x, y scenario.Assignment) bool { return x.Name() == y.Name() })
}

// BranchCount returns how many branches there are.
func (l *Line) BranchCount() int { return len(l.branches) }

// Events returns how many events the log of the branch has.
func (l *Line) Events() int {
	return len(l.session.Scenario().Events) + len(l.branches[l.current].script)
}

// Branch returns the number of the current branch.
func (l *Line) Branch() int { return l.current }

// Select makes another branch the current one, which exists, and starts on the way to the instant at
// which the line stands or to which it is going, or to the branch's end if that is before it.
func (l *Line) Select(i int) error {
	if i == l.current {
		return nil
	}
	to := l.Target()
	l.halt()
	l.turn(i)
	return l.SeekStart(min(to, l.End()))
}

// turn makes another branch the current one. Tape and checkpoints keep what both have in common.
func (l *Line) turn(i int) {
	// The latest instant up to which the two branches are the same.
	a := i
	b := l.current
	at := netsim.Never
	for a != b {
		if a < b {
			a, b = b, a // a parent comes before its children
		}
		at = min(at, l.branches[a].at)
		a = l.branches[a].parent
	}
	parted := l.quiet(min(at, l.taped, l.branches[i].end)) // behind its end a branch knows nothing
	l.points.forget(parted + 1)
	l.truncate(parted)
	l.current = i
	l.ways++
}

// Adopt makes another way of the same scenario the current branch and starts on the way to an instant on it:
// the script is what a person did on it. A way that a branch has gone anyway makes no other branch.
// A way that the line was on is gone to its end first.
func (l *Line) Adopt(script []scenario.Event, to netsim.Time) error {
	if err := l.finish(); err != nil {
		return err
	}
	if known := slices.IndexFunc(l.branches, func(b branch) bool {
		return slices.EqualFunc(b.script, script, func(x, y scenario.Event) bool { return reflect.DeepEqual(x, y) })
	}); known >= 0 {
		if err := l.Select(known); err != nil {
			return err
		}
		return l.SeekStart(to)
	}
	own := l.branches[l.current].script
	known, at := 0, netsim.Never
	for known < min(len(script), len(own)) && reflect.DeepEqual(script[known], own[known]) {
		known++
	}
	for _, rest := range [...][]scenario.Event{script[known:], own[known:]} {
		if len(rest) > 0 {
			at = min(at, rest[0].At)
		}
	}
	l.branches = append(l.branches, branch{parent: l.current, at: at, known: known, script: script, end: max(to, at), led: min(l.branches[l.current].led, at)})
	if err := l.Select(len(l.branches) - 1); err != nil {
		return err
	}
	return l.SeekStart(to)
}

// Divert adopts the branch's way with one event more, at the event's own instant, and with all that was done after it
// up to where it starts on the way to.
func (l *Line) Divert(ev scenario.Event, to netsim.Time) error {
	if err := l.finish(); err != nil {
		return err
	}
	if err := l.session.CheckAnywhen(ev); err != nil {
		return err
	}
	behind := func(t netsim.Time) func(scenario.Event) bool {
		return func(ev scenario.Event) bool { return ev.At > t }
	}
	script := l.branches[l.current].script
	script = script[:firstOf(script, behind(to))]
	return l.Adopt(slices.Insert(slices.Clone(script), firstOf(script, behind(ev.At)), ev), to)
}

// firstOf returns the place of the first event of a kind, or the end of all.
func firstOf(script []scenario.Event, is func(scenario.Event) bool) int {
	if i := slices.IndexFunc(script, is); i >= 0 {
		return i
	}
	return len(script)
}

// Script returns what a person did on the branch, also ahead of the present. It must not be changed.
func (l *Line) Script() []scenario.Event { return l.branches[l.current].script }

// Fork returns a line that stands where this one does, and has gone and knows the same way; other branches
// it does not have. From then on the two are independent. The tape is the new line's own: it holds what
// this line's tape holds; nil for none. A way that this line was on is gone to its end first.
func (l *Line) Fork(newCarrier func() (netsim.Carrier, error), tape Tape) (*Line, error) {
	if err := l.finish(); err != nil {
		return nil, err
	}
	now := l.branches[l.current]
	f := &Line{
		opt:      l.opt,
		branches: []branch{{script: slices.Clone(now.script), end: now.end, parent: noBranch}},
		points:   l.points,
		begin:    l.begin,
		taped:    l.taped,
		gate:     gate{tape: tape},
		forked:   true,
	}
	f.opt.Tape, f.opt.NewCarrier = tape, newCarrier
	if tape == nil {
		f.taped = netsim.Never
	}
	f.points.list = slices.Clone(l.points.list) // the sessions in it stand still, so both may copy them
	carrier, err := newCarrier()
	if err != nil {
		return nil, err
	}
	f.session, _, err = l.session.Clone(session.Options{Carrier: carrier, Recorder: &f.gate})
	return f, err
}
