package web

import (
	"os"
	"path/filepath"
	"testing"

	"driftlab/internal/browser"
)

// pageDown is the key's code in WebDriver.
const pageDown = "\ue00f"

func TestALessonIsPlayedInFirefox(t *testing.T) {
	f := browser.StartFirefox(t)
	f.Open(site(t)+"/?lesson=8&view=watch", 1280, 720)
	f.Await(runs)
	f.Eval(`globalThis.now = {}; globalThis.toldBefore = driftlabTold; driftlabTold = (text, ...more) => { now = JSON.parse(text); toldBefore(text, ...more); }; 0`)
	f.Await(`now.playing && now.lesson === 8 && now.step === 1 && now.sentence`)
	f.Eval(`globalThis.from = now.seconds; 0`)
	f.Await(`now.seconds > from + 0.2`)
	f.Key(pageDown)
	f.Await(`now.step === 2`)
	if n := colours(f.Picture()); n < 30 {
		t.Errorf("the picture has %d colours: nothing is drawn", n)
	}
	if e := f.Errors(); len(e) > 0 {
		t.Errorf("the console has errors: %q", e)
	}
	if path := os.Getenv("DRIFTLAB_PICTURES"); path != "" {
		save(t, f.Picture(), filepath.Join(path, "firefox.png"))
	}
}
