package ui

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/hajimehoshi/ebiten/v2"
)

// garbagePercent is how much garbage may gather, in percent of what is in use. That is mostly checkpoints, which stay
// and have few pointers: with Go's usual 100 the window would take twice their memory, to no use. It makes some MB of
// garbage a second, so that a tenth of it is collected every few seconds, in the background.
const garbagePercent = 10

// pageGarbage is how much garbage may gather in a page, in bytes, where its memory has room. All that is in use is looked through
// each time, in a page by the one thread: where little is in use a tenth of that is soon there.
const pageGarbage = 32 << 20

// startGarbage is how much may gather, in percent, until the window has been there for a second. What the start takes is
// little but garbage, 30 MB in all: it is looked through once then, and not a dozen times before there is a picture.
const startGarbage = 400

// garbage is what a window knows of its memory.
type garbage struct {
	updates int
	cycles  uint32 // of collecting that were seen
	percent int    // that may gather; 0 where GOGC is set by the person who started the program
}

// begin is for before the window is made.
func (g *garbage) begin() {
	if os.Getenv("GOGC") == "" {
		g.percent = startGarbage
		debug.SetGCPercent(g.percent)
	}
}

// look sets again how much garbage may gather: after the first second, and in a page once in each and after a collection, when none
// continues, since that would be waited for.
func (g *garbage) look() {
	if g.updates++; g.percent == 0 || g.updates%ebiten.DefaultTPS != 0 {
		return
	}
	if g.updates == ebiten.DefaultTPS {
		g.percent = garbagePercent
		debug.SetGCPercent(g.percent)
	}
	if runtime.GOOS != "js" {
		return
	}
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	if now.NumGC == g.cycles {
		return
	}
	g.cycles = now.NumGC
	used := now.NextGC * 100 / uint64(100+g.percent)
	if percent := max(garbagePercent, int(100*pageGarbage/max(used, 1))); percent < g.percent || percent > g.percent+g.percent/4 {
		g.percent = percent
		debug.SetGCPercent(percent)
	}
}
