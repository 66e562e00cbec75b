//go:build !(darwin || freebsd || linux || netbsd || openbsd)

package record

// Claim does nothing where package syscall has no locks that end with their program.
func Claim(string) (release func(), err error) { return func() {}, nil }
