package guest

import "fmt"

// A Fault is what ended a program's part: what it did wrong, or what this program could not do for it.
type Fault struct {
	Program string // its name, or its path while it has told none
	Role    Role
	Event   int64 // number of the event, 0 for the start
	Kind    Kind
	What    string
	Ours    bool // it is no fault of the program's
	AtStart bool // and not at the event at which it was found
}

func (f *Fault) Error() string {
	who := f.Program
	if f.Role == Host {
		who += " (host's half)"
	}
	if f.Event == 0 {
		return fmt.Sprintf("%s: at its start: %s", who, f.What)
	}
	return fmt.Sprintf("%s: event %d (%v): %s", who, f.Event, f.Kind, f.What)
}
