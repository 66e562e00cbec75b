package lesson

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/internal/texts"
	"driftlab/netsim"
)

// A Measure is a way to get a number from a session as it stands. It remembers nothing, so what it tells
// is the same whether the session was played, replayed or rewound.
type Measure struct {
	Name     string
	Unit     string
	Help     string
	Over     Over
	decimals int
	signed   bool    // a plus sign is shown
	pools    bool    // of several clients too
	codes    bool    // its value is no quantity: it stands for an option of the question whose key it is
	limit    float64 // in ms, of a measure that counts errors above it
	of       reading
	across   func(logs []*exchangeLog) (v float64, ok bool) // of all worlds after their whole run, instead of of
}

// A reading is what a measure gets from a session of the figure's world; ok is false where there is nothing to measure yet.
type reading func(s *session.Session, f *Figure) (v float64, ok bool)

// fact is a reading of what a session says of a client.
func fact(of func(f session.Facts) (float64, bool)) reading {
	return func(s *session.Session, f *Figure) (float64, bool) { return of(s.Facts(f.Client)) }
}

// A Span is the part of a run that a measure is of; zero where a measure or a figure needs none.
type Span struct {
	After, Before netsim.Time
	Every         netsim.Time
}

// Measures lists every measure: those of clocks, then those of the game, of which the last are [session.GameFigureKinds]. They must
// not be changed.
var Measures = append(ownMeasures[:], gameFigures()...)

