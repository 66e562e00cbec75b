package game

import (
	"fmt"
	"strings"
	"testing"
)

// appendField writes a value as a field has it.
func appendField(b []byte, f WireField, v int64) []byte {
	for shift := 8 * (f.Bytes - 1); shift >= 0; shift -= 8 {
		b = append(b, byte(v>>shift))
	}
	return b
}

// checkLayout checks that the package's own readers read these fields behind what a datagram begins with: under these names, of
// these lengths, within these bounds.
func checkLayout(t *testing.T, kind Kind, begin []byte, fields []WireField) {
	t.Helper()
	for _, f := range fields {
		fault := func(b []byte) string { _, fault := Dissected(b); return strings.TrimPrefix(fault, kind.String()+": ") }
		want := fmt.Sprintf("%s: truncated, %d of %d bytes are left", f.Name, f.Bytes-1, f.Bytes)
		if got := fault(append(begin[:len(begin):len(begin)], make([]byte, f.Bytes-1)...)); got != want {
			t.Errorf("%v: got %q, want %q", kind, got, want)
		}
		lowest, highest := signed("", f.Bytes).Min, unsigned("", f.Bytes).Max
		if f.Signed {
			highest = signed("", f.Bytes).Max
		} else {
			lowest = 0
		}
		outside := func(v int64) string { return fmt.Sprintf("%s: %d is outside %d..%d", f.Name, v, f.Min, f.Max) }
		for v, refused := range map[int64]bool{f.Min: false, f.Max: false, f.Min - 1: f.Min > lowest, f.Max + 1: f.Max < highest} {
			got := fault(appendField(begin[:len(begin):len(begin)], f, v))
			if within := v >= f.Min && v <= f.Max; !within && !refused {
				continue // it cannot be written
			}
			if refused && got != outside(v) || !refused && strings.Contains(got, f.Name+": ") && strings.Contains(got, "outside") {
				t.Errorf("%v: %s of %d: got %q", kind, f.Name, v, got)
			}
		}
		begin = appendField(begin, f, max(f.Min, min(f.Max, 1)))
	}
}

func TestTheLayoutIsWhatTheReadersGoBy(t *testing.T) {
	t.Parallel()
	l := WireLayout()
	for kind := KindHello; kind < KindCount; kind++ {
		begin := header{kind: kind, join: joinOne, stamped: true}.append(nil)
		k := l.Kinds[kind]
		checkLayout(t, kind, begin, k.Fields)
		for _, f := range k.Fields {
			begin = appendField(begin, f, max(f.Min, min(f.Max, 1)))
		}
		if _, fault := Dissected(append(begin[:len(begin):len(begin)], 0)); !k.More && fault != kind.String()+": 1 bytes too many" {
			t.Errorf("%v: one byte more: got %q", kind, fault)
		}
		plain := header{kind: kind, join: joinOne}.append(nil)
		if _, fault := Dissected(plain); k.Stampless == strings.Contains(fault, "without a stamp") {
			t.Errorf("%v without a stamp: got %q", kind, fault)
		}
		switch kind {
		case KindWelcome:
			checkLayout(t, kind, append(begin, 1), l.Timeline)
		case KindInput:
			checkLayout(t, kind, append(begin, 0), l.Sight)
		}
	}
}
