package render

import (
	"fmt"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/testkit"
	"driftlab/ui/config"
	"driftlab/ui/truthtest"
)

// A toldFilm is a film whose frames are compared with the log.
type toldFilm struct {
	name, beside string
	presets      [2]string // the links' preset, "" for the scenario's own
	set          []string  // both worlds' settings, name and value in turn
	language     string
	from         time.Duration
	length       time.Duration
}

var toldFilms = []toldFilm{
	{name: "first", beside: "first", presets: [2]string{"wired-lan", "3g"}, length: 8 * time.Second},
	{name: "first", length: 4 * time.Second},
	{name: "first", language: "de", from: 4500 * time.Millisecond, length: 4 * time.Second},
	{name: "arenas/yard", set: []string{"host.dilation", "0.5", "link.up.delay", "120ms", "link.down.delay", "40ms"}, from: 4 * time.Second, length: 4 * time.Second},
	{name: "arenas/duel", set: []string{"client.offset", "7h", "client.skew", "300ppm"}, from: 2 * time.Second, length: 4 * time.Second},
}

func TestEveryNumberOfAFilmIsTheLogs(t *testing.T) {
	for _, k := range testkit.Some(t, toldFilms, len(toldFilms)) {
		for _, seed := range testkit.Sample(t, 20, 1) {
			t.Run(fmt.Sprintf("%s %s %v seed %d", k.name, k.presets, k.set, seed), func(t *testing.T) { k.compare(t, uint64(seed)) })
		}
	}
}

func (k *toldFilm) compare(t *testing.T, seed uint64) {
	const fps = 15
	opt := filmOf(t, k.name, k.beside, func(o *config.Film) {
		o.Width, o.Height, o.FPS, o.From, o.Length, o.EndLength, o.Watch, o.Numbers, o.TitleLength = 1280, 720, fps, k.from, k.length, time.Second/fps, true, true, 0
		o.Names = [2]string{"Wired LAN", "Mobile 3G"}
		for i, sc := range []*scenario.Scenario{o.Beside, o.Scenario} {
			if sc == nil {
				continue
			}
			sc.Seed = seed
			set := k.set
			if k.presets[i] != "" {
				set = append(set, "link.preset", k.presets[i])
			}
			for n := 0; n < len(set); n += 2 {
				s, err := scenario.ParseAssignment(set[n], set[n+1])
				check(t, err)
				sc.Pin(s)
			}
		}
		if err := o.Config.Override(func(s *config.Settings) { s.Language = k.language }); k.language != "" && err != nil {
			t.Fatal(err)
		}
	})
	j := begun(t, opt, &testSink{size: 4})
	for i := range j.images { // only the texts matter
		j.images[i] = NewFrameImage(1, 1)
		t.Cleanup(j.images[i].Deallocate)
	}
	f, past := j.picture, truthtest.Past{Names: opt.Names}
	f.Canvas.Listen()
	f.big.Listen()
	for j.drawn < j.frames {
		check(t, j.step())
		if !f.over {
			past.Note(&f.Picture)
		}
		if !f.over && j.drawn%5 != 3 {
			continue
		}
		texts := f.Canvas.Texts()
		if f.over {
			texts = f.big.Texts()
		}
		faults := truthtest.Faults(&f.Picture, &past, texts, f.places())
		if f.over {
			faults = append(faults, past.Without(texts)...)
		}
		for _, fault := range faults[:min(len(faults), 6)] {
			t.Errorf("%v: %s", time.Duration(f.Session.Now()), fault)
		}
	}
}

// places are the parts of a film's frame.
func (f *filmPicture) places() []truthtest.Place {
	if f.over {
		return []truthtest.Place{{Kind: "end", At: f.verdictCard(f.big.Fonts()).room, Side: 1}}
	}
	all := []truthtest.Place{{Kind: "top", At: f.parts.top, Side: 1}}
	return append(all, truthtest.WatchPlaces(&f.Picture)...)
}
