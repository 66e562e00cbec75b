//go:build unix && !darwin

package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/await"
)

// TestASessionIsChosenInTheSystemsDialog has a program in zenity's place answer as a person makes it.
func TestASessionIsChosenInTheSystemsDialog(t *testing.T) {
	a, _ := newShareApp(t)
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	file := filepath.Join(dir, "a b.toml")
	if err := os.WriteFile(file, []byte("format = 2\nname = \"chosen\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	asked := func(script string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "zenity"), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		a.message, a.notice = "", ""
		a.browse()
		a.browse() // while it is open there is no other
		await.Until(t, "the dialog is over", func() bool {
			a.takeIn()
			return !a.share.asking
		})
	}
	asked("exit 1")
	if name := a.Session.Scenario().Name; name != "first" || a.message+a.notice != "" {
		t.Errorf("nothing chosen: %q %q %q", name, a.message, a.notice)
	}
	asked("echo went wrong >&2; exit 3")
	if !strings.Contains(a.message, "exit status 3") || !a.share.panel.IsOpen() {
		t.Errorf("a dialog that fails: %q", a.message)
	}
	a.share.panel.Close()
	asked("echo '" + file + "'")
	if name := a.Session.Scenario().Name; name != "chosen" || !strings.Contains(a.notice, "chosen") {
		t.Errorf("%q is open: %q %q", name, a.message, a.notice)
	}
	if err := os.Remove(filepath.Join(dir, "zenity")); err != nil {
		t.Fatal(err)
	}
	a.browse()
	await.Until(t, "it is said", func() bool {
		a.takeIn()
		return a.notice == english.T("share.no-dialog")
	})
	if !a.share.panel.IsOpen() {
		t.Error("there is no field for the path")
	}
}
