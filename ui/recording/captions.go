package recording

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/ui/film"
	"driftlab/ui/filming"
	"driftlab/ui/naming"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// captionShown is how long a caption is shown that a person adds.
const captionShown = 4 * time.Second

// mostCaptions is how many captions the panel lets a person edit; files may have more.
const mostCaptions = 40

// captionRows are the captions of the next film, each with its text and its time.
func (p *filmPanel) captionRows() []widgets.Child {
	t, look := p.theme, &p.room.look
	rows := []widgets.Child{t.Heading(p.room.picture.Words.T("recording.captions"), p.room.picture.Words.T("recording.captions-tip"))}
	if len(look.cues) == 0 {
		rows = append(rows, t.Note(p.room.picture.Words.T("recording.no-captions"), "", p.room.picture.RoomFor(filmWidth)-40))
	}
	for i := range look.cues[:min(len(look.cues), mostCaptions)] {
		rows = append(rows, p.captionRow(i))
	}
	if more := len(look.cues) - mostCaptions; more > 0 {
		rows = append(rows, t.Note(p.room.picture.Words.F("recording.more-captions", more), "", p.room.picture.RoomFor(filmWidth)-40))
	}
	return append(rows, t.Equal(
		t.Button(p.room.picture.Words.T("recording.add"), p.room.picture.Words.T("recording.add-tip"), p.addCaption),
		t.Button(p.room.picture.Words.T("recording.fill"), p.room.picture.Words.T("recording.fill-tip"), p.fillCaptions),
		t.Button(p.room.picture.Words.T("recording.clear"), p.room.picture.Words.T("recording.clear-tip"), func() {
			look.cues, p.fields = nil, nil
			p.rebuild()
		}),
	))
}

// captionRow is one caption.
func (p *filmPanel) captionRow(i int) widgets.Child {
	t, cue := p.theme, &p.room.look.cues[i]
	text := p.field(widgets.FieldConfig{Text: strings.ReplaceAll(cue.Text, "\n", lineSign),
		Tip: p.room.picture.Words.T("recording.caption-tip"), Hint: p.room.picture.Words.T("recording.caption-hint"),
		OnSubmit: func(text string) { cue.Text = strings.ReplaceAll(text, lineSign, "\n") }})
	var ends [2]*widgets.Field
	for k, at := range [...]*time.Duration{&cue.From, &cue.To} {
		ends[k] = p.field(widgets.FieldConfig{Text: captionTime(p.room.picture.Words, *at), Width: 62, Tip: p.room.picture.Words.T("recording.caption-" + [...]string{"from", "to"}[k] + "-tip"),
			OnSubmit: func(text string) {
				p.take(text, at)
				ends[k].Set(captionTime(p.room.picture.Words, *at))
			}})
	}
	return t.Lead(text, ends[0], ends[1], t.Button("×", p.room.picture.Words.T("recording.remove-tip"), func() {
		p.commit()
		look := &p.room.look
		look.cues = slices.Delete(look.cues, i, i+1)
		p.fields = nil // they are of captions that have moved
		p.rebuild()
	}))
}

// lineSign stands for the end of a line where a caption has one line to be edited in.
const lineSign = " / "

func captionTime(lang *words.Language, d time.Duration) string {
	if text := timeField(lang, d); text != "" {
		return text
	}
	return "0 s"
}

// addCaption adds a caption behind the last one.
func (p *filmPanel) addCaption() {
	p.commit()
	look := &p.room.look
	from := time.Duration(0)
	if n := len(look.cues); n > 0 {
		from = look.cues[n-1].To
	}
	look.cues = append(look.cues, film.Cue{From: from, To: from + captionShown})
	p.rebuild()
}

// fillCaptions makes the captions that a film would make by itself, to be edited: from what differs between
// A and B, or what the scenario tells. That takes a moment, for both worlds are gone through.
func (p *filmPanel) fillCaptions() {
	r := p.room
	if p.filling {
		return
	}
	p.commit()
	logs, from, to, err := r.toBeFilmed()
	for i := range logs {
		if err == nil { // copies, for the session goes on meanwhile
			logs[i], err = scenario.Parse(naming.Of(logs[i]), logs[i].Text())
		}
	}
	if err != nil {
		r.lines.ShowError(err)
		return
	}
	p.filling = true
	r.lines.ShowNotice(p.room.picture.Words.T("recording.filling"))
	lang, own, readings := r.picture.Words, r.picture.Taught.Own, r.picture.Taught.Whole.Readings()
	go func() {
		cues, err := cuesOf(lang, logs, from, to-from, own, readings)
		r.window.Later(func() { p.filled(cues, err) })
	}()
}

// cuesOf makes the captions of a film of one session, or of A and B.
func cuesOf(lang *words.Language, logs []*scenario.Scenario, from, length time.Duration, own *lesson.Lesson, readings []lesson.Reading) ([]film.Cue, error) {
	if len(logs) > 1 {
		return filming.ComparedCues(lang, logs[0], logs[1], from, length, false)
	}
	return filming.ScenarioCues(lang, logs[0], from, length, own, readings)
}

// filled takes captions in.
func (p *filmPanel) filled(cues []film.Cue, err error) {
	p.filling = false
	if err != nil {
		p.room.lines.ShowError(err)
		return
	}
	p.room.lines.ShowNotice(p.room.picture.Words.F("recording.filled", len(cues)))
	p.room.look.cues, p.fields = cues, nil
	p.rebuild()
}

// tidyCues returns captions as a film can have them: with a text, in order, and none over another.
func tidyCues(cues []film.Cue) []film.Cue {
	cues = slices.DeleteFunc(slices.Clone(cues), func(c film.Cue) bool { return strings.TrimSpace(c.Text) == "" || c.To <= c.From })
	slices.SortStableFunc(cues, func(a, b film.Cue) int { return cmp.Compare(a.From, b.From) })
	for i := 1; i < len(cues); i++ {
		cues[i-1].To = min(cues[i-1].To, cues[i].From)
	}
	return slices.DeleteFunc(cues, func(c film.Cue) bool { return c.To <= c.From })
}
