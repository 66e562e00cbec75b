package filmpanel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"driftlab/ui/film"
)

// filmLook is what a person has chosen for films: what they look like, and their captions.
type filmLook struct {
	size, fps, format, camera, sound int // places in the lists below, and in cameras
	sides                            int // of A and B: 0 for halves, 1 for a moving line
	title                            string
	cues                             []film.Cue // in place of the captions that a film makes by itself; nil for those
}

type filmSize struct {
	name          string
	width, height int
}

// filmSizes are the sizes to choose from.
var filmSizes = []filmSize{{"720p", 1280, 720}, {"1080p", 1920, 1080}, {"4K", 3840, 2160}, {"9:16", 1080, 1920}}

// filmRates are the frames a second to choose from.
var filmRates = []int{24, 25, 30, 50, 60}

// filmSounds are what there is to choose from for the ear.
var filmSounds = []string{"silent", "sound"}

// text writes what stays from one start of the program to the next: size, frames a second, format, and whether there is sound.
func (k *filmLook) text() string {
	s := filmSizes[k.size]
	return fmt.Sprintf("%dx%d %d %s %s", s.width, s.height, filmRates[k.fps], filmFormats[k.format], filmSounds[k.sound])
}

// readFilmLook reads what text has written. What is not to be chosen any more is as at first.
func readFilmLook(text string) filmLook {
	k := filmLook{fps: len(filmRates) - 1}
	words := strings.Fields(text)
	if len(words) == 3 {
		words = append(words, filmSounds[0]) // of before there was sound
	}
	if len(words) != 4 {
		return k
	}
	for i, s := range filmSizes {
		if words[0] == fmt.Sprintf("%dx%d", s.width, s.height) {
			k.size = i
		}
	}
	for i, r := range filmRates {
		if words[1] == strconv.Itoa(r) {
			k.fps = i
		}
	}
	k.format = max(slices.Index(filmFormats, words[2]), 0)
	k.sound = max(slices.Index(filmSounds, words[3]), 0)
	return k
}

// cameras returns what can be in the picture of a film of so many clients.
func cameras(clients int) []film.Camera {
	all := []film.Camera{{}, {Diagram: true}, {One: true}}
	for n := 1; n <= clients; n++ {
		all = append(all, film.Camera{One: true, Machine: n})
	}
	return all
}

// options returns the film's, but for what it is of.
func (k *filmLook) options() film.Options {
	o := film.Defaults()
	o.Width, o.Height = filmSizes[k.size].width, filmSizes[k.size].height
	o.FPS = filmRates[k.fps]
	o.Camera = cameras(k.camera)[k.camera] // as many clients as it takes
	o.Wipe = k.sides == 1
	o.Sound = filmSounds[k.sound] == "sound"
	o.Title = strings.TrimSpace(k.title)
	return o
}

// ending returns how the name of the film's file ends.
func (k *filmLook) ending() string {
	ending := "." + filmFormats[k.format]
	if ending == ".png" {
		return pictureNumber + ending
	}
	return ending
}

// pictureNumber is where the names of a film's pictures have their number, and firstPicture that number of
// the first.
const (
	pictureNumber = "-%06d"
	firstPicture  = "-000000"
)
