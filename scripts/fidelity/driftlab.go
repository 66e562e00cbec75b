package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"driftlab/netsim"
)

// seed is that of Driftlab's half: the same luck each time.
const seed = 1

// simulate sends the datagrams of a case over Driftlab's link.
func simulate(c testCase) (summary, error) {
	settings, err := c.link()
	if err != nil {
		return summary{}, err
	}
	link, err := netsim.NewLink(seed, 1, settings)
	if err != nil {
		return summary{}, err
	}
	engine := netsim.NewEngine(netsim.NewDirect())
	defer engine.Close()
	out, in := &node{engine: engine, plan: c.sending}, &node{}
	if out.id, err = engine.AddNode(out); err != nil {
		return summary{}, err
	}
	if out.to, err = engine.AddNode(in); err != nil {
		return summary{}, err
	}
	if err := engine.Connect(out.id, out.to, link); err != nil {
		return summary{}, err
	}
	engine.WakeAt(out.id, 0)
	if err := engine.Run(netsim.Time(c.sending.at(c.sending.count) + time.Minute)); err != nil {
		return summary{}, err
	}
	return summarise(c.sending.count, in.arrivals), out.err
}

// A node is one end of the link: one sends on schedule, the other notes what arrives. The kind of a packet has no room for its
// number, so the data has.
type node struct {
	engine   *netsim.Engine
	id, to   netsim.NodeID
	plan     schedule
	next     int
	data     [payload]byte
	err      error
	arrivals []arrival
}

func (n *node) Wake(netsim.Time) {
	putNumber(n.data[:], n.next)
	if err := n.engine.Send(netsim.Datagram{From: n.id, To: n.to, Data: n.data[:]}); err != nil {
		n.err = err
		return
	}
	if n.next++; n.next < n.plan.count {
		n.engine.WakeAt(n.id, netsim.Time(n.plan.at(n.next)))
	}
}

func (n *node) Receive(now netsim.Time, p *netsim.Packet) {
	n.arrivals = append(n.arrivals, arrival{number(p.Data), now.Sub(p.Sent)})
}

// tablePlaces is where iproute2 keeps its distribution tables: on Debian, and elsewhere.
var tablePlaces = []string{"/usr/lib/x86_64-linux-gnu/tc", "/usr/lib/aarch64-linux-gnu/tc", "/usr/lib/tc", "/usr/lib64/tc", "/usr/share/tc"}

// link returns the settings of the case's link, with its table read.
func (c testCase) link() (netsim.Settings, error) {
	s := c.settings
	if c.table.name == "" {
		return s, nil
	}
	path, err := findTable(c.table.name)
	if err != nil {
		return s, err
	}
	file, err := os.Open(path)
	if err != nil {
		return s, err
	}
	defer file.Close()
	table, err := netsim.ReadTable(path, file)
	if err != nil {
		return s, err
	}
	s.Distribution = table
	s.Delay, s.Jitter = table.FromNetem(c.table.delay, c.table.sigma)
	return s, nil
}

// findTable returns the file of one of iproute2's tables.
func findTable(name string) (string, error) {
	for _, place := range tablePlaces {
		path := filepath.Join(place, name+".dist")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s.dist, which comes with iproute2, is in none of %v", name, tablePlaces)
}
