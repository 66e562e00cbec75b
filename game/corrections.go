package game

import (
	"driftlab/netsync"
)

// A Correction is one time that the host's state differed from what the client had predicted.
type Correction struct {
	Tick     int64         // in which the two differed
	From, To Point         // the own player at its newest tick before and after the replay
	At       netsync.World // predicted time when the host's state came
	Joining  bool          // within a second of the join, whose first inputs come too late for the host
}

// RecentCorrections appends the latest 32 corrections, oldest first.
func (c *Client) RecentCorrections(dst []Correction) []Correction {
	return c.predict.corrections.since(0, dst)
}

// Corrections returns how often the host's state differed from the prediction, and how often the
// clock jumped so far that the prediction started anew.
func (c *Client) Corrections() (corrections, resets uint64) {
	return c.predict.corrections.count, c.predict.resets
}
