package film

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"driftlab/game/lesson"
	"driftlab/internal/texts"
)

// The bounds of what can be asked for.
const (
	MinWidth, MaxWidth   = 160, 3840
	MinHeight, MaxHeight = 90, 2160
	MinFPS, MaxFPS       = 1, 120
	// MaxLength is the longest film, in virtual time.
	MaxLength = 24 * time.Hour
	// MaxSound is the longest film with sound: that goes through a WAV file, whose lengths have 32 bits.
	MaxSound = 6 * time.Hour
	// MaxTitle is the longest title, in characters.
	MaxTitle = 120
	// MaxTitleLength is how long a title card stays at most.
	MaxTitleLength = 60 * time.Second
	// TitleLength is how long the title card of an A/B film stays where nothing else is asked for.
	TitleLength = 2 * time.Second

	// EndLength is how long the end picture stays where nothing else is asked for.
	EndLength = 2 * time.Second

	// MaxEndLength is how long the end picture stays at most.
	MaxEndLength = 60 * time.Second

	titleShare = 3 // how many times as long as its title card a film is at least that does not say otherwise
	endShare   = 2 // and how many times as long as its end picture, which comes after it
)

// TitleOf returns how long the title card of a film of a length stays where nothing else is asked for: whole milliseconds, as a
// person reads them in the film's command.
func TitleOf(length time.Duration) time.Duration {
	return min(TitleLength, length/titleShare).Truncate(time.Millisecond)
}

// EndOf returns how long the end picture of a film of a length stays where nothing else is asked for.
func EndOf(length time.Duration) time.Duration {
	return min(EndLength, length/endShare).Truncate(time.Millisecond)
}

// How progress is told.
const (
	ProgressAuto = "auto" // a line that is rewritten, if a person looks at it
	ProgressJSON = "json" // a [Report] a line, for other programs
	ProgressOff  = "off"
)

// Options are what a film is to be like, beside the sessions that it shows.
type Options struct {
	Out           string // the film's file
	Encoder       string // "" is the first that is there
	Width, Height int    // pixels, even
	FPS           int    // frames a virtual second
	From          time.Duration
	Length        time.Duration // virtual time of the film; 0 is up to the scenario's end
	Watch         bool          // the window's view Watch, in place of what the camera shows
	Numbers       bool          // of the view Watch: its table of numbers, from the first frame on
	Camera        Camera
	Client        int       // that the numbers and the diagram are of; 0 is the first that has a difference
	Tab           string    // the diagram; "" is the scenario's own choice
	Wipe          bool      // of an A/B film: a moving line between A and B in place of two halves
	Names         [2]string // of an A/B film: what A and B are called; "" for nothing to say
	Captions      string    // an SRT file in place of the film's own captions; "" for none
	Title         string    // of the title card; "" is the scenario's
	TitleLength   time.Duration
	Sound         bool   // have sound in the film, or beside it
	Hashes        string // a file that gets a line for each frame; "" for none
	Progress      string
	Show          bool          // show a window with the frames while they are rendered
	Watched       bool          // the film is cancelled when standard input ends
	Sidecars      bool          // write the files beside the film
	EndLength     time.Duration // how long the end picture with the verdict stays; 0 for none
	Portrait      bool          // for a phone that is held upright: nothing where it has buttons
	For           string        // one of [PlaceNames], whose limits the film keeps; "" for none

	size, view, camera, sidecars string // as the flags have them
	split                        bool
	seconds, ending              time.Duration
}

// Whole returns how long the film is with its end picture.
func (o *Options) Whole() time.Duration { return o.Length + o.EndLength }

// Inside says whether -duration is the whole film's, with its end picture, as for a place that limits how long a film is.
func (o *Options) Inside() bool {
	longest, _ := o.Limit()
	return longest > 0
}

// Defaults returns the options where nothing is asked for.
func Defaults() Options {
	return Options{Out: "film.mp4", Width: 1280, Height: 720, FPS: 60, Progress: ProgressAuto, Sidecars: true}
}

// Progresses are the ways in which a film's progress can be told.
func Progresses() []string { return []string{ProgressAuto, ProgressJSON, ProgressOff} }

