package profile

import (
	"fmt"
	"time"

	"driftlab/netsim"
)

// An iperfSum is what iperf3 tells at its end of one direction of a UDP test.
type iperfSum struct {
	Jitter  *float64 `json:"jitter_ms"`
	Lost    *float64 `json:"lost_packets"`
	Packets float64  `json:"packets"`
}

// An iperfTest is what is of use in the JSON of iperf3.
type iperfTest struct {
	protocol   string
	reverse    bool
	server     bool // it is the server's: of what it has sent it knows nothing, and writes 0
	host       string
	sum        *iperfSum
	back       *iperfSum // the other direction's, of --bidir
	silent     int       // intervals of which nothing arrived
	intervals  int
	silentTime float64 // seconds, of them all
}

// readIperf reads the JSON of iperf3 -u -J. It measures jitter and loss of one direction, and no delay.
func readIperf(in *stream, _ Part) (*measurement, error) {
	s := newJSONStream(in.name, in)
	var test iperfTest
	err := s.object(func(key string) (bool, error) {
		switch key {
		case "start":
			return true, test.start(s)
		case "intervals":
			return true, s.list(func() error { return test.interval(s) })
		case "end":
			var end struct {
				Sum     *iperfSum `json:"sum"`
				Reverse *iperfSum `json:"sum_bidir_reverse"`
			}
			err := s.value("end", &end)
			test.sum, test.back = end.Sum, end.Reverse
			return true, err
		case "error":
			var text string
			if err := s.value("error", &text); err != nil {
				return true, err
			}
			return true, s.fault("iperf3 has ended with an error: %.100q", text)
		}
		return false, nil
	})
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return nil, err
	}
	p, err := test.profile(in.name)
	return &measurement{ready: p}, err
}

// start reads how the test was made.
func (t *iperfTest) start(s *jsonStream) error {
	var start struct {
		To struct {
			Host string `json:"host"`
		} `json:"connecting_to"`
		From *struct {
			Host string `json:"host"`
		} `json:"accepted_connection"`
		Test struct {
			Protocol string `json:"protocol"`
			Reverse  int    `json:"reverse"`
		} `json:"test_start"`
	}
	err := s.value("start", &start)
	t.host, t.protocol, t.reverse = start.To.Host, start.Test.Protocol, start.Test.Reverse != 0
	if t.server = start.From != nil; t.server {
		t.host = start.From.Host
	}
	return err
}

// interval reads one of intervals. Where the receiver tells of it, those in which all was lost are outages.
func (t *iperfTest) interval(s *jsonStream) error {
	var interval struct {
		Sum struct {
			Seconds float64  `json:"seconds"`
			Lost    *float64 `json:"lost_packets"`
			Packets float64  `json:"packets"`
		} `json:"sum"`
	}
	if err := s.value("intervals", &interval); err != nil {
		return err
	}
	t.intervals++
	if sum := interval.Sum; sum.Lost != nil && sum.Packets > 0 && *sum.Lost >= sum.Packets {
		t.silent++
		t.silentTime += sum.Seconds
	}
	return nil
}

// profile makes the link.
func (t *iperfTest) profile(name string) (*Profile, error) {
	switch {
	case t.protocol != "UDP" || t.sum == nil || t.sum.Jitter == nil || t.sum.Lost == nil:
		return nil, fmt.Errorf("%q: it is a test of iperf3 over %.10q, which measures neither jitter nor loss (allowed: UDP, iperf3 -u -J)", name, t.protocol)
	case t.server && t.reverse:
		return nil, fmt.Errorf("%q: it is the JSON of iperf3's server, which only sends with -R and so has measured nothing; use the client's", name)
	}
	p := &Profile{Name: name, Title: fmt.Sprintf("measured by iperf3 to %.60s", t.host)}
	if t.server {
		p.Title = fmt.Sprintf("measured by iperf3's server with %.60s", t.host)
	}
	m := measurement{}
	first, err := t.sum.settings(name)
	if err != nil {
		return nil, err
	}
	p.Up, p.Down = first, first
	switch {
	case t.back != nil && (t.server || t.back.Jitter == nil || t.back.Lost == nil):
		m.note("What has come back to the client isn't in it (the client's own JSON has it): it is assumed to be the same.")
	case t.back != nil:
		if p.Down, err = t.back.settings(name); err != nil {
			return nil, err
		}
	case t.reverse:
		m.note("iperf3 -R only measures from the host: the other direction is assumed to be the same.")
	default:
		m.note("iperf3 only measures to the host: the other direction is assumed to be the same (iperf3 --bidir measures both).")
	}
	m.note("iperf3 knows no delay: it is 0 here. Take it from a ping.")
	m.note("Its jitter is the average difference of neighbours (RFC 3550). That is the average extra delay if that is exponential, as is assumed.")
	if t.silent > 0 {
		m.note("In %d of %d intervals, %.4g s, nothing arrived. That is an outage; here it is spread evenly over the losses.", t.silent, t.intervals, t.silentTime)
	}
	p.Notes = m.notes
	return p, nil
}

// settings returns a direction's link. iperf reports its jitter and its loss.
func (sum *iperfSum) settings(name string) (netsim.Settings, error) {
	s := netsim.Settings{Distribution: netsim.Exponential{}}
	if sum.Packets < 1 || sum.Packets > maxCount {
		return s, fmt.Errorf("%q: end.sum.packets: %v is outside 1..%d", name, sum.Packets, maxCount)
	}
	lost := *sum.Lost
	if !(lost >= 0 && lost <= sum.Packets) {
		return s, fmt.Errorf("%q: end.sum.lost_packets: %v is outside 0..%v", name, lost, sum.Packets)
	}
	if lost == sum.Packets {
		return s, fmt.Errorf("%q: none of %v packets arrived, so there is no jitter", name, sum.Packets)
	}
	most := float64(netsim.MaxJitter / time.Millisecond)
	if !(*sum.Jitter >= 0 && *sum.Jitter <= most) {
		return s, fmt.Errorf("%q: end.sum.jitter_ms: %v ms is outside 0..%v", name, *sum.Jitter, most)
	}
	s.Jitter = time.Duration(*sum.Jitter * float64(time.Millisecond)).Round(time.Microsecond)
	s.Loss = round(lost/sum.Packets, 1e-6)
	return s, s.Validate()
}
