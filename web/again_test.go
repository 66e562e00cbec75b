package web

import (
	"testing"

	"driftlab/internal/browser"
)

func TestThePageGoesOnWhereItWasLeft(t *testing.T) {
	b := browser.Start(t)
	for name, leave := range map[string]string{
		"loaded anew":    `location.reload()`,
		"a lost picture": `document.querySelector("canvas").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext()`,
	} {
		p := b.Open(t, site(t)+"/?scenario=accuracy-asymmetric&view=lab", 1280, 720)
		p.Await(runs)
		p.Key("x", "KeyX", 'X')
		p.Await(`location.hash.startsWith("#driftlab1:")`)
		p.Eval(`globalThis.now = {}; globalThis.toldBefore = driftlabTold; driftlabTold = (text, ...more) => { now = JSON.parse(text); toldBefore(text, ...more); }; 0`)
		p.Await(`now.seconds > 1`)
		p.Key(" ", "Space", ' ')
		p.Await(`now.playing === false`)
		p.Frames(60) // the last of it is told
		at, log := p.Eval(`now.seconds`).(float64), saved(t, p)
		p.Eval(`globalThis.old = true; ` + leave + `; 0`)
		p.Await(`globalThis.old === undefined && ` + runs)
		query := `new URLSearchParams(location.search)`
		if got := p.Eval(`Number(` + query + `.get("at"))`).(float64); got < at-0.001 || got > at+0.001 {
			t.Errorf("%s: it goes on at %v s and not at %v s", name, got, at)
		}
		if p.Eval(query+`.get("paused")`) != "1" {
			t.Errorf("%s: it is at %v", name, p.Eval(`location.search`))
		}
		p.Frames(60)
		if got := saved(t, p); got != log {
			t.Errorf("%s: it has another session:\n%s\nnot\n%s", name, got, log)
		}
		if e := p.Errors(); len(e) > 0 {
			t.Errorf("%s: the console has errors: %q", name, e)
		}
	}
}
