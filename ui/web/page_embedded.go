//go:build withpage

package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var embedded embed.FS

// Embedded returns the page from the build's make web.
func Embedded() fs.FS {
	sub, err := fs.Sub(embedded, "dist")
	if err != nil {
		return nil // the name is a fixed one
	}
	return sub
}
