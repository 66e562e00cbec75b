package web

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// What a first visit may fetch of the program, in bytes: where the host does not pack what it sends, and where it does.
const (
	mostBytes  = 30_000_000
	mostPacked = 6_500_000 // by gzip -9
)

func TestTheProgramOfThePageIsSmallEnoughForAFirstVisit(t *testing.T) {
	site(t)
	programs, err := filepath.Glob(filepath.Join(made.folder, "driftlab-*.wasm"))
	if err != nil || len(programs) != 1 {
		t.Fatalf("the page has the programs %q, %v", programs, err)
	}
	f, err := os.Open(programs[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var packed counter
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	size, err := io.Copy(w, f)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	if size > mostBytes || packed > mostPacked {
		t.Errorf("the program has %d bytes, %d packed: more than %d or %d", size, packed, mostBytes, mostPacked)
	}
	t.Logf("%d bytes, %d packed", size, packed)
}

// A counter counts what is written.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
