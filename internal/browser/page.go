package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"strings"
	"sync"
	"time"

	"driftlab/internal/await"
)

// A Page is a tab of a browser.
type Page struct {
	// Seen is an expression of a promise that is kept once what the page runs has seen what was done before: each key,
	// click and touch waits for it. At first it is kept once the page has drawn two frames.
	Seen string

	b       *Browser
	session string
	faulty  bool // its console may have errors

	mu    sync.Mutex
	lines []string // of its console, and what it has thrown
}

// Open opens an address in a page of so many pixels, which begins with scripts of the test's own. The test fails if the
// page's console has an error in the end.
func (b *Browser) Open(address string, width, height int, scripts ...string) *Page {
	b.t.Helper()
	p := &Page{Seen: fmt.Sprintf(frames, 2), b: b}
	var target struct {
		TargetID string `json:"targetId"`
	}
	p.must(b.call("", "Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": b.context}, &target))
	var attached struct {
		SessionID string `json:"sessionId"`
	}
	p.must(b.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached))
	p.session = attached.SessionID
	b.mu.Lock()
	b.pages[p.session] = p
	b.mu.Unlock()
	for _, domain := range []string{"Runtime", "Page", "Log"} {
		p.Do(domain+".enable", nil, nil)
	}
	p.Do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	p.Do("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}, nil) // keys go to each page, not the front one alone
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
func (p *Page) MayFail() { p.faulty = true }

func (p *Page) must(err error) {
	p.b.t.Helper()
	if err != nil {
		p.b.t.Fatalf("the browser: %v", err)
	}
}

// Do calls a method of the protocol.
func (p *Page) Do(method string, params map[string]any, result any) {
	p.b.t.Helper()
	if params == nil {
		params = map[string]any{}
	}
	p.must(p.b.call(p.session, method, params, result))
}

// heard keeps what the page's console says.
func (p *Page) heard(r reply) {
	var said struct {
		Type string
		Args []struct {
			Value       any
			Description string
		}
		ExceptionDetails struct {
			Text      string
			Exception struct{ Description string }
		}
		Entry struct{ Level, Text, URL string }
	}
	if json.Unmarshal(r.Params, &said) != nil {
		return
	}
	line := ""
	switch r.Method {
	case "Runtime.consoleAPICalled":
		var words []string
		for _, a := range said.Args {
			if a.Value != nil {
				words = append(words, fmt.Sprint(a.Value))
			} else {
				words = append(words, a.Description)
			}
		}
		line = said.Type + ": " + strings.Join(words, " ")
	case "Runtime.exceptionThrown":
		line = "exception: " + said.ExceptionDetails.Text + " " + said.ExceptionDetails.Exception.Description
	case "Log.entryAdded":
		line = said.Entry.Level + ": " + said.Entry.Text + " " + said.Entry.URL
	default:
		return
	}
	p.mu.Lock()
	p.lines = append(p.lines, line)
	p.mu.Unlock()
}

// Console returns what the page's console has said.
func (p *Page) Console() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.lines...)
}

// Errors returns the lines of the console that say that something is wrong.
func (p *Page) Errors() (lines []string) {
	for _, line := range p.Console() {
		if strings.HasPrefix(line, "error: ") || strings.HasPrefix(line, "exception: ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// Eval has the page work an expression out, and waits for its promise if it is one. The value is as JSON has it.
func (p *Page) Eval(expression string) any {
	p.b.t.Helper()
	var got struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	params := map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}
	if err := p.b.call(p.session, "Runtime.evaluate", params, &got); err != nil {
		p.b.t.Fatalf("%s: %v; the console: %q", expression, err, p.Console())
	}
	if e := got.ExceptionDetails; e != nil {
		p.b.t.Fatalf("%s: %s %s", expression, e.Text, e.Exception.Description)
	}
	return got.Result.Value
}

// Await waits until an expression is true.
func (p *Page) Await(expression string) {
	p.b.t.Helper()
	for giveUp := await.Deadline(p.b.t); ; time.Sleep(50 * time.Millisecond) {
		holds, err := p.holds(expression, giveUp)
		if holds {
			return
		}
		if time.Now().After(giveUp) {
			why := ""
			if err != nil {
				why = fmt.Sprintf("; the page: %v", err)
			}
			p.b.t.Fatalf("it has not come to this: %s%s; the console: %q", expression, why, p.Console())
		}
	}
}

// holds reports whether an expression is true now; it is not while the page is being reloaded, which is the error.
func (p *Page) holds(expression string, giveUp time.Time) (bool, error) {
	p.b.t.Helper()
	var got struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Text string }
	}
	params := map[string]any{"expression": "!!(" + expression + ")", "returnByValue": true}
	err := p.b.callBy(giveUp, p.session, "Runtime.evaluate", params, &got)
	if got.ExceptionDetails != nil {
		p.b.t.Fatalf("%s: %s", expression, got.ExceptionDetails.Text)
	}
	return err == nil && got.Result.Value == true, err
}

