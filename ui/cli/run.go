package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsync/guest"
)

// Run is the command without a window: the same experiment, as fast as the machine can.
func Run(args []string, env Env) error {
	f := NewFlags("run")
	var output outputFlags
	f.set.StringVar(&output.dir, "o", "", "folder for summary.json, clock.csv, packets.csv and session.toml (`DIR` is made)")
	f.set.StringVar(&output.pcapng, "pcapng", "", "write all datagrams into `FILE`, for Wireshark and tshark")
	addDissector(f.set, &output.dissector)
	output.force = addForce(f.set)
	f.addGuests()
	var why string
	f.whyFlag(&why, "run")
	if err := f.Parse(args, env, "driftlab run: the experiment without a window"); err != nil {
		return err
	}
	if l, err := f.symptom(why, "o", "pcapng"); l != nil {
		return f.runSymptom(l, env)
	} else if err != nil {
		return err
	}
	sc, err := f.Scenario()
	if err != nil {
		return err
	}
	carrier, err := f.NewCarrier()
	if err != nil {
		return err
	}
	files, err := output.begin(env, sc)
	defer files.set.Abandon() // after commit it does nothing
	if err != nil {
		carrier.Close()
		return err
	}
	err = run(sc, session.Options{Carrier: carrier, Recorder: files.recorder(), Unwatched: true}, env, files)
	if err == nil || errors.As(err, &Interrupted{}) && files.done {
		if len(files.lines) > 0 {
			fmt.Fprintln(env.Out)
		}
		for _, line := range files.lines {
			fmt.Fprintln(env.Out, line)
		}
	}
	return err
}

// run plays a scenario to its end and completes its files.
func run(sc *scenario.Scenario, opt session.Options, env Env, files *runFiles) error {
	if err := env.stopped(0, sc.Duration); err != nil {
		return err
	}
	opt.Stop = env.asked
	s, err := session.New(sc, opt)
	if errors.Is(err, session.ErrStopped) {
		return env.stopped(0, sc.Duration)
	}
	if err != nil {
		return err
	}
	defer s.Close()
	err = advance(s, sc.Duration, env, files.set.Err)
	stopped := errors.As(err, &Interrupted{})
	if stopped {
		if _, _, _ = s.Go(s.Now(), settleMost); s.Err() == nil && !s.Settled() {
			return err // within an instant the results are not complete
		}
		part := fmt.Sprintf("stopped at %v of %v", time.Duration(s.Now()).Round(time.Microsecond), sc.Duration)
		fmt.Fprintf(env.Out, "Driftlab was %s. The table and all files are of that part alone.\n\n", part)
		err = Interrupted{part}
	}
	if err != nil && !stopped {
		if fault := (*guest.Fault)(nil); errors.As(err, &fault) { // what was measured so far is kept
			printTable(env.Out, s)
		}
		return err
	}
	if err := files.commit(s); err != nil {
		return err
	}
	files.done = true
	if cut := s.Guests().Cut(); len(cut) > 0 {
		fmt.Fprintf(env.Warn, "driftlab: warning: %s: more replies than the %d MB that a log holds: it will play back only the first part\n", strings.Join(cut, ", "), guest.MaxTape>>20)
	}
	printTable(env.Out, s)
	if !s.Level().Empty() {
		printGame(env.Out, s)
	}
	if sc.Duration <= observe.Warmup {
		fmt.Fprintf(env.Out, "\nErrors and the game are measured after the first %v: a longer -duration shows them.\n", observe.Warmup)
	}
	return err
}

// settleMost limits how much may happen, as [session.Session.Go] counts it, before a stopped run is at the end of an instant.
const settleMost = 1 << 20

// advance runs to an instant of virtual time and prints the progress. It stops early if full returns an error.
func advance(s *session.Session, duration time.Duration, env Env, full func() error) error {
	defer env.clear()
	for left := duration; left > 0; left -= time.Second {
		err := s.Advance(min(left, time.Second))
		if err != nil {
			return cmp.Or(env.stopped(time.Duration(s.Now()), duration), err) // this also ends the programs of guests
		}
		done := duration - max(0, left-time.Second)
		if err := full(); err != nil {
			return err
		}
		if err := env.stopped(done, duration); err != nil && done < duration { // at its end a run is complete
			return err
		}
		if env.Progress != nil && done%(10*time.Second) == 0 {
			fmt.Fprintf(env.Progress, "\r%v of %v (%d %%) ", done, duration, done*100/duration)
		}
	}
	return nil
}

// printTable prints what was measured, and every algorithm's error on every client. The summary's file has what it leaves out.
func printTable(w io.Writer, s *session.Session) {
	fmt.Fprintf(w, "Each client has every clock below estimate the host's time; an error is the estimate less the true time, from %v on.\n"+
		"The client's game runs by the clock that drives; the others run beside it for comparison.\n"+
		"A good clock has a small RMS error and a small worst one; the bytes are what it sends for that, both ways.\n\n", observe.Warmup)
	clockTable(w, s, false)
}

// clockTable prints the errors of every algorithm on every client, or only of those that drive.
func clockTable(w io.Writer, s *session.Session, driving bool) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "client\talgorithm\tfirst sync s\tmean error ms\tRMS ms\tp99 ms\tworst ms\tbytes")
	for _, c := range s.Summary().Clients {
		for _, a := range c.Algorithms {
			name := a.Algorithm
			switch {
			case name == c.Driving:
				name += " (drives)"
			case driving:
				continue
			}
			fmt.Fprintf(t, "%d\t%s\t%s\t", c.Client, name, number("%.3f", a.FirstSyncS))
			if e := a.ErrorMS; e != nil {
				fmt.Fprintf(t, "%+.3f\t%.3f\t%.3f\t%.3f\t", e.Mean, e.RMS, e.P99, e.Worst)
			} else {
				fmt.Fprint(t, "–\t–\t–\t–\t")
			}
			fmt.Fprintf(t, "%d\n", a.BytesSent)
		}
	}
	t.Flush()
}

// printGame prints how the game went on every client.
func printGame(w io.Writer, s *session.Session) {
	fmt.Fprintf(w, "\nWhat each client's player notices of the game, from %v on. An input is late if the host has played its tick without it;\n"+
		"the times are how long a step, a jump or a shot takes to show on the player's own screen and on another client's (medians).\n\n", observe.Warmup)
	gameTable(w, s)
}

// gameTable prints the game's figures, a row a client.
func gameTable(w io.Writer, s *session.Session) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "client\tinputs late %\tframes without snapshot %\tcorrections/worst m\thits refused/unseen\tkey to own ms\tkey to other ms\tframes with 0/1/2/more ticks %")
	for client := 1; client <= s.Clients(); client++ {
		figures := s.GameFigures(client)
		fmt.Fprint(t, client)
		for f := range session.MainGameFigures {
			switch f {
			case session.CorrectionWorst, session.HitsUnseen, session.FramesWithOneTick, session.FramesWithTwoTicks, session.FramesWithMoreTicks:
				fmt.Fprint(t, "/", figures.Text(f))
			default:
				fmt.Fprint(t, "\t", figures.Text(f))
			}
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

func number(format string, v *float64) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf(format, *v)
}

// Terminal returns f if it is a terminal, else nil, so that only people get the progress.
func Terminal(f *os.File) io.Writer {
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return f
}
