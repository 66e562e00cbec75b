package web

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"
)

func TestTheProgramsOfThePageAreSmallEnoughToBeFetched(t *testing.T) {
	site(t)
	for _, program := range []struct {
		pattern     string
		raw, packed counter // bytes where the host does not pack what it sends, and by gzip -9
	}{
		{"driftlab-*.wasm", 30_000_000, 6_500_000}, // by a first visit
		{"lab-*.wasm", 37_000_000, 9_200_000},      // by the first command in the lab
	} {
		found, err := filepath.Glob(filepath.Join(made.folder, program.pattern))
		if err != nil || len(found) != 1 {
			t.Fatalf("the page has the programs %q, %v", found, err)
		}
		content, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		var packed counter
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err == nil {
			_, err = w.Write(content)
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		if raw := counter(len(content)); raw > program.raw || packed > program.packed {
			t.Errorf("%s has %d bytes, %d packed: more than %d or %d", program.pattern, raw, packed, program.raw, program.packed)
		}
		t.Logf("%s: %d bytes, %d packed", program.pattern, len(content), packed)
	}
}

// A counter counts what is written.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
