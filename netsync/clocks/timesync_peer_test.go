package clocks

import (
	"encoding/binary"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

// fresh returns an end with the default constants.
func fresh() *TimeSyncPeer {
	p := newTimeSyncPeer(DefaultTimeSync())
	return &p
}

func TestTimeSyncReportsOftenAtFirstThenEveryTwoSeconds(t *testing.T) {
	t.Parallel()
	p := fresh()
	if value, ok := p.ReportDue(-1000); ok {
		t.Fatalf("reports %d without a sample", value)
	}
	start := int64(-1000)
	p.OnDatagram(0, start)
	want, _ := p.MinDelta()
	var at []time.Duration
	for now := start; now < start+int64(27*time.Second); now += int64(10 * time.Millisecond) {
		due := now >= p.NextReport()
		value, ok := p.ReportDue(now)
		if ok != due || ok && value != want {
			t.Fatalf("report %d (%v) at %d, announced: %v", value, ok, now, due)
		}
		if ok {
			at = append(at, time.Duration(now-start))
		}
	}
	// The one at the start was passed over: 0.5 s to 20 s, then 22, 24, 26 s.
	if len(at) != 43 || at[0] != 500*time.Millisecond || at[39] != 20*time.Second || at[42] != 26*time.Second {
		t.Fatalf("reports at %v", at)
	}
}

func TestTimeSyncReportsGoOnWhenTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	for _, back := range []time.Duration{4 * time.Second, time.Minute, time.Hour} {
		p := fresh()
		p.OnDatagram(0, 0)
		now := int64(0)
		for range 60 {
			p.ReportDue(now)
			now += int64(time.Second)
		}
		now -= int64(back)
		if _, ok := p.ReportDue(now); !ok {
			t.Errorf("set back by %v: no report", back)
		}
		if wait := time.Duration(p.NextReport() - now); wait <= 0 || wait > 2*time.Second {
			t.Errorf("set back by %v: the next report is in %v", back, wait)
		}
	}
}

func TestTimeSyncReportsOftenOnlyForAWhileOnAClockSetBackBehindItsStart(t *testing.T) {
	t.Parallel()
	p := fresh()
	p.OnDatagram(0, 0)
	p.ReportDue(0)
	reports := 0
	start := -int64(time.Hour)
	for now := start; now < start+int64(40*time.Second); now += int64(100 * time.Millisecond) {
		if _, ok := p.ReportDue(now); ok {
			reports++
		}
	}
	if want := 40 + 10; reports != want { // 20 s of two a second, 20 s of one every two
		t.Fatalf("%d reports in 40 s, want %d", reports, want)
	}
}

func TestTimeSyncTakesNoReportBeforeItsFirstSample(t *testing.T) {
	t.Parallel()
	p := fresh()
	if p.OnPeerMin(77) || p.Synchronised() {
		t.Fatal("a report without a sample of one's own was used")
	}
	p.OnDatagram(1000, 8000*1000)
	if p.Synchronised() {
		t.Fatal("synchronised by the report that was to be ignored")
	}
	if !p.OnPeerMin(77) || !p.Synchronised() {
		t.Fatal("not synchronised although both minima are known")
	}
}

func TestTimeSyncTakesAMinimumOfZeroForANumber(t *testing.T) {
	t.Parallel()
	for _, asShipped := range []bool{false, true} {
		cfg := DefaultTimeSync()
		cfg.AsShipped = asShipped
		p := newTimeSyncPeer(cfg)
		p.OnDatagram(500, 500*8000) // receive − send is 0
		p.OnPeerMin(5000)           // up + Δ = 40 ms, so Δ = 20 ms
		if p.Synchronised() == asShipped {
			t.Fatalf("as shipped %v: synchronised %v", asShipped, p.Synchronised())
		}
		if value, ok := p.ReportDue(0); !ok || value != 0 {
			t.Fatalf("as shipped %v: report %d, %v", asShipped, value, ok)
		}
		if delta, ok := p.ClockDelta(); !asShipped && (!ok || delta != 20000) {
			t.Fatalf("clock delta %d µs, %v", delta, ok)
		}
	}
}

