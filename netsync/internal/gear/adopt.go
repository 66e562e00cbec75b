package gear

import (
	"time"

	"driftlab/netsync"
)

// Adopt notes in a status that the clock was set to offset by one sample, moving it by step.
func Adopt(s *netsync.Status, offset, step time.Duration) {
	if s.Synchronised {
		s.LastStep = step
	}
	s.Synchronised = true
	s.Offset = offset
	s.Used++
	s.Steps++
}
