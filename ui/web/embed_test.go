package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"driftlab/assets"
	"driftlab/internal/testkit"
)

// within serves a page with Driftlab's in an iframe between two buttons, opens it, and returns it. ORIGIN in the query stands for
// its own origin.
func within(t *testing.T, b *chromium, query url.Values) *tab {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/", handler(t))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	if query.Get("origin") == "ORIGIN" {
		query.Set("origin", server.URL)
	}
	mux.HandleFunc("/around", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!DOCTYPE html><title>around</title><link rel="icon" href="data:,"><body style="height:3000px">
<button id="before">before</button><iframe id="frame" src="/?%s" width="960" height="540"></iframe><button id="after">after</button>
<script>
	const heard = [], inside = () => document.getElementById("frame").contentDocument;
	let last = {};
	addEventListener("message", e => { heard.push(e.data); if (e.data.driftlab === "state") last = e.data; });
	const say = m => document.getElementById("frame").contentWindow.postMessage(m, "*");
</script>`, query.Encode())
	})
	p := b.Open(server.URL+"/around", 1280, 720, probe, blind)
	p.Seen = `inside().defaultView.turn(2)`
	p.Await(`typeof inside === "function" && inside()?.getElementById("go")`)
	return p
}

// frameRuns is runs of the page in the iframe.
const frameRuns = `inside().querySelector("canvas") && inside().getElementById("poster").hidden`

func TestAnEmbeddedPageStartsOnAClickAndTalksWithThePageAround(t *testing.T) {
	b := start(t)
	p := within(t, b, url.Values{"lesson": {"8"}, "view": {"watch"}, "origin": {"ORIGIN"}})
	p.Await(`inside().getElementById("go").hidden === false`)
	p.Await(`heard.some(m => m.driftlab === "height" && m.height === 540)`)
	p.Eval(`document.getElementById("frame").width = 320; 0`)
	p.Await(`heard.at(-1).height === Math.round(320 * 4 / 3)`)
	p.Eval(`document.getElementById("frame").width = 960; 0`)
	if p.Eval(`inside().querySelector("canvas") === null`) != true {
		t.Error("it has begun before anybody has asked for it")
	}
	p.Eval(`inside().getElementById("go").click()`)
	p.Await(frameRuns)
	p.Await(`last.playing && last.lesson === 8 && last.seconds > 0.2 && last.sentence`)
	p.Await(`inside().getElementById("told").textContent !== ""`)
	p.Eval(`say({driftlab: "pause"})`)
	p.Await(`last.playing === false`)
	p.Eval(`say({driftlab: "step", step: 2})`)
	p.Await(`last.step === 2`)
	p.Eval(`say({driftlab: "seek", seconds: 1.5})`)
	p.Await(`last.seconds === 1.5`)
	p.Eval(`say({driftlab: "set", set: {"link.delay": "123ms"}})`)
	p.Eval(`say({driftlab: "seek", seconds: -1}); say({driftlab: "reboot"}); say("nonsense"); say({driftlab: 7}); 0`)
	p.Await(`heard.filter(m => m.driftlab === "error").length === 2`)
	p.Eval(`say({driftlab: "play"})`)
	p.Await(`last.playing && last.seconds > 1.6`)
	p.Await(`inside().location.hash.startsWith("#driftlab1:")`) // a setting was changed
}

func TestAPageThatWaitsShowsItsLessonAndWhatItWouldFetch(t *testing.T) {
	b := start(t)
	address := site(t) + "/?autoplay=0"
	for _, c := range []struct {
		more, title, says string
		lesson            bool // its own picture
	}{
		{"&lesson=8", "A wrong answer they all agree on", `This downloads up to \d+\.\d MB, once\.`, true},
		{"&lesson=asymmetric&language=de", "Eine falsche Antwort, in der sich alle einig sind", `Dafür werden einmal bis zu \d+,\d MB geladen\.`, true},
		{"&scenario=lesson-asymmetric/push#driftlab1:a.b", "A wrong answer they all agree on", `This downloads .*`, true},
		{"", "Driftlab", `This downloads .*`, false},
		{"&lesson=99", "Driftlab", `This downloads .*`, false},
		{"&lesson=__proto__&scenario=constructor/name", "Driftlab", `This downloads .*`, false},
	} {
		p := b.Open(address+c.more, 640, 360)
		p.Await(`document.getElementById("go")?.hidden === false && picture.complete`)
		if got := p.Eval(`document.getElementById("title").textContent`); got != c.title {
			t.Errorf("%s: the title is %v", c.more, got)
		}
		if got := fmt.Sprint(p.Eval(`says.textContent`)); !regexp.MustCompile("^" + c.says + "$").MatchString(got) {
			t.Errorf("%s: it says %s", c.more, got)
		}
		if got := p.Eval(`picture.naturalWidth === 240`); got != c.lesson {
			t.Errorf("%s: the picture is its lesson's: %v", c.more, got)
		}
		if got, none := p.Eval(`wrong.textContent`), strings.Contains(c.more, "lesson=99"); none != (got == "There is no lesson “99”. Driftlab opens without one.") && !strings.Contains(c.more, "__proto__") {
			t.Errorf("%s: of the lesson it says %v", c.more, got)
		}
		if p.Eval(`poster.scrollHeight > innerHeight || poster.getBoundingClientRect().top < 0 || title.getBoundingClientRect().top < 0`) != false {
			t.Errorf("%s: it has no room", c.more)
		}
		for _, language := range assets.Languages() {
			if p.Eval(`Object.keys(posterWords.en).join() === Object.keys(posterWords.`+language+` ?? {}).join()`) != true {
				t.Errorf("poster.js: %q has other words than English", language)
			}
		}
	}
}

func TestAPageAroundThatIsNotNamedIsNotHeard(t *testing.T) {
	testkit.LongOnly(t)
	b := start(t)
	for _, origin := range []string{"", "https://school.example", "*"} {
		query := url.Values{"autoplay": {"1"}, "paused": {"1"}}
		if origin != "" {
			query.Set("origin", origin)
		}
		p := within(t, b, query)
		p.Await(frameRuns)
		p.Eval(`say({driftlab: "set", set: {"link.delay": "123ms"}}); say({driftlab: "play"})`)
		// Messages arrive in order, so after this one the program would have acted on the earlier one within some turns, and
		// reported it in each turn after that.
		p.Eval(`new Promise(done => { inside().defaultView.addEventListener("message", e => { if (e.data === "last") done(0); }); say("last"); })`)
		p.Eval(`inside().defaultView.turn(4)`)
		p.Eval(`new Promise(done => { addEventListener("message", e => { if (e.data === "answer") done(0); }); inside().defaultView.parent.postMessage("answer", "*"); })`)
		if p.Eval(`heard.join()`) != "answer" || p.Eval(`inside().location.hash`) != "" {
			t.Errorf("%q: it says %v and is at %v", origin, p.Eval("heard"), p.Eval(`inside().location.hash`))
		}
	}
}

func TestTheKeyboardComesIntoAnEmbeddedPageAndOutOfIt(t *testing.T) {
	testkit.LongOnly(t)
	b := start(t)
	p := within(t, b, url.Values{"autoplay": {"1"}, "paused": {"1"}, "view": {"lab"}, "scenario": {"first"}})
	p.Await(frameRuns)
	if p.Eval(`document.activeElement === document.body`) != true {
		t.Error("it has taken the keyboard")
	}
	in := `document.activeElement.id === "frame"`
	tab := func(until string) {
		t.Helper()
		for range 50 {
			p.Key("Tab", "Tab", 9)
			if p.Eval(until) == true {
				return
			}
		}
		t.Fatalf("Tab does not lead to %s but %v", until, p.Eval(`document.activeElement.id`))
	}
	p.Eval(`document.getElementById("before").focus()`)
	tab(in)
	tab(`document.activeElement.id === "after"`)
	p.Eval(`document.getElementById("before").focus()`)
	tab(in)
	p.Key("Escape", "Escape", 27)
	p.Await(`inside().activeElement === inside().body`)
}

func TestAnEmbeddedPageStandsStillOutOfSight(t *testing.T) {
	testkit.LongOnly(t)
	b := start(t)
	p := within(t, b, url.Values{"autoplay": {"1"}, "origin": {"ORIGIN"}})
	p.Await(frameRuns)
	p.Await(`last.playing && last.seconds > 0.1`)
	// The browser reports things in the order of the requests, so the page knows it before this returns. It may be within a turn
	// then, and does no other.
	p.Eval(`new Promise(done => {
		scrollTo(0, 2500);
		const watch = inside().defaultView.IntersectionObserver;
		new watch(all => { if (!all.at(-1).isIntersecting) done(0); }).observe(inside().documentElement);
	})`)
	p.Frames(2)
	p.Eval(`globalThis.turned = 0; inside().defaultView.turn(1).then(() => { turned++; }); 0`)
	at := p.Eval(`inside().defaultView.now.seconds`)
	p.Frames(30)
	if now := p.Eval(`inside().defaultView.now.seconds`); now != at || p.Eval(`turned`) != 0.0 {
		t.Errorf("out of sight it goes from %v s to %v s", at, now)
	}
	p.Eval(`scrollTo(0, 0)`)
	p.Await(fmt.Sprintf(`last.playing && last.seconds > %v`, at))
}

func TestTheBrowsersOwnKeysStayItsOwn(t *testing.T) {
	testkit.LongOnly(t)
	p := open(t, start(t), "?paused=1&view=lab", 1280, 720, blind)
	for key, own := range map[string]bool{
		`key: "F5"`: true, `key: "F12"`: true, `key: "F11"`: true, `key: "F1"`: true, `key: "F3"`: false, `key: "F2"`: false,
		`key: "l", ctrlKey: true`: true, `key: "t", ctrlKey: true`: true, `key: "w", metaKey: true`: true, `key: "r", ctrlKey: true`: true,
		`key: "I", ctrlKey: true, shiftKey: true`: true, `key: "C", ctrlKey: true, shiftKey: true`: true, `key: "Tab", ctrlKey: true`: true,
		`key: "ArrowLeft", altKey: true`: true, `key: "d", altKey: true`: true,
		`key: "l"`: false, `key: " "`: false, `key: "ArrowLeft"`: false, `key: "z", ctrlKey: true`: false, `key: "Z", ctrlKey: true, shiftKey: true`: false,
		`key: "k", ctrlKey: true`: false, `key: "v", metaKey: true`: true, `key: "v", ctrlKey: true`: true, `key: "Control", ctrlKey: true`: false,
		`key: "[", ctrlKey: true, altKey: true, modifierAltGraph: true`: false,
	} {
		left := p.Eval(`document.querySelector("canvas").dispatchEvent(new KeyboardEvent("keydown", {bubbles: true, cancelable: true, ` + key + `}))`)
		if left != own {
			t.Errorf("%s: left to the browser: %v, not %v", key, left, own)
		}
	}
}

func TestTheWheelTurnsThePageAroundUntilAClick(t *testing.T) {
	testkit.LongOnly(t)
	b := start(t)
	p := within(t, b, url.Values{"autoplay": {"1"}, "paused": {"1"}})
	p.Await(frameRuns)
	turn := `inside().querySelector("canvas").dispatchEvent(new (inside().defaultView.WheelEvent)("wheel", {bubbles: true, cancelable: true, deltaY: 100}))`
	if p.Eval(turn) != true {
		t.Error("the wheel is taken before the program was chosen")
	}
	p.Eval(`document.getElementById("frame").focus(); inside().querySelector("canvas").focus()`)
	if p.Eval(turn) != false {
		t.Error("the wheel is not taken by the program that was chosen")
	}
}
