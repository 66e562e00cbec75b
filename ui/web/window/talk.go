//go:build js

package main

import (
	"syscall/js"

	"driftlab/ui/config"
	"driftlab/ui/web/page"
)

// asks passes on what the page asks for: embed.js calls driftlabAsk with a message, and gets an error's text or "", driftlabLeft
// when the keyboard has gone elsewhere, driftlabEntered for the Enter key of an on-screen keyboard, driftlabPasted with the
// clipboard's text, and driftlabLost with the name of a file that a person has not saved after all. The functions live as long as
// the page, so they are never released.
func asks() <-chan config.Ask {
	asked := make(chan config.Ask, 64)
	ask := func(what config.Ask) {
		select {
		case asked <- what:
		default: // more than a frame can do
		}
	}
	js.Global().Set("driftlabAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 1 || args[0].Type() != js.TypeString {
			return ""
		}
		wanted, err := page.ParseMessage(args[0].String())
		if err != nil {
			return page.Fault(err)
		}
		ask(wanted)
		return ""
	}))
	for name, do := range map[string]string{"driftlabLeft": config.AskLeave, "driftlabEntered": config.AskEnter,
		"driftlabPasted": config.AskPaste, "driftlabLost": config.AskLost} {
		js.Global().Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			what := config.Ask{Do: do}
			if len(args) > 0 {
				what.Text = args[0].String()
			}
			ask(what)
			return nil
		}))
	}
	return asked
}

// tell reports to the page, through driftlabTold of embed.js.
func tell(t config.Told) {
	js.Global().Call("driftlabTold", page.State(t), t.Tab, t.ShiftTab, t.Card, t.Typing, t.Focus, t.Asked, t.Language)
}

// felt reports to pointer.js how many fingers and mouse buttons an update has seen down.
func felt(down int) { js.Global().Call("driftlabFelt", down) }