// Drop drops files onto a place of the page.
func (p *Page) Drop(x, y int, paths ...string) {
	p.b.t.Helper()
	data := map[string]any{"items": []any{}, "files": paths, "dragOperationsMask": 1}
	for _, kind := range []string{"dragEnter", "dragOver", "drop"} {
		p.Do("Input.dispatchDragEvent", map[string]any{"type": kind, "x": x, "y": y, "data": data}, nil)
	}
}

// Choose puts files into an input of the page, which an expression gives, as a person does in the browser's dialog.
func (p *Page) Choose(expression string, paths ...string) {
	p.b.t.Helper()
	var got struct{ Result struct{ ObjectID string } }
	p.Do("Runtime.evaluate", map[string]any{"expression": expression}, &got)
	p.Do("DOM.setFileInputFiles", map[string]any{"files": paths, "objectId": got.Result.ObjectID}, nil)
}

// Picture returns what the page shows.
func (p *Page) Picture() image.Image {
	p.b.t.Helper()
	var shot struct{ Data []byte }
	p.Do("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	picture, err := png.Decode(bytes.NewReader(shot.Data))
	p.must(err)
	return picture
}

// Key presses a key and lets it go, by its names in the protocol.
func (p *Page) Key(key, code string, virtual int) {
	p.b.t.Helper()
	params := map[string]any{"type": "rawKeyDown", "key": key, "code": code, "windowsVirtualKeyCode": virtual}
	p.Do("Input.dispatchKeyEvent", params, nil)
	p.Eval(p.Seen)
	params["type"] = "keyUp"
	p.Do("Input.dispatchKeyEvent", params, nil)
	p.Eval(p.Seen)
}

// Click clicks with the mouse, which may take any time, where a finger that rests means something else.
func (p *Page) Click(x, y float64) {
	p.b.t.Helper()
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		p.Do("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}, nil)
		p.Eval(p.Seen)
	}
}

// Touch puts fingers on the page, at so many places, moves them there, or with none lifts them. Kind is touchStart,
// touchMove or touchEnd. It waits for nothing, since a finger that rests for some frames means something else.
func (p *Page) Touch(kind string, at ...[2]float64) {
	p.b.t.Helper()
	points := []any{}
	for i, xy := range at {
		points = append(points, map[string]any{"x": xy[0], "y": xy[1], "id": i})
	}
	p.Do("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": points}, nil)
}

// Tap taps with a finger.
func (p *Page) Tap(x, y float64) {
	p.b.t.Helper()
	p.Touch("touchStart", [2]float64{x, y})
	p.Touch("touchEnd")
	p.Eval(p.Seen)
}

// Drag drags a finger from one place to another.
func (p *Page) Drag(x0, y0, x1, y1 float64) {
	p.b.t.Helper()
	p.Touch("touchStart", [2]float64{x0, y0})
	const steps = 6
	for i := 1; i <= steps; i++ {
		share := float64(i) / steps
		p.Touch("touchMove", [2]float64{x0 + (x1-x0)*share, y0 + (y1-y0)*share})
	}
	p.Touch("touchEnd")
	p.Eval(p.Seen)
}

// Phone has the page be on a telephone's screen, which knows fingers.
func (p *Page) Phone(width, height int) {
	p.b.t.Helper()
	p.Do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": true}, nil)
	p.Do("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true, "maxTouchPoints": 5}, nil)
}

// frames is a promise that is kept once a page has drawn so many.
const frames = "new Promise(done => { let n = %d; const next = () => n-- ? requestAnimationFrame(next) : done(0); next(); })"

// Frames waits until the page has drawn so many frames.
func (p *Page) Frames(n int) {
	p.b.t.Helper()
	p.Eval(fmt.Sprintf(frames, n))
}
