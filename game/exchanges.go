package game

import (
	"driftlab/netsync"
	"driftlab/netsync/clocks"
	"driftlab/netsync/insight"
)

// Exchanges are the questions of a client's clocks that the host has answered: all that exchanges of packets
// can tell of the two clocks. Clients in two worlds that have equal Exchanges cannot tell in which of them
// they are.
type Exchanges struct {
	Count  uint64
	Digest uint64 // of all their time stamps in their order
	// The latest one's (RFC 5905, section 8): sent and received by the client, received and sent by the host.
	T1, T4 netsync.Local
	T2, T3 netsync.Server
}

func (x *Exchanges) add(ev netsync.Event) {
	x.Count++
	x.T1, x.T2, x.T3, x.T4 = ev.T1, ev.T2, ev.T3, ev.T4
	x.Digest = hash(x.Digest, uint64(ev.T1), uint64(ev.T2), uint64(ev.T3), uint64(ev.T4))
}

// Exchanges returns what the client's clocks have asked and heard since the session's start.
func (c *Client) Exchanges() Exchanges { return c.clocks.answers }

// AppStamp returns TimeSync's 16-bit time stamp, in units of 512 µs of the host's clock, as the client would
// put it on a message of the game (Taylor). ok is false before TimeSync is synchronised.
func (c *Client) AppStamp(now netsync.Local) (stamp uint16, ok bool) {
	t := c.timeSync()
	if t == nil {
		return 0, false
	}
	wide, ok := t.Peer().ToRemote16(int64(now))
	return uint16(wide), ok
}

// timeSync returns the client's TimeSync, nil where it does not run.
func (c *Client) timeSync() *clocks.TimeSync {
	i := c.clocks.index[timesyncID]
	if i < 0 {
		return nil
	}
	t, _ := c.clocks.runners[i].estimator.(*clocks.TimeSync)
	return t
}

// Trips returns how long the latest of the host's datagrams took, as the client's TimeSync measures it.
func (c *Client) Trips() insight.Trips {
	if t := c.timeSync(); t != nil {
		return t.Peer().Trips()
	}
	return insight.Trips{}
}

// Trips returns how long the latest of a client's datagrams took, as the host's half of TimeSync measures it.
func (h *Host) Trips(client int) insight.Trips {
	if t, is := h.peers[client].clocks.Half(timesyncID).(*clocks.TimeSyncHalf); is {
		return t.Trips()
	}
	return insight.Trips{}
}
