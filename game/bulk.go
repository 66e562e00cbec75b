package game

import (
	"encoding/binary"
	"time"

	"driftlab/game/congestion"
	"driftlab/internal/param"
	"driftlab/netsync"
)

// Beside the game a client may upload something large: a stream of datagrams ([congestion.Sender]) over the same link, each of
// which the host only acknowledges. They have no header stamp, no clock sees them, and they count neither as joins nor as signs of
// life. So they change the game only through the link's queue.

// A DelayMeasure is how one-way delays of a bulk stream are measured.
type DelayMeasure uint8

// How they can be measured.
const (
	SynchronisedDelay DelayMeasure = iota // by the driving clock's estimate of the host's clock
	DifferentialDelay                     // by the machine's own clock alone: wrong by a constant if both clocks run at the same rate (RFC 6817)

	delayMeasures
)

var delayMeasureNames = [delayMeasures]string{"synchronised", "differential"}

// Bulk has the settings of a client's bulk upload.
type Bulk struct {
	congestion.Config
	Measure DelayMeasure
}

// BulkFields are the settings of a bulk upload.
var BulkFields = []param.Field[Bulk]{
	param.Int(param.Param{Name: "bulk.control", Label: "Bulk upload", Called: "bulk upload", Unit: param.Choice, Choices: congestion.ControlNames(),
		Help: "whether the client uploads something large beside the game, and what makes that back off: off is no upload; loss fills the queue until it drops, as TCP NewReno does; delay keeps the queueing delay at bulk.target, as LEDBAT does"},
		func(b *Bulk) *congestion.Control { return &b.Control }),
	param.Int(param.Param{Name: "bulk.target", Label: "Target delay", Called: "target of the bulk upload", Unit: param.Duration, Min: int64(congestion.MinTarget), Max: int64(congestion.MaxTarget), Default: int64(congestion.DefaultTarget),
		Help: "how much queueing delay an upload that backs off at delay allows"},
		func(b *Bulk) *time.Duration { return &b.Target }),
	param.Int(param.Param{Name: "bulk.history", Label: "Delay history", Called: "history of the bulk upload", Unit: param.Duration, Min: int64(congestion.MinHistory), Max: int64(congestion.MaxHistory), Default: int64(congestion.DefaultHistory),
		Help: "how long the upload remembers the shortest one-way delay, which it takes for that of an empty queue"},
		func(b *Bulk) *time.Duration { return &b.History }),
	param.Int(param.Param{Name: "bulk.owd", Label: "Measured by", Called: "measure of the bulk upload", Unit: param.Choice, Choices: delayMeasureNames[:],
		Help: "how the upload measures one-way delays: synchronised, by the clock that drives the game; differential, by the client's own clock alone, whose skew then looks like a queue that grows or shrinks"},
		func(b *Bulk) *DelayMeasure { return &b.Measure }),
	param.Int(param.Param{Name: "bulk.rate", Label: "Upload at most", Called: "greatest rate of the bulk upload", Unit: param.BitRate, Min: congestion.MinRate, Max: congestion.MaxRate, Default: congestion.MaxRate,
		Help: "how fast the upload may go, including 28 bytes of headers per datagram"},
		func(b *Bulk) *int64 { return &b.Rate }),
}

// bulkDatagram begins a datagram of the stream; the rest is what is uploaded.
type bulkDatagram struct {
	number uint32
	clock  uint8         // which clock made the stamp; 0 is the machine's own
	stamp  netsync.Local // that clock's reading at sending
}

func (d bulkDatagram) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, d.number)
	return appendI64(append(b, d.clock), int64(d.stamp))
}

func parseBulk(body []byte) (d bulkDatagram, err error) {
	r := reader{message: "bulk", b: body}
	d.number, d.clock, d.stamp = r.u32("number"), r.u8("clock"), netsync.Local(r.clock("stamp"))
	return d, r.err
}

// bulkAck acknowledges one of the stream's datagrams.
type bulkAck struct {
	number uint32
	delay  time.Duration // from its stamp to its arrival on the host's clock
}

