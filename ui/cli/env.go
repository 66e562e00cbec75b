package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"time"

	"driftlab/internal/files"
)

// An Env is a command's surroundings.
type Env struct {
	In       io.Reader // what is piped into it; nil for nothing
	Out      io.Writer
	Warn     io.Writer
	Progress io.Writer       // gets the progress, for a person who watches; nil for nobody
	Files    files.FS        // where it writes
	Stop     context.Context // done once the command is to end
	Program  func() string   // names the build, so that results of different builds are not mixed; nil if not needed
	Page     fs.FS           // the page that the program contains; nil if it was built without one

	flags func(*flag.FlagSet) // if not nil, a command passes its flags to it and returns flag.ErrHelp
}

// addForce adds -force to the flags of a command that writes.
func addForce(set *flag.FlagSet) *bool {
	return set.Bool("force", false, "replace existing files even if driftlab didn't write them")
}

// forced returns an Env that may replace files which the program has not written, if the user has asked for that.
func (e Env) forced(asked bool) Env {
	if asked {
		e.Files = files.Forced{FS: e.Files}
	}
	return e
}

// Interrupted is what a command returns when the user has stopped it.
type Interrupted struct{ What string }

func (i Interrupted) Error() string { return i.What }

// asked reports whether the command must end.
func (e Env) asked() bool { return e.Stop.Err() != nil }

// stopped returns the error of a run that must end, and nil otherwise.
func (e Env) stopped(done, of time.Duration) error {
	if !e.asked() {
		return nil
	}
	return Interrupted{fmt.Sprintf("stopped at %v of %v; nothing has been written", done, of)}
}

// clear removes the line of progress.
func (e Env) clear() {
	if e.Progress != nil {
		fmt.Fprint(e.Progress, "\r\x1b[K")
	}
}
