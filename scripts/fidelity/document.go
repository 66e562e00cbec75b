package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// mark is the line of README.md below which fidelity writes.
const mark = "<!-- The rest is written by fidelity compare: scripts/fidelity.sh -->"

var errOutside = errors.New("something is outside its bounds: see the table")

// compareIn runs Driftlab's half of all cases, compares it with DIR/netem.csv and writes DIR/driftlab.csv
// and the table in DIR/README.md. It returns errOutside if a case differs that is not known to, or one
// that is known to differ no longer does.
func compareIn(dir string) error {
	netem, err := readFile(filepath.Join(dir, "netem.csv"))
	if err != nil {
		return err
	}
	simulated, err := simulateAll()
	if err != nil {
		return err
	}
	var figures bytes.Buffer
	if err := simulated.write(&figures); err != nil {
		return err
	}
	path := filepath.Join(dir, "driftlab.csv")
	if err := os.WriteFile(path, figures.Bytes(), 0o666); err != nil {
		return err
	}
	driftlab, err := readResults(path, &figures) // what is compared is what is in the file
	if err != nil {
		return err
	}
	rows, err := compareAll(netem, driftlab)
	if err != nil {
		return err
	}
	if err := rewrite(filepath.Join(dir, "README.md"), netem.Where, rows); err != nil {
		return err
	}
	if surprises := surprising(rows); len(surprises) > 0 {
		return fmt.Errorf("%w: %s", errOutside, strings.Join(surprises, "; "))
	}
	return nil
}

func readFile(path string) (results, error) {
	file, err := os.Open(path)
	if err != nil {
		return results{}, err
	}
	defer file.Close()
	return readResults(path, file)
}

// simulateAll runs Driftlab's half of all cases.
func simulateAll() (results, error) {
	all := results{Where: fmt.Sprintf("Driftlab, seed %d", seed)}
	for _, c := range cases() {
		s, err := simulate(c)
		if err != nil {
			return all, fmt.Errorf("%s: %w", c.name, err)
		}
		all.Cases = append(all.Cases, result{c.name, s})
	}
	return all, nil
}

// compareAll returns the rows of all cases.
func compareAll(netem, driftlab results) ([]row, error) {
	var rows []row
	for _, c := range cases() {
		a, err := netem.find(c.name)
		if err != nil {
			return nil, err
		}
		b, err := driftlab.find(c.name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, compare(c, a, b)...)
	}
	return rows, nil
}

// surprising returns the cases that are outside their bounds without a known reason, and those that
// are within them in spite of one.
func surprising(rows []row) []string {
	outside := map[string]bool{}
	for _, r := range rows {
		if !r.ok() {
			outside[r.testCase] = true
		}
	}
	var names []string
	for _, c := range cases() {
		if outside[c.name] != (c.differs != "") {
			names = append(names, c.name)
		}
	}
	return names
}

// rewrite replaces what is below the mark in a document.
func rewrite(path, where string, rows []row) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	above, _, found := strings.Cut(string(text), mark+"\n")
	if !found {
		return fmt.Errorf("%q: the line %q is missing", path, mark)
	}
	var out strings.Builder
	out.WriteString(above + mark + "\n")
	writeTables(&out, where, rows)
	return os.WriteFile(path, []byte(out.String()), 0o666)
}

// writeTables writes the summary of the cases, and why some differ.
func writeTables(w io.Writer, where string, rows []row) {
	fmt.Fprintf(w, "\n## Cases\n\nnetem: %s.\n\n", where)
	fmt.Fprintln(w, "| case | `tc qdisc add dev DEV root …` | rows | outside | greatest difference of delay |")
	fmt.Fprintln(w, "| --- | --- | ---: | ---: | ---: |")
	for _, c := range cases() {
		count, outside, greatest := 0, 0, 0.0
		for _, r := range rows {
			if r.testCase != c.name {
				continue
			}
			count++
			if !r.ok() {
				outside++
			}
			if strings.HasPrefix(r.quantity, "delay") {
				greatest = max(greatest, math.Abs(r.difference()))
			}
		}
		fmt.Fprintf(w, "| %s | `%s` | %d | %d | %.3f ms |\n", c.name, c.qdisc(), count, outside, greatest)
	}
	fmt.Fprint(w, "\n## What differs, and why\n\n")
	for _, reason := range reasons() {
		fmt.Fprintln(w, reason)
	}
}

// reasons returns why cases are outside their bounds, a paragraph for each reason.
func reasons() []string {
	var paragraphs []string
	names, last := "", ""
	for _, c := range cases() {
		switch {
		case c.differs == "":
		case c.differs == last:
			names += "; " + c.name
			paragraphs[len(paragraphs)-1] = "**" + names + "**: " + last
		default:
			names, last = c.name, c.differs
			paragraphs = append(paragraphs, "**"+names+"**: "+last)
		}
	}
	return paragraphs
}
