package render

import (
	"os"
	"testing"

	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

func TestMain(m *testing.M) { os.Exit(uitest.Main(m)) }

// english is the language unless a test chooses another.
var english = words.English()

// check ends a test that has met an error.
func check(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
