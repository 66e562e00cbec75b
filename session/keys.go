package session

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

// A Key is one setting. The table of keys feeds the command line, the scenario files, the window's
// controls and the help: nothing is described twice.
type Key struct {
	Name string
	Help string

	unit     unit
	min, max int64
	standard int64
	choices  []string
	world    bool // one for the session; otherwise each client has its own
	fixed    bool // can only be set before the start
}

// World says whether there is one value for the session rather than one a client.
func (k *Key) World() bool { return k.world }

// Fixed says whether the key can only be set before the start.
func (k *Key) Fixed() bool { return k.fixed }

// Places of the keys in the table. Those of a link come first, in pairs: up, then down.
const (
	keyUpDelay = iota
	keyDownDelay
	keyUpJitter
	keyDownJitter
	keyUpDistribution
	keyDownDistribution
	keyUpLoss
	keyDownLoss
	keyUpLossBurst
	keyDownLossBurst
	keyUpRate
	keyDownRate
	keyUpQueue
	keyDownQueue
	keyUpCross
	keyDownCross
	keyUpCrossOn
	keyDownCrossOn
	keyUpCrossEvery
	keyDownCrossEvery
	keyUpTransport
	keyDownTransport
	keyUpRTO
	keyDownRTO
	keyOffset
	keySkew
	keyAlgorithm
	keyClientDilation
	keyClientBuffer
	keyServerBuffer
	keyPlatformTime
	keyOthers
	keySpawn
	keyHostDilation
	keyDilationLead
	keyUnreal
	keyUnrealInterval
	keyTickRate
	keyCount
)

