//go:build !withpage

package main

import "io/fs"

// page is nil: the program was built without one.
func page() fs.FS { return nil }
