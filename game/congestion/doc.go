// Package congestion says how fast a bulk stream may send: how many bytes of it may be on their way at once. A [Sender] is one end
// that always has more to send; what it goes by is one of two controllers, LEDBAT (RFC 6817), which keeps the queue that it causes
// short, and that of TCP NewReno (RFC 5681), which fills the queue until something is dropped.
//
// All are state machines in integers: time is an argument, and nothing here knows of packets, links or a game. What comes from
// the other end may be anything: it costs a bounded amount of work and memory, and no window leaves its bounds.
package congestion
