package unity

import (
	"time"

	"driftlab/netsync"
)

// sampleDesign is the text's example of a custom provider (MLAPI, SampleNetworkTimeProvider), meant to be copied.
var sampleDesign = TimeDesign{Name: "sample",
	Help: "the published example: server time runs from the first snapshot without correction, and predicted time stays 100 ms ahead of it",
	New:  func(int, any) TimeProvider { return new(sampleTime) }}

// sampleLead is how far predicted time is ahead of server time.
const sampleLead = 100 * time.Millisecond

// sampleTime counts real time, on the host's clock, from the first snapshot on.
type sampleTime struct {
	server netsync.Server
	at     netsync.Local
}

func (s *sampleTime) Start(in *TimeInput) { s.server, s.at = in.Snapshot, in.Now }

func (s *sampleTime) Advance(in *TimeInput) bool {
	s.server, s.at = s.server.Add(in.Delta), in.Now
	return true
}

// Follow returns 0: the provider has no buffers.
func (s *sampleTime) Follow(time.Duration) time.Duration { return 0 }

func (s *sampleTime) Times(in *TimeInput) WorldTimes {
	server := s.server.Add(in.Now.Sub(s.at))
	return WorldTimes{Predicted: in.Dilation.At(server.Add(sampleLead)), Server: in.Dilation.At(server)}
}
