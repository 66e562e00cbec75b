package game

import (
	"driftlab/netsync"
)

// A worldFrame is the state of the world in one of the host's frames, as it is the same for all clients.
type worldFrame struct {
	number uint32
	tick   int64
	dated  uint32 // number of the dilation announced by then
	npc    placeRow
	here   [MaxPlayers]bool
	rows   [MaxPlayers]avatarRow
}

// snapshots are the host's latest frames, and the parts of the current frame's snapshots that clients with equal baselines share.
type snapshots struct {
	ring     [baselineRing]worldFrame
	number   uint32 // of the latest
	dilation netsync.Dilation
	dated    uint32

	head   snapshotHead                           // of the latest that was written
	body   []byte                                 // written for this frame
	bodies [baselineRing]struct{ start, end int } // parts of it, by distance to the baseline, 0 without one
}

// A sentBaseline is what a client knows after a frame's snapshot, if that arrives.
type sentBaseline struct {
	number uint32
	own    ownRow
	whole  bool                // all players are of this frame
	of     *[MaxPlayers]uint32 // otherwise the frame of each player's row, 0 if it has none
}

// An ackedBaseline is a baseline that a client has acknowledged; frame is nil if there is none.
type ackedBaseline struct {
	frame *worldFrame
	sent  *sentBaseline
}

// keepFrame keeps the state of the world in this frame.
func (h *Host) keepFrame() {
	s := &h.snaps
	s.number++
	if s.dilation != h.dilation {
		s.dilation = h.dilation
		s.dated++
	}
	f := &s.ring[s.number%baselineRing]
	f.number, f.tick, f.dated = s.number, h.tick, s.dated
	npc := h.cfg.Level.PatrollerAt(h.at(h.tick))
	f.npc = placeRow{int32(npc.X), int32(npc.Y)}
	for id := range h.peers {
		f.here[id] = h.Present(id)
		a := h.players[id].avatar(id)
		f.rows[id] = a.row()
	}
	s.body = s.body[:0]
	clear(s.bodies[:])
}

// frame returns the latest frame.
func (s *snapshots) frame() *worldFrame { return &s.ring[s.number%baselineRing] }

// ackedBaseline returns the latest baseline that a client has acknowledged.
func (h *Host) ackedBaseline(p *peer) ackedBaseline {
	s := &h.snaps
	if p.acked == 0 || s.number-p.acked >= baselineRing {
		return ackedBaseline{}
	}
	sent := &p.sentBaselines[p.acked%baselineRing]
	if sent.number != p.acked {
		return ackedBaseline{}
	}
	return ackedBaseline{&s.ring[p.acked%baselineRing], sent}
}

// shows says whether a client with the baseline knows a player.
func (b ackedBaseline) shows(id int) bool {
	if b.frame == nil {
		return false
	}
	if b.sent.whole {
		return b.frame.here[id]
	}
	return b.sent.of[id] != 0
}

// row returns a player's row as known to a client with the baseline, nil if it knows none or if the host has forgotten which.
func (s *snapshots) row(b ackedBaseline, id int) *avatarRow {
	if !b.shows(id) {
		return nil
	}
	if b.sent.whole {
		return &b.frame.rows[id]
	}
	if of := b.sent.of[id]; s.number-of < baselineRing {
		return &s.ring[of%baselineRing].rows[id]
	}
	return nil
}

