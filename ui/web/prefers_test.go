package web

import (
	"testing"

	"driftlab/internal/testkit"
)

func TestWhatAPersonPrefersIsFollowed(t *testing.T) {
	testkit.LongOnly(t)
	p := start(t).Open("about:blank", 1280, 720, probe)
	p.Seen = "turn(2)"
	p.Do("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{
		{"name": "prefers-reduced-motion", "value": "reduce"}, {"name": "prefers-color-scheme", "value": "light"}}}, nil)
	p.Do("Page.navigate", map[string]any{"url": site(t) + "/?scenario=accuracy-asymmetric&view=lab"}, nil)
	p.Await(`globalThis.driftlabPage && ` + runs)
	p.Await(`document.getElementById("card").getAttribute("aria-live") === "polite"`) // time stands still
	p.Await(`document.getElementById("card").textContent.startsWith("Client 1, clock ")`)
	if r, g, b, _ := p.Picture().At(3, 3).RGBA(); r+g+b < 3*0x8000 {
		t.Errorf("the bar is dark: %x %x %x", r, g, b)
	}
	p.Key(" ", "Space", ' ')
	p.Await(`document.getElementById("card").getAttribute("aria-live") === "off"`)
	p.Await(`document.getElementById("card").textContent.includes("ms true")`)
}
