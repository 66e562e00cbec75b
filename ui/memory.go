package ui

import (
	"os"
	"runtime/debug"
)

// memory bounds a line's checkpoints, in bytes. Two worlds share what was chosen.
func (a *App) memory() int {
	bytes := a.opt.Config.Settings().Memory * 1_000_000
	if a.AB.On {
		bytes /= 2
	}
	return bytes
}

// garbagePercent is how much garbage may gather, in percent of what is in use. That is mostly checkpoints, which stay
// and have few pointers: with Go's usual 100 the window would take twice their memory, to no use. It makes some MB of
// garbage a second, so that a tenth of it is collected every few seconds, in the background.
const garbagePercent = 10

// tidyOften has garbage collected often, unless the person who started the program has a wish of their own.
func tidyOften() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
}
