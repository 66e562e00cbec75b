package diagram

import (
	"testing"

	"driftlab/game/observe"
)

func TestEachWaitOfAPeekIsOfOneTerm(t *testing.T) {
	for part := range observe.JourneyParts {
		terms := 0
		for _, term := range peekTerms {
			for _, p := range term.parts {
				if p == part {
					terms++
				}
			}
		}
		if terms != 1 || peekTerm(part) < 0 {
			t.Errorf("part %d is of %d terms, and drawn as one of term %d", part, terms, peekTerm(part))
		}
	}
}
