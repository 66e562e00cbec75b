package capture

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"driftlab/internal/files"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestFilesOfAShortSessionAreTheGoldenOnes(t *testing.T) {
	t.Parallel()
	pcapng, perfetto := both(t, traced(t, 2, 3*time.Second))
	a, b := sha256.Sum256(pcapng), sha256.Sum256(perfetto)
	got := fmt.Sprintf("%s  session.pcapng\n%s  session.pftrace\n", hex.EncodeToString(a[:]), hex.EncodeToString(b[:]))
	golden := filepath.Join("testdata", "session.sha256")
	if *update {
		if err := files.Write(files.Disk{}, golden, got); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the traces have changed; if that is meant, run go test ./capture -update\ngot\n%swant\n%s", got, want)
	}
}

func TestTheSameSessionGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	sc := traced(t, 5, 2*time.Second)
	pcapng, perfetto := both(t, sc)
	again, same := both(t, sc)
	if !bytes.Equal(pcapng, again) || !bytes.Equal(perfetto, same) {
		t.Error("two runs differ")
	}
}
