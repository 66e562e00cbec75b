package web

import (
	"errors"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"driftlab/internal/browser"
)

// made is the page, made once for all tests of this package.
var made struct {
	once   sync.Once
	folder string
	err    error
	output []byte
}

func TestMain(m *testing.M) {
	code := m.Run()
	if made.folder != "" {
		os.RemoveAll(made.folder)
		os.Remove(made.folder + "-driftlab")
	}
	os.Exit(code)
}

// site serves the page and returns its address.
func site(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(handler(t))
	t.Cleanup(server.Close)
	return server.URL
}

// handler serves the page.
func handler(t *testing.T) http.Handler {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("scripts/web.sh needs a shell")
	}
	made.once.Do(func() {
		if made.folder, made.err = os.MkdirTemp("", "driftlab-web"); made.err == nil {
			made.output, made.err = exec.Command("sh", "../scripts/web.sh", made.folder).CombinedOutput()
		}
	})
	if made.err != nil {
		t.Fatalf("scripts/web.sh: %v\n%s", made.err, made.output)
	}
	h, err := Handler(os.DirFS(made.folder))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// runs is true once the program draws.
const runs = `document.querySelector("canvas") && document.getElementById("poster").hidden`

func TestThePageRunsInABrowserWithoutAnError(t *testing.T) {
	b := browser.Start(t)
	p := b.Open(t, site(t)+"/?paused=1&view=lab", 1280, 720)
	p.Await(runs)
	seen := map[color.Color]bool{}
	picture := p.Picture()
	for y := 0; y < 720; y += 7 {
		for x := 0; x < 1280; x += 7 {
			seen[picture.At(x, y)] = true
		}
	}
	if len(seen) < 30 {
		t.Errorf("the picture has %d colours: nothing is drawn", len(seen))
	}
	if e := p.Errors(); len(e) > 0 {
		t.Errorf("the console has errors: %q", e)
	}
	if path := os.Getenv("DRIFTLAB_PICTURES"); path != "" {
		save(t, p, filepath.Join(path, "page.png"))
	}
}

func TestNonsenseInAnAddressOpensTheDefault(t *testing.T) {
	b := browser.Start(t)
	for _, nonsense := range []string{"?theme=pink&lesson=99999", "#driftlab1:torn.hash", "?scale=1e99#" + strings.Repeat("x", 10000)} {
		p := b.Open(t, site(t)+"/"+nonsense, 960, 540)
		p.Await(runs)
		if e := p.Errors(); len(e) > 0 {
			t.Errorf("%.40s: the console has errors: %q", nonsense, e)
		}
	}
}

// saved has a page save its session, and returns the file.
func saved(t *testing.T, p *browser.Page) string {
	t.Helper()
	p.Eval(`globalThis.taken = null; driftlabDisk.saved = (name, bytes) => { taken = [name, new TextDecoder().decode(bytes)]; }; 0`)
	p.Key("l", "KeyL", 'L')
	p.Await("taken")
	file := p.Eval("taken").([]any)
	if name := file[0].(string); !strings.HasPrefix(name, "session") || !strings.HasSuffix(name, ".toml") {
		t.Errorf("it is saved as %q", name)
	}
	return file[1].(string)
}

func TestTheAddressOfAPageIsTheExperiment(t *testing.T) {
	b := browser.Start(t)
	p := b.Open(t, site(t)+"/?scenario=accuracy-asymmetric&view=lab", 1280, 720)
	p.Await(runs)
	p.Key(" ", "Space", ' ')
	p.Key("x", "KeyX", 'X')
	p.Await(`location.hash.startsWith("#driftlab1:")`)
	want := saved(t, p)
	if !strings.Contains(want, "[[event]]") {
		t.Fatalf("nothing was done:\n%s", want)
	}
	again := b.Open(t, p.Eval(`location.href.replace("view=lab", "view=lab&paused=1")`).(string), 1280, 720)
	again.Await(runs)
	if got := saved(t, again); got != want {
		t.Errorf("another page has another session:\n%s\nnot\n%s", got, want)
	}
	for _, p := range []*browser.Page{p, again} {
		if e := p.Errors(); len(e) > 0 {
			t.Errorf("the console has errors: %q", e)
		}
	}
}

func save(t *testing.T, p *browser.Page, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err == nil {
		err = errors.Join(png.Encode(f, p.Picture()), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}
