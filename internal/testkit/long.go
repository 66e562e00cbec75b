// Package testkit has what tests need, and only tests import it: counted allocations, whatever else runs in the process; waiting without
// a guess, so that only what hangs takes long; damaged copies of a fuzz target's corpus; how far two series go together; and the choice
// between the tests of every change and the long ones.
//
// make test runs one seed of everything, a sample of the faults and the corpora that are kept; make
// test-long runs the rest: every fault, thousands of sessions, soaks. Nothing is tested by the short
// ones in another way than by the long ones, only less often.
package testkit

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// LongVariable is the environment variable that asks for the long tests. Any text but none does.
const LongVariable = "DRIFTLAB_LONG"

// LongTests reports whether the long tests are asked for.
func LongTests() bool { return os.Getenv(LongVariable) != "" }

// LongOnly skips a test unless the long ones are asked for.
func LongOnly(t testing.TB) {
	t.Helper()
	if !LongTests() {
		t.Skipf("a long test: make test-long, or %s=1 go test", LongVariable)
	}
}

// LongCount returns how often something is to be done: usual, or many if the long tests are asked for.
func LongCount(usual, many int) int {
	if LongTests() {
		return many
	}
	return usual
}

// LongSeedVariable is the environment variable that chooses samples, a number from 0 to 2⁶⁴ − 1.
const LongSeedVariable = "DRIFTLAB_SEED"

// LongSeed returns what chooses samples: LongSeedVariable's number, or else one made from the commit that is checked out, so that a
// commit always gives the same result and the next one tries other samples. Where git can't tell, it is 1.
func LongSeed() uint64 {
	if seed, err := strconv.ParseUint(os.Getenv(LongSeedVariable), 10, 64); err == nil {
		return seed
	}
	return head()
}

var head = sync.OnceValue(func() uint64 {
	hash, err := exec.Command("git", "rev-parse", "--short=16", "HEAD").Output()
	if err != nil {
		return 1
	}
	seed, err := strconv.ParseUint(strings.TrimSpace(string(hash))[:16], 16, 64)
	if err != nil {
		return 1
	}
	return seed
})

// Sample returns some of the numbers from 1 to n, rising: all if the long tests are asked for or usual is 0. The
// seed is logged, so that a test that has failed can be run again.
func Sample(t testing.TB, n, usual int) []int {
	t.Helper()
	if LongTests() || usual == 0 {
		usual = n
	}
	seed := LongSeed()
	t.Logf("%d of %d, %s=%d", min(usual, n), n, LongSeedVariable, seed)
	all := rand.New(rand.NewPCG(seed, 0)).Perm(n)[:min(usual, n)]
	slices.Sort(all)
	for i := range all {
		all[i]++
	}
	return all
}

// Some returns a sample of a list, in the list's order: all of it if the long tests are asked for.
func Some[T any](t testing.TB, all []T, usual int) []T {
	t.Helper()
	some := make([]T, 0, len(all))
	for _, n := range Sample(t, len(all), usual) {
		some = append(some, all[n-1])
	}
	return some
}
