package scenario

import (
	"fmt"

	"driftlab/internal/param"
)

// A ValueError says why a text is no value of a setting: [ParseAssignment] and [Assign] return it, so that a window can
// say it in its own words. Its Param is the one of the table of keys.
type ValueError struct {
	*param.ValueError
	Client int // for which it was to be; 0 for all
}

func (e *ValueError) Error() string { return oneLine(e.ValueError.Error()) }

// A NotFoundError says that there is no such scenario.
type NotFoundError struct {
	Name string // what was looked for, at most some hundred characters of it
	Path bool   // it can only be a path, and no scenario of the program
	like string // the scenarios of the program that have a like name
}

func (e *NotFoundError) Error() string {
	if e.Path {
		return fmt.Sprintf("scenario %q: no such file", e.Name)
	}
	return fmt.Sprintf("scenario %q: no such file, and no scenario of the program has this name (%s)", e.Name, e.like)
}
