package web

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/andybalholm/brotli"

	"driftlab/internal/long"
)

func TestTheProgramsOfThePageAreSmallEnoughToBeFetched(t *testing.T) {
	handler(t)
	for _, program := range []struct {
		pattern                string
		raw, gzipped, brotlied counter // bytes where the host does not pack what it sends, by gzip -9, and by brotli -9: -11, which hosts use, takes longer
	}{
		{"driftlab-*.wasm", 30_500_000, 6_600_000, 5_500_000}, // by a first visit
		{"lab-*.wasm", 37_000_000, 9_200_000, 7_200_000},      // by the first command in the lab
	} {
		found, err := filepath.Glob(filepath.Join(made.folder, program.pattern))
		if err != nil || len(found) != 1 {
			t.Fatalf("the page has the programs %q, %v", found, err)
		}
		content, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		if raw := counter(len(content)); raw > program.raw {
			t.Errorf("%s has %d bytes, more than %d", program.pattern, raw, program.raw)
		}
		if !long.Tests() { // to pack both takes half a minute
			continue
		}
		var gzipped, brotlied counter
		g, err := gzip.NewWriterLevel(&gzipped, gzip.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range []io.WriteCloser{g, brotli.NewWriterLevel(&brotlied, 9)} {
			_, err := w.Write(content)
			if err = errors.Join(err, w.Close()); err != nil {
				t.Fatal(err)
			}
		}
		if gzipped > program.gzipped || brotlied > program.brotlied {
			t.Errorf("%s has %d bytes by gzip, %d by brotli: more than %d or %d", program.pattern, gzipped, brotlied, program.gzipped, program.brotlied)
		}
		t.Logf("%s: %d bytes, %d by gzip, %d by brotli", program.pattern, len(content), gzipped, brotlied)
	}
}

// A counter counts what is written.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
