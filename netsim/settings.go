package netsim

import (
	"time"

	"driftlab/internal/param"
)

// A Field is one of the settings: its name, unit, range, default and help, and where it is kept.
type Field = param.Field[Settings]

// Settings are what a link does to its datagrams. The zero value is a perfect link. Settings may be
// compared with ==; tables, traces and recordings are then the same if they are the same object.
type Settings struct {
	Delay        time.Duration // base delay, 0..[MaxDelay]
	Jitter       time.Duration // mean of the extra delay, 0..[MaxJitter]
	Distribution Distribution  // of the extra delay around its mean; nil means [Uniform]
	Correlation  float64       // of successive datagrams' extra delay, 0..[MaxCorrelation]; it keeps the distribution, unless:
	NetemWay     bool          // they correlate as with netem, which makes them less spread out and may change their mean
	Recording    *Recording    // recorded delays, in place of the extra delay; nil for none
	HoldLast     bool          // a recording that has ended keeps its last delay instead of restarting
	Sway         time.Duration // mean of a delay that varies slowly with time, 0..[MaxJitter]
	SwayOver     time.Duration // its time constant, [MinPeriod]..[MaxPeriod]; 0 means 10 s
	RouteStep    time.Duration // extra base delay while the other route is taken, 0..[MaxDetour]
	RouteEvery   time.Duration // how long each route is used before the other, [MinPeriod]..[MaxPeriod]; 0 for one route

	Loss      float64   // share of the datagrams that are lost, 0..1
	LossBurst float64   // mean number lost in a row, 1..[MaxLossBurst]; at 1, and at 0, each is lost independently
	Chain     LossChain // losses of a Gilbert–Elliott chain, in addition to Loss; its zero value is none
	LossList  *LossList // exact datagrams that are lost, in addition to both; nil for none

	OutageFor    time.Duration // how long nothing gets through, from when this is set, 0..[MaxPeriod]
	OutageEvery  time.Duration // from the start of one outage to the next, [MinPeriod]..[MaxPeriod]; 0 is a single one
	EpisodeFor   time.Duration // mean length of episodes in which nothing gets through, at random times, 0..[MaxPeriod]; 0 is none
	EpisodeEvery time.Duration // mean time from the start of one episode to the next, [MinPeriod]..[MaxPeriod]; 0 means a minute
	MTU          int           // longest packet in bytes, IP and UDP headers included, [MinMTU]..[MaxMTU]; 0 is no limit

	Duplicate float64 // share of the datagrams of which a second copy is sent, 0..1
	Reorder   float64 // share that overtakes by skipping the delay, as with netem's reorder, 0..1
	// ReorderLead is by how much one that overtakes is faster, 0..[MaxJitter]; 0 is by all of the delay.
	ReorderLead time.Duration
	ReorderGap  int // least distance between two datagrams that overtake, 0..[MaxReorderGap]
	// ReorderCorrelation is that of whether successive datagrams overtake, 0..[MaxCorrelation], by the way that NetemWay says.
	ReorderCorrelation float64
	InOrder            bool // no datagram is delivered before one that was sent earlier

	Rate         int64         // bits a second, headers included, 0..[MaxRate]; 0 is unlimited
	Trace        *Trace        // when packets may leave, in place of a fixed rate; nil for none
	Queue        int64         // bytes that wait for the rate, [MinQueue]..[MaxQueue]; 0 means [DefaultQueue]
	QueuePackets int           // packets that wait, 0..[MaxQueuePackets]; 0 is no limit except the bytes
	CoDel        bool          // the queue is kept short by CoDel (RFC 8289) instead of being filled to its end
	Cross        float64       // cross traffic during a burst, as a multiple of the rate, 0..[MaxCross]
	CrossOn      time.Duration // how long a burst of cross traffic lasts, [MinPeriod]..[MaxPeriod] or 0
	CrossEvery   time.Duration // from the start of one burst to the next, likewise; up to CrossOn it never stops

	// Stream carries the datagrams as the segments of a TCP stream: what is lost is sent again after
	// a timeout, and everything behind it waits, so each arrives late rather than never.
	Stream bool
	MinRTO time.Duration // a stream's least retransmission timeout, 1 ms..[MaxRTO]; 0 means [DefaultMinRTO]
}

const (
	// MaxPeriod is the longest period of anything that recurs: bursts of cross traffic, outages, routes.
	MaxPeriod = time.Hour
	// MinPeriod is the shortest such period that is not 0.
	MinPeriod = 10 * time.Millisecond
)

// A setting is one of the numbers and texts of [Settings].
type setting = param.Field[Settings]