// Flags adds the film's flags to a command's. [Options.Parse] reads them.
func (o *Options) Flags(set *flag.FlagSet) {
	*o = Defaults()
	set.StringVar(&o.Out, "o", o.Out, "the film's `FILE`; its ending names the format")
	set.BoolVar(&o.Show, "show", o.Show, "show each frame in a window while it is rendered; otherwise you see nothing until the film is finished")
	set.StringVar(&o.Encoder, "encoder", "", "`NAME` of the encoder (default: the first that works; the output names it)")
	set.StringVar(&o.size, "size", "1280x720", fmt.Sprintf("`WIDTHxHEIGHT` in pixels, even, %dx%d to %dx%d", MinWidth, MinHeight, MaxWidth, MaxHeight))
	set.IntVar(&o.FPS, "fps", o.FPS, fmt.Sprintf("frames a virtual second, `NUMBER` in %d..%d", MinFPS, MaxFPS))
	set.DurationVar(&o.From, "from", 0, "virtual `TIME` of the first frame")
	set.StringVar(&o.view, "view", WatchView, "the `VIEW` of the window that the film looks like: "+strings.Join(Views(), ", "))
	set.BoolVar(&o.Numbers, "numbers", false, "show the table of ticks, offsets and one-way delays of each machine, estimated and true; only in the view "+WatchView+" (default: with -a and -b, except in portrait)")
	set.StringVar(&o.camera, "camera", "all", "what is in the picture, `CAMERA`: "+strings.Join(Cameras(), ", ")+" and so on")
	set.IntVar(&o.Client, "client", 0, "`NUMBER` of the client whose numbers and diagram are shown (default: the first that differs)")
	set.StringVar(&o.Tab, "tab", "", "the diagram, `NAME`: "+strings.Join(lesson.Diagrams(), ", ")+" (default: the scenario's choice, else error)")
	set.BoolVar(&o.split, "split", false, "with -a and -b: each has half of the picture (the default)")
	set.BoolVar(&o.Wipe, "wipe", false, "with -a and -b: a moving line between A and B in each viewport")
	set.StringVar(&o.Names[0], "name-a", "", "what A is called, `TEXT` (default: what -a names)")
	set.StringVar(&o.Names[1], "name-b", "", "what B is called, `TEXT` (default: what -b names)")
	set.StringVar(&o.Captions, "captions", "", "an SRT `FILE` with captions to use instead of the film's own")
	set.StringVar(&o.Title, "title", "", "the title card's `TEXT` (default: the scenario's title)")
	set.DurationVar(&o.seconds, "title-seconds", TitleLength, "`TIME` for which the title card covers the start of the film; without -title only in films with -a and -b")
	set.DurationVar(&o.ending, "end-seconds", EndLength, "`TIME` for which the end picture with the verdict stays, in the view watch")
	set.BoolVar(&o.Portrait, "portrait", false, fmt.Sprintf("make the film for a phone held upright: %dx%d, without text where the phone has buttons", PortraitWidth, PortraitHeight))
	set.StringVar(&o.For, "for", "", "make the film for a `PLACE`, with its size, format and limits: "+strings.Join(PlaceNames(), ", "))
	set.BoolVar(&o.Sound, "sound", false, "give the film sound: in .mp4 and .webm where ffmpeg is there, else as a WAV file beside it (default: in .mp4 and .webm of the view watch)")
	set.StringVar(&o.Hashes, "hashes", "", "`FILE` that gets number and SHA-256 of each frame")
	set.StringVar(&o.Progress, "progress", o.Progress, "`HOW` to report progress: auto, json (one object per line) or off")
	set.BoolVar(&o.Watched, "watched", false, "cancel the film when standard input ends: for a program that starts this one")
	set.StringVar(&o.sidecars, "sidecars", "on", "`on|off`: write session, captions, clock.csv and card beside the film")
}

