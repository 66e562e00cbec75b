// Package midline keeps one clock on several machines that send each other datagrams, over any transport. It is [clocks.Midline] with all that a
// program needs around it: what each datagram begins with (docs/wire.md), and what to ask of the clock.
//
// A [Client] has three calls. [Client.Packet] returns the bytes to put before what a datagram is about, [Client.Received] takes them off one that
// has come, and [Client.Now] tells the host's time. A [Host] does the same for all of its clients. Neither reads a clock, sends, or waits, and
// neither is safe for concurrent use.
package midline
