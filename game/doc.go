// Package game is the world that makes time visible, and the machines that play it: a [Host] with
// authority over it and a [Client] that predicts and interpolates it.
//
// Both are state machines: they are given their machine's own clock reading and a datagram, and
// answer with datagrams and the clock reading at which they want to be woken. They know no true
// time, no socket and no window, never read a clock and draw no unseeded random number. All
// positions are integers, so that the same inputs give the same bits on every architecture.
package game
