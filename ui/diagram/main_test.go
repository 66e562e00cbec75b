package diagram

import (
	"os"
	"testing"

	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

func TestMain(m *testing.M) { os.Exit(uitest.Main(m)) }

// english is what is spoken unless something else is chosen.
var english = words.English()
