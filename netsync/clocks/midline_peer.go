package clocks

import (
	"fmt"
	"time"
)

const (
	firstReport = 30 * time.Millisecond // the age at which the host reports again; each next age is twice that,
	fastReport  = 500 * time.Millisecond
	fastReports = 20 * time.Second // up to this age,
	slowReport  = 2 * time.Second
	fallPause   = 500 * time.Millisecond // the least time between two reports if the floor has fallen,
	risePause   = 2 * time.Second        // or risen
)

// MidlinePeer is the host's half of [Midline], some 630 bytes a client: it keeps the fastest of the client's datagrams
// since the last report, and reports it to the client. It is not safe for concurrent use, and no method allocates.
type MidlinePeer struct {
	never        bool // no change is reported early
	bucket       floorBucket
	begun, early bool
	start        int64
	reported     int64 // when
	told         int64 // when a change was, if any was
	changes      bool
	next         int64
	span         FloorSpan // of the latest report
}

// NewMidlinePeer returns a half that has seen nothing yet.
func NewMidlinePeer(cfg MidlineConfig) (MidlinePeer, error) {
	if err := cfg.Validate(); err != nil {
		return MidlinePeer{}, fmt.Errorf("midline: %w", err)
	}
	return MidlinePeer{never: cfg.Without == withoutEarly}, nil
}

// A FloorReport is what the host tells the client: 48 bits.
type FloorReport uint64

// OnDatagram takes the send stamp of a datagram that was received when the host's clock read recv, in ns.
func (p *MidlinePeer) OnDatagram(stamp24 uint32, recv int64) { p.OnRead(stamp24, recv, 0) }

// OnRead is OnDatagram for a program that looks for datagrams now and then, as once a frame: it read this one when its clock read
// recv, and it had come up to span before, at or after it last looked.
func (p *MidlinePeer) OnRead(stamp24 uint32, recv int64, span time.Duration) {
	changed := p.bucket.add(newFloorPoint(stamp24, recv, span))
	if changed != floorSame && !p.never {
		p.changed(changed, recv)
	}
}

func newFloorPoint(stamp24 uint32, recv int64, span time.Duration) floorPoint {
	delta := uint32(units(recv, deltaUnit)) - stamp24<<4
	p := floorPoint{delta: delta & (1<<28 - 1), stamp: stamp24, at: recv}
	if span > 0 {
		p.span = uint32((min(span, longestSpan) + deltaUnit - 1) / deltaUnit)
	}
	return p
}

func (p *MidlinePeer) changed(c floorChanged, now int64) {
	pause := fallPause
	if c == floorRose {
		pause = risePause
	}
	if wait := now - p.told; p.early || p.changes && wait >= 0 && wait < int64(pause) {
		return
	}
	p.bucket.cut(c)
	p.early, p.changes, p.told, p.next = true, true, now, now
}

// ReportDue returns the report if it is time for one at now.
func (p *MidlinePeer) ReportDue(now int64) (r FloorReport, ok bool) {
	if p.bucket.n == 0 {
		return 0, false
	}
	if !p.begun || now < p.reported { // or the clock was set back
		p.begun, p.start, p.next = true, now, now
	}
	if now < p.next {
		return 0, false
	}
	early := p.early
	p.early, p.reported = false, now
	age := time.Duration(now - p.start)
	if p.next = now + int64(min(max(age, firstReport), fastReport)); age >= fastReports {
		p.next = now + int64(slowReport)
	}
	point, n := p.bucket.take()
	p.span = newFloorSpan(point.span, p.bucket.gap, p.bucket.edged)
	return newFloorReport(point, n, early), true
}

// ReportSpan returns what goes with the report that ReportDue has returned last.
func (p *MidlinePeer) ReportSpan() FloorSpan { return p.span }

// Flags of a report, of its bits 16 to 19.
const (
	reportMany     = 1 << 16 // it is the fastest of many datagrams
	reportOvertook = 1 << 17 // it has overtaken
	reportEarly    = 1 << 19

	manyDatagrams = 8
)

func newFloorReport(p floorPoint, n int32, early bool) FloorReport {
	r := FloorReport(uint64(p.delta)<<20 | uint64(p.stamp>>8))
	if n >= manyDatagrams {
		r |= reportMany
	}
	if early {
		r |= reportEarly
	}
	return r
}

func (r FloorReport) delta() uint32 { return uint32(r>>20) & (1<<28 - 1) }
