// Package capture writes the datagrams of a session for Wireshark and tshark, in their format ([Pcapng]). With [Dissector] these
// programs show what is in them.
//
// Pcapng is a [observe.Recorder] and writes as the session goes on, in order of true time. An arrival is
// known when its datagram is sent and is held back until then, so memory is bounded by the datagrams in
// flight. The same session gives the same bytes.
//
// The package knows the format. It changes nothing in a session and knows nothing of files.
package capture

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/netsim"
)

// Pcapng writes the datagrams of a session as they would be captured on every machine at once: each
// when it leaves its sender and, unless it is lost, when it arrives. There is an interface a machine,
// and true time is counted from the Unix epoch, so a packet's time since then is virtual time.
//
// What the network did is in the comments. See docs/traces.md.
type Pcapng struct {
	w        *bufio.Writer // which keeps the first error
	arrivals agenda[*arrival]
	free     []*arrival
	block    block
	datagram []byte
	comment  []byte
}

// An arrival is a packet on its way to its receiver.
type arrival struct {
	id      uint64
	to      netsim.NodeID
	bytes   []byte // with headers
	comment []byte
}

// NewPcapng begins the capture of a session.
func NewPcapng(w io.Writer, sc *scenario.Scenario) (*Pcapng, error) {
	p := &Pcapng{w: bufio.NewWriter(w)}
	p.block.section(fmt.Sprintf("scenario %q, seed %d; times are virtual", sc.Name, sc.Seed))
	_, err := p.w.Write(p.block)
	for id := range netsim.NodeID(sc.Clients + 1) {
		// An interface: those of packets count from 0 in the order of these blocks.
		p.block.begin(interfaceBlock)
		p.block = little.AppendUint32(p.block, rawIP)
		p.block = little.AppendUint32(p.block, 0) // whole packets
		p.block.option(nameOption, []byte(machineName(id))...)
		p.block.option(resolutionOption, nanoseconds)
		p.block.end()
		_, err = p.w.Write(p.block)
	}
	if err != nil {
		return nil, fmt.Errorf("pcapng: %w", err)
	}
	return p, nil
}

// Record implements observe.Recorder.
func (p *Pcapng) Record(e observe.Entry) {
	if d, ok := e.(*observe.Departure); ok {
		p.sent(d.Packet)
	}
}

func (p *Pcapng) sent(d *netsim.Packet) {
	p.advance(d.Sent)
	p.datagram = appendDatagram(p.datagram[:0], uint16(d.ID), d.FromAddr, d.ToAddr, d.Data)
	p.comment = appendIdentity(p.comment[:0], d)
	identity := len(p.comment)
	p.comment = appendOutcome(p.comment, d)
	p.write(d.Sent, d.From, d.ID, p.datagram, p.comment, outbound)
	if d.Fate == netsim.Lost {
		return
	}
	a := &arrival{}
	if n := len(p.free); n > 0 {
		a, p.free = p.free[n-1], p.free[:n-1]
	}
	a.id, a.to = d.ID, d.To
	a.bytes = append(a.bytes[:0], p.datagram...)
	a.comment = append(append(a.comment[:0], p.comment[:identity]...), "arrives after "...)
	a.comment = appendMillis(a.comment, d.Due.Sub(d.Sent))
	p.arrivals.add(d.Due, a)
}

// Finish writes what arrives until the end of the session.
func (p *Pcapng) Finish(end netsim.Time) error {
	p.advance(end)
	if err := p.w.Flush(); err != nil {
		return fmt.Errorf("pcapng: %w", err)
	}
	return nil
}

// advance writes the arrivals up to now.
func (p *Pcapng) advance(now netsim.Time) {
	for {
		e, ok := p.arrivals.next(now)
		if !ok {
			return
		}
		a := e.what
		p.write(e.at, a.to, a.id, a.bytes, a.comment, inbound)
		p.free = append(p.free, a)
	}
}

func (p *Pcapng) write(at netsim.Time, on netsim.NodeID, id uint64, bytes, comment []byte, direction uint32) {
	p.block.packet(at, on, id, bytes, comment, direction)
	p.w.Write(p.block) // Finish says what went wrong
}

// appendIdentity writes which datagram it is: "#17 snapshot, host to client1: ".
func appendIdentity(b []byte, d *netsim.Packet) []byte {
	b = append(b, '#')
	b = strconv.AppendUint(b, d.ID, 10)
	b = append(b, ' ')
	b = append(b, game.Kind(d.Kind).String()...)
	b = append(b, ", "...)
	b = append(b, machineName(d.From)...)
	b = append(b, " to "...)
	b = append(b, machineName(d.To)...)
	return append(b, ": "...)
}

// appendOutcome writes what becomes of a datagram.
func appendOutcome(b []byte, d *netsim.Packet) []byte {
	b = append(b, d.Fate.String()...)
	if d.Fate == netsim.Lost {
		b = append(b, " ("...)
		b = append(b, d.Cause.String()...)
		return append(b, ')')
	}
	b = append(b, " after "...)
	b = appendMillis(b, d.Due.Sub(d.Sent))
	if d.Hand != 0 {
		b = append(b, ", moved by hand by "...)
		b = appendMillis(b, d.Hand)
	}
	if d.Tries > 1 {
		b = append(b, ", retransmitted "...)
		b = strconv.AppendInt(b, int64(d.Tries-1), 10)
		b = append(b, "×: the copy that arrived left after "...)
		b = appendMillis(b, d.Left.Sub(d.Sent))
	}
	if d.Tries > 0 && d.Due > d.Arrived {
		b = append(b, ", held back "...)
		b = appendMillis(b, d.Due.Sub(d.Arrived))
		b = append(b, " by those before it"...)
	}
	return b
}

// appendMillis writes a duration ≥ 0 in milliseconds with all its digits.
func appendMillis(b []byte, d time.Duration) []byte {
	const million = 1e6
	b = strconv.AppendInt(b, int64(d/million), 10)
	b = append(b, '.')
	start := len(b)
	b = strconv.AppendInt(b, int64(d%million)+million, 10) // a 1 and six digits
	copy(b[start:], b[start+1:])
	return append(b[:len(b)-1], " ms"...)
}

// machineName returns what a machine is called in both formats.
func machineName(id netsim.NodeID) string {
	if id == 0 {
		return "host"
	}
	return "client" + strconv.Itoa(int(id))
}

// application is the name of this program, as it stands in a capture.
const application = "driftlab"

// maxHead bounds in bytes where the program's name stands in a trace.
const maxHead = 8 << 10

// IsPcapng says whether a file is one that [Pcapng] has written: it begins with a section whose application is this
// program.
func IsPcapng(f io.ReaderAt) bool {
	return hasHead(f, "\x0a\x0d\x0d\x0a", "\x04\x00\x08\x00"+application) // the option shb_userappl, of 8 bytes
}

// hasHead says whether a file begins with one text and has the other soon after it.
func hasHead(f io.ReaderAt, begin, mark string) bool {
	b := make([]byte, maxHead)
	n, _ := f.ReadAt(b, 0)
	return bytes.HasPrefix(b[:n], []byte(begin)) && bytes.Contains(b[:n], []byte(mark))
}
