package scenario_test

import (
	"archive/tar"
	"bytes"
	"compress/flate"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

// shareOf packs any bytes as a shared text with the right checksum.
func shareOf(unpacked []byte) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	w.Write(unpacked)
	w.Close()
	body := scenario.ShareEncoding.EncodeToString(b.Bytes())
	return "driftlab1:" + body + "." + scenario.SumOf(body)
}

func TestASharedSessionComesBackAsItWas(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.Scenario(t)
		got, err := scenario.ParseShared(scenariotest.Share(t, sc), folder)
		if err != nil {
			t.Fatal(err)
		}
		// The paths of its files are others, and nothing else is.
		again, err := scenario.ParseShared(scenariotest.Share(t, got), folder)
		if err != nil {
			t.Fatal(err)
		}
		if again.Text() != got.Text() {
			t.Fatalf("shared twice it is\n%s\nand once\n%s", again.Text(), got.Text())
		}
		if len(sc.Checksums()) == 0 && got.Text() != sc.Text() {
			t.Fatalf("got\n%s\nwant\n%s", got.Text(), sc.Text())
		}
		if a, b := fmt.Sprint(sumsOf(sc)), fmt.Sprint(sumsOf(got)); a != b {
			t.Fatalf("files %s, want %s", b, a)
		}
	})
}

// sumsOf returns how often each content of a file is named.
func sumsOf(sc *scenario.Scenario) map[string]int {
	sums := map[string]int{}
	for _, sum := range sc.Checksums() {
		sums[sum]++
	}
	return sums
}

func TestASharedTextIsFoundInWhatAPersonPastes(t *testing.T) {
	t.Parallel()
	sc := scenariotest.First(t, time.Minute)
	text := scenariotest.Share(t, sc)
	for name, pasted := range map[string]string{
		"alone":          text,
		"in a sentence":  "Look at this driftlab session: " + text + ", it drifts.",
		"with a newline": text + "\r\n",
		"wrapped":        "> \n" + text[:40] + "\n" + text[40:90] + "\r\n  " + text[90:],
		"quoted":         "`" + text + "`",
	} {
		got, err := scenario.ParseShared(pasted, t.TempDir())
		if err != nil || got.Text() != sc.Text() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBadSharedTextsAreRefusedInOneLine(t *testing.T) {
	t.Parallel()
	text := scenariotest.Share(t, scenariotest.First(t, time.Minute))
	at := len(text) / 2
	other := byte('A')
	if text[at] == other {
		other = 'B'
	}
	tarOf := func(name, content string, kind byte) []byte {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		w.WriteHeader(&tar.Header{Typeflag: kind, Name: name, Size: int64(len(content)), Linkname: "/etc/passwd"})
		w.Write([]byte(content))
		w.Close()
		return append([]byte("format = 3\n\x00"), b.Bytes()...)
	}
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "shared text: driftlab1: is missing at its beginning"},
		{"a link", "https://example.org/driftlab", "driftlab1: is missing at its beginning"},
		{"another version", "driftlab27:abc.defghi", "version 27 is not 1: another version of the program wrote it"},
		{"only its begin", "driftlab1:", "it is cut off: its end is missing"},
		{"cut off", text[:len(text)-3], "it is cut off: its end is missing"},
		{"cut in the middle", text[:at], "it is cut off: its end is missing"},
		{"a letter changed", text[:at] + string(other) + text[at+1:], "it has changed on its way: the checksum at its end does not match"},
		{"a strange letter", text[:at] + "é" + text[at:], "it has a 'é', which is not one of its characters"},
		{"not packed", "driftlab1:AAAA." + scenario.SumOf("AAAA"), "it cannot be unpacked"},
		{"no base64", "driftlab1:A." + scenario.SumOf("A"), "illegal base64 data"},
		{"no scenario", shareOf([]byte("hello")), "line 1"},
		{"a bad value", shareOf([]byte("format = 3\n[set]\nlink.loss = 2\n")), "line 3: link.up.loss: 2 is outside 0..1"},
		{"a broken archive", shareOf([]byte("format = 3\n\x00" + strings.Repeat("x", 600))), "its files cannot be unpacked"},
		{"a file of another content", shareOf(tarOf("0123456789abcdef-a.csv", "x", tar.TypeReg)), "its file \"0123456789abcdef-a.csv\" has changed"},
		{"a path that leads out", shareOf(tarOf("../../etc/cron", "x", tar.TypeReg)), "has changed: its name does not match"},
		{"a link in the archive", shareOf(tarOf(files.NameByContent("a", nil), "", tar.TypeSymlink)), "has changed: its name does not match"},
		{"a long text", "driftlab1:" + strings.Repeat("A", scenario.MaxShareText+1), "more than 4194304 characters"},
		{"a very long text", strings.Repeat(" ", 2*scenario.MaxShareText+1), "characters is outside 0..4194304"},
	} {
		folder := filepath.Join(t.TempDir(), "files")
		_, err := scenario.ParseShared(test.text, folder)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
		if left, _ := os.ReadDir(folder); len(left) > 0 {
			t.Errorf("%s: files were written", test.name)
		}
	}
}

func TestAPackedBombTakesBoundedMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	bomb := shareOf(make([]byte, 4*scenario.MaxUnpacked)) // 100 MB out of 100 kB
	if len(bomb) > 1<<20 {
		t.Fatalf("%d characters", len(bomb))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := scenario.ParseShared(bomb, t.TempDir())
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "it unpacks to more than") {
		t.Errorf("got %v", err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 8*scenario.MaxUnpacked {
		t.Errorf("%d MB were allocated", took>>20)
	}
}

func TestWhatIsTooLargeIsLeftOutAndSaid(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	large, small := filepath.Join(dir, "large.csv"), filepath.Join(dir, "small.csv")
	var rows strings.Builder
	rows.WriteString("t_ms,delay_ms\n")
	seed := uint64(1)
	for i := range 100_000 {
		seed = seed*6364136223846793005 + 1442695040888963407
		fmt.Fprintf(&rows, "%d,%d.%06d\n", i, seed>>60, seed>>40%1_000_000)
	}
	for path, text := range map[string]string{large: rows.String(), small: "t_ms,delay_ms\n0,7\n"} {
		check(t, files.Write(files.Disk{}, path, text))
	}
	sc := &scenario.Scenario{Seed: 1, Clients: 2, Duration: time.Second,
		Set: scenariotest.Set("client1.link.recording="+large, "client2.link.recording="+small)}
	text, leftOut, err := sc.Share()
	if err != nil || len(leftOut) != 1 || leftOut[0] != large {
		t.Fatalf("left out %q, %v", leftOut, err)
	}
	folder := filepath.Join(dir, "kept")
	if _, err := scenario.ParseShared(text, folder); err != nil {
		t.Errorf("with the file where it was: %v", err)
	}
	if kept, _ := os.ReadDir(folder); len(kept) != 1 || !strings.HasSuffix(kept[0].Name(), "-small.csv") {
		t.Errorf("kept are %v", kept)
	}
	check(t, files.Write(files.Disk{}, large, "t_ms,delay_ms\n0,1\n"))
	if _, err := scenario.ParseShared(text, folder); err == nil || !strings.Contains(err.Error(), "has changed: it is no longer sha256:") {
		t.Errorf("with another file there: %v", err)
	}
	check(t, os.Remove(large))
	if _, err := scenario.ParseShared(text, folder); err == nil || !strings.HasSuffix(err.Error(), systemSays(large)) {
		t.Errorf("without the file: %v", err)
	}
}

func TestASessionIsOpenedFromWhateverAPersonHas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sc := scenariotest.First(t, 42*time.Second)
	text := scenariotest.Share(t, sc)
	shared, log := filepath.Join(dir, "shared.txt"), filepath.Join(dir, "session.toml")
	for path, content := range map[string]string{shared: "my session\n" + text + "\n", log: sc.Text()} {
		check(t, files.Write(files.Disk{}, path, content))
	}
	for _, what := range []string{text, " " + text, shared, log, log + "\n"} {
		if got, err := scenario.Open(what, dir); err != nil || got.Text() != sc.Text() {
			t.Errorf("%.60q: %v", what, err)
		}
	}
	if got, err := scenario.Open("first", dir); err != nil || got.Name != "first" {
		t.Error(err)
	}
	if _, err := scenario.Open("nowhere.toml", dir); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
}

func TestASessionThatIsSharedOnIsTheSameText(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var src strings.Builder
	src.WriteString("format = 3\nclients = 6\n[set]\n")
	for i := range 6 {
		name := fmt.Sprintf("%d.trace", i)
		filetest.Write(t, filepath.Join(dir, name), fmt.Appendf(nil, "%d\n%d\n", i+1, i+10))
		fmt.Fprintf(&src, "client%d.link.trace = %q\n", i+1, name)
	}
	path := filepath.Join(dir, "x.toml")
	filetest.Write(t, path, src.String())
	sc := scenariotest.Load(t, path)
	first, leftOut, err := sc.Share()
	if err != nil || len(leftOut) > 0 {
		t.Fatal(leftOut, err)
	}
	opened, err := scenario.ParseShared(first, filepath.Join(dir, "cache"))
	if err != nil {
		t.Fatal(err)
	}
	if again, _, err := opened.Share(); err != nil || again != first {
		t.Errorf("shared again it is, %v,\n%s\nand was\n%s", err, again, first)
	}
}
