package share

import (
	"os"
	"path/filepath"
	"testing"
)

func TestThePasteboardIsToldThatTextsAreUTF8(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("LC_ALL", "C")
	kept := filepath.Join(dir, "kept")
	for name, script := range map[string]string{
		"pbcopy": `{ echo "$LC_ALL$LC_CTYPE"; cat; } >"` + kept + `"`, "pbpaste": `echo "$LC_ALL$LC_CTYPE"; echo Grüße`,
	} {
		check(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	check(t, (systemClipboard{}).write(nil, "Grüße\n"))
	copied, _ := os.ReadFile(kept)
	pasted, err := systemClipboard{}.read(nil)
	if want := "UTF-8\nGrüße\n"; string(copied) != want || pasted != want || err != nil {
		t.Errorf("copied %q, pasted %q, %v", copied, pasted, err)
	}
}
