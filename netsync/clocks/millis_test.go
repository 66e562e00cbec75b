package clocks

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync/internal/arith"
)

func TestMillisStampsCompareAcrossTheirWrap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b Millis32
		want time.Duration
	}{
		{5, 3, 2 * time.Millisecond},
		{3, 5, -2 * time.Millisecond},
		{7, 7, 0},
		{1, 1<<32 - 1, 2 * time.Millisecond},
		{1<<32 - 1, 1, -2 * time.Millisecond},
		{1<<31 - 1, 0, (1<<31 - 1) * time.Millisecond},
		{1 << 31, 0, -1 << 31 * time.Millisecond}, // half the range: earlier, whichever way round
		{0, 1 << 31, -1 << 31 * time.Millisecond},
	} {
		if got := c.a.Sub(c.b); got != c.want {
			t.Errorf("%d − %d is %v, want %v", c.a, c.b, got, c.want)
		}
	}
	for _, c := range []struct {
		a, b Millis16
		want time.Duration
	}{
		{1, 1<<16 - 1, 2 * time.Millisecond},
		{1<<16 - 1, 1, -2 * time.Millisecond},
		{1<<15 - 1, 0, 32767 * time.Millisecond},
		{1 << 15, 0, -32768 * time.Millisecond},
	} {
		if got := c.a.Sub(c.b); got != c.want {
			t.Errorf("16 bits: %d − %d is %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestMillisStampsRoundDownOnBothSidesOfZero(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ns   int64
		want Millis32
	}{{0, 0}, {999_999, 0}, {1_000_000, 1}, {-1, 1<<32 - 1}, {-1_000_000, 1<<32 - 1}, {-1_000_001, 1<<32 - 2}} {
		if got := ToMillis32(c.ns); got != c.want {
			t.Errorf("%d ns is stamp %d, want %d", c.ns, got, c.want)
		}
		if got := ToMillis16(c.ns); got != Millis16(c.want) {
			t.Errorf("%d ns is stamp %d of 16 bits, want %d", c.ns, got, Millis16(c.want))
		}
	}
}

func TestMillisStampsExtendToTheReadingTheyWereMadeFrom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		ms := rapid.Int64Range(-1<<42, 1<<42).Draw(rt, "ms")
		ns := ms*1_000_000 + rapid.Int64Range(0, 999_999).Draw(rt, "ns")
		pivot := func(half int64) int64 {
			// The stamp lies in [pivot − half, pivot + half), in whole ms.
			return (ms+rapid.Int64Range(-half+1, half).Draw(rt, "age"))*1_000_000 + rapid.Int64Range(0, 999_999).Draw(rt, "more")
		}
		if got := ToMillis16(ns).Near(pivot(1 << 15)); got != ms*1_000_000 {
			rt.Fatalf("16 bits of %d extend to %d", ns, got)
		}
		if got := ToMillis32(ns).Near(pivot(1 << 31)); got != ms*1_000_000 {
			rt.Fatalf("32 bits of %d extend to %d", ns, got)
		}
	})
}

func TestMillisStampOfHalfAMinuteOnTheWireIsStillReadRightly(t *testing.T) {
	t.Parallel()
	sent := int64(100 * time.Hour)
	stamp := ToMillis16(sent)
	if got := stamp.Near(sent + int64(30*time.Second)); got != sent {
		t.Errorf("extended on arrival it is off by %v", time.Duration(got-sent))
	}
	if got := stamp.Near(sent + int64(33*time.Second)); got != sent+65536*int64(time.Millisecond) {
		t.Errorf("extended 3 s after that it is off by %v, want one turn", time.Duration(got-sent))
	}
}

// Sub returns the signed time from u to s: positive if s is later, negative if it is earlier. Exactly half the range away,
// which could be either, reads as earlier.
func (s Millis32) Sub(u Millis32) time.Duration {
	return time.Duration(bits32.Signed(uint64(s-u))) * time.Millisecond
}

// Sub returns the signed time from u to s, as [Millis32.Sub] does.
func (s Millis16) Sub(u Millis16) time.Duration {
	return time.Duration(arith.Bits16.Signed(uint64(s-u))) * time.Millisecond
}
