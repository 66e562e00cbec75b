package web

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"driftlab/internal/testkit"
)

// running is the one Chromium of all tests: starting one takes longer than most tests.
var running struct {
	ctx  context.Context
	stop func()
}

// A chromium is a test's browser: a context, which shares nothing with other tests.
type chromium struct {
	t   testing.TB
	ctx context.Context
}

// start returns a browser that ends with the test, or skips the test without Chromium. Chromium itself runs until stopped, or
// until it has ended: the next test then starts another.
func start(t testing.TB) *chromium {
	t.Helper()
	if running.ctx != nil {
		select {
		case <-chromedp.FromContext(running.ctx).Browser.LostConnection:
			stopChromium()
		default:
		}
	}
	if running.ctx == nil {
		launch(t)
	}
	ctx, cancel := chromedp.NewContext(running.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("the browser: %v", err)
	}
	return &chromium{t, ctx}
}

func launch(t testing.TB) {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{chromedp.NoSandbox, chromedp.NoFirstRun, chromedp.Flag("headless", "new"), chromedp.Flag("use-angle", "swiftshader")}
	for _, name := range []string{"disable-dev-shm-usage", "enable-unsafe-swiftshader", "mute-audio", "disable-extensions",
		"disable-component-update", "disable-background-networking", "disable-sync"} {
		options = append(options, chromedp.Flag(name, true))
	}
	if !testkit.LongTests() && flag.Lookup("test.bench").Value.String() == "" {
		// Compiling again what a page runs for a second or two is not worth it: it took a third of the processor time.
		options = append(options, chromedp.Flag("js-flags", "--liftoff-only"))
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		end()
		t.Skipf("Chromium does not start (apt-get install chromium): %v", err)
	}
	running.ctx, running.stop = ctx, func() { cancel(); end() }
}

// stopChromium ends Chromium, if it runs.
func stopChromium() {
	if running.ctx != nil {
		running.stop()
		running.ctx = nil
	}
}

// A tab is a page in a browser.
type tab struct {
	// Seen is an expression for a promise that is kept once the page has seen all earlier input: each key, click and touch waits
	// for it. At first it waits until the page has drawn two frames.
	Seen string

	t      testing.TB
	ctx    context.Context
	faulty bool // its console may have errors

	mu    sync.Mutex
	lines []string // of its console, and what it has thrown
}

// Open opens an address in a page of this size, which first runs scripts of the test. The test fails if the page's console ends
// up with an error.
func (b *chromium) Open(address string, width, height int, scripts ...string) *tab {
	b.t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	b.t.Cleanup(cancel)
	p := &tab{Seen: fmt.Sprintf(frames, 2), t: b.t, ctx: ctx}
	if err := chromedp.Listen(ctx, p.heard); err != nil {
		b.t.Fatalf("the browser: %v", err)
	}
	p.Do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	p.Do("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}, nil) // keys go to every page, not only to the front one
	for _, script := range scripts {
		p.Do("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": script}, nil)
	}
	p.Do("Page.navigate", map[string]any{"url": address}, nil)
	b.t.Cleanup(func() {
		if e := p.Errors(); len(e) > 0 && !p.faulty {
			b.t.Errorf("%s: the console has errors: %q", address, e)
		}
	})
	return p
}

// MayFail lets the page's console have errors.
func (p *tab) MayFail() { p.faulty = true }

// Do calls a method of the protocol.
func (p *tab) Do(method string, params map[string]any, result any) {
	p.t.Helper()
	if params == nil {
		params = map[string]any{}
	}
	ctx, cancel := context.WithDeadline(p.ctx, testkit.Deadline(p.t))
	defer cancel()
	if err := chromedp.FromContext(p.ctx).Target.Call(ctx, method, params, result); err != nil {
		p.t.Fatalf("the browser: %s: %v", method, err)
	}
}

// heard keeps what the page's console says.
func (p *tab) heard(event any) {
	line := ""
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		line = string(e.Type) + ":"
		for _, a := range e.Args {
			line += " " + strings.Trim(string(a.Value), `"`) + a.Description
		}
	case *runtime.EventExceptionThrown:
		line = "exception: " + e.ExceptionDetails.Text
		if thrown := e.ExceptionDetails.Exception; thrown != nil {
			line += " " + thrown.Description
		}
	case *log.EventEntryAdded:
		line = fmt.Sprintf("%s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
	default:
		return
	}
	p.mu.Lock()
	p.lines = append(p.lines, line)
	p.mu.Unlock()
}

