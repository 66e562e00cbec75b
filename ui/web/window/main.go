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
	if err != nil { // the page is never blank: without a valid address it opens the default
		wrong = cmp.Or(wrong, fmt.Errorf("address: %w", err))
		asked.Scenario, asked.Why, asked.Shared, asked.Step, asked.At = "", "", "", 0, 0
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
	beside, err := asked.Beside()
	if err != nil {
		return err
	}
	w.Beside = beside
	begin, err := asked.Begin(sc)
	w.Begin, w.Notice = begin, cmp.Or(wrong, err)
	if asked.Shared != "" {
		w.Known = sc.Duration
	}
	if _, err := os.Stat(config.File()); err != nil && asked.Theme == "" && prefers("(prefers-color-scheme: light)") { // nothing has been chosen yet
		asked.Theme = "light"
	}
	if asked.Language == "" { // the page's language: the latest choice, or else the browser's (poster.js)
		asked.Language = js.Global().Get("document").Get("documentElement").Get("lang").String()
	}
	if err := w.Config.Override(asked.Choose); err != nil {
		return err
	}
	return ui.Run(w)
}

// prefers reports whether the person prefers something, according to the system.
func prefers(what string) bool {
	return js.Global().Call("matchMedia", what).Get("matches").Bool()
}

// link replaces the session in the page's address and returns the whole address. Going back in the browser leaves the page, and
// doesn't undo anything.
func link(shared string) string {
	at, _ := here()
	at.Shared, at.Scenario, at.Why, at.Step, at.At = shared, "", "", 0, 0
	location := js.Global().Get("location")
	href := location.Get("origin").String() + location.Get("pathname").String() + at.String()
	js.Global().Get("history").Call("replaceState", nil, "", href)
	return href
}
