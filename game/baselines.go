package game

// baselineRing is for how many of the host's frames a state can serve as a baseline: one second at
// the highest tick rate. A client whose acknowledgements take longer gets whole states.
const baselineRing = 128

// A baseline is what a client knows of the world after a snapshot, for later ones to be relative to.
type baseline struct {
	number uint32 // of the host's frame, from 1; 0 is no baseline
	place  uint8  // among a client's baselines
	tick   int64
	own    ownRow
	*crowd
}

var noBaseline = baseline{crowd: new(crowd)}

// baselines are a client's latest. They stay where they were read to, and interpolation keeps the same ones: there
// are many players in one, and copies would crowd the processor's caches. So would a look into one that is to be
// forgotten, hence the places and their counts beside them.
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

// put keeps the state of a snapshot that is newer than all. The snapshot gets another one to be read into.
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

// keep puts a baseline in the stead of another one.
func (p *baselines) keep(kept *uint8, place uint8) {
	if old := *kept; old != 0 {
		if p.uses[old]--; p.uses[old] == 0 {
			p.free = append(p.free, old)
		}
	}
	p.uses[place]++
	*kept = place
}
