// Command lte takes the grid of whole milliseconds out of Mahimahi's traces, for two links of docs/clock.md.
//
//	go run ./scripts/lte TRACES DIR    writes the traces of a folder, each line at a random moment of its millisecond
package main

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: lte TRACES DIR")
	}
	if err := ditherAll(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

// ditherAll writes a dithered copy of each trace of a folder, with "dithered." before its name.
func ditherAll(from, to string) error {
	names, err := filepath.Glob(filepath.Join(from, "*"))
	if err != nil || len(names) == 0 {
		return fmt.Errorf("%s: no traces (%v)", from, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		base := filepath.Base(name)
		luck := fnv.New64a()
		luck.Write([]byte(base))
		dithered, err := dither(string(text), rand.New(rand.NewPCG(luck.Sum64(), 35)))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(to, "dithered."+base), []byte(dithered), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// dither moves each line of a trace to a random moment of the millisecond that it ends: a line of 7 says that a packet left after 6 ms and
// up to 7. The last line stays, since from there the trace repeats.
func dither(text string, r *rand.Rand) (string, error) {
	var micros []int64
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		var ms int64
		if _, err := fmt.Sscan(lines.Text(), &ms); err != nil {
			return "", fmt.Errorf("line %d: %w", len(micros)+1, err)
		}
		micros = append(micros, max(0, ms*1000-r.Int64N(1000)))
	}
	if len(micros) > 0 {
		last := (slices.Max(micros) + 999) / 1000 * 1000
		micros[len(micros)-1] = last
	}
	slices.Sort(micros)
	var b strings.Builder
	for _, at := range micros {
		fmt.Fprintf(&b, "%d.%03d\n", at/1000, at%1000)
	}
	return b.String(), nil
}
