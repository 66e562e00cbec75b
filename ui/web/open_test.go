package web

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
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
	stopChromium()
	if made.folder != "" {
		if err := os.RemoveAll(made.folder); err != nil {
			println(err.Error())
			code = max(code, 1)
		}
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

// handler serves the page as driftlab serve does.
func handler(t testing.TB) http.Handler {
	t.Helper()
	if testing.Short() {
		t.Skip("the page takes a while to be made")
	}
	if runtime.GOOS == "windows" {
		t.Skip("scripts/web.sh needs a shell")
	}
	made.once.Do(func() {
		look(t)
		if made.folder, made.err = os.MkdirTemp("", "driftlab-web"); made.err == nil {
			made.output, made.err = exec.Command("sh", "../../scripts/web.sh", made.folder).CombinedOutput()
		}
	})
	if made.err != nil {
		t.Fatalf("scripts/web.sh: %v\n%s", made.err, made.output)
	}
	root, err := os.OpenRoot(made.folder)
	check(t, err)
	t.Cleanup(func() { root.Close() })
	h, err := Handler(root.FS())
	check(t, err)
	return h
}

// look reads all folders with the page's files, so that go test runs the tests again when one changes.
func look(t testing.TB) {
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if name := d.Name(); err == nil && d.IsDir() && (path != ".." && name[0] == '.' || name == "docs" || name == "dist" || name == "testdata") {
			return fs.SkipDir
		}
		return err
	})
	check(t, err)
}

// runs is true once the program draws.
const runs = `document.querySelector("canvas") && document.getElementById("poster").hidden`

// probe makes a page keep its program's latest report, in now, and report the program's turns: turn(n) is a promise that is kept
// after n more. In a turn the program has read its input and drawn the result: a frame, which ends by requesting the next one
// with the same function, and before which a sixtieth of a second has passed, since in less the program draws without an update.
const probe = `{
	globalThis.now = {};
	let told;
	Object.defineProperty(globalThis, "driftlabTold", {
		set(own) { told = own; },
		get: () => told && ((text, ...more) => { now = JSON.parse(text); now.typing = more[3]; told(text, ...more); }),
	});
	const ask = requestAnimationFrame.bind(globalThis), waiting = [];
	let drawing, last = 0;
	globalThis.requestAnimationFrame = then => {
		if (then === drawing && performance.now() - last >= 1000 / 60) {
			last = performance.now();
			for (const next of waiting.splice(0)) next();
		}
		drawing = then;
		return ask(then);
	};
	globalThis.turn = n => new Promise(done => { const next = () => n-- ? waiting.push(next) : done(0); next(); });
}`

// blind makes WebGL draw nothing, for tests that look at no picture: in software, drawing takes most of their time. If a person
// wants pictures, it draws.
var blind = func() string {
	if os.Getenv("DRIFTLAB_PICTURES") != "" {
		return ""
	}
	return `for (const name of ["drawElements", "bufferData", "bufferSubData", "texSubImage2D", "clear", "readPixels"])
		WebGL2RenderingContext.prototype[name] = () => {};`
}()

// open opens the page, at an address in its folder, in a window of this size, and waits until the program draws.
func open(t testing.TB, b *chromium, address string, width, height int, scripts ...string) *tab {
	t.Helper()
	p := b.Open(site(t)+"/"+address, width, height, append(scripts, probe)...)
	p.Seen = "turn(2)" // one may have begun before
	p.Await(runs)
	return p
}

// check ends a test that has met an error.
func check(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
