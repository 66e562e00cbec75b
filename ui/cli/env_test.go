package cli

import (
	"context"
	"io"

	"driftlab/internal/files"
)

// env returns what a command has of the world that nobody stops.
func env(out io.Writer) Env {
	return Env{Out: out, Warn: io.Discard, Files: files.Disk{}, Stop: context.Background()}
}

// warned is env for what warns.
func warned(out, warn io.Writer) Env {
	e := env(out)
	e.Warn = warn
	return e
}

// quick is env without waiting for the disk.
func quick() Env {
	e := env(io.Discard)
	e.Files = &files.Faulty{FS: files.Disk{}}
	return e
}
