package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
)

// A fuzzed sequence is a row of parcels: how many ms pass, from whom the datagram is, flags, the
// datagram's length, and the datagram. These flags make what is likely to be accepted.
const (
	flagHeader = 1 << iota // the version and the join number are put right
	flagWake               // the machine is woken first
	flagLong               // 1000 bytes of zeros are added
)

type parcel struct {
	wait     time.Duration
	from     int
	flags    byte
	datagram []byte
}

func parcels(b []byte) (out []parcel) {
	for len(b) > 4 && len(out) < 64 {
		p := parcel{wait: time.Duration(b[0]) * time.Millisecond, from: int(b[1] % 4), flags: b[2]}
		n := min(int(b[3]), len(b)-4)
		p.datagram = append([]byte(nil), b[4:4+n]...)
		if p.flags&flagLong != 0 {
			p.datagram = append(p.datagram, make([]byte, 1000)...)
		}
		out, b = append(out, p), b[4+n:]
	}
	return out
}

func (p parcel) fix(join joinID) {
	if p.flags&flagHeader != 0 && len(p.datagram) >= headerSize {
		header{kind: Kind(p.datagram[1]), join: join}.append(p.datagram[:0])
	}
}

// corpus is the datagrams of a real session that go to one machine, as parcels.
func corpus(f *testing.F, to int) []byte {
	r := newRig(f, 2, "timesync")
	var b []byte
	count := map[Kind]int{}
	r.drop = func(fl flight) bool {
		if fl.to == to && len(fl.data) < 256 && count[fl.kind()] < 3 {
			count[fl.kind()]++
			b = append(b, 40, byte(fl.from), flagHeader|flagWake, byte(len(fl.data)))
			b = append(b, fl.data...)
		}
		return false
	}
	r.run(3 * time.Second)
	return b
}

func FuzzHostReceive(f *testing.F) {
	f.Add(corpus(f, 0))
	f.Add([]byte{1, 1, flagHeader, 10, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, flagHeader, 10, 1, 13, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{255, 2, flagLong, 10, 1, 3, 0, 1, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		h, err := NewHost(HostConfig{Seed: 1, Rate: 60, Clients: 2, Level: DefaultLevel()}, 0)
		if err != nil {
			t.Fatal(err)
		}
		// Another host gets only what this one takes: what is refused never changes the world.
		clean, err := NewHost(h.cfg, 0)
		if err != nil {
			t.Fatal(err)
		}
		now := netsync.Local(0)
		for _, p := range parcels(b) {
			now = now.Add(p.wait)
			if p.flags&flagWake != 0 {
				h.Wake(now)
				sane(t, h.Outbox())
				clean.Wake(now)
				sameWorld(t, h, clean)
			}
			if p.from < len(h.peers) {
				join := h.peers[p.from].join
				if !h.peers[p.from].joined {
					join = h.keyed(p.from, join+1)
				}
				p.fix(join)
			}
			before, joins := stateOf(h), h.joins()
			_, world := h.StateHash()
			if err := h.Receive(now, p.from, p.datagram); err != nil {
				unharmed(t, err, before, stateOf(h), h.Outbox())
			} else if err := clean.Receive(now, p.from, p.datagram); err != nil {
				t.Errorf("%q, though the other host takes it", err)
			} else if _, after := h.StateHash(); after != world && h.joins() == joins && Kind(p.datagram[1]) != KindLeave {
				t.Errorf("%v changes the world by itself", Kind(p.datagram[1]))
			}
			sane(t, h.Outbox())
			clean.Outbox().Reset()
		}
		h.Wake(now.Add(time.Second))
		sane(t, h.Outbox())
		clean.Wake(now.Add(time.Second))
		sameWorld(t, h, clean)
	})
}

// joins returns the latest joins of the clients.
func (h *Host) joins() (j [4]joinID) {
	for id := range h.peers {
		j[id] = h.peers[id].join
	}
	return j
}

func FuzzClientReceive(f *testing.F) {
	f.Add(corpus(f, 1))
	f.Add([]byte{1, 0, flagHeader, 10, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, flagHeader, 10, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := NewClient(ClientConfig{ID: 1, Seed: 1, Rate: 60, Level: DefaultLevel(),
			Driving: "rtt2", Buffers: DefaultBuffers()}, 0)
		if err != nil {
			t.Fatal(err)
		}
		now := netsync.Local(0)
		var scene Scene
		for _, p := range parcels(b) {
			now = now.Add(p.wait)
			if p.flags&flagWake != 0 {
				c.Wake(now)
				sane(t, c.Outbox())
			}
			p.fix(c.join)
			before := stateOf(c)
			if err := c.Receive(now, p.datagram); err != nil {
				unharmed(t, err, before, stateOf(c), c.Outbox())
			}
			sane(t, c.Outbox())
			c.Scene(now, Look{Platform: TimeSpace(p.flags >> 4 & 3), Shots: ShotMode(p.flags >> 6)}, &scene)
		}
		c.Wake(now.Add(time.Second))
		sane(t, c.Outbox())
	})
}

func sameWorld(t *testing.T, a, b *Host) {
	t.Helper()
	tickA, hashA := a.StateHash()
	tickB, hashB := b.StateHash()
	if tickA != tickB || hashA != hashB {
		t.Errorf("with what was refused the world is %x at tick %d, without it %x at %d", hashA, tickA, hashB, tickB)
	}
	b.Outbox().Reset()
}

// unharmed fails the test if a datagram that was refused left a trace.
func unharmed(t *testing.T, err error, before, after uint64, out *Outbox) {
	t.Helper()
	if before != after || out.Len() > 0 {
		t.Errorf("refused with %q, but it changed the machine", err)
	}
}

// sane fails the test if a datagram to be sent is no datagram, and empties the box.
func sane(t *testing.T, out *Outbox) {
	t.Helper()
	for i := range out.Len() {
		if _, data := out.At(i); len(data) > MaxDatagram {
			t.Errorf("a datagram of %d bytes is sent", len(data))
		} else if _, _, err := parseHeader(data); err != nil {
			t.Errorf("a bad datagram is sent: %v", err)
		}
	}
	out.Reset()
}

func TestDamagedDatagramsOfARealSessionDoNoHarm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t, 2, "timesync")
		seed := rapid.Uint64().Draw(t, "seed")
		k := uint64(0)
		r.drop = func(f flight) bool {
			k++
			if luck := hash(seed, k); luck%4 == 0 {
				f.data[luck>>8%uint64(len(f.data))] ^= byte(luck >> 40)
			}
			return false
		}
		r.run(2 * time.Second)
		r.drop = nil
		for _, c := range r.clients {
			c.Rejoin(r.clock(c))
		}
		r.run(2 * time.Second)
		for i, c := range r.clients {
			if !c.Moment(r.clock(c)).OK {
				t.Errorf("client %d does not come back", i+1)
			}
		}
	})
}
