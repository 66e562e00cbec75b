package game

import (
	"driftlab/netsync/clocks"
	"driftlab/netsync/registry"
)

// Overhead is what IPv4 (20 bytes) and UDP (8 bytes) add to each datagram. Counts of bytes are
// without it unless they say otherwise.
const Overhead = 20 + 8

// stampers are the clocks with which the stamps of the game's datagrams are counted: the TimeSync of the registry, each Midline,
// and a clock from elsewhere that goes by them.
type stampers []uint8

func stampersOf(all []registry.Algorithm) (ids stampers) {
	ids = append(ids, timesyncID)
	for i := range all {
		if _, is := all[i].Config.(clocks.MidlineConfig); is || all[i].IsForeign() && all[i].Stamped() && all[i].ID != timesyncID {
			ids = append(ids, all[i].ID)
		}
	}
	return ids
}

// count counts one datagram's stamp.
func (s stampers) count(t *Traffic) {
	for _, id := range s {
		t[id] += stampSize
	}
}

// KindTraffic counts the datagrams of one kind that were sent, and their bytes.
type KindTraffic struct{ Datagrams, Bytes uint64 }

func (t *KindTraffic) add(bytes int) {
	t.Datagrams++
	t.Bytes += uint64(bytes)
}

// SentTraffic counts what was sent one way, by [Kind].
type SentTraffic [KindCount]KindTraffic

// Total returns the sum of all kinds.
func (t *SentTraffic) Total() (sum KindTraffic) {
	for _, k := range t {
		sum.Datagrams += k.Datagrams
		sum.Bytes += k.Bytes
	}
	return sum
}

// Since returns what has been sent since the counts were before.
func (t SentTraffic) Since(before SentTraffic) SentTraffic {
	for k := range t {
		t[k].Datagrams -= before[k].Datagrams
		t[k].Bytes -= before[k].Bytes
	}
	return t
}

// OnTheLine returns the bytes with [Overhead].
func (k KindTraffic) OnTheLine() uint64 { return k.Bytes + Overhead*k.Datagrams }

// KindNames returns the names of the kinds of datagram, by value.
func KindNames() []string { return kindNames[:] }

// Sent returns what the host has sent to a client, 1..Clients.
func (h *Host) Sent(client int) SentTraffic { return h.out.sent[client] }

// Sent returns what the client has sent.
func (c *Client) Sent() SentTraffic { return c.out.sent[0] }
