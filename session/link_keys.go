package session

import (
	"strings"
	"time"

	"driftlab/netsim"
)

// Places of a link's settings in [linkTemplates].
const (
	linkDelay = iota
	linkJitter
	linkDistribution
	linkCorrelation
	linkTable
	linkRecording
	linkRecordingEnd
	linkRouteStep
	linkRouteEvery
	linkLoss
	linkLossBurst
	linkChainBegin
	linkChainEnd
	linkChainBad
	linkChainGood
	linkLose
	linkOutageFor
	linkOutageEvery
	linkMTU
	linkDuplicate
	linkReorder
	linkReorderGap
	linkOrder
	linkRate
	linkTrace
	linkQueue
	linkQueuePackets
	linkQueueDiscipline
	linkCross
	linkCrossOn
	linkCrossEvery
	linkTransport
	linkRTO
	linkSettings
)

// A direction is one of a link's two.
type direction int

const (
	up direction = iota
	down
	directions
)

// keyOf returns the place in the table of keys of a link's setting in one direction.
func keyOf(setting int, d direction) int { return 2*setting + int(d) }

// prefix is what the names of a direction's keys begin with.
func (d direction) prefix() string { return [...]string{"link.up.", "link.down."}[d] }

// withLinkKeys puts the keys of both directions at the begin of a table.
func withLinkKeys(all [keyCount]Key) [keyCount]Key {
	for d, way := range [directions]string{" from client to host", " from host to client"} {
		for setting, k := range linkKeys(direction(d).prefix(), way) {
			all[keyOf(setting, direction(d))] = k
		}
	}
	return all
}

// linkKeys makes the keys of a link from their templates: names with a prefix, and in the help which
// way it is, if any.
func linkKeys(prefix, way string) []Key {
	made := linkTemplates
	for i := range made {
		made[i].Name = prefix + made[i].Name
		made[i].Help = strings.ReplaceAll(made[i].Help, " {way}", way)
	}
	return made[:]
}

