package unity

import (
	"time"

	"driftlab/netsync"
)

// hostDesign is the alternative that the text rejects (MLAPI, "Simplifying Star Topology Time"): the host converts the
// client's time itself and sends corrections. A correction is one trip old when it arrives, and shows in the inputs another
// trip later. So the longer the trips, the more the client's time oscillates.
var hostDesign = TimeDesign{Name: "host",
	Help: "the host measures how early inputs arrive and tells the client how far to shift its time; the longer the round trip, the more it oscillates",
	New:  func(int, any) TimeProvider { return new(hostTime) }}

// The host's rule: for each input that comes less early than it should, the host corrects an eighth of the difference, and
// at most hostMost at once. It does not know which of its corrections the input has seen. With 60 corrections a second the
// loop is stable up to a round trip of about 12 inputs, π/2 × 8: some 200 ms.
const (
	hostShare = 8
	hostMost  = 20 * time.Millisecond
)

// hostTime is the client's half: it shifts its time as the host says. The host's half is computed here too, when its report
// on inputs arrives. The result is the same to the bit and needs no extra message.
type hostTime struct {
	predicted netsync.Server
	at        netsync.Local
	heard     int64 // tick of the latest report
	last      WorldTimes
}

func (h *hostTime) Start(in *TimeInput) {
	*h = hostTime{predicted: in.Snapshot.Add(in.SnapshotAge), at: in.Now, heard: in.EarlyTick}
	h.last = h.Times(in)
}

func (h *hostTime) Advance(in *TimeInput) bool {
	h.predicted, h.at = h.predicted.Add(in.Delta), in.Now
	if in.EarlyTick > h.heard {
		h.heard = in.EarlyTick
		h.predicted = h.predicted.Add(min(max((in.ServerBuffer-in.Early)/hostShare, -hostMost), hostMost))
	}
	before := h.last
	h.last = h.Times(in)
	return in.Smooth(before, h.last)
}

func (h *hostTime) Follow(d time.Duration) time.Duration { return d / hostShare }

// Times shows the other players where the latest snapshot has them, less the buffer.
func (h *hostTime) Times(in *TimeInput) WorldTimes {
	return WorldTimes{
		Predicted: in.Dilation.At(h.predicted.Add(in.Now.Sub(h.at))),
		Server:    in.Dilation.At(in.Snapshot.Add(in.SnapshotAge)).Add(-in.ClientBuffer),
	}
}
