package render

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/testkit"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

var leftOver = regexp.MustCompile(`(?i)\b[0-9]+ (more|others|weitere)\b`)

// saidInFrame returns all texts of a film's latest frame, with its title card or end picture.
func (f *filmPicture) saidInFrame() (all []string, card []draw.Text) {
	c, big := draw.NewCanvas(f.Canvas.Fonts(), f.Theme, f.Words), draw.NewCanvas(f.big.Fonts(), f.Theme, f.Words)
	c.Listen()
	big.Listen()
	f.filmTop(c, f.parts.top)
	f.filmWatch(c)
	f.filmCaption(c, f.parts.caption)
	f.titleCard(big)
	f.endCard(big)
	for _, of := range []*draw.Canvas{c, big} {
		for _, text := range of.Texts() {
			all = append(all, text.Said)
		}
	}
	return all, big.Texts()
}

// driftlab record -a wired-lan -b 3g, and -portrait: names, differences and verdict are complete, from the title card to the end
// picture.
func TestAFilmOfTwoPresetsSaysAllWholeFromItsTitleToItsVerdict(t *testing.T) {
	lan, home := [2]string{"wired-lan", "3g"}, [2]string{"home-wifi", "4g"}
	for i, c := range []struct {
		w, h     int
		portrait bool
		presets  [2]string
	}{{1280, 720, false, lan}, {720, 1280, false, home}, {1080, 1920, true, lan}, {1920, 1080, false, home}, {640, 360, false, lan}} {
		for k, language := range config.Languages() {
			if !testkit.LongTests() && (i > 2 || k != i%2) {
				continue
			}
			for _, at := range []struct{ from, title, end time.Duration }{{0, time.Second, 0}, {5 * time.Second, 0, 0}, {10 * time.Second, 0, 100 * time.Millisecond}} {
				opt := filmOf(t, "first", "first", func(o *config.Film) {
					for i, sc := range []*scenario.Scenario{o.Beside, o.Scenario} {
						set, err := scenario.ParseAssignment("link.preset", c.presets[i])
						check(t, err)
						sc.Pin(set)
					}
					if o.Names = [2]string{"Wired LAN", "Mobile 3G"}; c.presets == home {
						o.Names = [2]string{"Home Wi-Fi", "Mobile 4G"}
					}
					o.Watch, o.Numbers, o.Portrait, o.Width, o.Height, o.FPS = true, true, c.portrait, c.w, c.h, 10
					o.From, o.TitleLength, o.Length, o.EndLength = at.from, at.title, 100*time.Millisecond, at.end
					check(t, o.Config.Override(func(s *config.Settings) { s.Language = language }))
				})
				f := render(t, opt, &testSink{size: 4 * c.w * c.h}).picture
				all, card := f.saidInFrame()
				_, under := f.cardRooms()
				for _, text := range card {
					if at := panel.NewRect(text.X0, text.Y0, text.X1-text.X0, text.Y1-text.Y0); !at.Within(under) {
						t.Errorf("%d×%d in %s: %q at %v is not in %v", c.w, c.h, language, text.Said, at, under)
					}
				}
				for _, text := range all {
					if strings.Contains(text, "…") || leftOver.MatchString(text) {
						t.Errorf("%d×%d in %s, at %v: it says %q", c.w, c.h, language, at.from, text)
					}
				}
				for _, name := range opt.Names {
					if text := strings.Join(all, "\n"); !strings.Contains(text, name) {
						t.Errorf("%d×%d in %s, at %v: %q is not in %q", c.w, c.h, language, at.from, name, text)
					}
				}
				if !f.NumbersShown() || f.parts.names[0] == (panel.Rect{}) {
					t.Errorf("%d×%d in %s, at %v: numbers %v, A's name at %v", c.w, c.h, language, at.from, f.NumbersShown(), f.parts.names[0])
				}
			}
		}
	}
}

// driftlab record -view lab: the differences stand over each world in whole items, and no figure of a lesson is hidden behind a
// "+2".
func TestAFilmOfTheLabCutsNothingOfWhatDiffers(t *testing.T) {
	for _, language := range config.Languages() {
		f := render(t, filmOf(t, "lesson-15/even", "lesson-15/uneven", func(o *config.Film) {
			o.Names = [2]string{"even", "uneven"}
			o.Width, o.Height, o.FPS, o.From, o.Length = 1280, 720, 10, 13*time.Second, 100*time.Millisecond
			check(t, o.Config.Override(func(s *config.Settings) { s.Language = language }))
		}), &testSink{size: 4 * 1280 * 720}).picture
		c := draw.NewCanvas(f.Canvas.Fonts(), f.Theme, f.Words)
		c.Listen()
		f.filmTop(c, f.parts.top)
		f.filmFigures(c, f.parts.figures)
		for i, r := range f.parts.names {
			f.nameSide(c, r, i)
		}
		all := c.Texts()
		if f.parts.figures.H == 0 || f.parts.names[1].W == 0 || len(all) < 8 {
			t.Errorf("in %s it says only %v", language, all)
		}
		for _, text := range all {
			if text := text.Said; strings.Contains(text, "…") || regexp.MustCompile(`^\+[0-9]+$`).MatchString(text) {
				t.Errorf("in %s it says %q", language, text)
			}
		}
	}
}