// Parse reads what [Options.Flags] has got. compared says whether the film is of two sessions. An error
// begins with the name of the flag.
func (o *Options) Parse(set *flag.FlagSet, compared bool) (err error) {
	given := map[string]bool{}
	set.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if o.Width, o.Height, err = ParseSize(o.size); err != nil {
		return fmt.Errorf("-size: %w", err)
	}
	if o.Portrait && !given["size"] {
		o.Width, o.Height = PortraitWidth, PortraitHeight
	}
	if err = o.suit(given); err != nil {
		return err
	}
	if o.Camera, err = ParseCamera(o.camera); err != nil {
		return fmt.Errorf("-camera: %w", err)
	}
	if err = o.parseView(given, compared); err != nil {
		return err
	}
	if o.sidecars != "on" && o.sidecars != "off" {
		return fmt.Errorf("-sidecars: %q is unknown (allowed: on, off)", o.sidecars)
	}
	o.Sidecars = o.sidecars == "on"
	for _, name := range []string{"split", "wipe", "name-a", "name-b"} {
		if given[name] && !compared {
			return fmt.Errorf("-%s: there are no -a and -b to compare", name)
		}
	}
	if o.split && o.Wipe {
		return fmt.Errorf("-wipe: cannot be combined with -split")
	}
	if !given["sound"] && Sounds(o.Out) {
		o.Sound = o.Watch && o.Length <= MaxSound
	}
	if given["end-seconds"] && !o.Watch {
		return fmt.Errorf("-end-seconds: only films of -view %s have an end picture", WatchView)
	}
	if o.Watch {
		o.EndLength = o.ending
	}
	if given["title"] || given["title-seconds"] || compared {
		o.TitleLength = o.seconds
	}
	for _, name := range []string{"captions", "hashes"} {
		if given[name] && set.Lookup(name).Value.String() == "" {
			return fmt.Errorf("-%s: it is empty", name)
		}
	}
	if given["title"] && strings.TrimSpace(o.Title) == "" {
		return fmt.Errorf("-title: it is empty; -title-seconds 0s leaves the card out")
	}
	return o.Check()
}

// Sounds reports whether a film of a path's format can have sound in it: of others it is a file beside the film.
func Sounds(path string) bool {
	ending := strings.ToLower(filepath.Ext(path))
	return ending == ".mp4" || ending == ".webm"
}

// parseView reads which view the film is to look as. One that compares two worlds has the numbers of both.
func (o *Options) parseView(given map[string]bool, compared bool) error {
	if !given["view"] && (given["camera"] || given["tab"]) { // which only the Lab has
		o.view = LabView
	}
	if !slices.Contains(Views(), o.view) {
		return fmt.Errorf("-view: %q is unknown (%s)", o.view, texts.Allowed(o.view, Views()))
	}
	if o.Numbers && !given["view"] {
		o.view = WatchView
	}
	if o.Watch = o.view == WatchView; o.Numbers && !o.Watch {
		return fmt.Errorf("-numbers: cannot be combined with -view %s", o.view)
	}
	if !given["numbers"] {
		o.Numbers = o.Watch && compared && !o.Portrait // where two worlds need the room
	}
	for _, name := range []string{"camera", "tab"} {
		if given[name] && (o.Watch || o.view == DiagramView && name == "camera") {
			return fmt.Errorf("-%s: cannot be combined with -view %s", name, o.view)
		}
	}
	if o.view == DiagramView {
		o.Camera.Diagram = true
	}
	return nil
}

// Check reports the first option that is out of its range; the error begins with the name of its flag.
func (o *Options) Check() error {
	lines := o.checkLines()
	switch {
	case o.Out == "":
		return fmt.Errorf("-o: it is empty")
	case o.FPS < MinFPS || o.FPS > MaxFPS:
		return fmt.Errorf("-fps: %d is outside %d..%d", o.FPS, MinFPS, MaxFPS)
	case o.From < 0 || o.From > MaxLength:
		return fmt.Errorf("-from: %v is outside 0s..%v", o.From, MaxLength)
	case o.Length < 0 || o.Length > MaxLength:
		return fmt.Errorf("-duration: %v is outside 1ns..%v", o.Length, MaxLength)
	case o.Sound && o.Length > MaxSound:
		return fmt.Errorf("-sound: a film of %v is longer than %v", o.Length, MaxSound)
	case o.Tab != "" && !slices.Contains(lesson.Diagrams(), o.Tab):
		return fmt.Errorf("-tab: %q is unknown (%s)", o.Tab, texts.Allowed(o.Tab, lesson.Diagrams()))
	case o.Client < 0:
		return fmt.Errorf("-client: there is no client %d", o.Client)
	case lines != nil:
		return lines
	case o.EndLength < 0 || o.EndLength > MaxEndLength:
		return fmt.Errorf("-end-seconds: %v is outside 0s..%v", o.EndLength, MaxEndLength)
	case o.TitleLength < 0 || o.TitleLength > MaxTitleLength:
		return fmt.Errorf("-title-seconds: %v is outside 0s..%v", o.TitleLength, MaxTitleLength)
	case !slices.Contains(Progresses(), o.Progress):
		return fmt.Errorf("-progress: %q is unknown (%s)", o.Progress, texts.Allowed(o.Progress, Progresses()))
	}
	p, err := placeNamed(o.For)
	if err != nil {
		return err
	}
	if whole := o.Whole(); p != nil && p.Longest > 0 && whole > p.Longest {
		return fmt.Errorf("-duration: with its end picture the film takes %v, and %s takes %v at most", whole, p.Name, p.Longest)
	}
	return checkSize(o.Width, o.Height)
}

