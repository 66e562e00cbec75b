package film

import (
	"fmt"
	"strconv"
	"strings"
)

// A Camera is what is in the picture: worlds, diagram and numbers; the diagram alone; or the viewport of
// one machine. The zero Camera is all.
type Camera struct {
	Diagram bool
	One     bool
	Machine int // of One: 0 is the host, n is client n
}

// Cameras are the names of cameras, the first client's for all clients'.
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
