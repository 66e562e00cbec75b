package game

import (
	"fmt"
	"time"
)

// MinSendRate is how often the machines send at least, in datagrams a second.
const MinSendRate = 2

// maxInterval is the longest way from one datagram to the next, in ticks.
const maxInterval = MaxRate / MinSendRate

// interval returns how many ticks go by from one datagram to the next, rounded up, if hz are sent a
// second.
func interval(rate, hz int) int { return (rate + hz - 1) / hz }

// sends says whether a machine that runs rate frames a second and sends hz datagrams a second sends
// one in a frame: hz of any rate frames in a row do.
func sends(frame uint64, rate, hz int) bool {
	return frame%uint64(rate)*uint64(hz)%uint64(rate) < uint64(hz)
}

// sendsAmong says whether it sends one in any of the latest frames, of which so many have passed at once.
func sendsAmong(passed, frame uint64, rate, hz int) bool {
	for ; passed > 0; passed-- {
		if sends(frame-passed+1, rate, hz) {
			return true
		}
	}
	return false
}

func checkSendRate(name string, hz, rate int) error {
	if hz < MinSendRate || hz > rate {
		return fmt.Errorf("%s: %d is outside %d..%d", name, hz, MinSendRate, rate)
	}
	return nil
}

// SetSnapshotRate changes how many snapshots a second the host sends to each client, MinSendRate to
// the tick rate.
func (h *Host) SetSnapshotRate(hz int) error {
	if err := checkSendRate("snapshot rate", hz, h.cfg.Rate); err != nil {
		return err
	}
	h.cfg.SnapshotRate = hz
	return nil
}

// SetInputRate changes how many inputs a second the client sends, MinSendRate to the tick rate. Each
// carries the buttons of all ticks since some before it.
func (c *Client) SetInputRate(hz int) error {
	if err := checkSendRate("input rate", hz, c.cfg.Rate); err != nil {
		return err
	}
	c.cfg.InputRate = hz
	return nil
}

// How many ticks an input carries.
const (
	// inputRun is how many it does at least, so that a lost one is made good by the next.
	inputRun = 8
	// inputRepeats is in how many inputs a tick is, where they are far apart.
	inputRepeats = 3
	// maxInputRun is how many an input carries at most: two at the lowest rate of sending.
	maxInputRun = 2 * maxInterval
)

// ticks returns how long n ticks take, rounded down.
func (c *Client) ticks(n int) time.Duration {
	return time.Duration(int64(n) * int64(time.Second) / int64(c.cfg.Rate))
}
