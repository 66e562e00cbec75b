// Command compare compares the simulation's speed with another revision's, and prints the ratios: make bench-compare BASE=REV.
//
//	go run ./scripts/compare -base REV [-turns 10] [-only NAME]
//
// It builds the benchmarks of both, and runs them in turns, so that other load on the machine affects both alike. It counts
// processor time, without what a benchmark's start takes: the difference of a long and a short run.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A benchmark is measured as the difference between a run of few and one of many.
type benchmark struct {
	pkg, name string
	few, many int
	of        float64 // how many of the reported unit one run has
	what      string
}

const ticksASecond = 60

var benchmarks = []benchmark{
	{"session", "SessionDirect8Clients", 10, 210, 8 * ticksASecond, "a client's tick, 8 clients"},
	{"session", "SessionDirect64Clients", 2, 32, 64 * ticksASecond, "a client's tick, 64 clients"},
	{"session", "SessionUnwatched8Clients", 10, 210, 8 * ticksASecond, "a client's tick, 8 clients, unwatched"},
	{"session", "SessionAlone8ClientsAt60Hz", 50, 1050, 1, "a second of clocks alone, 8 clients at 60 Hz"},
	{"netsim", "DirectPacket10InFlight", 100_000, 3_100_000, 1, "a datagram, 10 in flight"},
	{"netsim", "DirectPacket100kInFlight", 100_000, 2_100_000, 1, "a datagram, 100 000 in flight"},
}

func main() {
	base := flag.String("base", "", "compare with this `REV`ision")
	turns := flag.Int("turns", 10, "how many `times` each is run")
	only := flag.String("only", "", "only the benchmarks with this in their `NAME`")
	flag.Parse()
	if *base == "" || *turns < 1 || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "compare: -base REV is missing, -turns is below 1, or there is more: make bench-compare BASE=REV")
		os.Exit(2)
	}
	if err := compare(*base, *turns, *only); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func compare(base string, turns int, only string) error {
	work, err := os.MkdirTemp("", "compare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	older := filepath.Join(work, "tree")
	if err := run("", "git", "worktree", "add", "--quiet", "--detach", older, base); err != nil {
		return err
	}
	defer run("", "git", "worktree", "remove", "--force", older)
	for _, pkg := range []string{"session", "netsim"} {
		for tree, name := range map[string]string{older: "base", ".": "here"} {
			if err := run(tree, "go", "test", "-c", "-buildvcs=false", "-pgo=off", "-o", filepath.Join(work, pkg+"."+name), "./"+pkg); err != nil {
				return err
			}
		}
	}
	fmt.Printf("ns of processor time, least and median of %d turns with %s\n\n", turns, base)
	fmt.Println("| what | benchmark | base | here | ratio | of half the turns |\n| --- | --- | ---: | ---: | ---: | ---: |")
	for _, b := range benchmarks {
		if !strings.Contains(b.name, only) {
			continue
		}
		if err := b.compare(work, turns); err != nil {
			return err
		}
	}
	return nil
}

func (b *benchmark) compare(work string, turns int) error {
	var before, after, ratios []float64
	for range turns {
		old, err := b.measure(filepath.Join(work, b.pkg+".base"))
		if err != nil {
			return err
		}
		now, err := b.measure(filepath.Join(work, b.pkg+".here"))
		if err != nil {
			return err
		}
		before, after, ratios = append(before, old), append(after, now), append(ratios, now/old)
	}
	for _, each := range [][]float64{before, after, ratios} {
		slices.Sort(each)
	}
	fmt.Printf("| %s | `%s` | %.0f, %.0f | %.0f, %.0f | %.2f | %.2f to %.2f |\n", b.what, b.name, before[0], before[turns/2],
		after[0], after[turns/2], ratios[turns/2], ratios[turns/4], ratios[turns-1-turns/4])
	return nil
}

// measure returns the processor time per reported unit, in ns.
func (b *benchmark) measure(program string) (float64, error) {
	few, err := b.spent(program, b.few)
	if err != nil {
		return 0, err
	}
	many, err := b.spent(program, b.many)
	return float64(many-few) / float64(b.many-b.few) / b.of, err
}

func (b *benchmark) spent(program string, times int) (time.Duration, error) {
	c := exec.Command(program, "-test.run=^$", "-test.bench=^Benchmark"+b.name+"$", fmt.Sprintf("-test.benchtime=%dx", times))
	c.Env = append(os.Environ(), "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	out, err := c.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", program, err, out)
	}
	if !strings.Contains(string(out), "Benchmark"+b.name) {
		return 0, fmt.Errorf("%s has no benchmark %s", filepath.Base(program), b.name)
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), nil
}

// run runs a command in a folder, "" for this one, and shows what it says.
func run(dir, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Dir, c.Stdout, c.Stderr = dir, os.Stderr, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}
