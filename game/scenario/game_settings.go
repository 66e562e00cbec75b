package scenario

import (
	"time"

	"driftlab/game"
	"driftlab/internal/param"
	"driftlab/netsync"
)

// Buffers has the settings of what a client holds back before it shows it.
var Buffers = Group[game.Buffers]{fields: game.BufferFields}

// Times has the settings of where a client's game has its time from.
var Times = Group[game.TimeSettings]{fields: game.TimeFields}

// Looks has the settings of what a client shows of the others and of itself.
var Looks = Group[game.Look]{fields: game.LookFields}

// Input is what is set of a client's inputs, and of who has the last word on where they take its player.
type Input struct {
	Rate      int // inputs a second; 0, or more than ticks, is one each tick
	Authority game.Authority
	CatchUp   time.Duration // of what it has missed, what a frame plays at most; 0 for none of it
}

// Inputs has the settings of a client's inputs.
var Inputs = Group[Input]{fields: []param.Field[Input]{
	param.Int(param.Param{Name: "input.rate", Unit: param.Rate, Min: game.MinSendRate, Max: game.MaxRate, Off: true,
		Help: "inputs per second that the client sends; 0, or more than ticks, is one per tick"},
		func(i *Input) *int { return &i.Rate }),
	param.Int(param.Param{Name: "player.authority", Label: "Authority", Called: "authority over the player", Unit: param.Choice, Choices: game.AuthorityNames[:],
		Help: "who decides where the client's player is: client, by the platforms on its own screen; predicted: the host, while the client predicts and is corrected; server: the host, and nothing is predicted"},
		func(i *Input) *game.Authority { return &i.Authority }),
	param.Int(param.Param{Name: "client.catch-up", Label: "Caught up per frame", Called: "time caught up per frame", Unit: param.Duration, Max: int64(game.MaxCatchUp),
		Help: "how much of the time it has missed the client plays in one frame at most, and at least two ticks: it fast-forwards through all of that, and its inputs come too late; 0s is none: it drops what it has missed, and continues from the host's newest snapshot"},
		func(i *Input) *time.Duration { return &i.CatchUp }),
}}

// ClientTicks has the settings of how a client counts ticks, which cannot change.
var ClientTicks = Group[game.ClientTicks]{fixed: true, fields: game.ClientTickFields}

// Bulks has the settings of what a client uploads beside the game.
var Bulks = Group[game.Bulk]{fields: game.BulkFields}

// Datagrams has the settings of how much is sent each way.
var Datagrams = Group[game.BothDatagrams]{fields: game.DatagramFields}

// Host is what is set of the host and of its game.
type Host struct {
	Offset       time.Duration // what its clock was set by
	Dilation     int64         // millionths
	Lead         time.Duration // by which a change of the dilation is announced ahead
	SnapshotRate int           // snapshots a second to each client; 0, or more than ticks, is one each tick
	Budget       int           // bytes a second to each client; 0 is no bound
	Compensation bool
	Rewind       time.Duration // at most, with the compensation
	RewindBy     game.RewindBy
	Work         time.Duration // before a clock's question is answered
	Timeout      time.Duration // of the silence after which host and client give each other up
	Stamps       game.AppStamps
}

