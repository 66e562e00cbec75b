package netsim

import (
	"cmp"
	"fmt"
	"time"
)

const (
	// MaxDelay is the largest base delay of a link.
	MaxDelay = 10 * time.Second
	// MaxJitter is the largest mean of a link's extra delay.
	MaxJitter = 10 * time.Second
)

// Settings are what a link does to its datagrams. The zero value is a perfect link.
type Settings struct {
	Delay        time.Duration // base delay, 0..[MaxDelay]
	Jitter       time.Duration // mean of the extra delay, 0..[MaxJitter]
	Distribution Distribution  // of the extra delay around its mean; nil means [Uniform]

	Loss      float64 // share of the datagrams that are lost, 0..1
	LossBurst float64 // mean number lost in a row, 0..[MaxLossBurst]; up to 1, each is lost independently

	Rate       int64         // bits a second, headers included, 0..[MaxRate]; 0 is unlimited
	Queue      int64         // bytes that wait for the rate, [MinQueue]..[MaxQueue]; 0 means [DefaultQueue]
	Cross      float64       // cross traffic while it comes, in units of the rate, 0..[MaxCross]
	CrossOn    time.Duration // how long a burst of cross traffic lasts, [MinCrossTime]..[MaxCrossTime] or 0
	CrossEvery time.Duration // from the begin of one burst to the next, likewise; up to CrossOn it never stops

	// Stream carries the datagrams as the segments of a TCP stream: what is lost is sent again after
	// a timeout, and everything behind it waits, so each arrives late rather than never.
	Stream bool
	MinRTO time.Duration // a stream's least retransmission timeout, 1 ms..[MaxRTO]; 0 means [DefaultMinRTO]
}

// Validate returns an error that names the first field that is out of range, its value and the range.
func (s Settings) Validate() error {
	if s.Delay < 0 || s.Delay > MaxDelay {
		return fmt.Errorf("delay: %v is outside 0s..%v", s.Delay, MaxDelay)
	}
	if s.Jitter < 0 || s.Jitter > MaxJitter {
		return fmt.Errorf("jitter: %v is outside 0s..%v", s.Jitter, MaxJitter)
	}
	if err := validateLoss(s.Loss, s.LossBurst); err != nil {
		return err
	}
	if err := s.validateRate(); err != nil {
		return err
	}
	if s.MinRTO != 0 && (s.MinRTO < time.Millisecond || s.MinRTO > MaxRTO) {
		return fmt.Errorf("minimum RTO: %v is outside 1ms..%v", s.MinRTO, MaxRTO)
	}
	return nil
}

// A Link is one direction between two nodes. It numbers the datagrams that enter it: the fate of
// the k-th depends on (seed, link, k) and the settings at that moment alone, and with a rate on the
// queue that it meets. Behind that queue datagrams may overtake each other when there is jitter, or
// when the delay is shortened.
//
// Carried as a stream they cannot. There the luck of each copy of the k-th depends on (seed, link, k)
// and on how many copies went before it, while its times also depend on the segments before it.
type Link struct {
	settings   Settings
	loss       burstLoss
	minRTO     time.Duration
	luck       luck
	sent       uint64 // datagrams numbered so far
	bottleneck bottleneck
	stream     stream
}

// NewLink returns a link. id says which one it is: every direction of every pair of nodes has its
// own, and two worlds that are to meet the same luck give it the same one.
func NewLink(seed uint64, id uint32, s Settings) (*Link, error) {
	l := &Link{luck: newLuck(seed, id)}
	if err := l.Set(0, s); err != nil {
		return nil, err
	}
	return l, nil
}

// Set changes the settings for the datagrams sent from now on, which must not be before an earlier
// call's. Settings that are not valid are refused and change nothing. What waits in the queue goes on
// waiting; a link without a rate forgets it. A stream that is switched on is a new connection: it knows no round
// trip, and what an earlier one still has to deliver does not hold it up.
func (l *Link) Set(now Time, s Settings) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if s.Distribution == nil {
		s.Distribution = Uniform{}
	}
	if s.Stream && !l.settings.Stream {
		l.stream = stream{}
	}
	l.settings = s
	l.loss = newBurstLoss(s.Loss, s.LossBurst)
	l.bottleneck.set(now, s)
	l.minRTO = cmp.Or(s.MinRTO, DefaultMinRTO)
	return nil
}

// Settings returns the settings in force. Their Distribution is never nil.
func (l *Link) Settings() Settings { return l.settings }

// Fate numbers the next datagram, sent now with so many bytes of payload, and returns how long it
// travels and whether it is lost on the way. For a stream's segment that is how long it takes until
// it is delivered.
func (l *Link) Fate(now Time, size int) (delay time.Duration, lost bool) {
	due, lost, _ := l.pass(now, size)
	return due.Sub(now), lost
}

// pass numbers the next datagram and decides what becomes of it.
func (l *Link) pass(now Time, size int) (due Time, lost bool, t Transit) {
	k := l.sent
	l.sent++
	bytes := int64(size) + headerBytes
	if l.settings.Stream {
		due, t = l.segment(k, now, bytes)
		return due, false, t
	}
	delay, lost := l.cross(&l.bottleneck, k, 0, now, bytes)
	return now.Add(delay), lost, t
}

// cross returns how long the n-th copy of the k-th datagram travels and whether it is lost. Copies
// above 0 are a stream's retransmissions.
func (l *Link) cross(b *bottleneck, k uint64, n int, now Time, bytes int64) (delay time.Duration, lost bool) {
	luck := l.luck.ofCopy(n)
	delay = l.settings.Delay
	if l.settings.Jitter > 0 {
		delay += l.settings.Distribution.Delay(l.settings.Jitter, [4]uint64{
			luck.draw(k, laneJitter),
			luck.draw(k, laneJitter+1),
			luck.draw(k, laneJitter+2),
			luck.draw(k, laneJitter+3),
		})
	}
	dropped := false
	if b.rate > 0 {
		var wait time.Duration
		wait, dropped = b.admit(now, bytes, luck.draw(k, laneQueue))
		delay += wait
	}
	return delay, dropped || l.loss.hit(luck, k)
}
