package clocktest

import "testing"

func TestAnOperationThatIsNotKnownIsRefused(t *testing.T) {
	if op, err := Operation("update", "update", "sync"); op != "update" || err != nil {
		t.Errorf("%q, %v", op, err)
	}
	for _, op := range []string{"reset", "", "Update"} {
		if got, err := Operation(op, "update", "sync"); err == nil || got != "" {
			t.Errorf("%q is read as %q", op, got)
		}
	}
}
