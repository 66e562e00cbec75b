package diagram

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	table "driftlab/ui/oldtable"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// line has a cell go on behind its row's name. Where it has no room, what stands behind a wide gap is left out, and narrower ones close up.
func (k *Card) line(f *session.Facts, row int, is *table.Cell) {
	p, lang := &is.Pen, k.words
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	switch row {
	case cardPace: // how fast the client's time runs against the host's, and how often it has jumped
		if pace := &k.frame.Paces[k.client-1]; pace.Known {
			p.Text(" ").Fixed(pace.Held, 3).Text("×")
		} else {
			p.Text(" –")
		}
		p.Text("  ").Text(lang.T("card.off-pace")).Text(" ").Share(f.Time.Pace.Off, f.Time.Pace.Frames)
		p.Text("   ").Text(lang.T("card.resets")).Text(" ").Int(int64(f.Resets))
	case cardBuffers: // of the states received, and of the inputs at the host
		b := &f.Buffers
		p.Text(" ↓ ").Signed(ms(b.ClientFill), 0).Text("/").Fixed(ms(b.Client), 0)
		p.Text("  ↑ ").Signed(ms(b.ServerFill), 0).Text("/").Fixed(ms(b.Server), 0).Text(worldUnit(k.canvas, k.frame))
	case cardInputs:
		p.Text(" ").Share(f.Inputs.Late, f.Inputs.Late+f.Inputs.OnTime).Text("   ").Text(lang.T("card.corrections")).Text(" ").Int(int64(f.Corrected))
	case cardRiders: // how far riders are drawn from where their platforms carry them
		for class, name := range [session.RiderClasses]string{
			session.OwnPlayer: lang.T("card.riders-own"), session.NPC: lang.T("card.riders-npc"), session.OtherPlayer: lang.T("card.riders-others"),
		} {
			late := k.frame.Rode[k.client-1][class]
			if name == "" || is.Form > 0 && !late.OK || is.Form > 1 && session.RiderClass(class) == session.OtherPlayer {
				continue
			}
			if p.Text("  ").Text(name).Text(" "); late.OK {
				p.Fixed(ms(late.Time), 0)
			} else {
				p.Text("–")
			}
		}
		is.Shorter = is.Form < 2
		p.Text(worldUnit(k.canvas, k.frame))
	case cardTraffic: // what the client and the host send each other, and how much of it they have dropped
		p.Text(" ↑ ").Fixed(float64(f.Up.Total().Bytes)/1000, 1).Text("  ↓ ").Fixed(float64(f.Down.Total().Bytes)/1000, 1).Text(" kB/s")
		if dropped := f.Refused.Total() + f.Rejected.Total(); dropped > 0 {
			p.Text("   ").Text(lang.T("card.dropped")).Text(" ").Int(int64(dropped))
		}
	case cardTrips:
		k.trips(f, is)
	}
}

// worldUnit is the unit of a time in the game's world, which has a name where that runs at another rate than the host's clock.
func worldUnit(c *draw.Canvas, f *panel.Frame) string {
	if f.Dilated {
		return " " + c.Words.T("card.world-ms")
	}
	return " ms"
}

// trips writes how long the latest datagrams took each way, as who receives them measures it: the latest, the least and the mean; under
// a short name where there is little room, and then the first of these.
func (k *Card) trips(f *session.Facts, is *table.Cell) {
	if is.Form > 0 {
		is.Pen.Start(k.words).Text(k.words.T("card.trips-short"))
	}
	is.Shorter = is.Form < 3
	for _, way := range [...]struct {
		arrow string
		of    insight.Trips
	}{{" ↑ ", f.UpTrips.Measured}, {"  ↓ ", f.DownTrips.Measured}} {
		if is.Pen.Text(way.arrow); way.of.Count == 0 {
			is.Pen.Text("–")
			continue
		}
		for i, took := range []time.Duration{way.of.Latest, way.of.Least, way.of.Mean}[:min(4-is.Form, 3)] {
			if i > 0 {
				is.Pen.Text(" ")
			}
			is.Pen.Fixed(took.Seconds()*1000, 1)
		}
	}
	is.Pen.Text(" ms")
}

// paceTip tells what the client's game goes by, and how steadily that has run.
func paceTip(lang *words.Language, t *game.TimeState) string {
	tip := lang.F("card.pace-tip", t.Provider, lang.Decimal(strconv.FormatFloat(t.Pace.Worst.Seconds()*1000, 'f', 2, 64)), t.Pace.Resets)
	if t.Fault != nil {
		tip += " " + lang.F("card.provider-stopped", t.Faults, t.Fault)
	}
	return tip
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

// mailTip says how long what a machine reads had waited for that.
func mailTip(lang *words.Language, m *session.MailState) string {
	return lang.F("card.mail-tip", m.Waits.Mean.Seconds()*1000, m.Waiting, m.Dropped)
}
