package testkit

import (
	"slices"
	"testing"
)

func TestAVariableAsksForLongTests(t *testing.T) {
	for value, want := range map[string]bool{"": false, "1": true} {
		t.Setenv(LongVariable, value)
		if LongTests() != want {
			t.Errorf("%s=%q: %v", LongVariable, value, LongTests())
		}
		if got := LongCount(1, 1000); (got == 1000) != want {
			t.Errorf("%s=%q: counts to %d", LongVariable, value, got)
		}
		t.Run("skipped or not", func(t *testing.T) {
			t.Cleanup(func() {
				if t.Skipped() == want {
					t.Errorf("%s=%q: skipped: %v", LongVariable, value, t.Skipped())
				}
			})
			LongOnly(t)
		})
	}
}

func TestASampleIsAllOrSomeOfTheNumbers(t *testing.T) {
	t.Setenv(LongVariable, "")
	t.Setenv(LongSeedVariable, "7")
	some := Sample(t, 100, 10)
	if len(some) != 10 || some[0] < 1 || some[9] > 100 || !slices.IsSorted(some) || !slices.Equal(some, Sample(t, 100, 10)) {
		t.Errorf("some are %v", some)
	}
	if all := Sample(t, 3, 10); !slices.Equal(all, []int{1, 2, 3}) {
		t.Errorf("all are %v", all)
	}
	t.Setenv(LongVariable, "1")
	if all := Sample(t, 100, 10); len(all) != 100 {
		t.Errorf("of the long tests there are %d", len(all))
	}
}

func TestACommitAlwaysGivesTheSameSample(t *testing.T) {
	t.Setenv(LongVariable, "")
	t.Setenv(LongSeedVariable, "")
	if a, b := Sample(t, 1000, 5), Sample(t, 1000, 5); !slices.Equal(a, b) {
		t.Errorf("%v, and then %v", a, b)
	}
	t.Setenv(LongSeedVariable, "8")
	one := Some(t, []string{"a", "b", "c", "d", "e", "f", "g", "h"}, 2)
	t.Setenv(LongSeedVariable, "9")
	if other := Some(t, []string{"a", "b", "c", "d", "e", "f", "g", "h"}, 2); len(one) != 2 || slices.Equal(one, other) {
		t.Errorf("two seeds give %v and %v", one, other)
	}
}