// A Stage is one thing that a link does, and its settings. In their help texts {way} stands for the direction.
type Stage struct {
	Name     string // what it does; two stages may be parts of one thing
	Group    string // which stages belong together
	Settings []Field

	// more returns what the stage adds to the delay of a datagram that leaves at a time, if that depends on time alone
	// and not on the datagram. It is nil for stages that [Link] runs itself.
	more func(s *Settings, byTime luck, now Time) time.Duration
}

// stages has every setting of a link, one line for each stage.
var stages = []Stage{
	{Name: "delay", Group: "delay", Settings: delaySettings},
	{Name: "jitter", Group: "delay", Settings: jitterSettings},
	{Name: "distribution", Group: "delay", Settings: distributionSettings},
	{Name: "correlation", Group: "delay", Settings: correlationSettings},
	{Name: "distribution", Group: "delay", Settings: tableSettings},
	{Name: "recording", Group: "delay", Settings: recordingSettings},
	{Name: "sway", Group: "delay", Settings: swaySettings, more: sway},
	{Name: "route changes", Group: "delay", Settings: routeSettings},
	{Name: "loss", Group: "loss", Settings: lossSettings},
	{Name: "bursts of loss", Group: "loss", Settings: burstSettings},
	{Name: "chain of losses", Group: "loss", Settings: chainSettings},
	{Name: "list of losses", Group: "loss", Settings: listSettings},
	{Name: "outage", Group: "loss", Settings: outageSettings},
	{Name: "episodes of loss", Group: "loss", Settings: episodeSettings},
	{Name: "MTU", Group: "loss", Settings: mtuSettings},
	{Name: "duplication", Group: "order", Settings: duplicateSettings},
	{Name: "reordering", Group: "order", Settings: reorderSettings},
	{Name: "order", Group: "order", Settings: orderSettings},
	{Name: "rate", Group: "queue", Settings: rateSettings},
	{Name: "trace", Group: "queue", Settings: traceSettings},
	{Name: "queue", Group: "queue", Settings: queueSettings},
	{Name: "CoDel", Group: "queue", Settings: codelSettings},
	{Name: "cross traffic", Group: "queue", Settings: crossSettings},
	{Name: "transport", Group: "stream", Settings: streamSettings},
}

// fields has the settings of all stages.
var fields = func() (all []setting) {
	for _, s := range stages {
		all = append(all, s.Settings...)
	}
	return all
}()

// byTime holds the more functions of all stages.
var byTime = func() (all []func(*Settings, luck, Time) time.Duration) {
	for _, s := range stages {
		if s.more != nil {
			all = append(all, s.more)
		}
	}
	return all
}()

// Stages returns what a link can do, in the order in which tables show its settings. It must not be changed.
func (Settings) Stages() []Stage { return stages }

// Fields returns the settings of all stages. They must not be changed.
func (Settings) Fields() []Field { return fields }

// Validate returns an error that names the first setting that is out of range, its value and the range.
func (s Settings) Validate() error {
	if err := param.Validate(fields, &s); err != nil {
		return err
	}
	return s.validateBursts()
}

// period declares a setting that is a period of something recurring.
func period(p param.Param, at func(*Settings) *time.Duration) setting {
	p.Unit, p.Min, p.Max = param.Duration, int64(MinPeriod), int64(MaxPeriod)
	return param.Int(p, at)
}

// share declares a setting that is a share of the datagrams.
func share(p param.Param, at func(*Settings) *float64) setting {
	p.Unit, p.Max = param.Share, 1e9
	return param.Float(p, at)
}

const (
	// MinMTU is the least MTU: what every IPv4 host must take (RFC 791, section 3.2).
	MinMTU = 576
	// MaxMTU is the greatest MTU: the longest IPv4 packet.
	MaxMTU = 65_535
)

var mtuSettings = []setting{
	param.Int(param.Param{Name: "mtu", Label: "MTU", Called: "MTU", Unit: param.Bytes, Min: MinMTU, Max: MaxMTU, Off: true,
		Help: "longest packet {way}, including 28 bytes of headers; longer ones are lost; 0 is no limit"},
		func(s *Settings) *int { return &s.MTU }),
}

var duplicateSettings = []setting{
	share(param.Param{Name: "duplicate", Called: "duplicates",
		Help: "share of datagrams {way} that arrive twice"},
		func(s *Settings) *float64 { return &s.Duplicate }),
}

var orderSettings = []setting{
	param.Bool(param.Param{Name: "order", Unit: param.Choice, Choices: []string{"any", "kept"},
		Help: "whether datagrams {way} may arrive in any order, or keep the order in which they were sent"},
		func(s *Settings) *bool { return &s.InOrder }),
}
