package film

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"driftlab/internal/files"
	"driftlab/internal/texts"
)

// A Cue is a caption and when it is shown. In a film's cues From and To count from its first frame.
type Cue struct {
	From, To time.Duration // From ≤ t < To
	Text     string        // lines with a line end between them
}

// The limits of captions.
const (
	maxSRT  = 4 << 20 // bytes of a file
	maxCues = 100_000
	maxCue  = 1000 // bytes of one caption
)

// ReadSRT reads the captions of an SRT file.
func ReadSRT(path string) ([]Cue, error) {
	text, err := files.Read(path, maxSRT)
	if err != nil {
		return nil, fmt.Errorf("captions %q: %w", path, err)
	}
	cues, err := ParseSRT(string(text))
	if err != nil {
		return nil, fmt.Errorf("captions %q, %w", path, err)
	}
	return cues, nil
}

// style is a SubRip tag for letters. Captions are drawn in one style, without tags.
var style = regexp.MustCompile(`(?i)^(</?[ibu]>|<font(\s[^<>]*)?>|</font>)$`)

// untagged removes such tags from a line, also those that only appear once an inner tag is removed.
func untagged(line string) string {
	var out []byte
	var open []int // where a tag may start in out
	for i := range len(line) {
		out = append(out, line[i])
		switch line[i] {
		case '<':
			open = append(open, len(out)-1)
		case '>':
			if n := len(open) - 1; n >= 0 && style.Match(out[open[n]:]) {
				out, open = out[:open[n]], open[:n]
			} else {
				open = nil // no tag contains a >
			}
		}
	}
	return strings.TrimSpace(string(out))
}

// ParseSRT reads captions in SubRip's format: a number, a line FROM --> TO, lines of text, and an empty line. They must be in
// order of time and must not overlap. Tags for bold, italic, underlined and coloured letters are left out. An error starts with
// the line's number.
func ParseSRT(text string) (cues []Cue, err error) {
	for n, line := range strings.Split(text, "\n") {
		if !utf8.ValidString(line) {
			return nil, fmt.Errorf("line %d: it is not UTF-8", n+1)
		}
	}
	text = strings.TrimPrefix(text, "\ufeff")
	lines := strings.Split(texts.Text(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")), "\n")
	for n := 0; n < len(lines); n++ {
		line := strings.TrimSpace(lines[n])
		if line == "" {
			continue
		}
		if _, err := strconv.ParseUint(line, 10, 32); err != nil {
			return nil, fmt.Errorf("line %d: %s is not the number of a caption", n+1, quoted(line))
		}
		if n++; n == len(lines) {
			return nil, fmt.Errorf("line %d: the times of the caption are missing", n)
		}
		cue, err := parseTimes(lines[n])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
		if len(cues) > 0 && cue.From < cues[len(cues)-1].To {
			return nil, fmt.Errorf("line %d: the caption begins before the end of the one above it", n+1)
		}
		first := n + 1
		for n+1 < len(lines) && strings.TrimSpace(lines[n+1]) != "" {
			n++
		}
		for _, l := range lines[first : n+1] {
			if l = untagged(l); l != "" { // an empty line would end the caption when it is written again
				cue.Text += l + "\n"
			}
		}
		if cue.Text = strings.TrimSuffix(cue.Text, "\n"); len(cue.Text) > maxCue {
			return nil, fmt.Errorf("line %d: the caption has %d bytes, which is outside 0..%d", first+1, len(cue.Text), maxCue)
		}
		if cues = append(cues, cue); len(cues) > maxCues {
			return nil, fmt.Errorf("line %d: there are more than %d captions", n+1, maxCues)
		}
	}
	return cues, nil
}

// parseTimes reads a line such as 00:00:04,000 --> 00:00:06,500. It ignores positions after that.
func parseTimes(line string) (c Cue, err error) {
	from, to, ok := strings.Cut(line, "-->")
	if !ok {
		return c, fmt.Errorf("%s is not FROM --> TO", quoted(line))
	}
	ends := strings.Fields(to)
	if len(ends) == 0 {
		return c, fmt.Errorf("%s has no end", quoted(line))
	}
	if c.From, err = parseTime(strings.TrimSpace(from)); err != nil {
		return c, err
	}
	if c.To, err = parseTime(ends[0]); err != nil {
		return c, err
	}
	if c.To <= c.From {
		return c, fmt.Errorf("the caption ends at %s, not after its start at %s", ends[0], strings.TrimSpace(from))
	}
	return c, nil
}

// parseTime reads HH:MM:SS,mmm; a point is accepted in place of the comma.
func parseTime(text string) (time.Duration, error) {
	bad := fmt.Errorf("%s is not a time such as 00:01:02,345", quoted(text))
	whole, milli, ok := strings.Cut(strings.Replace(text, ".", ",", 1), ",")
	parts := strings.Split(whole, ":")
	if !ok || len(parts) != 3 || len(milli) != 3 {
		return 0, bad
	}
	var t time.Duration
	for i, part := range []struct {
		text string
		most uint64
		unit time.Duration
	}{{parts[0], 99, time.Hour}, {parts[1], 59, time.Minute}, {parts[2], 59, time.Second}, {milli, 999, time.Millisecond}} {
		v, err := strconv.ParseUint(part.text, 10, 32)
		if err != nil || v > part.most || i < 3 && len(part.text) != 2 {
			return 0, bad
		}
		t += time.Duration(v) * part.unit
	}
	return t, nil
}

// quoted returns a text of a file for a message, cut to fit into a line.
func quoted(text string) string {
	text = strings.TrimSpace(text)
	if r := []rune(text); len(r) > 40 {
		text = string(r[:40]) + "…"
	}
	return strconv.Quote(text)
}

// SRT writes captions as a SubRip file. It leaves out empty lines within a caption, which would end it.
func SRT(cues []Cue) string {
	var b strings.Builder
	n := 0
	for _, c := range cues {
		var lines []string
		for line := range strings.Lines(texts.Text(c.Text)) {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, line)
			}
		}
		if len(lines) == 0 || c.To.Truncate(time.Millisecond) <= c.From.Truncate(time.Millisecond) {
			continue
		}
		n++
		fmt.Fprintf(&b, "%d\n%s --> %s\n%s\n\n", n, srtTime(c.From), srtTime(c.To), strings.Join(lines, "\n"))
	}
	return b.String()
}

func srtTime(t time.Duration) string {
	ms := t.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d,%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}

// CueAt returns the caption at an instant of the film, "" for none.
func CueAt(cues []Cue, at time.Duration) string {
	n, _ := slices.BinarySearchFunc(cues, at, func(c Cue, at time.Duration) int {
		if c.To <= at {
			return -1
		}
		return 1
	})
	if n < len(cues) && cues[n].From <= at {
		return cues[n].Text
	}
	return ""
}
