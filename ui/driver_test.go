package ui

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/palette"
	"driftlab/scenario"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/uitest"
)

// A driver is a person at the built program: it moves the mouse and presses the keys of a display of its own,
// and sees what is on the screen. What it looks for is where a model of the window has it: the same content, in
// this process. It knows no time: between two acts it waits for frames, and after them for what is to come of it.
type driver struct {
	*testing.T
	env     []string
	display *xServer
	program *exec.Cmd
	said    strings.Builder // by the program, where nothing is to be said
	window  string          // as X names it
	closing []byte
	model   *App
	log     string // what the key L writes
	config  string // where the program keeps its settings
}

// settled is how many frames it takes until the program has taken in what a person does: one may be under way.
const settled = 2

// newDriver builds the program, starts it on a display of its own, behind words of a command line that start
// it in their own way, and waits for its first frames. Its files have a folder of their own, which these words
// may name as FILES.
func newDriver(t *testing.T, model *App, behind ...string) *driver {
	if testing.Short() {
		t.Skip("it takes a while")
	}
	needTools(t, "Xvfb", "xdotool")
	dir, program := t.TempDir(), build(t)
	d := &driver{T: t, display: newXServer(t, dir), model: model,
		log: filepath.Join(dir, "files", "session.toml"), config: filepath.Join(dir, "config")}
	d.env = append(os.Environ(), "DISPLAY=:"+d.display.number, "XDG_CONFIG_HOME="+d.config)
	d.keep(fmt.Sprintf("width = %d\nheight = %d\nview = \"lab\"\n%s", model.Width, model.Height, filmOfDriver(model)))
	if err := os.Mkdir(filepath.Dir(d.log), 0o755); err != nil {
		t.Fatal(err)
	}
	command := []string{program, "-carrier", "direct", "-log", d.log}
	for i := range behind {
		behind[i] = strings.ReplaceAll(behind[i], "FILES", filepath.Dir(d.log))
	}
	command = append(behind, command...)
	d.start(command[0], command[1:]...)
	d.window = strings.TrimSpace(d.xdotool("search", "--sync", "--onlyvisible", "--name", "^driftlab"))
	id, err := strconv.ParseUint(d.window, 10, 32)
	if err == nil {
		d.closing, err = d.display.closing(uint32(id))
	}
	if err == nil {
		err = d.display.watch(uint32(id))
	}
	if err != nil {
		t.Fatal(err)
	}
	d.xdotool("windowmove", d.window, "0", "0", "windowfocus", d.window)
	d.until("the window is there and its time goes on", func() bool { return d.lively(clockPlace) })
	return d
}

// needTools skips a test where the real window cannot be driven.
func needTools(t testing.TB, tools ...string) {
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
	if err != nil {
		t.Fatal(err)
	}
	return program
}

var built = sync.OnceValues(func() (program string, err error) {
	dir, err := os.MkdirTemp("", "driftlab-ui-")
	if err != nil {
		return "", err
	}
	builtIn = dir
	program = filepath.Join(dir, "driftlab")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", program, "driftlab").CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return program, nil
})

// builtIn is the folder of the program; "" as long as no test has needed it.
var builtIn string

// start starts the program; its end before that of the test is a failure.
func (d *driver) start(program string, args ...string) {
	c := exec.Command(program, args...)
	c.Env, c.Stdout, c.Stderr = d.env, &d.said, &d.said
	if err := c.Start(); err != nil {
		d.Fatal(err)
	}
	d.program = c
	d.Cleanup(func() {
		end(c)
		if d.said.Len() > 0 {
			d.Errorf("the program says %s", d.said.String())
		}
	})
}

