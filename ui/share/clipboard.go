package share

import (
	"errors"

	"driftlab/ui/words"
)

// A clipboard is the system's, for text. Its methods may take long: another program may have to answer, or a person, who is asked
// in a language.
type clipboard interface {
	write(lang *words.Language, text string) error
	read(lang *words.Language) (string, error)
}

// errPutAway is a clipboard's error after the person has cancelled.
var errPutAway = errors.New("put away")
