// Package long chooses between the tests of every change and the long ones. Only tests import it.
//
// make test runs one seed of everything, a sample of the faults and the corpora that are kept; make
// test-long runs the rest: every fault, thousands of sessions, soaks. Nothing is tested by the short
// ones in another way than by the long ones, only less often.
package long

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
)

// Variable is the environment variable that asks for the long tests. Any text but none does.
const Variable = "DRIFTLAB_LONG"

// Tests reports whether the long tests are asked for.
func Tests() bool { return os.Getenv(Variable) != "" }

// Only skips a test unless the long ones are asked for.
func Only(t testing.TB) {
	t.Helper()
	if !Tests() {
		t.Skipf("a long test: make test-long, or %s=1 go test", Variable)
	}
}

// Count returns how often something is to be done: usual, or many if the long tests are asked for.
func Count(usual, many int) int {
	if Tests() {
		return many
	}
	return usual
}

// SeedVariable is the environment variable that chooses samples. Without it each run of the tests has others.
const SeedVariable = "DRIFTLAB_SEED"

// Sample returns some of the numbers from 1 to n, rising: all if the long tests are asked for or usual is 0. The
// seed is logged, so that a test that has failed can be run again.
func Sample(t testing.TB, n, usual int) []int {
	t.Helper()
	seed, err := strconv.ParseUint(os.Getenv(SeedVariable), 10, 64)
	if err != nil {
		seed = rand.Uint64()
	}
	if Tests() || usual == 0 {
		usual = n
	}
	t.Logf("%d of %d, %s=%d", min(usual, n), n, SeedVariable, seed)
	all := rand.New(rand.NewPCG(seed, 0)).Perm(n)[:min(usual, n)]
	slices.Sort(all)
	for i := range all {
		all[i]++
	}
	return all
}
