package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"driftlab/game/judge"
	"driftlab/game/judge/conformance"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// A rig has the programs' input, and how the unchanged one replies.
type rig struct {
	dir, program string // the program's source
	switched     string // the program of all comparisons
	mutants      []mutant
	tapes        []tape
}

// A tape is one half's, as a program reads and writes it.
type tape struct {
	name            string
	events, replies []byte
}

// newRig records the programs' input on links, with seed 1.
func newRig(folder, list string) (r *rig, err error) {
	r = &rig{}
	if r.dir, err = os.MkdirTemp("", "mutants"); err != nil {
		return nil, err
	}
	source, err := os.ReadFile(filepath.Join(folder, "judge.c"))
	if err != nil {
		return nil, err
	}
	r.program = strings.ReplaceAll(string(source), "fflush(stdout);", "")
	header, err := os.ReadFile(filepath.Join(folder, "midline.h"))
	if err != nil {
		return nil, err
	}
	all := mutants(string(header))
	if r.switched, err = r.build(switches(all), "-O1"); err != nil {
		return nil, err
	}
	r.mutants = all
	a, err := registry.Lookup("midline")
	if err != nil {
		return nil, err
	}
	links, err := judge.Load(list, "all")
	if err != nil {
		return nil, err
	}
	for i := range links {
		sc, _, err := links[i].With(1)
		if err != nil {
			return nil, err
		}
		recorded, err := conformance.Record(sc, a, conformance.MaxEvents)
		if err != nil {
			return nil, err
		}
		for _, t := range recorded {
			told := tape{name: links[i].Name, events: guest.Hello{Role: t.Role, Client: 1, Seed: 1, TickRate: 60}.Append(nil)}
			for n := range t.Events {
				told.events = t.Events[n].Append(told.events, t.Role)
			}
			unchanged := exec.Command(r.switched)
			unchanged.Stdin = bytes.NewReader(told.events)
			if told.replies, err = unchanged.Output(); err != nil {
				return nil, err
			}
			r.tapes = append(r.tapes, told)
		}
	}
	return r, nil
}

func (r *rig) close() { os.RemoveAll(r.dir) }

// build compiles a header with the program, which has no need to write each reply at once here.
func (r *rig) build(header, optimised string) (program string, err error) {
	dir, err := os.MkdirTemp(r.dir, "")
	if err != nil {
		return "", err
	}
	for name, text := range map[string]string{"midline.h": header, "judge.c": r.program} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	program = filepath.Join(dir, "judge")
	out, err := exec.Command("cc", "-std=c11", "-w", optimised, "-o", program, filepath.Join(dir, "judge.c")).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return program, nil
}

// try returns the first link on which a mutant is found, "" for none. One that has a reason not to be is tried on the rare links alone.
func (r *rig) try(m *mutant, reasoned bool) (where string, err error) {
	program := r.switched
	if m.switched == 0 {
		if program, err = r.build(m.header[:m.from]+m.with+m.header[m.to:], "-O0"); err != nil {
			return "the compiler", nil
		}
		defer os.RemoveAll(filepath.Dir(program))
	}
	for i := range r.tapes {
		if reasoned && !strings.HasPrefix(r.tapes[i].name, judge.Rare) {
			break
		}
		same, err := r.tapes[i].same(program, m.switched)
		if err != nil {
			return "", err
		}
		if !same {
			return r.tapes[i].name, nil
		}
	}
	return "", nil
}

// same tells a program the events, and says whether it replies as the unchanged one, up to what driftlab judge -as does not compare.
func (t *tape) same(program string, switched int) (bool, error) {
	c := exec.Command("sh", "-c", `ulimit -t 5; exec "$0"`, program) // more than 5 s of processor time for a tape: it would never end
	c.Stdin, c.Env = bytes.NewReader(t.events), append(os.Environ(), fmt.Sprintf("MUTANT=%d", switched))
	out, err := c.StdoutPipe()
	if err != nil {
		return false, err
	}
	if err := c.Start(); err != nil {
		return false, err
	}
	alike := alike(bufio.NewReaderSize(out, 1<<16), t.replies)
	_ = c.Process.Kill() // which one that differs would not end by itself
	_ = c.Wait()
	return alike, nil
}

func alike(out *bufio.Reader, want []byte) bool {
	for len(want) > 0 {
		n := bytes.IndexByte(want, '\n') + 1
		got, err := out.ReadSlice('\n')
		if err != nil || !bytes.Equal(got, want[:n]) && !alikeLines(got, want[:n]) {
			return false
		}
		want = want[n:]
	}
	_, err := out.ReadByte()
	return err == io.EOF
}

// alikeLines says whether two replies are the same by what is compared.
func alikeLines(a, b []byte) bool {
	p, err := guest.ParseReply(a)
	if err != nil {
		return false
	}
	q, err := guest.ParseReply(b)
	if err != nil {
		return false
	}
	p.Status, q.Status = compared(p.Status), compared(q.Status)
	return bytes.Equal(p.Append(nil), q.Append(nil))
}

// compared returns a status with what driftlab judge -as compares alone.
func compared(s *guest.Status) *guest.Status {
	if s == nil {
		return nil
	}
	return &guest.Status{Uncertainty: s.Uncertainty}
}
