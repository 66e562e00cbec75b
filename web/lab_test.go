package web

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"driftlab/assets"
	"driftlab/internal/browser"
	"driftlab/internal/long"
	"driftlab/lab"
	"driftlab/scenario"
)

// native is the program for this machine, made once for all tests of this package.
var native struct {
	once   sync.Once
	output []byte
	err    error
}

// driftlab runs the program natively in a folder and returns what it prints.
func driftlab(t *testing.T, folder string, words ...string) string {
	t.Helper()
	site(t) // whose folder is removed at the end
	path := made.folder + "-driftlab"
	native.once.Do(func() {
		native.output, native.err = exec.Command("go", "build", "-tags", "headless", "-o", path, "..").CombinedOutput()
	})
	if native.err != nil {
		t.Fatalf("go build: %v\n%s", native.err, native.output)
	}
	cmd := exec.Command(path, words...)
	cmd.Dir = folder
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("driftlab %q: %v", words, err)
	}
	return string(out)
}

// openLab opens the lab's page.
func openLab(t testing.TB, b *browser.Browser, address string) *browser.Page {
	t.Helper()
	p := b.Open(site(t)+"/lab.html"+address, 1280, 720)
	p.Await(`document.readyState === "complete" && typeof lab === "object"`)
	return p
}

// enter has the lab's page begin a command.
func enter(p *browser.Page, command string) {
	p.Eval(fmt.Sprintf(`document.getElementById("command").value = %q; document.getElementById("run").click(); 0`, command))
}

// inLab has the lab's page run a command, and returns what it prints and what it says is wrong.
func inLab(p *browser.Page, command string) (out, fault string) {
	enter(p, command)
	p.Await(`!lab.running`)
	return p.Eval(`lab.out`).(string), p.Eval(`document.getElementById("fault").textContent`).(string)
}

