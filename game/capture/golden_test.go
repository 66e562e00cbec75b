package capture

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"path/filepath"
	"testing"
	"time"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestTheFileOfAShortSessionIsTheGoldenOne(t *testing.T) {
	t.Parallel()
	sum := sha256.Sum256(captured(t, traced(t, 2, 3*time.Second)))
	got := hex.EncodeToString(sum[:]) + "  session.pcapng\n"
	golden := filepath.Join("testdata", "session.sha256")
	if *update {
		check(t, files.Write(files.Disk{}, golden, got))
	}
	want := filetest.Read(t, golden)
	if got != string(want) {
		t.Errorf("the traces have changed; if that is meant, run go test ./game/capture -update\ngot\n%swant\n%s", got, want)
	}
}

func TestTheSameSessionGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	sc := traced(t, 5, 2*time.Second)
	if !bytes.Equal(captured(t, sc), captured(t, sc)) {
		t.Error("two runs differ")
	}
}
