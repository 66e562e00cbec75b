package panel

import (
	"cmp"
	"math"
	"slices"
	"time"

	"driftlab/game/lesson"
	"driftlab/internal/palette"
	"driftlab/netsync/registry"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// Algorithms is the registry, read once.
var Algorithms = registry.Algorithms()

// ClockKeys are the keys of the algorithms' texts by their IDs, made once: "clocks."+NAME is a short name, and with
// "-title" and "-tip" behind it the whole one and what the algorithm does, "samples.about-"+NAME what with its data.
// English has them from the registry. A variant has the tips of its algorithm and a name that is the same everywhere.
var ClockKeys = func() (keys [registry.MaxID + 1]struct{ short, title, tip, About string }) {
	for _, a := range Algorithms {
		k := &keys[a.ID]
		k.short = "clocks." + a.Name
		k.title, k.tip, k.About = k.short+"-title", k.short+"-tip", "samples.about-"+a.Name
	}
	for i := range registry.MaxGuests { // their names are their own
		keys[registry.GuestNumber(i)].tip, keys[registry.GuestNumber(i)].About = "race.guest-tip", "samples.about-guest"
	}
	return keys
}()

// Clocks returns the clocks that run in the world.
func (w *World) Clocks() []registry.Algorithm { return w.Session.Algorithms() }

// Clock returns the i-th clock of the world.
func (w *World) Clock(i int) *registry.Algorithm { return &w.Clocks()[i] }

// Driving returns the index of the clock that drives a client.
func (w *World) Driving(client int) int { return PlaceOf(w.Clocks(), w.Frame.Facts[client-1].Driving) }

// InQuestion reports whether a clock is one that a client's plots are about: the one that drives it, and those that the
// lesson measures.
func (w *World) InQuestion(client, clock int) bool {
	return clock == w.Driving(client) || w.Lesson != nil && w.Lesson.About(client, clock)
}

// ClockStyle returns the style of a clock's line, the same everywhere. The dash says its group, or that it is not in the registry.
func ClockStyle(t *palette.Theme, a *registry.Algorithm) palette.LineStyle {
	return t.Clock(a.Design(), a.Of != "", max(int(a.ID)-registry.GuestID-1, 0)) // the first guest's number has the registry's last behind it
}

// ClockInk is the colour of text that names a clock by its colour.
func ClockInk(t *palette.Theme, a *registry.Algorithm) palette.Color {
	return t.ClockInk(ClockStyle(t, a).Color)
}

// ClockShort returns the short name of a clock.
func ClockShort(lang *words.Language, a *registry.Algorithm) string {
	return lang.Or(ClockKeys[a.ID].short, a.Short)
}

// ClockTitle returns the name of a clock.
func ClockTitle(lang *words.Language, a *registry.Algorithm) string {
	return lang.Or(ClockKeys[a.ID].title, a.Title)
}

// ClockTip returns what a clock does.
func ClockTip(lang *words.Language, a *registry.Algorithm) string {
	return lang.Or(ClockKeys[Published(a).ID].tip, a.Help)
}

// clockLessons are the lessons that are about a clock, by its name in the registry.
var clockLessons = map[string]string{"unreal": "lesson-push", "rtt2": "lesson-ask-once", "rtt2-world": "lesson-dilation", "slot": "lesson-gate",
	"simpson": "lesson-stream", "timesync": "lesson-every-packet", "unity": "lesson-slew-snap", "midline": "lesson-path-jumps", "entities": "lesson-loops"}

// ClockStory returns what a clock does, who uses it, and which lesson explains it.
func ClockStory(lang *words.Language, name string) string {
	i := PlaceOf(Algorithms, name)
	if i < 0 {
		return ""
	}
	text := ClockTip(lang, &Algorithms[i])
	if users := lang.Or("watch.users-"+name, ""); users != "" {
		text += " " + users
	}
	if l := lesson.Named(clockLessons[name]); l != nil {
		text += " " + lang.F("watch.clock-lesson", l.Number, l.Title.In(lang.Name()))
	}
	return text
}

// Published returns the algorithm of the registry that a clock is or is a variant of, and a guest itself.
func Published(a *registry.Algorithm) *registry.Algorithm {
	if i := PlaceOf(Algorithms, cmp.Or(a.Of, a.Name)); i >= 0 {
		return &Algorithms[i]
	}
	return a
}

// PlaceOf returns the index of a clock, −1 if there is none of that name.
func PlaceOf(clocks []registry.Algorithm, name string) int {
	return slices.IndexFunc(clocks, func(a registry.Algorithm) bool { return a.Name == name })
}

// AlgorithmTitle returns a clock's name for people.
func AlgorithmTitle(lang *words.Language, name string) string {
	if i := PlaceOf(Algorithms, name); i >= 0 {
		return ClockTitle(lang, &Algorithms[i])
	}
	return name
}

// Milliseconds writes an error in ms with three figures, down to a µs, and no unit.
func Milliseconds(lang *words.Language, err time.Duration) string {
	ms, decimals := err.Seconds()*1000, 3
	if ms > 0 {
		decimals = min(max(2-int(math.Floor(math.Log10(ms))), 0), 3)
	}
	return widgets.Number(lang, ms, decimals, decimals)
}

// InSync is the error up to which a clock counts as in sync: Slot's text does not touch a clock that
// is within 3 ms.
const InSync = 3 * time.Millisecond
