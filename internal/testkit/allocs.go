package testkit

import (
	"runtime"
	"testing"
)

// attempts is how often a count is restarted. A function that allocates does so in each of them; the
// process' other goroutines (a game loop, finalizers, the tail of an earlier test) do not.
const attempts = 10

// AllocsPerRun returns how many allocations f makes each time on average over a number of runs, rounded down, as
// [testing.AllocsPerRun] does. That counts those of the whole process; the least of several counts is f's own.
func AllocsPerRun(runs int, f func()) float64 { return AllocsAtMost(runs, 0, f) }

// AllocsAtMost is [AllocsPerRun] for a function that may allocate so often: the first count that is no more is enough.
func AllocsAtMost(runs int, enough float64, f func()) float64 {
	return least(enough, func() float64 { return testing.AllocsPerRun(runs, f) })
}

// BytesAtMost is [AllocsAtMost] for how many bytes a function allocates each time.
func BytesAtMost(runs int, enough float64, f func()) float64 {
	f() // which may make what later runs have
	return least(enough, func() float64 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range runs {
			f()
		}
		runtime.ReadMemStats(&after)
		return float64((after.TotalAlloc - before.TotalAlloc) / uint64(runs))
	})
}

// least returns the least of several counts, or the first that is no more than enough.
func least(enough float64, count func() float64) float64 {
	n := count()
	for i := 1; i < attempts && n > enough; i++ {
		n = min(n, count())
	}
	return n
}
