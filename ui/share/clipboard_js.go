package share

import (
	"syscall/js"

	"driftlab/ui/words"
)

// systemClipboard is the browser's, through clipboard.js of the page, which asks the person for a gesture if the browser needs
// one.
type systemClipboard struct{}

func (systemClipboard) write(lang *words.Language, text string) error {
	_, err := clipboardCall("write", text, lang.T("share.copy-here"), lang.T("share.copy-now"), lang.T("share.put-away"))
	return err
}

func (systemClipboard) read(lang *words.Language) (string, error) {
	v, err := clipboardCall("read", lang.T("share.paste-here"), lang.T("share.paste-now"), lang.T("share.put-away"))
	if err != nil {
		return "", err
	}
	return v.String(), nil
}

// clipboardCall calls a function there and waits for its promise, which never fails.
func clipboardCall(what string, args ...any) (js.Value, error) {
	done := make(chan js.Value, 1)
	then := js.FuncOf(func(_ js.Value, v []js.Value) any {
		done <- v[0]
		return nil
	})
	defer then.Release()
	js.Global().Get("driftlabClipboard").Call(what, args...).Call("then", then)
	value := <-done
	if value.IsNull() {
		return value, errPutAway
	}
	return value, nil
}
