package unity

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

// Config holds the constants of Unity's network time. [Text] and [Shipped] return the two published sets; the zero value is
// not valid.
//
// TickRate, ReceiveBuffer, SendBuffer, FrameRate and Smoothing may be [FromGame], as in [Default]. Each is then the value of
// the client's game, which [Clock.Adopt] passes on; until it is called, the value is that of [DefaultGame].
type Config struct {
	// TickRate is the ticks in a thousand seconds. The published buffers are multiples of 1/TickRate, so they usually change with it.
	TickRate int

	// ReceiveBuffer is how far server time runs behind the latest snapshot: the text's
	// ClientBufferTime ("when the client receives"), the shipped code's ServerBufferSec.
	ReceiveBuffer time.Duration
	// SendBuffer is how much earlier than needed predicted time lets a message reach the host, 0 to 10 s: the text's
	// ServerBufferTime ("when the server receives"), the code's LocalBufferSec.
	SendBuffer time.Duration
	// StartRTT is the round trip assumed until one is measured.
	StartRTT time.Duration
	// HalfRTT puts predicted time half a round trip ahead of the latest snapshot, as shipped since
	// January 2025, rather than a full one, as in the text and in what was shipped until then.
	HalfRTT bool

	// HardReset is the error above which both times are set to their targets.
	HardReset time.Duration
	// DeadZone is the error up to which a time is left alone. At 0 there is none: a time then swings about its target for
	// ever, as in the shipped code.
	DeadZone time.Duration
	// RatioPPM is how much faster or slower a time runs to catch up, in millionths.
	RatioPPM int
	// HardResetOnly leaves a time alone up to HardReset, for games that follow music.
	HardResetOnly bool

	// Merged selects [MergedProvider], the design of the shipped code, rather than the
	// text's [ClientProvider].
	Merged bool

	// The rest is for the estimator [Clock] alone.

	// Every is the time between two questions.
	Every time.Duration
	// WholeTicks rounds the host's clock in an answer down to the beginning of its tick.
	WholeTicks bool
	// FrameRate is how many times in a thousand seconds the times are advanced.
	FrameRate int
	// Smoothing sets the weight of a new round trip in the average: one part in Smoothing. At 1 only the latest counts.
	// FromGame uses the game's round trip instead of the clock's own, and StartRTT before there is one; if the game measures
	// none, a new round trip counts an eighth.
	Smoothing int
}

// Text returns the constants of the text (MLAPI): 60 ticks a second, buffers of one tick when receiving and two when
// sending, predicted time a full round trip ahead, comparison of whole ticks. The text names the other constants without a
// value; they are those of the first published provider, of May 2021, which is the text's code: hard reset above 200 ms,
// dead zone of 20 ms, one per cent faster or slower, 150 ms as the first round trip.
//
// The text's host sends a snapshot every tick, and the text needs no messages that only carry the time. One question a
// second and the extrapolation between answers are those of the shipped code.
func Text() Config {
	c, g := Default(), DefaultGame()
	c.TickRate, c.FrameRate, c.Smoothing = g.TickRate, g.FrameRate, unitySmoothing
	c.ReceiveBuffer, c.SendBuffer = g.ReceiveBuffer, g.SendBuffer
	return c
}

// unitySmoothing is the transport's, as in RFC 6298, section 2.
const unitySmoothing = 8

// Default returns the constants of the text, except that those which are a game's own choice are [FromGame].
func Default() Config { return param.Defaults(Constants) }

