package program

import (
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/ui/picture"
	"driftlab/ui/uitest"
)

// The window that is driven, the smallest that is no phone's, since a machine without a graphics card takes its time for each
// pixel; and the screen.
var (
	small = image.Pt(picture.PhoneUnderWidth, picture.PhoneUnderHeight)
	large = image.Pt(1440, 810)
)

// Tests with a person need a real window, and there are few: all that can be tested by handing the window its input and its time is
// tested in ui.

// A person sits at the built program: presses keys and moves the mouse of a display, looks at the screen, and has the session's
// log written. After each act it waits for what is to come of it, and for nothing else.
type person struct {
	*testing.T
	display *display
	env     []string
	program *exec.Cmd
	said    strings.Builder // by the program, where nothing is to be said
	name    string          // of the window, as xdotool has it
	window  uint32          // as X has it
	log     string          // what the key L writes
	config  string          // where the program keeps its settings
}

// How a person's program is started.
type how struct {
	unseen   bool     // nobody looks at the window: the graphics driver draws nothing, which takes no time
	fine     bool     // the screen has two pixels where others have one
	settings string   // more lines of its file of settings
	behind   []string // words of a command line that start the program; in them FILES is its folder
}

// sit starts the program on a display of its own and waits for its window.
func sit(t *testing.T, h how) *person {
	t.Helper()
	need(t, "Xvfb", "xdotool")
	program, dir := build(t), t.TempDir()
	screen := large
	if h.fine {
		screen = screen.Mul(2)
	}
	p := &person{T: t, display: newDisplay(t, screen.X, screen.Y),
		log: filepath.Join(dir, "files", "session.toml"), config: filepath.Join(dir, "config", "driftlab", "settings.toml")}
	p.env = append(os.Environ(), "DISPLAY="+p.display.Display(), "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
	if h.unseen {
		p.env = append(p.env, "GALLIUM_NOOP=1")
	}
	if h.fine {
		check(t, p.display.resources("Xft.dpi:\t192\n"))
	}
	for _, file := range []string{p.log, p.config} {
		check(t, os.MkdirAll(filepath.Dir(file), 0o755))
	}
	settings := fmt.Sprintf("width = %d\nheight = %d\nview = \"watch\"\n%s", small.X, small.Y, h.settings)
	filetest.Write(t, p.config, settings)
	var command []string
	for _, word := range h.behind {
		command = append(command, strings.ReplaceAll(word, "FILES", filepath.Dir(p.log)))
	}
	p.start(append(command, program, "-carrier", "direct", "-log", p.log))
	return p
}

// start runs the program's command line until the test is over, and waits for its window.
func (p *person) start(command []string) {
	p.Helper()
	p.program = exec.Command(command[0], command[1:]...)
	p.program.Env, p.program.Stdout, p.program.Stderr = p.env, &p.said, &p.said
	check(p, p.program.Start())
	p.Cleanup(func() {
		end(p.program)
		if p.said.Len() > 0 {
			p.Errorf("the program says %s", p.said.String())
		}
	})
	// A window is shown with its first frame, and takes keys from then on.
	p.name = strings.TrimSpace(p.xdotool("search", "--sync", "--onlyvisible", "--name", "^driftlab"))
	id, err := strconv.ParseUint(p.name, 10, 32)
	check(p, err)
	p.window = uint32(id)
	p.xdotool("windowmove", p.name, "0", "0", "windowfocus", "--sync", p.name)
}

// need skips a test where a real window cannot be driven, and where all is to be quick.
func need(t testing.TB, tools ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it opens a window")
	}
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s, with which the real window is driven: on Debian and Ubuntu apt-get install xvfb xdotool", tool)
		}
	}
}

// build returns the path of the program, which is built once for all tests.
func build(t testing.TB) string {
	t.Helper()
	program, err := built()
	check(t, err)
	return program
}

var built = sync.OnceValues(func() (program string, err error) {
	if builtIn, err = os.MkdirTemp("", "driftlab-windowed-"); err != nil {
		return "", err
	}
	program = filepath.Join(builtIn, "driftlab")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", program, "driftlab").CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return program, nil
})

// builtIn is the folder of the program; "" as long as no test has needed it.
var builtIn string

// end ends a program that was started here.
func end(c *exec.Cmd) {
	c.Process.Kill()
	c.Wait()
}

func (p *person) xdotool(args ...string) string {
	p.Helper()
	c := exec.Command("xdotool", args...)
	c.Env = p.env
	out, err := c.CombinedOutput()
	if err != nil {
		p.Fatalf("xdotool %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// key presses a key and lets go of it. Its name may have modifiers before it: ctrl+k.
func (p *person) key(name string) {
	p.Helper()
	p.xdotool("key", name)
}

// point moves the mouse to a place of the window, whose corner is the screen's.
func (p *person) point(x, y int) {
	p.Helper()
	p.xdotool("mousemove", strconv.Itoa(x), strconv.Itoa(y))
}

// see returns what is on the screen where the window is.
func (p *person) see() *image.RGBA {
	p.Helper()
	size, err := p.display.size(p.window)
	check(p, err)
	img, err := p.display.see(image.Rectangle{Max: size})
	check(p, err)
	return img
}

// until waits for something to be so, and leaves a picture of the window where it never is.
func (p *person) until(what string, so func() bool) {
	p.Helper()
	for giveUp := testkit.Deadline(p); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(giveUp) {
			path := filepath.Join(os.TempDir(), "driftlab-windowed.png")
			uitest.WritePNG(p, path, p.see())
			p.Fatalf("it has not come to this: %s; %s is the window", what, path)
		}
	}
}

// saved has the session's log written and returns it. Whatever was done before has had its effect then, or has it in the same
// update.
func (p *person) saved() *scenario.Scenario {
	p.Helper()
	if err := os.Remove(p.log); err != nil && !os.IsNotExist(err) {
		p.Fatal(err)
	}
	p.key("l")
	var sc *scenario.Scenario
	p.until("L has written the session's log", func() bool {
		var err error
		sc, err = scenario.Load(p.log)
		return err == nil
	})
	return sc
}

// logs waits until the log is as it should be.
func (p *person) logs(what string, so func(sc *scenario.Scenario) bool) {
	p.Helper()
	p.until(what, func() bool { return so(p.saved()) })
}

// settings returns the program's file of settings.
func (p *person) settings() string {
	p.Helper()
	text, err := os.ReadFile(p.config)
	check(p, err)
	return string(text)
}

// closes has the window closed, and waits for the program's end.
func (p *person) closes() {
	p.Helper()
	check(p, p.display.close(p.window))
	late := time.AfterFunc(time.Until(testkit.Deadline(p)), func() { p.program.Process.Kill() })
	defer late.Stop()
	if err := p.program.Wait(); err != nil {
		p.Errorf("closing the window ends the program with %v", err)
	}
}

// status returns the exit status of a program that has ended, and whether it has one.
func status(err error) (code int, ok bool) {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return 0, err == nil
	}
	return exit.ExitCode(), true
}
