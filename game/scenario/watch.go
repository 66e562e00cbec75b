package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/internal/texts"
	"driftlab/netsim"
)

// A Watch says how a session is looked at in the view Watch from an instant on. It is a cut of a film, and never touches
// what happens: two scenarios that differ in their cuts alone are the same experiment.
type Watch struct {
	At       netsim.Time
	Layout   string   // one of [WatchLayouts]
	Client   int      // whose world is shown, from 1
	With     int      // the second client of the layout two, from 1; 0 in others
	Subject  Subject  // what the camera frames
	Strip    string   // one of [WatchStrips]
	Controls []string // at most [MaxWatchControls] names of sliders: settings, or of [WatchSliders]
	// Reconnect has all clients reconnect when latency or asymmetry is moved, until a person chooses.
	Reconnect bool
	Numbers   bool // the table of numbers stands in the place of the strip, until a person chooses
}

// The layouts: one client's world, the host's beside it, two clients', or three stills of the latest hit on which machines
// differ.
const (
	WatchSolo = "solo"
	WatchPair = "pair"
	WatchTwo  = "two"

	WatchFrozen = "frozen"
)

// WatchLayouts lists the layouts by name; the first is the default.
func WatchLayouts() []string { return []string{WatchSolo, WatchPair, WatchTwo, WatchFrozen} }

// What the strip under the worlds shows: the error of each client's clock, what peeker's advantage is made of, or nothing.
const (
	ErrorStrip = "error"
	PeekStrip  = "peek"
	NoStrip    = "none"
)

// WatchStrips lists what the strip may show; the first is the default.
func WatchStrips() []string { return []string{ErrorStrip, PeekStrip, NoStrip} }

// The sliders that stand for no single setting: the mean of both one-way delays, half of what the way up takes
// longer, and the speed of virtual time.
const (
	LatencySlider   = "latency"
	AsymmetrySlider = "asymmetry"
	SpeedSlider     = "speed"
)

// The settings that have sliders there too where nothing else is asked for.
const (
	DilationSlider = "host.dilation"
	LossSlider     = "link.loss"
)

// RejoinButton is no slider: it has all clients reconnect.
const RejoinButton = "rejoin"

// WatchSliders lists them, and the button.
func WatchSliders() []string {
	return []string{LatencySlider, AsymmetrySlider, SpeedSlider, RejoinButton}
}

// MaxWatchControls is how many sliders the view Watch has at most.
const MaxWatchControls = 5

// A Subject is what a camera frames.
type Subject struct {
	Kind SubjectKind
	Of   int // which player or platform
}

// A SubjectKind says what kind of thing a camera frames.
type SubjectKind uint8

// The kinds of subjects. Only players, 0 being the host's, and platforms, from 0, are numbered.
const (
	SubjectAll SubjectKind = iota
	SubjectPlayer
	SubjectPlatform
	SubjectShot
	SubjectDispute
	SubjectLeader
)

// DefaultWatch is how a session is looked at that does not say: client 1's world, all of it, and what the link and the host's
// time can be made to do.
func DefaultWatch() Watch {
	return Watch{Layout: WatchSolo, Client: 1, Strip: ErrorStrip, Controls: []string{LatencySlider, AsymmetrySlider, DilationSlider, LossSlider}}
}

// WatchAt returns how the scenario is looked at at an instant: the last of its cuts by then.
func (sc *Scenario) WatchAt(now netsim.Time) Watch {
	for i := len(sc.Watch) - 1; i >= 0; i-- {
		if sc.Watch[i].At <= now {
			return sc.Watch[i]
		}
	}
	return DefaultWatch()
}

// maxWatch is how many cuts a scenario may have.
const maxWatch = 1000

// watches reads the cuts. What one does not say is as in the one before it.
func (t *table) watches() (all []Watch) {
	tables := t.tables("watch")
	if len(tables) > maxWatch {
		t.fault(fmt.Sprintf("watch[%d]", maxWatch+1), fmt.Errorf("watch: %d is outside 0..%d", len(tables), maxWatch))
	}
	now := DefaultWatch()
	for i := 0; i < len(tables) && t.err == nil; i++ {
		w := &tables[i]
		w.only("at", "layout", "client", "with", "subject", "strip", "controls", "numbers", "reconnect")
		now.At = netsim.Time(w.duration("at", "", "4s"))
		now.Layout = w.choice("layout", now.Layout, WatchLayouts())
		if _, ok := w.values["reconnect"]; ok {
			now.Reconnect = w.truth("reconnect")
		}
		w.looks(&now)
		t.err = w.err
		all = append(all, now)
	}
	return all
}

// looks reads at whom and what is looked.
func (t *table) looks(w *Watch) {
	w.Client = int(t.number("client", int64(w.Client), 1, MaxClients))
	w.With = int(t.number("with", int64(w.With), 0, MaxClients))
	w.Strip = t.choice("strip", w.Strip, WatchStrips())
	if _, ok := t.values["subject"]; ok {
		s, err := parseSubject(t.text("subject"))
		if w.Subject = s; err != nil {
			t.fault("subject", err)
		}
	}
	if _, ok := t.values["numbers"]; ok {
		w.Numbers = t.truth("numbers")
	}
	v, ok := t.values["controls"]
	if !ok {
		return
	}
	names, isArray := v.([]any)
	if !isArray {
		t.fail("controls", "%s is not an array of names", shown(v))
	}
	w.Controls = nil
	for _, name := range names {
		text, isText := name.(string)
		if !isText {
			t.fail("controls", "%s is not a name", shown(name))
		}
		w.Controls = append(w.Controls, text)
	}
}

