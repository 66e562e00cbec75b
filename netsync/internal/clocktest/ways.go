package clocktest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

func Fixed(d time.Duration) func(int) time.Duration { return func(int) time.Duration { return d } }

// Ways reads how long the trips of both directions take.
func Ways(words []string) (toHost, toClient func(int) time.Duration, err error) {
	var up, down, jitter time.Duration
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		d, err := time.ParseDuration(value)
		if err != nil {
			return nil, nil, err
		}
		switch key {
		case "up":
			up = d
		case "down":
			down = d
		case "jitter":
			jitter = d
		default:
			return nil, nil, fmt.Errorf("unknown key %s", key)
		}
	}
	return Shaken(up, jitter, 1), Shaken(down, jitter, 2), nil
}

// Shaken returns the delays of one direction: delay, plus a random exponential share with this mean.
func Shaken(delay, mean time.Duration, seed uint64) func(int) time.Duration {
	luck := rand.New(rand.NewPCG(seed, 18))
	return func(int) time.Duration {
		return delay + time.Duration(-math.Log1p(-luck.Float64())*float64(mean))
	}
}

// Lies checks that a time lies where a script says: in a range, or within 0.1 ms of a time.
func Lies(got time.Duration, where string) error {
	parse := func(text string, _ int) (float64, error) {
		d, err := time.ParseDuration(text)
		return d.Seconds() * 1000, err
	}
	if !strings.Contains(where, "..") {
		d, err := time.ParseDuration(where)
		if err != nil {
			return err
		}
		where = fmt.Sprintf("%v..%v", d-100*time.Microsecond, d+100*time.Microsecond)
	}
	return InRange(got.Seconds()*1000, where, parse)
}

func InRange(got float64, where string, parse func(string, int) (float64, error)) error {
	low, high, _ := strings.Cut(where, "..")
	least, err := parse(low, 64)
	if err != nil {
		return err
	}
	most, err := parse(high, 64)
	if err != nil {
		return err
	}
	if got < least || got > most {
		return fmt.Errorf("it is %.6g", got)
	}
	return nil
}
