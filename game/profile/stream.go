package profile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf16"

	"driftlab/netsim"
)

const (
	// MaxProbes is how many packets of a measurement are kept: as many as a recording has rows.
	MaxProbes = netsim.MaxRecordingRows
	// MaxSilence is after how many bytes without another packet a text is given up.
	MaxSilence = 64 << 20
	// headBytes is how much of a measurement is looked at to find out what has written it.
	headBytes = 64 << 10
	// maxLine is the longest line of a measurement in bytes.
	maxLine = 64 << 10
)

// A Part is which part of a measurement is wanted, by when its packets were sent.
type Part struct {
	Begin time.Duration // since the first packet
	End   time.Duration // likewise, itself not in it; 0 stands for the end of the measurement
	Of    string        // which of several hosts or series, by its name or its number from 1; "" is the first one
}

// reaches says whether a packet after one that was sent at an instant may still be of the part.
func (p Part) reaches(sent time.Duration) bool { return p.End == 0 || sent < p.End }

// Knows says whether one of the known programs has written a text, by its first bytes; more than 64 kB make
// no difference.
func Knows(text []byte) bool {
	_, _, ok := recognise(text[:min(len(text), headBytes)])
	return ok
}

// Read reads a measurement of any length that one of the known programs has written, which it finds out by
// itself; name is for errors. Of more than [MaxProbes] packets in the part it keeps the first, and says so.
func Read(name string, r io.Reader, part Part) (*Profile, error) {
	s, err := newStream(name, r)
	if err != nil {
		return nil, err
	}
	if part, err = s.unname(part); err != nil {
		return nil, err
	}
	f, how, ok := recognise(s.head())
	if !ok {
		return nil, unknown(name, s.head())
	}
	p, err := s.profile(f, part)
	if err == nil {
		p.Known = said("it is %s, by %s", said(f.title), how)
	}
	return p, err
}

// A stream is a measurement that is being read: unpacked, and text in UTF-8 or in bytes of an unknown encoding.
type stream struct {
	name string
	*bufio.Reader
	others Note   // what to say of the programs whose lines are left out
	kind   string // of the format that it is read as
	mixed  Note   // what to say of lines of a program of another kind
}

// newStream unpacks what is packed with gzip, and converts UTF-16, with its mark or without.
func newStream(name string, r io.Reader) (*stream, error) {
	s := &stream{name: name, Reader: bufio.NewReaderSize(r, headBytes)}
	if bytes.HasPrefix(s.head(), []byte{0x1f, 0x8b}) {
		packed, err := gzip.NewReader(s.Reader)
		if err != nil {
			return nil, fmt.Errorf("%q: it is not whole gzip: %w", name, err)
		}
		s.Reader = bufio.NewReaderSize(packed, headBytes)
	}
	if high, marked := utf16In(s.head()); high >= 0 {
		if marked {
			s.Discard(2)
		}
		s.Reader = bufio.NewReaderSize(&utf16Reader{in: s.Reader, high: high}, headBytes)
	}
	if bytes.HasPrefix(s.head(), []byte("\ufeff")) {
		s.Discard(3)
	}
	_, err := s.Peek(1)
	switch {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%q is empty", name)
	case err != nil:
		return nil, unreadable(name, err)
	}
	return s, nil
}

// head returns the first [headBytes] of what is left, or all that there is.
func (s *stream) head() []byte {
	head, _ := s.Peek(headBytes)
	return head
}

// profile reads all of it as a format has it.
func (s *stream) profile(f format, part Part) (*Profile, error) {
	if part.Of != "" && !f.several {
		return nil, fmt.Errorf("%q: it has only one measurement, so there is nothing to choose by %.60q", s.name, part.Of)
	}
	s.kind = f.name
	m, err := f.read(s, part)
	if err != nil {
		return nil, err
	}
	if (m.counted != nil || m.ready != nil) && (part.Begin != 0 || part.End != 0) {
		return nil, fmt.Errorf("%q: it describes all packets together, so there is no part to choose", s.name)
	}
	if err := m.cut(part); err != nil {
		return nil, fmt.Errorf("%q: %w", s.name, err)
	}
	p, err := m.profile(s.name)
	if err != nil {
		return nil, err
	}
	p.Notes.add(s.others)
	p.Notes.add(s.mixed)
	return p, nil
}

