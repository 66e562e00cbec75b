// Package film says what a film should be: its size, the instant of each frame, what is in the picture, its captions, and the
// files beside it. It doesn't know how a frame is drawn (see film/render) or encoded (see film/encode).
package film

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// The views of a session, in the window and in films: the worlds alone, all that can be measured and compared, or one diagram.
const (
	WatchView   = "watch"
	LabView     = "lab"
	DiagramView = "diagram"
)

// Views lists the views by name.
func Views() []string { return []string{WatchView, LabView, DiagramView} }

// A Camera is what is in the picture: worlds, diagram and numbers; the diagram alone; or the viewport of
// one machine. The zero Camera is all.
type Camera struct {
	Diagram bool
	One     bool
	Machine int // with One: 0 is the host, n is client n
}

// Cameras lists the names of cameras, with only the first client's of all clients.
func Cameras() []string { return []string{"all", "diagram", "host", "client-1"} }

// ParseCamera reads a camera's name.
func ParseCamera(name string) (Camera, error) {
	switch name {
	case "all":
		return Camera{}, nil
	case "diagram":
		return Camera{Diagram: true}, nil
	case "host":
		return Camera{One: true}, nil
	}
	if number, ok := strings.CutPrefix(name, "client-"); ok {
		if n, err := strconv.Atoi(number); err == nil && n >= 1 {
			return Camera{One: true, Machine: n}, nil
		}
	}
	return Camera{}, fmt.Errorf("%q is unknown (allowed: %s and so on)", name, strings.Join(Cameras(), ", "))
}

// String returns the camera's name.
func (c Camera) String() string {
	switch {
	case c.Diagram:
		return "diagram"
	case !c.One:
		return "all"
	case c.Machine == 0:
		return "host"
	}
	return "client-" + strconv.Itoa(c.Machine)
}

// Frames returns how many frames a film has: one for each instant k/fps, k = 0, 1, …, before its end.
func Frames(length time.Duration, fps int) int {
	return int(ceil(uint64(length), uint64(fps), uint64(time.Second)))
}

// At returns the virtual time of frame k of a film that starts at from: k/fps later, rounded up to the nanosecond, so that a
// frame that falls on a tick shows that tick. It depends on k alone, so rounding errors don't add up.
func At(from time.Duration, k, fps int) time.Duration {
	return from + time.Duration(ceil(uint64(k), uint64(time.Second), uint64(fps)))
}

// ceil returns a × b ÷ by, rounded up. The product may have 128 bits.
func ceil(a, b, by uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	n, rest := bits.Div64(hi, lo, by)
	if rest > 0 {
		n++
	}
	return n
}
