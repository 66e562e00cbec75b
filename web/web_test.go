package web

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
)

func TestWhatHasAHashInItsNameIsKeptAndTheRestAskedForAnew(t *testing.T) {
	folder := fstest.MapFS{"index.html": {Data: []byte("page")}, "driftlab-0123456789ab.wasm": {Data: []byte("\x00asm")},
		"start-0123456789xx.js": {}, ".nojekyll": {}, "sub/file": {}}
	h, err := Handler(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, cache, kind string
		status            int
	}{
		{"/", "no-cache", "text/html; charset=utf-8", http.StatusOK},
		{"/driftlab-0123456789ab.wasm", "public, max-age=31536000, immutable", "application/wasm", http.StatusOK},
		{"/start-0123456789xx.js", "no-cache", "text/javascript; charset=utf-8", http.StatusOK},
		{"/.nojekyll", "", "", http.StatusNotFound},
		{"/sub/", "", "", http.StatusNotFound},
		{"/../etc/passwd", "", "", http.StatusNotFound},
		{"/none", "", "", http.StatusNotFound},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", c.path, nil))
		got := w.Header()
		if w.Code != c.status || c.status == http.StatusOK && (got.Get("Cache-Control") != c.cache || got.Get("Content-Type") != c.kind) {
			t.Errorf("%s: %d, %v", c.path, w.Code, got)
		}
	}
	if _, err := Handler(fstest.MapFS{}); err == nil {
		t.Error("an empty folder is a page")
	}
}
