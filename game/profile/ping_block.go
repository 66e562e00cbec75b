package profile

import (
	"time"

	"driftlab/netsim"
)

// A pingBlock is one ping of a text, which may have several.
type pingBlock struct {
	isOpen  bool
	windows bool // packets have no numbers
	headed  bool // it is there from its heading on
	begin   int  // of its packets in the trips
	first   int  // number of its first packet
	latest  int  // number
	answers int
	routers int // lines of Windows' in which somebody answers that there is no way

	paused       bool            // an empty line was there
	ended        bool            // what follows is no packet
	doubtful     []time.Duration // lines after a pause: when they were sent, as packets
	stampedLines bool            // its lines have stamps, empty ones too

	summed         bool // it was summed up
	sent, received int
	timed          bool          // with how long it took
	pace           time.Duration // from packet to packet, as that or the command tells; 0 for unknown

	extremes         bool // these are known
	least, mean, dev time.Duration

	known     int           // stamps
	lastStamp time.Duration // of the latest packet with one, when it was sent
	lastNum   int           // its number
	step      time.Duration // from packet to packet, by the latest stamps
	finest    time.Duration // resolution of the stamps
	wait      time.Duration // how long Windows' ping waits for an answer
}

// open begins a ping.
func (f *pingFile) open(windows bool, first int) {
	f.pingBlock = pingBlock{isOpen: true, windows: windows, begin: len(f.m.trips), first: first, latest: first, lastStamp: unknownTime,
		doubtful: f.doubtful[:0], step: pingInterval, wait: windowsWait}
	if f.told.interval > 0 && !windows {
		f.pace, f.step = f.told.interval, f.told.interval
	}
	if f.told.wait > 0 {
		f.wait = f.told.wait
	}
	f.told = pingLine{}
}

// count returns how many packets the open ping has.
func (f *pingFile) count() int { return len(f.m.trips) - f.begin }

// trip returns the packet of a number of the open ping.
func (f *pingFile) trip(n int) *trip { return &f.m.trips[f.begin+n-f.first] }

// unwrap extends a number of 16 bits, as most pings have them, beyond 65535: to what is nearest to the latest.
func (f *pingFile) unwrap(n int) int {
	if n >= 1<<16 || f.count() == 0 {
		return n
	}
	const wrap = 1 << 16
	return n + (f.latest-n+wrap/2)/wrap*wrap
}

// fill makes out packets up to a number, lost until an answer comes. It is false where there are too many.
func (f *pingFile) fill(number int) bool {
	for f.count() <= number-f.first {
		if len(f.m.trips) >= f.most && !f.makeRoom() {
			f.full = true
			return false
		}
		f.m.trips = append(f.m.trips, trip{sent: unknownTime, fate: lostThere})
	}
	return true
}

// makeRoom leaves out the packets that were sent before the part that is wanted.
func (f *pingFile) makeRoom() bool {
	f.settle()
	early := 0
	for early < len(f.m.trips) && f.m.trips[early].sent-f.origin < f.part.Begin {
		early++
	}
	if early == 0 {
		return false
	}
	early = min(early, len(f.m.trips)-1)
	f.m.trips = f.m.trips[:copy(f.m.trips, f.m.trips[early:])]
	if f.begin -= early; f.begin < 0 {
		f.first -= f.begin
		f.begin = 0
	}
	return true
}

// clockIs lets the stamps' zero be where the first packet with one was sent, some time before.
func (f *pingFile) clockIs(s stamp, before time.Duration) {
	f.stamped = true
	if f.zero == unknownTime {
		f.zero = s.at - before - f.free
	}
}

// since returns a stamp as time since the first.
func (f *pingFile) since(s stamp) time.Duration {
	const day = 24 * time.Hour
	at := s.at - f.zero
	if !s.dated && at < f.heardAt-day/2 { // past midnight
		at += (f.heardAt - at + day/2) / day * day
	}
	return at
}

// stampAnswer notes when a packet was sent. A clock that was set meanwhile goes back, or on by more than a day: it
// then continues from where the packet is expected.
func (f *pingFile) stampAnswer(n int, sent, finest time.Duration) {
	const farthest = 24 * time.Hour
	f.finest = max(f.finest, finest)
	after, least, far := f.free, f.end, netsim.MaxRecordingTime // between two pings
	switch {
	case f.known > 0 && n < f.lastNum:
		return // late: it lies between its neighbours
	case f.known > 0:
		after, least = f.lastStamp+time.Duration(n-f.lastNum)*f.step, f.lastStamp
		far = farthest
	case f.joined == 0:
		least = sent
	}
	if sent < least-finest-time.Millisecond || sent > after+far {
		if f.steps++; f.steps == 1 {
			f.stepLine = f.l.number
		}
		f.zero += sent - after
		sent = after
	}
	sent = max(sent, least)
	if f.known > 0 && n > f.lastNum && sent > f.lastStamp {
		f.step = (sent - f.lastStamp) / time.Duration(n-f.lastNum)
	}
	f.known++
	f.lastStamp, f.lastNum, f.heardAt = sent, n, sent
	f.trip(n).sent = sent
}

