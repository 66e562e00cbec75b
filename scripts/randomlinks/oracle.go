package main

import (
	"time"

	"driftlab/netsim"
	"driftlab/session"
)

// An oracle is a clock that is told how the client's clock goes beside the host's, its rate, its steps and its sleep: all but by how much they differ. It is told too
// which datagrams have overtaken, and no stamp of its own is false. So it takes half of the difference of the least delays of both ways since the join, as the machines read
// them, and that is all that it can be wrong by. What a clock is worse by than the oracle is the price of finding all this out.
type oracle struct {
	ways   [2]oracleWay // up and down
	flying map[uint64]flight
	sums
}

// An oracleWay is what the oracle knows of one direction.
type oracleWay struct {
	of    *way
	read  bool // its receiver stamps what it reads
	least time.Duration
	known bool
}

// A flight is a datagram of the game's on its way.
type flight struct {
	way  int
	sent netsim.Time
}

func newOracle(l *link) *oracle {
	o := &oracle{flying: map[uint64]flight{}}
	o.ways[0].of, o.ways[1].of = l.ways["up"], l.ways["down"]
	o.ways[0].read, o.ways[1].read = l.has("host.receive.stamp"), l.has("receive.stamp")
	return o
}

// hear takes what becomes of a datagram.
func (o *oracle) hear(e session.Entry) {
	switch e := e.(type) {
	case *session.Departure:
		way := 0
		if e.From == 0 {
			way = 1
		}
		of := o.ways[way].of
		overtook := e.Base != of.delay && (e.Base != of.other || of.other == 0)
		if e.Flow < netsim.Aside && e.Fate != netsim.Lost && !overtook {
			o.flying[e.ID] = flight{way, e.Sent}
		}
	case *session.Arrival:
		f, ok := o.flying[e.Packet]
		if !ok {
			return
		}
		delete(o.flying, e.Packet)
		w, at := &o.ways[f.way], e.At
		if w.read {
			at = e.Read
		}
		if took := at.Sub(f.sent); !w.known || took < w.least {
			w.least, w.known = took, true
		}
	}
}

// sample notes by how much the oracle is off now.
func (o *oracle) sample() {
	if up, down := &o.ways[0], &o.ways[1]; up.known && down.known {
		o.add((up.least - down.least) / 2)
	}
}
