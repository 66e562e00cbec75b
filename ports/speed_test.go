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
	program := gcc.build(b, "c/speed.c", "-lm")
	for b.Loop() {
		out, err := exec.Command(program).Output()
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
