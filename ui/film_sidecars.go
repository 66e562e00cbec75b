package ui

import (
	"image"
	"image/png"
	"io"
	"strconv"
	"time"

	"driftlab/film"
	"driftlab/netsim"
	"driftlab/session"
)

// A filmWorld is what the summary card tells of a session of the film, by clients.
type filmWorld []filmClient

// A filmClient is one line of the card: how the clock that drives it has fared.
type filmClient struct {
	number int
	clock  string        // algorithm
	last   time.Duration // its error at the film's end
	known  bool          // it had the time then
	race   session.RaceRow
}

// prepare writes the files beside the film that do not need its pictures, before the first frame: the
// session is safe whatever becomes of the film. It makes the film's captions too.
func (j *filmJob) prepare() error {
	j.sidecars = film.SidecarsOf(j.opt.Out, j.opt.Beside != nil)
	scenarios := []*session.Scenario{j.opt.Scenario}
	if j.opt.Beside != nil {
		scenarios = []*session.Scenario{j.opt.Beside, j.opt.Scenario}
	}
	if j.opt.Sidecars {
		command := j.command()
		for i, sc := range scenarios {
			if err := j.write(j.sidecars.Sessions[i], film.SessionText(sc.Text(), command)); err != nil {
				return err
			}
		}
	}
	cues, err := j.cues()
	if err != nil {
		return err
	}
	j.captions = cues
	if !j.opt.Sidecars {
		return nil
	}
	if err := j.write(j.sidecars.Captions, film.SRT(cues)); err != nil {
		return err
	}
	for i, sc := range scenarios {
		if err := j.measure(i, sc); err != nil {
			return err
		}
	}
	return nil
}

// command returns the command that makes the film again from the sessions beside it.
func (j *filmJob) command() []string {
	command := []string{"driftlab", "record"}
	if j.opt.Beside == nil {
		command = append(command, "-replay", j.sidecars.Sessions[0])
	} else {
		command = append(command, "-a", j.sidecars.Sessions[0], "-b", j.sidecars.Sessions[1])
	}
	p := j.opt.Config.Settings()
	command = append(command, "-theme", p.Theme, "-language", p.Language, "-scale", strconv.Itoa(p.Scale)+"%")
	again := j.opt.Options
	again.Hashes, again.Progress = "", film.ProgressAuto
	return append(command, again.Args()...)
}

// cues returns the film's captions. Of two sessions they are shown in the film as they are; those of one
// session are its own, and change with its figures.
func (j *filmJob) cues() ([]film.Cue, error) {
	v, language := j.app.film, j.opt.Config.Settings().Language
	if v.cues != nil {
		return v.cues, nil
	}
	if j.opt.Beside != nil {
		cues, err := comparedCues(j.opt.Beside, j.opt.Scenario, j.opt.From, j.opt.Length, language)
		v.cues = cues
		return cues, err
	}
	return scenarioCues(j.opt.Scenario, j.opt.From, j.opt.Length, language, j.app.lessons.whole.readings())
}

// measure goes through a session without pictures, for clock.csv and the card.
func (j *filmJob) measure(world int, sc *session.Scenario) error {
	path := j.sidecars.Clocks[world]
	log, err := session.NewClockLog(path)
	if err != nil {
		return err
	}
	defer log.Abandon() // after Finish it does nothing
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: log})
	if err != nil {
		return err
	}
	defer s.Close()
	for end := j.opt.From + j.opt.Length; time.Duration(s.Now()) < end; {
		if err := s.Advance(min(time.Second, end-time.Duration(s.Now()))); err != nil {
			return err
		}
		if j.ctx.Err() != nil {
			return FilmCancelled{"the film was cancelled before its first frame; its session is safe"}
		}
	}
	var w filmWorld
	for n := 1; n <= s.Clients(); n++ {
		f := s.Facts(n)
		w = append(w, filmClient{n, f.Driving, f.Error, f.Status.Synchronised, s.Race(n, nil)[clockIndex(f.Driving)]})
	}
	j.worlds = append(j.worlds, w)
	if film.SameFile(path, j.opt.Sources) {
		return nil
	}
	err = log.Finish()
	if err == nil {
		j.written = append(j.written, path)
	}
	return err
}

// write writes a file beside the film, but in no place of a file that the film is made from.
func (j *filmJob) write(path, text string) error {
	if film.SameFile(path, j.opt.Sources) {
		return nil
	}
	err := session.WriteFile(path, text)
	if err == nil {
		j.written = append(j.written, path)
	}
	return err
}

// poster keeps the frame that stands for the film.
func (j *filmJob) poster(k int, pix []byte) error {
	at := j.opt.Poster
	if at < 0 {
		at = j.opt.Length / 2
	}
	if !j.opt.Sidecars || k != min(film.Frames(at, j.opt.FPS), j.frames-1) {
		return nil
	}
	return j.writePicture(j.sidecars.Poster, &image.RGBA{Pix: pix, Stride: 4 * j.opt.Width, Rect: image.Rect(0, 0, j.opt.Width, j.opt.Height)})
}

// writePicture writes a picture beside the film as PNG.
func (j *filmJob) writePicture(path string, img image.Image) error {
	if film.SameFile(path, j.opt.Sources) {
		return nil
	}
	f, err := session.NewFile(path)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		f.Abandon()
		return err
	}
	if err = f.Finish(); err == nil {
		j.written = append(j.written, path)
	}
	return err
}

// A hashFile gets a line for each frame, or is nil for none.
type hashFile struct{ file *session.File }

func openHashes(path string) (h hashFile, err error) {
	if path != "" {
		h.file, err = session.NewFile(path)
	}
	return h, err
}

// writer returns the file as the encoder takes it: nil for none.
func (h hashFile) writer() io.Writer {
	if h.file == nil {
		return nil
	}
	return h.file
}

func (h hashFile) finish() error {
	if h.file == nil {
		return nil
	}
	return h.file.Finish()
}

// abandon removes what there is of the file; after finish it does nothing.
func (h hashFile) abandon() {
	if h.file != nil {
		h.file.Abandon()
	}
}
