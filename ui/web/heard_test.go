package web

import (
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func TestTwoCopiesOnOneHostKeepTheirOwnPrograms(t *testing.T) {
	mux := http.NewServeMux()
	page := handler(t)
	mux.Handle("/one/", http.StripPrefix("/one", page))
	mux.Handle("/two/", http.StripPrefix("/two", page))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p := start(t).Open(server.URL+"/one/?paused=1", 960, 540, blind)
	p.Await(runs)
	p.Await(`navigator.serviceWorker.controller !== null`)
	p.Eval(`(async () => { const own = await caches.open(driftlabCache); while (!(await own.keys()).some(r => r.url.endsWith(".wasm"))) await new Promise(done => setTimeout(done, 50)); globalThis.stored = true; })(); 0`)
	p.Await(`globalThis.stored`)
	count := `(async () => (await (await caches.open("driftlab ` + server.URL + `/one/")).keys()).length)()`
	before := p.Eval(count)
	p.Eval(`location.href = "/two/?paused=1"; 0`)
	p.Await(`location.pathname === "/two/" && ` + runs)
	p.Await(`navigator.serviceWorker.controller?.scriptURL.includes("/two/")`)
	if after := p.Eval(count); after != before || before == 0.0 {
		t.Errorf("the first copy kept %v files, and %v once the second had been there", before, after)
	}
}

// packed serves the page's program compressed, as some hosts do.
func packed(t *testing.T) (address string, sent *int) {
	t.Helper()
	page, n := handler(t), 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Ext(r.URL.Path) != ".wasm" {
			page.ServeHTTP(w, r)
			return
		}
		plain := httptest.NewRecorder()
		request := r.Clone(r.Context())
		request.Method = http.MethodGet
		page.ServeHTTP(plain, request)
		var small strings.Builder
		z, err := gzip.NewWriterLevel(&small, gzip.BestSpeed)
		if err == nil {
			_, err = z.Write(plain.Body.Bytes())
		}
		if err != nil || z.Close() != nil {
			t.Error("it can't be packed")
		}
		n = small.Len()
		w.Header().Set("Content-Type", "application/wasm")
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Length", strconv.Itoa(n))
		if r.Method == http.MethodGet {
			fmt.Fprint(w, small.String())
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, &n
}

func TestTheBarCountsWhatTravels(t *testing.T) {
	address, sent := packed(t)
	p := start(t).Open(address+"/?autoplay=0&paused=1", 960, 540, blind, `{
		globalThis.heard = [];
		addEventListener("DOMContentLoaded", () => new MutationObserver(() => heard.push(says.textContent)).observe(says, { childList: true }));
	}`)
	p.Await(`document.getElementById("go")?.hidden === false`)
	megabytes := fmt.Sprintf("%.1f", float64(*sent)/1e6)
	if got := p.Eval(`says.textContent`); got != "This downloads up to "+megabytes+" MB, once." {
		t.Errorf("before %s MB travel it says %v", megabytes, got)
	}
	p.Eval(`go.click()`)
	p.Await(runs)
	if last := megabytes + " of " + megabytes + " MB"; p.Eval(`heard.includes(`+strconv.Quote(last)+`)`) != true {
		t.Errorf("it never says %q: %v", last, p.Eval(`heard.slice(-3)`))
	}
}

func TestThePictureComesBeforeTheProgram(t *testing.T) {
	page, sent := handler(t), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/poster-") && path.Ext(r.URL.Path) == ".png" {
			<-sent
		}
		page.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	release := sync.OnceFunc(func() { close(sent) })
	t.Cleanup(release)
	p := start(t).Open(server.URL+"/?paused=1", 960, 540, blind, `{
		const ask = fetch;
		globalThis.programs = 0;
		globalThis.fetch = (what, ...more) => { programs += String(what).endsWith(".wasm"); return ask(what, ...more); };
	}`)
	p.Await(`document.readyState !== "loading"`) // all scripts have begun
	if n := p.Eval(`programs`); n != 0.0 {
		t.Errorf("while the picture is on its way the program was asked for %v times", n)
	}
	release()
	p.Await(runs)
}

// tree returns the names and roles in the page's accessibility tree, as a screen reader gets them.
func tree(p *tab) (all []string) {
	type word struct {
		Value any `json:"value"`
	}
	var got struct {
		Nodes []struct {
			Ignored bool `json:"ignored"`
			Role    word `json:"role"`
			Name    word `json:"name"`
		} `json:"nodes"`
	}
	p.Do("Accessibility.getFullAXTree", nil, &got)
	for _, node := range got.Nodes {
		if !node.Ignored {
			all = append(all, fmt.Sprintf("%v: %v", node.Role.Value, node.Name.Value))
		}
	}
	return all
}

func TestAScreenReaderHearsTheControlThatHasTheKeyboard(t *testing.T) {
	p := open(t, start(t), "?paused=1&view=watch&scenario=first", 1280, 720, blind)
	if p.Eval(`document.querySelectorAll("meta[name=viewport]").length`) != 1.0 {
		t.Error("there are several viewports")
	}
	p.Eval(`document.querySelector("canvas").focus()`)
	kinds := map[string]bool{}
	for range 60 {
		p.Key("Tab", "Tab", 9)
		p.Eval("turn(2)")
		said := fmt.Sprint(p.Eval(`focused.textContent`))
		for _, kind := range []string{"button", "slider", "list", "section"} {
			if strings.Contains(said, ", "+kind) {
				kinds[kind] = true
			}
		}
		if strings.Contains(said, ", slider, ") {
			p.Key("ArrowRight", "ArrowRight", 39)
			p.Await(`focused.textContent !== ` + strconv.Quote(said)) // its new value
			break
		}
	}
	if !kinds["button"] || !kinds["slider"] {
		t.Errorf("of all kinds only these are told: %v", kinds)
	}
	heard := strings.Join(tree(p), "\n")
	for _, want := range []string{"application: Driftlab", p.Eval(`focused.textContent`).(string)} {
		if !strings.Contains(heard, want) {
			t.Errorf("the accessibility tree has no %q:\n%s", want, heard)
		}
	}
	if got := p.Eval(`document.getElementById("tempInput").getAttribute("aria-label")`); got != "Text for the chosen field" {
		t.Errorf("the hidden field is called %v", got)
	}
}

func TestTheTabIsCalledAfterItsLesson(t *testing.T) {
	b := start(t)
	p := open(t, b, "?paused=1&lesson=8", 960, 540, blind)
	if got := p.Eval(`document.title`); got != "A wrong answer they all agree on – Driftlab" {
		t.Errorf("it is called %v", got)
	}
	german := open(t, b, "?paused=1&lesson=8", 960, 540, blind, `Object.defineProperty(navigator, "languages", { get: () => ["de-AT", "en"] })`)
	if got := german.Eval(`document.title + now.sentence`).(string); !strings.HasPrefix(got, "Eine falsche Antwort") || !strings.Contains(got, "80 ms hin") {
		t.Errorf("a German browser gets %s", got)
	}
}

func TestTheTabHasTheLanguageThatIsChosenInTheWindow(t *testing.T) {
	p := open(t, start(t), "?paused=1&lesson=8&view=lab", 1280, 720, blind)
	for range 40 { // to the menu behind the last button of the bar, and in it past three buttons and the theme to the language
		p.Key("Tab", "Tab", 9)
		if p.Eval(`focused.textContent.startsWith("What the bar has no room for")`) == true {
			break
		}
	}
	for _, key := range []string{"Enter", "Tab", "Tab", "Tab", "Tab", "Tab", "ArrowDown", "Enter"} {
		p.Key(key, key, map[string]int{"Enter": 13, "Tab": 9, "ArrowDown": 40}[key])
	}
	p.Await(`document.documentElement.lang === "de" && document.title.startsWith("Eine falsche Antwort")`)
}
