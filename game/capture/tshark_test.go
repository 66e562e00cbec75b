package capture

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

// tshark returns what tshark shows of a capture, with its checks of checksums on.
func tshark(t *testing.T, path string, args ...string) string {
	t.Helper()
	cmd := exec.Command("tshark", append([]string{"-r", path, "-n", "-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE"}, args...)...)
	cmd.Env = append(os.Environ(), "TZ=UTC", "HOME="+t.TempDir()) // no one's own settings
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, problems.String())
	}
	return string(out)
}

func TestTsharkReadsTheCaptureAndFindsNothingWrong(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("tshark"); err != nil {
		t.Skip("tshark is not installed")
	}
	file := captured(t, traced(t, 3, time.Second))
	path := filepath.Join(t.TempDir(), "session.pcapng")
	filetest.Write(t, path, file)
	var want, lost []string
	for _, f := range frames(t, file) {
		seconds := time.Unix(0, f.at).UTC().Format("5.000000000")               // within the first minute
		want = append(want, seconds+"|"+f.on+"|"+f.comment+"|ip:udp:data|1|1|") // 1: the checksum is good
		if strings.Contains(f.comment, "lost") {
			lost = append(lost, f.comment)
		}
	}
	got := tshark(t, path, "-T", "fields", "-E", "separator=|", "-e", "frame.time_epoch", "-e", "frame.interface_name", "-e", "frame.comment",
		"-e", "frame.protocols", "-e", "ip.checksum.status", "-e", "udp.checksum.status", "-e", "_ws.malformed")
	compareLines(t, strings.ReplaceAll(got, "|raw:", "|"), want)
	compareLines(t, tshark(t, path, "-Y", `frame.comment contains "lost"`, "-T", "fields", "-e", "frame.comment"), lost)
}

// In this scenario all join again after 4 s: with their joins' number in third place, lone questions of 22 bytes once
// looked like STUN.
func TestTsharkTakesNoDatagramForAnotherProtocols(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("tshark"); err != nil {
		t.Skip("tshark is not installed")
	}
	sc := scenariotest.Load(t, "first")
	sc.Duration = time.Duration(testkit.LongCount(20, 300)) * time.Second
	file := captured(t, sc)
	path := filepath.Join(t.TempDir(), "session.pcapng")
	filetest.Write(t, path, file)
	if others := tshark(t, path, "-Y", "_ws.malformed || !data"); others != "" {
		lines := strings.Split(others, "\n")
		t.Errorf("%d frames are taken for something else, first %s", len(lines)-1, lines[0])
	}
}

func compareLines(t *testing.T, text string, want []string) {
	t.Helper()
	got := strings.Split(strings.TrimSpace(text), "\n")
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("tshark shows %q, want %q", got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("tshark shows %d packets, want %d", len(got), len(want))
	}
}
