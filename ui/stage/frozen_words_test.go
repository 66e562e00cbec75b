package stage

import (
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/ui/words"
)

func TestAStillSaysNothingOfALimitWhereTheHostDoesNotRewind(t *testing.T) {
	for want, in := range map[string]observe.Instants{
		"not rewound":               {Wanted: 250 * time.Millisecond},
		"rewound 200 ms, the limit": {Rewind: 200 * time.Millisecond, Wanted: 250 * time.Millisecond},
		"rewound 250 ms":            {Rewind: 250 * time.Millisecond, Wanted: 250 * time.Millisecond},
	} {
		if got := rewindSaid(words.English(), &in); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