func (a bulkAck) append(b []byte) []byte {
	return appendI64(binary.BigEndian.AppendUint32(b, a.number), int64(a.delay))
}

func parseBulkAck(body []byte) (a bulkAck, err error) {
	r := reader{message: "bulk-ack", b: body}
	a.number, a.delay = r.u32("number"), time.Duration(r.clock("delay"))
	return a, r.end()
}

// bulk is a client's side of the stream.
type bulk struct {
	sender  *congestion.Sender // nil where nothing is uploaded
	first   uint32             // the next sender's first number
	measure DelayMeasure
	clock   uint8         // which clock the stamps are from
	next    netsync.Local // when to check again whether to send
}

// SetBulk changes the client's bulk upload. If it now measures delays by another clock, it forgets the path at the next datagram.
func (c *Client) SetBulk(now netsync.Local, set Bulk) error {
	if err := set.Validate(); err != nil {
		return err
	}
	u := &c.bulk
	switch {
	case set.Control == congestion.Off:
		if u.sender != nil {
			u.first = u.sender.NextNumber()
		}
		*u = bulk{first: u.first, next: netsync.Never}
		return nil
	case u.sender == nil:
		sender, err := congestion.NewSender(set.Config, u.first)
		if err != nil {
			return err
		}
		u.sender = sender
	default:
		if err := u.sender.Set(set.Config); err != nil {
			return err
		}
	}
	u.measure, u.next = set.Measure, now
	return nil
}

// sendBulk sends what the congestion control allows. While the clock is not set, it tries again in each frame.
func (c *Client) sendBulk(now netsync.Local) {
	u := &c.bulk
	if u.sender == nil {
		return
	}
	u.next = netsync.Never
	stamp, clock := now, uint8(0)
	if u.measure == SynchronisedDelay {
		at, ok := c.Clocks.Estimate(c.Clocks.Driving, now)
		if !ok {
			return
		}
		stamp, clock = netsync.Local(at), c.Clocks.runners[c.Clocks.Driving].ID
	}
	if clock != u.clock { // delays by the other clock can't be compared with those by this one
		u.clock = clock
		u.sender.Restart()
	}
	for {
		number, ok := u.sender.Send(now)
		if !ok {
			break
		}
		b := bulkDatagram{number, clock, stamp}.append(c.Outbox.begin(header{kind: KindBulk, join: c.join}))
		c.Outbox.end(Outgoing{}, append(b, nothing[:congestion.Segment-(len(b)-len(c.Outbox.buf))]...))
	}
	u.next = u.sender.Next()
}

// receiveBulkAck takes an acknowledgement, and sends what it makes room for.
func (c *Client) receiveBulkAck(now netsync.Local, body []byte) error {
	a, err := parseBulkAck(body)
	if err != nil {
		return err
	}
	if c.bulk.sender == nil || !c.bulk.sender.Acknowledge(now, a.number, a.delay) {
		c.member.rejected.Counts[Replayed]++ // or given up for lost
		return nil
	}
	c.sendBulk(now)
	return nil
}

// BulkState returns the state of a client's bulk upload; ok is false if there is none.
func (c *Client) BulkState() (s congestion.State, ok bool) {
	if c.bulk.sender == nil {
		return s, false
	}
	return c.bulk.sender.State(), true
}

// receiveBulk acknowledges a datagram of a client's upload at once, and does nothing else.
func (h *Host) receiveBulk(id int, head header, body []byte) error {
	d, err := parseBulk(body)
	if err != nil {
		return err
	}
	p := &h.peers[id]
	if head.join != p.join || !p.joined {
		p.gate.rejected.Counts[OldJoin]++
		return nil
	}
	delay := min(max(h.clockFor(d.clock, h.came).Sub(netsync.Server(d.stamp)), -maxClock), maxClock)
	h.Outbox.end(Outgoing{To: id}, bulkAck{d.number, delay}.append(h.Outbox.begin(header{kind: KindBulkAck, join: p.join})))
	return nil
}
