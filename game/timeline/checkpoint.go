package timeline

import (
	"slices"
	"time"

	"driftlab/game/session"
	"driftlab/netsim"
)

const (
	// firstStep is the least time between two checkpoints.
	firstStep = time.Second
	// bytesAtOnce is how many bytes may be copied in each firstStep: 8 MB take about 4 ms.
	bytesAtOnce = 8 << 20
	// ofWay is how many checkpoints are left on a way at least, if that many have room: to leave one a second would take several
	// times as long as to go the way, of a session that has few clients.
	ofWay = 8
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
// the ways between them is ever longer than the step, or than an eighth of the way that was gone there at once.
type checkpoints struct {
	list   []checkpoint
	step   netsim.Time
	bytes  int
	limit  int
	near   netsim.Time // where one beside the multiples is, or is to be left; 0 for none
	copied int         // bytes in all, for [Effort]
	apart  netsim.Time // of those that are left on a way, a multiple of the step
	made   making      // the one that is being left on a way
}

// making is a checkpoint that is copied in pieces, while the session of which it is one stands still.
type making struct {
	of   *session.Session // nil for none
	copy *session.Copying
}

// keep leaves a checkpoint where a session stands, if one belongs there and is missing.
func (c *checkpoints) keep(s *session.Session) error {
	if !c.misses(s, c.step) {
		return nil
	}
	if err := c.add(s); err != nil {
		return err
	}
	c.shrink()
	return nil
}

// misses reports whether a checkpoint belongs where a session stands, of those that are so far apart, and is not there.
func (c *checkpoints) misses(s *session.Session, apart netsim.Time) bool {
	now := s.Now()
	return (now%apart == 0 || now == c.near) && c.list[c.before(now)].at != now
}

// start begins to leave one where a session stands on a way, if one belongs there and is missing.
func (c *checkpoints) start(s *session.Session) error {
	if c.misses(s, max(c.apart, c.step)) {
		c.made = making{s, s.StartClone()}
	}
	return nil
}

// goOn goes on with the one that is being left, if it is of a session, and reports whether it is there: before that the
// session must not go on.
func (c *checkpoints) goOn(s *session.Session, bytes int) (done bool, err error) {
	k := c.made
	if k.of != s {
		return true, nil
	}
	done = k.copy.Go(bytes)
	c.copied += k.copy.Last()
	if !done {
		return false, nil
	}
	c.made = making{}
	copied, taken, err := k.copy.Clone(session.Options{Carrier: netsim.NewDirect()})
	if err == nil {
		c.insert(checkpoint{s.Now(), copied, taken})
		c.shrink()
	}
	return true, err
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
	c.copied += bytes
	c.insert(checkpoint{s.Now(), copied, bytes})
	return nil
}

func (c *checkpoints) insert(p checkpoint) {
	i := 0
	if len(c.list) > 0 {
		i = c.before(p.at) + 1
	}
	c.list = slices.Insert(c.list, i, p)
	c.bytes += p.bytes
}

// before returns the latest checkpoint that is not after t.
func (c *checkpoints) before(t netsim.Time) int {
	i, found := slices.BinarySearchFunc(c.list, t, func(p checkpoint, t netsim.Time) int { return int(min(max(p.at-t, -1), 1)) })
	if !found {
		i--
	}
	return i
}

// plan has checkpoints left on the way to t, and one shortly before it, in place of the last of that kind, if it is a long
// way to there.
func (c *checkpoints) plan(from, t netsim.Time) {
	c.apart = c.step
	for 2*ofWay*c.apart <= t-from {
		c.apart *= 2
	}
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
