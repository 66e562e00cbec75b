package game

import (
	"hash/fnv"
	"hash/maphash"
	"reflect"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"driftlab/netsync"
)

// A rig is a host and its clients on a network with fixed delays, without an engine. All clocks run at the right rate; a client's
// reads offset more than the host's.
type rig struct {
	t       rapid.TB
	now     time.Duration
	host    *Host
	clients []*rigClient
	flights []flight
	// drop says whether a datagram is lost; nil loses none.
	drop func(f flight) bool
	// extra is added to a datagram's delay; nil adds nothing.
	extra   func(f flight) time.Duration
	refused []error // errors of refused datagrams
	largest int     // datagram in bytes
	sent    int
}

type rigClient struct {
	*Client
	offset   time.Duration
	up, down time.Duration
}

// A flight is one datagram under way. Machine 0 is the host.
type flight struct {
	from, to int
	due      time.Duration
	data     []byte
}

func (f flight) kind() Kind { return Kind(f.data[1]) }

// newRig makes a rig whose clients are driven by an algorithm and 80 ms away in each direction.
func newRig(t rapid.TB, clients int, driving string) *rig {
	t.Helper()
	return newRigAt(t, clients, driving, DefaultRate)
}

func newRigAt(t rapid.TB, clients int, driving string, rate int) *rig {
	t.Helper()
	return newRigIn(t, DefaultLevel(), clients, driving, rate)
}

func newRigIn(t rapid.TB, l *Level, clients int, driving string, rate int) *rig {
	t.Helper()
	r := &rig{t: t, host: mustHost(t, HostConfig{Seed: 3, Rate: rate, Clients: clients, Level: l})}
	for id := 1; id <= clients; id++ {
		client, err := NewClient(ClientConfig{ID: id, Seed: 3, Rate: rate, Level: l, Driving: driving, Buffers: DefaultBuffers}, 0)
		if err != nil {
			t.Fatal(err)
		}
		r.clients = append(r.clients, &rigClient{Client: client, up: 80 * time.Millisecond, down: 80 * time.Millisecond})
	}
	return r
}

func (r *rig) hostClock() netsync.Local { return netsync.Local(r.now) }

func (r *rig) clock(c *rigClient) netsync.Local { return netsync.Local(r.now + c.offset) }

// run advances time by d.
func (r *rig) run(d time.Duration) {
	r.t.Helper()
	for until := r.now + d; ; {
		next, machine := r.next()
		if next > until {
			r.now = until
			return
		}
		r.now = max(r.now, next)
		switch {
		case machine < 0:
			r.deliver()
		case machine == 0:
			r.host.Wake(r.hostClock())
			r.collect(0, &r.host.Outbox)
		default:
			c := r.clients[machine-1]
			c.Wake(r.clock(c))
			r.collect(machine, &c.Outbox)
		}
	}
}

// next returns when something happens, and on which machine; −1 is a datagram's arrival.
func (r *rig) next() (at time.Duration, machine int) {
	at, machine = time.Duration(r.host.Next()), 0
	for i, c := range r.clients {
		local := c.Next()
		if local == netsync.Never {
			continue
		}
		if t := time.Duration(max(local, netsync.Local(c.offset))) - c.offset; t < at {
			at, machine = t, i+1
		}
	}
	for _, f := range r.flights {
		if f.due <= at {
			at, machine = f.due, -1
		}
	}
	return at, machine
}

// deliver hands over the datagram that is due first.
func (r *rig) deliver() {
	first := 0
	for i, f := range r.flights {
		if f.due < r.flights[first].due {
			first = i
		}
	}
	f := r.flights[first]
	r.flights = append(r.flights[:first], r.flights[first+1:]...)
	r.hand(f)
}