// Errors returns the lines of the console that say that something is wrong.
func (p *tab) Errors() (lines []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, line := range p.lines {
		if strings.HasPrefix(line, "error: ") || strings.HasPrefix(line, "exception: ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// Eval evaluates an expression in the page, and waits for its promise if it is one. The value is as in JSON.
func (p *tab) Eval(expression string) any {
	p.t.Helper()
	ctx, cancel := context.WithDeadline(p.ctx, testkit.Deadline(p.t))
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[any](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v; the console's errors: %q", expression, err, p.Errors())
	}
	return value
}

// Await waits until an expression is true; it isn't while the page reloads.
func (p *tab) Await(expression string) {
	p.t.Helper()
	ctx, cancel := context.WithDeadline(p.ctx, testkit.Deadline(p.t))
	defer cancel()
	for ; ; time.Sleep(50 * time.Millisecond) {
		holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		var thrown *chromedp.ExceptionError
		if holds {
			return
		}
		if ctx.Err() != nil || errors.As(err, &thrown) {
			p.t.Fatalf("it has not come to this: %s: %v; the console's errors: %q", expression, err, p.Errors())
		}
	}
}

// Drop drops files onto a place of the page.
func (p *tab) Drop(x, y int, paths ...string) {
	p.t.Helper()
	data := map[string]any{"items": []any{}, "files": paths, "dragOperationsMask": 1}
	for _, kind := range []string{"dragEnter", "dragOver", "drop"} {
		p.Do("Input.dispatchDragEvent", map[string]any{"type": kind, "x": x, "y": y, "data": data}, nil)
	}
}

// Picture returns what the page shows.
func (p *tab) Picture() image.Image {
	p.t.Helper()
	shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		var picture image.Image
		if picture, err = png.Decode(bytes.NewReader(shot)); err == nil {
			return picture
		}
	}
	p.t.Fatalf("the browser's picture: %v", err)
	return nil
}

// Key presses and releases a key, by its names in the protocol.
func (p *tab) Key(key, code string, virtual int) {
	p.t.Helper()
	for _, kind := range []string{"rawKeyDown", "keyUp"} {
		p.Do("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "code": code, "windowsVirtualKeyCode": virtual}, nil)
		p.Eval(p.Seen)
	}
}

// Click clicks with the mouse, which may take any time; a finger that rests means something else.
func (p *tab) Click(x, y float64) {
	p.t.Helper()
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		p.Do("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}, nil)
		p.Eval(p.Seen)
	}
}

// touch starts, moves or ends a finger at a place. It doesn't wait, since a finger that rests for some frames means something
// else.
func (p *tab) touch(kind string, at ...map[string]float64) {
	p.t.Helper()
	p.Do("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": append([]map[string]float64{}, at...)}, nil)
}

// Tap taps with a finger.
func (p *tab) Tap(x, y float64) {
	p.t.Helper()
	p.Drag(x, y, x, y)
}

// Drag drags a finger from one place to another.
func (p *tab) Drag(x0, y0, x1, y1 float64) {
	p.t.Helper()
	p.touch("touchStart", map[string]float64{"x": x0, "y": y0})
	const steps = 6
	for i := 1.0; i <= steps && (x0 != x1 || y0 != y1); i++ {
		p.touch("touchMove", map[string]float64{"x": x0 + (x1-x0)*i/steps, "y": y0 + (y1-y0)*i/steps})
	}
	p.touch("touchEnd")
	p.Eval(p.Seen)
}

// frames is a promise that is kept once a page has drawn some frames.
const frames = "new Promise(done => { let n = %d; const next = () => n-- ? requestAnimationFrame(next) : done(0); next(); })"

// Frames waits until the page has drawn some frames.
func (p *tab) Frames(n int) {
	p.t.Helper()
	p.Eval(fmt.Sprintf(frames, n))
}

func TestATestThatHangsLeavesTheOnesAfterItABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes a while to start")
	}
	for what, hang := range map[string]func(p *tab){
		"a page that does not answer": func(p *tab) { p.Eval(`setTimeout(() => { for (;;); }); 0`) },
		"a browser that has ended": func(p *tab) {
			browser := chromedp.FromContext(p.ctx).Browser
			browser.Process().Kill()
			<-browser.LostConnection
		},
	} {
		t.Run(what, func(t *testing.T) {
			hang(start(t).Open("about:blank", 300, 200))
			if got := start(t).Open("about:blank", 300, 200).Eval(`1 + 1`); got != 2.0 {
				t.Errorf("1 + 1 is %v", got)
			}
		})
	}
}
