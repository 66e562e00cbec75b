// Package netsim emulates a network, and the clocks of the machines on it, in virtual time.
//
// It knows true time, which nothing in a real network knows: [Time] counts nanoseconds since the
// scenario's start. It does not know what its datagrams mean, what a clock algorithm is or what a
// game is, and it never reads the computer's own clock.
//
// The parts, from the outside in:
//
//   - An [Engine] holds the virtual clock and the queue of what happens next. Its nodes are state
//     machines that are handed datagrams and wake-ups; they answer by calling [Engine.Send] and
//     [Engine.WakeAt].
//   - A [Link] is one direction between two nodes. It decides each datagram's fate when it is sent:
//     how long it travels and whether it is lost, by its delay and jitter, its loss, and its rate
//     with a queue that cross traffic may fill. Its [Settings] may change at any instant; packets
//     in flight keep the fate that they were given. It can carry its datagrams as a
//     stream's segments, with retransmissions and head-of-line blocking.
//   - A [Carrier] hands a datagram over when it is due: by a function call ([NewDirect]) or through
//     the sockets and the router of a virtual network ([NewVNet]).
//   - An [Oscillator] is one machine's clock: it maps true time to what the machine reads.
//
// # Determinism
//
// Everything is integer arithmetic on one goroutine, and events at the same instant happen in the
// order in which they were scheduled. The luck of the k-th datagram of a link depends on (seed,
// link, k) alone, so two runs that differ in one setting meet the same luck in all else: common
// random numbers, which make a comparison of the two fair. The same seed and the same calls give
// the same packets, bytes and times over every carrier and on every architecture.
package netsim
