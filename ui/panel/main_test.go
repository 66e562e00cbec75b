package panel

import (
	"driftlab/ui/words"
)

// english is what is spoken unless something else is chosen.
var english = words.English()
