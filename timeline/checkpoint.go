package timeline

import (
	"slices"
	"time"

	"driftlab/netsim"
	"driftlab/session"
)

const (
	// firstStep is the least time between two checkpoints.
	firstStep = time.Second
	// bytesAtOnce is how many bytes may be copied in each firstStep: 8 MB take about 4 ms.
	bytesAtOnce = 8 << 20
	// nearBy is how far before the end of a long way an extra checkpoint is left, so that a step back
	// from there is a short way.
	nearBy = time.Second
)

// A checkpoint is a session that stands still, to be copied.
type checkpoint struct {
	at      netsim.Time
	session *session.Session
	bytes   int
}

// checkpoints are those of the current branch, in order of time. The first is at 0 and stays. The
// others are at the multiples of a step, which doubles when they take too much memory, so that none of
// the ways between them is ever longer than the step.
type checkpoints struct {
	list  []checkpoint
	step  netsim.Time
	bytes int
	limit int
	near  netsim.Time // where one beside the multiples is, or is to be left; 0 for none
}

// begin leaves the checkpoint at 0.
func (c *checkpoints) begin(s *session.Session) error {
	if err := c.add(s); err != nil {
		return err
	}
	c.step = netsim.Time(firstStep) * netsim.Time(1+c.bytes/bytesAtOnce)
	return nil
}

// next returns where the next checkpoint after an instant belongs.
func (c *checkpoints) next(now netsim.Time) netsim.Time {
	at := (now/c.step + 1) * c.step
	if c.near > now {
		at = min(at, c.near)
	}
	return at
}

// keep leaves a checkpoint where a session stands, if one belongs there and is missing.
func (c *checkpoints) keep(s *session.Session) error {
	now := s.Now()
	if now%c.step != 0 && now != c.near {
		return nil
	}
	if c.list[c.before(now)].at == now {
		return nil
	}
	if err := c.add(s); err != nil {
		return err
	}
	c.shrink()
	return nil
}

// shrink makes the step so long that all have room.
func (c *checkpoints) shrink() {
	for c.bytes > c.limit && len(c.list) > 2 {
		c.step *= 2
		c.thin()
	}
}

// add leaves a checkpoint where a session stands. What nobody advances needs no better carrier.
func (c *checkpoints) add(s *session.Session) error {
	copied, bytes, err := s.Clone(session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		return err
	}
	i := 0
	if len(c.list) > 0 {
		i = c.before(s.Now()) + 1
	}
	c.list = slices.Insert(c.list, i, checkpoint{s.Now(), copied, bytes})
	c.bytes += bytes
	return nil
}

// before returns the latest checkpoint that is not after t.
func (c *checkpoints) before(t netsim.Time) int {
	i, found := slices.BinarySearchFunc(c.list, t, func(p checkpoint, t netsim.Time) int { return int(min(max(p.at-t, -1), 1)) })
	if !found {
		i--
	}
	return i
}

// plan has a checkpoint left shortly before t, in place of the last of that kind, if it is a long way to
// there.
func (c *checkpoints) plan(from, t netsim.Time) {
	if t.Sub(from) <= 2*nearBy {
		return
	}
	c.near = 0
	c.thin()
	c.near = t.Add(-nearBy)
}

// thin drops all that do not belong where they are.
func (c *checkpoints) thin() {
	c.drop(func(p checkpoint) bool { return p.at%c.step != 0 && p.at != c.near })
}

// forget drops all from t on.
func (c *checkpoints) forget(t netsim.Time) {
	c.drop(func(p checkpoint) bool { return p.at >= t && p.at > 0 })
}

func (c *checkpoints) drop(unwanted func(checkpoint) bool) {
	c.list = slices.DeleteFunc(c.list, func(p checkpoint) bool {
		if !unwanted(p) {
			return false
		}
		c.bytes -= p.bytes
		return true
	})
}
