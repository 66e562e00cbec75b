package web

import (
	"errors"
	"image"
	"image/color"
	"image/png"
	"io/fs"
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
func site(t testing.TB) string {
	t.Helper()
	server := httptest.NewServer(handler(t))
	t.Cleanup(server.Close)
	return server.URL
}

// handler serves the page.
func handler(t testing.TB) http.Handler {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("scripts/web.sh needs a shell")
	}
	made.once.Do(func() {
		look(t)
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

// look looks at all folders whose files the page is made of: what a test has looked at is what go test runs it anew for.
func look(t testing.TB) {
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if name := d.Name(); err == nil && d.IsDir() && (path != ".." && name[0] == '.' || name == "docs" || name == "dist" || name == "testdata") {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// runs is true once the program draws.
const runs = `document.querySelector("canvas") && document.getElementById("poster").hidden`

func TestThePageRunsInABrowserWithoutAnError(t *testing.T) {
	b := browser.Start(t)
	p := b.Open(t, site(t)+"/?paused=1&view=lab", 1280, 720)
	p.Await(runs)
	if n := colours(p.Picture()); n < 30 {
		t.Errorf("the picture has %d colours: nothing is drawn", n)
	}
	if e := p.Errors(); len(e) > 0 {
		t.Errorf("the console has errors: %q", e)
	}
	if path := os.Getenv("DRIFTLAB_PICTURES"); path != "" {
		save(t, p.Picture(), filepath.Join(path, "page.png"))
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
	if name := file[0].(string); !strings.HasPrefix(name, "session") || !strings.HasSuffix(name, ".toml") && !strings.HasSuffix(name, ".txt") {
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

func TestAPageWithoutWebGLSaysSo(t *testing.T) {
	p := browser.Start(t).Open(t, site(t), 1280, 720, `{
		const get = HTMLCanvasElement.prototype.getContext;
		HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return kind === "webgl2" ? null : get.call(this, kind, ...more); };
	}`)
	p.Await(`document.getElementById("says")?.textContent === "Driftlab needs WebGL 2, which this browser has not, or has turned off."`)
	p.Frames(3)
	if p.Eval(`poster.offsetHeight > 0 && !document.querySelector("canvas")`) != true {
		t.Error("what it says is not seen")
	}
	colour := func(of string) any { return p.Eval(`getComputedStyle(document.body).` + of) }
	ended := [2]any{colour("color"), colour("backgroundColor")}
	p.Eval(`document.body.removeAttribute("style")`)
	if is := [2]any{colour("color"), colour("backgroundColor")}; ended != is {
		t.Errorf("it says so in %v, and the page's colours are %v", ended, is)
	}
}

// colours counts those of a part of a picture's points.
func colours(picture image.Image) int {
	seen := map[color.Color]bool{}
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y += 3 {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x += 3 {
			seen[picture.At(x, y)] = true
		}
	}
	return len(seen)
}

func save(t *testing.T, picture image.Image, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err == nil {
		err = errors.Join(png.Encode(f, picture), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheListOfLessonsHasItsPictures(t *testing.T) {
	b := browser.Start(t)
	p := b.Open(t, site(t)+"/?paused=1&theme=dark", 1280, 720)
	p.Await(runs)
	p.Await(`(fs.stat("/page/lesson-three-times.png", err => { globalThis.there = !err; }), globalThis.there)`)
	p.Tap(146, 22)
	small := image.Rect(22, 168, 130, 220) // the first lesson's picture, left of its name
	var picture image.Image
	n := 0
	for tries := 0; n < 20 && tries < 20; tries++ { // the list comes some frames after the tap, and what the screen shows after that
		p.Frames(10)
		picture = p.Picture()
		n = colours(picture.(interface {
			SubImage(image.Rectangle) image.Image
		}).SubImage(small))
	}
	if path := os.Getenv("DRIFTLAB_PICTURES"); path != "" {
		save(t, picture, filepath.Join(path, "lessons.png"))
	}
	if n < 20 {
		t.Errorf("where the first lesson's picture belongs there are %d colours", n)
	}
}
