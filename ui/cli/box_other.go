//go:build !windows

package cli

// MessageBox returns nil: what goes to standard error is seen, or kept by the system.
func MessageBox() func(text string) { return nil }
