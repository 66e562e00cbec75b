package render

import (
	"bytes"
	"image"
	"image/png"
	"time"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/film"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// The summary card's size in pixels.
const (
	cardWidth  = 1280
	cardHeight = 720
)

// cardClients is how many clients of a world fit on the card.
const cardClients = 6

// card draws the summary card and writes it beside the film.
func (j *Job) card() error {
	if !j.opt.Sidecars {
		return nil
	}
	fonts, err := draw.NewFonts(1)
	if err != nil {
		return err
	}
	big, err := draw.NewLetters(1, titleScale)
	if err != nil {
		return err
	}
	img := NewFrameImage(cardWidth, cardHeight)
	defer img.Deallocate()
	theme := j.picture.Theme
	img.Fill(theme.Ground)
	k := summaryCard{job: j, small: draw.NewCanvas(fonts, theme, j.picture.Words), big: draw.NewCanvas(big, theme, j.picture.Words), y: 44}
	k.fill()
	k.small.Flush(img)
	k.big.Flush(img)
	pix := image.NewRGBA(img.Bounds())
	img.ReadPixels(pix.Pix)
	var b bytes.Buffer
	err = png.Encode(&b, pix)
	j.made = append(j.made, sidecar{path: j.sidecars.Card, text: b.Bytes()})
	return err
}

// summaryCard writes the card from top to bottom.
type summaryCard struct {
	job        *Job
	small, big *draw.Canvas
	pen        panel.Pen
	y          float32
}

// Where texts start on the card, how wide the captions' times are, and where the foot is.
const (
	cardLeft = 64
	cardTime = 90
	cardFoot = cardHeight - 130
)

func (k *summaryCard) fill() {
	a, o := k.job.picture, &k.job.opt
	title := a.titleLines(k.big.Fonts(), cardWidth-2*cardLeft)
	title.Draw(k.big, panel.NewRect(cardLeft, k.y, 0, 0), k.small.Theme.Text, draw.Left)
	k.y += title.H
	a.sides = a.differed // a card never says that nothing differs if something did in the film
	sc := o.Scenario
	k.text(k.small.Words.F("film.card-what", sc.Seed, sc.Clients, k.small.Words.Decimal(exactSeconds(o.Length)), k.small.Words.Decimal(exactSeconds(o.From)), film.Frames(o.Length, o.FPS), o.FPS), draw.Body, k.small.Theme.TextDim)
	k.y += 14
	for i, w := range k.job.worlds {
		if o.Beside != nil {
			key := [...]string{"film.side-a", "film.side-b"}[i]
			fits := func(text string) bool {
				return !layout.Fit(k.small.Fonts(), k.small.Words.F(key, text), cardWidth-2*cardLeft, 0, draw.Body).Cut
			}
			k.text(k.small.Words.F(key, a.sideText(i, fits)), draw.Body, k.small.Theme.Text)
		}
		c, row := k.small, float32(26)
		c.Box(cardLeft, k.y, cardWidth-2*cardLeft, row*float32(min(len(w), cardClients)+1)+8, 4, k.small.Theme.Panel)
		y := k.y + 4 + row/2
		for i, head := range [...]string{k.small.Words.T("film.card-last"), k.small.Words.T("film.card-rms"), k.small.Words.T("film.card-worst")} {
			c.Text(cardColumns[i], y, head, draw.Small, k.small.Theme.TextDim, draw.Right|draw.Middle)
		}
		c.Text(cardLeft+16, y, k.small.Words.T("film.card-clock"), draw.Small, k.small.Theme.TextDim, draw.Left|draw.Middle)
		for _, client := range w[:min(len(w), cardClients)] {
			y += row
			style := k.small.Theme.Machine(client.number)
			c.Marker(style.Shape, cardLeft+22, y, 6, style.Color)
			c.Text(cardLeft+38, y, k.small.Words.F("film.card-client", client.number, panel.AlgorithmTitle(k.small.Words, client.clock)), draw.Body, k.small.Theme.Text, draw.Left|draw.Middle)
			k.figure(cardColumns[0], y, client.last, client.known, true)
			k.figure(cardColumns[1], y, client.race.RMS, client.race.OK, false)
			k.figure(cardColumns[2], y, client.race.Worst, client.race.OK, false)
		}
		k.y = y + row/2 + 4
		k.y += 12
	}
	k.captions()
	k.y = max(k.y, cardFoot)
	k.text(k.small.Words.T("film.card-truth"), draw.Body, k.small.Theme.TextDim)
	k.text(k.small.Words.T("film.card-again"), draw.Body, k.small.Theme.TextDim)
	k.text(film.Quote(k.job.command(k.job.sidecars)), draw.MonoSmall, k.small.Theme.Text) // where a hyphen stays a hyphen
}

// captions writes the film's captions with their times, as many as fit.
func (k *summaryCard) captions() {
	for _, cue := range k.job.captions {
		said := layout.Fit(k.small.Fonts(), cue.Text, cardWidth-2*cardLeft-cardTime, layout.Open, draw.Body)
		if k.y+said.H > cardFoot-8 {
			return
		}
		k.pen.Start(k.small.Words).Fixed(cue.From.Seconds(), 1).Text(" s")
		k.pen.Put(k.small, cardLeft+cardTime-24, k.y, draw.Body, k.small.Theme.TextDim, draw.Right)
		said.Draw(k.small, panel.NewRect(cardLeft+cardTime, k.y, 0, 0), k.small.Theme.Text, draw.Left)
		k.y += said.H + 8
	}
}

// text writes a text across the card, in as many lines as it takes.
func (k *summaryCard) text(text string, class draw.Class, col palette.Color) {
	said := layout.Fit(k.small.Fonts(), text, cardWidth-2*cardLeft, layout.Open, class)
	said.Draw(k.small, panel.NewRect(cardLeft, k.y, 0, 0), col, draw.Left)
	k.y += said.H + 2
}

// cardColumns are the right edges of the card's figures.
var cardColumns = [...]float32{620, 820, 1020}

// figure writes milliseconds, or a dash for an unknown value.
func (k *summaryCard) figure(x, y float32, d time.Duration, ok, sign bool) {
	k.pen.Start(k.small.Words).Text("–")
	col := k.small.Theme.TextDim
	if ok {
		col = k.small.Theme.ErrorText
		k.pen.Start(k.small.Words)
		if sign {
			k.pen.Signed(d.Seconds()*1000, 1)
		} else {
			k.pen.Fixed(d.Seconds()*1000, 1)
		}
		k.pen.Text(" ms")
	}
	k.pen.Put(k.small, x, y, draw.Body, col, draw.Right|draw.Middle)
}
