package midline

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"driftlab/internal/testkit"
	"driftlab/netsync"
)

var update = flag.Bool("update", false, "write the vectors of docs/wire.md again; they are frozen, so only where some are added")

// sampleHeads are one of each kind, with fields at their ends.
var sampleHeads = []Head{
	{},
	{Stamp: 1<<24 - 1},
	{Stamp: 0x010203, Blocks: Question, Number: 1, T1: 24_000},
	{Stamp: 0xfffffd, Blocks: Question, Number: 1<<16 - 1, T1: -netsync.MaxClock},
	{Stamp: 0x0a0b0c, Blocks: Answer, Number: 0x1112, T1: -5, T2: 0x2122232425262728, T3: netsync.MaxClock, Host: 0x41424344},
	{Stamp: 0x0a0b0c, Blocks: Floor, Floor: 0x515253545556},
	{Stamp: 0x0a0b0c, Blocks: Floor | Span, Floor: 1<<48 - 1, Span: 0x61626364},
	{Stamp: 0x0a0b0c, Blocks: Answer | Floor, Number: 2, T1: 3, T2: 4, T3: 5, Host: 6, Floor: 7},
	{Stamp: 0x0a0b0c, Blocks: Answer | Floor | Span, Number: 2, T1: 3, T2: 4, T3: 5, Host: 6, Floor: 7, Span: 8},
}

// text is a head as the vectors have it: only fields that it has.
func (h *Head) text() string {
	s := fmt.Sprintf("stamp=%d", h.Stamp)
	if h.Blocks&(Question|Answer) != 0 {
		s += fmt.Sprintf(" number=%d t1=%d", h.Number, h.T1)
	}
	if h.Blocks&Answer != 0 {
		s += fmt.Sprintf(" t2=%d t3=%d host=%d", h.T2, h.T3, h.Host)
	}
	if h.Blocks&Floor != 0 {
		s += fmt.Sprintf(" floor=%d", uint64(h.Floor))
	}
	if h.Blocks&Span != 0 {
		s += fmt.Sprintf(" span=%d", uint32(h.Span))
	}
	return s
}

// badHeads are refused, and no head begins with them.
var badHeads = [][]byte{
	{},
	{0x10},
	{0x10, 1, 2},
	{0x20, 1, 2, 3},
	{0x00, 1, 2, 3},
	{0x13, 1, 2, 3},
	{0x15, 1, 2, 3},
	{0x18, 1, 2, 3},
	{0x11, 1, 2, 3, 0, 9},
	{0x11, 1, 2, 3, 0, 9, 0, 0, 0, 0, 0, 0, 0},
	{0x11, 1, 2, 3, 0, 9, 0x40, 0, 0, 0, 0, 0, 0, 1},
	{0x11, 1, 2, 3, 0, 9, 0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
	{0x14, 1, 2, 3, 1, 2, 3, 4, 5},
	{0x1c, 1, 2, 3, 1, 2, 3, 4, 5, 6, 1, 2, 3},
}

// vectors compares lines with a file of testdata, or writes it.
func vectors(t *testing.T, name, about string, lines []string) {
	t.Helper()
	name = "testdata/" + name
	want := about + strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	have, is := bufio.NewScanner(bytes.NewReader(got)), strings.Split(want, "\n")
	for i := range is {
		if have.Scan(); have.Text() != is[i] {
			t.Fatalf("%s, line %d: %s\nis here %s", name, i+1, have.Text(), is[i])
		}
	}
	if have.Scan() {
		t.Errorf("%s has more lines than there are here", name)
	}
}

func TestTheWireFormatIsThatOfItsVectors(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, h := range sampleHeads {
		b := h.Append(nil)
		got, payload, err := Parse(append(bytes.Clone(b), "game"...))
		if err != nil || got != h || string(payload) != "game" {
			t.Errorf("%+v is read as %+v with %q, %v", h, got, payload, err)
		}
		lines = append(lines, fmt.Sprintf("%x %s", b, h.text()))
	}
	vectors(t, "heads.txt", "# Version 1. The bytes of a head, and what it says.\n", lines)
}

func TestWhatIsNoHeadIsRefusedByFieldAndRange(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, b := range badHeads {
		h, payload, err := Parse(b)
		if err == nil || h != (Head{}) || payload != nil {
			t.Errorf("%x: %+v, %q, %v", b, h, payload, err)
			continue
		}
		if short := (*netsync.TruncatedError)(nil); errors.As(err, &short) != strings.Contains(err.Error(), "truncated") {
			t.Errorf("%x: %T", b, err)
		}
		lines = append(lines, fmt.Sprintf("%s # %v", hex.EncodeToString(b), err))
	}
	vectors(t, "bad-heads.txt", "# Version 1. What is refused, and what this program says of it.\n", lines)
}

func FuzzHeads(f *testing.F) {
	for _, h := range sampleHeads {
		f.Add(append(h.Append(nil), 1, 2, 3))
	}
	for _, b := range badHeads {
		f.Add(b)
	}
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		h, payload, err := Parse(b)
		if err != nil {
			if h != (Head{}) || payload != nil {
				t.Errorf("%v, and %+v is left with %d bytes", err, h, len(payload))
			}
			return
		}
		again := h.Append(nil)
		if len(again) > MaxHead || !bytes.Equal(append(again, payload...), b) {
			t.Errorf("%x is written again as %x and %x", b, again, payload)
		}
	})
}
