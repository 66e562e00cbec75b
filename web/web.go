// Package web serves the page in which Driftlab runs.
package web

import (
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// index is the file that a page begins with.
const index = "index.html"

// Handler serves a folder that scripts/web.sh has made. What has a hash in its name may be kept; the rest is asked for
// anew each time. The error says that there is no page in the folder.
func Handler(folder fs.FS) (http.Handler, error) {
	if info, err := fs.Stat(folder, index); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("there is no page in it (%s): make web makes one", index)
	}
	serve := http.FileServerFS(folder)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Clean("/" + r.URL.Path)
		if name != "/" && strings.HasSuffix(r.URL.Path, "/") || strings.HasPrefix(path.Base(name), ".") { // it lists no folder
			http.NotFound(w, r)
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if hashed(path.Base(name)) {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			w.Header().Set("Cache-Control", "no-cache")
		}
		if path.Ext(name) == ".wasm" {
			w.Header().Set("Content-Type", "application/wasm") // whatever the system's table says
		}
		serve.ServeHTTP(w, r)
	}), nil
}

// hashed says whether a name is as scripts/web.sh makes them: NAME-HASH.ENDING, of twelve hexadecimal digits.
func hashed(name string) bool {
	stem := strings.TrimSuffix(name, path.Ext(name))
	_, sum, ok := strings.Cut(stem, "-")
	return ok && len(sum) == 12 && strings.Trim(sum, "0123456789abcdef") == ""
}
