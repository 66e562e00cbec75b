package filmpanel

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"driftlab/internal/programs"
	"driftlab/internal/texts"
	"driftlab/ui/config"
	"driftlab/ui/film"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// filmPanel is the popover of the button Film: how films look, their captions, and what to film.
type filmPanel struct {
	*widgets.Popover
	room    *Room
	theme   *widgets.Theme
	open    bool
	fields  []*widgets.Field
	wrong   error             // with what was typed last
	again                     // what the button films
	last    again             // the film that was asked for last
	filling bool              // captions are being made
	session *widgets.Field    // for the path
	times   [2]*widgets.Field // for from and to
}

// again is a part of a session that is to be filmed once more.
type again struct {
	path     string        // the session file's; "" for the session in the window
	from, to time.Duration // to is 0 for the end
}

// filmWidth is the panel's width in points.
const filmWidth = 440

// Build makes the panel for the present scale, language and captions. It stays open if it was.
func (r *Room) Build(theme *widgets.Theme) {
	p := &r.panel
	p.room, p.theme, p.fields = r, theme, nil
	mark := p.said("mark")
	if r.on {
		mark = p.said("unmark")
	}
	column := append([]widgets.Child{theme.Button(mark, p.said("mark-button-tip"), func() {
		p.Close()
		r.Record()
	})}, p.lookRows()...)
	column = append(column, p.captionRows()...)
	column = append(column, p.againRows()...)
	p.Popover = theme.Popover(theme.Scroll(theme.Column(column...)), p.Close)
}

// Close closes the panel and applies what was typed last.
func (p *filmPanel) Close() {
	p.open = false
	p.commit()
	p.Popover.Close()
}

// commit applies what was typed without Enter. It returns what was wrong with it.
func (p *filmPanel) commit() error {
	p.wrong = nil
	for _, f := range p.fields {
		f.Commit()
	}
	return p.wrong
}

// field adds a field that applies its text when it loses the keyboard.
func (p *filmPanel) field(c widgets.FieldConfig) *widgets.Field {
	c.Leave = true
	f := p.theme.Field(c)
	p.fields = append(p.fields, f)
	return f
}

// said returns a text of the panel.
func (p *filmPanel) said(name string) string { return p.room.picture.Words.T("recording." + name) }

// button returns a button with a text and a tip.
func (p *filmPanel) button(name string, do func()) *widgets.Button {
	return p.theme.Button(p.said(name), p.said(name+"-tip"), do)
}

func (p *filmPanel) note(text string) widgets.Child {
	return p.theme.Note(text, "", p.room.picture.RoomFor(filmWidth)-40)
}

// pick returns a dropdown of the panel.
func (p *filmPanel) pick(name string, entries []string, chosen *int) widgets.Child {
	*chosen = min(*chosen, len(entries)-1)
	d, err := p.theme.Dropdown(widgets.DropdownConfig{Label: p.said(name), Tip: p.said(name + "-tip"), Entries: entries, Selected: *chosen, OnSelect: func(i int) {
		*chosen = i
		p.room.keepLook()
	}})
	if err != nil {
		return p.theme.Label(err.Error(), "", 0)
	}
	return d
}

// keepLook saves the choices for films in the settings.
func (r *Room) keepLook() {
	if text := r.look.text(); r.opt.Config.Settings().Film != text {
		r.lines.ShowError(r.opt.Config.Change(func(s *config.Settings) { s.Film = text }))
	}
}

// lookRows are the controls for how films look.
func (p *filmPanel) lookRows() []widgets.Child {
	k, lang := &p.room.look, p.room.picture.Words
	return []widgets.Child{
		p.pick("size", texts.Names(filmSizes, func(s filmSize) string { return fmt.Sprintf("%d × %d (%s)", s.width, s.height, s.name) }), &k.size),
		p.pick("rate", texts.Names(filmRates, strconv.Itoa), &k.fps),
		p.pick("format", texts.Names(filmFormats, func(f string) string {
			if f == "webm" {
				if _, err := programs.Find("ffmpeg"); err != nil {
					return lang.F("recording.needs-ffmpeg", p.said("format-"+f))
				}
			}
			return p.said("format-" + f)
		}), &k.format),
		p.pick("sound", texts.Names(filmSounds, func(s string) string { return p.said("sound-" + s) }), &k.sound),
		p.pick("camera", texts.Names(cameras(p.room.picture.Session.Clients()), func(c film.Camera) string { return cameraName(lang, c) }), &k.camera),
		p.pick("sides", []string{p.said("split"), p.said("wipe")}, &k.sides),
		p.field(widgets.FieldConfig{Label: p.said("title"), Tip: p.said("title-tip"), Hint: p.said("title-hint"), Text: k.title,
			OnSubmit: func(text string) { k.title = fmt.Sprintf("%.*s", film.MaxTitle, text) }}),
	}
}

