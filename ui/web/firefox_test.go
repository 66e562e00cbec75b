package web

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

// pressKeys presses keys together for a tenth of a second, by their codes in WebDriver.
func pressKeys(f *firefox, keys ...string) {
	var down, up []map[string]any
	for _, key := range keys {
		down, up = append(down, map[string]any{"type": "keyDown", "value": key}), append(up, map[string]any{"type": "keyUp", "value": key})
	}
	f.Act("key", append(append(down, map[string]any{"type": "pause", "duration": 100}), up...)...)
}

func TestALessonIsPlayedInFirefox(t *testing.T) {
	testkit.LongOnly(t)
	f := startFirefox(t, site(t)+"/?lesson=8&view=watch", 1280, 720)
	f.Await(runs)
	f.Eval(`(() => {
		const told = window.driftlabTold;
		window.now = {};
		window.driftlabTold = (text, ...more) => { window.now = JSON.parse(text); told(text, ...more); };
	})()`)
	f.Await(`now.playing && now.lesson === 8 && now.step === 1 && now.sentence`)
	f.Eval(`window.from = now.seconds`)
	f.Await(`now.seconds > from + 0.2`)
	pressKeys(f, "\ue00f") // Page Down
	f.Await(`now.step === 2`)
	var shot []byte
	f.do("TakeScreenshot", map[string]any{"full": false}, &shot)
	picture, err := png.Decode(bytes.NewReader(shot))
	check(t, err)
	if n := colours(picture); n < 30 {
		t.Errorf("the picture has %d colours: nothing is drawn", n)
	}
	if path := os.Getenv("DRIFTLAB_PICTURES"); path != "" {
		save(t, picture, filepath.Join(path, "firefox.png"))
	}
}

func TestFirefoxCopiesPastesOpensAndSaves(t *testing.T) {
	testkit.LongOnly(t)
	f := startFirefox(t, site(t)+"/?scenario=accuracy-asymmetric&view=watch&paused=1", 390, 844)
	f.Await(runs)
	f.Eval(fmt.Sprintf(frames, 10))
	pressKeys(f, "c")
	f.Await(said("is on the clipboard"))
	pressKeys(f, "\ue009", "v") // Ctrl
	f.Await(said("Now playing: Accuracy"))

	path := filepath.Join(t.TempDir(), "chosen.toml")
	filetest.Write(t, path, "format = 3\ntitle = \"from a disk\"\n")
	for _, at := range [][2]int{{24, 24}, {280, 384}, {188, 184}} { // the menu, Share, Choose a file
		pause := map[string]any{"type": "pause", "duration": 100}
		f.Act("pointer", map[string]any{"type": "pointerMove", "x": at[0], "y": at[1]}, pause,
			map[string]any{"type": "pointerDown", "button": 0}, pause, map[string]any{"type": "pointerUp", "button": 0})
		f.Eval(fmt.Sprintf(frames, 8)) // what opens has its place some frames later
	}
	f.Await(`document.getElementById("chosen")`)
	var chosen map[string]string
	f.do("FindElement", map[string]any{"using": "css selector", "value": "#chosen"}, &chosen)
	for _, id := range chosen {
		f.do("ElementSendKeys", map[string]any{"id": id, "text": path}, nil)
	}
	f.Await(said("Now playing: from a disk"))

	f.Eval(`(() => { window.downloads = []; window.HTMLAnchorElement.prototype.click = function() { window.downloads.push(this.download); }; })()`)
	pressKeys(f, "l")
	f.Await(`downloads.join() === "session.toml"`)
}