// Hosts has the settings of the host, which are the session's.
var Hosts = Group[Host]{world: true, fields: []param.Field[Host]{
	param.Int(param.Param{Name: "host.offset", Label: "Host's offset", Called: "offset of the host's clock", Unit: param.Duration, Min: -int64(24 * time.Hour), Max: int64(24 * time.Hour),
		Help: "how far the host's clock is set forward or back; a change is a step of the clock, and the host's game continues where it is"},
		func(h *Host) *time.Duration { return &h.Offset }),
	param.Int(param.Param{Name: "host.dilation", Label: "Host time dilation", Called: "time dilation of the host", Unit: param.Factor, Max: game.MaxDilation, Default: netsync.Normal,
		Help: "rate of the host's world time: 1 is normal, 0 is a pause"},
		func(h *Host) *int64 { return &h.Dilation }),
	param.Int(param.Param{Name: "dilation.lead", Label: "Dilation announced", Called: "dilation announced ahead", Unit: param.Duration, Max: int64(2 * time.Second),
		Help: "how long in advance the host announces a change of its dilation"},
		func(h *Host) *time.Duration { return &h.Lead }), // of the next change
	param.Int(param.Param{Name: "snapshot.rate", Unit: param.Rate, Min: game.MinSendRate, Max: game.MaxRate, Off: true,
		Help: "snapshots per second that the host sends to each client; 0, or more than ticks, is one per tick"},
		func(h *Host) *int { return &h.SnapshotRate }),
	param.Int(param.Param{Name: "snapshot.budget", Label: "Budget", Unit: param.ByteRate, Min: game.MinBudget, Max: game.MaxBudget, Off: true,
		Help: "bytes of the game per second, including 28 of headers per datagram, that the host may send to each client, not counting what clocks need; 0 is no limit"},
		func(h *Host) *int { return &h.Budget }),
	param.Bool(param.Param{Name: "hits.compensation", Label: "Lag compensation", Called: "lag compensation", Unit: param.Choice, Choices: []string{"off", "on"},
		Help: "whether the host rewinds players to where the shooter saw them when it decides on a hit"},
		func(h *Host) *bool { return &h.Compensation }),
	param.Int(param.Param{Name: "hits.rewind", Label: "Rewind", Called: "greatest rewind", Unit: param.Duration, Max: int64(game.MaxRewind), Default: int64(game.DefaultRewind),
		Help: "the furthest that the host rewinds"},
		func(h *Host) *time.Duration { return &h.Rewind }),
	param.Int(param.Param{Name: "hits.rewind-by", Label: "Rewind by", Called: "what the host rewinds by", Unit: param.Choice, Choices: game.RewindByNames,
		Help: "by what the host rewinds players for a shot, up to hits.rewind: what the shooter saw, as its input says; the round trip that the host measures, in whole ticks; half of that; or half less the time between two snapshots. All but the first judge shots by a world that the shooter did not see"},
		func(h *Host) *game.RewindBy { return &h.RewindBy }),
	param.Int(param.Param{Name: "host.answer.work", Label: "Work before answers", Called: "work before answers", Unit: param.Duration, Max: int64(game.MaxAnswerWork),
		Help: "how long the host works between receiving a clock's question and stamping its answer: a clock that halves the round trip is wrong by half of it"},
		func(h *Host) *time.Duration { return &h.Work }),
	param.Int(param.Param{Name: "join.timeout", Label: "Timeout", Called: "timeout", Unit: param.Duration, Min: int64(game.MinTimeout), Max: int64(game.MaxTimeout), Default: int64(game.DefaultTimeout),
		Help: "how long a silence must last until host and client give each other up"},
		func(h *Host) *time.Duration { return &h.Timeout }),
	param.Int(param.Param{Name: "stamp.bits", Label: "Stamp bits", Called: "bits of stamps", Unit: param.Choice, Choices: game.AppStampNames,
		Help: "what tells clients when projectiles were fired and when a snapshot's tick was: full times, or TimeSync's stamps of 16 or 23 bits, which are misread when they are 25 or 50 seconds old"},
		func(h *Host) *game.AppStamps { return &h.Stamps }),
}}

// Measuring is what is set of what is measured: it changes nothing that is simulated.
type Measuring struct {
	Bound, Hold time.Duration
	Path        time.Duration // between two clients
}

// Measurings has the settings of what counts as converged, and of what is computed between two clients, which are the
// session's.
var Measurings = Group[Measuring]{world: true, fields: []param.Field[Measuring]{
	param.Int(param.Param{Name: "converge.bound", Label: "Converged within", Called: "bound of convergence", Unit: param.Duration, Min: int64(10 * time.Microsecond), Max: int64(time.Second), Default: int64(5 * time.Millisecond),
		Help: "how close to the truth a clock must come to count as converged"},
		func(m *Measuring) *time.Duration { return &m.Bound }),
	param.Int(param.Param{Name: "converge.hold", Label: "… and stays for", Called: "time within the bound", Unit: param.Duration, Max: int64(time.Minute), Default: int64(10 * time.Second),
		Help: "how long it must stay that close, or until now if less time has passed"},
		func(m *Measuring) *time.Duration { return &m.Hold }),
	// 10 ms is hardly more than the 9 ms that one home on fibre needs to the nearest measuring server, half of its round trip
	// (FCC, Measuring Broadband America, February 2013): two homes have two such lines between them. So it is a hard test.
	param.Int(param.Param{Name: "punch.path", Label: "Path of hole punching", Called: "path between two clients", Unit: param.Duration, Min: int64(100 * time.Microsecond), Max: int64(time.Second), Default: int64(10 * time.Millisecond),
		Help: "the one-way delay that is assumed between the NATs of two clients, which send each other nothing here: if they punch holes at one agreed time, both first datagrams get through when their clocks differ by no more"},
		func(m *Measuring) *time.Duration { return &m.Path }),
}}

