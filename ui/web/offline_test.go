package web

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// A host serves the page under a path, as a host of many pages does, and an article, counts requests, and may disappear.
type host struct {
	server *httptest.Server
	mu     sync.Mutex
	asked  map[string]int // by file
	away   bool
	cut    bool // it ends in the middle of a program, whose length it has not said
}

func serveUnder(t *testing.T, path string) *host {
	t.Helper()
	h := &host{asked: map[string]int{}}
	page := http.StripPrefix(path, handler(t))
	h.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		away, cut := h.away, h.cut
		if r.Method == http.MethodGet { // a page that waits asks for the program's size alone
			h.asked[strings.TrimPrefix(r.URL.Path, path)]++
		}
		h.mu.Unlock()
		if away {
			panic(http.ErrAbortHandler) // the connection is cut, as where there is no network
		}
		if cut && strings.HasSuffix(r.URL.Path, ".wasm") {
			c, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				io.WriteString(c, "HTTP/1.0 200 OK\r\nContent-Type: application/wasm\r\n\r\n\x00asm\x01\x00\x00\x00")
				c.Close()
			}
			return
		}
		if r.URL.Path == "/article" {
			article(w)
			return
		}
		page.ServeHTTP(w, r)
	}))
	t.Cleanup(h.server.Close)
	return h
}

// programs returns how often a program was fetched.
func (h *host) programs() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, times := range h.asked {
		if strings.HasSuffix(name, ".wasm") {
			n += times
		}
	}
	return n
}

func (h *host) goAway() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.away = true
}

func (h *host) cutPrograms(cut bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cut = cut
}

func TestAProgramThatWasCutOnItsWayIsFetchedAnew(t *testing.T) {
	h := serveUnder(t, "/")
	h.cutPrograms(true)
	p := start(t).Open(h.server.URL+"/?paused=1", 960, 540, blind)
	p.Await(`/^The download stopped at 0\.0 of \d+\.\d MB\. Reloading the page may help\.$/.test(document.getElementById("says")?.textContent)`)
	if p.Eval(`(async () => (await (await caches.open(driftlabCache)).keys()).length)()`) != 0.0 {
		t.Error("what has come of it is kept")
	}
	h.cutPrograms(false)
	p.Eval(`globalThis.old = true; location.reload(); 0`)
	p.Await(`globalThis.old === undefined && ` + runs)
}

func TestThePageRunsWithoutStorage(t *testing.T) {
	const off = `{
		const refused = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
		for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"]) Object.defineProperty(globalThis, name, { get: refused });
		ServiceWorkerContainer.prototype.register = async () => refused();
	}`
	open(t, start(t), "?paused=1", 960, 540, off, blind) // an uncaught error fails it
}

func TestThePageOpensAgainWithoutANetworkAndFetchesItsProgramOnce(t *testing.T) {
	h := serveUnder(t, "/driftlab/")
	p := start(t).Open(h.server.URL+"/driftlab/?paused=1", 960, 540, blind, `caches.open("driftlab")`) // as an earlier page did
	p.MayFail()                                                                                        // what it asks the network for first, when there is none
	p.Await(runs)
	p.Await(`navigator.serviceWorker.controller !== null`)
	p.Eval(`globalThis.stored = false; (async () => {
		const kept = await caches.open(driftlabCache);
		while (!(await kept.keys()).some(r => r.url.endsWith(".wasm"))) await new Promise(done => setTimeout(done, 50));
		stored = true;
	})(); 0`)
	p.Await(`stored`)
	if p.Eval(`caches.keys().then(all => all.join())`) != "driftlab "+h.server.URL+"/driftlab/" {
		t.Errorf("the browser keeps %v", p.Eval(`caches.keys()`))
	}
	h.goAway()
	p.Eval(`globalThis.old = true; location.reload(); 0`)
	p.Await(`globalThis.old === undefined && ` + runs)
	if n := h.programs(); n != 1 {
		t.Errorf("a program was fetched %d times", n)
	}
	if got := fmt.Sprint(p.Eval(`document.querySelector("link[rel=manifest]").href`)); !strings.HasSuffix(got, "/driftlab/manifest.webmanifest") {
		t.Errorf("the manifest is %s", got)
	}
}

func TestStorageThatIsFullIsToldInALine(t *testing.T) {
	p := open(t, start(t), "?paused=1&scenario=arenas/yard", 960, 540, blind)
	p.Eval(`Storage.prototype.setItem = () => { throw new DOMException("It is full.", "QuotaExceededError"); }; 0`)
	p.Key("F3", "F3", 114)
	p.Await(`/^the settings cannot be saved: .*No space left on device$/.test(now.sentence) && now.failed`)
}
