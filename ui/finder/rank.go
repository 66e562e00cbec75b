package finder

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Thing is something that the palette finds.
type Thing struct {
	Kind  string // of it: its text is find.KIND
	Label string
	Note  string // its key, or its name in files
	Tip   string
	Names []string // what else it is called
	Do    func()
}

// How well a word that is sought fits, the best first.
const (
	beginsLabel = iota
	beginsWord
	beginsName
	inName
	beginsInTip
	fitsNot
)

// Matching returns what has all words of a text, the best first: where words begin goes before what is inside of one, a
// label before other names and these before what a thing does. What fits alike stays in its order.
func Matching(all []Thing, text string) []Thing {
	sought := strings.Fields(strings.ToLower(text))
	type hit struct{ at, worse int }
	var hits []hit
	for i := range all {
		if worse, ok := all[i].rank(sought); ok {
			hits = append(hits, hit{i, worse})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return a.worse - b.worse })
	found := make([]Thing, len(hits))
	for i, h := range hits {
		found[i] = all[h.at]
	}
	return found
}

// rank returns how badly all of some words fit, 0 for the best, and whether they do.
func (e *Thing) rank(sought []string) (worse int, ok bool) {
	for _, word := range sought {
		fit := e.fit(word)
		if fit == fitsNot {
			return 0, false
		}
		worse += fit
	}
	return worse, true
}

// fit returns how well a word fits, which is in lower case.
func (e *Thing) fit(word string) int {
	label := strings.ToLower(e.Label)
	if strings.HasPrefix(label, word) {
		return beginsLabel
	}
	if beginsAWord(label, word) {
		return beginsWord
	}
	fit := fitsNot
	if beginsAWord(strings.ToLower(e.Tip), word) {
		fit = beginsInTip
	}
	if strings.Contains(label, word) {
		fit = inName
	}
	for _, name := range e.Names {
		switch name = strings.ToLower(name); {
		case beginsAWord(name, word):
			return beginsName
		case strings.Contains(name, word):
			fit = inName
		}
	}
	return fit
}

// beginsAWord says whether some word of a text begins so.
func beginsAWord(text, with string) bool {
	for from := 0; from < len(text); {
		i := strings.Index(text[from:], with)
		if i < 0 {
			return false
		}
		at := from + i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if at == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return true
		}
		from = at + 1
	}
	return false
}
