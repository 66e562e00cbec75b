package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/browser"
)

// onPhone opens the page on a telephone of 390 × 844 pixels; last is what it told last.
func onPhone(t *testing.T, query string) *browser.Page {
	t.Helper()
	p := browser.Start(t).Open(t, site(t)+"/?"+query, 390, 844)
	p.Phone(390, 844)
	p.Await(runs)
	p.Eval(`const told = driftlabTold; globalThis.last = {}; globalThis.driftlabTold = (text, ...rest) => { last = JSON.parse(text); last.typing = rest[3]; told(text, ...rest); }; 0`)
	p.Frames(10)
	return p
}

// looked keeps a picture for people to look at.
func looked(t *testing.T, p *browser.Page, name string) {
	t.Helper()
	if path := os.Getenv("DRIFTLAB_PICTURES"); path != "" {
		save(t, p.Picture(), filepath.Join(path, name))
	}
}

func TestOnATelephoneAFingerPlaysOpensTheSheetAndDragsTheLatency(t *testing.T) {
	p := onPhone(t, "scenario=arenas/duel&view=watch&paused=1")
	p.Tap(24, 820)
	p.Await(`last.playing === true`)
	p.Tap(24, 820)
	p.Await(`last.playing === false`)
	p.Tap(366, 820)
	looked(t, p, "phone-sheet.png")
	p.Drag(107, 500, 300, 503)
	p.Await(`location.hash.startsWith("#driftlab1:")`)
	if log := saved(t, p); !strings.Contains(log, "link.up.delay") {
		t.Errorf("the latency was dragged, and the session is\n%s", log)
	}
	looked(t, p, "phone-dragged.png")
	if e := p.Errors(); len(e) > 0 {
		t.Errorf("the console has errors: %q", e)
	}
}

func TestOnATelephoneAFingerGoesOnInALesson(t *testing.T) {
	p := onPhone(t, "lesson=2&view=watch")
	p.Await(`last.lesson === 2 && last.step === 1`)
	looked(t, p, "phone-lesson.png")
	p.Tap(310, 658)
	p.Await(`last.step === 2`)
}

func TestOnATelephoneAFieldHasTheKeyboardOfTheSystem(t *testing.T) {
	p := onPhone(t, "scenario=first&view=watch&paused=1")
	p.Tap(24, 24)
	looked(t, p, "phone-menu.png")
	p.Tap(280, 384)
	looked(t, p, "phone-share.png")
	p.Tap(250, 284)
	p.Await(`last.typing && document.activeElement.id === "tempInput"`)
	p.Do("Input.insertText", map[string]any{"text": "duel"}, nil)
	p.Frames(5)
	looked(t, p, "phone-typed.png")
	if typed := p.Eval(`document.getElementById("tempInput").value`); typed != "duel" {
		t.Errorf("the field has %q", typed)
	}
}

// finger has a page's own script do with one finger what kinds say, at these places, without a frame between.
func finger(p *browser.Page, events ...string) {
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
	p := onPhone(t, "scenario=arenas/duel&view=watch&paused=1")
	tap := []string{`at("touchstart", 24, 820)`, `at("touchend", 24, 820)`}
	finger(p, tap...)
	p.Await(`last.playing === true`)
	finger(p, append(tap, append(tap, tap...)...)...) // it stands, plays, and stands
	p.Await(`last.playing === false`)
	p.Frames(30)
	if p.Eval(`last.playing`) != false {
		t.Error("three taps play")
	}
	p.Tap(366, 820)
	finger(p, `at("touchstart", 107, 500)`, `at("touchmove", 250, 500)`, `at("touchmove", 300, 503)`, `at("touchend", 300, 503)`)
	p.Await(`location.hash.startsWith("#driftlab1:")`)
}
