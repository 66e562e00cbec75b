package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

// onPhone opens the page on a phone of 390 × 844 pixels.
func onPhone(t *testing.T, query string, scripts ...string) *tab {
	t.Helper()
	p := open(t, start(t), "?"+query, 390, 844, scripts...)
	p.Do("Emulation.setDeviceMetricsOverride", map[string]any{"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true}, nil)
	p.Do("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true, "maxTouchPoints": 5}, nil)
	p.Eval("turn(4)") // it has its layout some turns after its size
	return p
}

// looked keeps a picture for people to look at.
func looked(t *testing.T, p *tab, name string) {
	t.Helper()
	if path := os.Getenv("DRIFTLAB_PICTURES"); path != "" {
		save(t, p.Picture(), filepath.Join(path, name))
	}
}

func TestOnATelephoneAFingerPlaysOpensTheSheetAndDragsTheLatency(t *testing.T) {
	p := onPhone(t, "scenario=arenas/duel&view=watch&paused=1", blind)
	p.Tap(24, 820)
	p.Await(`now.playing === true`)
	p.Tap(24, 820)
	p.Await(`now.playing === false`)
	p.Tap(366, 820)
	p.Eval("turn(6)") // the sheet has its place
	looked(t, p, "phone-sheet.png")
	p.Drag(161, 481, 235, 484)
	p.Await(`location.hash.startsWith("#driftlab1:")`)
	if log := saved(t, p); !strings.Contains(log, "link.up.delay") {
		t.Errorf("the latency was dragged, and the session is\n%s", log)
	}
	looked(t, p, "phone-dragged.png")
}

func TestOnATelephoneAFingerGoesOnInALesson(t *testing.T) {
	testkit.LongOnly(t)
	p := onPhone(t, "lesson=2&view=watch", blind)
	p.Await(`now.lesson === 2 && now.step === 1`)
	looked(t, p, "phone-lesson.png")
	p.Tap(308, 760)
	p.Await(`now.step === 2`)
}

func TestOnATelephoneAFieldHasTheKeyboardOfTheSystem(t *testing.T) {
	testkit.LongOnly(t)
	p := onPhone(t, "scenario=first&view=watch&paused=1", blind)
	p.Tap(24, 24)
	p.Eval("turn(6)")
	looked(t, p, "phone-menu.png")
	p.Tap(280, 384)
	p.Eval("turn(6)")
	looked(t, p, "phone-share.png")
	p.Tap(250, 284)
	p.Await(`now.typing && document.activeElement.id === "tempInput"`)
	p.Do("Input.insertText", map[string]any{"text": "duel"}, nil)
	p.Eval(p.Seen)
	looked(t, p, "phone-typed.png")
	if typed := p.Eval(`document.getElementById("tempInput").value`); typed != "duel" {
		t.Errorf("the field has %q", typed)
	}
}

// finger makes a page's script do several things with one finger, at these places, without a frame between.
func finger(p *tab, events ...string) {
	p.Eval(`{
		const target = document.querySelector("canvas");
		const at = (kind, clientX, clientY) => {
			const touch = new Touch({ identifier: 1, target, clientX, clientY });
			const down = kind === "touchend" ? [] : [touch];
			target.dispatchEvent(new TouchEvent(kind, { touches: down, targetTouches: down, changedTouches: [touch], bubbles: true, cancelable: true }));
		};
		` + strings.Join(events, "\n") + `
	}`)
}

func TestAFingerIsSeenThatComesAndGoesBetweenTwoFrames(t *testing.T) {
	testkit.LongOnly(t)
	p := onPhone(t, "scenario=arenas/duel&view=watch&paused=1", blind)
	tap := []string{`at("touchstart", 24, 820)`, `at("touchend", 24, 820)`}
	finger(p, tap...)
	p.Await(`now.playing === true`)
	finger(p, append(tap, append(tap, tap...)...)...) // it pauses, plays, and pauses
	p.Await(`now.playing === false`)
	p.Eval("turn(10)") // six events of a finger are passed on as six
	if p.Eval(`now.playing`) != false {
		t.Error("three taps play")
	}
	p.Tap(366, 820)
	p.Eval("turn(6)")
	finger(p, `at("touchstart", 161, 481)`, `at("touchmove", 220, 481)`, `at("touchmove", 235, 484)`, `at("touchend", 235, 484)`)
	p.Await(`location.hash.startsWith("#driftlab1:")`)
}

// mouse makes a page's script do several things with the mouse, at these places, without a frame between.
func mouse(p *tab, events ...string) {
	p.Eval(`{
		const canvas = document.querySelector("canvas");
		const at = (kind, clientX, clientY) => canvas.dispatchEvent(new MouseEvent(kind, { clientX, clientY, bubbles: true, cancelable: true }));
		` + strings.Join(events, "\n") + `
	}`)
}

func TestAPressOfTheMouseStaysWhereItWasMadeThoughTheFrameIsLate(t *testing.T) {
	p := open(t, start(t), "?scenario=arenas/duel&view=watch&paused=1", 390, 844, blind)
	p.Eval("turn(4)") // it has its layout
	click := []string{`at("mousedown", 24, 820)`, `at("mouseup", 24, 820)`, `at("mousemove", 200, 300)`}
	mouse(p, click...)
	p.Await(`now.playing === true`)
	mouse(p, append(click, append(click, click...)...)...) // it pauses, plays, and pauses
	p.Await(`now.playing === false`)
	p.Eval("turn(14)") // seven events of the mouse are passed on in seven turns
	if p.Eval(`now.playing`) != false {
		t.Error("three clicks play")
	}
	mouse(p, `at("mousedown", 366, 820)`, `at("mouseup", 366, 820)`, `at("mousemove", 200, 300)`)
	p.Eval("turn(8)") // the sheet has its place
	mouse(p, `at("mousemove", 161, 481)`, `at("mousedown", 161, 481)`, `at("mousemove", 220, 481)`, `at("mousemove", 235, 484)`, `at("mouseup", 235, 484)`, `at("mousemove", 200, 100)`)
	p.Await(`location.hash.startsWith("#driftlab1:")`)
	if log := saved(t, p); !strings.Contains(log, "link.up.delay") {
		t.Errorf("the latency was dragged, and the session is\n%s", log)
	}
}
