package unity

import (
	"time"

	"driftlab/netsync"
)

// MergedProvider is the client's time as merged into Unity in July 2021 and shipped since. There it is called
// NetworkTimeSystem and has Sync, Advance and Reset for the provider's two methods. A base time runs with real time, and the
// two times are offsets from it that drift towards their targets. It differs from the text's [ClientProvider] in three
// points:
//   - continuous times are compared, not those of whole ticks;
//   - a hard reset moves the base and comes with the advance after the Sync that calls for it;
//   - InitializeClient is a Sync too, so a host whose time is below HardReset is not jumped to but approached.
//
// It keeps its own state: AdvanceTime returns that, whatever times it is given.
type MergedProvider struct {
	cfg   Config
	clock unityOffsets[time.Duration]
}

// NewMergedProvider returns a provider at time zero.
func NewMergedProvider(cfg Config) (*MergedProvider, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return newUnityMergedProvider(cfg), nil
}

func newUnityMergedProvider(cfg Config) *MergedProvider {
	m := &MergedProvider{cfg: cfg, clock: unityOffsets[time.Duration]{limits: cfg.limits()}}
	m.adopt(cfg.of(DefaultGame()))
	return m
}

// Sync sets the targets of both times from the latest snapshot and round trip.
func (m *MergedProvider) Sync(snapshot netsync.World, rtt time.Duration) {
	m.clock.sync(time.Duration(snapshot), m.cfg.lead(rtt))
}

// AdvanceTime moves both times forward, or sets both if either was too far from its target in the latest Sync.
func (m *MergedProvider) AdvanceTime(_ Times, delta time.Duration) (Times, bool) {
	reset := m.clock.advance(delta, m.cfg.nudge(delta))
	return m.times(), !reset
}

// InitializeClient is the shipped Reset: a Sync with StartRTT, and an advance by nothing.
func (m *MergedProvider) InitializeClient(t Times) Times {
	m.Sync(t.Server.World(), m.cfg.StartRTT)
	m.clock.advance(0, 0)
	return m.times()
}

// startOnTarget differs from InitializeClient where the host's time is below HardReset.
func (m *MergedProvider) startOnTarget(t Times) Times {
	m.InitializeClient(t)
	m.clock.server = m.clock.wantServer
	return m.times()
}

func (m *MergedProvider) times() Times {
	predicted, server := m.clock.times()
	return Times{
		Predicted: FineTimeAt(m.cfg.TickRate, netsync.World(predicted)),
		Server:    FineTimeAt(m.cfg.TickRate, netsync.World(server)),
	}
}

func (m *MergedProvider) follow(t Times, delta time.Duration, snapshot netsync.World, rtt time.Duration) (Times, bool) {
	t, ok := m.AdvanceTime(t, delta)
	m.Sync(snapshot, rtt)
	return t, ok
}

func (m *MergedProvider) adopt(g GameBasis) {
	m.cfg.adopt(g)
	m.clock.receive, m.clock.send = g.ReceiveBuffer, g.SendBuffer
}

func (m *MergedProvider) next() (unityScale, unityTarget) {
	c := &m.clock
	scale, _ := c.steer()
	return scale, unityTarget{netsync.World(c.base + c.wantPredicted), netsync.World(c.base + c.wantServer)}
}

// unityOffsets is the shipped clock: a base time, two offsets from it, and the offsets that these drift towards.
type unityOffsets[T unityTime] struct {
	limits        unityLimits[T]
	receive, send T // buffers

	base                      T
	predicted, server         T
	wantPredicted, wantServer T
}

// sync takes the host's time, and the lead over it that predicted time is to have.
func (o *unityOffsets[T]) sync(host, lead T) {
	ahead := host - o.base
	o.wantServer = ahead - o.receive
	o.wantPredicted = ahead + lead + o.send
}

// advance moves time forward by delta, in which a drifting offset gains nudge, and says whether it was a hard reset.
func (o *unityOffsets[T]) advance(delta, nudge T) (reset bool) {
	o.base += delta
	scale, far := o.steer()
	if far {
		o.base += o.wantServer
		o.wantPredicted -= o.wantServer
		o.predicted = o.wantPredicted
		o.wantServer, o.server = 0, 0
		return true
	}
	o.predicted += nudge * T(scale.predicted)
	o.server += nudge * T(scale.server)
	return false
}

func (o *unityOffsets[T]) steer() (unityScale, bool) {
	return o.limits.steer(o.wantPredicted-o.predicted, o.wantServer-o.server)
}

func (o *unityOffsets[T]) times() (predicted, server T) {
	return o.base + o.predicted, o.base + o.server
}