// The recorded sessions again, without the library's faults. An end without samples sends no report.
func TestTimeSyncIsMoreExactThanShippedInRecordedSessions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		worst time.Duration // of the clock map, where the session's own errors allow a bound
	}{
		{"symmetric", 12 * time.Microsecond},
		{"zero_delta", 12 * time.Microsecond},
		{"premature_peer_update", 2 * time.Millisecond},
		{"drift_200ppm", 2500 * time.Microsecond},
		{"asymmetric", 40*time.Millisecond + 12*time.Microsecond},
	} {
		ends := map[string]*TimeSyncPeer{"A": fresh(), "B": fresh()}
		other := map[string]string{"A": "B", "B": "A"}
		converted := map[string]int{}
		var sum time.Duration
		for _, r := range readTable(t, timesyncFiles(t, "session_"+c.name)[0]).Rows {
			name := r[1].(string)
			to, from := ends[name], ends[other[name]]
			switch n := r.ints(t, 2); r[0] {
			case "d":
				to.OnDatagram(uint32(n[1]), n[2]*1000)
			case "m":
				if _, ok := from.MinDelta(); ok && (n[0] != 0 || c.name == "zero_delta") {
					to.OnPeerMin(uint32(n[0]))
				}
			case "p":
				stamp, ok := from.ToRemote23(n[0] * 1000)
				if !ok {
					continue
				}
				off := time.Duration(to.From23(n[3]*1000, stamp) - n[6]*1000)
				if off.Abs() > c.worst {
					t.Fatalf("%s: %v is decoded %v off", c.name, r, off)
				}
				converted[name]++
				sum += off
			default:
				t.Fatalf("%s: %v: its operation is unknown", c.name, r)
			}
		}
		if converted["A"] < 20 || converted["B"] < 20 {
			t.Errorf("%s: only %v conversions", c.name, converted)
		}
		t.Logf("%s: mean error %v", c.name, sum/time.Duration(converted["A"]+converted["B"]))
	}
}

func TestWindowedMinIsAlwaysFromTheWindowAndNeverAboveTheLatest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var m windowedMin
		base := rapid.Uint32().Draw(rt, "base")
		window := rapid.Int64Range(0, 1000).Draw(rt, "window")
		at := rapid.Int64().Draw(rt, "start")
		for range rapid.IntRange(1, 60).Draw(rt, "n") {
			value := (base + rapid.Uint32Range(0, 1<<23-1).Draw(rt, "value")) & (1<<24 - 1)
			at += rapid.Int64Range(-5, 400).Draw(rt, "later")
			m.update(value, at, window)
			best, ok := m.min()
			if !ok || !atMost24(best, value) {
				rt.Fatalf("best %d (%v) after %d", best, ok, value)
			}
			for i, k := range m.kept {
				if k.older(at, window) {
					rt.Fatalf("sample %d of %v is older than %d at %d", i, m.kept, window, at)
				}
			}
			if !atMost24(m.kept[0].value, m.kept[1].value) || !atMost24(m.kept[1].value, m.kept[2].value) {
				rt.Fatalf("%v is not in order", m.kept)
			}
		}
	})
}

// FuzzTimeSyncPeer feeds both modes with what a hostile network could deliver, 13 bytes a step: what
// to do, a time, a number.
func FuzzTimeSyncPeer(f *testing.F) {
	step := func(op byte, at int64, number uint32) []byte {
		b := binary.LittleEndian.AppendUint64([]byte{op}, uint64(at))
		return binary.LittleEndian.AppendUint32(b, number)
	}
	f.Add(append(step(0, 1e9, 120000), step(1, 1e9, 2500)...))
	f.Add(append(append(step(0, -1<<63, 0), step(1, 0, 1<<23)...), step(2, 1<<63-1, 0)...))
	f.Add(append(append(step(0, 5e9, 1<<23), step(1, 0, 1<<32-1)...), step(0, 4e9, 7)...))
	testkit.FuzzDamaged(f, func(t testing.TB, data []byte) {
		shippedClient := DefaultTimeSync()
		shippedClient.AsShipped = true
		for _, cfg := range []TimeSyncConfig{DefaultTimeSync(), shippedClient} {
			s := clocktest.Made(NewTimeSync(cfg))
			for rest := data; len(rest) >= 13; rest = rest[13:] {
				at := netsync.Local(binary.LittleEndian.Uint64(rest[1:]))
				feed(s, rest[0], at, binary.LittleEndian.Uint32(rest[9:]))
				checkPeer(t, s.Peer(), int64(at))
			}
		}
	})
}

func feed(s *TimeSync, op byte, at netsync.Local, number uint32) {
	switch op % 4 {
	case 0:
		s.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: number, T4: at})
	case 1:
		s.Observe(netsync.Event{Kind: netsync.PeerReport, Value: number, T4: at})
	case 2:
		s.Wake(at, nil)
	case 3:
		there := netsync.Server(int64(number) << (op / 4 % 32))
		s.Observe(netsync.Event{Kind: netsync.Answer, T1: at - netsync.Local(number), T2: there, T3: there, T4: at})
	}
}

func checkPeer(t testing.TB, p *TimeSyncPeer, at int64) {
	if least, _ := p.MinDelta(); least >= 1<<24 {
		t.Fatalf("minimum %d", least)
	}
	if delta, _ := p.ClockDelta(); delta >= 1<<26 {
		t.Fatalf("clock delta %d", delta)
	}
	if owd := p.MinOWD(); owd < 0 || owd > 1<<23*4*time.Microsecond {
		t.Fatalf("smallest delay %v", owd)
	}
	if stamp, ok := p.ToRemote23(at); stamp >= 1<<23 || ok != p.Synchronised() {
		t.Fatalf("23-bit timestamp %d, %v", stamp, ok)
	}
	if stamp, ok := p.ToRemote16(at); stamp >= 1<<16 || ok != p.Synchronised() {
		t.Fatalf("16-bit timestamp %d, %v", stamp, ok)
	}
	p.From23(at, uint32(at))
	p.From16(at, uint32(at))
}