// cameraName says in words what is in the picture.
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

// againRows are the controls for filming a session again: this one, or that of a file.
func (p *filmPanel) againRows() []widgets.Child {
	p.session = p.field(widgets.FieldConfig{Label: p.said("session"), Tip: p.said("session-tip"), Hint: p.said("session-hint"), Text: p.path, OnSubmit: func(text string) {
		path, err := sessionPath(p.room.picture.Words, text)
		if p.room.lines.ShowError(err); err == nil {
			p.path = path
		}
		p.session.Set(p.path)
	}})
	for i, name := range [...]string{"from", "to"} {
		named := widgets.FieldConfig{Label: p.said(name), Tip: p.said(name + "-tip"), Hint: p.said(name + "-hint")}
		p.times[i] = p.timeField(named, [...]*time.Duration{&p.from, &p.to}[i], "")
	}
	note := "note"
	if inPage {
		note = "page-note"
	}
	return []widgets.Child{
		p.theme.Heading(p.said("again"), p.said("again-tip")),
		p.session,
		p.theme.Equal(p.times[0], p.times[1]),
		p.theme.Equal(p.button("make", p.room.filmAgain), p.button("this", func() {
			p.again, p.fields = again{}, nil
			p.rebuild()
		}), p.button("last", func() {
			if p.last.path == "" {
				p.room.lines.ShowFault(p.said("no-last"))
				return
			}
			p.show(p.last)
		})),
		p.note(p.said(note)),
	}
}

// timeField is a field for a time; zero is its text for 0. It shows what is wrong with a typed text.
func (p *filmPanel) timeField(c widgets.FieldConfig, at *time.Duration, zero string) (f *widgets.Field) {
	lang := p.room.picture.Words
	text := func() string {
		if *at == 0 {
			return zero
		}
		return lang.Decimal(strconv.FormatFloat(at.Round(time.Millisecond).Seconds(), 'f', -1, 64)) + " s"
	}
	c.Text, c.OnSubmit = text(), func(typed string) {
		if d, err := timeIn(lang, typed); err == nil {
			*at = d
		} else {
			p.wrong = err
			p.room.lines.ShowOutcome("", err)
		}
		f.Set(text())
	}
	f = p.field(c)
	return f
}

// timeIn reads a time that a person has typed, in seconds if it has no unit; an empty text is 0.
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

// rebuild makes the panel again after its captions have changed.
func (p *filmPanel) rebuild() {
	open := p.open
	p.Close()
	p.room.Build(p.theme)
	p.open = open
	p.room.Place()
}

// Place puts the panel below its button, if it is open.
func (r *Room) Place() {
	if r.panel.open {
		r.window.OpenUnder(r.Under, r.panel.Popover, filmWidth)
	}
}

// Toggle opens or closes the panel.
func (r *Room) Toggle() {
	if r.teacher.Refused() {
		return
	}
	if p := &r.panel; p.open {
		p.Close()
	} else {
		p.open = true
		p.rebuild()
	}
}

// show fills in what is to be filmed again, with its captions.
func (p *filmPanel) show(what again) {
	p.again, p.room.look.cues, p.fields = what, captionsBeside(what.path), nil
	p.rebuild()
}

// Offer opens the panel with a part of this session to be filmed.
func (r *Room) Offer(from, to time.Duration) {
	if r.teacher.Refused() {
		return
	}
	p := &r.panel
	p.Close()
	p.open, p.again, p.fields, r.look.cues = true, again{from: from, to: to}, nil, nil
	p.rebuild()
}

// Offered returns which part of the session the panel films; the end is 0 for all of it.
func (r *Room) Offered() (from, to time.Duration) { return r.panel.from, r.panel.to }

// Panel returns the popover.
func (r *Room) Panel() *widgets.Popover { return r.panel.Popover }
