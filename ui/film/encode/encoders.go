package encode

import (
	"fmt"
	"runtime"
	"strings"
)

// A sink is one encoder with its container: it makes one film.
//
// Film calls frame from as many goroutines at once as the encoder has workers, with numbers from 0 on, and afterwards either finish
// or abandon.
type sink interface {
	// frame encodes frame k. It must not use rgba after it has returned.
	frame(k int, rgba []byte) error
	// finish completes the film under a temporary name, and returns which file gets which name.
	finish() ([]Whole, error)
	// placed removes what is no longer needed once the files have their names.
	placed() error
	// abandon stops early, even after finish. kept names the file that can be played, "" if there is none; lost counts
	// the encoded frames that are not in it.
	abandon() (kept string, lost int, err error)
}

// A killable sink waits for something outside. kill makes a call of frame or abandon return soon; any goroutine may call it.
type killable interface{ kill() }

// An encoder is one way to make one format.
type encoder struct {
	name string
	// probe says in one line what would be used, or why the encoder doesn't work here. Spec may be empty.
	probe func(Spec) (line string, err error)
	open  func(Spec) (sink, error)

	workers int // goroutines that call frame; 0 for one
}

// A format is what a file's extension stands for.
type format struct {
	extension string
	title     string
	even      bool // width and height must be even: colour has half the resolution, 4:2:0
	encoders  []encoder
	instead   string // what to make if none of them works
}

// formats lists all formats, and each one's encoders in the order in which they are tried.
func formats() []format {
	return []format{
		{"mp4", "H.264", true, mp4Encoders, ""},
		{"webm", "WebM", true, webmEncoders, insteadOfWebM},
		{"gif", "GIF", false, []encoder{{
			name: "gif",
			probe: func(s Spec) (string, error) {
				line := "animated GIF, 256 colours"
				if step := gifStep(s.FPS); step > 1 {
					line += fmt.Sprintf(", one frame of %d: browsers show no more than %d a second", step, maxGIFRate)
				}
				return line, nil
			},
			open: openGIF,
		}}, ""},
		{"png", "PNG", false, []encoder{{
			name:  "png",
			probe: func(Spec) (string, error) { return "PNG pictures, one for each frame", nil },
			open:  openPNGs, workers: runtime.NumCPU(),
		}}, ""},
	}
}

func formatOf(extension string) *format {
	for _, f := range formats() {
		if f.extension == extension {
			return &f
		}
	}
	return nil
}

func extensions() []string {
	var all []string
	for _, f := range formats() {
		all = append(all, "."+f.extension)
	}
	return all
}

// An Available says whether an encoder works on this machine.
type Available struct {
	Format string // the file's extension, with its dot
	Name   string // for Spec.Encoder
	Line   string // what it is, in one line; empty if it doesn't work
	Err    error  // why it doesn't work here
}

// Encoders tries all encoders and returns which of them work on this machine; those of a format are in the order in which Create
// tries them. It starts programs and takes a moment; waiting is called as [Spec.Waiting] is.
func Encoders(waiting func(line string)) []Available {
	var all []Available
	for _, f := range formats() {
		for _, e := range f.encoders {
			line, err := e.probe(Spec{Waiting: waiting})
			all = append(all, Available{"." + f.extension, e.name, line, err})
		}
	}
	return all
}

// choose returns the first encoder that works for the spec, and a line that names it and says why others were passed
// over.
func choose(s Spec) (encoder, string, error) {
	f := formatOf(s.format())
	var passed, names []string
	for _, e := range f.encoders {
		names = append(names, e.name)
		if s.Encoder != "" && s.Encoder != e.name {
			continue
		}
		line, err := e.probe(s)
		if err != nil {
			passed = append(passed, fmt.Sprintf("%s: %v", e.name, err))
			continue
		}
		if len(passed) > 0 {
			line += " (not " + strings.Join(passed, "; not ") + ")"
		}
		return e, line, nil
	}
	if len(passed) == 0 {
		return encoder{}, "", fmt.Errorf("no encoder %q for .%s: there are %s", s.Encoder, f.extension, strings.Join(names, ", "))
	}
	return encoder{}, "", fmt.Errorf(".%s cannot be made here: %s%s", f.extension, strings.Join(passed, "; "), f.instead)
}