// hand gives a datagram to its receiver.
func (r *rig) hand(f flight) {
	var err error
	if f.to == 0 {
		err = r.host.Receive(r.hostClock(), r.hostClock(), 0, f.from, f.data)
		r.collect(0, &r.host.Outbox)
	} else {
		c := r.clients[f.to-1]
		err = c.Receive(r.clock(c), r.clock(c), 0, f.data)
		r.collect(f.to, &c.Outbox)
	}
	if err != nil {
		r.refused = append(r.refused, err)
	}
}

// collect sends what a machine has put into its outbox.
func (r *rig) collect(from int, out *Outbox) {
	for i := range out.Len() {
		to, data := out.At(i).To, out.At(i).Data
		f := flight{from: from, to: to, data: append([]byte(nil), data...)}
		r.largest = max(r.largest, len(data))
		r.sent++
		if r.drop != nil && r.drop(f) {
			continue
		}
		delay := r.clients[max(from, to)-1].up
		if from == 0 {
			delay = r.clients[to-1].down
		}
		if r.extra != nil {
			delay += r.extra(f)
		}
		f.due = r.now + delay
		r.flights = append(r.flights, f)
	}
	out.Reset()
}

// gameOf returns what was sent in the game's own kinds.
func gameOf(sent SentTraffic) (sum KindTraffic) {
	for k, t := range sent {
		if !Kind(k).OfClocks() {
			sum.Datagrams += t.Datagrams
			sum.Bytes += t.Bytes
		}
	}
	return sum
}

// noRefusals fails the test if any datagram was refused.
func (r *rig) noRefusals() {
	r.t.Helper()
	if len(r.refused) > 0 {
		r.t.Errorf("%d datagrams were refused, the first: %v", len(r.refused), r.refused[0])
	}
}

// lossy returns a drop that loses a share of all datagrams at random.
func lossy(seed, percent uint64) func(flight) bool {
	k := uint64(0)
	return func(flight) bool {
		k++
		return hash(seed, k)%100 < percent
	}
}

var hashSeed = maphash.MakeSeed()

// flat says whether values of a type are equal if their bytes are; padding is never written.
func flat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return flat(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); scratch[f.Name] || !flat(f.Type) {
				return false
			}
		}
		return true
	}
	return t.Kind() <= reflect.Float64
}

// scratch are fields whose content is no part of a machine's state.
var scratch = map[string]bool{"Receipt": true, "incoming": true, "free": true, "serial": true, "heard": true, "gate": true, "rejected": true, "body": true, "positions": true, "screen": true, "buf": true, "probes": true, "due": true}

// stateOf returns a hash of all that a machine remembers.
func stateOf(machine any) uint64 {
	h := fnv.New64a()
	var word [8]byte
	put := func(v uint64) {
		for i := range word {
			word[i] = byte(v >> (8 * i))
		}
		h.Write(word[:])
	}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Bool:
			if v.Bool() {
				put(1)
			} else {
				put(0)
			}
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			put(uint64(v.Int()))
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			put(v.Uint())
		case reflect.String:
			h.Write([]byte(v.String()))
		case reflect.Float64:
			put(uint64(v.Float() * 1e6))
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Slice, reflect.Array:
			put(uint64(v.Len()))
			if n := uintptr(v.Len()) * v.Type().Elem().Size(); n > 0 && v.Index(0).CanAddr() && flat(v.Type().Elem()) {
				put(maphash.Bytes(hashSeed, unsafe.Slice((*byte)(v.Index(0).Addr().UnsafePointer()), n)))
				return
			}
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if !scratch[v.Type().Field(i).Name] {
					walk(v.Field(i))
				}
			}
		}
	}
	walk(reflect.ValueOf(machine))
	return h.Sum64()
}

// check ends a test at an error.
func check(t rapid.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

func mustLevel(t rapid.TB, cfg LevelConfig) *Level {
	t.Helper()
	l, err := NewLevel(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func mustHost(t rapid.TB, cfg HostConfig) *Host {
	t.Helper()
	h, err := NewHost(cfg, 0)
	if err != nil {
		t.Fatal(err)
	}
	return h
}
