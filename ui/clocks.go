package ui

import (
	"driftlab/netsync"
	"driftlab/ui/words"
)

// algorithms is the registry, read once.
var algorithms = netsync.Algorithms()

// clockKeys are the keys of the algorithms' texts, made once: "clocks."+NAME is a short name, and with "-title" and
// "-tip" behind it the whole one and what the algorithm does. English has them from the registry.
var clockKeys = func() (keys []struct{ short, title, tip string }) {
	for _, a := range algorithms {
		key := "clocks." + a.Name
		keys = append(keys, struct{ short, title, tip string }{key, key + "-title", key + "-tip"})
	}
	return keys
}()

// clockShort returns the short name of the i-th algorithm.
func clockShort(lang *words.Language, i int) string {
	return lang.Or(clockKeys[i].short, algorithms[i].Short)
}

// clockTitle returns the name of the i-th algorithm.
func clockTitle(lang *words.Language, i int) string {
	return lang.Or(clockKeys[i].title, algorithms[i].Title)
}

// clockTip tells what the i-th algorithm does.
func clockTip(lang *words.Language, i int) string {
	return lang.Or(clockKeys[i].tip, algorithms[i].Help)
}

// clockIndex returns the place of an algorithm, −1 if there is none of that name.
func clockIndex(name string) int {
	for i := range algorithms {
		if algorithms[i].Name == name {
			return i
		}
	}
	return -1
}

// algorithmTitle returns an algorithm's name for people.
func algorithmTitle(lang *words.Language, name string) string {
	if i := clockIndex(name); i >= 0 {
		return clockTitle(lang, i)
	}
	return name
}
