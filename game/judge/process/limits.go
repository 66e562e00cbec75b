package process

import (
	"fmt"
	"time"
)

// Limits bound what a program may take. Times are of the wall, since a program is none of virtual time's.
type Limits struct {
	First     time.Duration // for its first line, 100 ms to 10 min
	Later     time.Duration // for each later one, 100 ms to 10 min
	Whole     time.Duration // from its start to its end, 1 s to 24 h
	Memory    int           // resident MB (2²⁰ bytes) of its process group, 1 to 65536
	Processes int           // of its process group, 1 to 1000
}

// DefaultLimits are what a clock needs at most, and more.
func DefaultLimits() Limits {
	return Limits{First: 10 * time.Second, Later: 5 * time.Second, Whole: 10 * time.Minute, Memory: 1024, Processes: 32}
}

// Validate reports the first limit out of range.
func (l Limits) Validate() error {
	for _, b := range [...]struct {
		name               string
		value, least, most time.Duration
	}{
		{"first", l.First, 100 * time.Millisecond, 10 * time.Minute},
		{"later", l.Later, 100 * time.Millisecond, 10 * time.Minute},
		{"whole", l.Whole, time.Second, 24 * time.Hour},
	} {
		if b.value < b.least || b.value > b.most {
			return fmt.Errorf("%s: %v is outside %v..%v", b.name, b.value, b.least, b.most)
		}
	}
	if l.Memory < 1 || l.Memory > 64<<10 {
		return fmt.Errorf("memory: %d is outside 1..%d MB", l.Memory, 64<<10)
	}
	if l.Processes < 1 || l.Processes > 1000 {
		return fmt.Errorf("processes: %d is outside 1..1000", l.Processes)
	}
	return nil
}

// watchEvery is how often what a program takes is looked at.
const watchEvery = 100 * time.Millisecond
