package game

import (
	"bytes"
	"slices"
)

// A baseline is what a client knows of the world after a snapshot, for later ones to be relative to.
type baseline struct {
	number uint32 // of the host's frame, from 1; 0 is no baseline
	place  uint8  // among a client's baselines
	tick   int64
	own    ownRow
	*crowd
}

var noBaseline = baseline{crowd: new(crowd)}

// baselines are a client's latest. They are not copied, and interpolation shares them: each has many players, and copies would
// fill the processor's caches. Places and counts are kept apart, so that dropping a baseline doesn't touch its memory.
type baselines struct {
	ring   [baselineRing]uint8 // places by the frame's number; 0 is none
	newest uint32              // 0 before the first
	all    []*baseline         // by place, from 1
	uses   []uint8             // how often each is kept
	free   []uint8             // places that are not
	crowds *Crowds
}

func newBaselines(crowds *Crowds) baselines {
	return baselines{all: make([]*baseline, 1), uses: make([]uint8, 1), crowds: crowds}
}

// at returns the baseline of a frame, nil if it is not kept. Number 0 is the empty one.
func (p *baselines) at(number uint32) *baseline {
	if number == 0 {
		return &noBaseline
	}
	if e := p.all[p.ring[number%baselineRing]]; e != nil && e.number == number {
		return e
	}
	return nil
}

// put keeps the state of the newest snapshot, and gives the snapshot another baseline for its next reading.
func (p *baselines) put(m *snapshot) *baseline {
	if len(p.free) == 0 {
		p.free = append(p.free, uint8(len(p.all)))
		p.all, p.uses = append(p.all, new(baseline)), append(p.uses, 0)
	}
	last := len(p.free) - 1
	place := p.free[last]
	p.free = p.free[:last]

	kept := m.state
	kept.place = place
	p.all[place], m.state = kept, p.all[place]
	p.keep(&p.ring[m.number%baselineRing], place)
	p.newest = m.number
	return kept
}

// keep replaces one kept baseline by another.
func (p *baselines) keep(kept *uint8, place uint8) {
	if old := *kept; old != 0 {
		if p.uses[old]--; p.uses[old] == 0 {
			p.free = append(p.free, old)
		}
	}
	p.uses[place]++
	*kept = place
}

// A crowd is what a client knows of all but its own player after a snapshot. It never changes after it was read.
type crowd struct {
	serial uint64 // unique; 0 is the empty crowd
	uses   int    // by how many holders it is kept
	npc    placeRow
	seats  uint8 // rows from this one on have never been used
	here   [MaxPlayers]bool
	age    [MaxPlayers]uint16 // how many ticks a player's row is older than the baseline, because of a budget
	rows   [MaxPlayers]avatarRow
}

// begin copies base into p, older by some ticks, for a snapshot to be read into.
func (p *crowd) begin(base *crowd, older int64) {
	p.npc, p.seats, p.here, p.age = base.npc, base.seats, base.here, base.age
	copy(p.rows[:p.seats], base.rows[:p.seats])
	if older == 0 {
		return
	}
	for id := range p.age {
		p.age[id] = uint16(min(int64(p.age[id])+older, 1<<16-1))
	}
}

// same says whether both know the same.
func (p *crowd) same(q *crowd) bool {
	return p.seats == q.seats && p.here == q.here && p.npc == q.npc && p.age == q.age && slices.Equal(p.rows[:p.seats], q.rows[:q.seats])
}

const (
	readFrames = 32 // of how many frames readings are kept: clients' delays differ by that many
	readTexts  = 8  // readings kept of one frame: the most common ones come first
)

// Crowds lets clients in one program share what they read. The host sends the same bytes about the others to all clients with the
// same baseline, so 64 clients would read them 64 times and keep 64 copies, more than a processor's caches hold. Sharing changes
// nothing: a reading depends on the baseline and the bytes alone.
type Crowds struct {
	frames [readFrames]frameRead
	free   []*crowd
	serial uint64
	heard  []worldEvent // of the message being read; here since they are large
}

// frameRead has the readings of a frame's snapshots.
type frameRead struct {
	number uint32
	list   []reading
}

// A reading is the result of reading some bytes relative to a crowd.
type reading struct {
	base  uint64 // the base's serial number
	older int64
	whole bool
	text  []byte
	crowd *crowd
}

