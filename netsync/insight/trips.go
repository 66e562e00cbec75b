package insight

import "time"

// KeptTrips is how many of its latest trips a [TripMeter] uses: about a second's worth.
const KeptTrips = 64

// Trips are the one-way delays of the latest datagrams, [KeptTrips] at most.
type Trips struct {
	Count               int // 0 if nothing is known; the other fields are meaningful only if it is more
	Latest, Least, Mean time.Duration
}

// A TripMeter takes one-way delays of the downlink as they come. Its zero value has none.
type TripMeter struct {
	kept [KeptTrips]time.Duration
	n    uint64 // ever
	sum  time.Duration
}

// Add takes the one-way delay of the latest datagram.
func (m *TripMeter) Add(d time.Duration) {
	slot := &m.kept[m.n%KeptTrips]
	m.sum += d - *slot
	*slot = d
	m.n++
}

// Trips summarises the latest trips.
func (m *TripMeter) Trips() (t Trips) {
	if t.Count = int(min(m.n, KeptTrips)); t.Count == 0 {
		return t
	}
	t.Latest = m.kept[(m.n-1)%KeptTrips]
	t.Mean = m.sum / time.Duration(t.Count)
	t.Least = t.Latest
	for _, d := range m.kept[:t.Count] {
		t.Least = min(t.Least, d)
	}
	return t
}
