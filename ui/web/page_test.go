package web

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

func TestThePageRunsInABrowserWithoutAnError(t *testing.T) {
	p := open(t, start(t), "?paused=1&view=lab", 1280, 720, `globalThis.AudioWorkletNode = class extends AudioWorkletNode {
		constructor(...all) { super(...all); globalThis.heard = true; }
	}`)
	if n := colours(p.Picture()); n < 30 {
		t.Errorf("the picture has %d colours: nothing is drawn", n)
	}
	looked(t, p, "page.png")
	p.Key("m", "KeyM", 'M')
	p.Await(`globalThis.heard`) // the sound library makes a script, which the policy must allow
}

func TestNothingRunsInThePageThatIsNotItsOwn(t *testing.T) {
	p := start(t).Open(site(t)+"/?autoplay=0", 960, 540)
	p.MayFail()
	p.Await(`document.getElementById("go")?.hidden === false`)
	p.Eval(`globalThis.refused = {}; addEventListener("securitypolicyviolation", e => { refused[e.effectiveDirective] = e.disposition; }); 0`)
	p.Eval(`{
		const add = (kind, what) => document.body.append(Object.assign(document.createElement(kind), what));
		add("script", { textContent: "globalThis.ran = 1" });
		add("style", { textContent: "body { color: red }" });
		add("img", { src: "http://127.0.0.2:1/" });
		add("iframe", { src: "http://127.0.0.2:1/" });
		add("p", { innerHTML: "<b onclick='globalThis.ran = 2' style='color: red'></b>" });
		document.querySelector("b").click();
		fetch("http://127.0.0.2:1/").catch(() => {});
	}`)
	for _, directive := range []string{"script-src-elem", "script-src-attr", "style-src-elem", "style-src-attr", "img-src", "frame-src", "connect-src"} {
		p.Await(fmt.Sprintf(`refused[%q] === "enforce"`, directive))
	}
	if p.Eval(`globalThis.ran`) != nil {
		t.Error("a script that stands in it runs")
	}
	testkit.Until(t, "the console has what was refused, so that any test of a page would fail of it", func() bool {
		return strings.Contains(strings.Join(p.Errors(), "\n"), "Content Security Policy")
	})
}

func TestNonsenseInAnAddressOpensTheDefault(t *testing.T) {
	testkit.LongOnly(t)
	b := start(t)
	for _, nonsense := range []string{"?theme=pink&lesson=99999", "#driftlab1:torn.hash", "?scale=1e99#" + strings.Repeat("x", 10000)} {
		open(t, b, nonsense, 960, 540, blind)
	}
}

// saved makes a page save its session, and returns the file.
func saved(t *testing.T, p *tab) string {
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
	b := start(t)
	p := open(t, b, "?scenario=accuracy-asymmetric&view=lab", 1280, 720, blind)
	p.Key(" ", "Space", ' ')
	p.Key("x", "KeyX", 'X')
	p.Await(`location.hash.startsWith("#driftlab1:")`)
	want := saved(t, p)
	if !strings.Contains(want, "[[event]]") {
		t.Fatalf("nothing was done:\n%s", want)
	}
	again := open(t, b, p.Eval(`location.search + "&paused=1" + location.hash`).(string), 1280, 720, blind)
	if got := saved(t, again); got != want {
		t.Errorf("another page has another session:\n%s\nnot\n%s", got, want)
	}
}

func TestAPageWithoutWebGLSaysSo(t *testing.T) {
	p := start(t).Open(site(t), 1280, 720, `{
		const get = HTMLCanvasElement.prototype.getContext;
		HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return kind === "webgl2" ? null : get.call(this, kind, ...more); };
	}`)
	p.MayFail() // what has subscribed to events of a program that has ended
	p.Await(`document.getElementById("says")?.textContent === "Driftlab needs WebGL 2. This browser doesn’t have it, or it is switched off."`)
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

// colours counts the colours in a part of a picture.
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
	check(t, err)
}

func TestTheListOfLessonsHasItsPictures(t *testing.T) {
	testkit.LongOnly(t)
	p := open(t, start(t), "?paused=1&theme=dark", 1280, 720)
	p.Await(`(fs.stat("/page/lesson-three-times.png", err => { globalThis.there = !err; }), globalThis.there)`)
	p.Tap(146, 22)
	small := image.Rect(22, 168, 130, 220) // the first lesson's picture, left of its name
	var picture image.Image
	n := 0
	for tries := 0; n < 20 && tries < 20; tries++ { // the list comes some turns after the tap, and what the screen shows after that
		p.Eval("turn(10)")
		picture = p.Picture()
		n = colours(picture.(interface {
			SubImage(image.Rectangle) image.Image
		}).SubImage(small))
	}
	looked(t, p, "lessons.png")
	if n < 20 {
		t.Errorf("where the first lesson's picture belongs there are %d colours", n)
	}
}
