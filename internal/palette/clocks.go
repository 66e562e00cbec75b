package palette

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
