package clocks

import (
	"path/filepath"
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
)

// microsToNanos converts a clock of the library, unsigned µs, to ns. Readings that do not fit are
// moved by a multiple of 2^40 µs, which no stamp notices; shift says by how much.
func microsToNanos(micros int64) (nanos, shift int64) {
	const far = int64(1) << 53
	if micros > far || micros < -far {
		shift = micros &^ (1<<40 - 1)
	}
	return (micros - shift) * 1000, shift
}

func TestCounterComparesLikeThePeerLibrary(t *testing.T) {
	t.Parallel()
	flag := func(b bool) byte {
		if b {
			return '1'
		}
		return '0'
	}
	v := readTables(t, "counter_ops*")
	for _, r := range cases(v) {
		w := arith.Width(r.int(t, 0))
		a, b := uint64(r.int(t, 1)), uint64(r.int(t, 2))
		got := []uint64{w.Wrap(a + b), w.Wrap(a - b), w.Wrap(a + 1), w.Wrap(a - 1)}
		for i, g := range got {
			if want := uint64(r.int(t, 3+i)); g != want {
				t.Errorf("%v: column %d is %d, want %d", r, 3+i, g, want)
			}
		}
		// Before is the opposite of at most, and the library has it so too.
		flags := string([]byte{flag(a == b), flag(a != b), flag(!w.AtMost(b, a)),
			flag(w.AtMost(a, b)), flag(!w.AtMost(a, b)), flag(w.AtMost(b, a))})
		if flags != r[7] {
			t.Errorf("%v: flags %s", r, flags)
		}
	}
	t.Logf("%d cases", len(cases(v)))
}

func TestCounterExpandsToTheNearestNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		bias bool
	}{{"counter_expand", false}, {"counter_expand_bias", true}} {
		v := readTable(t, timesyncFiles(t, c.name)[0])
		for _, r := range v.Cases {
			full, small := arith.Width(r.int(t, 0)), arith.Width(r.int(t, 1))
			bias, rest := int64(0), r[2:]
			if c.bias {
				bias, rest = int64(r[2].(float64)), r[3:]
			}
			n := rest.ints(t, 0)
			if got := full.Wrap(uint64(small.Expand(n[0]-bias, uint64(n[1])))); got != uint64(n[2]) {
				t.Errorf("%s %v: %d", c.name, r, got)
			}
		}
		for _, r := range v.ByteCases {
			bytes := r.int(t, 0)
			if bytes < 1 || bytes > 7 {
				continue // a count that the library refuses
			}
			if got := arith.Width(8*bytes).Expand(r.int(t, 1), uint64(r.int(t, 2))); got != r.int(t, 3) {
				t.Errorf("%s %v: %d", c.name, r, got)
			}
		}
		t.Logf("%s: %d cases, %d in bytes", c.name, len(v.Cases), len(v.ByteCases))
	}
}

func TestWindowedMinKeepsTheSamplesOfThePeerLibrary(t *testing.T) {
	t.Parallel()
	var sequences []vectorSequence
	for _, v := range readTables(t, "windowed_min*") {
		sequences = append(sequences, v.Sequences...)
	}
	for _, seq := range sequences {
		m := windowedMin{zeroIsEmpty: true}
		for i, r := range seq.Rows {
			n := r.ints(t, 0)
			m.update(uint32(n[0]), n[1], seq.Window)
			best, _ := m.min()
			want := [3]timedValue{{uint32(n[3]), n[4]}, {uint32(n[5]), n[6]}, {uint32(n[7]), n[8]}}
			if best != uint32(n[2]) || m.kept != want {
				t.Fatalf("%s row %d: best %d, kept %v, want %v", seq.Name, i, best, m.kept, r)
			}
		}
	}
}

func TestStamp24MatchesThePeerLibrary(t *testing.T) {
	t.Parallel()
	for _, r := range cases(readTables(t, "ts24_stamp*")) {
		nanos, _ := microsToNanos(r.int(t, 0))
		if got := netsync.Stamp24(nanos); int64(got) != r.int(t, 1) {
			t.Errorf("%v: %d", r, got)
		}
	}
}

