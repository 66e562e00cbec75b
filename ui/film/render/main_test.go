package render

import (
	"os"
	"testing"

	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

func TestMain(m *testing.M) { os.Exit(uitest.Main(m)) }

// english is what is spoken unless something else is chosen.
var english = words.English()

// check ends a test that an error is in the way of.
func check(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
