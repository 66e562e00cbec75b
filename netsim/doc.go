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
//     whether it is lost and how long it travels. Its [Settings] may change at any instant; packets
//     in flight keep the fate that they were given. It can carry its datagrams as a stream's
//     segments, with retransmissions and head-of-line blocking.
//   - A [Carrier] hands a datagram over when it is due: by a function call ([NewDirect]) or, of
//     package vnet, through the sockets and the router of a virtual network.
//   - An [Oscillator] is one machine's clock: it maps true time to what the machine reads.
//
// # Impairments
//
// A link sends each datagram, and the second copy that duplication may make of it, through the same
// stages. Each does what a part of the [Settings] says:
//
//  1. MTU: a packet that is too long is lost.
//  2. Outages: what is sent while the link is cut, for a time, again and again, or in episodes at random times, is
//     lost.
//  3. A [LossList] loses exact datagrams by their number.
//  4. Loss by chance: of a share, independently or in bursts of a mean length, and by a Gilbert–Elliott
//     [LossChain] of four probabilities.
//  5. The queue of a fixed rate or of a recorded [Trace], bounded in bytes and packets, kept short by
//     CoDel if asked, and filled by cross traffic: what finds no room is lost, and the rest waits.
//  6. Delay: the base delay, which another route may raise, and extra delay by a [Distribution] (a
//     formula or a [Table] of netem's), with correlation, or by a [Recording]; on top of it a delay that
//     sways over time. Those that overtake, as with netem's reorder, skip all of it.
//  7. A hand ([Link.Touch]) loses a single datagram, or moves when it arrives.
//  8. Order, if asked: what would arrive before an earlier datagram waits for it.
//
// The first stage that loses a packet is its [Cause]. Losses happen behind the queue, as it were: a packet that another
// stage loses still takes its place in the queue, so that one loss more or less does not change how long the others
// wait. Last of all, a packet is lost if it goes to an address where its receiver no longer is ([Engine.Rebind]).
//
// # Determinism
//
// Everything is integer arithmetic on one goroutine, and at the same instant packets arrive in the order in which they
// were sent, and then nodes wake in theirs. The luck of the k-th datagram of a [Flow] of a link depends only on (seed,
// link, flow, k), so two runs that differ in one setting meet the same luck in everything else: common random numbers,
// which make comparing them fair. The same seed and the same calls give the same packets, bytes and times over every
// carrier and on every architecture.
package netsim
