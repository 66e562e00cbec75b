package ui

import (
	"cmp"
	"slices"
	"time"

	"driftlab/netsync"
	"driftlab/palette"
	"driftlab/ui/words"
)

// algorithms is the registry, read once.
var algorithms = netsync.Algorithms()

// clockKeys are the keys of the algorithms' texts by their IDs, made once: "clocks."+NAME is a short name, and with
// "-title" and "-tip" behind it the whole one and what the algorithm does, "samples.about-"+NAME what with its data.
// English has them from the registry. A variant has the tips of its algorithm and a name that is the same everywhere.
var clockKeys = func() (keys [netsync.MaxID + 1]struct{ short, title, tip, about string }) {
	for _, a := range algorithms {
		k := &keys[a.ID]
		k.short = "clocks." + a.Name
		k.title, k.tip, k.about = k.short+"-title", k.short+"-tip", "samples.about-"+a.Name
	}
	return keys
}()

// clocks are those that run in the world.
func (w *world) clocks() []netsync.Algorithm { return w.session.Algorithms() }

// clock is the i-th of them.
func (w *world) clock(i int) *netsync.Algorithm { return &w.clocks()[i] }

// driving returns the place of the clock that drives a client.
func (w *world) driving(client int) int { return placeOf(w.clocks(), w.frame.facts[client-1].Driving) }

// inQuestion reports whether a clock is one that a client's plots are about: the one that drives it, and those that the
// lesson measures.
func (w *world) inQuestion(client, clock int) bool {
	return clock == w.driving(client) || w.lesson != nil && w.lesson.About(client, clock)
}

// A clock of one client is told from its others by its dash. Those in question have the client's hue, which is nobody
// else's, and the others are grey and thin.
func clockStyle(t *palette.Theme, client, clock int, inQuestion bool) (style palette.LineStyle, width float32) {
	style = palette.LineStyle{Color: t.Solid, Dash: t.Algorithm(clock).Dash}
	if width = 1.25; inQuestion {
		style.Color, width = t.Machine(client).Color, 2
	}
	return style, width
}

// clockShort returns the short name of a clock.
func clockShort(lang *words.Language, a *netsync.Algorithm) string {
	return lang.Or(clockKeys[a.ID].short, a.Short)
}

// clockTitle returns the name of a clock.
func clockTitle(lang *words.Language, a *netsync.Algorithm) string {
	return lang.Or(clockKeys[a.ID].title, a.Title)
}

// clockTip tells what a clock does.
func clockTip(lang *words.Language, a *netsync.Algorithm) string {
	return lang.Or(clockKeys[published(a).ID].tip, a.Help)
}

// published returns the algorithm of the registry that a clock is or is a variant of.
func published(a *netsync.Algorithm) *netsync.Algorithm {
	return &algorithms[placeOf(algorithms, cmp.Or(a.Of, a.Name))]
}

// placeOf returns the place of a clock, −1 if there is none of that name.
func placeOf(clocks []netsync.Algorithm, name string) int {
	return slices.IndexFunc(clocks, func(a netsync.Algorithm) bool { return a.Name == name })
}

// algorithmTitle returns a clock's name for people.
func algorithmTitle(lang *words.Language, name string) string {
	if i := placeOf(algorithms, name); i >= 0 {
		return clockTitle(lang, &algorithms[i])
	}
	return name
}

// errorColor tells a clock that is right from one that is not.
func errorColor(t *palette.Theme, err time.Duration) palette.Color {
	if max(err, -err) <= inSync {
		return t.InSyncText
	}
	return t.ErrorText
}

// inSync is the error up to which a clock counts as in sync: Slot's text does not touch a clock that
// is within 3 ms.
const inSync = 3 * time.Millisecond
