package scenario

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"driftlab/internal/texts"
)

// Text writes the scenario as a file that [Parse] reads as the same scenario again. The same
// scenario always gives the same bytes.
func (sc *Scenario) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "format = %d\nname = %s\n", Format, quote(sc.Name))
	if sc.Title != "" {
		fmt.Fprintf(&b, "title = %s\n", quote(sc.Title))
	}
	fmt.Fprintf(&b, "seed = %d\nclients = %d\nduration = %q\n", sc.Seed, sc.Clients, sc.Duration)
	if r := sc.ClockList.String(); r != DefaultClockList.String() {
		fmt.Fprintf(&b, "clocks = %q\n", r)
	}
	// The table of files, if there are any.
	c := sc.checksums()
	if len(c) > 0 {
		b.WriteString("\n[files]\n")
	}
	for _, path := range slices.Sorted(maps.Keys(c)) {
		fmt.Fprintf(&b, "%s = %q\n", quote(path), c[path])
	}
	for i := range sc.Clocks {
		sc.Clocks[i].write(&b)
	}
	for i := range sc.Guests {
		writeGuest(&b, &sc.Guests[i])
	}
	if len(sc.Set) > 0 {
		b.WriteString("\n[set]\n")
		writeAssignments(&b, sc.Set)
	}
	for i := range sc.Keyframes {
		sc.Keyframes[i].write(&b)
	}
	for i := range sc.Events {
		sc.Events[i].write(&b)
	}
	var before Watch
	for _, cut := range sc.Watch {
		cut.write(&b, before)
		before = cut
	}
	return b.String()
}

// checksums returns those of the files that the written settings name.
func (sc *Scenario) checksums() checksums {
	files := checksums{}
	files.add(settled(sc.Set)) // a valid scenario has no file with two contents
	for i := range sc.Events {
		files.add(settled(sc.Events[i].Set))
	}
	return files
}

// Named returns the paths of the files that the scenario's text names: a reader needs them too.
func (sc *Scenario) Named() []string { return slices.Sorted(maps.Keys(sc.checksums())) }

func writeAssignments(b *strings.Builder, set []Assignment) {
	for _, a := range settled(set) {
		fmt.Fprintf(b, "%q = %s\n", a.Name(), quote(a.ValueText()))
	}
}

// settled returns the last value of each key, since a table of a file has each key once: first what
// holds for all, then each client's. Narrow keys that a wider one overrode later are left out.
func settled(set []Assignment) []Assignment {
	var left []Assignment
	for i, a := range set {
		if !slices.ContainsFunc(set[i+1:], func(l Assignment) bool { return l.key == a.key && (l.Client == a.Client || l.Client == 0) }) {
			left = append(left, a)
		}
	}
	slices.SortStableFunc(left, func(a, b Assignment) int {
		return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(a.key, b.key))
	})
	return left
}

// quote writes a TOML basic string. Go's quoting differs from TOML's in control characters only.
func quote(s string) string {
	s = texts.Text(s)
	q := strconv.Quote(s)
	if strings.Contains(q, `\x`) || strings.Contains(q, `\u`) || strings.Contains(q, `\U`) {
		r := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)
		q = `"` + r.Replace(s) + `"`
	}
	return q
}
