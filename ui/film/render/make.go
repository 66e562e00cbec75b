// Package render draws the frames of a film: it makes the picture, steps through virtual time frame by frame in a game loop,
// without a window, hands each frame to an encoder, and writes the files beside the film.
package render

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/internal/files"
	"driftlab/internal/texts"
	"driftlab/internal/xvfb"
	"driftlab/ui/config"
	"driftlab/ui/film"
	"driftlab/ui/film/encode"
	"driftlab/ui/panel"
)

// A Cancelled is what [Make] returns when a person has cancelled the film.
type Cancelled struct{ What string }

// Error says what was cancelled.
func (c Cancelled) Error() string { return c.What }

// Make renders a film and returns when it is finished, or cancelled because the context has ended. It writes what it has made to
// out, and its progress to progress, nil for nowhere.
func Make(ctx context.Context, opt config.Film, out, progress io.Writer) (err error) {
	if opt.Watched {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		go func() {
			io.Copy(io.Discard, os.Stdin)
			cancel()
		}()
	}
	return MakeBy(ctx, opt, out, progress, (*Job).run)
}

// MakeBy makes a film, which run renders in a game loop.
func MakeBy(ctx context.Context, opt config.Film, out, progress io.Writer, run func(*Job)) (err error) {
	lines := NewProgressLines(opt.Progress, progress)
	defer func() { lines.failed(err) }()
	spec := encode.Spec{Path: opt.Out, Width: opt.Width, Height: opt.Height, FPS: opt.FPS, Encoder: opt.Encoder, FS: opt.Files,
		Frames: film.Frames(opt.Whole(), opt.FPS)}
	_, spec.Most = opt.Limit()
	release, err := spec.Claim()
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	defer release()
	// The screen is small, since frames are drawn into images of their own size.
	open := xvfb.OpenAside
	if opt.Show || opt.Progress == film.ProgressJSON { // another program's film uses the display of that program
		open = xvfb.Open
	}
	closeDisplay, err := open(640, 480)
	if err != nil {
		return err
	}
	defer closeDisplay()
	picture, err := newFilmPicture(opt)
	if err != nil {
		return err
	}
	defer func() { picture.Session.Close() }()
	job := &Job{picture: picture, opt: opt, ctx: ctx, out: out, slice: filmSlice, frames: spec.Frames}
	job.progress = filmProgress{frames: job.frames, lines: lines}
	sink, hashes, err := job.open(spec)
	if err != nil {
		return job.unbegun(err)
	}
	job.sink = sink
	defer hashes.Abandon() // after Commit it does nothing
	xvfb.OnLost(func() { job.lost(hashes) })
	lines.Report(Report{Event: EventBegin, Frames: job.frames, Encoder: sink.Encoder()})
	many := "frames"
	if job.frames == 1 {
		many = "frame"
	}
	fmt.Fprintf(out, "%s: %d %s, %s at %d a second, %d×%d: %s\n", opt.Out, job.frames, many, exactSeconds(opt.Whole()), opt.FPS, opt.Width, opt.Height, sink.Encoder())
	run(job)
	if err := job.end(); err != nil {
		return err
	}
	if err := hashes.Commit(); err != nil {
		return err
	}
	job.report(out)
	return nil
}

// open measures the session and opens the output files.
func (j *Job) open(spec encode.Spec) (sink *encode.Film, hashes *files.Set, err error) {
	defer j.progress.lines.rewrite("")
	j.progress.lines.rewrite("measuring the session") // an hour takes a while
	if err := j.prepare(); err != nil {
		return nil, nil, err
	}
	hashes = files.NewSet(j.disk())
	if j.opt.Hashes != "" {
		if spec.Hashes, err = hashes.Create(j.opt.Hashes, encode.IsHashes); err != nil {
			return nil, nil, err
		}
	}
	j.progress.lines.rewrite("trying the encoders")
	theme := j.picture.Theme
	for _, c := range theme.Meaningful() {
		spec.Kept = append(spec.Kept, c)
	}
	for _, c := range theme.Meaningful() { // the smoothed edges of thin lines, which would otherwise look as bright as the lines
		spec.Kept = append(spec.Kept, c.Mix(theme.Ground, 0.5))
	}
	if j.opt.Sound {
		spec.Sound = j.sound
	}
	spec.Waiting = j.progress.lines.wait
	if sink, err = encode.Create(spec); err != nil {
		hashes.Abandon()
	}
	return sink, hashes, err
}

// run renders the film in the game loop until it is finished, cancelled or failed.
func (j *Job) run() {
	stopped := context.AfterFunc(j.ctx, j.abort) // also while it waits for the encoder
	defer stopped()
	ebiten.SetWindowTitle("driftlab: " + filepath.Base(j.opt.Out))
	if j.opt.Show {
		ebiten.SetWindowSize(filmWindowWidth, filmWindowHeight)
	} else {
		ebiten.SetWindowVisible(false) // a window manager gives the keyboard to each window that appears
	}
	ebiten.SetWindowClosingHandled(true)
	ebiten.SetVsyncEnabled(false)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	ebiten.SetRunnableOnUnfocused(true)
	err := ebiten.RunGameWithOptions(j, &ebiten.RunGameOptions{InitUnfocused: true, SkipTaskbar: !j.opt.Show})
	if err != nil && j.started.IsZero() {
		err = xvfb.NoWindow(err)
	}
	if j.err == nil {
		j.err = err
	}
	j.progress.lines.rewrite("")
}

