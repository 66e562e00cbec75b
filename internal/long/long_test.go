package long

import "testing"

func TestAVariableAsksForLongTests(t *testing.T) {
	for value, want := range map[string]bool{"": false, "1": true} {
		t.Setenv(Variable, value)
		if Tests() != want {
			t.Errorf("%s=%q: %v", Variable, value, Tests())
		}
		if got := Count(1, 1000); (got == 1000) != want {
			t.Errorf("%s=%q: counts to %d", Variable, value, got)
		}
		t.Run("skipped or not", func(t *testing.T) {
			t.Cleanup(func() {
				if t.Skipped() == want {
					t.Errorf("%s=%q: skipped: %v", Variable, value, t.Skipped())
				}
			})
			Only(t)
		})
	}
}
