package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/netsim"
)

// private is the first line of a file that is nobody's business.
const private = "-----BEGIN OPENSSH PRIVATE KEY-----"

// outsiders returns what a stranger may have a person open that names a path, by how he does it.
func outsiders(t *testing.T, line string) map[string]func() (*scenario.Scenario, error) {
	t.Helper()
	text := "format = 3\n[set]\n" + line + "\n"
	dir := scenariotest.Files(t, map[string]string{"own.toml": text, "shared.txt": shareOf([]byte(text))})
	at := func(name string) string { return filepath.Join(dir, name) }
	return map[string]func() (*scenario.Scenario, error){
		"a shared text":      func() (*scenario.Scenario, error) { return scenario.ParseShared(shareOf([]byte(text)), t.TempDir()) },
		"a file with one":    func() (*scenario.Scenario, error) { return scenario.Open(at("shared.txt"), t.TempDir()) },
		"a pasted scenario":  func() (*scenario.Scenario, error) { return scenario.Parse("the pasted text", text) },
		"a dropped scenario": func() (*scenario.Scenario, error) { return scenario.Parse(at("own.toml"), text) },
		"an opened scenario": func() (*scenario.Scenario, error) { return scenario.Open(at("own.toml"), t.TempDir()) },
		"a world of a scenario": func() (*scenario.Scenario, error) {
			return scenario.Parse("x", "format = 3\n[[world]]\nname='a'\n[world.set]\n"+line+"\n")
		},
		"an event": func() (*scenario.Scenario, error) {
			return scenario.Parse("x", "format = 3\n[[event]]\nat='1s'\n[event.set]\n"+line+"\n")
		},
	}
}

func TestATextFromOutsideReadsNoFileThatItDoesNotCarry(t *testing.T) {
	t.Parallel()
	dir := scenariotest.Files(t, map[string]string{"key": private + "\nb3BlbnNzaC1r\n", "a.csv": scenariotest.TwoDelays, "a.trace": scenariotest.SteadyTrace})
	for _, line := range []string{
		fmt.Sprintf("link.trace = %q", filepath.Join(dir, "key")),
		fmt.Sprintf("link.recording = %q", filepath.Join(dir, "a.csv")),
		fmt.Sprintf("client2.link.up.trace = %q", filepath.Join(dir, "a.trace")),
		fmt.Sprintf("link.table = %q", filepath.Join(dir, "none")),
		"link.trace = '../../../../../../../../../../../../etc/passwd'",
		"link.trace = '/proc/kmsg'", "link.trace = '/dev/zero'",
	} {
		for how, open := range outsiders(t, line) {
			sc, err := open()
			if err == nil {
				t.Errorf("%s: %s is read: %v", how, line, sc.Set)
				continue
			}
			text := err.Error()
			if strings.Contains(text, private[:8]) || strings.Contains(text, "no such file") || strings.Contains(text, "\n") {
				t.Errorf("%s: %s: the error tells of the file: %s", how, line, text)
			}
			_, path, _ := strings.Cut(line, "= ")
			if !strings.Contains(text, filepath.Base(strings.Trim(path, `"'`))) {
				t.Errorf("%s: the error does not name the file: %s", how, text)
			}
		}
	}
}

func TestATextHasAFileReadWhoseContentItTells(t *testing.T) {
	t.Parallel()
	dir := scenariotest.Files(t, map[string]string{"a.csv": scenariotest.TwoDelays})
	path := filepath.Join(dir, "a.csv")
	sc := &scenario.Scenario{Seed: 1, Clients: 1, Duration: time.Second, Set: scenariotest.Set("link.recording=" + path)}
	again, err := scenario.Parse("the pasted text", sc.Text()) // a log
	if err != nil || again.Text() != sc.Text() {
		t.Fatalf("got %v", err)
	}
	if _, left, err := again.Share(); err != nil || left != nil {
		t.Errorf("left out are %q: %v", left, err)
	}
	guessed := strings.Replace(sc.Text(), "sha256:", "sha256:00", 1)
	if _, err := scenario.Parse("the pasted text", guessed); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("got %v", err)
	}
}

