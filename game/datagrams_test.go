package game

import "testing"

func TestDatagramsWithoutAWorldAreWithinTheirRanges(t *testing.T) {
	t.Parallel()
	var s stream
	for _, d := range []Datagrams{{99, 100}, {1000_001, 100}, {60_000, 10}, {60_000, 1201}} {
		if err := s.use(0, d); err == nil || s.set != (Datagrams{}) {
			t.Errorf("%+v: %v, and %+v is in use", d, err, s.set)
		}
	}
	if err := s.use(0, DefaultDatagrams); err != nil {
		t.Error(err)
	}
}

func TestZerosEndTheQuestionsOfADatagram(t *testing.T) {
	t.Parallel()
	ask := []byte{1, 4, 0, 7, 0, 0, 0, 0, 0, 0, 0, 9}
	for _, c := range []struct {
		body []byte
		want int
	}{
		{nil, 0}, {[]byte{0, 0}, 0}, {ask, 12}, {append(append([]byte{}, ask...), 0, 0, 9), 12}, {append(append([]byte{}, ask...), ask...), 24},
		{[]byte{1, 4, 0}, 3}, {[]byte{77, 0, 0}, 3}, // reported as faults later
	} {
		if got := questions(c.body); len(got) != c.want {
			t.Errorf("%v: %d bytes, want %d", c.body, len(got), c.want)
		}
	}
}
