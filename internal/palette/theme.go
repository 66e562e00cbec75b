package palette

import "slices"

// A Theme is one set of all colours, and of the dashes and shapes that double them. It is not changed once it is made.
type Theme struct {
	// The ground that everything stands on, and the text on it.
	Ground    Color
	Panel     Color
	PanelEdge Color
	Grid      Color // lines behind plots and worlds
	Solid     Color // platforms: inanimate, and no client's colour
	Text      Color
	TextDim   Color
	Accent    Color // what is chosen or switched to, and the playhead
	Chosen    Color // the ground of what is switched on or chosen
	OnChosen  Color // text on Chosen

	// The scenery of a world: by night in the dark theme, by day in the light one.
	SkyTop, SkyMiddle, SkyHorizon Color
	HillFar, HillNear             Color
	Earth, Column                 Color
	SlabEdge                      Color // the edge on which one stands
	Ink                           Color // rims
	Robot, Lamp                   Color // the server-controlled character, its eyes and its aerial's light
	Shine, Pupil                  Color // of eyes
	Barrel                        Color
	Shot, ShotGlow                Color
	Bell                          Color
	Star                          Color // transparent where there are none
	Moon                          Color // by day the sun
	Beam                          Color // what falls from a platform: light, or by day its shadow

	// The palette of Okabe and Ito, "Color Universal Design" (2008), without its black: it stays apart
	// for all common kinds of colour blindness, and its blue, which is dark on a dark ground. On a light ground all are darkened, each as
	// far as it must be to stand off by 3 : 1.
	SkyBlue       Color
	Orange        Color
	BluishGreen   Color
	Vermillion    Color
	ReddishPurple Color
	Yellow        Color

	// What a colour means wherever it is used for time. Each has a line style too.
	Truth         Color // solid, with a badge: only a simulator knows it
	ServerTime    Color // dashed: ServerTimeDash
	PredictedTime Color // dotted: PredictedTimeDash
	Error         Color // hatched bracket with its length: what a client's clock makes wrong, and nothing else
	Dilation      Color // hatched too: what comes of a rate of world time that a client does not know
	Correction    Color // hatched too: where the host has corrected what a client has shown
	InSync        Color // what is right, as an answer is; no clock

	// As text, these stand off any ground by 4.5 : 1 and more (WCAG AA).
	ErrorText, DilationText, CorrectionText, InSyncText, ServerText, PredictedText Color

	clocks  [len(clocks)]Color
	inked   float32 // how much of the truth's colour is in text of a clock's colour
	clients [numShapes]Color
}

// The line styles of the roles, in pixels at scale 1 for lines 1.5 to 2 wide.
var (
	Unbroken          = Dash{}
	ServerTimeDash    = Dash{8, 5, 8, 5}
	PredictedTimeDash = Dash{1, 4, 1, 4}
	Dots              = Dash{0, 4, 0, 4} // clocks that are not the registry's: variants and guests
)

// Dark returns the theme that is there from the start.
func Dark() *Theme {
	return (&Theme{
		Ground: Hex(0x14171C), Panel: Hex(0x1B1F26), PanelEdge: Hex(0x2B313B), Grid: Hex(0x262C35),
		Solid: Hex(0x667389), Text: Hex(0xE4E8EE), TextDim: Hex(0x9AA4B2),
		Accent: Hex(0x4A90D9), Chosen: Hex(0x3573BC), OnChosen: Hex(0xFFFFFF),
		SkyTop: Hex(0x131A26), SkyMiddle: Hex(0x1A2A3C), SkyHorizon: Hex(0x213447),
		HillFar: Hex(0x1C2B3C), HillNear: Hex(0x213447), Earth: Hex(0x3C4A5A), Column: Hex(0x4A596C),
		SlabEdge: Hex(0xC3D0DF), Ink: Hex(0x0E1116), Bell: Hex(0xD6BE78), Star: Hex(0xC9D8EA), Moon: Hex(0xC5D5E8).Fade(0.55), Beam: Hex(0xBFD9FF).Fade(0.3),
		Robot: Hex(0xB9C3CF), Barrel: Hex(0x7F8DA0), ShotGlow: Hex(0xE69F00),
		SkyBlue: Hex(0x56B4E9), Orange: Hex(0xE69F00), BluishGreen: Hex(0x009E73),
		Vermillion: Hex(0xD55E00), ReddishPurple: Hex(0xCC79A7),
		Yellow: Hex(0xF0E442),
		Truth:  Hex(0xFFFFFF),
		inked:  0.35,
	}).mean(Hex(0x6C97F5))
}

// Light returns the theme on a light ground.
func Light() *Theme {
	return (&Theme{
		Ground: Hex(0xF3F5F8), Panel: Hex(0xFFFFFF), PanelEdge: Hex(0xDDE2E9), Grid: Hex(0xE3E7ED),
		Solid: Hex(0x7A8696), Text: Hex(0x1B2027), TextDim: Hex(0x4B5664),
		Accent: Hex(0x1F66B5), Chosen: Hex(0x1F66B5), OnChosen: Hex(0xFFFFFF),
		SkyTop: Hex(0xEAF2FA), SkyMiddle: Hex(0xE4EDF6), SkyHorizon: Hex(0xF6EFE2),
		HillFar: Hex(0xE0E9F2), HillNear: Hex(0xD8E3ED), Earth: Hex(0xAEBBC9), Column: Hex(0x9DABBB),
		SlabEdge: Hex(0x4B5664), Ink: Hex(0x1B2027), Bell: Hex(0xB79A4E), Moon: Hex(0xFFFFFF).Fade(0.9), Beam: Hex(0x4B5664).Fade(0.2),
		Robot: Hex(0x66717F), Barrel: Hex(0x4B5664), ShotGlow: Hex(0xD08A00),
		SkyBlue: Hex(0x2A86C0), Orange: Hex(0xA86F00), BluishGreen: Hex(0x00805C),
		Vermillion: Hex(0xC24E00), ReddishPurple: Hex(0xB0508A),
		Yellow: Hex(0x857A00),
		Truth:  Hex(0x000000),
		inked:  0.2,
	}).mean(Hex(0x3F63D6))
}

