package recording

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/film"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// filmPanel is the little window under the button Film: what films look like, their captions, and what
// is to be filmed.
type filmPanel struct {
	*widgets.Popover
	room    *Room
	theme   *widgets.Theme
	open    bool
	fields  []*widgets.Field
	wrong   error             // with what was typed last into one of them
	again                     // what is filmed by the button
	last    again             // the film that was asked for last
	filling bool              // captions are being made
	session *widgets.Field    // the path
	times   [2]*widgets.Field // from and to
}

// again is a part of a session that is to be filmed once more.
type again struct {
	path     string        // of the session's file, "" for the session in the window
	from, to time.Duration // to is 0 for the end
}

// filmWidth is the panel's width in points.
const filmWidth = 440

// build makes the panel for the present scale, language and captions. What was open stays open.
func (p *filmPanel) build(r *Room, theme *widgets.Theme) {
	p.room, p.theme, p.fields = r, theme, nil
	mark := r.picture.Words.T("recording.mark")
	if r.on {
		mark = r.picture.Words.T("recording.unmark")
	}
	column := append([]widgets.Child{theme.Button(mark, r.picture.Words.T("recording.mark-button-tip"), func() {
		p.Close()
		p.closed()
		r.Record()
	})}, p.lookRows()...)
	column = append(column, p.captionRows()...)
	column = append(column, p.againRows()...)
	p.Popover = theme.Popover(theme.Scroll(theme.Column(column...)), p.closed)
}

// closed takes over what was typed last.
func (p *filmPanel) closed() {
	p.open = false
	p.commit()
}

// heed notes that another panel has taken this one's place.
func (p *filmPanel) heed() {
	if p.open && !p.IsOpen() {
		p.closed()
	}
}

// commit takes over what was typed without Enter. It returns what was wrong with some of it.
func (p *filmPanel) commit() error {
	p.wrong = nil
	for _, f := range p.fields {
		f.Commit()
	}
	return p.wrong
}

// field adds a field whose text is taken over wherever a person goes.
func (p *filmPanel) field(c widgets.FieldConfig) *widgets.Field {
	c.Leave = true
	f := p.theme.Field(c)
	p.fields = append(p.fields, f)
	return f
}

// pick returns a dropdown of the panel.
func (p *filmPanel) pick(name string, entries []string, chosen *int) widgets.Child {
	*chosen = min(*chosen, len(entries)-1)
	d, err := p.theme.Dropdown(widgets.DropdownConfig{Label: p.room.picture.Words.T("recording." + name), Tip: p.room.picture.Words.T("recording." + name + "-tip"),
		Entries: entries, Selected: *chosen, OnSelect: func(i int) {
			*chosen = i
			p.room.keepLook()
		}})
	if err != nil {
		return p.theme.Label(err.Error(), "", 0)
	}
	return d
}

// keepLook keeps what was chosen for films, for later starts.
func (r *Room) keepLook() {
	text := r.look.text()
	if r.opt.Config.Settings().Film == text {
		return
	}
	if err := r.opt.Config.Change(func(s *config.Settings) { s.Film = text }); err != nil {
		r.lines.ShowError(err)
	}
}

// lookRows are the controls of what films look like.
func (p *filmPanel) lookRows() []widgets.Child {
	k := &p.room.look
	var sizes, rates, formats, sounds, views []string
	for _, s := range filmSizes {
		sizes = append(sizes, fmt.Sprintf("%d × %d (%s)", s.width, s.height, s.name))
	}
	for _, r := range filmRates {
		rates = append(rates, strconv.Itoa(r))
	}
	for _, f := range filmFormats {
		text := p.room.picture.Words.T("recording.format-" + f)
		if lacksProgram(f) {
			text = p.room.picture.Words.F("recording.needs-ffmpeg", text)
		}
		formats = append(formats, text)
	}
	for _, s := range filmSounds {
		sounds = append(sounds, p.room.picture.Words.T("recording.sound-"+s))
	}
	for _, c := range cameras(p.room.picture.Session.Clients()) {
		views = append(views, cameraName(p.room.picture.Words, c))
	}
	return []widgets.Child{
		p.pick("size", sizes, &k.size),
		p.pick("rate", rates, &k.fps),
		p.pick("format", formats, &k.format),
		p.pick("sound", sounds, &k.sound),
		p.pick("camera", views, &k.camera),
		p.pick("sides", []string{p.room.picture.Words.T("recording.split"), p.room.picture.Words.T("recording.wipe")}, &k.sides),
		p.field(widgets.FieldConfig{Label: p.room.picture.Words.T("recording.title"), Tip: p.room.picture.Words.T("recording.title-tip"), Hint: p.room.picture.Words.T("recording.title-hint"),
			Text: k.title, OnSubmit: func(text string) { k.title = fmt.Sprintf("%.*s", film.MaxTitle, text) }}),
	}
}

