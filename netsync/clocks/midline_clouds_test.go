package clocks

import (
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/clocktest"
)

// The clock gains 80 ppm; the way up takes 30 ms and more, from the 60th second on 70, the way down 50.
func TestMidlinesCloudsLieOnBothSidesOfTheTruthAndItsLineBetweenThem(t *testing.T) {
	t.Parallel()
	const (
		skew, up, leap, down = 80, 30 * time.Millisecond, 40 * time.Millisecond, 50 * time.Millisecond
		leaps                = 60 * time.Second
		slack                = 100 * time.Microsecond // of stamps, and of what the clock gains on the way
	)
	m := clocktest.Made(NewMidline(DefaultMidline()))
	var host MidlinePeer
	local := func(s time.Duration) netsync.Local {
		return netsync.Local(int64(s) + int64(s)/1_000_000*skew + int64(time.Hour))
	}
	truth := func(at netsync.Local) time.Duration {
		s := time.Duration(float64(int64(at)-int64(time.Hour)) / (1 + skew/1e6))
		return netsync.Server(s).Offset(at)
	}
	for i := range 130 * 20 {
		s := time.Duration(i) * 50 * time.Millisecond
		probes, _ := m.Wake(local(s), nil)
		late := time.Duration(i*i%17) * time.Millisecond / 4
		way := up + late
		if s >= leaps {
			way += leap
		}
		told := s + way
		host.OnDatagram(netsync.Stamp24(int64(local(s))), int64(told))
		at := local(told + down + late)
		m.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: netsync.Stamp24(int64(told)), T4: at})
		if r, ok := host.ReportDue(int64(told)); ok {
			m.Observe(netsync.Event{Kind: netsync.FloorTold, Floor: uint64(r), T4: at})
		}
		for _, p := range probes {
			m.Observe(netsync.Event{Kind: netsync.Answer, Seq: p.Seq, T1: p.T1, T2: netsync.Server(told), T3: netsync.Server(told), T4: at})
		}
	}
	var d insight.Detail
	m.Explain(&d)
	var ups, downs, longer int
	for _, p := range d.Points {
		off := p.Offset - truth(p.At)
		switch {
		case p.Up && off < up-slack, !p.Up && -off < down-slack:
			t.Errorf("a point (up: %v) shows %v beside the truth", p.Up, off)
		case p.Up && p.At > local(leaps)+netsync.Local(time.Second) && off < up+leap-slack:
			t.Errorf("a point of the longer path, after %v, shows %v beside the truth", p.At.Sub(local(leaps)), off)
		case p.Up && off >= up+leap-slack:
			longer++
		case p.Up:
			ups++
		default:
			downs++
		}
	}
	if ups < 20 || downs < 20 || longer < 5 {
		t.Errorf("there are %d points up, %d by the longer path, and %d down", ups, longer, downs)
	}
	if !d.HasLine || d.View != insight.TwoClouds {
		t.Fatalf("there is no line: %v, view %v", d.HasLine, d.View)
	}
	for _, s := range []time.Duration{30 * time.Second, 130 * time.Second} {
		at := local(s)
		if off := d.Line.OffsetAt(at) - truth(at) - (up-down)/2; off.Abs() > slack {
			t.Errorf("after %v the line is %v beside the middle", s, off)
		}
	}
	if off := d.Line.PPB + skew*1000; off > 2000 || off < -2000 {
		t.Errorf("the line gains %d ppb, want about %d", d.Line.PPB, -skew*1000)
	}
}