// mean says what the palette's colours stand for, and gives clocks and clients theirs: clients the palette's, and one that it does not
// have.
func (t *Theme) mean(client Color) *Theme {
	t.Shine, t.Pupil, t.Lamp, t.Shot = Hex(0xFFFFFF), Hex(0x0E1116), Hex(0x56B4E9), Hex(0xFFE08A)
	t.ServerTime, t.PredictedTime, t.Error, t.InSync = t.SkyBlue, t.Orange, t.Vermillion, t.BluishGreen
	t.ErrorText, t.InSyncText = t.Error.Mix(t.Truth, 0.35), t.InSync.Mix(t.Truth, 0.35)
	t.Dilation, t.Correction = t.Yellow, t.ReddishPurple
	t.DilationText, t.CorrectionText = t.Dilation.Mix(t.Truth, 0.35), t.Correction.Mix(t.Truth, 0.35)
	t.ServerText, t.PredictedText = t.ServerTime.Mix(t.Truth, 0.35), t.PredictedTime.Mix(t.Truth, 0.35)
	for i, c := range clocks {
		if t.clocks[i] = Hex(c.dark); t.Truth == Hex(0) {
			t.clocks[i] = Hex(c.light)
		}
	}
	// The colours that stand for time come last, each with a shape that nothing else has in that colour: what goes down is
	// a blue triangle that points down, and what goes up an orange one that points up.
	t.clients = [numShapes]Color{t.ReddishPurple, t.Yellow, client, t.BluishGreen, t.Orange, t.SkyBlue}
	return t
}

// Meaningful returns the opaque colours by which a mark or a word says what it is about, each once: time, errors, the truth,
// machines and clocks. A picture of few colours must have them as they are, however small the marks.
func (t *Theme) Meaningful() []Color {
	all := append([]Color{t.ServerTime, t.PredictedTime, t.Error, t.InSync, t.Truth, t.Text, t.TextDim,
		t.ErrorText, t.InSyncText, t.ServerText, t.PredictedText, t.Shot, t.Bell}, t.clients[:]...)
	all = append(all, t.clocks[:]...)
	var each []Color
	for _, c := range all {
		if !slices.Contains(each, c) {
			each = append(each, c)
		}
	}
	return each
}

// Machine returns the marker of a machine's player: a plus for the host, 0; clients, from 1, have six shapes and six colours,
// which come again from the seventh on: its number tells it then.
func (t *Theme) Machine(n int) MarkerStyle {
	if n == 0 {
		return MarkerStyle{Shape: Plus, Color: t.Text}
	}
	i := n - 1
	return MarkerStyle{Shape: Shape(i % int(numShapes)), Color: t.clients[i%len(t.clients)]}
}

// clocks are the lines of the registry's clocks by their names, in its order: the dash says the group, the colour which of it. They
// stay apart for who sees no red or no green, and from what is wrong and what is chosen. Nobody knows sixteen colours by heart: so no
// line is drawn without its name nearby.
var clocks = [...]struct {
	name        string
	dash        Dash
	dark, light uint32
}{
	{"unreal", Unbroken, 0xBC728F, 0x661359},
	{"rtt2", Unbroken, 0xC1B508, 0x8E8E73},
	{"rtt2-world", Unbroken, 0xF4F53C, 0x829416},
	{"slot", Unbroken, 0xB4FBF9, 0x2998AE},
	{"simpson", Unbroken, 0x4F8D11, 0x66740A},
	{"timesync", Unbroken, 0xC175FC, 0xB242FA},
	{"unity", Unbroken, 0xED9AC1, 0x92318D},
	{"mirror", Unbroken, 0x45D8FC, 0x67787A},
	{"sntp", Unbroken, 0xB834C5, 0x7611BC},
	{"netfox", engineDash, 0x96A136, 0x466300},
	{"lightyear", engineDash, 0x538162, 0x22471E},
	{"fishnet", engineDash, 0xBE91CE, 0x9858C5},
	{"entities", engineDash, 0x7B54F7, 0x4E1586},
	{"ddnet", engineDash, 0xEAD166, 0x7E8248},
	{"quake3", engineDash, 0xF2B8CA, 0x833157},
	{"midline", Dash{14, 3, 2, 3}, 0x75FEB3, 0x29774E},
}

var engineDash = Dash{7, 3.5, 7, 3.5}

// firstGuest is the place of the colour that the first guest gets: who brings a clock mostly measures it against the published ones.
const firstGuest = 9

// Clock returns the line of a clock of the registry, by its name: dotted for a variant of it. A name that is not there is the guest's of
// that number, from 0 on, whose line is dotted too.
func (t *Theme) Clock(name string, variant bool, guest int) LineStyle {
	for i := range clocks {
		if clocks[i].name == name && !variant {
			return LineStyle{t.clocks[i], clocks[i].dash}
		}
		if clocks[i].name == name {
			return LineStyle{t.clocks[i], Dots}
		}
	}
	return LineStyle{t.clocks[(firstGuest+guest)%len(clocks)], Dots}
}

// ClockInk returns the colour of text in the colour of a clock's line: letters are thin, so it is nearer to the truth's, as [Theme.ErrorText] is.
func (t *Theme) ClockInk(line Color) Color { return line.Mix(t.Truth, t.inked) }
