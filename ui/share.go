package ui

import (
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/internal/files"
	"driftlab/scenario"
	"driftlab/ui/naming"
)

// share hands sessions out as text and takes them in.
type share struct {
	system clipboard
	own    string // the text copied last, where the system has no clipboard
	panel  sharePanel
	asking bool // the system's or the browser's dialog is open

	embedding embedding // as it was chosen last
}

func newShare() share { return share{system: systemClipboard{}, embedding: embedding{size: 1}} }

// takeDropped opens files that were dropped in this update; in the next they are no longer there.
func (a *App) takeDropped() {
	if files := ebiten.DroppedFiles(); files != nil {
		a.drop(files)
	}
}

// update acts on keys.
func (s *share) update(a *App) {
	control := ebiten.IsKeyPressed(ebiten.KeyControl) || ebiten.IsKeyPressed(ebiten.KeyMeta)
	if control && inpututil.IsKeyJustPressed(ebiten.KeyV) {
		a.paste()
	}
	if control && inpututil.IsKeyJustPressed(ebiten.KeyO) {
		a.openByPath()
	}
}

// openByPath shows the panel with the keyboard where a path is typed.
func (a *App) openByPath() {
	a.openShare()
	a.share.panel.field.Focus()
}

// copy puts the session so far onto the clipboard as a text.
func (a *App) copy() {
	if !a.refused() {
		a.WhenThere(a.copyNow)
	}
}

func (a *App) copyNow() error {
	text, leftOut, err := a.Line.Log().Share()
	if err != nil {
		return err
	}
	system, lang, at := a.share.system, a.Words, a.Line.Log().Duration
	stem := strings.TrimSuffix(filepath.Base(a.opt.Log), filepath.Ext(a.opt.Log))
	go func() {
		err := system.write(lang, text)
		a.later <- func() { a.copied(text, leftOut, at, stem, err) }
	}()
	return nil
}

// copied tells what has become of a copy. Without a clipboard the text goes into a file.
func (a *App) copied(text string, leftOut []string, at time.Duration, name string, err error) {
	if errors.Is(err, errPutAway) {
		return
	}
	a.share.own = ""
	said := a.Words.F("share.copied", whole(a.Words, at), len(text))
	if err != nil {
		a.share.own = text
		stem, err := naming.Free(a.opt.Files, filepath.Dir(a.opt.Log), name, ".txt")
		file := stem + ".txt"
		if err == nil {
			err = files.WriteNew(a.opt.Files, file, text+"\n")
		}
		if err != nil {
			a.ShowOutcome("", err)
			return
		}
		said = a.Words.F("share.copied-file", file)
	}
	if len(leftOut) > 0 {
		said += " " + a.Words.F("share.left-out", strings.Join(leftOut, ", "))
	}
	a.ShowNotice(said)
}

// paste opens what is on the clipboard: a shared text, a scenario, or the path of a file.
func (a *App) paste() {
	system, lang := a.share.system, a.Words
	go func() {
		text, err := system.read(lang)
		a.later <- func() { a.pasted(text, err) }
	}()
}

func (a *App) pasted(text string, err error) {
	typed, typing := a.ui.GetFocusedWidget().(*widget.TextInput)
	switch {
	case errors.Is(err, errPutAway):
	case typing && err == nil && !a.share.panel.field.Focused(): // what is pasted belongs into the field
		typed.Insert(strings.Join(strings.Fields(text), " "))
	case err != nil && a.share.own != "":
		a.openText(a.share.own)
	case err != nil:
		a.ShowFault(a.Words.F("share.no-clipboard", strings.ReplaceAll(err.Error(), "\n", " ")))
	case !a.pasteForFilm(text):
		a.openText(text)
	}
}

// openText opens what a person has typed or pasted, and shows what has become of it.
func (a *App) openText(text string) { a.ShowOutcome(a.openTyped(strings.TrimSpace(text))) }

func (a *App) openTyped(text string) (said string, err error) {
	path, err := pathOf(text)
	switch {
	case err != nil:
		return "", err
	case text == "":
		return "", errors.New(a.Words.T("share.nothing"))
	case isScenario([]byte(text)), scenario.IsShared(text) && !naming.Exists(path):
		return a.openContent(dropped{name: a.Words.T("share.pasted"), content: []byte(text)})
	case naming.Exists(path):
		f, err := readPath(a.Words, path)
		if err != nil {
			return "", err
		}
		return a.openContent(f)
	}
	sc, err := scenario.Load(text) // it may be a scenario of the program; else this says what is wrong
	if err != nil {
		return "", err
	}
	return a.opened(sc), a.load(sc)
}

// pathOf returns the absolute path that a text may be, "" if it can be none.
func pathOf(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text, "\n\x00") || len(text) > 4096 {
		return "", nil
	}
	path, err := files.Pasted(text)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// opened says that a session now plays.
func (a *App) opened(sc *scenario.Scenario) string {
	title := sc.Title
	if title == "" {
		title = sc.Name
	}
	said := a.Words.F("share.opened", title, whole(a.Words, sc.Duration), len(sc.Events))
	if sc.Earlier {
		said += " " + a.Words.T("share.earlier")
	}
	return said
}
