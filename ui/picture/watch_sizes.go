package picture

import (
	"driftlab/ui/diagram"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
)

// The sizes of the Watch view's parts.
const (
	watchCaption  = 62  // two lines
	watchRow      = 23  // each line more, where lines are short
	watchStrip    = 96  // the strip with the chart
	watchLink     = 150 // between two worlds beside each other
	watchLinkOver = 88  // between two worlds one above the other
	watchLinkLow  = 60  // the same in little room
	watchSide     = 300 // the least column beside a world
	watchNarrow   = 280 // the least column of controls alone
	watchSlider   = 32  // one of the controls
	watchThumb    = 84  // the lowest card of a client in a row
	watchCard     = 58  // and in a column
	watchThumbTop = 150 // the highest
	watchFrozen   = 176 // the strip under three stills
	watchGuess    = 230 // the card of blind mode under a world
	watchErrors   = 44  // of A and B, and what is between them
	worldBeside   = 140 // the least world beside controls that have no other room
	worldLow      = 190 // the least world before anything but the caption gets room
	watchLine     = 34  // the clients in a line, if neither the table of numbers nor the strip has room
	watchPeek     = 84  // the least strip of peeker's advantage, and the least worlds above it
	worldOverPeek = 100
	wideFrom      = 700 // from this width on there is room beside a world
)

// The heights of the question below a caption and of the buttons that answer it, in a lesson, in points.
const (
	PlayerAsk  = 28 // of the question
	PlayerRow  = 46 // of what answers it
	playerRoom = PlayerAsk + PlayerRow
)

// A part is a part of a row or a column. The most important parts have the highest ranks, and keep their room.
type part = layout.Part

// The share of a part that takes all the rest, and of one that takes only what nothing else does.
const (
	greedy   = 1e6
	leftover = 1e-6
)

// worldRank is the worlds' rank: only a lesson's question and its buttons come first.
const worldRank = 9

// watchSizes are the sizes that depend on the kind of window.
type watchSizes struct {
	world, right, card              float32 // how high a world and how wide the column is at least, and how high a card at most
	caption, strip, controls, guess part
}

// sizes returns the sizes of the parts with a column.
func (p *WatchPlan) sizes(in panel.Rect, has column) (s watchSizes) {
	if p.phone {
		s = p.phoneSizes(in, has)
	} else {
		s = p.usualSizes(in, has)
	}
	if s.world = min(s.world, in.H); s.caption.Rank > worldRank {
		s.world = min(s.world, in.H-s.caption.Min-panel.Gap)
	}
	s.world = max(s.world, 1)
	if has >= besideWorlds { // what is there has all of it
		s.guess = part{Share: 1}.If(p.guess)
		s.controls = part{Min: s.controls.Min, Share: leftover, Rank: 4}.If(p.Controls > 0 && s.controls.Min <= s.world)
	}
	return s
}

// usualSizes returns the sizes in a window and in a film.
func (p *WatchPlan) usualSizes(in panel.Rect, has column) (s watchSizes) {
	wide, least := p.wide(in), float32(p.Controls*watchSlider+20)
	s.controls = part{Min: least, Rank: 4}.If(p.Controls > 0)
	s.guess = part{Min: watchGuess, Rank: 4}.If(p.guess)
	short := !wide // lines
	switch has {
	case besideStrip:
		s.right = min(max(in.W*0.28, watchSide), in.W/2)
	case besideCaption:
		s.right = max(in.W/3-panel.Gap, watchNarrow)
		short = in.W-s.right < wideFrom/2
	case besideWorlds:
		s.right = max(in.W/3-panel.Gap, watchSide)
	}
	s.caption = p.said(in.H, short).If(!p.silent)
	s.world = worldLow
	over := in.H - s.caption.Min - panel.Gap // what is under a world
	if p.Ab {
		over -= watchErrors + panel.Gap
	}
	switch {
	case p.frozen() && in.W <= in.H:
		s.world = 3 * worldLow
	case p.frozen():
	case p.Peek && p.Controls == 0:
		s.world = worldOverPeek
	case has == besideCaption:
		s.world = max(least, worldBeside+watchCaption+panel.Gap)
	case has == besideWorlds && p.Controls > 0 && over >= least:
		s.world = max(least, worldLow)
	}
	if p.Controls > 0 && has >= besideWorlds {
		s.card = watchThumbTop
	}
	switch {
	case p.frozen():
		s.strip = part{Min: watchFrozen, Rank: 2}
	case p.Numbers == 0 && (!p.Strip || p.Ab && !wide): // half a narrow one is no chart
	case p.Numbers == 0 && p.Peek && p.Controls == 0:
		s.strip = part{Min: watchPeek, Most: watchStrip, Share: 1, Rank: 2}
	case has == besideStrip:
		s.strip = p.strip(in.W-s.right-panel.Gap, least, p.Kept)
		s.strip.Rank = s.controls.Rank
	case has == noColumn: // the controls stand under the strip, and stay
		s.strip = p.strip(in.W, 0, 0)
	default:
		s.strip = p.strip(in.W, 0, p.Kept)
	}
	return s
}

