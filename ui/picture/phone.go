package picture

import (
	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// A window that is narrower or lower than this, in system pixels, has a phone's layout: one thing at a time, and a sheet with
// controls and numbers that a button opens.
const (
	PhoneUnderWidth  = 960
	PhoneUnderHeight = 540
)

// The least size of a window, in system pixels.
const (
	SmallestWidth  = 320
	SmallestHeight = 320
)

// Finger is the least side of what answers to a finger, in points: WCAG 2.2, success criterion 2.5.5.
const Finger = 44

// Sizes of a phone's layout in points.
const (
	PhoneBar     = 48  // of the bars, and of a row of buttons
	phoneLeast   = 340 // the least shorter side of a window: in a smaller one everything is scaled down
	sheetShare   = 0.54
	sheetBeside  = 0.46 // where the window is wider than high
	phoneTold    = 46   // a caption in small letters
	phoneStills  = 112  // a step under three stills, which is scrolled, and the button that continues
	phoneCaption = 100  // the Watch view's: four lines
	phoneSide    = 0.36 // of the width, beside a world
	phoneAsk     = 62   // a question in up to three lines
	phoneGuess   = 330
	phonePeek    = 152 // what peeker's advantage is made of: five names, one under the other,
	phonePeekLow = 116 // or in three rows
	phoneLink    = 118 // between two worlds beside each other
	phoneLow     = 60  // a world, at least
	phoneWorld   = 180 // and over a table of numbers
	phoneTwo     = 800 // from this width of a window on that is wider than high there is room for two
)

// Phone reports whether a window of a size in system pixels has a phone's layout.
func Phone(width, height float64) bool {
	return width < PhoneUnderWidth || height < PhoneUnderHeight
}

// PhoneScale returns the device pixels a point in a phone's layout: screen ones a pixel as the system
// counts them, and larger text as far as there is room for it.
func PhoneScale(w, h int, screen, text float64) float64 {
	return min(screen*text, max(float64(min(w, h))/phoneLeast, LeastScale))
}

// A Sheet says what the sheet of a phone's layout shows.
type Sheet int

// What a sheet can show.
const (
	NoSheet Sheet = iota
	ControlsSheet
	NumbersSheet
)

// NewPhoneLayout divides a window for one view. strip is the height of a lesson's strip. plotted says that a view with both shows its diagram
// and not its worlds.
func NewPhoneLayout(window panel.Rect, strip float32, view string, sheet Sheet, plotted bool) Layout {
	l := Layout{Phone: true, Watching: view == config.WatchView}
	room := l.frame(window, PhoneBar, strip, PhoneBar)
	button := part{Min: PhoneBar}
	layout.Row(nil, l.Bottom, 4, button, part{At: &l.Line, Share: 1}, button)
	if sheet != NoSheet {
		room = l.openSheet(room, sheet)
	}
	shown := &l.Worlds
	if l.Watching {
		l.Worlds = room
		return l
	} else if plotted {
		shown = &l.Time
	}
	layout.Column(nil, inside(room, panel.Gap), panel.Gap, part{At: &l.Pick, Min: Finger}, part{At: shown, Share: 1}, part{At: &l.Told, Min: phoneTold})
	return l
}

// inside is [panel.Rect.Inset], but empty if there is no room.
func inside(r panel.Rect, d float32) panel.Rect {
	d = min(d, r.W/2, r.H/2)
	return r.Inset(d)
}

// openSheet gives the sheet its part of the room, at the bottom or at the right, and returns the rest.
func (l *Layout) openSheet(room panel.Rect, sheet Sheet) (rest panel.Rect) {
	if room.W > room.H {
		layout.Row(nil, room, 0, part{At: &rest, Share: 1}, part{At: &l.Sheet, Min: room.W * sheetBeside})
	} else {
		layout.Column(nil, room, 0, part{At: &rest, Share: 1}, part{At: &l.Sheet, Min: room.H * sheetShare})
	}
	shown := &l.Numbers
	if sheet == ControlsSheet {
		shown = &l.Controls
	}
	layout.Column(nil, inside(l.Sheet, panel.Gap), panel.Gap, part{At: &l.SheetTabs, Min: Finger}, part{At: shown, Share: 1})
	return rest
}

// forPhone reduces a plan to one world, unless a person has chosen otherwise, a step is about two, or there is none. It also
// makes room for the buttons of a step's question.
func (p *Picture) forPhone(plan *WatchPlan) {
	plan.phone, plan.sheet = true, p.Regions.Sheet.H > 0
	plan.Thumbs, plan.Controls, plan.Pages, plan.Others = 0, 0, false, [panel.Viewports - 1]int{}
	two := plan.Kind == scenario.WatchPair || plan.Kind == scenario.WatchTwo
	if two && !plan.told && !p.Watch.Own && !p.Session.Level().Empty() {
		plan.Kind, plan.With = scenario.WatchSolo, 0
	}
	if !plan.told {
		return
	}
	room := p.Regions.Worlds
	plan.Step = p.Watch.Step
	narrow := room.W > room.H && room.W < phoneTwo
	if two && !plan.Ab && (narrow || p.Watch.Asked && plan.Kind == scenario.WatchPair) { // or the host's world and the link are covered
		plan.Kind, plan.With = scenario.WatchSolo, 0
	}
	plan.Rows = p.answerRows()
}

// answerRows returns how many rows of buttons a step's open question needs, 0 if there is none.
func (p *Picture) answerRows() int {
	switch q := p.step().Question; {
	case q == nil || !p.Watch.Asked:
		return 0
	case q.Kind == lesson.Choice:
		return len(q.Options)
	}
	return 1 // a slider's
}

// PhoneStep returns the largest place of a step below a phone's worlds, empty if there is no step.
func (p *Picture) PhoneStep() panel.Rect {
	room := inside(p.Regions.Worlds, panel.Gap)
	if !p.Regions.Phone || !p.Taught.Carded() || room.W > room.H || p.Regions.Sheet.H > 0 {
		return panel.Rect{}
	}
	return panel.NewRect(0, 0, room.W, phoneCaption+phoneAsk+PhoneBar*float32(1+p.answerRows()))
}

// phoneNumbers returns how many rows of the table of numbers fit on a phone, 0 for none: beside a world its columns don't fit, and a
// lesson's step comes first. The sheet has the numbers too.
func (p *Picture) phoneNumbers(plan *WatchPlan) int {
	room := p.Regions.Worlds
	if plan.Numbers == 0 || room.W-2*panel.Gap < diagram.NumbersWide || plan.told || plan.Ab || room.W > room.H || p.Regions.Sheet.H > 0 {
		return 0
	}
	return len(p.numbersRows(plan))
}

// RoomFor returns the width of a panel that should have some width.
func (p *Picture) RoomFor(width float32) float32 {
	return p.Within(panel.NewRect(0, 0, width, 0)).W
}

// Within limits a panel over the window to the room on a phone.
func (p *Picture) Within(r panel.Rect) panel.Rect {
	if !p.Regions.Phone {
		return r
	}
	top := p.Regions.Top.H + 4
	r.W = min(r.W, p.Width-8)
	r.X = min(max(r.X, 4), p.Width-r.W-4)
	r.Y = top
	r.H = min(r.H, max(p.Regions.Bottom.Y-top-4, 0))
	return r
}
