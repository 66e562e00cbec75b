package guest

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
	if clock, err := judged(t, p); err != nil || clock.Err() != nil {
		t.Fatal(err)
	} else {
		clock.halves[Client].via.(*Process).End()
	}
	if out.Len() > 0 {
		t.Error(out.String())
	}
}
