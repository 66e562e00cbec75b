package netsim

import "math/bits"

// luck is the random numbers of one flow of a link. It is counter-based: no state is passed from one datagram to the
// next, so a datagram's numbers do not depend on which were drawn before.
//
// It is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
// OOPSLA 2014, with the constants of Vigna's public-domain splitmix64.c) jumped to any place.
type luck uint64

// A lane is one of a datagram's independent uniform numbers. Each impairment has lanes of its own,
// so one that is added or switched on leaves the luck of the others alone.
type lane uint64

const (
	laneLoss      lane = 0
	laneChain     lane = 1 // the state of the chain of losses
	laneChainLoss lane = 2
	laneDuplicate lane = 3
	laneJitter    lane = 4 // and the three after it
	laneQueue     lane = 8
	laneReorder   lane = 9

	lanes = 16 // a datagram
)

// goldenGamma is the odd integer nearest to 2⁶⁴/φ.
const goldenGamma = 0x9e3779b97f4a7c15

// newLuck returns the luck of link id under a seed. Different links of a seed differ.
func newLuck(seed uint64, id uint32) luck {
	return luck(mix(mix(seed+goldenGamma) + uint64(id)))
}

// draw returns a lane's number for the k-th datagram: uniform over all 64-bit integers.
func (l luck) draw(k uint64, n lane) uint64 {
	return mix(uint64(l) + goldenGamma*(k*lanes+uint64(n)+1))
}

// ofFlow returns the luck of a flow: flow 0 has the link's own.
func (l luck) ofFlow(f Flow) luck {
	if f == 0 {
		return l
	}
	return luck(mix(uint64(l) + uint64(f)<<32)) // no copy has a number that large
}

// ofCopy returns the luck of the n-th copies of a flow's datagrams: copy 0, the datagram itself, has the flow's own, so
// that a stream and plain datagrams meet the same luck until something is sent again. [duplicateCopy] is the number of
// the copy that the path makes.
func (l luck) ofCopy(n int) luck {
	if n == 0 {
		return l
	}
	return luck(mix(uint64(l) + uint64(n)))
}

// byTime returns the luck of impairments that go by true time and are the same for all datagrams. Its lanes are
// separate, and so are those of what it returns of that.
func (l luck) byTime() luck { return luck(mix(uint64(l))) }

// duplicateCopy is far above the number of any copy that a stream sends again.
const duplicateCopy = 1 << 30

// mix is SplitMix64's output function, a bijection.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below maps a uniform 64-bit integer to one uniform in 0..n−1. It favours no value by more than
// n/2⁶⁴ (Lemire, "Fast random integer generation in an interval", TOMACS 2019, without rejection).
func below(u, n uint64) uint64 {
	hi, _ := bits.Mul64(u, n)
	return hi
}