// checkLines reports a text that cannot be drawn as a line, or is too long for one.
func (o *Options) checkLines() error {
	for _, line := range []struct {
		flag, text string
		least      int
	}{{"title", o.Title, 1}, {"name-a", o.Names[0], 0}, {"name-b", o.Names[1], 0}} {
		if texts.Line(line.text) != line.text {
			return fmt.Errorf("-%s: %q is not one line of UTF-8", line.flag, line.text)
		}
		if n := utf8.RuneCountInString(line.text); n > MaxTitle {
			return fmt.Errorf("-%s: %d characters is outside %d..%d", line.flag, n, line.least, MaxTitle)
		}
	}
	return nil
}

// ParseSize reads a size such as 1920x1080.
func ParseSize(text string) (width, height int, err error) {
	w, h, ok := strings.Cut(strings.ToLower(text), "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if !ok || errW != nil || errH != nil {
		return 0, 0, fmt.Errorf("%q is not WIDTHxHEIGHT, such as 1920x1080", text)
	}
	return width, height, checkSize(width, height)
}

// checkSize reports a size that no film has: most encoders halve the resolution of colours, so both
// lengths must be even.
func checkSize(width, height int) error {
	switch {
	case width < MinWidth || width > MaxWidth || height < MinHeight || height > MaxHeight:
		return fmt.Errorf("%dx%d is outside %dx%d..%dx%d", width, height, MinWidth, MinHeight, MaxWidth, MaxHeight)
	case width%2 != 0 || height%2 != 0:
		return fmt.Errorf("%dx%d is not even in both", width, height)
	}
	return nil
}

// Args returns the flags that ask for these options, those alone that are not the defaults, and -o last.
func (o *Options) Args() []string {
	std := Defaults()
	var args []string
	add := func(name, value string, wanted bool) {
		if wanted {
			args = append(args, "-"+name, value)
		}
	}
	flagOnly := func(name string, wanted bool) {
		if wanted {
			args = append(args, "-"+name)
		}
	}
	add("encoder", o.Encoder, o.Encoder != "")
	add("size", fmt.Sprintf("%dx%d", o.Width, o.Height), o.Width != std.Width || o.Height != std.Height)
	add("fps", strconv.Itoa(o.FPS), o.FPS != std.FPS)
	add("from", o.From.String(), o.From > 0)
	length := o.Length
	if o.Inside() {
		length = o.Whole()
	}
	add("duration", length.String(), length > 0)
	add("view", LabView, !o.Watch && !o.Camera.Diagram)
	add("view", WatchView, o.Watch)
	flagOnly("numbers", o.Numbers)
	flagOnly("numbers=false", o.Watch && !o.Numbers)
	add("camera", o.Camera.String(), o.Camera != std.Camera && !o.Watch)
	add("client", strconv.Itoa(o.Client), o.Client > 0)
	add("tab", o.Tab, o.Tab != "" && !o.Watch)
	flagOnly("wipe", o.Wipe)
	add("name-a", o.Names[0], o.Names != std.Names)
	add("name-b", o.Names[1], o.Names != std.Names)
	add("captions", o.Captions, o.Captions != "")
	add("title", o.Title, o.Title != "")
	add("title-seconds", o.TitleLength.String(), true)
	add("end-seconds", o.EndLength.String(), o.Watch)
	flagOnly("portrait", o.Portrait)
	add("for", o.For, o.For != "")
	flagOnly("sound", o.Sound)
	flagOnly("sound=false", o.Watch && !o.Sound)
	add("hashes", o.Hashes, o.Hashes != "")
	add("progress", o.Progress, o.Progress != std.Progress)
	flagOnly("watched", o.Watched)
	add("sidecars", "off", !o.Sidecars)
	return append(args, "-o", o.Out)
}
