//go:build !windows

package cli

// MessageBox returns nil: people see standard error, or the system keeps it.
func MessageBox() func(text string) { return nil }
