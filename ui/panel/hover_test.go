package panel

import (
	"slices"
	"testing"
)

func TestAClickChoosesAClockAloneAndWithShiftOneMore(t *testing.T) {
	var h Hover
	for _, step := range []struct {
		clock int
		more  bool
		want  []int
	}{{3, false, []int{3}}, {3, false, nil}, {3, true, []int{3}}, {1, true, []int{3, 1}}, {3, true, []int{1}}, {2, false, []int{2}}, {4, true, []int{2, 4}}, {4, false, []int{4}}} {
		if h.Pin(step.clock, step.more); !slices.Equal(h.Pins, step.want) {
			t.Fatalf("after %+v %v are chosen", step, h.Pins)
		}
	}
	if !h.Unpin() || h.Unpin() || len(h.Pins) > 0 {
		t.Error("they are not let go once")
	}
	for i := range 3 {
		if h.PinNext(3, false); !slices.Equal(h.Pins, []int{i}) {
			t.Errorf("the keyboard has come to %v, want %d", h.Pins, i)
		}
	}
	if h.PinNext(3, false); len(h.Pins) > 0 {
		t.Error("behind the last clock one is chosen")
	}
}

func TestWhatIsNeitherPointedAtNorChosenIsDim(t *testing.T) {
	var h Hover
	lit := func() (all []int) {
		for i := range 4 {
			if (h.Light(i) == 1) == h.Dim(i) {
				t.Fatal("dim and alight at once")
			}
			if !h.Dim(i) {
				all = append(all, i)
			}
		}
		return all
	}
	if got := lit(); len(got) != 4 {
		t.Errorf("of nothing only %v are alight", got)
	}
	h.Clock = 3
	if got := lit(); !slices.Equal(got, []int{2}) {
		t.Errorf("alight are %v", got)
	}
	if h.Pin(0, false); !slices.Equal(lit(), []int{0, 2}) {
		t.Errorf("alight are %v", lit())
	}
	if h.Clock = 0; !slices.Equal(lit(), []int{0}) {
		t.Errorf("alight are %v", lit())
	}
}

func TestAClockIsChosenInBothWorlds(t *testing.T) {
	var b, a Hover
	b.Pin(2, false)
	if b.Share(&a); !a.Pinned(2) {
		t.Error("A does not know it")
	}
	a.Pin(1, true)
	if b.Share(&a); !slices.Equal(b.Pins, []int{2, 1}) || !slices.Equal(a.Pins, b.Pins) {
		t.Errorf("in B it is %v, in A %v", b.Pins, a.Pins)
	}
	b.Unpin()
	if b.Share(&a); len(a.Pins)+len(b.Pins) > 0 {
		t.Error("it is not let go in both")
	}
}
