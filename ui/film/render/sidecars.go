package render

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/film"
	"driftlab/ui/film/encode"
	"driftlab/ui/panel"
)

// A filmWorld is what the summary card says about one session, by clients.
type filmWorld []filmClient

// A filmClient is one line of the card: how well the clock that drives the client did.
type filmClient struct {
	number int
	clock  string        // algorithm
	last   time.Duration // its error at the film's end
	known  bool          // it was synchronised then
	race   session.RaceRow
}

// A sidecar is a file that will stand beside the film: a text, or a file that has been written already under another name.
type sidecar struct {
	path string
	text []byte
	part string // that file; "" for a text
}

// prepare writes the files beside the film that don't need its pictures, before the first frame: whatever happens to the film,
// the session is safe. It makes the film's captions too.
func (j *Job) prepare() error {
	j.sidecars = film.SidecarsOf(j.opt.Out, j.opt.Beside != nil)
	j.parts = film.SidecarsOf(encode.PartName(j.opt.Out), j.opt.Beside != nil)
	scenarios := j.opt.Scenarios()
	if j.opt.Sidecars {
		var at []string
		for i, sc := range scenarios {
			path, err := j.write(j.parts.Sessions[i], film.SessionText(sc.Text(), j.command(j.parts)),
				j.sidecars.Sessions[i], film.SessionText(sc.Text(), j.command(j.sidecars)))
			if err != nil {
				return err
			}
			at = append(at, path)
		}
		j.sessions = at
	}
	if err := j.nameSides(); err != nil {
		return err
	}
	cues, err := j.cues()
	if err != nil {
		return err
	}
	j.captions, j.picture.Silent = cues, len(cues) == 0
	if !j.opt.Sidecars {
		return nil
	}
	if _, err := j.write(j.parts.Captions, film.SRT(cues), j.sidecars.Captions, film.SRT(cues)); err != nil {
		return err
	}
	for i, sc := range scenarios {
		part := j.parts.Clocks[i]
		if err := j.keep(part, func(w io.Writer) error { return j.measure(w, sc) }); err != nil {
			return err
		}
		j.made = append(j.made, sidecar{path: j.sidecars.Clocks[i], part: part})
	}
	return nil
}

// command returns the command that makes the film again from the files beside it.
func (j *Job) command(beside film.Sidecars) []string {
	p := j.opt.Config.Settings()
	return j.opt.Options.Command(beside, p.Theme, p.Language, p.Scale)
}

// cues returns the captions for the file beside the film. For two sessions the film shows these too; for one session it shows the
// session's own, which change with its figures.
func (j *Job) cues() ([]film.Cue, error) {
	if shown := j.picture.opt.Cues; shown != nil {
		return shown, nil
	}
	if j.opt.Beside != nil {
		cues, err := ComparedCues(j.picture.Words, j.opt.Beside, j.opt.Scenario, j.opt.From, j.opt.Length, j.opt.Watch)
		j.picture.opt.Cues = cues
		return cues, err
	}
	return ScenarioCues(j.picture.Words, j.opt.Scenario, j.opt.From, j.opt.Length, j.picture.Taught.Own, j.picture.Taught.Whole.Readings())
}

// measure runs a session without pictures, for clock.csv and the card.
func (j *Job) measure(clock io.Writer, sc *scenario.Scenario) error {
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: observe.NewClockLog(clock, sc.Algorithms()),
		Stop: func() bool { return j.ctx.Err() != nil }})
	if err == nil {
		defer s.Close()
		err = s.Advance(j.opt.From)
	}
	if err == nil {
		for n := 1; n <= s.Clients(); n++ { // the card is about the film alone
			s.RestartRace(n)
		}
		err = s.Advance(film.At(0, film.Frames(j.opt.Length, j.opt.FPS)-1, j.opt.FPS)) // to its last frame, which the end picture shows
	}
	var w filmWorld
	if err == nil {
		for n := 1; n <= s.Clients(); n++ {
			f := s.Facts(n)
			w = append(w, filmClient{n, f.Driving, f.Error, f.Status.Synchronised, s.Race(n, nil)[panel.PlaceOf(s.Algorithms(), f.Driving)]})
		}
		err = s.Advance(j.opt.From + j.opt.Length - time.Duration(s.Now()))
	}
	if errors.Is(err, session.ErrStopped) || err == nil && j.ctx.Err() != nil { // a short session may not have asked
		return Cancelled{"the film was cancelled before its first frame"}
	}
	if err != nil {
		return err
	}
	j.worlds = append(j.worlds, w)
	return nil
}

// disk returns where the film's files are.
func (j *Job) disk() files.FS {
	if j.opt.Files == nil {
		return files.Disk{}
	}
	return j.opt.Files
}

// keep writes a file that stays until the film is finished. The manifest beside it says that the program wrote it.
func (j *Job) keep(part string, write func(io.Writer) error) error {
	set := files.NewSet(j.disk(), j.opt.Sources...)
	defer set.Abandon() // after Commit it does nothing
	folder, err := set.Folder(filepath.Split(j.parts.Manifest))
	if err != nil {
		return err
	}
	f, err := folder.Create(filepath.Base(part))
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		return err
	}
	return set.Commit()
}

// write writes a text beside the film, first under a name of its own, and returns where it is until the film is finished. It
// doesn't replace a file that the film is made from.
func (j *Job) write(part, partText, final, text string) (string, error) {
	if film.SameFile(final, j.opt.Sources) {
		return final, nil
	}
	j.made = append(j.made, sidecar{path: final, text: []byte(text)})
	if film.SameFile(part, j.opt.Sources) {
		return part, nil
	}
	return part, j.keep(part, func(w io.Writer) error {
		_, err := io.WriteString(w, partText)
		return err
	})
}

// place gives the film and the files beside it their names: all or none.
func (j *Job) place(whole []encode.Whole) (err error) {
	set := files.NewSet(j.disk(), j.opt.Sources...)
	defer set.Abandon()
	var folder *files.Folder // nil if nothing stands beside the film
	if j.opt.Sidecars {
		folder, err = set.Folder(filepath.Split(j.sidecars.Manifest))
	}
	for _, made := range j.made {
		if err == nil {
			err = made.add(folder)
		}
	}
	if err != nil {
		return err
	}
	for _, w := range whole {
		if folder != nil && filepath.Dir(w.Part) == filepath.Dir(w.Path) {
			err = folder.Adopt(w.Part, filepath.Base(w.Path))
		} else { // a film alone, or pictures, which may be too many for a manifest
			err = set.Adopt(w.Part, w.Path)
		}
		if err != nil {
			return err
		}
	}
	return set.Replace()
}

// add puts the file into the folder.
func (s sidecar) add(folder *files.Folder) error {
	name := filepath.Base(s.path)
	if s.part != "" {
		return cmp.Or(folder.MayReplace(name), folder.Adopt(s.part, name))
	}
	f, err := folder.Create(name)
	if err == nil {
		f.Write(s.text) // the set remembers an error
	}
	return err
}

// clearParts removes the files that were kept until the film was finished.
func (j *Job) clearParts() error {
	if !j.opt.Sidecars {
		return nil
	}
	dir, manifest := filepath.Split(j.parts.Manifest)
	if err := files.Clear(j.disk(), dir, manifest, j.opt.Sources...); err != nil {
		return fmt.Errorf("what %q lists is not cleared away: %w", j.parts.Manifest, err)
	}
	return nil
}
