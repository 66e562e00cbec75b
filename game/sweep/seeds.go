package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Seeds are the seeds of a grid, each once. Their text is like 1..100,205.
type Seeds []uint64

// ParseSeeds reads seeds and ranges of seeds, separated by commas: 1..100,205.
func ParseSeeds(text string) (Seeds, error) { return parseSeeds(text, MaxCells) }

// parseSeeds is ParseSeeds with the most that there may be.
func parseSeeds(text string, most uint64) (Seeds, error) {
	var ranges [][2]uint64
	var all uint64
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "..")
		lo, err := parseSeed(from)
		if err != nil {
			return nil, err
		}
		hi := lo
		if isRange {
			if hi, err = parseSeed(to); err != nil {
				return nil, err
			}
		}
		if hi < lo {
			return nil, fmt.Errorf("%q ends before it begins", strings.TrimSpace(part))
		}
		if hi-lo >= most-all {
			return nil, fmt.Errorf("over %d seeds is outside 1..%[1]d", most)
		}
		all += hi - lo + 1
		ranges = append(ranges, [2]uint64{lo, hi})
	}
	out := make(Seeds, 0, all)
	for _, r := range ranges {
		for s := r[0]; s <= r[1]; s++ {
			out = append(out, s)
		}
	}
	slices.SortFunc(ranges, func(a, b [2]uint64) int { return cmp.Compare(a[0], b[0]) })
	for i := 1; i < len(ranges); i++ {
		if ranges[i][0] <= ranges[i-1][1] {
			return nil, fmt.Errorf("%d appears twice", ranges[i][0])
		}
	}
	return out, nil
}

func parseSeed(text string) (uint64, error) {
	text = strings.TrimSpace(text)
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > math.MaxInt64 {
		return 0, fmt.Errorf("%q is not a seed in 0..%d, nor a range such as 1..100", text, int64(math.MaxInt64))
	}
	return n, nil
}

// String writes the seeds as ParseSeeds reads them.
func (s Seeds) String() string { return ranges(s, len(s), "..", ",") }

func (s Seeds) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s *Seeds) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSeeds(string(text))
	return err
}
