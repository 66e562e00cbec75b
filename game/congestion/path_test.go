package congestion

import (
	"testing"
	"time"

	"driftlab/netsync"
)

// A path is a queue before a rate, and a delay each way that nothing changes. Streams share it.
type path struct {
	rate  int64 // bit/s
	delay time.Duration
	queue time.Duration // the longest wait; what would have to wait longer is dropped
	free  netsync.Local // when the queue is empty

	streams []*stream
	now     netsync.Local
}

// A stream is a sender on a path, and what is to come to it.
type stream struct {
	*Sender
	start netsync.Local
	drift int64 // of the sender's clock in ppm: what it measures of delays grows by so much less
	acks  []ack // in the order in which they come
	waits []wait
}

type ack struct {
	at     netsync.Local
	number uint32
	delay  time.Duration
}

// A wait is how long a datagram waited that was sent at a time.
type wait struct {
	at   netsync.Local
	wait time.Duration
}

func newStream(t *testing.T, cfg Config) *stream {
	t.Helper()
	s, err := NewSender(cfg, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &stream{Sender: s}
}

// run lets the path go on until a time.
func (p *path) run(until netsync.Local) {
	for {
		next, of := until, (*stream)(nil)
		for _, s := range p.streams {
			at := max(s.Next(), s.start, p.now)
			if len(s.acks) > 0 {
				at = min(at, s.acks[0].at)
			}
			if at < next {
				next, of = at, s
			}
		}
		if p.now = next; of == nil {
			return
		}
		if len(of.acks) > 0 && of.acks[0].at == p.now {
			of.Acknowledge(p.now, of.acks[0].number, of.acks[0].delay)
			of.acks = of.acks[1:]
		}
		for {
			number, ok := of.Send(p.now)
			if !ok {
				break
			}
			p.carry(of, number)
		}
	}
}

// carry takes a datagram to the other end and its acknowledgement back, or drops it.
func (p *path) carry(s *stream, number uint32) {
	p.free = max(p.free, p.now)
	waits := p.free.Sub(p.now)
	if waits > p.queue {
		return
	}
	s.waits = append(s.waits, wait{p.now, waits})
	p.free = p.free.Add(time.Duration((Segment + overhead) * 8 * int64(time.Second) / p.rate))
	took := p.free.Sub(p.now) + p.delay
	off := time.Duration(int64(p.now) / 1e6 * s.drift)
	s.acks = append(s.acks, ack{p.now.Add(took + p.delay), number, took - off})
}

// worst returns the longest and the mean wait of what was sent after a time.
func (s *stream) worst(after netsync.Local) (longest, mean time.Duration) {
	n := time.Duration(0)
	for _, w := range s.waits {
		if w.at >= after {
			longest, mean, n = max(longest, w.wait), mean+w.wait, n+1
		}
	}
	return longest, mean / max(n, 1)
}

func at(d time.Duration) netsync.Local { return netsync.Local(d) }
