package filming

import (
	"time"

	"driftlab/netsim"
	"driftlab/session"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// legendStays is how long a film tells what outlines and lines mean, after its title card.
const legendStays = 3 * time.Second

// A verdictLine is how one clock has fared in the film.
type verdictLine struct {
	name  string
	short string // what a sentence calls it
	rms   time.Duration
	known bool
}

// verdict returns the lines of the end picture: of A and B the clock of the client that the film is about, else each client's.
func (f *filmPicture) verdict() (lines []verdictLine) {
	if f.AB.On {
		for i, s := range []*session.Session{f.AB.A.Session, f.Session} {
			name, short := f.sideName(i)
			lines = append(lines, verdictOf(name, short, s, min(f.Deck.Chosen, s.Clients())))
		}
		return lines
	}
	for n := 1; n <= min(f.Session.Clients(), verdictClients); n++ {
		name := f.Words.F("film.verdict-client", n, panel.AlgorithmTitle(f.Words, f.Session.Facts(n).Driving))
		lines = append(lines, verdictOf(name, name, f.Session, n))
	}
	return lines
}

// verdictClients is how many clients the end picture has room for.
const verdictClients = 4

func verdictOf(name, short string, s *session.Session, client int) verdictLine {
	fact := s.Facts(client)
	row := s.Race(client, nil)[panel.PlaceOf(s.Algorithms(), fact.Driving)]
	return verdictLine{name, short, row.RMS, row.OK}
}

// sideName returns what A or B is called, and what a sentence calls it.
func (f *filmPicture) sideName(side int) (name, short string) {
	letter := f.Words.T([...]string{"ab.a", "ab.b"}[side])
	switch name = f.opt.Names[side]; {
	case f.opt.Names[0] == f.opt.Names[1] || name == "":
		return letter, letter
	case f.settingsName:
		return f.Words.F([...]string{"film.side-a", "film.side-b"}[side], name), letter
	}
	return name, name
}

// verdictText says who was nearer, and by how much.
func (f *filmPicture) verdictText(lines []verdictLine) string {
	best, next := -1, -1
	for i := range lines {
		switch {
		case !lines[i].known:
		case best < 0 || lines[i].rms < lines[best].rms:
			best, next = i, best
		case next < 0 || lines[i].rms < lines[next].rms:
			next = i
		}
	}
	if best < 0 || next < 0 {
		return ""
	}
	between := lines[next].rms - lines[best].rms
	if between < 100*time.Microsecond {
		return f.Words.T("film.verdict-even")
	}
	return f.Words.F("film.verdict-best", lines[best].short, f.milliseconds(between))
}

// milliseconds writes a time for people who read it once.
func (f *filmPicture) milliseconds(d time.Duration) string {
	decimals := 1
	if d >= 10*time.Millisecond {
		decimals = 0
	}
	return string(f.pen.Start(f.Words).Fixed(d.Seconds()*1000, decimals).Text(" ms").Buf)
}

// endCard lays the verdict over the film's last instant.
func (f *filmPicture) endCard(big *draw.Canvas) {
	if !f.over {
		return
	}
	room, lines := f.cardRoom(), f.verdict()
	big.Rect(room.X, room.Y, room.W, room.H, big.Theme.Ground.Fade(0.94))
	fonts, in := big.Fonts(), room.Inset(room.W*0.05)
	said := panel.Wrap(fonts, f.verdictText(lines), draw.Title, in.W)
	row, head := fonts.LineHeight(draw.Title)*1.3, fonts.LineHeight(draw.Small)*1.3
	y := room.Y + max((room.H-head-row*float32(len(lines)+len(said)))/2, 0)
	big.Text(room.X+room.W/2, y, f.Words.T("film.verdict"), draw.Small, big.Theme.TextDim, draw.Centre)
	y += head
	for _, l := range lines {
		value, col := f.Words.T("film.no-time-short"), big.Theme.TextDim
		if l.known {
			value, col = f.milliseconds(l.rms), panel.ErrorColor(big.Theme, l.rms)
		}
		class := draw.Title
		if fonts.Measure(l.name+"   "+value, class) > in.W {
			class = draw.Small
		}
		big.Text(in.X+in.W, y, value, class, col, draw.Right)
		big.Text(in.X, y, l.name, class, big.Theme.Text, draw.Left)
		y += row
	}
	for _, line := range said {
		big.Text(room.X+room.W/2, y, line, draw.Title, big.Theme.Text, draw.Centre)
		y += row
	}
}

// beginVerdict has clocks be measured from the film's begin on.
func (f *filmPicture) beginVerdict() {
	if !f.opt.Watch {
		return
	}
	all := []*session.Session{f.Session}
	if f.AB.On {
		all = append(all, f.AB.A.Session)
	}
	for _, s := range all {
		for n := 1; n <= s.Clients(); n++ {
			s.RestartRace(n)
		}
	}
}

// told says whether the legend has been there for long enough.
func (f *filmPicture) told(now netsim.Time) bool {
	return f.opt.Watch && now.Sub(f.start) >= f.opt.TitleLength+legendStays
}