// Constants are what can be set of the clock. They must not be changed.
var Constants = []netsync.Constant[Config]{
	orGame(param.Int(param.Param{Name: "tick-rate", Unit: param.FineRate, Min: 1000, Max: 1000 * maxTickRate,
		Help: "ticks a second of its time; game: those of the game, tick.rate"},
		func(c *Config) *int { return &c.TickRate })),
	orGame(gear.Span("receive-buffer", "how far its server time runs behind the latest snapshot; game: the length of the client buffer at that moment; with a number it starts as published", 0, 10*time.Second, 0,
		func(c *Config) *time.Duration { return &c.ReceiveBuffer })),
	orGame(gear.Span("send-buffer", "how much earlier than needed a message sent at its predicted time reaches the host; game: the length of the server buffer at that moment", 0, 10*time.Second, 0,
		func(c *Config) *time.Duration { return &c.SendBuffer })),
	gear.Span("start-rtt", "round trip that it assumes until one is measured", 0, 10*time.Second, 150*time.Millisecond,
		func(c *Config) *time.Duration { return &c.StartRTT }),
	gear.Flag("half-rtt", "whether predicted time is half a round trip ahead, as shipped since 2025, not a full one",
		func(c *Config) *bool { return &c.HalfRTT }),
	gear.Span("hard-reset", "error above which both of its times are set", time.Millisecond, time.Hour, 200*time.Millisecond,
		func(c *Config) *time.Duration { return &c.HardReset }),
	gear.Span("dead-zone", "error up to which a time is left alone", 0, 10*time.Second, 20*time.Millisecond,
		func(c *Config) *time.Duration { return &c.DeadZone }),
	param.Scaled(param.Param{Name: "ratio", Unit: param.Share, Min: gear.PPM, Max: 500_000 * gear.PPM, Default: 10_000 * gear.PPM,
		Help: "how much faster or slower a time runs to catch up, in steps of a millionth"}, gear.PPM,
		func(c *Config) *int { return &c.RatioPPM }),
	param.Bool(param.Param{Name: "catch-up", Label: "Unity catches up", Called: "Unity's catch-up", Unit: param.Choice, Choices: []string{"soft", "hard-resets-only"},
		Help: "how unity corrects its times: by running one per cent faster or slower, or only by setting them once they are 200 ms wrong, as a game about music needs"},
		func(c *Config) *bool { return &c.HardResetOnly }),
	gear.Flag("merged", "whether it is of the shipped code's design rather than the text's",
		func(c *Config) *bool { return &c.Merged }),
	gear.Span("every", "time between two of its questions", 10*time.Millisecond, time.Minute, time.Second,
		func(c *Config) *time.Duration { return &c.Every }),
	gear.Flag("whole-ticks", "whether an answer has the host's clock rounded down to its tick",
		func(c *Config) *bool { return &c.WholeTicks }),
	orGame(param.Int(param.Param{Name: "frame-rate", Unit: param.FineRate, Min: 1000, Max: 1_000_000,
		Help: "how often per second its times are advanced; game: at tick.rate, like those of the game"},
		func(c *Config) *int { return &c.FrameRate })),
	orGame(gear.Count("smoothing", "a new round trip counts one part in this many; game: uses the game's round trip instead of its own, latest or smoothed as time.rtt says", 1, 1024, 0,
		func(c *Config) *int { return &c.Smoothing })),
}

// Shipped returns the constants of Netcode for GameObjects as shipped since January 2025: 30 ticks a second, buffers of 50
// ms when receiving (since September 2021) and of one tick when sending, half of the round trip, no dead zone, whole ticks
// on the wire once a second, and the transport's smoothing of round trips by an eighth (as RFC 6298, section 2). Set HalfRTT
// to false for what was shipped from July 2021 to December 2024.
func Shipped() Config {
	c := Text()
	c.Merged = true
	c.TickRate = 30_000
	c.ReceiveBuffer = 50 * time.Millisecond
	c.SendBuffer = (time.Second + 15) / 30
	c.HalfRTT = true
	c.DeadZone = 0
	c.WholeTicks = true
	return c
}

// Validate reports a constant out of range.
func (c Config) Validate() error { return param.Validate(Constants, &c) }

