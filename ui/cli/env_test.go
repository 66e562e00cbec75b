package cli

import (
	"context"
	"io"

	"driftlab/internal/files"
)

// env returns surroundings in which nobody stops the command.
func env(out io.Writer) Env {
	return Env{Out: out, Warn: io.Discard, Files: files.Disk{}, Stop: context.Background()}
}

// warned is env with a writer for warnings.
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
