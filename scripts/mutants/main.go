// Command mutants shows what a comparison with Midline can't see: it changes netsync/ports/c/midline.h by one thing at a time, and lists the changes after which
// the program still replies as Midline does.
//
//	go run ./scripts/mutants [-only REGEXP] [-jobs 2]
//
// It changes each named constant by its least step, and each < to <= and the other way round. A change is found if the program replies otherwise to an event
// of -links rare, or of the public links, by what driftlab judge -as midline compares. Of each of the others reasons.txt says why no event can show it, or that
// one could; if it says nothing, the exit code is 1. That the unchanged program is Midline the tests of ports hold.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"driftlab/game/judge"
)

const folder = "netsync/ports/c" // where the header and its program are, from the repository's root on

func main() {
	log.SetFlags(0)
	only := flag.String("only", "", "`REGEXP` of changed lines; all others are left out")
	jobs := flag.Int("jobs", 2, "`NUMBER` of changes that are tried at once")
	flag.Parse()
	which, err := regexp.Compile(*only)
	if err != nil {
		log.Fatalf("-only: %v", err)
	}
	known, err := readReasons("scripts/mutants/reasons.txt")
	if err != nil {
		log.Fatal(err)
	}
	r, err := newRig(folder, judge.Rare+","+judge.Public)
	if err != nil {
		log.Fatal(err)
	}
	defer r.close()
	all := slices.DeleteFunc(r.mutants, func(m mutant) bool { return !which.MatchString(m.changed()) })
	if left := r.tryAll(all, known, *jobs); left > 0 {
		r.close()
		log.Fatalf("%d of %d changes are not found, and nothing says why", left, len(all))
	}
}

// tryAll tries changes, tells of those that are not found in their order, and returns how many of them have no reason.
func (r *rig) tryAll(all []mutant, known reasons, jobs int) (left int) {
	found := make([]string, len(all))
	next := make(chan int)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for i := range next {
				where, err := r.try(&all[i], known[all[i].changed()] != "")
				if err != nil {
					log.Fatal(err)
				}
				found[i] = where
				if where == "" && known[all[i].changed()] == "" {
					fmt.Printf("midline.h:%d: not found: %s\n", all[i].line, all[i].changed())
				}
			}
		})
	}
	for i := range all {
		next <- i
	}
	close(next)
	workers.Wait()
	by := map[string]int{}
	for i := range all {
		why := known[all[i].changed()]
		switch {
		case found[i] != "":
			by["found"]++
			if why != "" {
				fmt.Printf("midline.h:%d: found on %s, and reasons.txt need not name it any more: %s\n", all[i].line, found[i], all[i].changed())
			}
		case why == "":
			left++
		default:
			by["with a reason"]++
		}
	}
	fmt.Printf("%d changes: %d found, %d not found with a reason, %d without\n", len(all), by["found"], by["with a reason"], left)
	return left
}

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
