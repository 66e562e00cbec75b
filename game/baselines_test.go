package game

import (
	"slices"
	"testing"
	"time"
)

// A knowledge is what a client knows after a frame.
type knowledge struct {
	number uint32
	tick   int64
	own    ownRow
	npc    placeRow
	here   [MaxPlayers]bool
	age    [MaxPlayers]uint16
	rows   [MaxPlayers]avatarRow
}

func knowledgeOf(c *Client) (all []knowledge) {
	for _, place := range c.baselines.ring {
		if p := c.baselines.all[place]; p != nil {
			k := knowledge{number: p.number, tick: p.tick, own: p.own, npc: p.npc, here: p.here, age: p.age}
			for id, here := range p.here {
				if here {
					k.rows[id] = p.rows[id]
				}
			}
			all = append(all, k)
		}
	}
	return all
}

// playAsCrowd runs clients that lose datagrams, leave and come back, under a budget.
func playAsCrowd(t *testing.T, crowds func() *Crowds) *rig {
	r := newRig(t, 9, "timesync")
	sent := 0
	r.drop = func(flight) bool { sent++; return sent%31 == 0 }
	for i, c := range r.clients {
		c.cfg.Crowds = crowds()
		c.Rejoin(0)
		c.down += time.Duration(i) * 7 * time.Millisecond
	}
	r.run(3 * time.Second)
	r.clients[8].Leave(r.clock(r.clients[8]))
	r.clients[2].Rejoin(r.clock(r.clients[2]))
	r.run(2 * time.Second)
	check(t, r.host.SetBudget(4000))
	r.run(2 * time.Second)
	return r
}

func TestClientsThatShareWhatTheyReadKnowWhatTheyWouldAlone(t *testing.T) {
	t.Parallel()
	crowds := new(Crowds)
	together := playAsCrowd(t, func() *Crowds { return crowds })
	alone := playAsCrowd(t, func() *Crowds { return new(Crowds) })
	for i, c := range together.clients {
		got := knowledgeOf(c.Client)
		if want := knowledgeOf(alone.clients[i].Client); !slices.Equal(got, want) {
			t.Errorf("client %d: %d frames, want %d, or they differ", i+1, len(got), len(want))
		}
	}
}

func TestClientsThatKnowTheSameKeepItOnce(t *testing.T) {
	t.Parallel()
	crowds := new(Crowds)
	r := newRig(t, 9, "timesync")
	for i, c := range r.clients {
		c.cfg.Crowds = crowds
		c.Rejoin(0)
		c.down += time.Duration(i) * 7 * time.Millisecond
	}
	r.run(4 * time.Second)
	if frames := r.host.snaps.number; crowds.serial > 6*uint64(frames) {
		t.Errorf("%d were read in %d frames", crowds.serial, frames)
	}
	kept := map[*crowd]bool{}
	for _, c := range r.clients {
		for _, place := range c.baselines.ring {
			if p := c.baselines.all[place]; p != nil {
				kept[p.crowd] = true
			}
		}
	}
	if len(kept) > baselineRing+readFrames {
		t.Errorf("%d are kept for %d frames", len(kept), baselineRing)
	}
}

func TestTheSameBytesAreReadAnewWhereWhatTheyAreRelativeToDiffers(t *testing.T) {
	t.Parallel()
	const number = 7
	crowds, none := new(Crowds), new(crowd)
	text := append(appendRow(nil, []int32{5, 6}, []int32{0, 0}, 0), 0) // only the character moves
	read := func(base *crowd, whole bool, older int64) *crowd {
		r := reader{message: "snapshot", b: text}
		return crowds.read(&r, number, base, whole, older, 1)
	}
	first := read(none, true, 0)
	if again := read(none, true, 0); again != first {
		t.Error("read twice")
	}
	if second := read(first, true, 0); second.npc != (placeRow{10, 12}) {
		t.Errorf("relative to what it has become the character is at %v", second.npc)
	}
	if part := read(none, false, 3); part.age[4] != 3 {
		t.Errorf("where a budget bites a row is of %d ticks ago, want 3", part.age[4])
	}
	if part := read(none, false, 4); part.age[4] != 4 {
		t.Errorf("where a budget bites a row is of %d ticks ago, want 4", part.age[4])
	}
}