// cameraName is what can be in the picture, in words.
func cameraName(lang *words.Language, c film.Camera) string {
	switch {
	case c.Diagram:
		return lang.T("recording.camera-diagram")
	case !c.One:
		return lang.T("recording.camera-all")
	case c.Machine == 0:
		return lang.T("controls.host")
	}
	return lang.F("controls.client", c.Machine)
}

// againRows are the controls by which a session is filmed that has been: this one, or one of a file.
func (p *filmPanel) againRows() []widgets.Child {
	t := p.theme
	p.session = p.field(widgets.FieldConfig{Label: p.room.picture.Words.T("recording.session"), Tip: p.room.picture.Words.T("recording.session-tip"),
		Hint: p.room.picture.Words.T("recording.session-hint"), Text: p.path, OnSubmit: func(text string) {
			path, err := sessionPath(p.room.picture.Words, text)
			if err != nil {
				p.room.lines.ShowError(err)
				path = p.path
			}
			p.path = path
			p.session.Set(path)
		}})
	ends := [...]*time.Duration{&p.from, &p.to}
	for i, name := range [...]string{"from", "to"} {
		p.times[i] = p.field(widgets.FieldConfig{Label: p.room.picture.Words.T("recording." + name), Tip: p.room.picture.Words.T("recording." + name + "-tip"),
			Hint: p.room.picture.Words.T("recording." + name + "-hint"), Text: timeField(p.room.picture.Words, *ends[i]), OnSubmit: func(text string) {
				p.take(text, ends[i])
				p.times[i].Set(timeField(p.room.picture.Words, *ends[i]))
			}})
	}
	note := "recording.note"
	if inPage {
		note = "recording.page-note"
	}
	return []widgets.Child{
		t.Heading(p.room.picture.Words.T("recording.again"), p.room.picture.Words.T("recording.again-tip")),
		p.session,
		t.Equal(p.times[0], p.times[1]),
		t.Equal(
			t.Button(p.room.picture.Words.T("recording.make"), p.room.picture.Words.T("recording.make-tip"), func() { p.room.filmAgain() }),
			t.Button(p.room.picture.Words.T("recording.this"), p.room.picture.Words.T("recording.this-tip"), func() {
				p.again, p.fields = again{}, nil
				p.rebuild()
			}),
			t.Button(p.room.picture.Words.T("recording.last"), p.room.picture.Words.T("recording.last-tip"), func() {
				if p.last.path == "" {
					p.room.lines.ShowFault(p.room.picture.Words.T("recording.no-last"))
					return
				}
				p.show(p.last)
			}),
		),
		t.Note(p.room.picture.Words.T(note), "", p.room.picture.RoomFor(filmWidth)-40),
	}
}

// timeField writes a time for a field: nothing for 0.
func timeField(lang *words.Language, d time.Duration) string {
	if d == 0 {
		return ""
	}
	return lang.Decimal(strconv.FormatFloat(d.Round(time.Millisecond).Seconds(), 'f', -1, 64)) + " s"
}

// take takes over a time that a person has typed. What is wrong with it is shown.
func (p *filmPanel) take(text string, into *time.Duration) {
	d, err := timeIn(p.room.picture.Words, text)
	if err == nil {
		*into = d
		return
	}
	p.wrong = err
	p.room.lines.ShowOutcome("", err)
}

// timeIn reads a time that a person has typed, in seconds where it has no unit; nothing is 0.
func timeIn(lang *words.Language, text string) (time.Duration, error) {
	typed := strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(text), " ", ""), ",", ".")
	if typed == "" {
		return 0, nil
	}
	if strings.Trim(typed, "0123456789.") == "" {
		typed += "s"
	}
	d, err := time.ParseDuration(typed)
	if err != nil || d < 0 || d > film.MaxLength {
		return 0, errors.New(lang.F("recording.bad-time", text, film.MaxLength))
	}
	return d, nil
}

// rebuild makes the panel anew, where its captions have changed.
func (p *filmPanel) rebuild() {
	open := p.open
	p.commit()
	p.Close()
	p.build(p.room, p.theme)
	if p.open = open; open {
		p.place(p.room)
	}
}

// place puts the panel under the top bar, where it is open.
func (p *filmPanel) place(r *Room) {
	if !p.open {
		return
	}
	r.window.OpenUnder(r.Under, p.Popover, filmWidth)
}

// Toggle is what the button Film does.
func (r *Room) Toggle() {
	if r.teacher.Refused() {
		return
	}
	p := &r.panel
	if p.open {
		p.Close()
		p.closed()
		return
	}
	p.open = true
	p.rebuild()
}

// show fills in what is to be filmed again, with its captions.
func (p *filmPanel) show(what again) {
	p.again, p.room.look.cues, p.fields = what, captionsBeside(what.path), nil
	p.rebuild()
}

// Panel returns the little window under the button.
func (r *Room) Panel() *widgets.Popover { return r.panel.Popover }
