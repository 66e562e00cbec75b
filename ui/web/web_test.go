package web

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// folder is a folder with a page, and files that don't belong to it.
var folder = fstest.MapFS{
	"index.html": {Data: []byte("<style>\n\tp { margin: 0 }\r\n</style><script>go()</script><script src=\"start.js\"></script>")}, "lesson.html": {Data: []byte("<p>no script</p>")},
	"driftlab-0123456789ab.wasm": {Data: []byte("\x00asm")}, "start-0123456789xx.js": {}, ".nojekyll": {},
	"sub/file.txt": {}, ".git/config": {}, "sub/.git/config": {}, "pipe": {Mode: fs.ModeNamedPipe}, "device": {Mode: fs.ModeDevice},
}

// answer is the answer of the page's handler to a request.
func answer(t *testing.T, r *http.Request, hosts ...string) *http.Response {
	t.Helper()
	h, err := Handler(folder, hosts...)
	check(t, err)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

// local is a request like those of a browser on this machine.
func local(method, path string) *http.Request {
	return httptest.NewRequest(method, "http://127.0.0.1:8080"+path, nil)
}

func TestWhatHasAHashInItsNameIsKeptAndTheRestAskedForAnew(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][2]string{
		"/":                           {"no-cache", "text/html; charset=utf-8"},
		"/index.html":                 {"no-cache", "text/html; charset=utf-8"},
		"/driftlab-0123456789ab.wasm": {"public, max-age=31536000, immutable", "application/wasm"},
		"/start-0123456789xx.js":      {"no-cache", "text/javascript; charset=utf-8"},
		"/sub/file.txt":               {"no-cache", "text/plain; charset=utf-8"},
	} {
		got := answer(t, local("GET", path))
		if kind := [2]string{got.Header.Get("Cache-Control"), got.Header.Get("Content-Type")}; got.StatusCode != http.StatusOK || kind != want {
			t.Errorf("%s: %d, %q", path, got.StatusCode, kind)
		}
	}
	if _, err := Handler(fstest.MapFS{}); err == nil {
		t.Error("an empty folder is a page")
	}
}

func TestOnlyRegularFilesWithoutALeadingDotAreServed(t *testing.T) {
	t.Parallel()
	for _, path := range []string{
		"/.nojekyll", "/.git/config", "/sub/.git/config", "/sub/", "/sub", "/none", "/%00", "/index.html%00.js", "/%ff",
		"/../etc/passwd", "/..%2fetc/passwd", "//etc/passwd", "/sub/../index.html", "/pipe", "/device", "/index.html/",
	} {
		if got := answer(t, local("GET", path)); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
}

func TestOnlyGETAndHEADAreAnswered(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "NONSENSE"} {
		r := local(method, "/index.html")
		r.Host = "localhost" // of CONNECT it would be the path
		got := answer(t, r)
		if got.StatusCode != http.StatusMethodNotAllowed || got.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d, allowed %q", method, got.StatusCode, got.Header.Get("Allow"))
		}
	}
	if got := answer(t, local("HEAD", "/")); got.StatusCode != http.StatusOK {
		t.Errorf("HEAD: %d", got.StatusCode)
	}
}

func TestAPageIsServedUnderTheNamesOfThisMachineAlone(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]int{
		"localhost": http.StatusOK, "LocalHost:8080": http.StatusOK, "127.0.0.1": http.StatusOK, "127.1.2.3:1": http.StatusOK,
		"[::1]": http.StatusOK, "[::1]:8080": http.StatusOK, "demo.example": http.StatusOK, "Demo.example:443": http.StatusOK,
		"": http.StatusForbidden, "evil.example": http.StatusForbidden, "evil.example:8080": http.StatusForbidden,
		"localhost.evil.example": http.StatusForbidden, "127.0.0.1.evil.example": http.StatusForbidden, "192.168.0.1": http.StatusForbidden,
		"0.0.0.0:8080": http.StatusForbidden, "[::1].evil.example": http.StatusForbidden, "[::2]:8080": http.StatusForbidden,
		"::1": http.StatusForbidden, "localhost:1:2": http.StatusForbidden,
	} {
		r := local("GET", "/")
		r.Host = host
		if got := answer(t, r, "DEMO.example"); got.StatusCode != want {
			t.Errorf("%q: %d, want %d", host, got.StatusCode, want)
		}
	}
}

func TestThePolicyNamesTheScriptsAndStylesThatStandInAPage(t *testing.T) {
	t.Parallel()
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	for path, want := range map[string][2]string{
		// A browser reads each end of a line as \n.
		"/":            {hash("go()"), hash("\n\tp { margin: 0 }\n")},
		"/lesson.html": {},
		"/none":        {},
	} {
		got := answer(t, local("GET", path)).Header
		policy := map[string]string{}
		for _, directive := range strings.Split(got.Get("Content-Security-Policy"), "; ") {
			name, values, _ := strings.Cut(directive, " ")
			policy[name] = values
		}
		if policy["script-src"] != "'self' 'wasm-unsafe-eval' blob:"+want[0] || strings.TrimPrefix(policy["style-src"], "'none'") != strings.TrimPrefix(want[1], " ") || policy["default-src"] != "'none'" {
			t.Errorf("%s: %q", path, policy)
		}
		if _, ok := policy["frame-ancestors"]; ok || got.Get("X-Frame-Options") != "" {
			t.Errorf("%s: it may not be within another page", path)
		}
		if got.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: what it is is guessed", path)
		}
	}
}

// A counted file counts the bytes read from it.
type counted struct {
	fs.File
	read *int
}

func (c counted) Read(b []byte) (int, error) {
	n, err := c.File.Read(b)
	*c.read += n
	return n, err
}
func (c counted) Seek(to int64, from int) (int64, error) { return c.File.(io.Seeker).Seek(to, from) }

// A countedFS is a folder of counted files.
type countedFS struct {
	fs.FS
	read *int
}

func (c countedFS) Open(name string) (fs.File, error) {
	file, err := c.FS.Open(name)
	return counted{file, c.read}, err
}

func TestALargePageIsReadInParts(t *testing.T) {
	t.Parallel()
	text := "<script>first()</script>" + strings.Repeat(" ", 16<<20) + "<script>last()</script>"
	read := 0
	h, err := Handler(countedFS{fstest.MapFS{"index.html": {Data: []byte(text)}}, &read})
	check(t, err)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, local("HEAD", "/"))
	if read > 2*policyRoom {
		t.Errorf("%d of %d bytes were read before the first was sent", read, len(text))
	}
	if got := w.Header().Get("Content-Security-Policy"); strings.Count(got, "'sha256-") != 1 {
		t.Errorf("a script at the beginning is not allowed, or one far back is: %s", got)
	}
	w = httptest.NewRecorder()
	if h.ServeHTTP(w, local("GET", "/")); w.Body.String() != text {
		t.Errorf("%d bytes were sent of %d, or others", w.Body.Len(), len(text))
	}
}