// keys is the table, in the order in which help shows it. [Session.apply] makes a value work.
var keys = [keyCount]Key{
	keyUpDelay: {Name: "link.up.delay", unit: unitDuration, max: int64(netsim.MaxDelay), standard: int64(80 * time.Millisecond),
		Help: "base one-way delay from client to host"},
	keyDownDelay: {Name: "link.down.delay", unit: unitDuration, max: int64(netsim.MaxDelay), standard: int64(80 * time.Millisecond),
		Help: "base one-way delay from host to client"},
	keyUpJitter: {Name: "link.up.jitter", unit: unitDuration, max: int64(netsim.MaxJitter),
		Help: "mean extra delay of a datagram from client to host"},
	keyDownJitter: {Name: "link.down.jitter", unit: unitDuration, max: int64(netsim.MaxJitter),
		Help: "mean extra delay of a datagram from host to client"},
	keyUpDistribution: {Name: "link.up.distribution", unit: unitChoice, choices: distributionNames(),
		Help: "how the jitter from client to host is distributed"},
	keyDownDistribution: {Name: "link.down.distribution", unit: unitChoice, choices: distributionNames(),
		Help: "how the jitter from host to client is distributed"},
	keyUpLoss: {Name: "link.up.loss", unit: unitShare, max: 1e9,
		Help: "share of datagrams lost from client to host"},
	keyDownLoss: {Name: "link.down.loss", unit: unitShare, max: 1e9,
		Help: "share of datagrams lost from host to client"},
	keyUpLossBurst: {Name: "link.up.loss-burst", unit: unitPackets, min: 1e6, max: netsim.MaxLossBurst * 1e6, standard: 1e6,
		Help: "mean number of datagrams lost in a row from client to host; 1 loses each independently"},
	keyDownLossBurst: {Name: "link.down.loss-burst", unit: unitPackets, min: 1e6, max: netsim.MaxLossBurst * 1e6, standard: 1e6,
		Help: "mean number of datagrams lost in a row from host to client; 1 loses each independently"},
	keyUpRate: {Name: "link.up.rate", unit: unitBitRate, max: netsim.MaxRate,
		Help: "bits a second from client to host, with 28 bytes of headers a datagram; 0 is unlimited"},
	keyDownRate: {Name: "link.down.rate", unit: unitBitRate, max: netsim.MaxRate,
		Help: "bits a second from host to client, with 28 bytes of headers a datagram; 0 is unlimited"},
	keyUpQueue: {Name: "link.up.queue", unit: unitBytes, min: netsim.MinQueue, max: netsim.MaxQueue, standard: netsim.DefaultQueue,
		Help: "how much waits for the rate from client to host; what does not fit is lost"},
	keyDownQueue: {Name: "link.down.queue", unit: unitBytes, min: netsim.MinQueue, max: netsim.MaxQueue, standard: netsim.DefaultQueue,
		Help: "how much waits for the rate from host to client; what does not fit is lost"},
	keyUpCross: {Name: "link.up.cross.share", unit: unitShare, max: netsim.MaxCross * 1e9,
		Help: "bursts of others' traffic from client to host, as a share of the rate; above 1 the queue fills"},
	keyDownCross: {Name: "link.down.cross.share", unit: unitShare, max: netsim.MaxCross * 1e9,
		Help: "bursts of others' traffic from host to client, as a share of the rate; above 1 the queue fills"},
	keyUpCrossOn: {Name: "link.up.cross.on", unit: unitDuration, min: int64(netsim.MinCrossTime), max: int64(netsim.MaxCrossTime), standard: int64(time.Second),
		Help: "how long a burst of others' traffic from client to host lasts"},
	keyDownCrossOn: {Name: "link.down.cross.on", unit: unitDuration, min: int64(netsim.MinCrossTime), max: int64(netsim.MaxCrossTime), standard: int64(time.Second),
		Help: "how long a burst of others' traffic from host to client lasts"},
	keyUpCrossEvery: {Name: "link.up.cross.every", unit: unitDuration, min: int64(netsim.MinCrossTime), max: int64(netsim.MaxCrossTime), standard: int64(5 * time.Second),
		Help: "how long after its begin the next such burst begins; no longer than a burst, and it never stops"},
	keyDownCrossEvery: {Name: "link.down.cross.every", unit: unitDuration, min: int64(netsim.MinCrossTime), max: int64(netsim.MaxCrossTime), standard: int64(5 * time.Second),
		Help: "how long after its begin the next such burst begins; no longer than a burst, and it never stops"},
	keyUpTransport: {Name: "link.up.transport", unit: unitChoice, choices: []string{"datagram", "stream"},
		Help: "a stream sends what is lost again from client to host, and all behind it waits"},
	keyDownTransport: {Name: "link.down.transport", unit: unitChoice, choices: []string{"datagram", "stream"},
		Help: "a stream sends what is lost again from host to client, and all behind it waits"},
	keyUpRTO: {Name: "link.up.rto", unit: unitDuration, min: int64(time.Millisecond), max: int64(netsim.MaxRTO), standard: int64(netsim.DefaultMinRTO),
		Help: "least time after which a stream from client to host sends a segment again"},
	keyDownRTO: {Name: "link.down.rto", unit: unitDuration, min: int64(time.Millisecond), max: int64(netsim.MaxRTO), standard: int64(netsim.DefaultMinRTO),
		Help: "least time after which a stream from host to client sends a segment again"},
	keyOffset: {Name: "client.offset", unit: unitDuration, min: -int64(24 * time.Hour), max: int64(24 * time.Hour),
		Help: "what the client's clock reads when the host's reads zero; a change is a step of the clock"},
	keySkew: {Name: "client.skew", unit: unitPPM, min: -10_000_000, max: 10_000_000,
		Help: "how much faster than true time the client's clock runs"},
	keyAlgorithm: {Name: "client.algorithm", unit: unitChoice, choices: algorithmNames(), standard: algorithmIndex("timesync"),
		Help: "clock algorithm that drives the client's game"},
	keyClientDilation: {Name: "client.dilation", unit: unitFactor, max: game.MaxDilation, standard: netsync.Normal,
		Help: "rate of the client's own world time; algorithms on world time see it"},
	keyClientBuffer: {Name: "buffer.client", unit: unitTicks, max: 30e6, standard: 1e6,
		Help: "how much later than received the client shows the others"},
	keyServerBuffer: {Name: "buffer.server", unit: unitTicks, max: 30e6, standard: 2e6,
		Help: "how much earlier than needed the client sends its inputs"},
	keyPlatformTime: {Name: "platform.time", unit: unitChoice, choices: game.TimeSpaceNames(),
		Help: "time in which the client draws platforms"},
	keyOthers: {Name: "others.show", unit: unitChoice, choices: game.OthersNames(),
		Help: "how the client shows other players: between received states, or carried on by dead reckoning"},
	keySpawn: {Name: "projectile.spawn", unit: unitChoice, choices: []string{"timestamped", "naive"},
		Help: "projectiles move on from their time stamp, or start when their message arrives"},
	keyHostDilation: {Name: "host.dilation", unit: unitFactor, max: game.MaxDilation, standard: netsync.Normal, world: true,
		Help: "rate of the host's world time: 1 is normal, 0 a pause"},
	keyDilationLead: {Name: "dilation.lead", unit: unitDuration, max: int64(2 * time.Second), world: true,
		Help: "how long before it takes effect the host announces a change of its dilation"},
	keyUnreal: {Name: "unreal.version", unit: unitChoice, choices: []string{"4.18", "5"}, world: true, fixed: true,
		Help: "engine version whose clock unreal is: 5 s and the latest difference, or 0.1 s and a mean"},
	keyUnrealInterval: {Name: "unreal.interval", unit: unitDuration, max: int64(time.Hour), world: true, fixed: true,
		Help: "how often unreal's host sends its time, at least 10ms; 0s is as its version has it"},
	keyTickRate: {Name: "tick.rate", unit: unitRate, min: game.MinRate, max: game.MaxRate, standard: game.DefaultRate, world: true, fixed: true,
		Help: "ticks a second of the game"},
}