// labFile returns a file that the latest command in the page has made.
func labFile(t *testing.T, p *browser.Page, path string) []byte {
	t.Helper()
	text, ok := p.Eval(fmt.Sprintf(`(() => {
		const file = lab.files.find(([path]) => path === %q);
		return file ? btoa(Array.from(file[1], b => String.fromCharCode(b)).join("")) : null;
	})()`, path)).(string)
	if !ok {
		t.Fatalf("the page has made no %s", path)
	}
	content, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestLessonsMeasureTheSameInAPage(t *testing.T) {
	long.Only(t)
	p := openLab(t, browser.Start(t), "")
	for _, words := range []string{"lessons", "lessons -lesson 15 -markdown"} {
		want := driftlab(t, t.TempDir(), strings.Fields(words)...)
		if got, fault := inLab(p, words); got != want || fault != "" || got == "" {
			t.Errorf("%s: it says %q and prints\n%s\nnot\n%s", words, fault, got, want)
		}
	}
}

func TestARunInAPageWritesTheSameFiles(t *testing.T) {
	long.Only(t)
	p := openLab(t, browser.Start(t), "")
	const words = "run -scenario accuracy-jitter-5 -duration 20s -o out"
	folder := t.TempDir()
	want := driftlab(t, folder, strings.Fields(words)...)
	if got, fault := inLab(p, "driftlab "+words); got != want || fault != "" {
		t.Errorf("it says %q and prints\n%s\nnot\n%s", fault, got, want)
	}
	for _, name := range []string{"clock.csv", "packets.csv", "summary.json", "session.toml", "manifest.sha256"} {
		want, err := os.ReadFile(filepath.Join(folder, "out", name))
		if got := labFile(t, p, "out/"+name); err != nil || len(want) == 0 || !bytes.Equal(got, want) {
			t.Errorf("%s differs: %v, %d and %d bytes", name, err, len(got), len(want))
		}
	}
}

// unnamed returns a file of a sweep without what depends on the build's name, which is also in each cell's checksum: a build
// that no revision tells from the next is named by its file, and a page has none.
func unnamed(name string, content []byte) []byte {
	switch filepath.Base(name) {
	case lab.GridFile:
		return programLine.ReplaceAll(content, nil)
	case "cells.log":
		return checksum.ReplaceAll(content, nil)
	}
	return content
}

var programLine, checksum = regexp.MustCompile(`"program": ".*",`), regexp.MustCompile(`(?m)^[0-9a-f]{8} `)

func TestASweepInAPageMakesTheSameTablesAndPlots(t *testing.T) {
	long.Only(t)
	p := openLab(t, browser.Start(t), "")
	const words = "sweep -scenario first -vary link.jitter=0ms,20ms -seeds 1..2 -clients 1 -duration 12s -jobs 1 -o out"
	folder := t.TempDir()
	driftlab(t, folder, strings.Fields(words)...)
	if out, fault := inLab(p, words); !strings.HasPrefix(out, "4 cells in ") || fault != "" {
		t.Fatalf("it prints %q and says %q", out, fault)
	}
	var want []string
	err := filepath.WalkDir(filepath.Join(folder, "out"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		if got := labFile(t, p, name); !bytes.Equal(unnamed(name, got), unnamed(name, content)) {
			t.Errorf("%s differs: %d and %d bytes", name, len(got), len(content))
		}
		want = append(want, name)
		return err
	})
	if err != nil || len(want) < 10 {
		t.Fatalf("native files are %q, %v", want, err)
	}
	if n := p.Eval(`lab.files.length`).(float64); int(n) != len(want) {
		t.Errorf("the page has %v files, not %d", n, len(want))
	}
	p.Await(`(() => { const all = [...document.querySelectorAll("figure img")]; all.forEach(i => i.loading = "eager"); return all.length === 3 && all.every(i => i.naturalWidth > 100); })()`)
	if path := os.Getenv("DRIFTLAB_PICTURES"); path != "" {
		save(t, p.Picture(), filepath.Join(path, "lab.png"))
		p.Do("Emulation.setDeviceMetricsOverride", map[string]any{"width": 1280, "height": 3000, "deviceScaleFactor": 1, "mobile": false}, nil)
		p.Frames(2)
		save(t, p.Picture(), filepath.Join(path, "lab-whole.png"))
	}
	for _, shown := range []struct{ expression, want string }{
		{`[...document.querySelectorAll("#made details[open] summary")].map(e => e.textContent).join()`, "out/sweep.md,out/compare.md"},
		{`document.querySelectorAll("#made a[download]").length === lab.files.length`, "true"},
		{`[...document.querySelector("#made details table").rows].map(r => r.cells[0].textContent).join().slice(0, 20)`, ",unreal,rtt2,rtt2-wo"},
	} {
		if got := fmt.Sprint(p.Eval(shown.expression)); got != shown.want {
			t.Errorf("%s is %q, not %q", shown.expression, got, shown.want)
		}
	}
}

func TestASessionInTheAddressIsSwept(t *testing.T) {
	sc, err := scenario.Load("first")
	if err != nil {
		t.Fatal(err)
	}
	sc.Resize(1)
	text, _, err := sc.Share()
	if err != nil {
		t.Fatal(err)
	}
	p := openLab(t, browser.Start(t), "#"+text)
	p.Eval(`for (const [id, value] of Object.entries({ duration: "12s", seeds: "3", vary: "link.delay=10ms\nlink.jitter=0ms,1ms" })) {
		const e = document.getElementById(id);
		e.value = value;
		e.dispatchEvent(new Event("input"));
	} 0`)
	const want = "sweep -open shared.txt -vary link.delay=10ms -vary link.jitter=0ms,1ms -seeds 3 -duration 12s -o out"
	if got := p.Eval(`document.getElementById("command").value`); got != want {
		t.Errorf("the fields make %q, not %q", got, want)
	}
	if out, fault := inLab(p, want); !strings.HasPrefix(out, "2 cells in ") || fault != "" {
		t.Errorf("it prints %q and says %q", out, fault)
	}
}

func TestALabThatIsStoppedIsReadyForTheNextCommand(t *testing.T) {
	long.Only(t)
	p := openLab(t, browser.Start(t), "?language=de")
	enter(p, "sweep -scenario first -seeds 1..10000 -o out")
	p.Await(`/^\d+ of 10000 cells/.test(document.getElementById("says").textContent)`)
	p.Eval(`document.getElementById("stop").click(); 0`)
	if got := p.Eval(`document.getElementById("says").textContent + lab.running`); got != "Abgebrochen. Was bis dahin entstanden war, ist weg.false" {
		t.Errorf("it says %q", got)
	}
	out, fault := inLab(p, "version")
	if first, _, _ := strings.Cut(out, "\n"); !strings.HasPrefix(first, "driftlab ") || !strings.HasSuffix(first, " js/wasm") || fault != "" {
		t.Errorf("then it prints %q and says %q", first, fault)
	}
}

func TestNonsenseInTheLabIsOneLine(t *testing.T) {
	p := openLab(t, browser.Start(t), "#driftlab1:torn.hash")
	for command, want := range map[string]string{
		"":                          "Command: there is none; an example below is one.",
		`run -scenario "first`:      "Command: a quotation mark is not closed.",
		"record -o a.mp4":           `driftlab: unknown command "record" in a page (allowed: sweep, lessons, run, link, keys, version)` + "\n",
		"lessons -lesson moon":      `driftlab: -lesson: "moon" is unknown`,
		"sweep -vary x=1 -o out":    "driftlab: -vary: unknown key",
		"sweep -o out -seeds 9..1":  `driftlab: -seeds: "9..1" ends before it begins` + "\n",
		"run -open shared.txt":      "driftlab: -open: ",
		"run -guest mine=true":      "driftlab: -guest: a page can't start a program; the program for a desktop can\n",
		"run -scenario /etc/passwd": `driftlab: scenario "/etc/passwd"`,
	} {
		out, fault := inLab(p, command)
		if !strings.HasPrefix(fault, want) || strings.Count(strings.TrimSuffix(fault, "\n"), "\n") != 0 || out != "" {
			t.Errorf("%s: it says %q and prints %q, want one line with %q", command, fault, out, want)
		}
	}
	if out, fault := inLab(p, "run -open "+guestsLog(t)); out != "" || !strings.HasSuffix(fault, "guest: a page cannot play back programs' replies; the desktop program can\n") {
		t.Errorf("a log with a guest: it says %q", fault)
	}
	if out, fault := inLab(p, "run -scenario <img/src=x/onerror=alert(1)>"); out != "" || !strings.Contains(fault, "<img/src=x/onerror=alert(1)>") || p.Eval(`document.images.length`).(float64) != 0 {
		t.Errorf("HTML: it says %q", fault)
	}
}

// guestsLog returns the shared text of a log that has a program's answers.
func guestsLog(t *testing.T) string {
	t.Helper()
	sc, err := scenario.Parse("x", "format = 3\nclients = 1\nduration = \"1s\"\n[guest.mine]\nsays = '{\"driftlab\":1,\"name\":\"x\",\"hears\":[]}'\n")
	if err != nil {
		t.Fatal(err)
	}
	text, _, err := sc.Share()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTheLabHasTheSameWordsInEachLanguage(t *testing.T) {
	p := openLab(t, browser.Start(t), "")
	words := func(language string) (all []string) {
		for _, word := range p.Eval(`Object.keys(labWords.` + language + ` ?? {})`).([]any) {
			all = append(all, word.(string))
		}
		return all
	}
	for _, language := range assets.Languages() {
		if en, all := words("en"), words(language); len(en) < 20 || !slices.Equal(en, all) {
			t.Errorf("words.js: English has %q, %q has %q", en, language, all)
		}
	}
	if got := p.Eval(`[...document.querySelectorAll("[data-word]")].filter(e => !e.textContent).length`).(float64); got != 0 {
		t.Errorf("%v places have no words", got)
	}
}

func TestTheLabFitsATelephone(t *testing.T) {
	long.Only(t)
	p := openLab(t, browser.Start(t), "?language=de")
	p.Do("Emulation.setDeviceMetricsOverride", map[string]any{"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": false}, nil)
	if out, fault := inLab(p, "sweep -scenario accuracy-clean -seeds 1 -clients 1 -duration 12s -o out"); out == "" || fault != "" {
		t.Fatalf("it prints %q and says %q", out, fault)
	}
	p.Frames(2)
	if wide := p.Eval(`document.documentElement.scrollWidth`).(float64); wide > 390 {
		t.Errorf("the page is %v wide", wide)
	}
	if path := os.Getenv("DRIFTLAB_PICTURES"); path != "" {
		save(t, p.Picture(), filepath.Join(path, "lab-390.png"))
	}
	small := p.Eval(`[...document.querySelectorAll("button, input, textarea")].filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).map(e => e.id).join()`)
	if small != "" {
		t.Errorf("less than 44 px high: %v", small)
	}
}
