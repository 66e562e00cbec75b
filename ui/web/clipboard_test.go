package web

import (
	"testing"

	"driftlab/internal/testkit"
)

// narrow opens the page in a window as large as a phone's.
func narrow(t *testing.T, query string, scripts ...string) *tab {
	t.Helper()
	p := open(t, start(t), "?"+query, 390, 844, scripts...)
	p.Eval("turn(4)") // it has its layout some turns after its size
	return p
}

// share opens the panel under Share there, and clicks on a place in it.
func share(p *tab, x, y float64) {
	for _, at := range [][2]float64{{24, 24}, {280, 384}, {x, y}} {
		p.Click(at[0], at[1])
		p.Eval("turn(6)") // what opens has its place some turns later
	}
}

// asking is true while the page has a field for the clipboard's text.
const asking = `document.querySelector("dialog#clipboard[open]")`

// press has a person press a button of that field.
func press(p *tab, which string) {
	at := p.Eval(`(() => { const r = document.querySelector("dialog#clipboard ` + which + `").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`).([]any)
	p.Click(at[0].(float64), at[1].(float64))
}

// paste presses Ctrl+V, at which the browser pastes what is on its clipboard.
func paste(p *tab) {
	p.Do("Input.dispatchKeyEvent", map[string]any{"type": "rawKeyDown", "key": "v", "code": "KeyV", "windowsVirtualKeyCode": 'V', "modifiers": 2, "commands": []string{"paste"}}, nil)
	p.Do("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": "v", "code": "KeyV", "windowsVirtualKeyCode": 'V', "modifiers": 2}, nil)
	p.Eval(p.Seen)
}

func TestASessionIsCopiedAndPastedWithoutAPermission(t *testing.T) {
	testkit.LongOnly(t)
	p := narrow(t, "scenario=accuracy-asymmetric&view=watch&paused=1")
	p.Eval(`globalThis.reads = 0; navigator.clipboard.readText = async () => { reads++; return ""; }; 0`)
	p.Key("x", "KeyX", 'X') // the event identifies the session
	want := saved(t, p)
	share(p, 70, 84) // Copy as text
	p.Await(said("is on the clipboard"))
	p.Key("x", "KeyX", 'X') // and is another
	share(p, 304, 84)       // Paste
	p.Await(asking)
	looked(t, p, "paste.png")
	paste(p)
	p.Await(said("Now playing"))
	if p.Eval(asking) != nil {
		t.Error("the field is still there")
	}
	if got := saved(t, p); got != want {
		t.Errorf("another session was pasted:\n%s\nnot\n%s", got, want)
	}
	if state := p.Eval(`navigator.permissions.query({name: "clipboard-read"}).then(p => p.state)`); state == "granted" {
		t.Errorf("to read is %v: this proves nothing", state)
	}
	share(p, 304, 84)
	p.Await(asking)
	p.Key("Escape", "Escape", 27)
	p.Await(`!` + asking)
	p.Key(" ", "Space", ' ') // the keyboard is the program's again
	p.Await(`JSON.stringify(document.activeElement.tagName) === '"CANVAS"'`)
}

func TestWhereTheBrowserGivesNoClipboardAPersonsClickCopies(t *testing.T) {
	testkit.LongOnly(t)
	p := narrow(t, "scenario=first&view=watch&paused=1")
	p.Eval(`(() => {
		const real = document.execCommand.bind(document);
		globalThis.copies = 0;
		navigator.clipboard.writeText = () => Promise.reject(new Error("not here"));
		document.execCommand = what => copies++ > 0 && real(what); // the first is too long after the click
	})()`)
	p.Key("c", "KeyC", 'C')
	p.Await(asking)
	looked(t, p, "copy.png")
	press(p, ".away")
	p.Await(`!` + asking)
	p.Eval(`copies = 0`)
	p.Key("c", "KeyC", 'C')
	p.Await(asking)
	press(p, "button:not(.away)")
	p.Await(said("is on the clipboard"))
	share(p, 304, 84)
	p.Await(asking)
	paste(p)
	p.Await(said("Now playing"))
}
