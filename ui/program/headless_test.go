package program

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/internal/testkit"
	"driftlab/ui/cli"
)

// goCommand runs the go command for a system, "" for this one, and returns what it prints.
func goCommand(t *testing.T, system string, args ...string) string {
	t.Helper()
	c := exec.Command("go", args...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if goos, goarch, ok := strings.Cut(system, "/"); ok {
		c.Env = append(c.Env, "GOOS="+goos, "GOARCH="+goarch)
	}
	var faults strings.Builder
	c.Stderr = &faults
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go %s: %v, %s", strings.Join(args, " "), err, faults.String())
	}
	return string(out)
}

func TestAProgramWithoutAWindowHasNoGraphicsInIt(t *testing.T) {
	whole, headless := goCommand(t, "", "list", "-deps", "../.."), goCommand(t, "", "list", "-deps", "-tags", "headless", "../..")
	for _, graphics := range []string{"github.com/hajimehoshi/ebiten", "github.com/ebitenui", "driftlab/ui\n", "driftlab/ui/draw"} {
		if !strings.Contains(whole, graphics) || strings.Contains(headless, graphics) {
			t.Errorf("%q: in the whole %v, without a window %v", graphics, strings.Contains(whole, graphics), strings.Contains(headless, graphics))
		}
	}
}

func TestAProgramWithoutAWindowSaysThatItHasNone(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	built := filepath.Join(t.TempDir(), "driftlab")
	if out, err := exec.Command("go", "build", "-tags", "headless", "-ldflags=-s -w", "-o", built, "../..").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v, %s", err, out)
	}
	for _, args := range [][]string{nil, {"record", "-o", "a.gif"}} {
		out, err := exec.Command(built, args...).CombinedOutput()
		if err == nil || !strings.HasPrefix(string(out), "driftlab: this driftlab was built without a window") {
			t.Errorf("%q: %v, %s", args, err, out)
		}
	}
}

func TestAProgramWithoutAWindowDoesTheSameInNode(t *testing.T) {
	testkit.LongOnly(t) // it compiles the program for another system
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	built := filepath.Join(dir, "driftlab.wasm")
	goCommand(t, "js/wasm", "build", "-tags", "headless", "-o", built, "../..")
	start := filepath.Join(strings.TrimSpace(goCommand(t, "", "env", "GOROOT")), "lib", "wasm", "wasm_exec_node.js")
	inNode := func(args ...string) (string, error) {
		c := exec.Command(node, append([]string{"--stack-size=8192", start, built}, args...)...)
		c.Dir = dir
		c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}
		out, err := c.CombinedOutput()
		return string(out), err
	}
	run := []string{"run", "-duration", "3s", "-carrier", "direct", "-o"}
	if out, err := inNode(append(run, "there")...); err != nil {
		t.Fatalf("%v, %s", err, out)
	}
	here := filepath.Join(dir, "here")
	check(t, cli.Run(append(run[1:], here), cli.Env{Out: new(strings.Builder), Warn: new(strings.Builder), Files: files.Disk{}, Stop: t.Context()}))
	for _, name := range []string{session.SummaryFile, session.ClockFile, session.PacketsFile, session.LogFile, files.ManifestFile} {
		got, err := os.ReadFile(filepath.Join(dir, "there", name))
		want, err2 := os.ReadFile(filepath.Join(here, name))
		if err != nil || err2 != nil || !bytes.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s differs: %v, %v, %d and %d bytes", name, err, err2, len(got), len(want))
		}
	}
	if out, err := inNode("record", "-o", "a.gif"); err == nil || !strings.HasPrefix(out, "driftlab: this driftlab was built without a window") {
		t.Errorf("record: %v, %s", err, out)
	}
}
