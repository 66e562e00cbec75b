//go:build unix

package cli

import (
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestEachSignalByWhichAProgramIsToldToEndEndsItCleanly(t *testing.T) {
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if signal.Ignored(sent) { // as with nohup
			continue
		}
		stop := Signals()
		check(t, syscall.Kill(os.Getpid(), sent))
		<-stop.Done()
	}
}

func TestAPipeThatNobodyReadsIsAnErrorAndNoSignal(t *testing.T) {
	Signals()
	r, w, err := os.Pipe()
	check(t, err)
	r.Close()
	defer w.Close()
	if _, err := w.Write([]byte("x")); !isUnread(err) {
		t.Errorf("got %v", err)
	}
}

func TestNoOtherPackageDecidesAboutSignals(t *testing.T) {
	found := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), `"os/signal"`) {
			if found++; path != filepath.Join("..", "..", "ui", "cli", "signals.go") {
				t.Errorf("%s imports os/signal: a command is told by Env.Stop", path)
			}
		}
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("%d files import os/signal, %v", found, err)
	}
}