// utf16In tells which byte of each unit is the high one, 0 or 1, or −1 where a text is not UTF-16, and whether
// there is a mark. Without one, it is the byte that is 0 in some units, those of spaces and digits, and the other in hardly any.
func utf16In(head []byte) (high int, marked bool) {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		return 1, true
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return 0, true
	}
	var zeros [2]int
	head = head[:min(len(head), 512)&^1]
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	for high, n := range zeros {
		if n > len(head)/16 && zeros[1-high] < n/8 {
			return high, false
		}
	}
	return -1, false
}

// A utf16Reader gives UTF-16 as UTF-8.
type utf16Reader struct {
	in   *bufio.Reader
	high int    // 0 or 1: which byte of a unit
	out  []byte // converted and not read yet
	wide rune   // the first half of a pair, or 0
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) < min(len(p), 4096) {
		var unit [2]byte
		if _, err := io.ReadFull(u.in, unit[:]); err != nil { // half a unit at the end is left out
			if len(u.out) > 0 {
				break
			}
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = io.EOF
			}
			return 0, err
		}
		r := rune(unit[u.high])<<8 | rune(unit[1-u.high])
		switch {
		case u.wide != 0:
			u.out = append(u.out, string(utf16.DecodeRune(u.wide, r))...)
			u.wide = 0
		case 0xd800 <= r && r < 0xdc00:
			u.wide = r
		default:
			u.out = append(u.out, string(r)...)
		}
	}
	n := copy(p, u.out)
	u.out = u.out[:copy(u.out, u.out[n:])]
	return n, nil
}

// lines reads a stream line by line, in bounded memory.
type lines struct {
	s      *stream
	number int    // of the line, from 1
	text   string // the line, without its end
	whole  bool   // the line has an end
	alien  bool   // the line is another program's
	silent int    // bytes since the last packet
	packet int    // number of the line of the last packet, 0 for none
	err    error
}

func (s *stream) lines() *lines { return &lines{s: s} }

// next goes to the next line. It is false at the end, and where the text can't be read on, which err says.
func (l *lines) next() bool {
	if l.err != nil {
		return false
	}
	raw, err := l.s.ReadSlice('\n')
	if len(raw) == 0 && errors.Is(err, io.EOF) {
		return false
	}
	l.number++
	l.silent += len(raw)
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		l.err = l.fault("it is longer than %d bytes", maxLine)
	case err != nil && !errors.Is(err, io.EOF):
		l.err = unreadable(l.s.name, err)
	case bytes.IndexByte(raw, 0) >= 0:
		l.err = l.fault("it is not text")
	case l.silent > MaxSilence:
		l.err = l.fault("%d bytes are without a packet", MaxSilence)
	}
	l.whole = err == nil
	l.text = strings.TrimRight(string(raw), "\r\n")
	title := otherProgram(l.text, l.s.kind)
	if l.alien = title != ""; l.alien && l.s.mixed.Format == "" {
		l.s.mixed = said("Line %d is of %s: such lines are left out; put them in a file of their own.", l.number, said(title))
	}
	return l.err == nil
}

// heard notes that a packet was found.
func (l *lines) heard() { l.silent, l.packet = 0, l.number }

// fault says in which line something is wrong.
func (l *lines) fault(format string, args ...any) error {
	return fmt.Errorf("%q, line %d: %s", l.s.name, l.number, fmt.Sprintf(format, args...))
}

// A line of another program in a text is left out, and said once: where a text continues with it, nobody would otherwise know that
// half of the file is not in the figures.

// otherProgram returns what a line is of that is another program's than kind's, "" for none that is sure. Only lines that no other
// program prints are looked for, headings and answers; its reader recognises those of a ping in another program's text.
func otherProgram(line, kind string) (title string) {
	line = strings.TrimSpace(line)
	for i := range probeTexts {
		p := &probeTexts[i]
		if p.kind != kind && hasAny(line, p.hints) && p.like(line) {
			return p.title
		}
	}
	switch {
	case line == "{" || strings.HasPrefix(line, `{"`) || strings.HasPrefix(line, `"`) && strings.Contains(line, `": `):
		return "JSON"
	case kind != "mtr" && hasAny(line, []string{"Loss%", "WinMTR", "Mtr_"}) && mtrText(line):
		return mtrTitle
	case kind == "mtr" && hasAny(line, []string{"ttl=", "TTL="}) && parsePing(line, false).kind == pingAnswer:
		return pingTitle
	}
	return ""
}

func hasAny(line string, words []string) bool {
	for _, w := range words {
		if strings.Contains(line, w) {
			return true
		}
	}
	return false
}
