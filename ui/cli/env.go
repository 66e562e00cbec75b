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

// An Env is what a command has of the world around it.
type Env struct {
	In       io.Reader // what is piped into it; nil for nothing
	Out      io.Writer
	Warn     io.Writer
	Progress io.Writer       // how far it is, for a person who watches; nil for nobody
	Files    files.FS        // in which it writes
	Stop     context.Context // done once the command is to end
	Program  func() string   // names the build, for what must not be mixed with another's; nil where nobody asks
	Page     fs.FS           // the page that the program has in it; nil where it was built without

	flags func(*flag.FlagSet) // if there is one a command tells its flags and returns flag.ErrHelp
}

// addForce adds -force to the flags of a command that writes.
func addForce(set *flag.FlagSet) *bool {
	return set.Bool("force", false, "replace existing files even if driftlab didn't write them")
}

// forced returns the world of a command that was asked to replace files that the program has not written.
func (e Env) forced(asked bool) Env {
	if asked {
		e.Files = files.Forced{FS: e.Files}
	}
	return e
}

// Interrupted is what a command returns that the user has stopped.
type Interrupted struct{ What string }

func (i Interrupted) Error() string { return i.What }

// asked says whether the command is to end.
func (e Env) asked() bool { return e.Stop.Err() != nil }

// stopped returns what a run that is to end says, and nil while it is to go on.
func (e Env) stopped(done, of time.Duration) error {
	if !e.asked() {
		return nil
	}
	return Interrupted{fmt.Sprintf("stopped at %v of %v; nothing has been written", done, of)}
}

// clear takes what was told of progress away.
func (e Env) clear() {
	if e.Progress != nil {
		fmt.Fprint(e.Progress, "\r\x1b[K")
	}
}
