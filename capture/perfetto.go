package capture

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync/registry"
	"driftlab/scenario"
	"driftlab/session"
)

// stroke is how wide the two ends of a datagram are drawn: they take no time.
const stroke = 10 * time.Microsecond

// Perfetto writes a session as a trace for ui.perfetto.dev, in Perfetto's own format: a track a machine,
// whose slices are its ticks, and under it tracks of what it sends to and receives from each other
// machine, with a flow from one end of a datagram to the other, and of each clock's error.
// See docs/traces.md.
type Perfetto struct {
	w        traceWriter
	later    agenda[pending]
	machines []machine
	clocks   []registry.Algorithm
	name     []byte
}

// A machine is what Perfetto remembers of one.
type machine struct {
	ticking bool // its tick's slice is open
	rows    []row
	errors  []clockError // by algorithm
}

// A row is a track of the ends of datagrams. Those less than a stroke apart are nested and end together.
type row struct{ open int }

type clockError struct {
	known bool
	value time.Duration // that was written last
}

// pending is what comes later: a datagram's arrival, or the end of the strokes of a row.
type pending struct {
	machine, row int32
	id           uint64 // of the datagram; 0 stands for the end of a stroke
	kind         uint8
}

// NewPerfetto begins the trace of a session.
func NewPerfetto(w io.Writer, sc *scenario.Scenario) (*Perfetto, error) {
	p := &Perfetto{w: traceWriter{w: w}, machines: make([]machine, sc.Clients+1), clocks: sc.Algorithms()}
	p.w.begin(eventNames(), annotationNames[:])
	p.w.describe(track{uuid: sessionTrack, name: fmt.Sprintf("%s %s, seed %d", application, sc.Name, sc.Seed)})
	for m := range p.machines {
		peers := 1
		if m == 0 {
			peers = sc.Clients
		} else {
			p.machines[m].errors = make([]clockError, len(p.clocks))
		}
		p.machines[m].rows = make([]row, 2*peers)
		p.describe(m)
	}
	return p, p.fault()
}

// Record implements session.Recorder.
func (p *Perfetto) Record(e session.Entry) {
	switch e := e.(type) {
	case *session.Departure:
		p.sent(e.Packet)
	case *session.ClockSample:
		p.clock(e)
	case *session.TickReached:
		p.tick(e)
	case *session.Happening:
		p.event(e.Event)
	}
}

func (p *Perfetto) sent(d *netsim.Packet) {
	p.advance(d.Sent)
	from, r := int(d.From), rowOf(d.From, d.To, sending)
	if d.Fate == netsim.Lost {
		p.w.start(instant, rowTrack(from, r))
		p.w.addNameID(nameID(d.Kind, lost))
		p.annotate(d)
		p.w.addString(noteCause, d.Cause.String())
		p.w.finish(d.Sent)
		return
	}
	what := sent
	if d.Fate == netsim.Duplicate {
		what = duplicated
	}
	p.stroke(d.Sent, from, r, nameID(d.Kind, what))
	p.annotate(d)
	p.w.addUint(noteDelay, uint64(d.Due.Sub(d.Sent)))
	if d.Tries > 0 {
		p.w.addUint(noteTries, uint64(d.Tries))
		p.w.addUint(noteWait, uint64(d.Due.Sub(d.Arrived)))
	}
	p.w.addFlow(eventFlows, d.ID)
	p.w.finish(d.Sent)
	p.later.add(d.Due, pending{int32(d.To), int32(rowOf(d.To, d.From, receiving)), d.ID, d.Kind})
}

// annotate writes what is said of every datagram that leaves.
func (p *Perfetto) annotate(d *netsim.Packet) {
	p.w.addUint(notePacket, d.ID)
	p.w.addUint(noteBytes, uint64(len(d.Data)))
}

// stroke starts the slice of an end of a datagram.
func (p *Perfetto) stroke(at netsim.Time, m, r int, name uint64) {
	if p.machines[m].rows[r].open == 0 {
		p.later.add(at.Add(stroke), pending{machine: int32(m), row: int32(r)})
	}
	p.machines[m].rows[r].open++
	p.w.start(sliceBegin, rowTrack(m, r))
	p.w.addNameID(name)
}

