// Package share hands sessions out, as text, links and files, and takes them in, with everything else that a person may drop onto
// the window or paste. It gets a picture, its way through time and a small interface to the window.
package share

import (
	"cmp"
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/given"
	"driftlab/ui/naming"
	"driftlab/ui/notice"
	"driftlab/ui/picture"
	"driftlab/ui/travel"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// A Room hands sessions out as text and takes them in.
type Room struct {
	Under widgets.Child // the button under which the panel opens

	picture *picture.Picture
	lines   *notice.Lines
	travel  *travel.Travel
	opt     *config.Window
	window  Window
	teacher Teacher
	films   Films

	system clipboard
	own    string // the text copied last, where the system has no clipboard
	panel  sharePanel
	asking bool             // the system's or the browser's dialog is open
	saved  map[int]savedLog // the saved files of the session, by branch
	link   pageLink
}

// A Window is what the room needs of the window.
type Window interface {
	Open(sc *scenario.Scenario, known time.Duration) error // shows another session, with how much of it is known from the start
	OpenUnder(button widgets.Child, p *widgets.Popover, width float32)
	Later(do func())              // calls do in an update of the window; any goroutine may ask
	ControlsFor() int             // the client that the sliders set, 0 for all
	TypedInto() *widget.TextInput // the field that has the keyboard, nil for none
}

// A Teacher guides through a lesson.
type Teacher interface {
	Refused() bool // says so if a question must be answered first
}

// Films may take what a person gives the window; they are asked first.
type Films interface {
	Take(f given.File) (said string, taken bool)
	Paste(text string) (taken bool)
}

// New returns a room with the system's clipboard.
func New(p *picture.Picture, lines *notice.Lines, travel *travel.Travel, opt *config.Window, window Window, teacher Teacher, films Films) *Room {
	return &Room{picture: p, lines: lines, travel: travel, opt: opt, window: window, teacher: teacher, films: films, system: systemClipboard{}}
}

// Begin forgets the saved files of the previous session.
func (s *Room) Begin() { s.saved = nil }

// Saved returns the file into which a branch was saved, "" for none.
func (s *Room) Saved(branch int) string { return s.saved[branch].path }

// TakeDropped opens files that were dropped in this update; they are gone in the next.
func (s *Room) TakeDropped() {
	if files := ebiten.DroppedFiles(); files != nil {
		s.Drop(files)
	}
}

// Update acts on keys.
func (s *Room) Update() {
	switch control := widgets.ControlDown(); {
	case control && inpututil.IsKeyJustPressed(ebiten.KeyV):
		s.Paste()
	case control && inpututil.IsKeyJustPressed(ebiten.KeyO):
		s.OpenByPath()
	}
}

// OpenByPath opens the panel with the keyboard in the field for a path.
func (s *Room) OpenByPath() {
	s.Show()
	s.panel.field.Focus()
}

// Copy copies the session so far as text.
func (s *Room) Copy() {
	if s.teacher.Refused() {
		return
	}
	s.travel.WhenThere(func() error {
		log := s.picture.Line.Log()
		text, leftOut, err := log.Share()
		if at := log.Duration; err == nil {
			s.toClipboard(text, func(err error) { s.copied(text, leftOut, at, err) })
		}
		return err
	})
}

// toClipboard copies a text while the window continues, and calls tell with the result, unless the person has cancelled.
func (s *Room) toClipboard(text string, tell func(err error)) {
	system, lang := s.system, s.picture.Words
	go func() {
		if err := system.write(lang, text); !errors.Is(err, errPutAway) {
			s.window.Later(func() { tell(err) })
		}
	}()
}

// copied says what became of a copy. Without a clipboard it writes the text into a file.
func (s *Room) copied(text string, leftOut []string, at time.Duration, err error) {
	s.own = ""
	said := s.picture.Words.F("share.copied", whole(s.picture.Words, at), len(text))
	if err != nil {
		s.own = text
		file, err := s.writeBeside(text+"\n", ".txt")
		if err != nil {
			s.lines.ShowError(err)
			return
		}
		said = s.picture.Words.F("share.copied-file", file)
	}
	if len(leftOut) > 0 {
		said += " " + s.picture.Words.F("share.left-out", strings.Join(leftOut, ", "))
	}
	s.lines.ShowNotice(said)
}

// Paste opens the clipboard's text: a shared text, a scenario, or the path of a file.
func (s *Room) Paste() {
	system, lang := s.system, s.picture.Words
	go func() {
		text, err := system.read(lang)
		s.window.Later(func() { s.Pasted(text, err) })
	}()
}

func (s *Room) Pasted(text string, err error) {
	typed := s.window.TypedInto()
	switch {
	case errors.Is(err, errPutAway):
	case typed != nil && err == nil && !s.panel.field.Focused(): // what is pasted belongs into the field
		widgets.Insert(typed, strings.Join(strings.Fields(text), " "))
	case err != nil && s.own != "":
		s.OpenText(s.own)
	case err != nil:
		s.lines.ShowFault(s.picture.Words.F("share.no-clipboard", strings.ReplaceAll(err.Error(), "\n", " ")))
	case !s.films.Paste(text):
		s.OpenText(text)
	}
}

// OpenText opens what a person has typed or pasted, and shows the result.
func (s *Room) OpenText(text string) { s.lines.ShowOutcome(s.openTyped(strings.TrimSpace(text))) }

func (s *Room) openTyped(text string) (said string, err error) {
	path, err := given.PathOf(text)
	switch {
	case err != nil:
		return "", err
	case text == "":
		return "", errors.New(s.picture.Words.T("share.nothing"))
	case given.IsScenario([]byte(text)), scenario.IsShared(text) && !naming.Exists(path):
		return s.openContent(given.File{Name: s.picture.Words.T("share.pasted"), Content: []byte(text)})
	case naming.Exists(path):
		f, err := given.Path(s.picture.Words, path)
		if err != nil {
			return "", err
		}
		return s.openContent(f)
	}
	sc, err := scenario.Load(text) // it may be a scenario of the program; otherwise this returns the error
	if err != nil {
		return "", err
	}
	return s.Opened(sc), s.window.Open(sc, 0)
}

// Opened says that a session now plays.
func (s *Room) Opened(sc *scenario.Scenario) string {
	said := s.picture.Words.F("share.opened", cmp.Or(sc.Title, sc.Name), whole(s.picture.Words, sc.Duration), len(sc.Events))
	if sc.Earlier {
		said += " " + s.picture.Words.T("share.earlier")
	}
	return said
}

// Drop opens all files that were dropped at once, in the order of their names. An error in one doesn't stop the others.
func (s *Room) Drop(dropped fs.FS) {
	entries, err := fs.ReadDir(dropped, ".")
	if err != nil {
		s.lines.ShowError(err)
		return
	}
	if len(entries) > given.MostFiles {
		s.lines.ShowFault(s.picture.Words.F("share.too-many", len(entries), given.MostFiles))
		return
	}
	var done, failed []string
	for _, e := range entries {
		said, taken := "", false // the panel of films takes sessions if it is open
		f, err := given.Dropped(s.picture.Words, dropped, e)
		if err == nil {
			said, taken = s.films.Take(f)
		}
		if err == nil && !taken {
			said, err = s.openContent(f)
		}
		if err != nil {
			failed = append(failed, notice.InWords(s.picture.Words, err))
		} else {
			done = append(done, said)
		}
	}
	if len(failed) > 0 {
		s.lines.ShowFault(strings.Join(failed, " · "))
	} else {
		s.lines.ShowNotice(strings.Join(done, " · "))
	}
}

// openContent opens a file according to its content, and says so: a session plays, a trace becomes the link's. After an error
// nothing has changed.
func (s *Room) openContent(f given.File) (said string, err error) {
	sc, err := given.Session(f)
	switch {
	case err != nil:
		return "", err
	case sc == nil:
		said, set, err := s.traceSettings(f)
		if err == nil {
			err = s.travel.Apply(scenario.Event{Set: set})
		}
		return said, err
	}
	if err := s.window.Open(sc, sc.Duration); err != nil {
		return "", err
	}
	s.lately(f.Path)
	return s.Opened(sc), nil
}

// whole returns a duration for a notice.
func whole(lang *words.Language, d time.Duration) string {
	return lang.Decimal(d.Round(100 * time.Millisecond).String())
}
