package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"driftlab/internal/browser"
)

// A host serves the page under a path, as a host of many pages does, counts what is fetched, and may go away.
type host struct {
	server *httptest.Server
	mu     sync.Mutex
	asked  map[string]int // by file
	away   bool
}

func serveUnder(t *testing.T, path string) *host {
	t.Helper()
	h := &host{asked: map[string]int{}}
	page := http.StripPrefix(path, handler(t))
	h.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		away := h.away
		h.asked[strings.TrimPrefix(r.URL.Path, path)]++
		h.mu.Unlock()
		if away {
			panic(http.ErrAbortHandler) // the connection is cut, as where there is no network
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

func TestThePageOpensAgainWithoutANetworkAndFetchesItsProgramOnce(t *testing.T) {
	h := serveUnder(t, "/driftlab/")
	p := browser.Start(t).Open(h.server.URL+"/driftlab/?paused=1", 960, 540, blind)
	p.MayFail() // what it asks the network for first, when there is none
	p.Await(runs)
	p.Await(`navigator.serviceWorker.controller !== null`)
	p.Eval(`globalThis.stored = false; (async () => {
		const kept = await caches.open("driftlab");
		while (!(await kept.keys()).some(r => r.url.endsWith(".wasm"))) await new Promise(done => setTimeout(done, 50));
		stored = true;
	})(); 0`)
	p.Await(`stored`)
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
