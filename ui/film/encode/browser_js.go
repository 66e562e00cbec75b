package encode

import (
	"errors"
	"syscall/js"
)

// await waits for a promise. It must not be called where the browser waits for Go.
func await(promise js.Value) (js.Value, error) {
	type answer struct {
		value js.Value
		err   error
	}
	answered := make(chan answer, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		a := answer{value: js.Undefined()}
		if len(args) > 0 {
			a.value = args[0]
		}
		answered <- a
		return nil
	})
	defer kept.Release()
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		answered <- answer{err: errors.New(js.Global().Get("String").Invoke(args[0]).String())}
		return nil
	})
	defer broken.Release()
	promise.Call("then", kept, broken)
	a := <-answered
	return a.value, a.err
}

// guarded calls do, and returns what the browser throws in it as an error.
func guarded(do func()) (err error) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case js.Error:
			err = thrown
		default:
			panic(thrown)
		}
	}()
	do()
	return nil
}
