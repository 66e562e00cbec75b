package gear

import (
	"time"

	"driftlab/netsync"
)

// Adopt notes in a status that one sample has set the clock to offset, which moved it by step.
func Adopt(s *netsync.Status, offset, step time.Duration) {
	if s.Synchronised {
		s.LastStep = step
	}
	s.Synchronised = true
	s.Offset = offset
	s.Used++
	s.Steps++
}
