package netsim

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"driftlab/internal/param"
)

const (
	// MaxListed is the greatest number of a datagram that a list may lose.
	MaxListed = 1_000_000_000_000
	// MaxLossList is how many numbers and ranges a list holds at most.
	MaxLossList = 10_000
)

// A LossList is the numbers of exact datagrams to lose, counted from 1 in each direction
// over all flows of the spine ([Flow]).
type LossList struct {
	spans []span // in ascending order, with a gap before each
}

// A span is the numbers first..last.
type span struct{ first, last uint64 }

// ParseLossList reads numbers and ranges such as "3,7,10-12", in any order. An empty text is no list:
// it returns nil.
func ParseLossList(text string) (*LossList, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if n := strings.Count(text, ",") + 1; n > MaxLossList {
		return nil, fmt.Errorf("loss list: %d entries are outside 1..%d", n, MaxLossList)
	}
	var spans []span
	for entry := range strings.SplitSeq(text, ",") {
		s, err := parseSpan(strings.TrimSpace(entry))
		if err != nil {
			return nil, fmt.Errorf("loss list: %w", err)
		}
		spans = append(spans, s)
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	merged := spans[:1]
	for _, s := range spans[1:] {
		if end := &merged[len(merged)-1]; s.first <= end.last+1 {
			end.last = max(end.last, s.last)
		} else {
			merged = append(merged, s)
		}
	}
	return &LossList{merged}, nil
}

// String returns the list in ascending order and as short as possible; [ParseLossList] reads it. A nil list gives an
// empty text.
func (l *LossList) String() string {
	if l == nil {
		return ""
	}
	var b []byte
	for i, s := range l.spans {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, s.first, 10)
		if s.last > s.first {
			b = append(b, '-')
			b = strconv.AppendUint(b, s.last, 10)
		}
	}
	return string(b)
}

// has reports whether the n-th datagram is listed, the first being number 1.
func (l *LossList) has(n uint64) bool {
	_, found := slices.BinarySearchFunc(l.spans, n, func(s span, n uint64) int {
		switch {
		case n < s.first:
			return 1
		case n > s.last:
			return -1
		}
		return 0
	})
	return found
}

// parseSpan reads a number or a range.
func parseSpan(text string) (span, error) {
	from, to, isRange := strings.Cut(text, "-")
	if !isRange {
		to = from
	}
	first, err := parseListed(from, text)
	if err != nil {
		return span{}, err
	}
	last, err := parseListed(to, text)
	if err != nil {
		return span{}, err
	}
	if last < first {
		return span{}, fmt.Errorf("%q ends before it begins "+allowedSpans, text)
	}
	return span{first, last}, nil
}

// parseListed reads one number of an entry.
func parseListed(number, entry string) (uint64, error) {
	n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
	switch {
	case err == nil && n >= 1 && n <= MaxListed:
		return n, nil
	case len(entry) > maxQuoted:
		entry = entry[:maxQuoted] + "…"
	}
	return 0, fmt.Errorf("%q is not a number in 1..%d "+allowedSpans, entry, uint64(MaxListed))
}

const allowedSpans = "(allowed: numbers and ranges such as 3,7,10-12)"

// maxQuoted is how many bytes of an entry that makes no sense are quoted.
const maxQuoted = 40

var listSettings = []setting{
	param.Content(param.Param{Name: "lose", Label: "Lose exactly", Called: "datagrams to lose", Unit: param.List, Text: param.ListOf(ParseLossList),
		Help: "which datagrams to lose {way}, by number, counted from 1 and without those of clocks"},
		func(s *Settings) *LossList { return s.LossList }, func(s *Settings, l *LossList) { s.LossList = l }),
}
