package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/netsync/guest"
	"driftlab/ui/film"
	"driftlab/ui/film/encode"
)

// tryFiles says what could not be written, before hours pass.
func (r *filmAsked) tryFiles() error {
	spec := encode.Spec{Path: r.Out, Width: r.Width, Height: r.Height, FPS: r.FPS, Encoder: r.Encoder, FS: r.Files}
	if r.Sound {
		spec.Sound = func(io.Writer) error { return nil } // only that there will be sound matters here
	}
	if err := r.tellApart(spec); err != nil {
		return Usage{err}
	}
	if err := spec.Check(); err != nil {
		return usagef("-o: %w", err)
	}
	set := files.NewSet(r.Files, r.Sources...)
	if !strings.Contains(r.Out, "%") { // a picture's number
		if err := set.CanWrite(r.Out); err != nil { // spec has checked whose file it is
			return usagef("-o: %w", err)
		}
	}
	if r.Hashes != "" {
		if err := set.Try(r.Hashes, encode.IsHashes); err != nil {
			return usagef("-hashes: %w", err)
		}
	}
	if !r.Sidecars {
		return nil
	}
	beside, parts := film.SidecarsOf(r.Out, r.Beside != nil), film.SidecarsOf(encode.PartName(r.Out), r.Beside != nil)
	parts.Card = "" // it is made when the film is whole
	for _, cars := range []film.Sidecars{beside, parts} {
		if err := r.trySidecars(cars); err != nil {
			return usagef("-o: beside the film: %w (-sidecars off leaves it out)", err)
		}
	}
	return nil
}

// trySidecars says which of the files beside the film could not be written: only unchanged files of an earlier film are replaced,
// and never what the film is made from.
func (r *filmAsked) trySidecars(cars film.Sidecars) error {
	set := files.NewSet(r.Files, r.Sources...)
	defer set.Abandon()
	folder, err := set.Folder(filepath.Split(cars.Manifest))
	if err != nil {
		return err
	}
	for _, path := range cars.All() {
		if path == "" || film.SameFile(path, r.Sources) {
			continue
		}
		if err := folder.Try(filepath.Base(path)); err != nil {
			return err
		}
	}
	return nil
}

// tellApart says which of the files that are read or written are the same.
func (r *filmAsked) tellApart(spec encode.Spec) error {
	for _, source := range r.Sources {
		if source != "" && spec.Takes(source) {
			return errors.New("-o: the film would replace a file that it is made from")
		}
	}
	beside := film.SidecarsOf(r.Out, r.Beside != nil)
	parts := film.SidecarsOf(encode.PartName(r.Out), r.Beside != nil)
	if r.Sidecars {
		for _, cars := range []film.Sidecars{beside, parts} { // none may replace a file that the film is made from
			for _, path := range cars.All() {
				if !film.SameFile(path, r.Sources) || r.Captions != "" && path == cars.Captions && film.SameFile(path, []string{r.Captions}) {
					continue
				}
				if i := slices.Index(cars.Sessions, path); i < 0 || !r.isSession(path, i, cars) {
					return fmt.Errorf("-o: the film is made from %q, and would write other content to a file of that name: choose another name", path)
				}
			}
		}
		if err := r.keepOther(beside); err != nil {
			return err
		}
	}
	if r.Hashes == "" {
		return nil
	}
	if film.SameFile(r.Hashes, r.Sources) {
		return fmt.Errorf("-hashes: %q would replace a file that the film is made from", r.Hashes)
	}
	own := slices.Concat(beside.All(), parts.All(), []string{beside.Manifest, parts.Manifest})
	if spec.Takes(r.Hashes) || r.Sidecars && slices.ContainsFunc(own, func(path string) bool { return files.SamePath(r.Files, path, r.Hashes) }) {
		return fmt.Errorf("-hashes: %q is one of the film's own files: choose another name", r.Hashes)
	}
	return nil
}

// maxSession is how many bytes are read of a session's file beside a film.
const maxSession = 16 << 20

// keepOther refuses a film whose name differs from an existing one only in its ending: it would replace that film's session.
func (r *filmAsked) keepOther(beside film.Sidecars) error {
	text, err := files.Read(beside.Sessions[0], maxSession)
	if err != nil {
		return nil
	}
	command := film.SessionCommand(string(text))
	for _, ending := range []string{".mp4", ".webm", ".gif"} {
		other := strings.TrimSuffix(r.Out, filepath.Ext(r.Out)) + ending
		if _, err := os.Stat(other); err == nil && !files.SamePath(r.Files, other, r.Out) &&
			strings.HasSuffix(command, " "+film.Quote([]string{"-o", filepath.Base(other)})) {
			return fmt.Errorf("-o: %q belongs to the film %q: choose another name, or -sidecars off", beside.Sessions[0], other)
		}
	}
	return nil
}

// isSession reports whether a file that the film is made from is the very file to be written beside it. Only films' sessions
// contain the command that makes the film again.
func (r *filmAsked) isSession(path string, side int, beside film.Sidecars) bool {
	mine := r.Scenario
	if r.Beside != nil && side == 0 {
		mine = r.Beside
	}
	sc, err := scenario.Load(path)
	if err != nil || sc.Text() != mine.Text() {
		return false
	}
	text, err := files.Read(path, maxSession)
	if err != nil {
		return false
	}
	p := r.Config.Settings()
	command := film.SessionCommand(string(text))
	return command == "" || command == film.Quote(r.Command(beside, p.Theme, p.Language, p.Scale))
}

// listEncoders prints all encoders in the order in which they are tried. Like a help text it returns flag.ErrHelp.
func listEncoders(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, e := range encode.Encoders(nil) {
		what := e.Line
		if e.Err != nil {
			what = "not here: " + e.Err.Error()
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", e.Format, e.Name, what)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return flag.ErrHelp
}

// answered runs a film's guests through the whole film before it is made, and replaces the programs with their answers: a film
// needs copies of its session, and a program can't be copied.
func answered(sc *scenario.Scenario, env Env) error {
	if !slices.ContainsFunc(sc.Guests, func(g guest.Guest) bool { return g.Program != nil }) {
		return nil
	}
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Unwatched: true, Stop: env.asked})
	if err == nil {
		defer s.Close()
		err = s.Advance(sc.Duration + time.Second) // what is on its way at the end arrives
	}
	if errors.Is(err, session.ErrStopped) {
		return env.stopped(time.Duration(s.Now()), sc.Duration)
	}
	if err != nil {
		return err
	}
	if cut := s.Guests().Cut(); len(cut) > 0 {
		return usagef("-guest: %s answers more than %d MB up to the film's end: a shorter one, or fewer clients, have room", cut[0], guest.MaxTape>>20)
	}
	sc.Guests = s.Log().Guests
	return nil
}
