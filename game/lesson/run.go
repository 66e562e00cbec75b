package lesson

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync"
)

// A Reading is what a figure came to.
type Reading struct {
	Value float64
	OK    bool // there was something to measure
}

// An Outcome is what a whole run of a lesson came to.
type Outcome struct {
	Figures []Reading // in their order
	Keys    []Reading // of the steps' questions, by step
}

// Run plays all worlds of the lesson to their ends, without a window and as fast as it goes, and measures its figures
// and the keys of its questions. stop, which may be nil, is asked each quarter of a virtual second whether to give up.
func (l *Lesson) Run(stop func() bool) (*Outcome, error) {
	out := &Outcome{make([]Reading, len(l.Figures)), make([]Reading, len(l.Steps))}
	logs := make([]*exchangeLog, len(l.Worlds))
	for i := range l.Worlds {
		logs[i] = &exchangeLog{flying: map[uint64]flight{}}
		if err := l.runWorld(i, logs[i], out, stop); err != nil {
			return nil, fmt.Errorf("%s: %w", l.Worlds[i].Scenario.Name, err)
		}
	}
	for i := range l.Figures {
		if across := l.Figures[i].Measure.across; across != nil {
			out.Figures[i].Value, out.Figures[i].OK = across(logs)
		}
	}
	for _, i := range l.Questions() {
		if key := l.Steps[i].Question.Key; l.Figures[key].Across() {
			out.Keys[i] = out.Figures[key]
		}
	}
	return out, nil
}

// Outcome is what [Lesson.Run] comes to, which is the same each time: it is played once.
func (l *Lesson) Outcome(stop func() bool) (out *Outcome, err error) {
	if out = l.ran.Load(); out != nil {
		return out, nil
	}
	if out, err = l.Run(stop); err == nil {
		l.ran.Store(out)
	}
	return out, err
}

// StepReadings plays the lesson's first world and returns what its figures are as each step ends, and of one without an
// end as it begins; those of other worlds are what they came to in whole runs.
func (l *Lesson) StepReadings(whole []Reading, stop func() bool) (all [][]Reading, err error) {
	s, err := session.New(l.Worlds[0].Scenario, session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	for i := range l.Steps {
		if err := playTo(s, max(l.Steps[i].At, l.Steps[i].Last()), stop); err != nil {
			return nil, err
		}
		all = append(all, l.Readings(s, 0, whole, nil))
	}
	return all, nil
}

// A look is a figure that is measured at an instant of a run.
type look struct {
	at     netsim.Time
	figure int
	to     *Reading
}

// looks returns what is measured in a world, in order of time.
func (l *Lesson) looks(world int, out *Outcome) (all []look) {
	end := netsim.Time(l.Worlds[world].Scenario.Duration)
	add := func(at netsim.Time, figure int, to *Reading) {
		if f := &l.Figures[figure]; f.World == world && !f.Across() {
			all = append(all, look{min(at, end), figure, to})
		}
	}
	for i := range l.Figures {
		add(cmp.Or(l.Figures[i].At, end), i, &out.Figures[i])
	}
	for _, i := range l.Questions() {
		q := l.Steps[i].Question
		add(q.At, q.Key, &out.Keys[i])
	}
	slices.SortStableFunc(all, func(a, b look) int { return cmp.Compare(a.at, b.at) })
	return all
}

// runWorld plays one world and takes the readings that are of it.
func (l *Lesson) runWorld(world int, log *exchangeLog, out *Outcome, stop func() bool) error {
	opt := session.Options{Carrier: netsim.NewDirect()}
	if slices.ContainsFunc(l.Figures, func(f Figure) bool { return f.Measure.across != nil }) {
		opt.Recorder = log
	}
	sc := l.Worlds[world].Scenario
	s, err := session.New(sc, opt)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, look := range l.looks(world, out) {
		if err := playTo(s, look.at, stop); err != nil {
			return err
		}
		look.to.Value, look.to.OK = l.Figures[look.figure].Of(s)
	}
	return playTo(s, netsim.Time(sc.Duration), stop)
}

// playTo plays a session up to an instant.
func playTo(s *session.Session, until netsim.Time, stop func() bool) error {
	const piece = 25 * time.Millisecond // with 24 clients a millisecond or two of a page's
	for left := until.Sub(s.Now()); left > 0; left -= piece {
		if stop != nil && stop() {
			return ErrStopped
		}
		if err := s.Advance(min(left, piece)); err != nil {
			return err
		}
	}
	return nil
}

// An exchangeLog is all that the machines of a world could know: each datagram that a machine sent and got, with what
// its own clock read then.
type exchangeLog struct {
	machines [][]byte
	flying   map[uint64]flight // by the datagram's number
}

// flight is a datagram on its way.
type flight struct {
	from, to netsim.NodeID
	data     []byte
}

func (l *exchangeLog) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.Departure:
		if e.Fate != netsim.Lost {
			l.flying[e.ID] = flight{e.From, e.To, slices.Clone(e.Data)}
		}
		l.note(e.From, e.To, e.Local, e.Data)
	case *observe.Arrival:
		f := l.flying[e.Packet]
		delete(l.flying, e.Packet)
		l.note(f.to, f.from, e.Local, f.data)
	}
}

// note writes down what a machine has to do with another one, and what its clock reads.
func (l *exchangeLog) note(machine, other netsim.NodeID, now netsync.Local, data []byte) {
	for int(machine) >= len(l.machines) {
		l.machines = append(l.machines, nil)
	}
	b := append(l.machines[machine], byte(other))
	b = binary.BigEndian.AppendUint64(b, uint64(now))
	l.machines[machine] = append(b, data...)
}

// logsDiffer compares the logs of all worlds with the first's, as far as both go: one of them may have heard
// more by the end of the run.
func logsDiffer(logs []*exchangeLog) (float64, bool) {
	differ, compared := 0, 0
	for _, l := range logs[1:] {
		for from := range min(len(l.machines), len(logs[0].machines)) {
			a, b := l.machines[from], logs[0].machines[from]
			for i := range min(len(a), len(b)) {
				compared++
				if a[i] != b[i] {
					differ++
				}
			}
		}
	}
	return float64(differ), compared > 0
}
