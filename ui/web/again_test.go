package web

import (
	"fmt"
	"testing"

	"driftlab/internal/testkit"
)

func TestThePageGoesOnWhereItWasLeft(t *testing.T) {
	testkit.LongOnly(t)
	b := start(t)
	for name, leave := range map[string]string{
		"loaded anew":    `location.reload()`,
		"a lost picture": `document.querySelector("canvas").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext()`,
	} {
		p := open(t, b, "?scenario=accuracy-asymmetric&view=lab", 1280, 720, blind)
		p.Key("x", "KeyX", 'X')
		p.Await(`location.hash.startsWith("#driftlab1:")`)
		p.Await(`now.seconds > 1`)
		p.Key(" ", "Space", ' ')
		p.Await(`now.playing === false`)
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
		p.Await(fmt.Sprintf(`Math.abs(now.seconds - %v) < 0.001 && now.playing === false`, at))
		if got := saved(t, p); got != log {
			t.Errorf("%s: it has another session:\n%s\nnot\n%s", name, got, log)
		}
	}
}