// world is what is set of the game before it begins.
type world struct {
	Arena game.Arena
	Lift  game.Speed
	Shot  game.Speed
	Pips  game.Pips
	Goal  game.GoalRule
	Rate  int
	Up    time.Duration // how long the host has been up
	Live  bool
	Own   bool
	Ball  bool
}

// maxUptime is a year.
const maxUptime = 365 * 24 * time.Hour

// Worlds has the settings of the game before it begins, which are the session's and cannot change.
var Worlds = Group[world]{world: true, fixed: true, fields: []param.Field[world]{
	param.Int(param.Param{Name: "arena", Called: "arena", Unit: param.Choice, Choices: game.ArenaNames[:],
		Help: "the world that is played in: classic is wide and calm; in yard a bell rings early or late where a clock is wrong; lift, duel and relay are about riders, hits and jumps; none is no world at all, but datagrams and the clocks that go by them"},
		func(w *world) *game.Arena { return &w.Arena }),
	param.Bool(param.Param{Name: "bots", Called: "bots", Unit: param.Choice, Choices: []string{"plan", "live"},
		Help: "whether bots follow a plan by time alone, whatever the network does, or react to what their own machine shows"},
		func(w *world) *bool { return &w.Live }),
	param.Bool(param.Param{Name: "bots-own", Label: "Own bots in B", Called: "own bots beside another world", Unit: param.Choice, Choices: []string{"off", "on"},
		Help: "with two worlds side by side, whether live bots of B react to their own machines instead of repeating what A's bots press"},
		func(w *world) *bool { return &w.Own }),
	param.Int(param.Param{Name: "lift.speed", Called: "speed of the lift", Unit: param.Speed, Min: int64(game.MinLiftSpeed), Max: int64(game.MaxLiftSpeed), Default: int64(game.LiftSpeed),
		Help: "speed of lifts"},
		func(w *world) *game.Speed { return &w.Lift }),
	param.Int(param.Param{Name: "shot.speed", Called: "speed of projectiles", Unit: param.Speed, Min: int64(game.MinShotSpeed), Max: int64(game.MaxShotSpeed), Default: int64(game.DefaultShotSpeed),
		Help: "speed of projectiles"},
		func(w *world) *game.Speed { return &w.Shot }),
	param.Int(param.Param{Name: "rules.pips", Label: "Pips", Called: "pips", Unit: param.Choice, Choices: game.PipsNames(),
		Help: "how many hits a player survives before it is out for a while: arena is 5 in duel and off elsewhere; off means that hits cost nothing"},
		func(w *world) *game.Pips { return &w.Pips }),
	param.Int(param.Param{Name: "rules.goal", Label: "Goal", Called: "goal", Unit: param.Choice, Choices: game.GoalNames,
		Help: "whether players score: rings of the bell in yard, seconds alone on the lift in lift, pips taken in duel, batons brought to the other base in relay; arena is on in duel only"},
		func(w *world) *game.GoalRule { return &w.Goal }),
	param.Bool(param.Param{Name: "ball", Called: "ball", Unit: param.Choice, Choices: []string{"off", "on"},
		Help: "whether there is a ball in the arena: one message per touch describes its whole flight, and the host decides who was first; with rules.goal on, touches are counted"},
		func(w *world) *bool { return &w.Ball }),
	param.Int(param.Param{Name: "tick.rate", Unit: param.Rate, Min: game.MinRate, Max: game.MaxRate, Default: game.DefaultRate,
		Help: "ticks per second of the game"},
		func(w *world) *int { return &w.Rate }),
	param.Int(param.Param{Name: "host.uptime", Label: "Host up for", Called: "uptime of the host", Unit: param.Duration, Max: int64(maxUptime),
		Help: "how long the host, its clock and its game have been running when the session begins"},
		func(w *world) *time.Duration { return &w.Up }),
}}
