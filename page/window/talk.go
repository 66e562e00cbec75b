//go:build js

package main

import (
	"syscall/js"
	"time"

	"driftlab/config"
	"driftlab/page/message"
)

// tellEvery is how often the page is told that time goes on, where nothing else is new.
const tellEvery = 200 * time.Millisecond

// asks hands on what the page asks for: embed.js calls driftlabAsk with a message, and gets an error's text or "",
// driftlabLeft when the keyboard has gone elsewhere, driftlabEntered for the Enter key of a system's keyboard,
// driftlabPasted with the clipboard's text, and driftlabLost with the name of a file that a person would not have saved after
// all. The program works for as long as its page is there, so its functions are never given back.
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
		wanted, err := message.Parse(args[0].String())
		if err != nil {
			return message.Fault(err)
		}
		ask(wanted)
		return ""
	}))
	js.Global().Set("driftlabLeft", js.FuncOf(func(js.Value, []js.Value) any {
		ask(config.Ask{Do: config.AskLeave})
		return nil
	}))
	js.Global().Set("driftlabEntered", js.FuncOf(func(js.Value, []js.Value) any {
		ask(config.Ask{Do: config.AskEnter})
		return nil
	}))
	js.Global().Set("driftlabPasted", js.FuncOf(func(_ js.Value, args []js.Value) any {
		ask(config.Ask{Do: config.AskPaste, Text: args[0].String()})
		return nil
	}))
	js.Global().Set("driftlabLost", js.FuncOf(func(_ js.Value, args []js.Value) any {
		ask(config.Ask{Do: config.AskLost, Text: args[0].String()})
		return nil
	}))
	return asked
}

// teller returns what tells the page, by driftlabTold of embed.js.
func teller() func(config.Told) {
	var last config.Told
	var at time.Time
	return func(t config.Told) {
		same := t
		same.At = last.At
		if now := time.Now(); same != last || now.Sub(at) >= tellEvery || t.At < last.At {
			last, at = t, now
			js.Global().Call("driftlabTold", message.State(t), t.Tab, t.ShiftTab, t.Card, t.Typing)
		}
	}
}

// felt tells pointer.js how many fingers and buttons of the mouse an update has seen down.
func felt(down int) { js.Global().Call("driftlabFelt", down) }
