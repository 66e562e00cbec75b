package filmpanel

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/film"
	"driftlab/ui/film/render"
	"driftlab/ui/naming"
	"driftlab/ui/widgets"
)

// captionShown is how long a new caption is shown.
const captionShown = 4 * time.Second

// mostCaptions is how many captions the panel can edit; files may have more.
const mostCaptions = 40

// captionRows are the captions of the next film, each with its text and its times.
func (p *filmPanel) captionRows() []widgets.Child {
	look := &p.room.look
	rows := []widgets.Child{p.theme.Heading(p.said("captions"), p.said("captions-tip"))}
	if len(look.cues) == 0 {
		rows = append(rows, p.note(p.said("no-captions")))
	}
	for i := range look.cues[:min(len(look.cues), mostCaptions)] {
		cue := &p.room.look.cues[i]
		text := p.field(widgets.FieldConfig{Text: strings.ReplaceAll(cue.Text, "\n", lineSign), Tip: p.said("caption-tip"), Hint: p.said("caption-hint"),
			OnSubmit: func(text string) { cue.Text = strings.ReplaceAll(text, lineSign, "\n") }})
		from := p.timeField(widgets.FieldConfig{Width: 62, Tip: p.said("caption-from-tip")}, &cue.From, "0 s")
		to := p.timeField(widgets.FieldConfig{Width: 62, Tip: p.said("caption-to-tip")}, &cue.To, "0 s")
		rows = append(rows, p.theme.Lead(text, from, to, p.theme.Button("×", p.said("remove-tip"), func() {
			p.commit()
			look := &p.room.look
			look.cues = slices.Delete(look.cues, i, i+1)
			p.fields = nil // they belong to captions that have moved
			p.rebuild()
		})))
	}
	if more := len(look.cues) - mostCaptions; more > 0 {
		rows = append(rows, p.note(p.room.picture.Words.F("recording.more-captions", more)))
	}
	return append(rows, p.theme.Equal(p.button("add", p.addCaption), p.button("fill", p.fillCaptions), p.button("clear", func() {
		look.cues, p.fields = nil, nil
		p.rebuild()
	})))
}

// lineSign stands for a line break where a caption is edited in one line.
const lineSign = " / "

// addCaption adds a caption after the last one.
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

// fillCaptions fills in the captions that a film would make by itself, to be edited: what differs between A and B, or the
// scenario's own. It takes a moment, since it runs both sessions.
func (p *filmPanel) fillCaptions() {
	r := p.room
	if p.filling {
		return
	}
	p.commit()
	logs, from, to, err := r.toBeFilmed()
	for i := range logs {
		if err == nil { // copies, since the window's session continues
			logs[i], err = scenario.Parse(naming.Of(logs[i]), logs[i].Text())
		}
	}
	if err != nil {
		r.lines.ShowError(err)
		return
	}
	p.filling = true
	r.lines.ShowNotice(p.said("filling"))
	lang, own, readings := r.picture.Words, r.picture.Taught.Own, r.picture.Taught.Whole.Readings()
	go func() {
		var cues []film.Cue
		var err error
		if len(logs) > 1 {
			cues, err = render.ComparedCues(lang, logs[0], logs[1], from, to-from, false)
		} else {
			cues, err = render.ScenarioCues(lang, logs[0], from, to-from, own, readings)
		}
		r.window.Later(func() {
			if p.filling = false; err != nil {
				r.lines.ShowError(err)
				return
			}
			r.lines.ShowNotice(r.picture.Words.F("recording.filled", len(cues)))
			r.look.cues, p.fields = cues, nil
			p.rebuild()
		})
	}()
}

// tidyCues returns captions as a film needs them: with a text, in order, and without overlaps.
func tidyCues(cues []film.Cue) []film.Cue {
	cues = slices.DeleteFunc(slices.Clone(cues), func(c film.Cue) bool { return strings.TrimSpace(c.Text) == "" || c.To <= c.From })
	slices.SortStableFunc(cues, func(a, b film.Cue) int { return cmp.Compare(a.From, b.From) })
	for i := 1; i < len(cues); i++ {
		cues[i-1].To = min(cues[i-1].To, cues[i].From)
	}
	return slices.DeleteFunc(cues, func(c film.Cue) bool { return c.To <= c.From })
}