// linkTemplates has each setting of a link once, for whichever way.
var linkTemplates = [linkSettings]Key{
	linkDelay: {Name: "delay", unit: unitDuration, max: int64(netsim.MaxDelay), standard: int64(80 * time.Millisecond),
		Help: "base one-way delay {way}"},
	linkJitter: {Name: "jitter", unit: unitDuration, max: int64(netsim.MaxJitter),
		Help: "mean extra delay of a datagram {way}"},
	linkDistribution: {Name: "distribution", unit: unitChoice, choices: distributionNames(),
		Help: "how the jitter {way} is distributed"},
	linkCorrelation: {Name: "correlation", unit: unitShare, max: netsim.MaxCorrelation * 1e9,
		Help: "of successive datagrams' jitter {way}"},
	linkTable: {Name: "table", unit: unitPath, read: fileReader(tableFile),
		Help: "table of tc netem by which the jitter {way} is distributed, in place of the distribution"},
	linkRecording: {Name: "recording", unit: unitPath, read: fileReader(recordingFile),
		Help: "recorded delays {way} (CSV), on top of the delay and in place of the jitter"},
	linkRecordingEnd: {Name: "recording-end", unit: unitChoice, choices: []string{"loop", "hold"},
		Help: "a recording {way} that has ended begins again, or keeps its last delay"},
	linkRouteStep: {Name: "route.step", unit: unitDuration, max: int64(netsim.MaxDelay),
		Help: "how much longer the other route {way} takes; 0s is one route only"},
	linkRouteEvery: {Name: "route.every", unit: unitDuration, min: int64(netsim.MinPeriod), max: int64(netsim.MaxPeriod), standard: int64(10 * time.Second),
		Help: "how long each route {way} is taken in turn"},
	linkLoss: {Name: "loss", unit: unitShare, max: 1e9,
		Help: "share of datagrams lost {way}"},
	linkLossBurst: {Name: "loss-burst", unit: unitPackets, min: 1e6, max: netsim.MaxLossBurst * 1e6, standard: 1e6, steady: true,
		Help: "mean number of datagrams lost in a row {way}; 1 loses each independently"},
	linkChainBegin: {Name: "chain.begin", unit: unitShare, max: 1e9,
		Help: "Gilbert–Elliott chain {way}: probability of going from its good state to its bad one (netem's p)"},
	linkChainEnd: {Name: "chain.end", unit: unitShare, max: 1e9,
		Help: "Gilbert–Elliott chain {way}: probability of going from its bad state to its good one (netem's r)"},
	linkChainBad: {Name: "chain.bad", unit: unitShare, max: 1e9,
		Help: "Gilbert–Elliott chain {way}: probability of a loss in its bad state (netem's 1-h)"},
	linkChainGood: {Name: "chain.good", unit: unitShare, max: 1e9,
		Help: "Gilbert–Elliott chain {way}: probability of a loss in its good state (netem's 1-k)"},
	linkLose: {Name: "lose", unit: unitList, read: readLossList,
		Help: "numbers of exact datagrams to lose {way}, counted from 1"},
	linkOutageFor: {Name: "outage.for", unit: unitDuration, max: int64(netsim.MaxPeriod),
		Help: "how long nothing gets through {way}; 0s is no outage"},
	linkOutageEvery: {Name: "outage.every", unit: unitDuration, min: int64(netsim.MinPeriod), max: int64(netsim.MaxPeriod), off: true, standard: int64(10 * time.Second),
		Help: "from the begin of an outage {way} to the next; 0s is once, from when it is set"},
	linkMTU: {Name: "mtu", unit: unitBytes, min: netsim.MinMTU, max: netsim.MaxMTU, off: true,
		Help: "longest packet {way}, with 28 bytes of headers; longer ones are lost; 0 is no limit"},
	linkDuplicate: {Name: "duplicate", unit: unitShare, max: 1e9,
		Help: "share of datagrams {way} of which a second copy is sent"},
	linkReorder: {Name: "reorder", unit: unitShare, max: 1e9,
		Help: "share of datagrams {way} that overtake: they skip the delay, as with netem's reorder"},
	linkReorderGap: {Name: "reorder-gap", unit: unitWhole, max: netsim.MaxReorderGap,
		Help: "only every so many-th datagram {way} may overtake; up to 1, any"},
	linkOrder: {Name: "order", unit: unitChoice, choices: []string{"any", "kept"},
		Help: "kept, no datagram {way} arrives before one that was sent earlier"},
	linkRate: {Name: "rate", unit: unitBitRate, max: netsim.MaxRate,
		Help: "bits a second {way}, with 28 bytes of headers a datagram; 0 is unlimited"},
	linkTrace: {Name: "trace", unit: unitPath, read: fileReader(traceFile),
		Help: "packet-delivery trace of Mahimahi {way}: when 1500 bytes may leave, in place of the rate"},
	linkQueue: {Name: "queue", unit: unitBytes, min: netsim.MinQueue, max: netsim.MaxQueue, standard: netsim.DefaultQueue,
		Help: "how much waits for the rate {way}; what does not fit is lost"},
	linkQueuePackets: {Name: "queue-packets", unit: unitWhole, max: netsim.MaxQueuePackets,
		Help: "how many packets wait for the rate {way}; 0 is no limit beside the bytes"},
	linkQueueDiscipline: {Name: "queue-discipline", unit: unitChoice, choices: []string{"drop-tail", "codel"},
		Help: "the queue {way} is filled to its end, or kept short by CoDel (RFC 8289)"},
	linkCross: {Name: "cross.share", unit: unitShare, max: netsim.MaxCross * 1e9,
		Help: "bursts of others' traffic {way}, as a share of the rate; above 1 the queue fills"},
	linkCrossOn: {Name: "cross.on", unit: unitDuration, min: int64(netsim.MinPeriod), max: int64(netsim.MaxPeriod), standard: int64(time.Second),
		Help: "how long a burst of others' traffic {way} lasts"},
	linkCrossEvery: {Name: "cross.every", unit: unitDuration, min: int64(netsim.MinPeriod), max: int64(netsim.MaxPeriod), standard: int64(5 * time.Second),
		Help: "how long after its begin the next such burst begins; no longer than a burst, and it never stops"},
	linkTransport: {Name: "transport", unit: unitChoice, choices: []string{"datagram", "stream"},
		Help: "a stream sends what is lost again {way}, and all behind it waits"},
	linkRTO: {Name: "rto", unit: unitDuration, min: int64(time.Millisecond), max: int64(netsim.MaxRTO), standard: int64(netsim.DefaultMinRTO),
		Help: "least time after which a stream {way} sends a segment again"},
}
