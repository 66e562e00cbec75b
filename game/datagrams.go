package game

import (
	"fmt"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// In the arena [NoWorld] there is no world and nobody plays: each end sends datagrams at a steady rate, and the other uses only their
// send stamps and clock questions. Joins, timeouts and clocks work as in any other arena.

// The allowed rates, in datagrams in 1,000 s, and sizes, in bytes with the header.
const (
	MinDatagramRate = 100
	MaxDatagramRate = 1000 * milli
	MinDatagramSize = gameHeader
)

// Datagrams are what one end of a session without a world sends the other.
type Datagrams struct {
	Rate int // in 1,000 s
	Size int // in bytes; a piggybacked question uses part of it
}

// DefaultDatagrams are roughly what a game sends.
var DefaultDatagrams = Datagrams{Rate: DefaultRate * milli, Size: 100}

func (d Datagrams) validate() error {
	if d.Rate < MinDatagramRate || d.Rate > MaxDatagramRate {
		return fmt.Errorf("datagrams: %d mHz is outside %d..%d", d.Rate, MinDatagramRate, MaxDatagramRate)
	}
	if d.Size < MinDatagramSize || d.Size > MaxDatagram {
		return fmt.Errorf("datagrams: %d bytes is outside %d..%d", d.Size, MinDatagramSize, MaxDatagram)
	}
	return nil
}

// BothDatagrams are what a client and the host send each other.
type BothDatagrams struct {
	Up, Down Datagrams
}

// DatagramFields are the settings of datagrams.
var DatagramFields = []param.Field[BothDatagrams]{
	datagramRate("up", "client", func(b *BothDatagrams) *int { return &b.Up.Rate }),
	datagramSize("up", "client", func(b *BothDatagrams) *int { return &b.Up.Size }),
	datagramRate("down", "host", func(b *BothDatagrams) *int { return &b.Down.Rate }),
	datagramSize("down", "host", func(b *BothDatagrams) *int { return &b.Down.Size }),
}

func datagramRate(way, end string, at func(*BothDatagrams) *int) param.Field[BothDatagrams] {
	return param.Int(param.Param{Name: "datagrams." + way + ".rate", Label: "Datagrams " + way, Called: "datagrams " + way, Unit: param.FineRate,
		Min: MinDatagramRate, Max: MaxDatagramRate, Default: int64(DefaultDatagrams.Rate),
		Help: "datagrams per second that the " + end + " sends if the arena is none"}, at)
}

func datagramSize(way, end string, at func(*BothDatagrams) *int) param.Field[BothDatagrams] {
	return param.Int(param.Param{Name: "datagrams." + way + ".size", Label: "Size " + way, Called: "size of datagrams " + way, Unit: param.Bytes,
		Min: int64(MinDatagramSize), Max: MaxDatagram, Default: int64(DefaultDatagrams.Size),
		Help: "how long these are, without 28 bytes of headers"}, at)
}

// A stream sends datagrams to the other end, on its own clock.
type stream struct {
	set   Datagrams
	turns frames
}

// use changes the stream's settings at now.
func (s *stream) use(now netsync.Local, set Datagrams) error {
	if err := set.validate(); err != nil {
		return err
	}
	if set.Rate != s.set.Rate {
		s.turns = newFrames(now, set.Rate)
	}
	s.set = set
	return nil
}

// nothing fills the datagrams: a zero is no clock message.
var nothing [MaxDatagram]byte

// fill pads a datagram that has bytes bytes already to its full size.
func (s *stream) fill(b []byte, bytes int) []byte {
	return append(b, nothing[:max(s.set.Size-bytes, 0)]...)
}

// questions returns the clock messages at the start of a datagram.
func questions(body []byte) []byte {
	for i := 0; i < len(body); {
		if body[i] == 0 {
			return body[:i]
		}
		_, rest, err := netsync.ParseMessage(body[i:])
		if err != nil {
			return body // the reader will say what is wrong
		}
		i = len(body) - len(rest)
	}
	return body
}

// Empty says whether there is no world and nobody plays.
func (l *Level) Empty() bool { return l.Arena == NoWorld }

// SetDatagrams chooses what the client sends in an empty world.
func (c *Client) SetDatagrams(now netsync.Local, d Datagrams) error { return c.stream.use(now, d) }

// SetDatagrams chooses what the host sends a client in an empty world.
func (h *Host) SetDatagrams(now netsync.Local, client int, d Datagrams) error {
	h.data = now // Wake then looks for the next due stream
	return h.peers[client].stream.use(now, d)
}

// wakeAlone is Wake for an empty world.
func (h *Host) wakeAlone(now netsync.Local) {
	frame := h.frames.due(now) > 0
	if frame {
		h.dilation.Forget(Server(now.Add(-dilationMemory)))
		h.tick = unity.NetworkTimeAt(h.cfg.Rate, h.World(now)).Tick()
		h.snaps.number++
		h.watch()
	}
	if !frame && now < h.data {
		return
	}
	h.data = netsync.Never
	for id := 1; id < len(h.peers); id++ {
		p := &h.peers[id]
		if frame && p.joined {
			h.sendClock(id, now)
		}
		if p.stream.turns.due(now) > 0 && p.joined {
			b := h.begin(now, id, KindData)
			h.Outbox.finish(id, p.stream.fill(b, len(b)-len(h.Outbox.buf)))
		}
		h.data = min(h.data, p.stream.turns.next)
	}
}

// receiveData takes a client's datagram in an empty world: it uses the stamp and answers the questions.
func (h *Host) receiveData(now netsync.Local, id int, head header, body []byte) error {
	asked := questions(body)
	if err := checkQuestions("data", asked); err != nil {
		return err
	}
	h.peers[id].clocks.Datagram(head.stamp, Server(h.came), h.span)
	h.answer(now, id, head.join, asked)
	return nil
}
