//go:build js

package main

import (
	"errors"
	"io/fs"
	"os"
	"syscall/js"
)

// choose lets a person choose files in the browser's dialog, and waits for that. They are on the page's disk until they are
// closed (disk.js).
func choose() (fs.FS, error) {
	done := make(chan js.Value, 1)
	answer := js.FuncOf(func(_ js.Value, v []js.Value) any {
		done <- v[0]
		return nil
	})
	defer answer.Release()
	js.Global().Get("driftlabDisk").Call("choose").Call("then", answer, answer)
	switch v := <-done; v.Type() {
	case js.TypeNull:
		return nil, nil
	case js.TypeString:
		return chosen{os.DirFS(v.String()), v.String()}, nil
	default:
		return nil, errors.New(v.Get("message").String())
	}
}

// chosen are files in a folder that is only theirs.
type chosen struct {
	fs.FS
	folder string
}

// Close removes them.
func (c chosen) Close() error { return os.RemoveAll(c.folder) }
