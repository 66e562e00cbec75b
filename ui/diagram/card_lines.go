package diagram

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// line writes what the pen has as a whole row, with its explanation. Where it has no room, what stands
// behind a wide gap is left out, and narrower gaps close up.
func (k *Card) line(c *draw.Canvas, tip string) {
	if c.Fonts().MeasureBytes(k.pen.Buf, draw.Small) > k.row.W {
		if i := bytes.Index(k.pen.Buf, []byte("   ")); i > 0 {
			k.pen.Buf = k.pen.Buf[:i]
		} else {
			k.pen.Buf = bytes.ReplaceAll(k.pen.Buf, []byte("  "), []byte(" "))
		}
	}
	k.pen.Put(c, k.row.X, k.middle(), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	k.tips.Add(k.row, tip)
}

// jitter writes how much the delay varies in each direction.
func (k *Card) jitter(c *draw.Canvas, f *session.Facts) {
	k.label(c, c.Words.T("card.jitter"))
	k.pen.Start(c.Words).Text("↑ ").Fixed(f.JitterUp.Seconds()*1000, 1).Text("  ↓ ").Fixed(f.JitterDown.Seconds()*1000, 1).Text(" ms")
	k.put(c, columnTrue, c.Theme.Truth)
	k.tips.Add(k.row, c.Words.T("card.jitter-tip"))
}

// pace writes how fast the client's time runs against the host's, and how often it has jumped.
func (k *Card) pace(c *draw.Canvas, f *session.Facts, p *panel.Pace) {
	k.pen.Start(c.Words).Text(c.Words.T("card.scale")).Text(" ")
	if p.Known {
		k.pen.Fixed(p.Held, 3).Text("×")
	} else {
		k.pen.Text("–")
	}
	k.pen.Text("  ").Text(c.Words.T("card.off-pace")).Text(" ")
	k.pen.Share(f.Time.Pace.Off, f.Time.Pace.Frames)
	k.pen.Text("   ").Text(c.Words.T("card.resets")).Text(" ").Int(int64(f.Resets))
	k.line(c, c.Words.T("card.scale-tip"))
	if k.tips.Under(k.row) {
		k.tips.Add(k.row, c.Words.T("card.scale-tip")+" "+paceTip(c.Words, &f.Time))
	}
}

// paceTip tells what the client's game goes by, and how steadily that has run.
func paceTip(lang *words.Language, t *game.TimeState) string {
	tip := lang.F("card.pace-tip", t.Provider, lang.Decimal(strconv.FormatFloat(t.Pace.Worst.Seconds()*1000, 'f', 2, 64)), t.Pace.Resets)
	if t.Fault != nil {
		tip += " " + lang.F("card.provider-stopped", t.Faults, t.Fault)
	}
	return tip
}

// buffers writes how full the buffers are: of the states received, and of the inputs at the host.
func (k *Card) buffers(c *draw.Canvas, f *session.Facts) {
	b := &f.Buffers
	k.pen.Start(c.Words).Text(c.Words.T("card.buffers")).Text(" ↓ ")
	k.pen.Signed(b.ClientFill.Seconds()*1000, 0).Text("/").Fixed(b.Client.Seconds()*1000, 0).Text("  ↑ ")
	k.pen.Signed(b.ServerFill.Seconds()*1000, 0).Text("/").Fixed(b.Server.Seconds()*1000, 0).Text(k.unit)
	k.line(c, c.Words.T("card.buffers-tip"))
}

// inputs writes how the client's inputs and predictions fare.
func (k *Card) inputs(c *draw.Canvas, f *session.Facts) {
	k.pen.Start(c.Words).Text(c.Words.T("card.late")).Text(" ")
	if all := f.Inputs.Late + f.Inputs.OnTime; all > 0 {
		k.pen.Fixed(100*float64(f.Inputs.Late)/float64(all), 0).Text(" %")
	} else {
		k.pen.Text("–")
	}
	k.pen.Text("   ").Text(c.Words.T("card.corrections")).Text(" ").Int(int64(f.Corrected))
	k.line(c, c.Words.T("card.inputs-tip"))
}

// riders writes how far riders are drawn from where their platforms carry them.
func (k *Card) riders(c *draw.Canvas, rode *panel.Riders) {
	k.pen.Start(c.Words).Text(c.Words.T("card.riders"))
	for class, name := range [session.RiderClasses]string{
		session.OwnPlayer: c.Words.T("card.riders-own"), session.NPC: c.Words.T("card.riders-npc"),
		session.OtherPlayer: c.Words.T("card.riders-others"),
	} {
		if name == "" {
			continue
		}
		k.pen.Text("  ").Text(name).Text(" ")
		if late := rode[class]; late.OK {
			k.pen.Fixed(late.Time.Seconds()*1000, 0)
		} else {
			k.pen.Text("–")
		}
	}
	k.pen.Text(k.unit)
	k.line(c, c.Words.T("card.riders-tip"))
}

// traffic writes what the client and the host send each other, and how much of it they have dropped.
func (k *Card) traffic(c *draw.Canvas, f *session.Facts) {
	up, down := f.Up.Total(), f.Down.Total()
	k.pen.Start(c.Words).Text(c.Words.T("card.traffic")).Text(" ↑ ").Fixed(float64(up.Bytes)/1000, 1)
	k.pen.Text("  ↓ ").Fixed(float64(down.Bytes)/1000, 1).Text(" kB/s")
	k.line(c, c.Words.T("card.traffic-tip"))
	if dropped := f.Refused.Total() + f.Rejected.Total(); dropped > 0 {
		k.pen.Start(c.Words).Text(c.Words.T("card.dropped")).Text(" ").Int(int64(dropped))
		k.put(c, columnError, c.Theme.TextDim)
		if k.tips.Under(k.row) {
			k.tips.Add(k.row, c.Words.T("card.traffic-tip")+" "+droppedTip(c.Words, f))
		}
	}
}

// droppedTip tells why the host and the client have dropped each other's datagrams, and how many.
func droppedTip(lang *words.Language, f *session.Facts) string {
	tip := lang.T("card.dropped-tip")
	for _, by := range [...]struct {
		who    string
		counts *[game.ReasonCount]uint64
	}{{lang.T("card.dropped-host"), &f.Refused.Counts}, {lang.T("card.dropped-client"), &f.Rejected.Counts}} {
		for reason, n := range by.counts {
			if n > 0 {
				name := lang.T("card.reason-" + strings.ReplaceAll(game.Reason(reason).String(), " ", "-"))
				tip += fmt.Sprintf(" %s: %s %d.", by.who, name, n)
			}
		}
	}
	return tip
}

// stateName says in a word why a client is not in the game, or nothing.
func stateName(lang *words.Language, f *session.Facts) string {
	switch {
	case f.State == game.Away:
		return lang.T("card.left")
	case f.State == game.TimedOut:
		return lang.T("card.lost")
	case !f.Joined:
		return lang.T("card.joining")
	}
	return ""
}
