package web

import (
	"compress/gzip"
	"errors"
	"io"
	"path/filepath"
	"testing"

	"github.com/andybalholm/brotli"

	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

func TestTheProgramOfThePageIsSmallEnoughToBeFetched(t *testing.T) {
	handler(t)
	found, err := filepath.Glob(filepath.Join(made.folder, "driftlab-*.wasm"))
	if err != nil || len(found) != 1 {
		t.Fatalf("the page has the programs %q, %v", found, err)
	}
	content := filetest.Read(t, found[0])
	// The sizes uncompressed, with gzip -9, and with brotli -9: -11, which hosts use, takes longer.
	if raw := len(content); raw > 30_100_000 {
		t.Errorf("it has %d bytes", raw)
	}
	if !testkit.LongTests() { // to pack it takes a quarter of a minute
		return
	}
	var gzipped, brotlied counter
	g, err := gzip.NewWriterLevel(&gzipped, gzip.BestCompression)
	check(t, err)
	for _, w := range []io.WriteCloser{g, brotli.NewWriterLevel(&brotlied, 9)} {
		_, err := w.Write(content)
		err = errors.Join(err, w.Close())
		check(t, err)
	}
	if gzipped > 6_600_000 || brotlied > 5_500_000 {
		t.Errorf("it has %d bytes by gzip, %d by brotli", gzipped, brotlied)
	}
	t.Logf("%d bytes, %d by gzip, %d by brotli", len(content), gzipped, brotlied)
}

// A counter counts what is written.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