func (d *driver) xdotool(args ...string) string {
	d.Helper()
	c := exec.Command("xdotool", args...)
	c.Env = d.env
	out, err := c.CombinedOutput()
	if err != nil {
		d.Fatalf("xdotool %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// frames waits until so many frames more were drawn.
func (d *driver) frames(n int64) {
	d.Helper()
	if err := d.display.frames(n); err != nil {
		d.Fatal(err)
	}
}

// act does something by xdotool and waits until the program has taken it in.
func (d *driver) act(args ...string) {
	d.Helper()
	d.xdotool(args...)
	d.frames(settled)
}

// key presses a key and lets go of it, and waits for both: let go of and pressed again between two frames, a key
// counts as held all the time. Its name may have modifiers before it: ctrl+plus.
func (d *driver) key(name string) {
	d.Helper()
	d.act("keydown", name)
	d.act("keyup", name)
}

// write types a text.
func (d *driver) write(text string) {
	d.Helper()
	d.act("type", text)
}

// click presses the left button at a place of the window.
func (d *driver) click(x, y float32) {
	d.Helper()
	d.act("mousemove", whole32(x), whole32(y))
	d.act("mousedown", "1")
	d.act("mouseup", "1")
}

// drag takes something from one place to another.
func (d *driver) drag(x, y, toX, toY float32) {
	d.Helper()
	d.act("mousemove", whole32(x), whole32(y))
	d.act("mousedown", "1")
	d.act("mousemove", whole32((x+toX)/2), whole32((y+toY)/2))
	d.act("mousemove", whole32(toX), whole32(toY))
	d.act("mouseup", "1")
}

func whole32(v float32) string { return strconv.Itoa(int(v)) }

// patience is how many frames the window is given for anything. What takes longest takes a tenth of it.
const patience = 1500

// until waits, frame by frame, for something to be so.
func (d *driver) until(what string, so func() bool) {
	d.Helper()
	for last := d.display.drawn.Load() + patience; !so(); d.frames(1) {
		if d.display.drawn.Load() > last || time.Now().After(d.display.giveUp) {
			d.give("it has not come to this: " + what)
		}
	}
}

// give gives up, and leaves a picture of the screen.
func (d *driver) give(why string) {
	d.Helper()
	path := filepath.Join(os.TempDir(), "driftlab-driven.png")
	uitest.WritePNG(d, path, d.see())
	d.Fatalf("%s; %s is the screen", why, path)
}

func (d *driver) see() *image.RGBA {
	d.Helper()
	img, err := d.display.see()
	if err != nil {
		d.Fatal(err)
	}
	return img
}

// look returns what is on the screen when all that was done has come there.
func (d *driver) look() *image.RGBA {
	d.Helper()
	d.frames(settled)
	return d.see()
}

// changed counts the pixels of a region that differ clearly between two looks.
func changed(before, after *image.RGBA, r panel.Rect) (n int) {
	area := r.Pixels().Intersect(before.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if uitest.Apart(before.RGBAAt(x, y), after.RGBAAt(x, y)) > 24 {
				n++
			}
		}
	}
	return n
}

// lively reports whether something in a region changes by itself.
func (d *driver) lively(r panel.Rect) bool {
	d.Helper()
	before := d.see()
	d.frames(2 * settled)
	return changed(before, d.see(), r) > 0
}

// shows waits until at least so many pixels of a region differ from what was seen before.
func (d *driver) shows(what string, before *image.RGBA, r panel.Rect, least int) {
	d.Helper()
	d.until(what, func() bool { return changed(before, d.see(), r) >= least })
}

// paint returns how many pixels of a region have about a colour.
func paint(img *image.RGBA, r panel.Rect, want color.RGBA) (n int) {
	area := r.Pixels().Intersect(img.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if uitest.Apart(img.RGBAAt(x, y), want) < 12 {
				n++
			}
		}
	}
	return n
}

// complete reports whether a picture has all of a window's regions, painted and written in.
func complete(img *image.RGBA, l *picture.Layout, theme *palette.Theme) bool {
	for _, r := range []panel.Rect{l.Top, l.Bottom, l.Time, l.Numbers} {
		if paint(img, r, uitest.BytesOf(theme.Panel)) < int(r.W*r.H/3) || paint(img, r, uitest.BytesOf(theme.Text)) < 20 {
			return false
		}
	}
	return true
}

// saved has the session's log written and returns it.
func (d *driver) saved() *scenario.Scenario {
	d.Helper()
	if err := os.Remove(d.log); err != nil && !os.IsNotExist(err) {
		d.Fatal(err)
	}
	d.key("l")
	var sc *scenario.Scenario
	d.until("L has written the session's log", func() bool {
		var err error
		sc, err = scenario.Load(d.log)
		return err == nil
	})
	return sc
}

// mayBeSaved has the log written where nothing forbids that.
func (d *driver) mayBeSaved() (*scenario.Scenario, error) {
	d.Helper()
	if err := os.Remove(d.log); err != nil && !os.IsNotExist(err) {
		d.Fatal(err)
	}
	d.key("l")
	d.frames(settled)
	return scenario.Load(d.log)
}

// logs waits until the log is as it should be.
func (d *driver) logs(what string, so func(sc *scenario.Scenario) bool) {
	d.Helper()
	d.until(what, func() bool { return so(d.saved()) })
}

// now returns the virtual time at which the window is: of the event that the key X makes, which exchanges the
// delays.
func (d *driver) now() time.Duration {
	d.Helper()
	d.key("x")
	events := d.saved().Events
	at := time.Duration(-1)
	for i := range events {
		if len(events[i].Set) > 0 && events[i].Set[0].Client == 1 {
			at = time.Duration(events[i].At)
		}
	}
	return at
}

// settings returns the file in which the program keeps its settings, "" for none.
func (d *driver) settings() string {
	text, err := os.ReadFile(filepath.Join(d.config, "driftlab", "settings.toml"))
	if err != nil && !os.IsNotExist(err) {
		d.Fatal(err)
	}
	return string(text)
}

// keep writes that file.
func (d *driver) keep(settings string) {
	dir := filepath.Join(d.config, "driftlab")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "settings.toml"), []byte(settings), 0o644); err != nil {
		d.Fatal(err)
	}
}