// said returns the part with the caption or a lesson's step. Shorter lines need more height.
func (p *WatchPlan) said(room float32, short bool) part {
	const line = watchRow * 1.4
	high := float32(watchCaption)
	if short {
		high += 2 * watchRow
	}
	switch {
	case p.told: // what asks and what answers comes before all else
		return part{Min: min(high+playerRoom, room*2/3), Rank: worldRank + 1}
	case p.frozen():
		return part{Min: line, Most: high, Share: greedy, Rank: 6}
	case p.Ab: // two worlds need the room in which they say what is wrong
		return part{Min: high, Rank: 6}.Or(line)
	}
	return part{Min: high, Rank: 6}.Or(watchCaption).Or(line)
}

// strip returns the part with the chart, with a least height, or with the table of numbers in its place, or if both have no room with the
// clients in a line. kept is the number of rows that must have room.
func (p *WatchPlan) strip(wide, least float32, kept int) (s part) {
	s.Rank = 2
	rows := max(p.Numbers, kept)
	if kept > 0 || rows == 0 {
		least = max(least, watchStrip)
	}
	if rows == 0 {
		return s.Or(least)
	}
	if wide >= diagram.NumbersWide {
		s = s.Or(max(diagram.NumbersHigh(rows), least))
	}
	if kept > 0 {
		s = s.Or(watchLine)
	}
	return s
}

// phoneSizes returns the sizes on a phone, where the column has the caption.
func (p *WatchPlan) phoneSizes(in panel.Rect, has column) (s watchSizes) {
	high, wide := float32(phoneCaption), has == onPhone
	switch {
	case p.sheet:
		high = phoneTold
	case p.told && p.frozen() && p.Rows == 0 && p.wide(in):
		high = phoneStills
	case p.told:
		if high = phoneCaption + phoneAsk + PhoneBar*float32(1+p.Rows); p.Step > 0 { // and the worlds have what its texts leave
			high = min(high, float32(p.Step))
		}
	}
	s.world = phoneLow
	s.guess = part{Min: min(phoneGuess, in.H), Rank: worldRank + 1}.If(p.guess && !p.sheet)
	s.caption = part{Min: min(high, in.H), Rank: worldRank + 1}.If(s.guess.Min == 0)
	if wide {
		s.right = max(in.W*phoneSide, min(250, in.W/2))
		s.caption = part{Share: 1, Rank: worldRank + 1}.If(!p.guess)
	}
	s.strip = part{Min: watchStrip, Rank: 2}
	switch {
	case p.Numbers > 0 && !p.sheet && !wide:
		s.strip, s.world = p.strip(in.W, 0, 0), phoneWorld
	case p.sheet, p.Ab, p.frozen(), p.Rows > 1, wide && p.Rows > 0, !p.Strip: // several answers matter more than the chart
		s.strip = part{}
	case p.Peek && wide:
		s.strip.Min = min(phonePeek, in.H*0.52)
	case p.Peek:
		s.strip.Min = phonePeekLow
	case p.solo() && !p.Diagram && !wide: // a higher world would be mostly sky
		s.strip.Min = max(watchStrip, in.H-in.W*3/4-high-stage.WatchTitle-2*panel.Gap)
	}
	return s
}
