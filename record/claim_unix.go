//go:build darwin || freebsd || linux || netbsd || openbsd

package record

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Claim keeps others from making a film of the same name, whatever its ending, until release is called or this
// program has ended: both would write the same part and the same files beside it. Its error says that another one
// is at it. What claims is a lock in the folder for temporary files; where none can be had there is no claim.
func Claim(path string) (release func(), err error) {
	name := whole(path)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	lock := filepath.Join(os.TempDir(), fmt.Sprintf("driftlab-%x.lock", sha256.Sum256([]byte(name))))
	for {
		f, err := os.OpenFile(lock, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return func() {}, nil
		}
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EWOULDBLOCK):
			f.Close()
			return nil, fmt.Errorf("%s is being made already: wait for its end, or choose another name", path)
		case err != nil:
			f.Close()
			return func() {}, nil
		}
		mine, err := f.Stat()
		if err != nil {
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