// follow lets the model do what the window has done, and find the places of what is new. Nobody looks at its
// picture, so it has one pixel.
func (d *driver) follow(do func(a *App)) {
	d.Helper()
	do(d.model)
	screen := ebiten.NewImage(1, 1)
	defer screen.Deallocate()
	for range 3 {
		if err := d.model.Update(); err != nil {
			d.Fatal(err)
		}
		d.model.Draw(screen)
	}
}

// places returns where the controls inside a region are, in the order in which Tab goes to them.
func (d *driver) places(within panel.Rect) (all []image.Rectangle) {
	for _, f := range d.model.root.GetFocusers() {
		if r := f.GetWidget().Rect; !r.Empty() && r.In(within.Pixels()) {
			all = append(all, r)
		}
	}
	return all
}

// press clicks on the i-th control inside a region, counted from the last where i is negative.
func (d *driver) press(within panel.Rect, i int) {
	d.Helper()
	all := d.places(within)
	if i < 0 {
		i += len(all)
	}
	if i < 0 || i >= len(all) {
		d.Fatalf("there is no control %d of %d in %v", i, len(all), within)
	}
	d.clickIn(toRect(all[i]))
}

// clickIn clicks in the middle of a region.
func (d *driver) clickIn(r panel.Rect) {
	d.Helper()
	d.click(r.X+r.W/2, r.Y+r.H/2)
}

// toRect returns a rectangle of pixels as a region.
func toRect(r image.Rectangle) panel.Rect {
	return panel.NewRect(float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy()))
}

// filmOfDriver is how films are to look that the driven window makes, as its settings have it.
func filmOfDriver(model *App) string {
	if text := model.opt.Config.Settings().Film; text != "" {
		return fmt.Sprintf("film = %q\n", text)
	}
	return ""
}
