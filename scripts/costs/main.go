// Command costs measures what the checks cost, and writes it into docs/tests.md.
//
//	go run ./scripts/costs            what each package's tests take: CPU seconds, seconds, peak memory
//	go run ./scripts/costs -times     what make check and make test take, with the build cache filled and with an empty one
//
// Both are meant for a machine that does nothing else. It runs go test with itself as -exec, so that each test program is
// measured with all the programs that it starts.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// page is where the figures are told.
const page = "docs/tests.md"

func main() {
	record := flag.String("record", "", "append what the command that follows takes to this `FILE`")
	times := flag.Bool("times", false, "measure make check and make test instead of packages")
	flag.Parse()
	var err error
	switch {
	case *record != "":
		os.Exit(recorded(*record, flag.Args()))
	case *times:
		err = measureChecks()
	default:
		err = measurePackages()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "costs:", err)
		os.Exit(1)
	}
}

// A cost is what one command took.
type cost struct {
	name      string
	wall, cpu time.Duration
	peak      int64 // bytes of the program, or of the largest that it started, that were in memory
}

// run runs a command and returns what it took.
func run(c *exec.Cmd) (cost, error) {
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	begin := time.Now()
	err := c.Run()
	if c.ProcessState == nil {
		return cost{}, err
	}
	return cost{wall: time.Since(begin), cpu: c.ProcessState.UserTime() + c.ProcessState.SystemTime(), peak: peakOf(c.ProcessState)}, err
}

// recorded runs a test program and appends a line to a file. It returns the program's exit status.
func recorded(path string, command []string) int {
	if len(command) == 0 {
		fmt.Fprintln(os.Stderr, "costs: -record FILE COMMAND...: there is no command")
		return 2
	}
	took, err := run(exec.Command(command[0], command[1:]...))
	where, _ := os.Getwd()
	f, openErr := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if openErr == nil {
		_, openErr = fmt.Fprintf(f, "%s\t%d\t%d\t%d\n", where, took.wall, took.cpu, took.peak)
		f.Close()
	}
	if openErr != nil {
		fmt.Fprintln(os.Stderr, "costs:", openErr)
		return 1
	}
	if exit, ok := err.(*exec.ExitError); ok {
		return max(exit.ExitCode(), 1)
	}
	if err != nil {
		return 1
	}
	return 0
}

// measurePackages runs the tests of all packages as make test does.
func measurePackages() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "costs")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	table := filepath.Join(dir, "table")
	test := exec.Command("make", "unit", "EXEC="+self+" -record "+table)
	if _, err := run(test); err != nil {
		return fmt.Errorf("the tests: %w", err)
	}
	costs, err := read(table, root)
	if err != nil {
		return err
	}
	return write("packages", packageTable(costs))
}

// read returns what a file has, the most expensive first.
func read(path, root string) (all []cost, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		var c cost
		dir, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if _, err := fmt.Sscanf(rest, "%d\t%d\t%d", &c.wall, &c.cpu, &c.peak); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		if c.name, err = filepath.Rel(root, dir); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b cost) int { return int(b.cpu - a.cpu) })
	return all, nil
}

// packageTable tells of all that take more than a tenth of a second, and of the others together.
func packageTable(all []cost) string {
	var b strings.Builder
	b.WriteString("| package | CPU s | s | peak MB |\n| --- | ---: | ---: | ---: |\n")
	row := func(name string, c cost) {
		fmt.Fprintf(&b, "| %s | %.1f | %.1f | %d |\n", name, c.cpu.Seconds(), c.wall.Seconds(), c.peak>>20)
	}
	var rest, sum cost
	others := 0
	for _, c := range all {
		sum.cpu, sum.wall, sum.peak = sum.cpu+c.cpu, sum.wall+c.wall, max(sum.peak, c.peak)
		if c.cpu < time.Second/10 {
			rest.cpu, rest.wall, rest.peak = rest.cpu+c.cpu, rest.wall+c.wall, max(rest.peak, c.peak)
			others++
			continue
		}
		row("`"+c.name+"`", c)
	}
	row(fmt.Sprintf("%d others", others), rest)
	row("all", sum)
	return b.String()
}

// measureChecks runs the tiers, with an empty build cache and with the one that this has filled.
func measureChecks() error {
	cache, err := os.MkdirTemp("", "costs-cache")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	var b strings.Builder
	b.WriteString("| command | build cache | minutes | CPU minutes |\n| --- | --- | ---: | ---: |\n")
	for _, tier := range []struct{ target, with string }{{"test", "empty"}, {"test", "filled"}, {"check", "filled"}} {
		c := exec.Command("make", tier.target)
		c.Env = append(os.Environ(), "GOCACHE="+cache, "TESTFLAGS=-count=1")
		took, err := run(c)
		if err != nil {
			return fmt.Errorf("make %s: %w", tier.target, err)
		}
		fmt.Fprintf(&b, "| `make %s` | %s | %.1f | %.1f |\n", tier.target, tier.with, took.wall.Minutes(), took.cpu.Minutes())
	}
	return write("times", b.String())
}

// write puts a table in the page, between its marks.
func write(mark, table string) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	open, shut := "<!-- "+mark+" -->\n", "<!-- end of "+mark+" -->"
	before, rest, ok := strings.Cut(string(text), open)
	_, after, shutOK := strings.Cut(rest, shut)
	if !ok || !shutOK {
		return fmt.Errorf("%s: there is no place for %s between %q and %q", page, mark, open, shut)
	}
	about := fmt.Sprintf("Measured on %s, %d processors, %s, %s:\n\n", time.Now().Format("2 January 2006"), runtime.NumCPU(), runtime.GOOS+"/"+runtime.GOARCH, runtime.Version())
	fmt.Print(table)
	return os.WriteFile(page, []byte(before+open+about+table+shut+after), 0o644)
}
