//go:build !js

package ports

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// BenchmarkMidlineInC says what c/midline.h costs in processor time. How often it does what it measures is the program's own.
func BenchmarkMidlineInC(b *testing.B) {
	speed(b, gcc.build(b, "c/speed.c", "-O2", "-lm"))
}

// BenchmarkMidlineInCSharp is the same of csharp/Midline.cs.
func BenchmarkMidlineInCSharp(b *testing.B) {
	speed(b, csharp(b, "csharp/Speed.cs")...)
}

// BenchmarkMidlineInTypeScript is the same of typescript/midline.ts.
func BenchmarkMidlineInTypeScript(b *testing.B) {
	speed(b, typescript(b, "speed.mjs")...)
}

func speed(b *testing.B, program ...string) {
	b.Helper()
	for b.Loop() {
		out, err := exec.Command(program[0], program[1:]...).Output()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(0, "ns/op")
		for line := range strings.Lines(string(out)) {
			var ns float64
			var what string
			if _, err := fmt.Sscan(line, &ns, &what); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(ns, "ns/"+what)
		}
	}
}