// of returns the values in force in a game: the constants that are numbers, and the game's values for the others.
func (c *Config) of(g GameBasis) GameBasis {
	if c.TickRate != FromGame {
		g.TickRate = c.TickRate
	}
	if c.FrameRate != FromGame {
		g.FrameRate = c.FrameRate
	}
	if c.ReceiveBuffer != FromGame {
		g.ReceiveBuffer, g.StartsOnTarget = c.ReceiveBuffer, false // the buffer is the published code's, and so is its start
	}
	if c.SendBuffer != FromGame {
		g.SendBuffer = c.SendBuffer
	}
	if c.Smoothing != FromGame {
		g.Measures = false
	}
	return g
}

// adopt takes those values of a game that a provider uses.
func (c *Config) adopt(g GameBasis) {
	c.TickRate, c.ReceiveBuffer, c.SendBuffer = g.TickRate, g.ReceiveBuffer, g.SendBuffer
}

// lead returns how far ahead of the latest snapshot predicted time is to run, without the buffer.
func (c *Config) lead(rtt time.Duration) time.Duration {
	if c.HalfRTT {
		return rtt / 2
	}
	return rtt
}

// nudge returns what a time that catches up gains in delta.
func (c *Config) nudge(delta time.Duration) time.Duration {
	return arith.Millionths(delta, int64(c.RatioPPM))
}

// limits returns the limits of the comparison in nanoseconds.
func (c *Config) limits() unityLimits[time.Duration] {
	return unityLimits[time.Duration]{c.HardReset, c.DeadZone, c.HardResetOnly}
}

// orGame lets a constant that is a number be [FromGame] too, and makes that its default.
func orGame[C any](f param.Field[C]) param.Field[C] {
	f.Word, f.Default = "game", FromGame
	return f
}

// FromGame is the value of a constant that has no number of its own: it uses the value of the client's game, see
// [GameBasis].
const FromGame = param.Worded

// A GameBasis is the settings that drive the times of a client's game, for estimators that can use the same.
type GameBasis struct {
	TickRate int // ticks in a thousand seconds, 1000 to 1,000,000
	// FrameRate is how many times in a thousand seconds the game's times are advanced, 1000 to 1,000,000.
	FrameRate int
	// ReceiveBuffer is how much later than received the other players are shown, SendBuffer how much earlier than needed
	// inputs are sent: both in real time, ≥ 0.
	ReceiveBuffer, SendBuffer time.Duration
	// StartsOnTarget says that the game's server time starts a receive buffer before the latest snapshot. If not, it starts
	// a buffer after it, as in Unity's published code.
	StartsOnTarget bool

	// Measures says whether the game measures round trips. RTT is the one that it uses, smoothed or not; HasRTT is false
	// before the first.
	Measures bool
	RTT      time.Duration
	HasRTT   bool
}

// DefaultGame returns the settings that an estimator uses if it has no game: 60 ticks and frames a second, buffers
// of one tick when receiving and two when sending, as in the text of Unity's network time, the published start, and no round
// trips from the game.
func DefaultGame() GameBasis {
	return GameBasis{TickRate: 60_000, FrameRate: 60_000, ReceiveBuffer: (time.Second + 30) / 60, SendBuffer: (2*time.Second + 30) / 60}
}

// SetBuffers sets the buffers, which are given in world time, for world time that runs at rate, in millionths. During a
// pause they keep their lengths.
func (g *GameBasis) SetBuffers(receive, send time.Duration, rate int64) {
	if rate > 0 {
		real := func(d time.Duration) time.Duration { return d * netsync.Normal / time.Duration(rate) }
		g.ReceiveBuffer, g.SendBuffer = real(receive), real(send)
	}
}

// An Adopter is an [netsync.Estimator] that has constants which can be [FromGame].
type Adopter interface {
	// Adopt passes on the game's settings from now on. It may be called at any time and restarts nothing. Until it is
	// called, an estimator uses [DefaultGame].
	Adopt(g GameBasis)
}
