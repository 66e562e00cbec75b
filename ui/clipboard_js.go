package ui

import (
	"errors"
	"syscall/js"
)

// systemClipboard is the browser's. It works in secure contexts only, and for reading the browser asks.
type systemClipboard struct{}

func (systemClipboard) write(text string) error {
	_, err := clipboardCall("writeText", text)
	return err
}

func (systemClipboard) read() (string, error) {
	v, err := clipboardCall("readText")
	if err != nil {
		return "", err
	}
	return v.String(), nil
}

// clipboardCall calls a method of navigator.clipboard and waits for its promise.
func clipboardCall(method string, args ...any) (js.Value, error) {
	c := js.Global().Get("navigator").Get("clipboard")
	if !c.Truthy() {
		return js.Undefined(), errors.New("the browser gives no clipboard to pages without https")
	}
	done := make(chan error, 1)
	var value js.Value
	fulfilled := js.FuncOf(func(_ js.Value, v []js.Value) any {
		if len(v) > 0 {
			value = v[0]
		}
		done <- nil
		return nil
	})
	defer fulfilled.Release()
	rejected := js.FuncOf(func(_ js.Value, v []js.Value) any {
		reason := "the browser refused"
		if len(v) > 0 {
			reason = v[0].Call("toString").String()
		}
		done <- errors.New(reason)
		return nil
	})
	defer rejected.Release()
	c.Call(method, args...).Call("then", fulfilled, rejected)
	err := <-done
	return value, err
}