// sendSnapshot sends a client what it doesn't know yet, within its budget.
func (h *Host) sendSnapshot(id int, now netsync.Local) {
	p := &h.peers[id]
	if sends(uint64(h.snaps.number)+uint64(id), h.cfg.Rate, h.cfg.SnapshotRate) { // if not every frame has one, clients take turns
		p.owed = true
	}
	if !p.owed {
		return
	}
	start, room := len(h.Outbox.buf), h.room(id)
	f, base := h.snaps.frame(), h.ackedBaseline(p)
	sent := &p.sentBaselines[f.number%baselineRing]
	sent.own = h.players[id].row()
	whole := h.wholeBody(base, room)
	m := h.snapshotHead(id, base, now)
	b := m.append(h.begin(now, id, KindSnapshot))
	var known ownRow
	if base.frame != nil {
		known = base.sent.own
	}
	b = appendRow(b, sent.own[:], known[:], 0)
	room -= len(b) - start
	if sent.whole = len(whole) <= room; sent.whole {
		b = append(b, whole...)
		if !p.urgency.idle {
			p.urgency.idle = true
			clear(p.urgency.grown[:])
			clear(p.urgency.waited[:])
		}
	} else {
		b[start+gameHeader+flagsAt] &^= flagWhole
		body, ok := h.partBody(b, id, base, room)
		if !ok { // wait for room
			p.stats.Traffic[timesyncID] -= stampSize
			sent.number = 0
			return
		}
		b = body
	}
	sent.number = f.number
	p.owed = false
	p.reports.count = 0
	h.Outbox.finishAbout(id, b, m.tick, 1)
}

// flagsAt is the offset of a snapshot's flags: after number, baseline and interval.
const flagsAt = 4 + 1 + 1

// snapshotHead returns the head of a client's snapshot; it is valid until the next call.
func (h *Host) snapshotHead(id int, base ackedBaseline, now netsync.Local) *snapshotHead {
	p := &h.peers[id]
	f := h.snaps.frame()
	m := &h.snaps.head
	m.number, m.base, m.tick, m.every, m.whole = f.number, 0, f.tick, uint8(interval(h.cfg.Rate, h.cfg.SnapshotRate)), true
	m.stamp = h.stampFor(id, h.at(f.tick))
	if base.frame != nil {
		m.base = base.frame.number
	}
	if m.dated = base.frame == nil || base.frame.dated != f.dated; m.dated {
		m.world = h.dilation
	}
	if m.echoed = p.echoed; m.echoed {
		m.echo, m.hold = p.echo, now.Sub(p.echoAt)
		m.reports.count = uint8(copy(m.reports.list[:], p.reports.list[:p.reports.count]))
	}
	return m
}

// wholeBody returns the character and all players that differ from a baseline. Clients with the same baseline share it, unless a
// budget has left some players out; then it is for one client, and ends when room is exceeded.
func (h *Host) wholeBody(base ackedBaseline, room int) []byte {
	s := &h.snaps
	shared := base.frame == nil || base.sent.whole
	distance := uint32(0)
	if base.frame != nil {
		distance = s.number - base.frame.number
	}
	if at := s.bodies[distance]; shared && at.end > 0 {
		return s.body[at.start:at.end]
	}
	start := len(s.body)
	s.body = s.appendCharacter(s.body, base)
	counted, n := len(s.body), 0
	s.body = append(s.body, 0)
	f := s.frame()
	for id := range h.peers {
		known := s.row(base, id)
		if f.here[id] && known != nil && *known == f.rows[id] || !f.here[id] && !base.shows(id) {
			continue
		}
		s.body = s.appendAvatar(s.body, id, known)
		n++
		if !shared && len(s.body)-start > room {
			break
		}
	}
	s.body[counted] = byte(n)
	if shared {
		s.bodies[distance].start, s.bodies[distance].end = start, len(s.body)
	}
	return s.body[start:]
}

func (s *snapshots) appendCharacter(b []byte, base ackedBaseline) []byte {
	var known placeRow
	if base.frame != nil {
		known = base.frame.npc
	}
	return appendRow(b, s.frame().npc[:], known[:], 0)
}

// appendAvatar writes a player's current state, relative to what the client knows of it.
func (s *snapshots) appendAvatar(b []byte, id int, known *avatarRow) []byte {
	f := s.frame()
	b = append(b, byte(id))
	switch {
	case !f.here[id]:
		return append(b, rowGone)
	case known == nil:
		return appendRow(b, f.rows[id][:], new(avatarRow)[:], rowNew)
	}
	return appendRow(b, f.rows[id][:], known[:], 0)
}
