package lab

import (
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/damage"
)

func TestTracesComeBackAsTheyWerePacked(t *testing.T) {
	value := rapid.OneOf(rapid.Just(int64(gap)), rapid.Int64Range(-50, 50), rapid.Int64Range(-1<<50, 1<<50))
	rapid.Check(t, func(t *rapid.T) {
		var in trace
		for i := range in {
			in[i] = value.Draw(t, "point")
		}
		out, err := unpackTrace(in.pack())
		if err != nil || *out != in {
			t.Fatalf("%v came back as %v, %v", in, out, err)
		}
	})
}

func TestACalmTraceTakesAByteAPoint(t *testing.T) {
	var calm trace
	for i := range calm {
		calm[i] = 40_000 + int64(i%3)
	}
	if n := len(calm.pack()); n > points+2 {
		t.Errorf("%d bytes, want at most %d", n, points+2)
	}
}

func FuzzUnpackTrace(f *testing.F) {
	f.Add((&trace{}).pack())
	f.Add([]byte{})
	f.Add((&trace{0: gap, 5: 1 << 60, 6: -1 << 60}).pack())
	damage.Fuzz(f, func(t testing.TB, b []byte) {
		unpacked, err := unpackTrace(b)
		if err != nil {
			return
		}
		if again, err := unpackTrace(unpacked.pack()); err != nil || *again != *unpacked {
			t.Errorf("%v came back as %v, %v", unpacked, again, err)
		}
	})
}
