package ui

import (
	"image"
	"strings"
	"testing"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/config"
)

// Tab went through the controls under the list of lessons before it came into the list, and after Escape it began at the first of all.
func TestTabStaysInTheListOfLessonsAndTheButtonHasTheKeyboardAfterIt(t *testing.T) {
	for _, size := range []image.Point{{X: 1280, Y: 720}, portrait} {
		for _, view := range config.Views() {
			a := fitted(t, "first", size, config.Settings{View: view})
			opener := a.root.GetFocusers()[1]
			opener.Focus(true)
			nextFrame(t, a)
			a.lessons.TogglePicker()
			if nextFrame(t, a); a.ui.HasFocus() {
				t.Errorf("%v, %s: the keyboard stays at %q", size, view, a.focusText())
			}
			at := a.lessons.Picker.Area
			for n := range 60 {
				a.ui.ChangeFocus(widget.FOCUS_NEXT)
				nextFrame(t, a)
				nextFrame(t, a) // it is scrolled into sight
				if r := a.root.At(a.ui.GetFocusedWidget()); !r.Within(at) {
					t.Fatalf("%v, %s: Tab number %d leads to %v, out of the list at %v", size, view, n+1, r, at)
				}
			}
			a.lessons.TogglePicker()
			a.root.GiveBack()
			if nextFrame(t, a); a.ui.GetFocusedWidget() != opener {
				t.Errorf("%v, %s: after the list %q has the keyboard", size, view, a.focusText())
			}
		}
	}
}

func TestTabGoesIntoAPanelAndTheKeyboardBackToItsButton(t *testing.T) {
	a := fitted(t, "first", image.Pt(1280, 720), config.Settings{View: config.LabView})
	for name, toggle := range map[string]func(){"view": a.toggleView, "share": a.share.Toggle, "film": a.rec.Toggle} {
		opener := a.root.GetFocusers()[2]
		opener.Focus(true)
		nextFrame(t, a)
		toggle()
		nextFrame(t, a)
		a.ui.ChangeFocus(widget.FOCUS_NEXT)
		nextFrame(t, a)
		if inside := a.ui.GetFocusedWidget(); !a.root.Covered() || inside == nil || inside == opener {
			t.Errorf("%s: Tab leads to %q", name, a.focusText())
		}
		toggle()
		a.root.GiveBack()
		if nextFrame(t, a); a.ui.GetFocusedWidget() != opener {
			t.Errorf("%s: after it %q has the keyboard", name, a.focusText())
		}
		a.ui.ClearFocus()
	}
}

func TestTheFinderAndTheHelpAreTold(t *testing.T) {
	a := fitted(t, "lesson-lift-server-time", image.Pt(1280, 720), config.Settings{View: config.WatchView})
	a.finder.Toggle()
	a.finder.Write([]rune("asymmetry"))
	if got := a.tellPage().Focus; !strings.HasPrefix(got, "asymmetry, list, ") {
		t.Errorf("the finder tells %q", got)
	}
	first := a.focusText()
	if a.finder.Press(ebiten.KeyArrowDown); a.focusText() == first {
		t.Errorf("after an arrow it still tells %q", first)
	}
	a.finder.Write([]rune("xyzzy"))
	if got := a.tellPage().Focus; !strings.HasSuffix(got, a.Words.T("find.none")) {
		t.Errorf("of what is not there the finder tells %q", got)
	}
	a.finder.Toggle()
	a.toggleHelp()
	if got := a.tellPage().Asked; !strings.Contains(got, "Ctrl K: "+a.Words.T("keys.find")) {
		t.Errorf("the help tells %q", got)
	}
}

func TestWhatAFingerOrTheMouseDoesToALessonIsFoundByTheKeyboard(t *testing.T) {
	a := told(t, "lesson-lift-server-time", 1280, 720)
	if a.seekFor("auto"); !a.lessons.Player.Auto {
		t.Error("no command has the lesson go on by itself")
	}
	a.lessons.Player.Auto = false
	if a.seekFor("play a character"); a.Frame.Played == -1 {
		t.Error("no command takes a player")
	}
}
