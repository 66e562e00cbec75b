package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

// article answers with a page with three lessons between its paragraphs, each as docs/web.md has it.
func article(w http.ResponseWriter) {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><meta name="viewport" content="width=device-width"><title>article</title><link rel="icon" href="data:,"><style>p { height: 900px }</style>`)
	for _, lesson := range []string{"2", "8", "10"} {
		fmt.Fprintf(&b, `<p>Before %[1]s.</p><iframe src="/driftlab/?lesson=%[1]s&amp;controls=0" style="border:0; width:100%%; aspect-ratio:16/9" allow="fullscreen; clipboard-write; autoplay" loading="lazy" title="Driftlab: %[1]s"></iframe>`, lesson)
	}
	b.WriteString(`<p>The end.</p><script>
		const within = i => document.querySelectorAll("iframe")[i].contentDocument;
		const started = i => within(i)?.querySelector("canvas") && within(i).getElementById("poster").hidden;
		const show = i => document.querySelectorAll("iframe")[i].scrollIntoView({ block: "center" });
	</script>`)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write([]byte(b.String()))
}

func TestAnArticleOnATelephoneFetchesTheProgramOfItsThreeLessonsOnce(t *testing.T) {
	testkit.LongOnly(t)
	h := serveUnder(t, "/driftlab/")
	p := start(t).Open(h.server.URL+"/article", 390, 844, probe, blind)
	p.Await(`document.readyState === "complete" && typeof show === "function"`)
	start := func(i int) {
		t.Helper()
		p.Eval(fmt.Sprintf(`show(%d)`, i))
		p.Await(fmt.Sprintf(`within(%d)?.getElementById("go")?.hidden === false`, i))
		if n := h.programs(); n != min(i, 1) {
			t.Errorf("before anybody asks for lesson %d a program was fetched %d times", i, n)
		}
		if got := p.Eval(fmt.Sprintf(`(({ width, height }) => width <= innerWidth && Math.abs(width / height - 16 / 9) < 0.02)(document.querySelectorAll("iframe")[%d].getBoundingClientRect())`, i)); got != true {
			t.Errorf("lesson %d does not fit the telephone", i)
		}
		p.Eval(fmt.Sprintf(`within(%d).getElementById("go").click()`, i))
		p.Await(fmt.Sprintf(`started(%d) && within(%[1]d).defaultView.now.playing`, i))
	}
	start(0)
	p.Eval(`globalThis.stored = false; (async () => {
		const kept = await caches.open(within(0).defaultView.driftlabCache);
		while (!(await kept.keys()).some(r => r.url.endsWith(".wasm"))) await new Promise(done => setTimeout(done, 50));
		stored = true;
	})(); 0`)
	p.Await(`stored`)
	start(1)
	start(2)
	if n := h.programs(); n != 1 {
		t.Errorf("a program was fetched %d times", n)
	}
	for i, want := range []any{2.0, 8.0, 10.0} {
		if got := p.Eval(fmt.Sprintf(`within(%d).defaultView.now.lesson`, i)); got != want {
			t.Errorf("lesson %d is %v, not %v", i, got, want)
		}
	}
	looked(t, p, "article.png")
}
