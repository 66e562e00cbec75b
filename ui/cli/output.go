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

// Unread is what a command returns when nobody reads its output any more, as in driftlab keys | head: then nothing is printed.
type Unread struct{ error }

// Unwrap returns the fault itself.
func (u Unread) Unwrap() error { return u.error }

// An output passes on what a command prints, and remembers the first error, so commands don't check.
type output struct {
	to     io.Writer
	unread func() // called once nobody reads it any more

	mu  sync.Mutex
	err error
}

// Write implements io.Writer. Nothing follows what could not be written.
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

// told returns a command's error, or that its output is incomplete.
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

// isUnread reports whether an error is that of a pipe whose reader is gone.
func isUnread(err error) bool {
	is := func(closed error) bool { return errors.Is(err, closed) }
	return is(io.ErrClosedPipe) || slices.ContainsFunc(closedPipe, is)
}
