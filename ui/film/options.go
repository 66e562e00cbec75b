package film

import (
	"cmp"
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

// The ranges of the options, and two defaults.
const (
	MinWidth, MaxWidth   = 160, 3840
	MinHeight, MaxHeight = 90, 2160
	MinFPS, MaxFPS       = 1, 120
	MaxLength            = 24 * time.Hour   // of a film, in virtual time
	MaxSound             = 6 * time.Hour    // of a film with sound: it goes through a WAV file, whose lengths have 32 bits
	MaxTitle             = 120              // characters
	MaxTitleLength       = 60 * time.Second // how long the title card stays
	MaxEndLength         = 60 * time.Second // how long the end picture stays
	TitleLength          = 2 * time.Second
	EndLength            = 2 * time.Second

	// By default the title card takes at most a third of a film, and the end picture after it at most half the film's length.
	titleShare = 3
	endShare   = 2
)

// TitleOf returns how long the title card of a film of this length stays by default: whole milliseconds, since people read it
// in the film's command.
func TitleOf(length time.Duration) time.Duration {
	return min(TitleLength, length/titleShare).Truncate(time.Millisecond)
}

// EndOf returns how long the end picture of a film of this length stays by default.
func EndOf(length time.Duration) time.Duration {
	return min(EndLength, length/endShare).Truncate(time.Millisecond)
}

// How progress is reported.
const (
	ProgressAuto = "auto" // a line that is rewritten, if a person looks at it
	ProgressJSON = "json" // a JSON object a line, for other programs
	ProgressOff  = "off"
)

// Progresses lists the ways in which a film's progress can be reported.
func Progresses() []string { return []string{ProgressAuto, ProgressJSON, ProgressOff} }

// Options are what a film should be like, beside the sessions that it shows.
type Options struct {
	Out           string // the film's file
	Encoder       string // "" is the first that works
	Width, Height int    // pixels, even
	FPS           int    // frames a virtual second
	From          time.Duration
	Length        time.Duration // virtual time of the film; 0 is up to the scenario's end
	Watch         bool          // the window's view Watch, in place of what the camera shows
	Numbers       bool          // in the view Watch: its table of numbers, from the first frame on
	Camera        Camera
	Client        int       // whose numbers and diagram are shown; 0 is the first that differs
	Tab           string    // the diagram; "" is the scenario's own choice
	Wipe          bool      // in an A/B film: a moving line between A and B in place of two halves
	Names         [2]string // in an A/B film: what A and B are called; "" for no name
	Captions      string    // an SRT file in place of the film's own captions; "" for none
	Title         string    // on the title card; "" is the scenario's
	TitleLength   time.Duration
	Sound         bool   // sound in the film, or beside it
	Hashes        string // a file that gets a line for each frame; "" for none
	Progress      string
	Show          bool          // show a window with the frames while they are rendered
	Watched       bool          // cancel the film when standard input ends
	Sidecars      bool          // write the files beside the film
	EndLength     time.Duration // how long the end picture with the verdict stays; 0 for none
	Portrait      bool          // for a phone held upright: nothing where it has buttons
	For           string        // one of [PlaceNames], whose limits the film keeps; "" for none
	Why           string        // the symptom that the command names; the film says so by its sessions

	typed typed
}

// typed has the options whose flags are not fields of [Options]: as the flags have them.
type typed struct {
	size, view, camera, sidecars string
	split                        bool
	title, end, length           time.Duration
}

// Defaults returns the options of a command without flags.
func Defaults() Options {
	return Options{Out: "film.mp4", Width: 1280, Height: 720, FPS: 60, Progress: ProgressAuto, Sidecars: true,
		typed: typed{size: "1280x720", view: WatchView, camera: "all", sidecars: "on", title: TitleLength, end: EndLength}}
}

// An option is a flag of a film. -h, docs/commands.md, [Options.Args] and the checks of single values come from its row.
type option struct {
	name string
	at   any    // the field: a *string, *bool, *int or *time.Duration
	help string // "" where the command has declared the flag

	least, most int           // of an int; 0, 0 for any
	longest     time.Duration // of a time, from 0 on; 0 for any
	choices     []string      // of a text other than the default; nil for any

	always, never bool // [Options.Args] has it even if it is the default, or in no case
}

// table has a row for each flag, in the order in which [Options.Args] returns them.
func (o *Options) table() []option {
	t, lone := &o.typed, o.Camera.Diagram && !o.Watch
	return []option{
		{name: "encoder", at: &o.Encoder, help: "`NAME` of the encoder (default: the first that works; the output names it)"},
		{name: "size", at: &t.size, help: fmt.Sprintf("`WIDTHxHEIGHT` in pixels, even, %dx%d to %dx%d", MinWidth, MinHeight, MaxWidth, MaxHeight)},
		{name: "fps", at: &o.FPS, least: MinFPS, most: MaxFPS, help: fmt.Sprintf("frames a virtual second, `NUMBER` in %d..%d", MinFPS, MaxFPS)},
		{name: "from", at: &o.From, longest: MaxLength, help: "virtual `TIME` of the first frame"},
		{name: "duration", at: &t.length},
		{name: "view", at: &t.view, choices: Views(), always: o.Watch, never: lone, help: "the `VIEW` of the window that the film looks like: " + strings.Join(Views(), ", ")},
		{name: "numbers", at: &o.Numbers, always: o.Watch, help: "show the table of ticks, offsets and one-way delays of each machine, estimated and true; only in the view " + WatchView + " (default: with -a and -b, except in portrait)"},
		{name: "camera", at: &t.camera, never: o.Watch, help: "what is in the picture, `CAMERA`: " + strings.Join(Cameras(), ", ") + " and so on"},
		{name: "client", at: &o.Client, help: "`NUMBER` of the client whose numbers and diagram are shown (default: the first that differs)"},
		{name: "tab", at: &o.Tab, choices: lesson.Diagrams(), never: o.Watch, help: "the diagram, `NAME`: " + strings.Join(lesson.Diagrams(), ", ") + " (default: the scenario's choice, else error)"},
		{name: "split", at: &t.split, never: true, help: "with -a and -b: each has half of the picture (the default)"},
		{name: "wipe", at: &o.Wipe, help: "with -a and -b: a moving line between A and B in each viewport"},
		{name: "name-a", at: &o.Names[0], always: o.Names[1] != "", help: "what A is called, `TEXT` (default: what -a names)"},
		{name: "name-b", at: &o.Names[1], always: o.Names[0] != "", help: "what B is called, `TEXT` (default: what -b names)"},
		{name: "captions", at: &o.Captions, help: "an SRT `FILE` with captions to use instead of the film's own"},
		{name: "title", at: &o.Title, help: "the title card's `TEXT` (default: the scenario's title)"},
		{name: "title-seconds", at: &t.title, longest: MaxTitleLength, always: true, help: "`TIME` for which the title card covers the start of the film; without -title only in films with -a and -b"},
		{name: "end-seconds", at: &t.end, longest: MaxEndLength, always: o.Watch, never: !o.Watch, help: "`TIME` for which the end picture with the verdict stays, in the view watch"},
		{name: "portrait", at: &o.Portrait, help: fmt.Sprintf("make the film for a phone held upright: %dx%d, without text where the phone has buttons", PortraitWidth, PortraitHeight)},
		{name: "for", at: &o.For, choices: PlaceNames(), help: "make the film for a `PLACE`, with its size, format and limits: " + strings.Join(PlaceNames(), ", ")},
		{name: "why", at: &o.Why, never: true, help: "film ten seconds of the symptom of this `NAME`, its fault beside its mend; an empty name lists all (docs/why.md)"},
		{name: "sound", at: &o.Sound, always: o.Watch, help: "give the film sound: in .mp4 and .webm where ffmpeg is there, else as a WAV file beside it (default: in .mp4 and .webm of the view watch)"},
		{name: "hashes", at: &o.Hashes, help: "`FILE` that gets number and SHA-256 of each frame"},
		{name: "progress", at: &o.Progress, choices: Progresses(), help: "`HOW` to report progress: auto, json (one object per line) or off"},
		{name: "show", at: &o.Show, never: true, help: "show each frame in a window while it is rendered; otherwise you see nothing until the film is finished"},
		{name: "watched", at: &o.Watched, help: "cancel the film when standard input ends: for a program that starts this one"},
		{name: "sidecars", at: &t.sidecars, choices: []string{"on", "off"}, help: "`on|off`: write session, captions, clock.csv and card beside the film"},
		{name: "o", at: &o.Out, always: true, help: "the film's `FILE`; its ending names the format"},
	}
}

// Flags adds the film's flags to a command's. [Options.Parse] reads them.
func (o *Options) Flags(set *flag.FlagSet) {
	*o = Defaults()
	for _, f := range o.table() {
		switch at := f.at.(type) {
		case *bool:
			set.BoolVar(at, f.name, *at, f.help)
		case *int:
			set.IntVar(at, f.name, *at, f.help)
		case *string:
			set.StringVar(at, f.name, *at, f.help)
		case *time.Duration:
			if f.help != "" {
				set.DurationVar(at, f.name, *at, f.help)
			}
		}
	}
}

// text returns the option as the command line has it.
func (f *option) text() string {
	switch at := f.at.(type) {
	case *bool:
		return strconv.FormatBool(*at)
	case *int:
		return strconv.Itoa(*at)
	case *time.Duration:
		return at.String()
	}
	return *f.at.(*string)
}

// Args returns the flags that ask for these options, without those that are the defaults, and -o last.
func (o Options) Args() (args []string) {
	o.typed = typed{size: fmt.Sprintf("%dx%d", o.Width, o.Height), view: LabView, camera: o.Camera.String(), sidecars: "off", title: o.TitleLength, end: o.EndLength, length: o.Length}
	if o.Watch {
		o.typed.view = WatchView
	}
	if o.Sidecars {
		o.typed.sidecars = "on"
	}
	if o.Inside() {
		o.typed.length = o.Whole()
	}
	std := Defaults()
	standard := std.table()
	for i, f := range o.table() {
		value := f.text()
		if f.never || !f.always && value == standard[i].text() {
			continue
		}
		switch at, is := f.at.(*bool); {
		case !is:
			args = append(args, "-"+f.name, value)
		case *at:
			args = append(args, "-"+f.name)
		default:
			args = append(args, "-"+f.name+"=false")
		}
	}
	return args
}

// check says what is wrong with the option's value, whatever the others are.
func (f *option) check(standard string) error {
	switch at := f.at.(type) {
	case *int:
		if f.most > 0 && (*at < f.least || *at > f.most) {
			return fmt.Errorf("-%s: %d is outside %d..%d", f.name, *at, f.least, f.most)
		}
	case *time.Duration:
		if f.longest > 0 && (*at < 0 || *at > f.longest) {
			return fmt.Errorf("-%s: %v is outside 0s..%v", f.name, *at, f.longest)
		}
	case *string:
		if f.choices != nil && *at != standard && !slices.Contains(f.choices, *at) {
			return fmt.Errorf("-%s: %q is unknown (%s)", f.name, *at, texts.Allowed(*at, f.choices))
		}
	}
	return nil
}

// Whole returns how long the film is with its end picture.
func (o *Options) Whole() time.Duration { return o.Length + o.EndLength }

// Inside reports whether -duration includes the end picture: it does where a place limits how long a film is.
func (o *Options) Inside() bool {
	longest, _ := o.Limit()
	return longest > 0
}

// Parse takes over what the flags of [Options.Flags] say. compared says whether the film shows two sessions. An error
// begins with the name of the flag.
func (o *Options) Parse(set *flag.FlagSet, compared bool) (err error) {
	given := map[string]bool{}
	set.Visit(func(f *flag.Flag) { given[f.Name] = true })
	std := Defaults()
	standard := std.table()
	for i, f := range o.table() {
		if err := f.check(standard[i].text()); err != nil {
			return err
		}
	}
	if o.Width, o.Height, err = ParseSize(o.typed.size); err != nil {
		return fmt.Errorf("-size: %w", err)
	}
	if o.Portrait && !given["size"] {
		o.Width, o.Height = PortraitWidth, PortraitHeight
	}
	if err = o.suit(given); err != nil {
		return err
	}
	if o.Camera, err = ParseCamera(o.typed.camera); err != nil {
		return fmt.Errorf("-camera: %w", err)
	}
	if err = o.parseView(given, compared); err != nil {
		return err
	}
	o.Sidecars = o.typed.sidecars == "on"
	for _, name := range []string{"split", "wipe", "name-a", "name-b"} {
		if given[name] && !compared {
			return fmt.Errorf("-%s: there are no -a and -b to compare", name)
		}
	}
	if o.typed.split && o.Wipe {
		return fmt.Errorf("-wipe: cannot be combined with -split")
	}
	if !given["sound"] && Sounds(o.Out) {
		o.Sound = o.Watch && o.Length <= MaxSound
	}
	if given["end-seconds"] && !o.Watch {
		return fmt.Errorf("-end-seconds: only films of -view %s have an end picture", WatchView)
	}
	if o.Watch {
		o.EndLength = o.typed.end
	}
	if given["title"] || given["title-seconds"] || compared {
		o.TitleLength = o.typed.title
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

// Sounds reports whether a film of the path's format can have sound in it. Other formats get a sound file beside the film.
func Sounds(path string) bool {
	ending := strings.ToLower(filepath.Ext(path))
	return ending == ".mp4" || ending == ".webm"
}

// parseView works out which view the film looks like. In Watch a film of two worlds has the numbers of both.
func (o *Options) parseView(given map[string]bool, compared bool) error {
	view := o.typed.view
	if !given["view"] && !o.Numbers && (given["camera"] || given["tab"]) { // which only the Lab has
		view = LabView
	}
	if o.Watch = view == WatchView; o.Numbers && !o.Watch {
		return fmt.Errorf("-numbers: cannot be combined with -view %s", view)
	}
	if !given["numbers"] {
		o.Numbers = o.Watch && compared && !o.Portrait // where two worlds need the room
	}
	for _, name := range []string{"camera", "tab"} {
		if given[name] && (o.Watch || view == DiagramView && name == "camera") {
			return fmt.Errorf("-%s: cannot be combined with -view %s", name, view)
		}
	}
	if view == DiagramView {
		o.Camera.Diagram = true
	}
	return nil
}

// Check reports options that don't go together; the error begins with the name of a flag.
func (o *Options) Check() error {
	switch longest, _ := o.Limit(); {
	case o.Out == "":
		return fmt.Errorf("-o: it is empty")
	case o.Length < 0 || o.Length > MaxLength:
		return fmt.Errorf("-duration: %v is outside 1ns..%v", o.Length, MaxLength)
	case o.Sound && o.Length > MaxSound:
		return fmt.Errorf("-sound: a film of %v is longer than %v", o.Length, MaxSound)
	case o.Client < 0:
		return fmt.Errorf("-client: there is no client %d", o.Client)
	case longest > 0 && o.Whole() > longest:
		return fmt.Errorf("-duration: with its end picture the film takes %v, and %s takes %v at most", o.Whole(), o.For, longest)
	}
	return cmp.Or(o.checkLines(), checkSize(o.Width, o.Height))
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
