package filmpanel

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/film"
	"driftlab/ui/film/encode"
	"driftlab/ui/film/render"
	"driftlab/ui/naming"
	"driftlab/ui/words"
)

// inPage says that the window is in a page, where there are no other processes and no folders that a person sees.
const inPage = true

// filmFormats are the formats to choose from, by their files' endings: those that are a single file. If the browser can't make an
// MP4, it makes a WebM.
var filmFormats = []string{"mp4", "gif"}

// filmShare is how much of each update of the window goes into a film.
const filmShare = 20 * time.Millisecond

// starter returns what makes films of the window: with no other process, they are rendered between its frames.
func (r *Room) starter() Starter {
	return func(_ []string, o film.Options, sessions []string) (*Child, error) {
		asked, err := r.asked(o, sessions)
		if err != nil {
			return nil, err
		}
		ctx, stop := context.WithCancel(context.Background())
		reports, tell := io.Pipe()
		ended := make(chan error, 1)
		lang := r.picture.Words
		go func() {
			err := r.makeHere(ctx, asked, lang, tell)
			tell.Close()
			ended <- err
		}()
		return &Child{Reports: reports, Stop: stop, Wait: func() error { return <-ended }}, nil
	}
}

// asked returns the film that another process would make, read from the same files.
func (r *Room) asked(o film.Options, sessions []string) (asked config.Film, err error) {
	o.Sidecars = false // each would be a download
	if o.Watch {
		o.Tab = "" // which only the Lab has
	}
	asked = config.Film{Options: o, Config: config.Open(files.Disk{}, ""), NewCarrier: func() (netsim.Carrier, error) { return netsim.NewDirect(), nil }}
	for _, path := range sessions {
		asked.Beside = asked.Scenario
		if asked.Scenario, err = scenario.Open(path, scenario.FilesFolder()); err != nil {
			return asked, err
		}
	}
	if o.Captions != "" {
		if asked.Cues, err = film.ReadSRT(o.Captions); err != nil {
			return asked, err
		}
	}
	look := r.opt.Config.Settings()
	return asked, asked.Config.Override(func(s *config.Settings) { s.Theme, s.Language, s.Scale = look.Theme, look.Language, filmPercent })
}

// makeHere makes a film and offers it as a download.
func (r *Room) makeHere(ctx context.Context, opt config.Film, lang *words.Language, tell io.Writer) error {
	works := map[string]bool{}
	for _, e := range encode.Encoders(nil) {
		works[e.Format] = works[e.Format] || e.Err == nil
	}
	if stem, is := strings.CutSuffix(opt.Out, ".mp4"); is && !works[".mp4"] && works[".webm"] {
		opt.Out = stem + ".webm"
		render.NewProgressLines(film.ProgressJSON, tell).Report(render.Report{Event: render.EventWarning, Text: lang.T("recording.no-mp4")})
	}
	err := render.MakeBy(ctx, opt, io.Discard, tell, func(j *render.Job) {
		j.InTurns(filmShare, func(do func()) { r.window.Later(do) })
	})
	made := []string{opt.Out, encode.SoundName(opt.Out)}
	for _, path := range append(made, encode.PartName(opt.Out)) {
		if !naming.Exists(path) {
			continue
		}
		if err == nil {
			here := path
			path = filepath.Join(naming.Folder(r.opt.Log), filepath.Base(here))
			err = os.Rename(here, path)
		}
		err = cmp.Or(err, os.Remove(path)) // it has been downloaded, or is of no use: the disk is in memory
	}
	return err
}
