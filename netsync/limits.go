package netsync

import (
	"fmt"
	"time"
)

// inRange reports a constant outside least..most, for the Validate methods.
func inRange[T int | time.Duration](name string, v, least, most T) error {
	if v < least || v > most {
		return fmt.Errorf("%s: %v is outside %v..%v", name, v, least, most)
	}
	return nil
}
