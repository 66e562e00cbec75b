package timeline

import (
	"reflect"
	"time"

	"driftlab/netsim"
	"driftlab/scenario"
)

// branch is one way that the session has gone.
type branch struct {
	parent int
	at     netsim.Time      // where it left its parent
	known  int              // how many events of the script are its parent's
	script []scenario.Event // what a person did on it, from the session's start
	end    netsim.Time      // as far as it is known
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
		if b.known < len(b.script) {
			out.Event = whatWasDone(b.script[b.known:])
		}
		dst = append(dst, out)
	}
	return dst
}

// whatWasDone returns the first of some events, with the values to which it led.
func whatWasDone(events []scenario.Event) scenario.Event {
	first := events[0]
	for _, ev := range events[1:] {
		if ev.At.Sub(first.At) > sameMove || !sameKeys(first.Set, ev.Set) {
			break
		}
		first.Set = ev.Set
	}
	return first
}

func sameKeys(a, b []scenario.Assignment) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	for i := range a {
		if a[i].Name() != b[i].Name() {
			return false
		}
	}
	return true
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
	parted := l.quiet(min(l.parted(i, l.current), l.taped, l.branches[i].end)) // behind its end a branch knows nothing
	l.points.forget(parted + 1)
	l.truncate(parted)
	l.current = i
}

// Adopt makes another way of the same scenario the current branch and starts on the way to an instant on it:
// the script is what a person did on it. A way that the current branch has gone anyway makes no other branch.
// A way that the line was on is gone to its end first.
func (l *Line) Adopt(script []scenario.Event, to netsim.Time) error {
	if err := l.finish(); err != nil {
		return err
	}
	own := l.branches[l.current].script
	known, at := 0, netsim.Time(0)
	for known < min(len(script), len(own)) && reflect.DeepEqual(script[known], own[known]) {
		known++
	}
	switch rest, ownRest := script[known:], own[known:]; {
	case len(rest) > 0 && len(ownRest) > 0:
		at = min(rest[0].At, ownRest[0].At)
	case len(rest) > 0:
		at = rest[0].At
	case len(ownRest) > 0:
		at = ownRest[0].At
	default:
		return l.SeekStart(to)
	}
	l.branches = append(l.branches, branch{parent: l.current, at: at, known: known, script: script, end: max(to, at)})
	if err := l.Select(len(l.branches) - 1); err != nil {
		return err
	}
	return l.SeekStart(to)
}

// parted returns the latest instant up to which two branches are the same.
func (l *Line) parted(a, b int) netsim.Time {
	at := netsim.Never
	for a != b {
		if a < b {
			a, b = b, a // a parent comes before its children
		}
		at = min(at, l.branches[a].at)
		a = l.branches[a].parent
	}
	return at
}
