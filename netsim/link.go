package netsim

import (
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
	Loss         float64       // share of the datagrams that are lost, 0..1, each independently
}

// Validate returns an error that names the first field that is out of range, its value and the range.
func (s Settings) Validate() error {
	if s.Delay < 0 || s.Delay > MaxDelay {
		return fmt.Errorf("delay: %v is outside 0s..%v", s.Delay, MaxDelay)
	}
	if s.Jitter < 0 || s.Jitter > MaxJitter {
		return fmt.Errorf("jitter: %v is outside 0s..%v", s.Jitter, MaxJitter)
	}
	if !(s.Loss >= 0 && s.Loss <= 1) { // so written, it refuses NaN
		return fmt.Errorf("loss: %v is outside 0..1", s.Loss)
	}
	return nil
}

// A Link is one direction between two nodes. It numbers the datagrams that enter it: the fate of
// the k-th depends on (seed, link, k) and the settings at that moment alone. Datagrams may overtake
// each other when there is jitter, or when the delay is shortened.
type Link struct {
	settings Settings
	loss     lossThreshold
	luck     luck
	sent     uint64 // datagrams numbered so far
}

// NewLink returns a link. id says which one it is: every direction of every pair of nodes has its
// own, and two worlds that are to meet the same luck give it the same one.
func NewLink(seed uint64, id uint32, s Settings) (*Link, error) {
	l := &Link{luck: newLuck(seed, id)}
	if err := l.Set(s); err != nil {
		return nil, err
	}
	return l, nil
}

// Set changes the settings for the datagrams sent from now on. Settings that are not valid are
// refused and change nothing.
func (l *Link) Set(s Settings) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if s.Distribution == nil {
		s.Distribution = Uniform{}
	}
	l.settings = s
	l.loss = newLossThreshold(s.Loss)
	return nil
}

// Settings returns the settings in force. Their Distribution is never nil.
func (l *Link) Settings() Settings { return l.settings }

// Fate numbers the next datagram and returns how long it travels and whether it is lost on the way.
// The time of sending is for impairments that remember, such as a queue; none does yet.
func (l *Link) Fate(_ Time) (delay time.Duration, lost bool) {
	k := l.sent
	l.sent++
	delay = l.settings.Delay
	if l.settings.Jitter > 0 {
		delay += l.settings.Distribution.Delay(l.settings.Jitter, [4]uint64{
			l.luck.draw(k, laneJitter),
			l.luck.draw(k, laneJitter+1),
			l.luck.draw(k, laneJitter+2),
			l.luck.draw(k, laneJitter+3),
		})
	}
	return delay, l.loss.hit(l.luck.draw(k, laneLoss))
}
