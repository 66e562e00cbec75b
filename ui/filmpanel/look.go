package filmpanel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"driftlab/ui/film"
)

// filmLook is what a person has chosen for films: how they look, and their captions.
type filmLook struct {
	size, fps, format, camera, sound int // indices of the lists below, and of cameras
	sides                            int // in an A/B film: 0 for halves, 1 for a moving line
	title                            string
	cues                             []film.Cue // in place of the film's own captions; nil for those
}

type filmSize struct {
	name          string
	width, height int
}

// filmSizes are the sizes to choose from.
var filmSizes = []filmSize{{"720p", 1280, 720}, {"1080p", 1920, 1080}, {"4K", 3840, 2160}, {"9:16", 1080, 1920}}

// filmRates are the frames a second to choose from.
var filmRates = []int{24, 25, 30, 50, 60}

// filmSounds are the choices for sound.
var filmSounds = []string{"silent", "sound"}

// text returns what the settings file keeps: size, frames a second, format and sound.
func (k *filmLook) text() string {
	s := filmSizes[k.size]
	return fmt.Sprintf("%dx%d %d %s %s", s.width, s.height, filmRates[k.fps], filmFormats[k.format], filmSounds[k.sound])
}

// readFilmLook reads what text has written. Choices that no longer exist become the default.
func readFilmLook(text string) filmLook {
	k := filmLook{fps: len(filmRates) - 1}
	words := strings.Fields(text)
	if len(words) == 3 {
		words = append(words, filmSounds[0]) // written before films had sound
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

// cameras returns what the picture of a film with this many clients can show.
func cameras(clients int) []film.Camera {
	all := []film.Camera{{}, {Diagram: true}, {One: true}}
	for n := 1; n <= clients; n++ {
		all = append(all, film.Camera{One: true, Machine: n})
	}
	return all
}

// options returns the film's options, without those that say what it shows.
func (k *filmLook) options() film.Options {
	o := film.Defaults()
	o.Width, o.Height = filmSizes[k.size].width, filmSizes[k.size].height
	o.FPS = filmRates[k.fps]
	o.Camera = cameras(k.camera)[k.camera] // which exist in a list for as many clients
	o.Wipe = k.sides == 1
	o.Sound = filmSounds[k.sound] == "sound"
	o.Title = strings.TrimSpace(k.title)
	return o
}

// ending returns the ending of the film's file.
func (k *filmLook) ending() string {
	ending := "." + filmFormats[k.format]
	if ending == ".png" {
		return pictureNumber + ending
	}
	return ending
}

// pictureNumber is the number in the names of a film's pictures, and firstPicture the number of the first.
const (
	pictureNumber = "-%06d"
	firstPicture  = "-000000"
)
