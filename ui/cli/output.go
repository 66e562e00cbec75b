package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"sync"

	"driftlab/internal/files"
)

// Unread is what a command returns whose output nobody reads any more, as that of driftlab keys | head: there is nothing
// to be told.
type Unread struct{ error }

// Unwrap returns the fault itself.
func (u Unread) Unwrap() error { return u.error }

// An output passes on what a command tells, and remembers the first error: commands need not look.
type output struct {
	to     io.Writer
	unread func() // is called once nobody reads it any more

	mu  sync.Mutex
	err error
}

// Write implements io.Writer. Nothing goes behind what could not be written.
func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.to.Write(b)
	if err != nil {
		o.err = err
		if isUnread(err) {
			o.unread()
		}
	}
	return n, err
}

// told returns how a command has ended that returned an error, or nil: not well if its output is not whole.
func (o *output) told(err error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.err == nil:
		return err
	case isUnread(o.err):
		return Unread{o.err}
	case err == nil, errors.Is(err, flag.ErrHelp), errors.Is(err, o.err):
		return fmt.Errorf("standard output: %w", files.Reason(o.err))
	}
	return err
}

// isUnread says whether an error is that of a pipe whose other end is closed.
func isUnread(err error) bool {
	is := func(closed error) bool { return errors.Is(err, closed) }
	return is(io.ErrClosedPipe) || slices.ContainsFunc(closedPipe, is)
}
