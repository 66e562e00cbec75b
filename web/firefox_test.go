package web

import (
	"os"
	"path/filepath"
	"testing"

	"driftlab/internal/browser"
	"driftlab/internal/long"
)

// pageDown is the key's code in WebDriver.
const pageDown = "\ue00f"

func TestALessonIsPlayedInFirefox(t *testing.T) {
	long.Only(t)
	f := browser.StartFirefox(t)
	f.Open(site(t)+"/?lesson=8&view=watch", 1280, 720)
	f.Await(runs)
	f.Eval(`(() => {
		const told = window.driftlabTold;
		window.now = {};
		window.driftlabTold = (text, ...more) => { window.now = JSON.parse(text); told(text, ...more); };
	})()`)
	f.Await(`now.playing && now.lesson === 8 && now.step === 1 && now.sentence`)
	f.Eval(`window.from = now.seconds`)
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

func TestFirefoxCopiesPastesOpensAndSaves(t *testing.T) {
	long.Only(t)
	const control = "\ue009"
	f := browser.StartFirefox(t)
	f.Open(site(t)+"/?scenario=accuracy-asymmetric&view=watch&paused=1", 390, 844)
	f.Await(runs)
	f.Frames(10)
	f.Key("c")
	f.Await(said("is on the clipboard"))
	f.Key(control, "v")
	f.Await(said("Now playing: Accuracy"))

	path := filepath.Join(t.TempDir(), "chosen.toml")
	if err := os.WriteFile(path, []byte("format = 3\ntitle = \"from a disk\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, at := range [][2]int{{24, 24}, {280, 384}, {188, 184}} { // the menu, Share, Choose a file
		f.Click(at[0], at[1])
		f.Frames(8) // what opens has its place some frames later
	}
	f.Await(`document.getElementById("chosen")`)
	f.Choose("#chosen", path)
	f.Await(said("Now playing: from a disk"))

	f.Eval(`(() => { window.downloads = []; window.HTMLAnchorElement.prototype.click = function() { window.downloads.push(this.download); }; })()`)
	f.Key("l")
	f.Await(`downloads.join() === "session.toml"`)
	if e := f.Errors(); len(e) > 0 {
		t.Errorf("the console has errors: %q", e)
	}
}
