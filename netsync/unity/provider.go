package unity

import (
	"time"

	"driftlab/netsync"
)

// Times are the two times of a peer (MLAPI): predicted time is when a message sent now reaches the host, server time is that
// of the host's state as it is shown here. On the host they are the same. Both have one tick rate.
type Times struct {
	Predicted, Server NetworkTime
}

// A Provider decides how network time advances: the text's INetworkTimeProvider. All network time comes from it, so a faulty
// one harms everything that uses that time.
type Provider interface {
	// AdvanceTime returns t after a frame that took delta of real time; ok is false if that was a
	// hard correction. (The text has it so; published code of mid-2021 has it the other way round.)
	AdvanceTime(t Times, delta time.Duration) (next Times, ok bool)
	// InitializeClient returns the times to begin with. It is called once, on clients only; both times of t are that of the
	// tick in the host's first message.
	InitializeClient(t Times) Times
}

// ClientProvider is the client's provider as the text has it (ClientNetworkTimeProvider). Server time aims at the latest
// snapshot less a buffer, predicted time at the latest snapshot plus a round trip and a buffer. Both get there by running a
// little faster or slower; far from either aim it sets both times.
//
// Times are compared as of the beginning of their ticks, as in the text, so a time settles up to a tick above where the dead
// zone alone would leave it.
type ClientProvider struct {
	cfg    Config
	scale  unityScale // of the next advance
	target unityTarget
}

// A unityScale says for each time whether it runs slower (−1), normally (0) or faster (+1).
type unityScale struct{ predicted, server int64 }

// A unityTarget is where the two times ought to be.
type unityTarget struct{ predicted, server netsync.World }

// NewClientProvider returns a provider that has no snapshot yet.
func NewClientProvider(cfg Config) (*ClientProvider, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return newUnityClientProvider(cfg), nil
}

func newUnityClientProvider(cfg Config) *ClientProvider {
	cfg.adopt(cfg.of(DefaultGame()))
	return &ClientProvider{cfg: cfg}
}

// Sync sets what the text calls lastReceivedSnapshotTime and rtt, for the next advances.
func (c *ClientProvider) Sync(snapshot netsync.World, rtt time.Duration) {
	c.target = unityTarget{
		predicted: snapshot.Add(c.cfg.lead(rtt) + c.cfg.SendBuffer),
		server:    snapshot.Add(-c.cfg.ReceiveBuffer),
	}
}

// AdvanceTime is the text's AdvanceTime, in its four steps.
func (c *ClientProvider) AdvanceTime(t Times, delta time.Duration) (Times, bool) {
	nudge := c.cfg.nudge(delta)
	t.Predicted = t.Predicted.Add(delta + nudge*time.Duration(c.scale.predicted))
	t.Server = t.Server.Add(delta + nudge*time.Duration(c.scale.server))

	limits := c.cfg.limits()
	scale, far := limits.steer(
		c.target.predicted.Sub(t.Predicted.Start().World()),
		c.target.server.Sub(t.Server.Start().World()))
	c.scale = scale
	if far {
		// Always both, "to not break simulation integrity".
		t.Predicted = FineTimeAt(c.cfg.TickRate, c.target.predicted)
		t.Server = FineTimeAt(c.cfg.TickRate, c.target.server)
	}
	return t, !far
}

// InitializeClient begins with server time one receive buffer after the host's tick, and predicted time StartRTT after that.
// The text is silent here. The published code does this: it adds the buffer that the target then subtracts, so the times are
// pulled apart in the seconds that follow. A game begins with startOnTarget instead, unless it is meant to show that.
func (c *ClientProvider) InitializeClient(t Times) Times {
	c.Sync(t.Server.World(), c.cfg.StartRTT)
	t.Server = t.Server.Add(c.cfg.ReceiveBuffer)
	t.Predicted = t.Server.Add(c.cfg.StartRTT)
	return t
}

func (c *ClientProvider) startOnTarget(t Times) Times {
	t = c.InitializeClient(t)
	t.Server = FineTimeAt(c.cfg.TickRate, c.target.server)
	return t
}

func (c *ClientProvider) follow(t Times, delta time.Duration, snapshot netsync.World, rtt time.Duration) (Times, bool) {
	c.Sync(snapshot, rtt)
	return c.AdvanceTime(t, delta)
}

func (c *ClientProvider) adopt(g GameBasis) { c.cfg.adopt(g) }

func (c *ClientProvider) next() (unityScale, unityTarget) { return c.scale, c.target }

// unityTime is the type that times are compared in: nanoseconds here, and in tests the peers' own seconds, so that their
// published runs test this very code.
type unityTime interface{ ~int64 | ~float64 }

// unityLimits say what an error, target − time, calls for.
type unityLimits[T unityTime] struct {
	hardReset, deadZone T
	hardResetOnly       bool
}

// steer returns the scale that two errors call for, and whether either is beyond the hard reset. An error equal to a limit
// is not beyond it.
func (l *unityLimits[T]) steer(predicted, server T) (scale unityScale, far bool) {
	if beyond(predicted, l.hardReset) || beyond(server, l.hardReset) {
		return unityScale{}, true
	}
	return unityScale{l.direction(predicted), l.direction(server)}, false
}

// direction returns +1 to run faster, −1 slower. Without a dead zone it is never 0, as in the
// published code: a time that is exactly right is slowed.
func (l *unityLimits[T]) direction(err T) int64 {
	switch {
	case l.hardResetOnly || l.deadZone > 0 && !beyond(err, l.deadZone):
		return 0
	case err > 0:
		return +1
	}
	return -1
}

func beyond[T unityTime](err, limit T) bool { return err > limit || err < -limit }
