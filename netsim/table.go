package netsim

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/internal/param"
)

const (
	// MaxTableEntries is the longest table that the kernel takes (NETEM_DIST_MAX).
	MaxTableEntries = 16_384
	// MinTableEntries is the shortest: one entry would be a delay without a jitter.
	MinTableEntries = 2
	// MaxTableBytes is the longest file of a table.
	MaxTableBytes = 1 << 20

	// tableScale stands for 1 in a table (NETEM_DIST_SCALE).
	tableScale = 8192
)

// A Table is an extra delay of which a netem distribution table lists the quantiles. netem, told
// "delay D S distribution T", delays a packet by D + S·t/8192 with t one of the table's entries, all
// equally likely. Here the jitter is how far the least entry m lies below D, so that the earliest
// packet has the base delay:
//
//	base = D − S·|m|/8192    jitter = S·|m|/8192    extra = jitter·(1 + t/|m|)
//
// The mean of the extra delay is the jitter as far as the entries' mean is 0. A table without negative
// entries adds to D alone. Its jitter is S itself:
//
//	base = D    jitter = S    extra = jitter·t/8192
//
// An entry is picked as netem picks it, by the remainder of a 32-bit number. That takes the number's lowest bits, which
// netem's own correlation does not reach: so netem's kind of correlation has no visible effect with a table, in netem as
// here. Correlation that keeps the distribution takes the entries in their order.
type Table struct {
	name    string
	entries []int16
	// extra = jitter·(t + shift)/unit
	shift, unit int64
}

// ReadTable reads a table in iproute2's format: whole numbers in -32768..32767, separated by blanks, [MinTableEntries]..
// [MaxTableEntries] of them, in units of 1/8192, hexadecimal and octal as in C; # begins a comment. name is what the
// user calls the file. What tc would misread (numbers that do not fit, which wrap round, and text, after which it skips
// a line) is refused.
func ReadTable(name string, r io.Reader) (*Table, error) {
	text, err := readText(name, r, MaxTableBytes)
	if err != nil {
		return nil, err
	}
	t := &Table{name: filepath.Base(name)}
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		line, _, _ = strings.Cut(line, "#")
		for field := range strings.FieldsSeq(line) {
			entry, err := parseEntry(field)
			if err == nil && len(t.entries) == MaxTableEntries {
				err = fmt.Errorf("entries: %d is outside %d..%d", MaxTableEntries+1, MinTableEntries, MaxTableEntries)
			}
			if err != nil {
				return nil, lineError(name, number, err)
			}
			t.entries = append(t.entries, entry)
		}
	}
	if n := len(t.entries); n < MinTableEntries {
		return nil, fmt.Errorf("%q: entries: %d is outside %d..%d", name, n, MinTableEntries, MaxTableEntries)
	}
	t.shift = max(0, -int64(t.Min()))
	t.unit = cmp.Or(t.shift, tableScale)
	return t, nil
}

// parseEntry reads one entry of a table.
func parseEntry(s string) (int16, error) {
	entry, err := strconv.ParseInt(s, 0, 16)
	switch {
	case err == nil:
		return int16(entry), nil
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("entry: %s is outside -32768..32767", excerpt(s))
	}
	return 0, fmt.Errorf("entry: %s is not a whole number in -32768..32767", excerpt(s))
}

// Name returns the base name of the table's file.
func (t *Table) Name() string { return t.name }

// Min returns the least entry, in units of 1/8192.
func (t *Table) Min() int { return int(slices.Min(t.entries)) }

// Len returns the number of entries.
func (t *Table) Len() int { return len(t.entries) }

// Delay returns what the entry that u picks adds to the base delay, rounded to nanoseconds.
func (t *Table) Delay(mean time.Duration, u [4]uint64) time.Duration {
	i := uint32(u[0]>>32) % uint32(len(t.entries))
	return time.Duration(scaled(int64(mean), int64(t.entries[i])+t.shift, t.unit))
}

// Netem returns the D and S of netem's "delay D S distribution T" that do what this table does on a
// link with a base delay and a jitter.
func (t *Table) Netem(base, jitter time.Duration) (delay, sigma time.Duration) {
	sigma = time.Duration(scaled(int64(jitter), tableScale, t.unit))
	if t.shift > 0 {
		base += jitter
	}
	return base, sigma
}

// FromNetem returns the base delay and the jitter of a link that does with this table what netem's
// "delay D S distribution T" does. Where base is negative netem has no such link either: it sends
// packets at once whose delay would be less than 0.
func (t *Table) FromNetem(delay, sigma time.Duration) (base, jitter time.Duration) {
	jitter = time.Duration(scaled(int64(sigma), t.unit, tableScale))
	if t.shift > 0 {
		delay -= jitter
	}
	return delay, jitter
}

// scaled returns x·n/d, rounded. x is at most [MaxJitter], and n at most 2¹⁶.
func scaled(x, n, d int64) int64 { return (x*n + d/2) / d }

var tableSettings = []setting{
	param.Content(param.Param{Name: "table", Called: "jitter table", Unit: param.Path, Text: param.FileOf("table of tc netem", 0, ReadTable),
		Help: "tc netem table that gives the distribution of the jitter {way}, in place of the named one"},
		func(s *Settings) *Table { t, _ := s.Distribution.(*Table); return t },
		func(s *Settings, t *Table) { s.Distribution = t }),
}
