// Package constant declares what clocks are set by: lengths of time, numbers and switches, each with its range.
package constant
