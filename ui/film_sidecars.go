package ui

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"time"

	"driftlab/film"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/record"
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

// A sidecar is a file beside the film. It has the name of a part until the film is whole, so that an older
// film keeps its own.
type sidecar struct {
	part  string // "" where the whole file is written at the end
	final string
	text  []byte // of the whole file; nil where it is the part's
}

// prepare writes the files beside the film that do not need its pictures, before the first frame: the
// session is safe whatever becomes of the film. It makes the film's captions too.
func (j *filmJob) prepare() error {
	j.sidecars = film.SidecarsOf(j.opt.Out, j.opt.Beside != nil)
	j.parts = film.SidecarsOf(record.PartName(j.opt.Out), j.opt.Beside != nil)
	scenarios := []*session.Scenario{j.opt.Scenario}
	if j.opt.Beside != nil {
		scenarios = []*session.Scenario{j.opt.Beside, j.opt.Scenario}
	}
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
	cues, err := j.cues()
	if err != nil {
		return err
	}
	j.captions = cues
	if !j.opt.Sidecars {
		return nil
	}
	if _, err := j.write(j.parts.Captions, film.SRT(cues), j.sidecars.Captions, film.SRT(cues)); err != nil {
		return err
	}
	for i, sc := range scenarios {
		if err := j.measure(i, sc); err != nil {
			return err
		}
	}
	return nil
}

// command returns the command that makes the film again from some of the files beside it.
func (j *filmJob) command(beside film.Sidecars) []string {
	p := j.opt.Config.Settings()
	return j.opt.Options.Command(beside, p.Theme, p.Language, p.Scale)
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
	part, final := j.parts.Clocks[world], j.sidecars.Clocks[world]
	set := files.NewSet(files.Disk{})
	defer set.Abandon() // after Commit it does nothing
	log, err := set.Create(part)
	if err != nil {
		return err
	}
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: session.NewClockLog(log)})
	if err != nil {
		return err
	}
	defer s.Close()
	for end := j.opt.From + j.opt.Length; time.Duration(s.Now()) < end; {
		if err := s.Advance(min(time.Second, end-time.Duration(s.Now()))); err != nil {
			return err
		}
		if j.ctx.Err() != nil {
			return FilmCancelled{"the film was cancelled before its first frame" + j.safe()}
		}
	}
	var w filmWorld
	for n := 1; n <= s.Clients(); n++ {
		f := s.Facts(n)
		w = append(w, filmClient{n, f.Driving, f.Error, f.Status.Synchronised, s.Race(n, nil)[clockIndex(f.Driving)]})
	}
	j.worlds = append(j.worlds, w)
	if err := set.Commit(); err != nil {
		return err
	}
	j.made = append(j.made, sidecar{part: part, final: final})
	return nil
}

// write writes a text beside the film, first as a part, and returns where it stands until the film is whole.
// Neither takes the place of a file that the film is made from.
func (j *filmJob) write(part, partText, final, text string) (string, error) {
	if film.SameFile(final, j.opt.Sources) {
		return final, nil
	}
	if film.SameFile(part, j.opt.Sources) {
		j.made = append(j.made, sidecar{final: final, text: []byte(text)})
		return part, nil
	}
	j.made = append(j.made, sidecar{part, final, []byte(text)})
	return part, files.Write(files.Disk{}, part, partText)
}

// place gives the files beside the film their names, once it has its own.
func (j *filmJob) place() error {
	for _, made := range j.made {
		var err error
		if made.text != nil {
			err = files.Write(files.Disk{}, made.final, string(made.text))
			if err == nil && made.part != "" {
				err = os.Remove(made.part)
			}
		} else {
			err = os.Rename(made.part, made.final)
		}
		if err != nil {
			return fmt.Errorf("the film is whole, but not what stands beside it: %w", err)
		}
	}
	return nil
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
	return j.writePicture(j.parts.Poster, j.sidecars.Poster, &image.RGBA{Pix: pix, Stride: 4 * j.opt.Width, Rect: image.Rect(0, 0, j.opt.Width, j.opt.Height)})
}

// writePicture writes a picture beside the film as PNG.
func (j *filmJob) writePicture(part, final string, img image.Image) error {
	set := files.NewSet(files.Disk{})
	f, err := set.Create(part)
	if err != nil {
		return err
	}
	png.Encode(f, img) // an error stays in the file
	if err = set.Commit(); err == nil {
		j.made = append(j.made, sidecar{part: part, final: final})
	}
	return err
}

// A hashFile gets a line for each frame, or is nil for none.
type hashFile struct {
	set  *files.Set
	file *files.Part
}

func openHashes(path string) (h hashFile, err error) {
	if path != "" {
		h.set = files.NewSet(files.Disk{})
		h.file, err = h.set.Create(path)
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
	return h.set.Commit()
}

// abandon removes what there is of the file; after finish it does nothing.
func (h hashFile) abandon() {
	if h.file != nil {
		h.set.Abandon()
	}
}