// Keys returns the table of settings.
func Keys() []Key { return keys[:] }

func distributionNames() (names []string) {
	for _, d := range netsim.Distributions() {
		names = append(names, d.Name())
	}
	return names
}

func algorithmNames() (names []string) {
	for _, a := range netsync.Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

func algorithmIndex(name string) int64 {
	for i, a := range netsync.Algorithms() {
		if a.Name == name {
			return int64(i)
		}
	}
	return 0
}

// indexOf returns a key's place in the table, or −1.
func indexOf(name string) int {
	for i := range keys {
		if keys[i].Name == name {
			return i
		}
	}
	return -1
}

// Find returns the key with a name as the table has it, or nil.
func Find(name string) *Key {
	if i := indexOf(name); i >= 0 {
		return &keys[i]
	}
	return nil
}

// An Assignment gives a key a value, for one client or for all.
type Assignment struct {
	Client int // 0 means all clients, or the session where the key is the world's
	key    int
	Value  int64
}

// Key returns the key that is set.
func (a Assignment) Key() *Key { return &keys[a.key] }

// Name returns the key as it is written, with the client it is for.
func (a Assignment) Name() string {
	name := a.Key().Name
	if a.Client == 0 {
		return name
	}
	if rest, ok := strings.CutPrefix(name, "client."); ok {
		name = rest
	}
	return fmt.Sprintf("client%d.%s", a.Client, name)
}

// String returns the assignment as the command line takes it.
func (a Assignment) String() string { return a.Name() + "=" + a.Key().Format(a.Value) }

// ParseAssignment reads a key, which may name one client ("client2.skew") or both directions of the
// link ("link.delay"), and a value with its unit.
func ParseAssignment(name, value string) ([]Assignment, error) {
	client, plain, err := splitClient(name)
	if err != nil {
		return nil, err
	}
	var out []Assignment
	for _, full := range spread(plain) {
		i := indexOf(full)
		if i < 0 {
			return nil, fmt.Errorf("unknown key %q (driftlab keys lists them)", name)
		}
		k := &keys[i]
		if k.world && client > 0 {
			return nil, fmt.Errorf("%s: there is one for the session, not one a client", k.Name)
		}
		v, err := k.parse(value)
		if err != nil {
			return nil, err
		}
		out = append(out, Assignment{client, i, v})
	}
	return out, nil
}

// splitClient takes the client's number out of a key's name.
func splitClient(name string) (client int, key string, err error) {
	first, rest, ok := strings.Cut(name, ".")
	digits, isClient := strings.CutPrefix(first, "client")
	if !ok || !isClient || digits == "" {
		return 0, name, nil
	}
	client, err = strconv.Atoi(digits)
	if err != nil || client < 1 || client >= game.MaxPlayers {
		return 0, "", fmt.Errorf("%s: client: %q is outside 1..%d", name, digits, game.MaxPlayers-1)
	}
	if indexOf("client."+rest) >= 0 {
		return client, "client." + rest, nil
	}
	return client, rest, nil
}

// spread turns "link.delay" into the keys of both directions.
func spread(name string) []string {
	rest, ok := strings.CutPrefix(name, "link.")
	if !ok || strings.HasPrefix(rest, "up.") || strings.HasPrefix(rest, "down.") {
		return []string{name}
	}
	return []string{"link.up." + rest, "link.down." + rest}
}
