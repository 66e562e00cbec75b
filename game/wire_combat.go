package game

import (
	"encoding/binary"
	"time"

	"driftlab/netsync"
)

func appendU32(b []byte, v uint32) []byte { return binary.BigEndian.AppendUint32(b, v) }

// bit writes a yes or no.
func bit(v bool) byte {
	if v {
		return 1
	}
	return 0
}

func (r *reader) flag(field string) bool {
	v := r.u8(field)
	r.within(int64(v), 0, 1, field)
	return v == 1
}

func (v sight) append(b []byte) []byte {
	b = append(b, bit(v.framed))
	b = appendU32(b, uint32(int32(v.others)))
	return appendU32(b, uint32(int32(v.shots)))
}

func (r *reader) sight() (v sight) {
	v.framed = r.flag("positions")
	v.others = r.behind("others behind")
	v.shots = r.behind("projectiles behind")
	return v
}

// behind reads how many ns something is shown behind predicted time.
func (r *reader) behind(field string) time.Duration {
	d := time.Duration(int32(r.u32(field)))
	r.within(int64(d), int64(-maxSight), int64(maxSight), field)
	return d
}

// hitViewSize is what a HitView takes.
const hitViewSize = 4 * 8

func (v HitView) append(b []byte) []byte {
	b = appendPlace(b, v.Projectile)
	b = appendPlace(b, v.Victim)
	b = appendI64(b, int64(v.Time))
	return appendI64(b, int64(v.VictimTime))
}

func (r *reader) hitView() (v HitView) {
	v.Projectile = r.place("projectile")
	v.Victim = r.place("victim's position")
	v.Time = netsync.World(r.clock("time"))
	v.VictimTime = netsync.World(r.clock("victim's time"))
	return v
}

// player reads a player's number, 0 is the host's.
func (r *reader) player(field string) uint8 {
	v := r.u8(field)
	r.within(int64(v), 0, MaxPlayers-1, field)
	return v
}

func (r *reader) shotID() uint32 {
	v := r.u32("shot")
	r.within(int64(v), 1, 1<<32-1, "shot")
	return v
}

// text reads a chat line: a length, then so many bytes.
func (r *reader) text() string {
	n := int(r.u8("text length"))
	r.within(int64(n), 1, MaxChat, "text length")
	if len(r.b) < n {
		r.short("text", n)
		return ""
	}
	if r.err != nil {
		return ""
	}
	text := string(r.b[:n])
	r.b = r.b[n:]
	if err := CheckChat(text); err != nil {
		r.fail("text: %v", err)
	}
	return text
}

func appendText(b []byte, text string) []byte { return append(append(b, byte(len(text))), text...) }

// said reads when a chat line was said. There are no ticks before 0.
func (r *reader) said() netsync.World {
	v := r.clock("said")
	r.within(v, 0, maxClock, "said")
	return netsync.World(v)
}

// size returns a message's bytes on the wire.
func (m reliableMessage) size() int {
	if m.kind == reliableClaim {
		return 1 + 4 + 1 + hitViewSize
	}
	return 1 + 8 + 1 + len(m.text)
}

func (m reliableMessage) append(b []byte) []byte {
	b = append(b, byte(m.kind))
	if m.kind == reliableClaim {
		b = append(appendU32(b, m.claim.shot), m.claim.victim)
		return m.claim.view.append(b)
	}
	return appendText(appendI64(b, int64(m.said)), m.text)
}

func (r *reader) reliable() (m reliableMessage) {
	m.kind = reliableKind(r.u8("tell"))
	r.within(int64(m.kind), int64(reliableClaim), int64(reliableChat), "tell")
	if m.kind == reliableClaim {
		m.claim.shot = r.shotID()
		m.claim.victim = r.player("victim")
		m.claim.view = r.hitView()
		return m
	}
	m.said = r.said()
	m.text = r.text()
	return m
}

// verdictSize is what a verdict takes in a world event.
const verdictSize = 4 + 1 + 1 + 1 + 8 + 4 + 4 + 2*hitViewSize + 8 + 1

func (d Dispute) append(b []byte) []byte {
	b = append(appendU32(b, d.Shot), d.Shooter, d.Victim, byte(d.Verdict))
	b = appendI64(b, int64(d.At))
	b = appendU32(b, uint32(d.Rewind))
	b = appendU32(b, uint32(d.Wanted))
	b = d.HostView.append(d.ShooterView.append(b))
	return append(appendPlace(b, d.Stood), bit(d.Dodged))
}

func (r *reader) dispute() (d Dispute) {
	d.Shot = r.shotID()
	d.Shooter = r.player("shooter")
	d.Victim = r.player("victim")
	d.Verdict = Verdict(r.u8("verdict"))
	r.within(int64(d.Verdict), int64(Agreed), int64(Unseen), "verdict")
	d.At = netsync.World(r.clock("decided"))
	d.Rewind = r.rewind("rewind", MaxRewind)
	d.Wanted = r.rewind("wanted rewind", 2*maxSight)
	d.ShooterView = r.hitView()
	d.HostView = r.hitView()
	d.Stood = r.place("stood")
	d.Dodged = r.flag("dodged")
	return d
}

func (r *reader) rewind(field string, most time.Duration) time.Duration {
	d := time.Duration(r.u32(field))
	r.within(int64(d), 0, int64(most), field)
	return d
}
