package session

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

// Places of the keys in the table. Those of a link come first, in pairs: see [keyOf].
const (
	keyOffset = 2*linkSettings + iota
	keySkew
	keyTemperature
	keyWander
	keySleep
	keyAlgorithm
	keyClientDilation
	keyClientBuffer
	keyServerBuffer
	keyBufferMode
	keyBufferLate
	keyInputRate
	keyPlatformTime
	keyOthers
	keySpawn
	keyHostDilation
	keyDilationLead
	keySnapshotRate
	keyBudget
	keyCompensation
	keyRewind
	keyTimeout
	keyUnreal
	keyUnrealInterval
	keyUnityCatchUp
	keyLiftSpeed
	keyTickRate
	keyCount
)

// keys is the table, in the order in which help shows it. [Session.apply] makes a value work.
var keys = withLinkKeys([keyCount]Key{
	keyOffset: {Name: "client.offset", unit: unitDuration, min: -int64(24 * time.Hour), max: int64(24 * time.Hour),
		Help: "what the client's clock reads when the host's reads zero; a change is a step of the clock"},
	keySkew: {Name: "client.skew", unit: unitPPM, min: -10_000_000, max: 10_000_000,
		Help: "how much faster than true time the client's clock runs"},
	keyTemperature: {Name: "client.temperature", unit: unitCelsius, min: netsim.MinTemperature, max: netsim.MaxTemperature, standard: netsim.ReferenceTemperature,
		Help: "of the air around the client's quartz, which runs slower the farther it is from 25 °C"},
	keyWander: {Name: "client.wander", unit: unitWander, max: netsim.MaxWander,
		Help: "how far the skew of the client's clock walks at random in an hour, as a standard deviation; or an Allan deviation such as 10ppb@1h"},
	keySleep: {Name: "client.sleep", unit: unitChoice, choices: []string{awake: "awake", asleep: "asleep", asleepCounting: "asleep-counting"},
		Help: "asleep, the client's machine does nothing and its clock stands still, or goes on counting"},
	keyAlgorithm: {Name: "client.algorithm", unit: unitChoice, choices: algorithmNames(), standard: algorithmIndex("timesync"),
		Help: "clock algorithm that drives the client's game"},
	keyClientDilation: {Name: "client.dilation", unit: unitFactor, max: game.MaxDilation, standard: netsync.Normal,
		Help: "rate of the client's own world time; algorithms on world time see it"},
	keyClientBuffer: {Name: "buffer.client", unit: unitTicks, max: 30e6, standard: 1e6,
		Help: "how much later than received the client shows the others"},
	keyServerBuffer: {Name: "buffer.server", unit: unitTicks, max: 30e6, standard: 2e6,
		Help: "how much earlier than needed the client sends its inputs"},
	keyBufferMode: {Name: "buffer.mode", unit: unitChoice, choices: []string{fixedBuffers: "fixed", adaptiveBuffers: "adaptive"},
		Help: "buffers as long as set, or as long as the latest arrivals ask for"},
	keyBufferLate: {Name: "buffer.late", unit: unitShare, min: permille, max: 500 * permille, standard: game.DefaultLate * permille,
		Help: "share of late ticks that adaptive buffers aim at, in steps of 0.1 %"},
	keyInputRate: {Name: "input.rate", unit: unitRate, min: game.MinSendRate, max: game.MaxRate, off: true,
		Help: "inputs a second that the client sends; 0, or more than ticks, is one each tick"},
	keyPlatformTime: {Name: "platform.time", unit: unitChoice, choices: game.TimeSpaceNames(),
		Help: "time in which the client draws platforms; near is predicted time near its own player, server time elsewhere"},
	keyOthers: {Name: "others.show", unit: unitChoice, choices: game.OthersNames(),
		Help: "how the client shows other players: between received states, or carried on by dead reckoning"},
	keySpawn: {Name: "projectile.spawn", unit: unitChoice, choices: game.ShotModeNames(),
		Help: "how the client shows projectiles: moved on from their time stamp, from their message's arrival, where each frame's message has them, or its own at once"},
	keyHostDilation: {Name: "host.dilation", unit: unitFactor, max: game.MaxDilation, standard: netsync.Normal, world: true,
		Help: "rate of the host's world time: 1 is normal, 0 a pause"},
	keyDilationLead: {Name: "dilation.lead", unit: unitDuration, max: int64(2 * time.Second), world: true,
		Help: "how long before it takes effect the host announces a change of its dilation"},
	keySnapshotRate: {Name: "snapshot.rate", unit: unitRate, min: game.MinSendRate, max: game.MaxRate, off: true, world: true,
		Help: "snapshots a second that the host sends to each client; 0, or more than ticks, is one each tick"},
	keyBudget: {Name: "snapshot.budget", unit: unitByteRate, min: game.MinBudget, max: game.MaxBudget, off: true, world: true,
		Help: "bytes a second, with 28 of headers a datagram, that the host may send to each client; 0 is no bound"},
	keyCompensation: {Name: "hits.compensation", unit: unitChoice, choices: []string{"off", "on"}, world: true,
		Help: "whether the host takes players back to where the shooter saw them when it decides on a hit"},
	keyRewind: {Name: "hits.rewind", unit: unitDuration, max: int64(game.MaxRewind), standard: int64(game.DefaultRewind), world: true,
		Help: "how far back the host takes them at most"},
	keyTimeout: {Name: "join.timeout", unit: unitDuration, min: int64(game.MinTimeout), max: int64(game.MaxTimeout), standard: int64(game.DefaultTimeout), world: true,
		Help: "how long a silence is after which host and client give each other up"},
	keyUnreal: {Name: "unreal.version", unit: unitChoice, choices: []string{"4.18", "5"}, world: true, fixed: true,
		Help: "engine version whose clock unreal is: 5 s and the latest difference, or 0.1 s and a mean"},
	keyUnrealInterval: {Name: "unreal.interval", unit: unitDuration, max: int64(time.Hour), world: true, fixed: true,
		Help: "how often unreal's host sends its time, at least 10ms; 0s is as its version has it"},
	keyUnityCatchUp: {Name: "unity.catch-up", unit: unitChoice, choices: []string{unitySoft: "soft", unityHard: "hard-resets-only"}, fixed: true,
		Help: "how unity gets to where its times ought to be: by running one per cent faster or slower, or only by setting them once they are 200 ms off, as a game about music needs it"},
	keyLiftSpeed: {Name: "lift.speed", unit: unitSpeed, min: int64(game.MetreASecond), max: int64(10 * game.MetreASecond), standard: int64(game.LiftSpeed), world: true, fixed: true,
		Help: "of the platform that goes up and down"},
	keyTickRate: {Name: "tick.rate", unit: unitRate, min: game.MinRate, max: game.MaxRate, standard: game.DefaultRate, world: true, fixed: true,
		Help: "ticks a second of the game"},
})
