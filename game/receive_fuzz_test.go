package game

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/congestion"
	"driftlab/internal/testkit"
	"driftlab/netsync"
)

// A fuzzed sequence names its start, see [stories], followed by parcels: how many ms pass, the sender, flags, the datagram's length,
// and the datagram. These flags make datagrams that are likely to be accepted.
const (
	flagHeader = 1 << iota // the version and the join number are corrected
	flagWake               // the machine is woken first
	flagLong               // 1000 bytes of zeros are added
)

// maxParcels is how many datagrams a sequence has at most: enough for one to affect the next.
const maxParcels = 12

type parcel struct {
	wait     time.Duration
	from     int
	flags    byte
	datagram []byte
}

func parcels(b []byte) (out []parcel) {
	for len(b) > 4 && len(out) < maxParcels {
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
	if p.flags&flagHeader != 0 && len(p.datagram) >= gameHeader {
		k := Kind(p.datagram[1])
		header{kind: k, join: join, stamped: !k.OfClocks() || p.datagram[2]&partStamp != 0}.append(p.datagram[:0])
	}
}

// A story is a session up to some instant, from which tests can restart any number of times.
type story struct {
	now          netsync.Local
	host, clean  *mould[Host]
	client, same *mould[Client]
}

// stories are where sequences start: before anyone has joined, and with all playing and chatting. The second session then continues,
// and its datagrams to one machine become seed sequences.
func stories(f *testing.F, to int) (all [2]story, corpus [][]byte) {
	r := newRig(f, 2, "timesync")
	tell := func(at time.Duration) story {
		now, host, client := netsync.Local(at), r.host, r.clients[0].Client
		return story{now, newMould(host), newMould(host), newMould(client), newMould(client)}
	}
	all[0] = tell(r.now)
	const begin = 3 * time.Second
	r.upload(upload(congestion.Delay, 100_000))
	r.run(begin)
	all[1] = tell(r.now)
	var b []byte
	count, kinds, last := map[Kind]int{}, 0, r.now
	r.drop = func(fl flight) bool {
		if most := 2 + 10*int(fl.kind()/KindSpawn); fl.to == to && len(fl.data) < 256 && count[fl.kind()] < most {
			if count[fl.kind()]++; kinds%maxParcels == 0 {
				b = []byte{1}
			}
			b = append(b, byte((r.now-last)/time.Millisecond), byte(fl.from), flagHeader|flagWake, byte(len(fl.data)))
			b = append(b, fl.data...)
			if kinds++; kinds%maxParcels == 0 {
				corpus = append(corpus, b)
			}
			last = r.now
		}
		return false
	}
	for _, c := range r.clients {
		if err := c.Say(r.clock(c), "grüß dich"); err != nil {
			f.Fatal(err)
		}
	}
	r.run(begin)
	r.clients[1].Leave(r.clock(r.clients[1]))
	r.collect(2, &r.clients[1].Outbox)
	r.clients[0].Rejoin(r.clock(r.clients[0]))
	r.run(begin)
	corpus = append(corpus, b)
	want := map[int][]Kind{0: {KindHello, KindKeepalive, KindProbe, KindInput, KindReliable, KindLeave},
		1: {KindWelcome, KindAnswer, KindPush, KindReport, KindSnapshot, KindSpawn, KindReliableAck, KindBulkAck}}[to]
	for _, k := range want {
		if count[k] == 0 {
			f.Errorf("the corpus has no %v", k)
		}
	}
	return all, corpus
}

func FuzzHostReceive(f *testing.F) {
	all, corpus := stories(f, 0)
	for _, b := range corpus {
		f.Add(b)
	}
	f.Add([]byte{0, 1, 1, flagHeader, 11, Mark, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, flagHeader, 11, Mark, 13, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add(append([]byte{1, 0, 1, flagHeader | flagLong, 21, Mark, byte(KindBulk)}, make([]byte, 19)...))
	f.Add([]byte{0, 255, 2, flagLong, 11, Mark, 3, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		if len(b) == 0 {
			return
		}
		s := &all[b[0]%2]
		// A second host gets only accepted datagrams: refused ones must change nothing.
		now, h, clean := s.now, s.host.machine(), s.clean.machine()
		for _, p := range parcels(b[1:]) {
			now = now.Add(p.wait)
			if p.flags&flagWake != 0 {
				h.Wake(now)
				sane(t, &h.Outbox)
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
			joins := h.joins()
			_, world := h.StateHash()
			if err := h.Receive(now, now, 0, p.from, p.datagram); err != nil {
				unanswered(t, err, &h.Outbox)
			} else if err := clean.Receive(now, now, 0, p.from, p.datagram); err != nil {
				t.Errorf("%q, though the other host takes it", err)
			} else if _, after := h.StateHash(); after != world && h.joins() == joins && Kind(p.datagram[1]) != KindLeave {
				t.Errorf("%v changes the world by itself", Kind(p.datagram[1]))
			}
			sane(t, &h.Outbox)
			clean.Outbox.Reset()
		}
		h.Wake(now.Add(time.Second))
		sane(t, &h.Outbox)
		clean.Wake(now.Add(time.Second))
		sameWorld(t, h, clean)
		if !same(reflect.ValueOf(h), reflect.ValueOf(clean)) {
			t.Error("what was refused has changed the host")
		}
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
	all, corpus := stories(f, 1)
	for _, b := range corpus {
		f.Add(b)
	}
	f.Add([]byte{0, 1, 0, flagHeader, 11, Mark, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, flagHeader, 11, Mark, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		if len(b) == 0 {
			return
		}
		s := &all[b[0]%2]
		now, c, clean := s.now, s.client.machine(), s.same.machine()
		var scene Scene
		for _, p := range parcels(b[1:]) {
			now = now.Add(p.wait)
			if p.flags&flagWake != 0 {
				c.Wake(now)
				sane(t, &c.Outbox)
				clean.Wake(now)
			}
			p.fix(c.join)
			if err := c.Receive(now, now, 0, p.datagram); err != nil {
				unanswered(t, err, &c.Outbox)
			} else if err := clean.Receive(now, now, 0, p.datagram); err != nil {
				t.Errorf("%q, though the other client takes it", err)
			}
			sane(t, &c.Outbox)
			clean.Outbox.Reset()
			for _, c := range []*Client{c, clean} {
				c.Scene(now, Look{Platform: TimeSpace(p.flags >> 4 & 3), Shots: ShotMode(p.flags >> 6)}, &scene)
			}
		}
		c.Wake(now.Add(time.Second))
		sane(t, &c.Outbox)
		clean.Wake(now.Add(time.Second))
		clean.Outbox.Reset()
		if !same(reflect.ValueOf(c), reflect.ValueOf(clean)) {
			t.Error("what was refused has changed the client")
		}
	})
}

func sameWorld(t testing.TB, a, b *Host) {
	t.Helper()
	tickA, hashA := a.StateHash()
	tickB, hashB := b.StateHash()
	if tickA != tickB || hashA != hashB {
		t.Errorf("with what was refused the world is %x at tick %d, without it %x at %d", hashA, tickA, hashB, tickB)
	}
	b.Outbox.Reset()
}

// unanswered fails the test if a refused datagram was answered.
func unanswered(t testing.TB, err error, out *Outbox) {
	t.Helper()
	if out.Len() > 0 {
		t.Errorf("refused with %q, but answered", err)
	}
}

// sane fails the test if anything in the outbox is no datagram, and empties it.
func sane(t testing.TB, out *Outbox) {
	t.Helper()
	for i := range out.Len() {
		if data := out.At(i).Data; len(data) > MaxDatagram {
			t.Errorf("a datagram of %d bytes is sent", len(data))
		} else if _, _, err := parseHeader(data); err != nil {
			t.Errorf("a bad datagram is sent: %v", err)
		}
	}
	out.Reset()
}

func TestDamagedDatagramsOfARealSessionDoNoHarm(t *testing.T) {
	t.Parallel()
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
