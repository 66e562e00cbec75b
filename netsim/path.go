package netsim

import "fmt"

const (
	// MinMTU is the least MTU: what every IPv4 host must take (RFC 791, section 3.2).
	MinMTU = 576
	// MaxMTU is the greatest MTU: the longest IPv4 packet.
	MaxMTU = 65_535
	// MaxReorderGap is the widest gap between two datagrams that overtake.
	MaxReorderGap = 1000
)

// validatePath reports a setting of outages, MTU, duplication or order that is out of range.
func (s Settings) validatePath() error {
	if s.OutageFor < 0 || s.OutageFor > MaxPeriod {
		return fmt.Errorf("outage: %v is outside 0s..%v", s.OutageFor, MaxPeriod)
	}
	if err := validatePeriod("outage interval", s.OutageEvery); err != nil {
		return err
	}
	if s.MTU != 0 && (s.MTU < MinMTU || s.MTU > MaxMTU) {
		return fmt.Errorf("MTU: %d bytes are outside %d..%d", s.MTU, MinMTU, MaxMTU)
	}
	if err := validateShare("duplication", s.Duplicate); err != nil {
		return err
	}
	if err := validateShare("reordering", s.Reorder); err != nil {
		return err
	}
	if s.ReorderGap < 0 || s.ReorderGap > MaxReorderGap {
		return fmt.Errorf("reorder gap: %d packets are outside 0..%d", s.ReorderGap, MaxReorderGap)
	}
	return nil
}