// choice reads one of some words; standard is what stands for nothing.
func (t *table) choice(key, standard string, allowed []string) string {
	if _, ok := t.values[key]; !ok {
		return standard
	}
	text := t.text(key)
	if !slices.Contains(allowed, text) {
		t.fail(key, "%q is unknown (%s)", shortened(text), texts.Allowed(text, allowed))
	}
	return text
}

// subjectNames are the kinds of subjects as files have them. Of the numbered ones the number follows.
var subjectNames = [...]string{SubjectAll: "all", SubjectPlayer: "player", SubjectPlatform: "platform", SubjectShot: "shot",
	SubjectDispute: "dispute", SubjectLeader: "leader"}

func (k SubjectKind) numbered() bool { return k == SubjectPlayer || k == SubjectPlatform }

func parseSubject(text string) (s Subject, err error) {
	name, number, numbered := strings.Cut(text, " ")
	i := slices.Index(subjectNames[:], name)
	s.Kind = SubjectKind(max(i, 0))
	if numbered {
		s.Of, err = strconv.Atoi(number)
	}
	if i < 0 || err != nil || numbered != s.Kind.numbered() || s.Of < 0 || s.Of > MaxClients {
		return Subject{}, fmt.Errorf("subject: %q is unknown (allowed: all, player N, platform N, shot, dispute, leader)", shortened(text))
	}
	return s, nil
}

// String returns a subject as files have it.
func (s Subject) String() string {
	if s.Kind.numbered() {
		return subjectNames[s.Kind] + " " + strconv.Itoa(s.Of)
	}
	return subjectNames[s.Kind]
}

// validateWatch reports what of the cuts is out of range.
func (sc *Scenario) validateWatch() error {
	if len(sc.Watch) > maxWatch {
		return invalidf("watch", "watch: %d is outside 0..%d", len(sc.Watch), maxWatch)
	}
	for i := range sc.Watch {
		w := &sc.Watch[i]
		err := w.validate(sc.Clients)
		if i > 0 && w.At < sc.Watch[i-1].At {
			err = invalidf("at", "at: %v is before the cut above it, at %v", time.Duration(w.At), time.Duration(sc.Watch[i-1].At))
		}
		var bad invalid
		if errors.As(err, &bad) {
			return bad.within(fmt.Sprintf("watch[%d].", i+1), fmt.Sprintf("watch %d", i+1))
		}
	}
	return nil
}

// validate reports what of a cut is out of range.
func (w *Watch) validate(clients int) error {
	switch {
	case w.At < 0 || time.Duration(w.At) > MaxDuration:
		return invalidf("at", "at: %v is outside 0s..%v", time.Duration(w.At), MaxDuration)
	case !slices.Contains(WatchLayouts(), w.Layout):
		return invalidf("layout", "layout: %q is unknown (%s)", w.Layout, texts.Allowed(w.Layout, WatchLayouts()))
	case !slices.Contains(WatchStrips(), w.Strip):
		return invalidf("strip", "strip: %q is unknown (%s)", w.Strip, texts.Allowed(w.Strip, WatchStrips()))
	case w.Client < 1 || w.Client > clients:
		return invalidf("client", "client: %d is outside 1..%d", w.Client, clients)
	case w.With < 0 || w.With > clients:
		return invalidf("with", "with: %d is outside 0..%d", w.With, clients)
	case w.Subject.Kind == SubjectPlayer && w.Subject.Of > clients:
		return invalidf("subject", "subject: player %d is outside 0..%d", w.Subject.Of, clients)
	case len(w.Controls) > MaxWatchControls:
		return invalidf("controls", "controls: %d of them is outside 0..%d", len(w.Controls), MaxWatchControls)
	}
	for i, name := range w.Controls {
		k := Find(name)
		switch {
		case slices.Contains(w.Controls[:i], name):
			return invalidf("controls", "controls: %q appears twice", name)
		case !slices.Contains(WatchSliders(), name) && (k == nil || k.Fixed() || k.Text != nil):
			return invalidf("controls", "controls: %q is unknown (allowed: %s, and settings that may change while a session runs)",
				shortened(name), strings.Join(WatchSliders(), ", "))
		}
	}
	return nil
}

// write writes a cut. What the one before it has, the zero cut for none, it would keep if it said nothing.
func (w *Watch) write(b *strings.Builder, before Watch) {
	fmt.Fprintf(b, "\n[[watch]]\nat = %q\nlayout = %q\nclient = %d\n", time.Duration(w.At), w.Layout, w.Client)
	if w.With > 0 || before.With > 0 {
		fmt.Fprintf(b, "with = %d\n", w.With)
	}
	quoted := make([]string, len(w.Controls))
	for i, name := range w.Controls {
		quoted[i] = quote(name)
	}
	fmt.Fprintf(b, "subject = %q\nstrip = %q\ncontrols = [%s]\n", w.Subject, w.Strip, strings.Join(quoted, ", "))
	if w.Reconnect || before.Reconnect {
		fmt.Fprintf(b, "reconnect = %v\n", w.Reconnect)
	}
	if w.Numbers || before.Numbers {
		fmt.Fprintf(b, "numbers = %v\n", w.Numbers)
	}
}
