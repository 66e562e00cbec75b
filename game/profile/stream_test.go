package profile

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf16"
)

// readAs reads a text as the format of a name has it.
func readAs(kind, name string, r io.Reader) (*Profile, error) {
	s, err := newStream(name, r)
	if err != nil {
		return nil, err
	}
	all := formats()
	return s.profile(all[slices.IndexFunc(all, func(f format) bool { return f.name == kind })], Part{})
}

// inUTF16 writes a text in units of two bytes.
func inUTF16(text string, order binary.AppendByteOrder) []byte {
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, unit)
	}
	return out
}

func TestAStreamIsUnpackedAndMadeUTF8(t *testing.T) {
	t.Parallel()
	const text = "Обмен пакетами: время=3 мс 𝄞\nmore\n"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(inUTF16("\ufeff"+text, binary.LittleEndian))
	w.Close()
	for name, data := range map[string][]byte{
		"UTF-8":                       []byte(text),
		"UTF-8 with its mark":         []byte("\ufeff" + text),
		"UTF-16 LE":                   inUTF16("\ufeff"+text, binary.LittleEndian),
		"UTF-16 BE":                   inUTF16("\ufeff"+text, binary.BigEndian),
		"UTF-16 LE without its mark":  inUTF16(text, binary.LittleEndian),
		"UTF-16 BE without its mark":  inUTF16(text, binary.BigEndian),
		"UTF-16 LE cut within a unit": append(inUTF16("\ufeff"+text, binary.LittleEndian), 'x'),
		"gzip":                        packed.Bytes(),
	} {
		s := mustStream(t, name, iotest.OneByteReader(bytes.NewReader(data)))
		if got, err := io.ReadAll(s); err != nil || string(got) != text {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

func TestLinesAreNumberedAndBounded(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a\r\nb":                                `1 "a" true, 2 "b" false, <nil>`,
		"a\n\x00":                               `1 "a" true, "x", line 2: it is not text`,
		"a\n" + strings.Repeat("x", maxLine+1):  `1 "a" true, "x", line 2: it is longer than 65536 bytes`,
		strings.Repeat("\n", 2) + "\xacs\xe1\n": `1 "" true, 2 "" true, 3 "\xacs\xe1" true, <nil>`,
	} {
		s := mustStream(t, "x", strings.NewReader(text))
		var got []string
		l := s.lines()
		for l.next() {
			got = append(got, fmt.Sprintf("%d %q %v", l.number, l.text, l.whole))
		}
		if all := strings.Join(append(got, fmt.Sprint(l.err)), ", "); all != want {
			t.Errorf("%.20q: got %s, want %s", text, all, want)
		}
	}
}

// endless gives the same line again and again, and counts what was taken.
type endless struct {
	line  string
	taken int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.line[e.taken%len(e.line):])
	e.taken += n
	return n, nil
}

func TestATextWithoutPacketsIsGivenUpHoweverLongItIs(t *testing.T) {
	t.Parallel()
	in := &endless{line: "nothing is measured here\n"}
	s := mustStream(t, "x", in)
	l := s.lines()
	for l.next() {
	}
	if l.err == nil || !strings.HasSuffix(l.err.Error(), ": 67108864 bytes are without a packet") || in.taken > MaxSilence+2*headBytes {
		t.Errorf("got %v after %d bytes", l.err, in.taken)
	}
}

func TestAPartIsChosenByWhenItsPacketsWereSent(t *testing.T) {
	t.Parallel()
	m := measurement{}
	for i := range 10 {
		m.trips = append(m.trips, trip{sent: time.Duration(i) * time.Second})
	}
	if err := m.cut(Part{Begin: 2 * time.Second, End: 5 * time.Second}); err != nil || len(m.trips) != 3 || m.trips[0].sent != 0 || m.trips[2].sent != 2*time.Second {
		t.Errorf("got %+v, %v", m.trips, err)
	}
}

func TestAPartWithoutAPacketSaysWhereTheLastOneWas(t *testing.T) {
	t.Parallel()
	m := measurement{trips: []trip{{sent: 0}, {sent: 2 * time.Second}}}
	if err := m.cut(Part{Begin: time.Hour}); err == nil || err.Error() != "there is no packet in the part from 1h0m0s on: the last was sent at 2s" {
		t.Errorf("got %v", err)
	}
}

func mustReadAs(t testing.TB, kind, name string, r io.Reader) *Profile {
	t.Helper()
	p, err := readAs(kind, name, r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustStream(t testing.TB, name string, r io.Reader) *stream {
	t.Helper()
	s, err := newStream(name, r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
