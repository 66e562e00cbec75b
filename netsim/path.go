package netsim

import "driftlab/internal/param"

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