// read reads the rest of a snapshot: the other players, relative to a baseline's crowd. Players that it doesn't mention get older
// by some ticks. It returns nil after an error. The caller must drop the crowd after use.
func (c *Crowds) read(r *reader, number uint32, base *crowd, whole bool, older int64, platforms int) *crowd {
	if f := &c.frames[number%readFrames]; f.number == number {
		if e := f.find(base, whole, older, r.b); e != nil {
			r.b = nil
			e.crowd.uses++
			return e.crowd
		}
	}
	text, p := r.b, c.take()
	p.begin(base, older)
	if whole {
		p.age = [MaxPlayers]uint16{}
	}
	r.crowd(p, platforms)
	if r.end() != nil {
		c.drop(p)
		return nil
	}
	return c.frame(number).add(c, reading{base.serial, older, whole, text, p})
}

// find returns the reading of the same bytes, nil if there is none.
func (f *frameRead) find(base *crowd, whole bool, older int64, text []byte) *reading {
	for i := range f.list {
		if e := &f.list[i]; e.base == base.serial && e.whole == whole && e.older == older && bytes.Equal(e.text, text) {
			return e
		}
	}
	return nil
}

// add keeps a reading if there is room, and returns its crowd, or an equal one.
func (f *frameRead) add(c *Crowds, e reading) *crowd {
	for i := range f.list {
		if known := f.list[i].crowd; known.same(e.crowd) {
			c.drop(e.crowd)
			e.crowd = known
			known.uses++
			break
		}
	}
	n := len(f.list)
	if n == readTexts {
		return e.crowd
	}
	if n == cap(f.list) {
		f.list = append(f.list, reading{})
	}
	f.list = f.list[:n+1]
	e.text = append(f.list[n].text[:0], e.text...)
	e.crowd.uses++
	f.list[n] = e
	return e.crowd
}

// frame returns the readings of a frame, and drops an earlier frame's if needed.
func (c *Crowds) frame(number uint32) *frameRead {
	f := &c.frames[number%readFrames]
	if f.number != number {
		for i := range f.list {
			c.drop(f.list[i].crowd)
		}
		f.number, f.list = number, f.list[:0]
	}
	return f
}

// take returns an unused crowd, not cleared.
func (c *Crowds) take() *crowd {
	if len(c.free) == 0 {
		c.free = append(c.free, new(crowd))
	}
	last := len(c.free) - 1
	p := c.free[last]
	c.free = c.free[:last]
	c.serial++
	p.serial, p.uses = c.serial, 1
	return p
}

// drop ends one use of a crowd; nil is none.
func (c *Crowds) drop(p *crowd) {
	if p == nil {
		return
	}
	if p.uses--; p.uses == 0 {
		c.free = append(c.free, p)
	}
}

// crowd reads the character and the players that a snapshot mentions into p.
func (r *reader) crowd(p *crowd, platforms int) {
	r.row(p.npc[:], r.mask(), "character", placeFields[:])
	last := -1
	for range r.u8("players") {
		last = r.avatar(p, last, platforms)
		if r.err != nil {
			return
		}
	}
}

// avatar reads one player's row into a crowd; rows are in the order of numbers.
func (r *reader) avatar(p *crowd, last, platforms int) (id int) {
	if len(r.b) < 2 {
		r.short("player", 2)
		return last
	}
	id = int(r.b[0])
	mask := uint64(r.b[1])
	if r.b = r.b[1:]; mask < 0x80 {
		r.b = r.b[1:]
	} else if mask = r.longUvarint("mask"); r.err != nil {
		return last
	}
	if id <= last || id >= MaxPlayers {
		r.within(int64(id), int64(last+1), MaxPlayers-1, "player")
		return last
	}
	row, flags := &p.rows[id], mask&(1<<rowFlags-1)
	switch {
	case flags&rowNew == 0 && !p.here[id]:
		r.failAs(OutOfRange, "player: %d is not in the baseline", id)
		return last
	case flags&rowGone != 0:
		p.here[id], *row = false, avatarRow{} // cleared, so that equal knowledge is equal bytes
		return id
	case flags&rowNew != 0:
		*row = avatarRow{}
	}
	p.here[id], p.age[id], p.seats = true, 0, max(p.seats, uint8(id+1))
	r.row(row[:], mask>>rowFlags, "player", avatarFields[:])
	if row[2] >= int32(platforms) {
		r.failAs(OutOfRange, "player ride: %d is outside %d..%d", row[2], Solid, platforms-1)
	}
	return id
}