// end completes the film, or abandons it and says what is left of it.
func (j *Job) end() error {
	if j.err == nil && j.ctx.Err() == nil && !j.closed {
		if err := j.sink.CloseWith(j.place); err != nil {
			return fmt.Errorf("%w%s", err, j.safe())
		}
		if err := j.clearParts(); err != nil {
			return fmt.Errorf("the film is whole, but %w", err)
		}
		return nil
	}
	if j.ctx.Err() != nil {
		return j.broken(nil)
	}
	return j.broken(j.err)
}

// broken abandons the film for a reason, nil if a person cancelled it, and says what is left of it.
func (j *Job) broken(why error) error {
	j.abort()
	frames := j.sink.Encoded()
	if frames == 0 && j.kept != "" && os.Remove(j.kept) == nil { // it is empty
		j.kept = ""
	}
	left := "no frame of it is left"
	switch {
	case j.kept != "":
		left = "the finished part is in " + j.kept
	case why == nil:
		left = j.nothing()
	}
	left += j.safe()
	if errors.Is(j.keptErr, os.ErrNotExist) {
		j.keptErr = nil
	}
	switch {
	case why != nil:
		return fmt.Errorf("the film was broken off after %d of %d frames: %w; %s", frames, j.frames, errors.Join(why, j.keptErr), left)
	case j.keptErr != nil:
		return fmt.Errorf("the film was cancelled after %d of %d frames: %w; %s", frames, j.frames, j.keptErr, left)
	}
	return Cancelled{fmt.Sprintf("the film was cancelled after %d of %d frames; %s", frames, j.frames, left)}
}

// lost ends the program when its X server is gone: Xlib doesn't let a program continue.
func (j *Job) lost(hashes *files.Set) {
	err := j.broken(errors.New("the X server on which it was drawn has ended"))
	hashes.Abandon()
	j.progress.lines.rewrite("")
	j.progress.lines.failed(err)
	fmt.Fprintf(os.Stderr, "%s%s\n", OwnLine, texts.Line(err.Error()))
	os.Exit(1)
}

// nothing removes the files beside a cancelled film without a frame, and says so.
func (j *Job) nothing() string {
	if err := j.clearParts(); err != nil {
		return fmt.Sprintf("no frame of it is left, but %v", err)
	}
	j.sessions = nil
	return "nothing is left of it"
}

// unbegun says that there is no film because the files beside it could not be made, and where the session is.
func (j *Job) unbegun(err error) error {
	var cancelled Cancelled
	if errors.As(err, &cancelled) {
		return Cancelled{cancelled.What + "; " + j.nothing() + j.safe()}
	}
	if len(j.sessions) == 0 {
		return err
	}
	return fmt.Errorf("the film was not begun: %w%s", err, j.safe())
}

// safe says where the session is while there is no film, "" if it was not written.
func (j *Job) safe() string {
	if len(j.sessions) == 0 {
		return ""
	}
	return "; its session is in " + strings.Join(j.sessions, " and ")
}

// abort stops the sink, once.
func (j *Job) abort() {
	j.once.Do(func() { j.kept, j.keptErr = j.sink.Abort() })
}

// report prints what was made, and which stage took how long.
func (j *Job) report(out io.Writer) {
	if j.opt.Sidecars {
		var beside []string
		for _, made := range j.made {
			beside = append(beside, filepath.Base(made.path))
		}
		fmt.Fprintf(out, "beside it: %s\n", strings.Join(beside, ", "))
	}
	j.reportSize(out)
	took := time.Since(j.started)
	rest := took
	var shares []string
	for i, name := range [stageCount]string{"simulate", "draw", "read back", "wait for the encoder"} {
		rest -= j.times[i]
		shares = append(shares, fmt.Sprintf("%s %.0f %%", name, 100*j.times[i].Seconds()/took.Seconds()))
	}
	shares = append(shares, fmt.Sprintf("window and the rest %.0f %%", 100*rest.Seconds()/took.Seconds()))
	fmt.Fprintf(out, "rendered in %.1f s, %.1f frames a second: %s\n", took.Seconds(), float64(j.frames)/took.Seconds(), strings.Join(shares, ", "))
}

// reportSize prints the film's size, and what the place that it is for accepts. It doesn't count PNG pictures.
func (j *Job) reportSize(out io.Writer) {
	info, err := j.disk().Stat(j.opt.Out)
	if err != nil {
		return
	}
	fmt.Fprintf(out, "%s: %.2f MB, %s", j.opt.Out, float64(info.Size())/film.Megabyte, exactSeconds(j.opt.Whole()))
	longest, most := j.opt.Limit()
	var takes []string
	if most > 0 {
		takes = append(takes, fmt.Sprintf("%d MB", most/film.Megabyte))
	}
	if longest > 0 {
		takes = append(takes, fmt.Sprintf("%.0f s", longest.Seconds()))
	}
	switch {
	case most > 0 && info.Size() > most:
		fmt.Fprintf(out, ": more than the %d MB that %s takes; a shorter -duration or a smaller -size makes it fit", most/film.Megabyte, j.opt.For)
	case len(takes) > 0:
		fmt.Fprintf(out, "; %s takes %s", j.opt.For, strings.Join(takes, " and "))
	}
	fmt.Fprintln(out)
}

// OwnLine starts the line that says why the program ends.
const OwnLine = "driftlab: "

// exactSeconds writes a time with three decimals, or with as many as it has.
func exactSeconds(d time.Duration) string {
	if d%time.Millisecond == 0 {
		return panel.InSeconds(d) + " s"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
}
