package film

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"driftlab/internal/texts"
)

// A Place is where people publish films, with what it accepts. The companies that run these places sometimes change that.
type Place struct {
	Name          string
	Width, Height int
	FPS           int
	Longest       time.Duration // 0 for any
	Most          int64         // bytes of the film; 0 for any
	Ending        string
}

// Megabyte is what places mean by MB, in bytes.
const Megabyte = 1_000_000

// Places lists them, as of 2026: for GitHub and Discord what a free account may attach, for X and Shorts what any account may
// post. docs/recording.md has the same table.
func Places() []Place {
	return []Place{
		{Name: "github", Width: 1280, Height: 720, FPS: 30, Most: 10 * Megabyte, Ending: ".mp4"},
		{Name: "discord", Width: 1280, Height: 720, FPS: 30, Most: 10 * Megabyte, Ending: ".mp4"},
		{Name: "x", Width: 1920, Height: 1080, FPS: 30, Longest: 140 * time.Second, Most: 512 * Megabyte, Ending: ".mp4"},
		{Name: "shorts", Width: PortraitWidth, Height: PortraitHeight, FPS: 30, Longest: 180 * time.Second, Ending: ".mp4"},
	}
}

// PlaceNames lists the names of the places.
func PlaceNames() []string { return texts.Names(Places(), func(p Place) string { return p.Name }) }

// The size of a film for a phone held upright.
const (
	PortraitWidth  = 1080
	PortraitHeight = 1920
)

// place returns the place that -for names, with limits of 0 for none.
func (o *Options) place() (p Place) {
	for _, one := range Places() {
		if one.Name == o.For {
			p = one
		}
	}
	return p
}

// suit sets the place's size, rate and format unless flags set others, which must then fit the place.
func (o *Options) suit(given map[string]bool) error {
	if o.For == "" {
		return nil
	}
	p := o.place()
	if !given["size"] && !o.Portrait {
		o.Width, o.Height = p.Width, p.Height
	}
	if o.Portrait = o.Portrait || p.Height > p.Width; o.Portrait && o.Width > o.Height {
		return fmt.Errorf("-for: %s takes films that are higher than wide, and -size is %dx%d", p.Name, o.Width, o.Height)
	}
	if !given["fps"] {
		o.FPS = p.FPS
	}
	if ending := strings.ToLower(filepath.Ext(o.Out)); ending != p.Ending {
		return fmt.Errorf("-for: %s takes %s, and -o ends in %q", p.Name, p.Ending, ending)
	}
	return nil
}

// Limit returns how long a film for its place may be, and how many bytes it may have, 0 for any.
func (o *Options) Limit() (longest time.Duration, most int64) {
	p := o.place()
	return p.Longest, p.Most
}