var ownMeasures = [...]Measure{
	{Name: "error", Unit: "ms", decimals: 1, signed: true, Help: "the clock's error",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			return inMilliseconds(s.ClockError(f.Client, f.Algorithm))
		}},
	{Name: "error-at", Unit: "ms", decimals: 1, signed: true, Over: At, of: errorAt,
		Help: "the clock's error at `after`, of the last two minutes"},
	{Name: "mean-error", Unit: "ms", decimals: 1, signed: true, Over: Warm, Help: "the mean of the clock's error",
		of: clockErrors(func(e session.ErrorMS) float64 { return e.Mean })},
	{Name: "rms-error", Unit: "ms", decimals: 2, Over: Warm, Help: "the root of the mean square of the clock's error",
		of: clockErrors(func(e session.ErrorMS) float64 { return e.RMS })},
	{Name: "p95-error", Unit: "ms", decimals: 2, Over: Warm, Help: "what the clock's error stays under 95 % of the time",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			return inMilliseconds(s.Clock(f.Client, f.Algorithm).Quantile(95))
		}},
	{Name: "converged", Unit: "s", decimals: 2, Over: Run,
		Help: "the time from the latest joining until the clock was within converge.bound of the truth, to stay there for converge.hold",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			return inSeconds(s.Clock(f.Client, f.Algorithm).Convergence())
		}},
	{Name: "pooled-median", Unit: "ms", decimals: 1, pools: true, Over: Kept,
		Help: "the median of the clock's error between `after` and `before`, at every `every`",
		of:   func(s *session.Session, f *Figure) (float64, bool) { return quantile(pool(s, f), 0.5) }},
	{Name: "pooled-p95", Unit: "ms", decimals: 1, pools: true, Over: Kept, Help: "what 95 % of these errors stay under",
		of: func(s *session.Session, f *Figure) (float64, bool) { return quantile(pool(s, f), 0.95) }},
	{Name: "mean-between", Unit: "ms", decimals: 1, signed: true, Over: Kept, of: meanBetween,
		Help: "the mean of the clock's error between `after` and `before`"},
	{Name: "worst", Unit: "ms", decimals: 1, Over: Kept, of: worstBetween,
		Help: "the greatest of the clock's errors between `after` and `before`"},
	{Name: "worst-of-late", Unit: "ms", decimals: 1, Over: InMinute, of: worstOfLate,
		Help: "the greatest of the clock's errors, once a minute has passed since `after`"},
	{Name: "driving-error", Unit: "ms", decimals: 1, signed: true, of: drivingError,
		Help: "the error of the clock that the client goes by"},
	{Name: "who-is-right", codes: true, decimals: 0, pools: true, of: whoIsRight, Help: "whose driving clock is within 5 ms: 1 for the first client, 2 for the second, 4 for the third, added up"},
	{Name: "joins-over-20", decimals: 0, pools: true, limit: 20, Over: Kept, of: pooledOver,
		Help: "how many of the clock's errors between `after` and `before`, at every `every`, are above 20 ms"},
	{Name: "joins-over-100", decimals: 0, pools: true, limit: 100, Over: Kept, of: pooledOver, Help: "how many are above 100 ms"},
	{Name: "crowd-p95", Unit: "ms", decimals: 2, pools: true, Help: "what the errors of 95 % of the clients stay under",
		of: func(s *session.Session, f *Figure) (float64, bool) { return quantile(crowd(s, f), 0.95) }},
	{Name: "crowd-over-20", decimals: 0, pools: true, limit: 20, of: crowdOver,
		Help: "how many clients are off by more than 20 ms, or not set at all"},
	{Name: "drift", Unit: "ms/s", decimals: 3, signed: true, Over: Kept, of: drift,
		Help: "by how much the clock's error grows between `after` and `before`"},
	{Name: "rate", Unit: "ppm", decimals: 0, signed: true, Over: Kept, of: rate,
		Help: "by how much the client's own clock runs faster than the host's between `after` and `before`, by the stamps of TimeSync's fastest datagrams alone"},
	{Name: "delay-change", Unit: "ms", decimals: 0, signed: true, Over: Kept, of: delayChange,
		Help: "by how much the round trip has grown from `after` to `before`, by TimeSync's minima"},
	{Name: "gate-closed", Unit: "s", decimals: 0, Over: Latest, of: gateClosed,
		Help: "the longest time without an answer that could set Slot's clock, of those of the last 64 answers that came from `after` on"},
	{Name: "since-set", Unit: "s", decimals: 0, of: sinceSet, Help: "how long ago an answer came that could set Slot's clock"},
	{Name: "slew", Unit: "s", decimals: 1, Over: Kept, of: slew,
		Help: "how long between `after` and `before` the clock ran faster or slower than the host's"},
	{Name: "snap", Unit: "ms", decimals: 0, signed: true, Over: Kept, of: snap,
		Help: "the greatest jump of the clock's error between `after` and `before`"},
	{Name: "swing", Unit: "ms", decimals: 0, Over: InTally, of: swing,
		Help: "how far the clock's error goes up and down"},
	{Name: "beats-off", Unit: "%", decimals: 0, Over: Kept, of: beatsOff,
		Help: "the share of beats of a metronome on the clock, two a second, that are longer or shorter by a millisecond and more"},
	{Name: "who-drags", codes: true, decimals: 0, pools: true, Over: Kept, of: whoDrags,
		Help: "whose metronomes have beats that are off: 1 for the first client, 2 for the second, 4 for the third, added up"},
	{Name: "owd-up", Unit: "ms", decimals: 0, Help: "the clock's idea of the one-way delay up",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			st := s.Clock(f.Client, f.Algorithm).Status()
			return milliseconds(st.OWDUp), st.HasOWD
		}},
	{Name: "owd-down", Unit: "ms", decimals: 0, Help: "the clock's idea of the one-way delay down",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			st := s.Clock(f.Client, f.Algorithm).Status()
			return milliseconds(st.OWDDown), st.HasOWD
		}},
	{Name: "true-owd-up", Unit: "ms", decimals: 0, Over: Latest, Help: "the one-way delay up of the latest datagram",
		of: fact(func(f session.Facts) (float64, bool) { return milliseconds(f.OWDUp), f.OWDUp > 0 })},
	{Name: "true-owd-down", Unit: "ms", decimals: 0, Over: Latest, Help: "the one-way delay down of the latest datagram",
		of: fact(func(f session.Facts) (float64, bool) { return milliseconds(f.OWDDown), f.OWDDown > 0 })},
	{Name: "round-trip", Unit: "ms", decimals: 0, Over: Latest, Help: "the one-way delays of the latest datagrams up and down together",
		of: fact(func(f session.Facts) (float64, bool) {
			return milliseconds(f.OWDUp + f.OWDDown), f.OWDUp > 0 && f.OWDDown > 0
		})},
	{Name: "datagram-owd-up", Unit: "ms", decimals: 1, Over: Latest,
		Help: "the mean one-way delay up of the latest 64 datagrams, as the host measures each by TimeSync's stamp",
		of:   fact(func(f session.Facts) (float64, bool) { return mean(f.UpTrips.Measured) })},
	{Name: "datagram-owd-down", Unit: "ms", decimals: 1, Over: Latest, Help: "the same down, as the client measures each",
		of: fact(func(f session.Facts) (float64, bool) { return mean(f.DownTrips.Measured) })},
	{Name: "true-datagram-owd-up", Unit: "ms", decimals: 1, Over: Latest,
		Help: "the mean one-way delay up of the latest 64 datagrams of the game",
		of:   fact(func(f session.Facts) (float64, bool) { return mean(f.UpTrips.True) })},
	{Name: "true-datagram-owd-down", Unit: "ms", decimals: 1, Over: Latest, Help: "the same down",
		of: fact(func(f session.Facts) (float64, bool) { return mean(f.DownTrips.True) })},
	{Name: "mail-wait", Unit: "ms", decimals: 1, Over: Latest,
		Help: "how long the latest 64 datagrams had waited, on average, when the client read them",
		of:   fact(func(f session.Facts) (float64, bool) { return mean(f.Mail.Waits) })},
	{Name: "stamps-misread", decimals: 0, Over: Run, Help: "how many stamps of 16 or 23 bits the client has misread by a turn",
		of: fact(func(f session.Facts) (float64, bool) { return float64(f.Stamps.Misread), f.Stamps.Read > 0 })},
	{Name: "stamp", decimals: 0, Help: "the stamp of 16 bits that TimeSync would put on a message in the client's latest frame",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			w := s.StampWraps(f.Client)
			return float64(w.Stamp), w.Known
		}},
	{Name: "stamp-age", Unit: "s", decimals: 1, Help: "how long before that frame the latest stamp of 60,000 was made",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			return inSeconds(s.StampWraps(f.Client).ExampleAge())
		}},
	{Name: "wrap-interval", Unit: "s", decimals: 2, Over: Run, Help: "the mean time between two wraps of TimeSync's 16-bit stamps",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			return inSeconds(s.StampWraps(f.Client).Interval())
		}},
	{Name: "exchanges", decimals: 0, Over: Run, Help: "how many questions of the client's clocks the host has answered",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			x := s.Clocks(f.Client).Exchanges
			return float64(x.Count), x.Count > 0
		}},
	{Name: "t1", Unit: "ms", decimals: 3, Over: Latest, of: stamp(1), Help: "the latest answer's T1: the client asked; of one clock where the figure names it"},
	{Name: "t2", Unit: "ms", decimals: 3, Over: Latest, of: stamp(2), Help: "T2: the host heard it"},
	{Name: "t3", Unit: "ms", decimals: 3, Over: Latest, of: stamp(3), Help: "T3: the host answered"},
	{Name: "t4", Unit: "ms", decimals: 3, Over: Latest, of: stamp(4), Help: "T4: the client heard that"},
	{Name: "answer-trip", Unit: "ms", decimals: 0, Over: Latest, Help: "T4 − T1 of the clock's latest answer",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			a, ok := answered(s, f)
			return milliseconds(a.RTT), ok
		}},
	{Name: "host-clock", Unit: "ms", decimals: 0, pools: true, Help: "what the host's clock reads",
		of: func(s *session.Session, _ *Figure) (float64, bool) { return float64(s.ClockAt(0, s.Now())) / 1e6, true }},
	{Name: "logs-differ", Unit: "bytes", decimals: 0, Over: Run, across: logsDiffer,
		Help: "how many bytes differ in what the machines of all worlds sent and heard, with the readings of their own clocks"},
	{Name: "clock-bytes", Unit: "B/s", decimals: 0, Over: Run, Help: "what the clock has had sent both ways, without headers",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			up, seconds := s.Clock(f.Client, f.Algorithm).Bytes(), time.Duration(s.Now()).Seconds()
			return float64(up) / max(seconds, 1), seconds >= 1
		}},

	{Name: "world-time-error", Unit: "ms", decimals: 1, signed: true,
		Help: "how far the client's idea of the host's world time is off, from `after` on",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			m := s.Facts(f.Client).Moment
			return milliseconds(m.Clock.World().Sub(s.HostWorld())), m.OK && s.Now() >= f.Span.After
		}},
	{Name: "server-time", Unit: "ms", decimals: 0, signed: true,
		Help: "how far the client's server time is ahead of the host's world time: it is behind, so below zero",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			m := s.Facts(f.Client).Moment
			return milliseconds(m.Server.World().Sub(s.HostWorld())), m.OK
		}},
	{Name: "predicted-time", Unit: "ms", decimals: 0, signed: true,
		Help: "how far the client's predicted time is ahead of the host's world time",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			m := s.Facts(f.Client).Moment
			return milliseconds(m.Predicted.World().Sub(s.HostWorld())), m.OK
		}},
	{Name: "time-apart", Unit: "ms", decimals: 0,
		Help: "how far the client's predicted time is ahead of its server time: its own player and all others are so far apart on its screen",
		of: fact(func(f session.Facts) (float64, bool) {
			return milliseconds(f.Moment.Predicted.World().Sub(f.Moment.Server.World())), f.Moment.OK
		})},
	{Name: "world-lag", Unit: "s", decimals: 1, Over: Run, pools: true,
		Help: "by how much dilation and pauses have put the host's world time behind its machine's own",
		of: func(s *session.Session, _ *Figure) (float64, bool) {
			behind := s.HostFacts().Behind
			return behind.Seconds(), true
		}},
	{Name: "world-pace", Unit: "%", decimals: 0, pools: true,
		Help: "how fast the host's world time runs: 0 in a pause",
		of: func(s *session.Session, _ *Figure) (float64, bool) {
			rate := s.HostFacts().Dilation
			return float64(rate) / 1e4, true
		}},
	{Name: "client-buffer", Unit: "ms", decimals: 0, Help: "the client's buffer in use, fixed or adaptive",
		of: fact(func(f session.Facts) (float64, bool) { return milliseconds(f.Buffers.Client), f.Buffers.Frames > 0 })},
	{Name: "server-buffer", Unit: "ms", decimals: 0, Help: "the same of the server's",
		of: fact(func(f session.Facts) (float64, bool) { return milliseconds(f.Buffers.Server), f.Buffers.Frames > 0 })},
	{Name: "starved", Unit: "%", decimals: 1, Over: Run,
		Help: "the share of the client's frames that had no snapshot to show what they had to: the client's buffer ran empty",
		of:   fact(func(f session.Facts) (float64, bool) { return share(f.Buffers.Starved, f.Buffers.Frames) })},
	{Name: "server-time-off-pace", Unit: "%", decimals: 1, Over: Run,
		Help: "the share of the client's frames in which its server time, in which it shows the others, ran more than 2 % fast or slow",
		of:   fact(func(f session.Facts) (float64, bool) { return share(f.Time.Pace.Server, f.Time.Pace.Frames) })},
	{Name: "inputs-missing", decimals: 0, Over: Run,
		Help: "how many ticks of the client's player the host has played without its input: it came too late, or never",
		of:   fact(func(f session.Facts) (float64, bool) { return float64(f.Inputs.Missing), true })},
	{Name: "starved-now", Unit: "%", decimals: 1, Over: InTally, Help: "the share of the client's frames that had no snapshot to show",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			t, ok := s.Screen(f.Client).Tally()
			v, any := share(t.Starved, t.Frames)
			return v, ok && any
		}},
	{Name: "inputs-late-now", Unit: "%", decimals: 1, Over: InTally, Help: "the share of the client's ticks that the host played without its input, which came later or never",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			t, ok := s.Screen(f.Client).Tally()
			v, any := share(t.Late, t.Inputs)
			return v, ok && any
		}},
	{Name: "other-behind", Unit: "ms", decimals: 0, Over: LastSecond, of: riding(observe.OtherPlayer, inTime),
		Help: "how far other clients' players are off their platform in time, on the client's screen"},
	{Name: "other-off", Unit: "m", decimals: 2, Over: LastSecond, of: riding(observe.OtherPlayer, inSpace), Help: "the same in metres"},
	{Name: "own-behind", Unit: "ms", decimals: 0, Over: LastSecond, of: riding(observe.OwnPlayer, inTime), Help: "the same of the client's own player"},
	{Name: "own-off", Unit: "m", decimals: 2, Over: LastSecond, of: riding(observe.OwnPlayer, inSpace), Help: "the same in metres"},
	{Name: "character-behind", Unit: "ms", decimals: 0, Over: LastSecond, of: riding(observe.NPC, inTime), Help: "the same of the server-controlled character"},
	{Name: "character-off", Unit: "m", decimals: 2, Over: LastSecond, of: riding(observe.NPC, inSpace), Help: "the same in metres"},
	{Name: "host-behind", Unit: "ms", decimals: 0, Over: LastSecond, of: riding(observe.HostPlayer, inTime), Help: "the same of the host's player"},
	{Name: "host-off", Unit: "m", decimals: 2, Over: LastSecond, of: riding(observe.HostPlayer, inSpace), Help: "the same in metres"},
	{Name: "host-other-behind", Unit: "ms", decimals: 0, Over: LastSecond, pools: true, of: hostRiding(observe.OtherPlayer, inTime), Help: "the same of clients' players on the host's screen"},
	{Name: "host-other-off", Unit: "m", decimals: 2, Over: LastSecond, pools: true, of: hostRiding(observe.OtherPlayer, inSpace), Help: "the same in metres"},
	{Name: "host-own-behind", Unit: "ms", decimals: 0, Over: LastSecond, pools: true, of: hostRiding(observe.OwnPlayer, inTime), Help: "the same of the host's own player on the host's screen"},
	{Name: "host-character-behind", Unit: "ms", decimals: 0, Over: LastSecond, pools: true, of: hostRiding(observe.NPC, inTime), Help: "the same of the server-controlled character on the host's screen"},
	{Name: "who-is-off", codes: true, decimals: 0, Over: LastSecond, of: whoIsOff,
		Help: "who is off its platform on the client's screen: 1 for its own player, 2 for the server-controlled character, 4 for other clients' players, added up"},
	{Name: "rides", decimals: 0, of: rides, Help: "which platform the client's own player rides on its own screen, from 1 on; the lift is the first"},
	{Name: "screens-right", codes: true, decimals: 0, Over: LastSecond, of: screensRight,
		Help: "on which screens nobody is off a platform: 1 for the client's, 2 for the host's, added up"},
	{Name: "platform-pace", Unit: "%", decimals: 0, Over: Run,
		Help: "how far a platform is shown to move in a frame at most, of the way that it makes at its speed, with platform.time near",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			pace := s.Facts(f.Client).Time.PlatformPace
			return float64(pace), pace > 0
		}},
	{Name: "corrections-now", decimals: 0, Over: InSecond, Help: "how often the host's state differed from what the client had predicted",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			return float64(s.Screen(f.Client).Corrections()), s.Facts(f.Client).Joined
		}},
	{Name: "key-shows", Unit: "ms", decimals: 0, of: keyShows,
		Help: "how long after a button the own player moves on the client's screen, but for frames and ticks: 0 where it is predicted"},
	{Name: "correction-off", Unit: "m", decimals: 2, Over: Warm, Help: "how far a correction moves the player of the client, on average",
		of: fact(func(f session.Facts) (float64, bool) { return meanOff(f.Screen.Corrections) })},
	{Name: "others-off", Unit: "m", decimals: 2, Over: LastSecond,
		Help: "how far from where the host has them the client shows the other players, in its present way: interpolated or dead-reckoned",
		of:   func(s *session.Session, f *Figure) (float64, bool) { return inMetres(s.Screen(f.Client).Others()) }},
	{Name: "others-mean", Unit: "m", decimals: 2, Over: Warm, Help: "the mean of that, in the present way",
		of: func(s *session.Session, f *Figure) (float64, bool) { return meanOff(others(s, f)) }},
	{Name: "others-worst", Unit: "m", decimals: 2, Over: Warm, Help: "the greatest of that, in the present way",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			off := others(s, f)
			return game.Length(off.Worst).Metres(), off.Count > 0
		}},
	{Name: "projectiles-off", Unit: "m", decimals: 2, signed: true, Over: LastSecond,
		Help: "how far ahead of the host's the client shows projectiles, in its present way to show them",
		of:   func(s *session.Session, f *Figure) (float64, bool) { return inMetres(s.Screen(f.Client).Shots()) }},
	{Name: "projectile-bytes", Unit: "B/s", decimals: 0, Over: Warm,
		Help: "what the host sends the client of what happens and of projectiles' places in that way, without headers",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			sent := s.Facts(f.Client).Screen.ShotsSent[s.Value(f.Client, "projectile.spawn")]
			return float64(sent.Bytes) / max(sent.Over.Seconds(), 1), sent.Over >= time.Second
		}},
	{Name: "hits-agreed", Unit: "%", decimals: 0, Over: Run, Help: "the share of its hits that both saw, of which lag compensation makes more",
		of: fact(func(f session.Facts) (float64, bool) { return share(f.Hits.Agreed, f.Hits.All()) })},
	{Name: "hits-dodged", Unit: "%", decimals: 0, Over: Run,
		Help: "the share of its hits that the host ruled though their target was out of the way on its own screen by then: the price of lag compensation",
		// Of those hits that the host ruled: a refused one hurts nobody.
		of: fact(func(f session.Facts) (float64, bool) { return share(f.Hits.Dodged, f.Hits.Agreed+f.Hits.Unseen) })},
	{Name: "wanted-rewind", Unit: "ms", decimals: 0, Over: Latest, of: wantedRewind,
		Help: "how far the host would have had to take the target back to see the client's latest refused hit as it did"},
	{Name: "hit-in-cover", decimals: 0, Over: Kept, of: hitInCover,
		Help: "how many of the latest 32 hits, from `after` on, met the client's player when it was behind a column on its own screen"},
	{Name: "peekers-advantage", Unit: "ms", decimals: 0, Over: Latest,
		Help: "how much later than on its own screen the next client sees the client's player come out from behind a column",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			p, ok := s.Peek(f.Client)
			return milliseconds(p.Advantage()), ok
		}},
	{Name: "chat-late", Unit: "ms", decimals: 0, signed: true, Over: Latest,
		Help: "how long after its stamp another client's latest chat line reached the client: the way down, less the server's buffer by which the stamp was ahead, and up to two ticks of waiting",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			return latestLine(s.Chat(f.Client, nil), f.Client)
		}},
	{Name: "host-chat-late", Unit: "ms", decimals: 0, signed: true, Over: Latest, pools: true,
		Help: "the same on the host, where it comes before its stamp, and so below zero",
		of:   func(s *session.Session, _ *Figure) (float64, bool) { return latestLine(s.Chat(0, nil), 0) }},
	{Name: "loss-up", Unit: "%", decimals: 0, of: lossUp, Help: "the loss that is set on the client's way up"},
	{Name: "bytes-up", Unit: "B/s", decimals: 0, Over: InSecond, Help: "what the client sends, without headers",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			up := s.Facts(f.Client).Up
			return float64(up.Total().Bytes), s.Now() >= netsim.Time(time.Second)
		}},
	{Name: "bytes-down", Unit: "B/s", decimals: 0, Over: InSecond, Help: "what the host sends it, without headers",
		of: func(s *session.Session, f *Figure) (float64, bool) {
			down := s.Facts(f.Client).Down
			return float64(down.Total().Bytes), s.Now() >= netsim.Time(time.Second)
		}},
}

func lookup(name string) (Measure, error) {
	for _, m := range Measures {
		if m.Name == name {
			return m, nil
		}
	}
	names := texts.Names(Measures[:], func(m Measure) string { return m.Name })
	return Measure{}, fmt.Errorf("measure: %q is unknown (%s)", name, texts.Allowed(name, names))
}

// Error reports whether the measure is how far a clock is off now, in ms.
func (m *Measure) Error() bool { return m.Name == "error" }

// text writes a value with a true minus sign.
func (m *Measure) text(v float64, unit bool) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', m.decimals, 64)
	if strings.Trim(text, "0.") != "" {
		switch {
		case v < 0:
			text = "−" + text
		case m.signed:
			text = "+" + text
		}
	}
	switch {
	case !unit || m.Unit == "":
		return text
	default:
		return text + "\u00a0" + m.Unit
	}
}

// Of measures the figure in a session of its world; ok is false where there is nothing to measure yet.
func (f *Figure) Of(s *session.Session) (v float64, ok bool) {
	if f.Measure.of == nil || f.Client > s.Clients() { // a session of the lesson's may have been run with fewer
		return 0, false
	}
	return f.Measure.of(s, f)
}
