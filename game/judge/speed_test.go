//go:build !js

package judge

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"driftlab/game/judge/process"
)

// all returns a program in Python that gets everything: each datagram, and what it reads once a tick.
func all(b *testing.B) *process.Program {
	b.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		b.Skip("there is no python3 here")
	}
	text, err := os.ReadFile("../../netsync/guest/examples/rtt2.py")
	if err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(b.TempDir(), "all.py")
	told := strings.Replace(string(text), `["answers"]`, `["answers", "datagrams", "read"]`, 1)
	if err := os.WriteFile(file, []byte(told), 0o666); err != nil {
		b.Fatal(err)
	}
	limits := process.DefaultLimits()
	limits.Whole = time.Hour
	return &process.Program{Path: python, Args: []string{file}, Limits: limits}
}

func public(b *testing.B) []Link {
	b.Helper()
	links, err := Load(Public, "")
	if err != nil {
		b.Fatal(err)
	}
	return links
}

// BenchmarkALink is one link of 240 s at 60 Hz with a program in Python, its start included, beside all clocks.
func BenchmarkALink(b *testing.B) {
	p, links := all(b), public(b)
	for b.Loop() {
		if _, err := Play(context.Background(), &links[0], 1, Entrant{Program: p}, 1); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkThePublicLinksWithThreeSeeds is a judgement as it is by default.
func BenchmarkThePublicLinksWithThreeSeeds(b *testing.B) {
	p, links := all(b), public(b)
	for b.Loop() {
		if _, _, err := Judge(context.Background(), links, []uint64{1, 2, 3}, Entrant{Program: p}, runtime.GOMAXPROCS(0), func(Run) {}); err != nil {
			b.Fatal(err)
		}
	}
}
