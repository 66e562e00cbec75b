//go:build withpage

package main

import (
	"embed"
	"io/fs"
)

//go:embed all:dist/web
var embedded embed.FS

// page returns the page that make web had made when the program was built.
func page() fs.FS {
	sub, err := fs.Sub(embedded, "dist/web")
	if err != nil {
		return nil // the name is a fixed one
	}
	return sub
}