func TestAScenariosRelativePathsStayBelowItsFolder(t *testing.T) {
	t.Parallel()
	dir := scenariotest.Files(t, map[string]string{"out.csv": scenariotest.TwoDelays})
	in := filepath.Join(dir, "in")
	check(t, os.MkdirAll(filepath.Join(in, "deep"), 0o755))
	for path, text := range map[string]string{"in.csv": scenariotest.TwoDelays, "deep/d.csv": scenariotest.TwoDelays} {
		check(t, os.WriteFile(filepath.Join(in, path), []byte(text), 0o600))
	}
	links := os.Symlink(filepath.Join(dir, "out.csv"), filepath.Join(in, "away.csv")) == nil
	own := filepath.Join(in, "own.toml")
	for path, want := range map[string]string{"in.csv": "", "./deep/d.csv": "", "deep/../in.csv": "",
		"../out.csv": "../out.csv", "deep/../../out.csv": "out.csv", "away.csv": "away.csv"} {
		if path == "away.csv" && !links {
			continue
		}
		text := fmt.Sprintf("format = 3\n[set]\nlink.recording = %q\n", path)
		check(t, os.WriteFile(own, []byte(text), 0o600))
		for how, open := range map[string]func() (*scenario.Scenario, error){
			"loaded": func() (*scenario.Scenario, error) { return scenario.Load(own) },
			"opened": func() (*scenario.Scenario, error) { return scenario.Open(own, t.TempDir()) },
		} {
			_, err := open()
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: %s: got %v", how, path, err)
			}
		}
	}
	// The person's own may name any by its absolute path, as logs do.
	check(t, os.WriteFile(own, fmt.Appendf(nil, "format = 3\n[set]\nlink.recording = %q\n", filepath.Join(dir, "out.csv")), 0o600))
	if _, err := scenario.Load(own); err != nil {
		t.Error(err)
	}
}

func TestShareSendsNothingBackThatATextHadRead(t *testing.T) {
	t.Parallel()
	dir := scenariotest.Files(t, map[string]string{"private.csv": scenariotest.TwoDelays, "got.toml": "format = 3\n[set]\nlink.recording = 'private.csv'\n"})
	sc, err := scenario.Open(filepath.Join(dir, "got.toml"), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	check(t, s.Advance(time.Second))
	text, left, err := s.Log().Share()
	if err != nil || len(left) != 1 || left[0] != filepath.Join(dir, "private.csv") {
		t.Errorf("left out are %q: %v", left, err)
	}
	body, err := scenario.ShareBody(strings.TrimPrefix(text, "driftlab1:"))
	if err != nil {
		t.Fatal(err)
	}
	if _, carried, err := scenario.Unpack(body); err != nil || len(carried) != 0 {
		t.Errorf("it carries %d files: %v", len(carried), err)
	}
	own := scenariotest.Load(t, filepath.Join(dir, "got.toml"))
	if _, left, err := own.Share(); err != nil || left != nil {
		t.Errorf("of the person's own are left out %q: %v", left, err)
	}
}

func TestErrorsDoNotQuoteFilesThatATextOnlyNames(t *testing.T) {
	t.Parallel()
	dir := scenariotest.Files(t, map[string]string{"key": private + "\n"})
	key := filepath.Join(dir, "key")
	own := scenariotest.Files(t, map[string]string{"own.toml": fmt.Sprintf("format = 3\n[set]\nlink.trace = %q\n", key)})
	_, err := scenario.Load(filepath.Join(own, "own.toml"))
	if err == nil || strings.Contains(err.Error(), private[:8]) || !strings.Contains(err.Error(), fmt.Sprintf("%q is not a trace of Mahimahi", key)) {
		t.Errorf("got %v", err)
	}
	got := scenariotest.Files(t, map[string]string{"key": private + "\n", "own.toml": "format = 3\n[set]\nlink.trace = 'key'\n"})
	if _, err := scenario.Open(filepath.Join(got, "own.toml"), t.TempDir()); err == nil || strings.Contains(err.Error(), private[:8]) {
		t.Errorf("got %v", err)
	}
	// What the person types is the person's.
	if _, err := scenario.ParseAssignment("link.trace", key); err == nil || !strings.Contains(err.Error(), private[:8]) {
		t.Errorf("got %v", err)
	}
}

func TestARefusedSharedTextLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	dir := scenariotest.Files(t, map[string]string{"a.csv": scenariotest.TwoDelays})
	sc := &scenario.Scenario{Seed: 1, Clients: 2, Duration: time.Second, Set: scenariotest.Set("link.recording=" + filepath.Join(dir, "a.csv"))}
	text := scenariotest.Share(t, sc)
	body, err := scenario.ShareBody(strings.TrimPrefix(text, "driftlab1:"))
	if err != nil {
		t.Fatal(err)
	}
	log, carried, err := scenario.Unpack(body)
	if err != nil || len(carried) != 1 {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "files")
	for _, bad := range []string{log + "why = 1\n", "format = 3\n", log + "[[event]]\nat = '1s'\njoin = 'client9'\n", "no toml"} {
		_, err := scenario.ParseCarrying(bad, carried, folder)
		if refused := bad != "format = 3\n"; (err != nil) != refused {
			t.Errorf("%q: got %v", bad, err)
		}
		if _, err := os.Stat(folder); !os.IsNotExist(err) {
			t.Errorf("%q has left something in the folder: %v", bad, err)
		}
	}
	if _, err := scenario.ParseCarrying(log, carried, folder); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, files.NameByContent("a.csv", []byte(scenariotest.TwoDelays)))); err != nil {
		t.Error(err)
	}
}
