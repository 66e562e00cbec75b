package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A mutant is the header with one change.
type mutant struct {
	header   string
	line     int
	from, to int    // of what is replaced
	with     string // this
	switched int    // > 0: the program of all comparisons makes this change where MUTANT is this number
}

// changed returns the changed line, by which a reason knows it.
func (m *mutant) changed() string {
	begin := strings.LastIndexByte(m.header[:m.from], '\n') + 1
	end := m.to + strings.IndexByte(m.header[m.to:], '\n')
	line := m.header[begin:m.from] + m.with + m.header[m.to:end]
	return strings.TrimSpace(regexp.MustCompile(`/\*.*?(\*/|$)`).ReplaceAllString(line, ""))
}

var (
	comments  = regexp.MustCompile(`(?s)/\*.*?\*/|"[^"\n]*"|#[^\n]*`)
	constants = regexp.MustCompile(`\b[A-Z][A-Z_0-9]+ = ([^,;}/\n]*[^,;}/\n ])`)
	compares  = regexp.MustCompile(`<<=?|->|<=|<`)
)

// mutants returns all of a header, in its order.
func mutants(header string) (all []mutant) {
	code := comments.ReplaceAllStringFunc(header, func(s string) string { // which has as many bytes and lines
		return strings.Map(func(r rune) rune {
			if r == '\n' {
				return r
			}
			return ' '
		}, s) + strings.Repeat(" ", len(s)-utf8.RuneCountInString(s))
	})
	add := func(from, to int, with string) {
		all = append(all, mutant{header: header, line: 1 + strings.Count(header[:from], "\n"), from: from, to: to, with: with})
	}
	for _, at := range constants.FindAllStringSubmatchIndex(code, -1) {
		add(at[2], at[3], "("+code[at[2]:at[3]]+") + 1")
	}
	for _, at := range compares.FindAllStringIndex(code, -1) {
		switch code[at[0]:at[1]] {
		case "<":
			add(at[0], at[1], "<=")
		case "<=":
			add(at[0], at[1], "<")
		}
	}
	return all
}

// switches returns a header in which an environment variable chooses which comparison is changed, so that it is compiled but once: as long as nothing
// overflows a < b becomes a <= b by 1 + b. Where a shift follows, which would take the sum, a comparison stays as it is.
func switches(all []mutant) string {
	var b strings.Builder
	b.WriteString("#include <stdlib.h>\nstatic int mdl_mutant;\n" +
		"__attribute__((constructor)) static void mdl_choose(void) { const char *s = getenv(\"MUTANT\"); mdl_mutant = s ? atoi(s) : 0; }\n")
	done := 0
	for i := range all {
		m := &all[i]
		if sign, is := map[string]string{"<=": "", "<": "-"}[m.with]; is && !strings.Contains(m.changed(), "<< ") {
			m.switched = i + 1
			fmt.Fprintf(&b, "%s%s %s(mdl_mutant == %d) +", m.header[done:m.from], m.header[m.from:m.to], sign, m.switched)
			done = m.to
		}
	}
	b.WriteString(all[0].header[done:])
	return b.String()
}

// reasons say of changed lines why no event can show the change.
type reasons map[string]string

// readReasons reads a file of reasons: each begins at a line's start, and indented below it are the lines that it is of.
func readReasons(path string) (reasons, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	all, why := reasons{}, ""
	for n, line := range strings.Split(string(text), "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "":
		case line[0] != '\t':
			why = trimmed
		case why == "" || all[trimmed] != "":
			return nil, fmt.Errorf("%s, line %d: it has no reason, or two: %s", path, n+1, trimmed)
		default:
			all[trimmed] = why
		}
	}
	return all, nil
}
