package cli

import (
	"flag"
	"fmt"
	"io"

	"driftlab/capture"
	"driftlab/netsim"
	"driftlab/session"
)

// outputFlags say which files a run writes.
type outputFlags struct{ dir, pcapng, perfetto string }

func (o *outputFlags) add(set *flag.FlagSet) {
	set.StringVar(&o.dir, "o", "", "folder for summary.json, clock.csv, packets.csv and session.toml (`DIR` is made)")
	set.StringVar(&o.pcapng, "pcapng", "", "`FILE` of all datagrams, for Wireshark and tshark")
	set.StringVar(&o.perfetto, "perfetto", "", "`FILE` of ticks, datagrams and clock errors, for ui.perfetto.dev")
}

// A runFile is filled while a run goes on and takes its place when the run is over.
type runFile struct {
	session.Recorder
	finish  func(*session.Session) error
	abandon func() // after finish it does nothing
	line    string // what the user is told at the end
}

type runFiles []runFile

// open begins the files of a run, which is read from inputs. What cannot be written is told before the run
// starts.
func (o *outputFlags) open(sc *session.Scenario, inputs ...string) (files runFiles, err error) {
	if err := o.collision(sc, inputs); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			files.abandon()
		}
	}()
	if o.dir != "" {
		out, err := session.NewOutput(o.dir)
		if err != nil {
			return files, Usage{err}
		}
		files = append(files, runFile{out, out.Finish, out.Abandon, fmt.Sprintf("%s, %s, %s and %s are in %s",
			session.SummaryFile, session.ClockFile, session.PacketsFile, session.LogFile, o.dir)})
	}
	for _, trace := range []struct {
		flag, path, program string
		begin               func(io.Writer) (traceFormat, error)
	}{
		{"pcapng", o.pcapng, "Wireshark or tshark", func(w io.Writer) (traceFormat, error) { return capture.NewPcapng(w, sc) }},
		{"perfetto", o.perfetto, "ui.perfetto.dev", func(w io.Writer) (traceFormat, error) { return capture.NewPerfetto(w, sc) }},
	} {
		if trace.path == "" {
			continue
		}
		f, err := openTrace(trace.path, trace.begin)
		if err != nil {
			return files, usagef("-%s: %q cannot be written: %w", trace.flag, trace.path, err)
		}
		f.line = fmt.Sprintf("%s is for %s", trace.path, trace.program)
		files = append(files, f)
	}
	return files, nil
}

// A traceFormat is a recorder that writes into one file.
type traceFormat interface {
	session.Recorder
	Finish(end netsim.Time) error
}

func openTrace(path string, begin func(io.Writer) (traceFormat, error)) (runFile, error) {
	if err := session.TryFile(path); err != nil {
		return runFile{}, err
	}
	file, err := session.NewFile(path)
	if err != nil {
		return runFile{}, err
	}
	trace, err := begin(file)
	if err != nil {
		file.Abandon()
		return runFile{}, err
	}
	finish := func(s *session.Session) error {
		if err := trace.Finish(s.Now()); err != nil {
			return err
		}
		return file.Finish()
	}
	return runFile{Recorder: trace, finish: finish, abandon: file.Abandon}, nil
}

// recorder returns what the session tells all of it to; nil if there are no files.
func (r runFiles) recorder() session.Recorder {
	if len(r) == 0 {
		return nil
	}
	var all session.Recorders
	for _, f := range r {
		all = append(all, f.Recorder)
	}
	return all
}

func (r runFiles) finish(s *session.Session) error {
	for _, f := range r {
		if err := f.finish(s); err != nil {
			return err
		}
	}
	return nil
}

func (r runFiles) abandon() {
	for _, f := range r {
		f.abandon()
	}
}

// print says where the files are.
func (r runFiles) print(w io.Writer) {
	if len(r) > 0 {
		fmt.Fprintln(w)
	}
	for _, f := range r {
		fmt.Fprintln(w, f.line)
	}
}