// shipped returns an end that behaves as the library does.
func shipped() *TimeSyncPeer {
	cfg := DefaultTimeSync()
	cfg.AsShipped = true
	p := newTimeSyncPeer(cfg)
	return &p
}

func TestTimeSyncAsShippedDecodesApplicationTimestamps(t *testing.T) {
	t.Parallel()
	p := shipped()
	for _, r := range cases(readTables(t, "from_local_time*")) {
		local, shift := microsToNanos(r.int(t, 1))
		stamp := uint32(r.int(t, 2))
		got := p.From16(local, stamp)
		if r.int(t, 0) == 23 {
			got = p.From23(local, stamp)
		}
		if got/1000+shift != r.int(t, 3) {
			t.Errorf("%v: %d", r, got/1000+shift)
		}
	}
}

// micros is a trip time as the library returns it.
func micros(d time.Duration) int64 { return d.Microseconds() }

// observed lists what the library shows of one end after a datagram: the columns of a session row.
func observed(p *TimeSyncPeer, owd time.Duration) []int64 {
	least, _ := p.MinDelta()
	return append([]int64{micros(owd), int64(least)}, solved(p)...)
}

// solved lists what the library shows of one end after a report.
func solved(p *TimeSyncPeer) []int64 {
	delta, ok := p.ClockDelta()
	synced := int64(0)
	if ok {
		synced = 1
	}
	return []int64{micros(p.MinOWD()), synced, int64(delta)}
}

