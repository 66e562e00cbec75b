package observe

import "testing"

func TestExchangesAreComparedByTheirQuestions(t *testing.T) {
	t.Parallel()
	at := func(stamps ...int64) (x Exchange) {
		copy(x.Stamps[:], stamps)
		return x
	}
	one, two, three, four := at(1, 5, 5, 9), at(2, 6, 6, 10), at(3, 7, 7, 11), at(4, 8, 8, 12)
	for _, test := range []struct {
		name string
		a, b []Exchange
		want Twins
	}{
		{"nothing", nil, nil, Twins{}},
		{"one world has nothing yet", []Exchange{one}, nil, Twins{}},
		{"equal", []Exchange{one, two}, []Exchange{one, two}, Twins{Compared: 2, Equal: 2, Run: 2}},
		{"one began sooner", []Exchange{one, two}, []Exchange{two, three}, Twins{Compared: 1, Equal: 1, Run: 1}},
		{"lost in one", []Exchange{one, three}, []Exchange{one, two, three}, Twins{Compared: 3, Equal: 2, Run: 1, First: Mismatch{Stamp: 1, A: 3, B: 2}}},
		{"T4", []Exchange{one, two, four}, []Exchange{one, at(2, 6, 6, 11), four}, Twins{Compared: 3, Equal: 2, Run: 1, First: Mismatch{Stamp: 4, A: 10, B: 11}}},
	} {
		if got := Compare(test.a, test.b); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}
