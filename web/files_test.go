package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/browser"
)

// said is true once what stands under the picture has a text in it.
func said(text string) string {
	return `document.getElementById("told").textContent.includes("` + text + `")`
}

func TestFilesOfEachKindThatAreDroppedOntoThePageAreOpened(t *testing.T) {
	b := browser.Start(t)
	p := b.Open(t, site(t)+"/?scenario=accuracy-asymmetric&view=lab&paused=1", 1280, 720)
	p.Await(runs)
	p.Key("x", "KeyX", 'X')
	first := saved(t, p)
	folder := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	profiles, err := filepath.Abs("../profile/testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, says string }{
		{write("road.up", "5\n10\n15\n20\n"), "The trace road.up now says when packets leave up"},
		{filepath.Join(profiles, "irtt-lossy.json"), "What irtt-lossy.json measured is now"},
		{filepath.Join(profiles, "ping-linux.txt"), "What ping-linux.txt measured is now"},
		{write("nothing.txt", "a letter"), "nothing.txt"},
	} {
		p.Drop(640, 300, c.path)
		p.Await(said(c.says))
	}
	// The trace is in the session that is saved and in the address, which opens it in another page.
	p.Await(`location.hash.startsWith("#driftlab1:")`)
	p.Frames(120) // the address follows at most once a second
	log := saved(t, p)
	if !strings.Contains(log, "road.up") {
		t.Fatalf("the session has no trace:\n%s", log)
	}
	again := b.Open(t, p.Eval(`location.href`).(string), 1280, 720)
	again.Await(runs)
	if got := saved(t, again); got != log {
		t.Errorf("another page has another session:\n%s\nnot\n%s", got, log)
	}
	again.Drop(640, 300, write("session.toml", first))
	again.Await(said("Now playing"))
	if got := saved(t, again); got != first {
		t.Errorf("a session that was dropped is another:\n%s\nnot\n%s", got, first)
	}
	for _, p := range []*browser.Page{p, again} {
		if e := p.Errors(); len(e) > 0 {
			t.Errorf("the console has errors: %q", e)
		}
	}
}

func TestWhatIsPastedNeedsNoPermission(t *testing.T) {
	b := browser.Start(t)
	p := b.Open(t, site(t)+"/?paused=1&view=lab", 1280, 720)
	p.Await(runs)
	p.Eval(`navigator.clipboard.readText = () => { throw new Error("it asks for a permission"); }; 0`)
	p.Eval(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", "format = 2\ntitle = \"from a forum\"\n");
		document.querySelector("canvas").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
	})()`)
	p.Await(said("Now playing: from a forum"))
	if e := p.Errors(); len(e) > 0 {
		t.Errorf("the console has errors: %q", e)
	}
}
