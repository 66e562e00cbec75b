package cli

import (
	"cmp"
	"flag"
	"fmt"
	"io"

	"driftlab/game/capture"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/netsync/registry"
)

// outputFlags say which files a run writes.
type outputFlags struct {
	dir, pcapng, dissector string
	force                  *bool
}

// runFiles are the files of a run. They are written during the run and get their names together at its end.
type runFiles struct {
	set    *files.Set
	all    observe.Recorders
	finish []func(*session.Session) error // writes what is only known at the end
	lines  []string                       // what is printed at the end
	done   bool                           // all have their names
}

// begin opens the files for a run of a scenario, so that a fault is found before the run starts.
func (o *outputFlags) begin(env Env, sc *scenario.Scenario) (*runFiles, error) {
	r := &runFiles{set: files.NewSet(env.forced(*o.force).Files, sc.Files()...)}
	if o.dir != "" {
		if err := r.beginFolder(o.dir, sc); err != nil {
			return r, usagef("-o: %w", err)
		}
	}
	if o.pcapng != "" {
		if err := r.beginCapture(o.pcapng, sc); err != nil {
			return r, usagef("-pcapng: %w", err)
		}
		r.lines = append(r.lines, o.pcapng+" is for Wireshark or tshark")
	}
	if o.dissector != "" {
		if err := writeDissector(r.set, o.dissector, sc.Algorithms()); err != nil {
			return r, err
		}
		r.lines = append(r.lines, useOfDissector(o.dissector))
	}
	return r, nil
}

func (r *runFiles) beginFolder(dir string, sc *scenario.Scenario) error {
	folder, err := r.set.Folder(dir, files.ManifestFile)
	if err != nil {
		return err
	}
	out, err := session.NewOutput(folder, sc)
	if err != nil {
		return err
	}
	r.all, r.finish = append(r.all, out), append(r.finish, out.Finish)
	r.lines = append(r.lines, fmt.Sprintf("%s, %s, %s and %s are in %s",
		session.SummaryFile, session.ClockFile, session.PacketsFile, session.LogFile, dir))
	return nil
}

func (r *runFiles) beginCapture(path string, sc *scenario.Scenario) error {
	part, err := r.set.Create(path, capture.IsPcapng)
	if err != nil {
		return err
	}
	packets, err := capture.NewPcapng(part, sc)
	if err != nil {
		return fmt.Errorf("%q: %w", path, err)
	}
	r.all = append(r.all, packets)
	r.finish = append(r.finish, func(s *session.Session) error { return packets.Finish(s.Now()) })
	return nil
}

// recorder returns the recorder that writes the files; nil if there are none.
func (r *runFiles) recorder() observe.Recorder {
	if len(r.all) == 0 {
		return nil
	}
	return r.all
}

// commit writes the rest and gives all files their names.
func (r *runFiles) commit(s *session.Session) error {
	for _, finish := range r.finish {
		if err := finish(s); err != nil {
			return cmp.Or(r.set.Err(), err) // the set knows which file it is
		}
	}
	return r.set.Commit()
}

// addDissector adds the flag for a Wireshark script to [Run] and [Link].
func addDissector(set *flag.FlagSet, path *string) {
	set.StringVar(path, "dissector", "", "`FILE` in Lua with which Wireshark and tshark show the datagrams' fields and filter by them")
}

// writeDissector writes the script with the names of clocks.
func writeDissector(set *files.Set, path string, clocks []registry.Algorithm) error {
	part, err := set.Create(path, capture.IsDissector)
	if err != nil {
		return usagef("-dissector: %w", err)
	}
	io.WriteString(part, capture.Dissector(clocks)) // the set remembers an error
	return nil
}

// useOfDissector says how to use the script.
func useOfDissector(path string) string {
	return path + " is for Wireshark or tshark, with -X lua_script:FILE"
}