func (p *Perfetto) clock(c *session.ClockSample) {
	p.advance(c.Time)
	e := &p.machines[c.Client].errors[c.Algorithm]
	if e.known && e.value == c.Error() {
		return // a counter stays as it is
	}
	e.known, e.value = true, c.Error()
	p.w.start(counter, errorTrack(c.Client, c.Algorithm))
	p.w.addValue(float64(e.value) / 1e6)
	p.w.finish(c.Time)
}

func (p *Perfetto) tick(t *session.TickReached) {
	p.advance(t.At)
	m, track := &p.machines[t.Machine], machineTrack(int(t.Machine))
	if m.ticking {
		p.end(t.At, track)
	}
	m.ticking = true
	p.w.start(sliceBegin, track)
	p.name = strconv.AppendInt(append(p.name[:0], "tick "...), t.Tick, 10)
	p.w.addName(p.name)
	p.w.finish(t.At)
}

func (p *Perfetto) event(ev *scenario.Event) {
	p.advance(ev.At)
	for _, line := range ev.Lines() {
		p.w.start(instant, sessionTrack)
		p.name = append(p.name[:0], line...)
		p.w.addName(p.name)
		p.w.finish(ev.At)
	}
}

// Finish writes what arrives until the end of the session, and ends what is under way.
func (p *Perfetto) Finish(end netsim.Time) error {
	p.advance(end)
	for m := range p.machines {
		if p.machines[m].ticking {
			p.end(end, machineTrack(m))
		}
		for r := range p.machines[m].rows {
			p.close(end, m, r)
		}
	}
	return p.fault()
}

// advance writes what was put off until now.
func (p *Perfetto) advance(now netsim.Time) {
	for {
		e, ok := p.later.next(now)
		if !ok {
			return
		}
		m, r := int(e.what.machine), int(e.what.row)
		if e.what.id == 0 {
			p.close(e.at, m, r)
			continue
		}
		p.stroke(e.at, m, r, nameID(e.what.kind, received))
		p.w.addUint(notePacket, e.what.id)
		p.w.addFlow(eventTerminatingFlows, e.what.id)
		p.w.finish(e.at)
	}
}

// close ends the strokes of a row.
func (p *Perfetto) close(at netsim.Time, m, r int) {
	row := &p.machines[m].rows[r]
	for ; row.open > 0; row.open-- {
		p.end(at, rowTrack(m, r))
	}
}

func (p *Perfetto) end(at netsim.Time, track uint64) {
	p.w.start(sliceEnd, track)
	p.w.finish(at)
}

func (p *Perfetto) fault() error {
	if p.w.err != nil {
		return fmt.Errorf("perfetto: %w", p.w.err)
	}
	return nil
}

// What becomes of a datagram, as the names of slices and instants say it.
const (
	sent = iota
	duplicated
	received
	lost
	outcomes
)

var outcomeNames = [outcomes]string{sent: "sent ", duplicated: "sent once more: ", received: "received ", lost: "lost "}

// lastKind is the last kind of datagram; others go by the name of kind 0, which is unknown.
const lastKind = uint8(game.KindCount - 1)

// eventNames lists the names that go by number: [nameID] − 1 is the place.
func eventNames() (names []string) {
	for kind := range lastKind + 1 {
		for _, outcome := range outcomeNames {
			names = append(names, outcome+game.Kind(kind).String())
		}
	}
	return names
}

func nameID(kind uint8, outcome int) uint64 {
	if kind > lastKind {
		kind = 0
	}
	return uint64(kind)*outcomes + uint64(outcome) + 1
}

// The numbers of annotationNames.
const (
	notePacket = iota + 1
	noteBytes
	noteDelay
	noteCause
	noteTries
	noteWait
)

var annotationNames = [...]string{notePacket - 1: "packet", noteBytes - 1: "bytes", noteDelay - 1: "one_way_delay_ns",
	noteCause - 1: "cause", noteTries - 1: "tries", noteWait - 1: "held_back_ns"}
