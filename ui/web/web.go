// Package web serves the page in which Driftlab runs.
package web

import (
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"path"
	"slices"
	"strings"
	"time"
)

// index is the page's first file.
const index = "index.html"

// ErrNoPage says that a folder has no page.
var ErrNoPage = fmt.Errorf("there is no page in it (%s): make web makes one", index)

// kinds are the content types of a page's files, whatever the system's table says: browsers must not guess.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".wasm": "application/wasm",
	".png": "image/png", ".bin": "application/octet-stream", ".webmanifest": "application/manifest+json",
}

// policyRoom is how many bytes of an HTML file are searched for scripts and styles. Later ones may not run: a file is sent in
// parts, however large it is, so that many slow readers of it need no memory.
const policyRoom = 1 << 20

// A served is a folder that is served under this machine's names.
type served struct {
	folder fs.FS
	hosts  []string // further names, in lower case
}

// Handler serves a folder that scripts/web.sh has made: its regular files, except those whose name or folder starts with a dot.
// Browsers may keep files with a hash in their name, and must ask for the others each time. A request's host must be localhost, a
// loopback address or one of hosts. The error is ErrNoPage.
func Handler(folder fs.FS, hosts ...string) (http.Handler, error) {
	p := served{folder: folder}
	for _, host := range hosts {
		p.hosts = append(p.hosts, strings.ToLower(host))
	}
	first, _, err := p.open(index)
	if err != nil {
		return nil, ErrNoPage
	}
	return p, first.Close()
}

func (p served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Content-Security-Policy", policy(nil))
	if !p.named(r.Host) {
		http.Error(w, fmt.Sprintf("driftlab serve: the host %.100q is not a name of this machine (allowed: localhost, a loopback address, a name given by -host)", r.Host), http.StatusForbidden)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		head.Set("Allow", "GET, HEAD")
		http.Error(w, fmt.Sprintf("driftlab serve: the method %.100q is not answered (allowed: GET, HEAD)", r.Method), http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = index
	}
	file, changed, err := p.open(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer file.Close()
	if kind := kinds[path.Ext(name)]; kind != "" {
		head.Set("Content-Type", kind)
	}
	head.Set("Cache-Control", "no-cache")
	if hashed(path.Base(name)) {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if path.Ext(name) == ".html" {
		text, err := io.ReadAll(io.LimitReader(file, policyRoom))
		if err == nil {
			_, err = file.Seek(0, io.SeekStart)
		}
		if err != nil {
			http.NotFound(w, r)
			return
		}
		head.Set("Content-Security-Policy", policy(text))
	}
	http.ServeContent(w, r, name, changed, file)
}

// open opens a file that may be served, and returns when it was changed. It checks what the file is before it opens it: opening a
// pipe would wait for a writer.
func (p served) open(name string) (file http.File, changed time.Time, err error) {
	if slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasPrefix(part, ".") }) {
		return nil, changed, fs.ErrNotExist
	}
	info, err := fs.Stat(p.folder, name)
	if err != nil {
		return nil, changed, err
	}
	if !info.Mode().IsRegular() {
		return nil, changed, fs.ErrNotExist
	}
	file, err = http.FS(p.folder).Open(name)
	return file, info.ModTime(), err
}

// named reports whether the page is served under a request's host, NAME or NAME:PORT. A stranger's page can make its own name
// lead to this machine (DNS rebinding), and would then read the page as its own.
func (p served) named(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil { // it has no port
		name, _, err = net.SplitHostPort(host + ":80")
	}
	name = strings.ToLower(name)
	if address, wrong := netip.ParseAddr(name); wrong == nil && address.IsLoopback() {
		return true
	}
	return err == nil && (name == "localhost" || slices.Contains(p.hosts, name))
}

// hashed reports whether scripts/web.sh has made a name: NAME-HASH.ENDING, with twelve hexadecimal digits.
func hashed(name string) bool {
	stem := strings.TrimSuffix(name, path.Ext(name))
	_, sum, ok := strings.Cut(stem, "-")
	return ok && len(sum) == 12 && strings.Trim(sum, "0123456789abcdef") == ""
}
