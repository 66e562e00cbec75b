//go:build darwin || freebsd || linux || netbsd || openbsd

package files

import (
	"errors"
	"os"
	"syscall"
)

// withoutWaiting opens a pipe without waiting for its other end.
const withoutWaiting = syscall.O_NONBLOCK

// systemFailures are errors of this system alone by which it has failed.
var systemFailures []error

// alive says whether there is a process of a number; of one that is another user's the system says so too.
func alive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// claim takes a lock file, which is removed with the lock.
func claim(lock string) (release func(), err error) {
	for {
		f, err := os.OpenFile(lock, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
		if err != nil {
			return func() {}, nil
		}
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EWOULDBLOCK):
			f.Close()
			return nil, ErrClaimed
		case err != nil:
			f.Close()
			return func() {}, nil
		}
		mine, err := f.Stat()
		if err != nil {
			f.Close()
			return func() {}, nil
		}
		if there, err := os.Stat(lock); err == nil && os.SameFile(mine, there) {
			return func() {
				os.Remove(lock)
				f.Close()
			}, nil
		}
		f.Close() // the one before has removed it meanwhile
	}
}
