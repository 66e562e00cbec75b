package game

import (
	"math"

	"driftlab/netsync"
)

// A WireField is a number of fixed length in a datagram, big-endian.
type WireField struct {
	Name     string // as in a reader's errors
	Bytes    int    // 1, 2, 3, 4 or 8
	Signed   bool
	Min, Max int64 // allowed range
}

// A KindLayout is what follows the header and its parts in a datagram of one kind.
type KindLayout struct {
	Stampless bool        // the header may have no stamp
	Fields    []WireField // at its start
	More      bool        // more follows the fields
}

// A Layout is what another program needs to read the datagrams: kinds and their fields, groups of fields that several kinds have,
// and constants by name.
type Layout struct {
	Kinds    [KindCount]KindLayout // by kind; 0 is empty
	Timeline []WireField           // a line of the host's world time
	Sight    []WireField           // the times in which a client shows others and projectiles
	Numbers  []WireNumber
}

// A WireNumber is a constant of the wire format.
type WireNumber struct {
	Name  string
	Value int64
}

// unsigned and signed return a field that may have any value of its length.
func unsigned(name string, bytes int) WireField {
	return WireField{Name: name, Bytes: bytes, Max: 1<<(8*bytes) - 1}
}

// within narrows the allowed range.
func (f WireField) within(lo, hi int64) WireField {
	f.Min, f.Max = lo, hi
	return f
}

func clockReading(name string) WireField { return signed(name, 8).within(-maxClock, maxClock) }

// WireLayout returns the layout of this version's datagrams.
func WireLayout() (l Layout) {
	for k := KindHello; k < KindCount; k++ {
		l.Kinds[k] = k.layout()
		l.Kinds[k].Stampless = k.OfClocks() || k.OfBulk()
	}
	l.Timeline = []WireField{clockReading("timeline from"), clockReading("timeline world"), unsigned("timeline rate", 4).within(0, MaxDilation)}
	l.Sight = []WireField{unsigned("positions", 1).within(0, 1), signed("others behind", 4).within(int64(-maxSight), int64(maxSight)),
		signed("projectiles behind", 4).within(int64(-maxSight), int64(maxSight))}
	l.Numbers = []WireNumber{
		{"mark", Mark}, {"datagram", MaxDatagram}, {"header", headerSize}, {"known parts", knownParts}, {"part stamp", partStamp},
		{"tick", maxTick}, {"timelines", netsync.DilationLines},
		{"lag changes", lagChanges}, {"buttons", int64(AllButtons)}, {"lag", int64(mostLag(MaxRate))},
		{"flag dated", flagDated}, {"flag echoed", flagEchoed}, {"flag stamp 16", flagStamp16}, {"flag stamp 23", flagStamp23},
		{"hold", maxHold}, {"reports", maxReports},
	}
	return l
}

func (k Kind) layout() KindLayout {
	only := func(fields ...WireField) KindLayout { return KindLayout{Fields: fields} }
	first := func(fields ...WireField) KindLayout { return KindLayout{Fields: fields, More: true} }
	switch k {
	case KindWelcome:
		return first(unsigned("player", 1).within(1, MaxPlayers-1), unsigned("tick rate", 2).within(MinRate, MaxRate))
	case KindInput:
		return first(unsigned("snapshot", 4), unsigned("frame", 4), unsigned("event", 4), unsigned("sent at", 4),
			signed("newest tick", 8).within(-1, maxTick), unsigned("count", 1).within(1, maxInputRun))
	case KindSnapshot:
		return first(unsigned("number", 4).within(1, 1<<32-1), unsigned("baseline", 1).within(0, baselineRing-1),
			unsigned("interval", 1).within(1, maxInterval), unsigned("flags", 1).within(0, flagStamp23+flagStamp16-1))
	case KindSpawn:
		return first(unsigned("first event", 4))
	case KindShots:
		return first(clockReading("world time"))
	case KindReliable:
		return first(unsigned("first", 4))
	case KindReliableAck:
		return only(unsigned("next", 4))
	case KindLeave:
		return only(unsigned("latest join", 2)) // in the host's; a client's has no fields
	case KindBulk:
		return first(unsigned("number", 4), unsigned("clock", 1), clockReading("stamp"))
	case KindBulkAck:
		return only(unsigned("number", 4), clockReading("delay"))
	case KindHello, KindKeepalive:
		return only()
	default: // messages of clocks
		return first()
	}
}

func signed(name string, bytes int) WireField {
	return WireField{Name: name, Bytes: bytes, Signed: true, Min: math.MinInt64 >> (64 - 8*bytes), Max: 1<<(8*bytes-1) - 1}
}
