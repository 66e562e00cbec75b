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
	ways [2]oracleWay // up and down
	sums
}

// An oracleWay is what the oracle knows of one direction.
type oracleWay struct {
	of    *way
	read  bool // its receiver stamps what it reads
	least time.Duration
	known bool
}

func newOracle(l *link) *oracle {
	o := &oracle{}
	o.ways[0].of, o.ways[1].of = l.ways["up"], l.ways["down"]
	o.ways[0].read, o.ways[1].read = l.has("host.receive.stamp"), l.has("receive.stamp")
	return o
}

// hear takes a datagram that has arrived. Those of clocks tell it nothing.
func (o *oracle) hear(f flight, e *session.Arrival) {
	w, at := &o.ways[f.way], e.At
	of := w.of
	if overtook := f.base != of.delay && (f.base != of.other || of.other == 0); overtook || f.flow >= netsim.Aside {
		return
	}
	if w.read {
		at = e.Read
	}
	if took := at.Sub(f.sent); !w.known || took < w.least {
		w.least, w.known = took, true
	}
}

// sample notes by how much the oracle is off now.
func (o *oracle) sample() {
	if up, down := &o.ways[0], &o.ways[1]; up.known && down.known {
		o.add((up.least - down.least) / 2)
	}
}
