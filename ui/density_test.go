package ui

import (
	"math"
	"testing"
	"time"
)

// drawn has a density see some seconds of a window whose frames take a time for each of the screen's pixels, in
// units of the system's, and one of their own. It returns how often there were fewer pixels from then on.
func drawn(d *density, device float64, seconds int, pixel, own time.Duration) (fewer int) {
	now := time.Unix(0, 0)
	for end := now.Add(time.Duration(seconds) * time.Second); now.Before(end); {
		n := d.pixels(device)
		now = now.Add(own + time.Duration(n*n*float64(pixel)))
		if d.drew(now) {
			fewer++
		}
	}
	return fewer
}

func TestASlowMachineDrawsFewerPixelsIfThatHelps(t *testing.T) {
	for _, c := range []struct {
		name       string
		device     float64
		pixel, own time.Duration
		fewer      int
		pixels     float64
	}{
		{"a fast one", 3, time.Millisecond, 5 * time.Millisecond, 0, 3},
		{"slow by its pixels", 3, 10 * time.Millisecond, 5 * time.Millisecond, 2, 3 * densityStep * densityStep},
		{"very slow by its pixels", 2, 100 * time.Millisecond, 5 * time.Millisecond, 2, 1},
		{"slow by something else", 3, time.Millisecond / 10, 100 * time.Millisecond, 1, 3},
		{"slow, of few pixels", 1, 100 * time.Millisecond, 0, 0, 1},
		{"drawn as browsers do that save power", 2, 0, time.Second / 30, 0, 2},
	} {
		var d density
		if fewer, pixels := drawn(&d, c.device, 60, c.pixel, c.own), d.pixels(c.device); fewer != c.fewer || math.Abs(pixels-c.pixels) > 1e-9 {
			t.Errorf("%s: %d times fewer, %v pixels and not %d, %v", c.name, fewer, pixels, c.fewer, c.pixels)
		}
	}
}

func TestAWindowOutOfSightIsNotSlow(t *testing.T) {
	var d density
	now := time.Unix(0, 0)
	d.pixels(2)
	for range 1000 {
		now = now.Add(rateSlept + 1)
		if d.drew(now) {
			t.Fatal("a frame a second is taken for a slow machine's")
		}
	}
}

func TestAnotherScreenHasAllItsPixels(t *testing.T) {
	var d density
	drawn(&d, 3, 30, 100*time.Millisecond, 0)
	if got := d.pixels(2); got != 2 {
		t.Errorf("another screen has %v of 2 pixels", got)
	}
}
