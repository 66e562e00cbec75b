package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// signed runs sign.sh over a folder, with what stands for the programs of macOS in front of the PATH.
func signed(t *testing.T, folder, programs string, env ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("sh", "../sign.sh", folder)
	cmd.Env = append(append(os.Environ(), "PATH="+programs+string(filepath.ListSeparator)+os.Getenv("PATH")), env...)
	said, err := cmd.CombinedOutput()
	return string(said), err
}

func TestWithoutAKeyNothingIsSignedAndWithOneTheSumsAreThoseOfWhatIs(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("it needs a shell, and none of macOS' own programs")
	}
	folder, programs := t.TempDir(), t.TempDir()
	write := func(path, text string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	const zip = "driftlab-v1-macos-arm64.zip"
	write(filepath.Join(folder, zip), "not signed", 0o644)
	write(filepath.Join(folder, "SHA256SUMS"), "aa  other.txt\nbb  "+zip+"\n", 0o644)
	if said, err := signed(t, folder, programs, "CERTIFICATE="); err == nil || said != "sign.sh: nothing is signed: there is no CERTIFICATE\n" {
		t.Errorf("without a key: %v, %q", err, said)
	}
	for name, does := range map[string]string{
		"security": `case $1 in find-identity) echo '  1) ABC "Developer ID Application: Somebody"';; esac`,
		"uuidgen":  "echo 1",
		"codesign": `for last; do :; done; echo "signed for $*" >"$last/seal"`,
		"xcrun":    `[ "$1" = stapler ] && echo ticket >>"$3/seal"; true`,
		"ditto":    `if [ "$1" = -x ]; then mkdir -p "$4/driftlab-v1-macos-arm64/Driftlab.app"; else cat "$4"/seal "$4"/*/seal >"$5" 2>/dev/null; true; fi`,
	} {
		write(filepath.Join(programs, name), "#!/bin/sh\n"+does+"\n", 0o755)
	}
	said, err := signed(t, folder, programs, "CERTIFICATE=a2V5", "CERTIFICATE_PASSWORD=p", "NOTARY_KEY=a2V5", "NOTARY_KEY_ID=1", "NOTARY_ISSUER=2")
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	got, err := os.ReadFile(filepath.Join(folder, zip))
	if err != nil || !strings.Contains(string(got), "--sign ABC ") || !strings.HasSuffix(string(got), "\nticket\n") {
		t.Errorf("the zip has %q, %v", got, err)
	}
	want, err := sums(folder, []string{zip})
	if err != nil {
		t.Fatal(err)
	}
	if now, err := os.ReadFile(filepath.Join(folder, "SHA256SUMS")); err != nil || string(now) != fmt.Sprintf("aa  other.txt\n%s", want) {
		t.Errorf("the sums are %q, %v", now, err)
	}
}
