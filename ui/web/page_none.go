//go:build !withpage

package web

import "io/fs"

// Embedded is nil: the program was built without a page.
func Embedded() fs.FS { return nil }
