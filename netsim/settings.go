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

// Settings are what a link does to its datagrams. The zero value is a perfect link. Settings may be
// compared with ==; tables, traces and recordings are then the same if they are the same object.
type Settings struct {
	Delay        time.Duration // base delay, 0..[MaxDelay]
	Jitter       time.Duration // mean of the extra delay, 0..[MaxJitter]
	Distribution Distribution  // of the extra delay around its mean; nil means [Uniform]
	Correlation  float64       // of successive datagrams' extra delay, 0..[MaxCorrelation]
	Recording    *Recording    // recorded delays in place of the extra delay; nil for none
	HoldLast     bool          // a recording that has ended keeps its last delay instead of beginning again
	RouteStep    time.Duration // what the base delay gains while the other route is taken, 0..[MaxDelay]
	RouteEvery   time.Duration // how long each route is taken in turn, [MinPeriod]..[MaxPeriod]; 0 for one route

	Loss      float64   // share of the datagrams that are lost, 0..1
	LossBurst float64   // mean number lost in a row, 0..[MaxLossBurst]; up to 1, each is lost independently
	Chain     LossChain // losses of a Gilbert–Elliott chain, beside Loss; its zero value is none
	LossList  *LossList // exact datagrams that are lost, beside both; nil for none

	OutageFor   time.Duration // how long nothing gets through from when this is set, 0..[MaxPeriod]
	OutageEvery time.Duration // from the begin of one outage to the next, [MinPeriod]..[MaxPeriod]; 0 is only one
	MTU         int           // longest packet in bytes, IP and UDP headers included, [MinMTU]..[MaxMTU]; 0 is no limit

	Duplicate  float64 // share of the datagrams of which a second copy is sent, 0..1
	Reorder    float64 // share that overtakes: it skips the delay, as with netem's reorder, 0..1
	ReorderGap int     // how far behind the last that overtook the next is at least, 0..[MaxReorderGap]
	InOrder    bool    // no datagram is delivered before one that was sent earlier

	Rate         int64         // bits a second, headers included, 0..[MaxRate]; 0 is unlimited
	Trace        *Trace        // when packets may leave, in place of a fixed rate; nil for none
	Queue        int64         // bytes that wait for the rate, [MinQueue]..[MaxQueue]; 0 means [DefaultQueue]
	QueuePackets int           // packets that wait, 0..[MaxQueuePackets]; 0 is no limit beside the bytes
	CoDel        bool          // the queue is kept short by CoDel (RFC 8289) instead of being filled to its end
	Cross        float64       // cross traffic while it comes, in units of the rate, 0..[MaxCross]
	CrossOn      time.Duration // how long a burst of cross traffic lasts, [MinPeriod]..[MaxPeriod] or 0
	CrossEvery   time.Duration // from the begin of one burst to the next, likewise; up to CrossOn it never stops

	// Stream carries the datagrams as the segments of a TCP stream: what is lost is sent again after
	// a timeout, and everything behind it waits, so each arrives late rather than never.
	Stream bool
	MinRTO time.Duration // a stream's least retransmission timeout, 1 ms..[MaxRTO]; 0 means [DefaultMinRTO]
}

const (
	// MaxPeriod bounds what comes and goes: bursts of cross traffic, outages, routes.
	MaxPeriod = time.Hour
	// MinPeriod is the least of such times, where they are not 0.
	MinPeriod = 10 * time.Millisecond
)

// Validate returns an error that names the first field that is out of range, its value and the range.
func (s Settings) Validate() error {
	for _, check := range []func() error{s.validateDelay, s.validateLoss, s.validatePath, s.validateRate} {
		if err := check(); err != nil {
			return err
		}
	}
	if s.MinRTO != 0 && (s.MinRTO < time.Millisecond || s.MinRTO > MaxRTO) {
		return fmt.Errorf("minimum RTO: %v is outside 1ms..%v", s.MinRTO, MaxRTO)
	}
	return nil
}

// validatePeriod reports a time of something that comes and goes that is out of range; 0 is allowed.
func validatePeriod(name string, d time.Duration) error {
	if d != 0 && (d < MinPeriod || d > MaxPeriod) {
		return fmt.Errorf("%s: %v is outside %v..%v", name, d, MinPeriod, MaxPeriod)
	}
	return nil
}

// validateShare reports a share that is out of range.
func validateShare(name string, p float64) error {
	if !(p >= 0 && p <= 1) { // so written, it refuses NaN
		return fmt.Errorf("%s: %v is outside 0..1", name, p)
	}
	return nil
}
