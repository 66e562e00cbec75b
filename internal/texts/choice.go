package texts

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

const (
	few     = 8  // names are all listed; of more only the nearest, so that the error stays one line
	nearest = 3  // names that are suggested
	longest = 40 // characters of a name that are shown and compared
)

// LastBuild is the last one that had the names and the readers which have ended since.
const LastBuild = "the build of 28 November 2026"

// Allowed lists the names that may be given in place of one that may not, for the end of an error: all where
// they are few, "allowed: up, down", and otherwise the nearest, "nearest: first, list, test".
func Allowed(given string, all []string) string {
	told, head := all, "allowed: "
	if len(all) > few {
		told, head = Nearest(given, all), "nearest: "
	}
	short := make([]string, len(told))
	for i, name := range told {
		if short[i] = name; len([]rune(name)) > longest {
			short[i] = string([]rune(name)[:longest]) + "…"
		}
	}
	return head + strings.Join(short, ", ")
}

// Names returns the names of some things, in their order.
func Names[T any](things []T, name func(T) string) (names []string) {
	for _, thing := range things {
		names = append(names, name(thing))
	}
	return names
}

// Unknown refuses a name in a sentence of its own, with the nearest one and what there is.
func Unknown(given string, all []string, what string) error {
	return fmt.Errorf("%q is unknown: perhaps %s? There are %s", Line(given), Nearest(given, all)[0], what)
}

// Nearest returns the three names that are nearest to the one that was given, the nearest first. Names that are
// equally near keep their order.
func Nearest(given string, all []string) []string {
	type candidate struct {
		name string
		far  int
	}
	asked := compared(given)
	var best []candidate
	for _, name := range all {
		most := math.MaxInt
		if len(best) == nearest {
			most = best[nearest-1].far
		}
		if far := distance(asked, compared(name), most); far < most {
			best = append(best[:min(len(best), nearest-1)], candidate{name, far})
			slices.SortStableFunc(best, func(a, b candidate) int { return a.far - b.far })
		}
	}
	var out []string
	for _, c := range best {
		out = append(out, c.name)
	}
	return out
}

// compared returns as much of a name as is compared, in small letters.
func compared(name string) []rune {
	if len(name) > 4*longest {
		name = name[:4*longest]
	}
	r := []rune(strings.ToLower(name))
	return r[:min(len(r), longest)]
}

// distance says how far a name is from the one that was given: how many characters have to be put in, left out,
// replaced or swapped with the next one. A name that has the given one in it whole is nearer than any other but
// the same in other letters: somebody has left out the rest. Whether it is farther than most, which it may be at
// once by its length, is not looked at any more.
func distance(given, name []rune, most int) int {
	switch {
	case slices.Equal(given, name):
		return 0
	case strings.Contains(string(name), string(given)):
		return 1
	case max(len(given)-len(name), len(name)-len(given))+1 >= most:
		return most
	}
	var rows [3][longest + 1]int // of the two characters before, the one before and this one
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(name) + 1 {
		last[j] = j
	}
	for i, g := range given {
		row[0] = i + 1
		least := row[0]
		for j, n := range name {
			changed := 1
			if g == n {
				changed = 0
			}
			row[j+1] = min(last[j]+changed, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && g == name[j-1] && n == given[i-1] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		for _, far := range row[:len(name)+1] {
			least = min(least, far)
		}
		if least > most { // a swap may continue from the row before, by one less
			return most
		}
		before, last, row = last, row, before
	}
	return last[len(name)] + 1
}
