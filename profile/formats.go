package profile

import (
	"bytes"
	"fmt"
	"strings"
)

// A format is what one program, or a family of them, writes.
type format struct {
	name  string // as a prefix, such as ping:, that forces it
	title string // in a message: what it is
	knows func(head []byte) bool
	// read takes what is measured from a stream. The part is cut out afterwards: it is given to a reader of long
	// streams, which need not keep what was sent before it.
	read func(s *stream, part Part) (*measurement, error)
}

// formats returns what is read, in the order in which a text is tried.
func formats() []format {
	return []format{
		{"irtt", "the JSON of irtt", startsJSON, readIRTT},
		{"ping", "the output of ping", knowsPing, readPing},
	}
}

// startsJSON says whether a text begins as an object of JSON does.
func startsJSON(head []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) }

// unknown says what a text is not.
func unknown(name string) error {
	var titles []string
	for _, f := range formats() {
		titles = append(titles, f.title)
	}
	return fmt.Errorf("%q: it is neither a scenario, nor %s (irtt:FILE and so on forces one)", name, strings.Join(titles, ", nor "))
}
