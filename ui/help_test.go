package ui

import (
	"strings"
	"testing"

	"driftlab/session"
	"driftlab/ui/words"
)

func TestTheHelpTellsEveryKey(t *testing.T) {
	shown := map[string]bool{}
	for _, it := range helpItems() {
		shown[it.text] = true
	}
	for i := range shortcuts {
		name := "keys." + shortcuts[i].name
		if text := words.T(name); text == name || !shown[text] {
			t.Errorf("the help has no text for the key %s: %s", shortcuts[i].shown, name)
		}
	}
}

func TestTheHelpFitsOrScrollsAndCloses(t *testing.T) {
	for _, size := range []struct {
		w, h  int
		scale float64
		bar   bool
	}{{1920, 1080, 1, false}, {1280, 720, 2, true}} {
		a := newTestApp(t, "first", size.w, size.h, size.scale)
		a.toggleHelp()
		nextFrame(t, a)
		if scrolls := a.help.room > 0; scrolls != size.bar {
			t.Errorf("%v: scrolls %v by %v px", size, scrolls, a.help.room)
		}
		a.help.scroll = 1e6
		nextFrame(t, a)
		if a.help.scroll != a.help.room {
			t.Errorf("%v: it is scrolled to %v of %v", size, a.help.scroll, a.help.room)
		}
		a.toggleHelp()
		nextFrame(t, a)
		if a.help.open {
			t.Error("it stays open")
		}
	}
}

// TestEverySettingHasItsWords holds that each setting, each choice and each algorithm has a name and a
// tip, and that the English ones say no other than the tables that help and documents come from.
func TestEverySettingHasItsWords(t *testing.T) {
	all := session.Keys()
	for i := range all {
		k := &all[i]
		name := "settings." + textOf(k)
		help := strings.NewReplacer(" from client to host", "", " from host to client", "").Replace(k.Help)
		if want, got := strings.ToUpper(help[:1])+help[1:]+".", words.T(name+"-tip"); got != want {
			t.Errorf("%s-tip is %q, the key's help is %q", name, got, want)
		}
		if words.T(name) == name {
			t.Errorf("there is no text %s", name)
		}
		for _, c := range k.Choices {
			if key := "choices." + c; k.Name != "client.algorithm" && words.T(key) == key {
				t.Errorf("there is no text %s", key)
			}
		}
	}
	for _, a := range algorithms {
		if title, tip := words.T("algorithms."+a.Name), words.T("algorithms."+a.Name+"-tip"); title != a.Title || tip != a.Help {
			t.Errorf("%s is %q, %q in the texts, not %q, %q", a.Name, title, tip, a.Title, a.Help)
		}
	}
}