// close ends the open ping: what its summary tells goes in, and when each packet was sent.
func (f *pingFile) close() {
	if !f.isOpen {
		return
	}
	f.isOpen = false
	if f.summed && f.answers == 0 && f.received > 0 {
		if q, b := &f.quiet, &f.pingBlock; b.extremes {
			if q.pings++; q.pings == 1 {
				q.least = b.least
			}
			n, mean, dev := float64(b.received), float64(b.mean), float64(max(0, b.dev))
			q.sent, q.received, q.least = q.sent+b.sent, q.received+b.received, min(q.least, b.least)
			q.sum += n * mean
			q.squares += n * (mean*mean + dev*dev)
			q.vague = q.vague || b.dev < 0
		}
		f.m.trips = f.m.trips[:f.begin]
		return
	}
	if f.summed && !f.full {
		f.reconcile()
	}
	if f.count() == 0 {
		return
	}
	f.settle()
	f.joined++
	if len(f.pings) < 4 {
		f.pings = append(f.pings, pingPart{f.m.trips[f.begin].sent - f.origin, f.count(), f.answers})
	}
}

// reconcile compares the packets with the summary. Those that are lost at the end only the summary knows of. Windows' counts
// routers' answers among those that came back.
func (f *pingFile) reconcile() {
	told := count{f.sent, min(f.sent, f.sent-f.received+f.routers)}
	switch {
	case f.windows:
		lost := f.count() - f.answers
		if missing := min(f.sent-f.count(), f.sent-f.received-lost); missing > 0 {
			f.fill(f.first + f.count() + missing - 1)
		}
		if more := max(f.count()-f.sent, lost-told.lost); more > 0 {
			f.surplus += f.dropLost(more)
		}
	case f.headed:
		f.fill(f.first + f.sent - 1)
	case f.answers > 0: // the beginning is missing, and the numbers may have gone round
		const wrap = 1 << 16
		last := f.sent
		if !f.timed {
			last-- // they count from 0
		}
		if tail := ((last-f.latest)%wrap + wrap) % wrap; tail <= f.sent-f.received {
			f.fill(f.latest + tail)
		}
	default:
		f.fill(f.first + f.sent - 1)
	}
	f.m.agree(f.m.trips[f.begin:], told, func(int) bool { return false })
}

// dropLost leaves out up to n of the lost, from the end on, and returns how many.
func (f *pingFile) dropLost(n int) int {
	lost := f.count() - f.answers
	n = min(n, lost)
	kept := f.m.trips[:f.begin]
	for _, t := range f.m.trips[f.begin:] {
		if t.fate == lostThere {
			if lost--; lost < n {
				continue
			}
		}
		kept = append(kept, t)
	}
	f.m.trips = kept
	return n
}

// settle finds out when each packet of the open ping was sent: by its stamp, between its neighbours, or by the pace.
func (f *pingFile) settle() {
	trips := f.m.trips[f.begin:]
	if len(trips) == 0 {
		return
	}
	f.smooth(trips)
	before := -1 // the latest that is known
	for i := range trips {
		if trips[i].sent == unknownTime {
			continue
		}
		if before < 0 {
			for j := i - 1; j >= 0; j-- {
				trips[j].sent = trips[j+1].sent - f.after(&trips[j])
			}
		}
		for j := before + 1; before >= 0 && j < i; j++ {
			trips[j].sent = trips[before].sent + (trips[i].sent-trips[before].sent)*time.Duration(j-before)/time.Duration(i-before)
		}
		before = i
	}
	if before < 0 {
		trips[0].sent = f.free
		before = 0
		f.guessed = f.guessed || f.pace == 0 && len(trips) > 1
		if f.windows && f.answers < len(trips) {
			f.waits = f.wait
		}
	}
	for j := before + 1; j < len(trips); j++ {
		trips[j].sent = trips[j-1].sent + f.after(&trips[j-1])
	}
	last := &trips[len(trips)-1]
	f.end, f.free = last.sent, last.sent+f.after(last)
	if f.origin == unknownTime {
		f.origin = trips[0].sent
	}
}

// after returns how long after a packet the next one is sent.
func (f *pingFile) after(t *trip) time.Duration {
	switch {
	case f.windows && t.fate == lostThere:
		return pingInterval + f.wait
	case f.pace > 0:
		return f.pace
	case f.known > 1 && !f.windows:
		return f.step
	}
	return pingInterval
}

// smooth makes stamps of whole seconds or minutes finer: where a packet was sent within one of them as the pace has it,
// that is when.
func (f *pingFile) smooth(trips []trip) {
	if f.windows || f.finest < time.Second || f.known < 2 {
		return
	}
	first, last := -1, -1
	for i := range trips {
		if trips[i].sent != unknownTime {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if f.pace == 0 && last > first {
		f.pace = (trips[last].sent - trips[first].sent) / time.Duration(last-first)
	}
	for i, before := first+1, first; i <= last && f.pace > 0; i++ {
		if trips[i].sent == unknownTime {
			continue
		}
		expected := trips[before].sent + time.Duration(i-before)*f.pace
		if (expected - trips[i].sent).Abs() <= f.finest {
			trips[i].sent = expected
		}
		before = i
	}
}
