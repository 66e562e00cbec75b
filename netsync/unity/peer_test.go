package unity

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/netsync"
)

// A unityPeer is the peers' clock in the peers' own arithmetic, driving this package's tick system.
type unityPeer struct {
	clock  unityOffsets[float64]
	ratio  float64
	half   bool
	rate   int
	script unityScript
	system *NetworkTimeSystem
}

func newUnityPeer(t *testing.T, file string, setup unitySetup) *unityPeer {
	t.Helper()
	p := &unityPeer{
		clock: unityOffsets[float64]{
			limits:  unityLimits[float64]{hardReset: setup.HardReset},
			receive: setup.ServerBuffer, send: setup.LocalBuffer,
		},
		ratio: setup.Ratio,
		half:  strings.Contains(filepath.Dir(file), "half_rtt"),
		rate:  setup.TickRate,
	}
	p.system = mustSystem(t, p.rate, &p.script)
	return p
}

func (p *unityPeer) sync(host, rtt float64) {
	if p.half {
		rtt = float64(rtt / 2)
	}
	p.clock.sync(host, rtt)
}

func (p *unityPeer) advance(delta float64) (reset bool) {
	return p.clock.advance(delta, float64(delta*p.ratio))
}

// resetTicks has the tick system follow without any tick.
func (p *unityPeer) resetTicks() {
	p.script.times = p.times()
	p.system.InitializeClient(0)
}

// tick has the tick system follow the clock and returns how many ticks that took.
func (p *unityPeer) tick() int64 {
	p.script.times = p.times()
	ticks, _ := p.system.Advance(0)
	return ticks.Len()
}

func (p *unityPeer) times() Times {
	predicted, server := p.clock.times()
	return Times{unityTimeOf(p.rate, predicted), unityTimeOf(p.rate, server)}
}

// check compares both times to the last bit, and the ticks.
func (p *unityPeer) check(t *testing.T, want *unityWant, reset bool, fired int64) {
	t.Helper()
	local, server := p.clock.times()
	now := p.system.Times()
	if local != want.local || server != want.server || want.reset >= 0 && reset != (want.reset > 0) ||
		want.ticks != nil && (float64(now.Predicted.Tick()) != want.ticks[0] || float64(now.Server.Tick()) != want.ticks[1]) ||
		want.fired >= 0 && float64(fired) != want.fired {
		t.Fatalf("local %v, server %v, ticks %v, reset %v, %d fired; want %+v", local, server, now, reset, fired, want)
	}
}

func TestUnityOffsetsMatchTheShippedClockToTheBit(t *testing.T) {
	t.Parallel()
	unityRuns(t, func(t *testing.T, file string, run unityRun) {
		p := newUnityPeer(t, file, run.setup)
		for _, op := range run.ops {
			reset, fired := p.do(op), int64(0)
			if op.kind == "reset" || reset && op.skipTicks {
				p.resetTicks()
			}
			if op.kind == "advance" {
				fired = p.tick()
			}
			if op.want != nil {
				p.check(t, op.want, reset, fired)
			}
		}
	})
}

// The same in nanoseconds: each frame begins where the peer is, so that it is one frame's decision
// and arithmetic that is compared.
func TestUnityMergedProviderMatchesTheShippedClockToTheNanosecond(t *testing.T) {
	t.Parallel()
	unityRuns(t, func(t *testing.T, file string, run unityRun) {
		p, m := newUnityPair(t, file, run.setup)
		for i, op := range run.ops {
			m.clock.load(&p.clock)
			if op.kind != "advance" {
				p.do(op)
				m.do(op)
				p.near(t, m.times(), 4e-9)
				continue
			}
			target, reset := p.onEdge(0), p.onEdge(run.setup.HardReset)
			scale, far := m.clock.steer()
			wantScale, wantFar := p.clock.steer()
			if far != wantFar && !reset || scale != wantScale && !target && !reset {
				t.Fatalf("op %d: scale %+v, reset %v; want %+v, %v", i, scale, far, wantScale, wantFar)
			}
			p.do(op)
			m.do(op)
			switch {
			case far == wantFar && scale == wantScale:
				p.near(t, m.times(), 4e-9)
			case far == wantFar:
				p.near(t, m.times(), 2*math.Abs(op.a)*p.ratio+4e-9)
			}
		}
	})
}

