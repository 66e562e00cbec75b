package session

import "fmt"

// A Fault is what keeps a text from being a value of a setting.
type Fault int

const (
	OutsideRange Fault = iota
	NotADuration       // with its unit
	NotANumber
	UnknownUnit
	NotWhole
)

// A ValueError says why a text is no value of a setting: [ParseAssignment] returns it, so that a window can
// say it in its own words.
type ValueError struct {
	Key    *Key
	Client int    // for which it was to be; 0 for all
	Text   string // what was given
	Fault  Fault

	name string // the key as it was given
}

// Units lists the units that a number of the setting may have.
func (e *ValueError) Units() string { return e.Key.unit.suffixes() }

func (e *ValueError) Error() string { return oneLine(e.line()) }

func (e *ValueError) line() string {
	allowed := e.Key.Range()
	switch e.Fault {
	case NotADuration:
		return fmt.Sprintf("%s: %q is not a duration with its unit, such as 80ms (range %s)", e.name, e.Text, allowed)
	case NotANumber:
		return fmt.Sprintf("%s: %q is not a number (range %s)", e.name, e.Text, allowed)
	case UnknownUnit:
		return fmt.Sprintf("%s: %q has an unknown unit (allowed: %s) (range %s)", e.name, e.Text, e.Units(), allowed)
	case NotWhole:
		return fmt.Sprintf("%s: %s is not a whole number of %s (range %s)", e.name, e.Text, e.Key.unit.name, allowed)
	}
	return fmt.Sprintf("%s: %s is outside %s", e.name, e.Text, allowed)
}

// A NotFoundError says that there is no such scenario.
type NotFoundError struct {
	Name string // what was looked for, at most some hundred characters of it
	Path bool   // it can only be a path, and no scenario of the program
	all  string // the scenarios of the program
}

func (e *NotFoundError) Error() string {
	if e.Path {
		return fmt.Sprintf("scenario %q: no such file", e.Name)
	}
	return fmt.Sprintf("scenario %q: no such file, and no scenario of the program has this name (%s)", e.Name, e.all)
}