func equalInts(a, b []int64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

func TestTimeSyncAsShippedConvertsOverTheWholeRange(t *testing.T) {
	t.Parallel()
	for _, r := range cases(readTables(t, "to_remote_time*")) {
		n := r.ints(t, 0)
		_, shift := microsToNanos(n[1])
		for _, clock := range []int{1, 11, 13} {
			n[clock] -= shift
		}
		p := shipped()
		owd, _ := p.OnDatagram(uint32(n[0]), n[1]*1000)
		least, _ := p.MinDelta()
		early23, _ := p.ToRemote23(n[1] * 1000)
		early16, _ := p.ToRemote16(n[1] * 1000)
		got := []int64{micros(owd), int64(least), int64(early23), int64(early16)}
		p.OnPeerMin(uint32(n[6]))
		s := solved(p)
		got = append(got, n[6], s[1], s[0], s[2], n[10], n[11])
		owd, _ = p.OnDatagram(uint32(n[10]), n[11]*1000)
		to23, _ := p.ToRemote23(n[13] * 1000)
		to16, _ := p.ToRemote16(n[13] * 1000)
		got = append(got, micros(owd), n[13], int64(to23), int64(to16))
		if !equalInts(got, n[2:]) {
			t.Errorf("%v\ngot %v", r, got)
		}
	}
}

func TestTimeSyncAsShippedRepeatsTheTwoRoundsTest(t *testing.T) {
	t.Parallel()
	for _, r := range cases(readTables(t, "two_rounds*")) {
		n := make([]int64, 22)
		for i := range n {
			n[i] = int64(r[i].(float64))
		}
		a, b := shipped(), shipped()
		var global int64
		step := func() { global += n[1] * 1000 }
		clockA := func() int64 { return global }
		clockB := func() int64 { return global + n[0]*1000 }
		var got []int64
		// pass sends one datagram, with the sender's minimum if report is true.
		pass := func(from, to *TimeSyncPeer, sent, received func() int64, report bool) {
			step()
			stamp := netsync.Stamp24(sent())
			least, _ := from.MinDelta()
			got = append(got, int64(stamp))
			step()
			to.OnDatagram(stamp, received())
			if report {
				got = append(got, int64(least))
				to.OnPeerMin(least)
			}
		}
		pass(a, b, clockA, clockB, false)
		pass(b, a, clockB, clockA, false)
		pass(a, b, clockA, clockB, true)
		pass(b, a, clockB, clockA, true)
		sa, sb := solved(a), solved(b)
		got = append(got, sa[0], sb[0], sa[2], sb[2])

		step()
		a16, _ := a.ToRemote16(clockA())
		b16, _ := b.ToRemote16(clockB())
		step()
		got = append(got, int64(a16), int64(b16), a.From16(clockA(), b16)/1000, b.From16(clockB(), a16)/1000)
		step()
		a23, _ := a.ToRemote23(clockA())
		b23, _ := b.ToRemote23(clockB())
		step()
		rec := []int64{int64(a23), int64(b23), a.From23(clockA(), b23) / 1000, b.From23(clockB(), a23) / 1000}
		want := append(append([]int64{}, n[2:16]...), n[18:22]...)
		if got = append(got, rec...); !equalInts(got, want) {
			t.Errorf("%v\ngot  %v\nwant %v", r, got, want)
		}
	}
}

func TestTimeSyncAsShippedRepeatsTheSimpleUsageTest(t *testing.T) {
	t.Parallel()
	v := readTable(t, timesyncFiles(t, "simple_usage")[0])
	for i, list := range v.Delays {
		r := v.Cases[i]
		if r[0] != list[0] {
			t.Fatalf("delay list %v beside case %v", list[0], r[0])
		}
		n := r.ints(t, 0)
		a, b := shipped(), shipped()
		var global int64
		clockA := func() int64 { return (global + n[1]) * 1000 }
		clockB := func() int64 { return (global + n[2]) * 1000 }
		var smooth [2]int64
		delays := vectorRow(list[1].([]any)).ints(t, 0)
		for k, delay := range delays {
			from, to, sent, received := a, b, clockA, clockB
			if k%2 == 1 {
				from, to, sent, received = b, a, clockB, clockA
			}
			stamp := netsync.Stamp24(sent())
			least, _ := from.MinDelta()
			global += delay
			owd, _ := to.OnDatagram(stamp, received())
			if k/2%10 == 9 {
				to.OnPeerMin(least)
			}
			s := &smooth[1-k%2]
			if *s == 0 {
				*s = micros(owd)
			} else {
				*s = (7**s + micros(owd)) / 8
			}
		}
		a23, _ := a.ToRemote23(clockA())
		b23, _ := b.ToRemote23(clockB())
		trueA, trueB := clockA()/1000, clockB()/1000
		global += n[14]
		got := []int64{smooth[0], smooth[1], solved(a)[0], solved(b)[0], int64(a23), int64(b23),
			a.From23(clockA(), b23) / 1000, b.From23(clockB(), a23) / 1000, trueA, trueB}
		if !equalInts(got, n[4:14]) {
			t.Errorf("%v\ngot %v", n[4:14], got)
		}
	}
}

func TestTimeSyncAsShippedRepeatsWholeSessions(t *testing.T) {
	t.Parallel()
	for _, name := range timesyncFiles(t, "session_*") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			ends := map[string]*TimeSyncPeer{"A": shipped(), "B": shipped()}
			other := map[string]string{"A": "B", "B": "A"}
			rows := readTable(t, name).Rows
			for i, r := range rows {
				to := ends[r[1].(string)]
				from := ends[other[r[1].(string)]]
				var got, want []int64
				switch n := r.ints(t, 2); r[0] { // after the row's kind and its receiver
				case "d":
					owd, _ := to.OnDatagram(uint32(n[1]), n[2]*1000)
					got, want = append(observed(to, owd), int64(netsync.Stamp24(n[0]*1000))), append(n[3:8:8], n[1])
				case "m":
					to.OnPeerMin(uint32(n[0]))
					got, want = solved(to), n[1:]
				case "p":
					s23, _ := from.ToRemote23(n[0] * 1000)
					s16, _ := from.ToRemote16(n[0] * 1000)
					got = []int64{int64(s23), int64(s16), n[3],
						to.From23(n[3]*1000, s23) / 1000, to.From16(n[3]*1000, s16) / 1000}
					want = n[1:6]
				default:
					t.Fatalf("row %d %v: its operation is unknown", i, r)
				}
				if !equalInts(got, want) {
					t.Fatalf("row %d %v: got %v", i, r, got)
				}
			}
			t.Logf("%d rows", len(rows))
		})
	}
}
