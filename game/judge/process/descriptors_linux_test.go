package process

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestAProgramInheritsNoDescriptor(t *testing.T) {
	secret, err := os.Create(filepath.Join(t.TempDir(), "secret"))
	if err != nil {
		t.Fatal(err)
	}
	defer secret.Close()
	open, err := syscall.Dup(int(secret.Fd())) // unlike Go's own it is open for what is started
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(open)
	p := program(t, "descriptors", patient())
	var out bytes.Buffer
	p.Errors = &out
	if _, err := judged(t, p); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 0 {
		t.Error(out.String())
	}
}