// Left to itself, the clock may come to stand on the other side of a target than the peer's when a
// rounding decides, which is worth twice the nudge of a frame.
func TestUnityMergedProviderStaysWithTheShippedClock(t *testing.T) {
	t.Parallel()
	unityRuns(t, func(t *testing.T, file string, run unityRun) {
		p, m := newUnityPair(t, file, run.setup)
		frames, otherwise, longest := 0, 0, 0.0
		for _, op := range run.ops {
			if op.kind == "advance" {
				frames++
				longest = max(longest, op.a)
				scale, _ := m.clock.steer()
				if want, _ := p.clock.steer(); scale != want {
					otherwise++
				}
			}
			reset := p.onEdge(run.setup.HardReset)
			p.do(op)
			m.do(op)
			if reset {
				m.clock.load(&p.clock) // the peer's last bit has decided whether to reset
			}
			p.near(t, m.times(), 2*longest*p.ratio+1e-6)
		}
		t.Logf("%d frames, %d decided otherwise", frames, otherwise)
	})
}

// newUnityPair returns the peer's clock and the same in nanoseconds.
func newUnityPair(t *testing.T, file string, setup unitySetup) (*unityPeer, *MergedProvider) {
	t.Helper()
	if setup.HardReset > 1e6 {
		t.Skip("a host's clock; here that is a UnityServerProvider")
	}
	p := newUnityPeer(t, file, setup)
	cfg := Shipped()
	cfg.HalfRTT, cfg.TickRate = p.half, 1000*setup.TickRate
	cfg.ReceiveBuffer, cfg.SendBuffer = unityDuration(setup.ServerBuffer), unityDuration(setup.LocalBuffer)
	cfg.HardReset, cfg.RatioPPM = unityDuration(setup.HardReset), int(math.Round(setup.Ratio*1e6))
	if err := cfg.Validate(); err != nil {
		t.Skip("not to be had in nanoseconds: ", err)
	}
	m, err := NewMergedProvider(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return p, m
}

func (p *unityPeer) do(op unityOp) (reset bool) {
	if op.kind == "advance" {
		return p.advance(op.a)
	}
	p.sync(op.a, op.b)
	if op.kind == "reset" {
		p.advance(0)
	}
	return false
}

func (m *MergedProvider) do(op unityOp) {
	switch op.kind {
	case "advance":
		m.AdvanceTime(Times{}, unityDuration(op.a))
	case "sync", "reset":
		m.Sync(netsync.World(unityDuration(op.a)), unityDuration(op.b))
		if op.kind == "reset" {
			m.AdvanceTime(Times{}, 0)
		}
	}
}

// load takes the state of a peer's clock, to the nearest nanosecond.
func (o *unityOffsets[T]) load(p *unityOffsets[float64]) {
	ns := func(v float64) T { return T(unityDuration(v)) }
	o.base, o.predicted, o.server = ns(p.base), ns(p.predicted), ns(p.server)
	o.wantPredicted, o.wantServer = ns(p.wantPredicted), ns(p.wantServer)
}

// onEdge says whether either error is within 2 ns of a limit, where a nanosecond is too coarse to
// decide as the peer does.
func (p *unityPeer) onEdge(limit float64) bool {
	c := &p.clock
	near := func(err float64) bool { return math.Abs(math.Abs(err)-limit) < 2e-9 }
	return near(c.wantPredicted-c.predicted) || near(c.wantServer-c.server)
}

// near compares both times with the peer's.
func (p *unityPeer) near(t *testing.T, got Times, tolerance float64) {
	t.Helper()
	local, server := p.clock.times()
	if a, b := unityOff(got.Predicted, local), unityOff(got.Server, server); a > tolerance || b > tolerance {
		t.Fatalf("times are %v s and %v s off, tolerance %v", a, b, tolerance)
	}
}
