package web

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"driftlab/game/scenario"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

// said is true once the text under the picture contains a text.
func said(text string) string {
	return `document.getElementById("told").textContent.includes("` + text + `")`
}

func TestFilesOfEachKindThatAreDroppedOntoThePageAreOpened(t *testing.T) {
	testkit.LongOnly(t)
	b := start(t)
	p := open(t, b, "?scenario=accuracy-asymmetric&view=lab&paused=1", 1280, 720, blind)
	p.Key("x", "KeyX", 'X')
	first := saved(t, p)
	folder := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(folder, name)
		filetest.Write(t, path, content)
		return path
	}
	profiles, err := filepath.Abs("../../game/profile/testdata")
	check(t, err)
	for _, c := range []struct {
		path, says string
		changes    bool
	}{
		{write("road.up", "5\n10\n15\n20\n"), "The trace road.up now decides when packets leave on the uplink", true},
		{filepath.Join(profiles, "irtt-lossy.json"), "The measurement irtt-lossy.json now sets", true},
		{filepath.Join(profiles, "ping-linux.txt"), "The measurement ping-linux.txt now sets", true},
		{write("nothing.txt", "a letter"), "nothing.txt", false},
	} {
		before := p.Eval(`location.hash`)
		p.Drop(640, 300, c.path)
		p.Await(said(c.says))
		if c.changes { // the address follows at most once a second
			p.Await(fmt.Sprintf(`location.hash !== %q && location.hash.startsWith("#driftlab1:")`, before))
		}
	}
	// The trace is in the address, and in the session that is saved: both open it in another page.
	shared := saved(t, p)
	sc, err := scenario.ParseShared(shared, t.TempDir())
	if err != nil || len(sc.Named()) != 1 || !strings.Contains(sc.Named()[0], "road.up") {
		t.Fatalf("the session has no trace: %v\n%s", err, shared)
	}
	again := open(t, b, p.Eval(`location.search + location.hash`).(string), 1280, 720, blind)
	if got := saved(t, again); got != shared {
		t.Errorf("another page has another session:\n%s\nnot\n%s", got, shared)
	}
	fresh := open(t, b, "?paused=1&view=lab", 1280, 720, blind)
	fresh.Drop(640, 300, write("session.txt", shared))
	fresh.Await(said("Now playing"))
	if got := saved(t, fresh); got != shared {
		t.Errorf("a page in which it was dropped has another session:\n%s\nnot\n%s", got, shared)
	}
	again.Drop(640, 300, write("session.toml", first))
	again.Await(said("Now playing"))
	if got := saved(t, again); got != first {
		t.Errorf("a session that was dropped is another:\n%s\nnot\n%s", got, first)
	}
}

func TestWhatIsPastedNeedsNoPermission(t *testing.T) {
	testkit.LongOnly(t)
	p := open(t, start(t), "?paused=1&view=lab", 1280, 720, blind)
	p.Eval(`navigator.clipboard.readText = () => { throw new Error("it asks for a permission"); }; 0`)
	p.Eval(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", "format = 3\ntitle = \"from a forum\"\n");
		document.querySelector("canvas").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
	})()`)
	p.Await(said("Now playing: from a forum"))
}

func TestAFileIsChosenAndOneIsSavedWhereAPersonWantsIt(t *testing.T) {
	p := narrow(t, "scenario=first&view=watch&paused=1", blind)
	folder := t.TempDir()
	path := filepath.Join(folder, "chosen.toml")
	filetest.Write(t, path, "format = 3\ntitle = \"from a disk\"\n")
	p.Do("Page.setInterceptFileChooserDialog", map[string]any{"enabled": true}, nil)
	share(p, 188, 184) // Choose a file
	p.Await(`document.getElementById("chosen")`)
	check(t, chromedp.Do(p.ctx, chromedp.SetUploadFiles(chromedp.ID("chosen"), []string{path})))
	p.Await(said("Now playing: from a disk"))
	if left := p.Eval(`new Promise(done => fs.readdir("/tmp", (err, all) => done(all.join())))`); left != "" {
		t.Errorf("on the page's disk there is still %v", left)
	}

	// In place of the browser's dialog, which nobody can answer, a folder of the page gives the files.
	p.Eval(`(() => {
		globalThis.asked = []; globalThis.downloads = []; globalThis.refused = true;
		window.showSaveFilePicker = async o => {
			asked.push(o.suggestedName);
			if (refused) throw new DOMException("", "AbortError");
			return (await navigator.storage.getDirectory()).getFileHandle(o.suggestedName, { create: true });
		};
		HTMLAnchorElement.prototype.click = function() { downloads.push(this.download); };
		globalThis.wrote = name => navigator.storage.getDirectory().then(d => d.getFileHandle(name)).then(h => h.getFile()).then(f => f.text()).catch(() => "");
	})()`)
	p.Key("l", "KeyL", 'L')
	p.Await(said("session.toml was not saved"))
	p.Eval(`refused = false`)
	p.Key("l", "KeyL", 'L')
	p.Await(`(wrote("session.toml").then(t => globalThis.text = t), globalThis.text)`)
	if text := p.Eval(`text`).(string); !strings.Contains(text, "from a disk") {
		t.Errorf("it has written %q", text)
	}
	p.Key("l", "KeyL", 'L') // again, at the same place
	p.Eval(p.Seen)
	if n, d := p.Eval(`asked.length`), p.Eval(`downloads.join()`); n != 2.0 || d != "" {
		t.Errorf("it has asked %v times, and downloaded %q", n, d)
	}
	p.Eval(`window.showSaveFilePicker = async () => { throw new DOMException("", "SecurityError"); }; driftlabDisk.saved("other.toml", new Uint8Array(1)); 0`)
	p.Await(`downloads.join() === "other.toml"`)
}

func TestADiagramIsPrinted(t *testing.T) {
	testkit.LongOnly(t)
	p := open(t, start(t), "?scenario=first&view=lab&paused=1", 1280, 720)
	p.Eval(`globalThis.printed = {}; driftlabDisk.saved = (name, bytes) => { printed[name] = btoa(bytes.reduce((all, b) => all + String.fromCharCode(b), "")); }; 0`)
	p.Key("e", "KeyE", 'E')
	p.Await(`Object.keys(printed).length === 1`)
	for name, packed := range p.Eval(`printed`).(map[string]any) {
		file, err := base64.StdEncoding.DecodeString(packed.(string))
		check(t, err)
		picture, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if size := picture.Bounds().Size(); size.X != 2400 || colours(picture) < 20 {
			t.Errorf("%s has %v points and %d colours", name, size, colours(picture))
		}
	}
}
