//go:build js

// Page is the program in a browser: the window alone, on the canvas of a page whose address says what to open.
package main

import (
	"cmp"
	"fmt"
	"os"
	"syscall/js"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui"
	"driftlab/ui/config"
	"driftlab/ui/web/page"
)

func main() {
	asked, wrong := here()
	sc, err := asked.Load(scenario.FilesFolder())
	if err != nil { // the page is never blank: it opens what it opens without being asked
		wrong = cmp.Or(wrong, fmt.Errorf("address: %w", err))
		asked.Scenario, asked.Shared, asked.Step, asked.At = "", "", 0, 0
		sc, err = asked.Load("")
	}
	if err == nil {
		err = open(asked, sc, wrong)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "driftlab:", err)
		os.Exit(1)
	}
}

// here reads the page's address.
func here() (page.Address, error) {
	location := js.Global().Get("location")
	return page.ParseAddress(location.Get("search").String(), location.Get("hash").String())
}

// open runs the window until its page is closed.
func open(asked page.Address, sc *scenario.Scenario, wrong error) error {
	w := config.Window{Scenario: sc, NewCarrier: func() (netsim.Carrier, error) { return netsim.NewDirect(), nil },
		Log: "session.toml", Config: config.Open(files.Disk{}, config.File()), Paused: asked.Paused, Bare: asked.Bare, Link: link,
		Choose: choose, Carry: true, Asks: asks(), Tell: tell, Felt: felt}
	if prefers("(prefers-reduced-motion: reduce)") {
		w.Paused, w.LessMotion = true, true
	}
	begin, err := asked.Begin(sc)
	w.Begin, w.Notice = begin, cmp.Or(wrong, err)
	if asked.Shared != "" {
		w.Known = sc.Duration
	}
	if _, err := os.Stat(config.File()); err != nil && asked.Theme == "" && prefers("(prefers-color-scheme: light)") { // nothing was chosen so far
		asked.Theme = "light"
	}
	if asked.Language == "" { // the page's own: the one that was chosen last, else the browser's (poster.js)
		asked.Language = js.Global().Get("document").Get("documentElement").Get("lang").String()
	}
	if err := w.Config.Override(asked.Choose); err != nil {
		return err
	}
	return ui.Run(w)
}

// prefers reports whether the person has told the system so.
func prefers(what string) bool {
	return js.Global().Call("matchMedia", what).Get("matches").Bool()
}

// link puts a session into the page's address in place of what was there of one, and returns the whole. Going back in
// the browser leaves the page and does not take back what was done.
func link(shared string) string {
	at, _ := here()
	at.Shared, at.Scenario, at.Step, at.At = shared, "", 0, 0
	location := js.Global().Get("location")
	href := location.Get("origin").String() + location.Get("pathname").String() + at.String()
	js.Global().Get("history").Call("replaceState", nil, "", href)
	return href
}
