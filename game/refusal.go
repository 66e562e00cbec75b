package game

import (
	"errors"
	"fmt"
)

// A Reason says why a datagram was dropped.
type Reason uint8

// The reasons.
const (
	Malformed  Reason = iota // no datagram of this version, cut short, or with bytes left over
	OutOfRange               // a field is outside of its range
	OutOfWorld               // a position is outside of the world
	Stranger                 // from no client that the host has, or without the key of its join
	WrongKind                // of a kind that the other end does not send
	NotJoined                // from one who has not been let in
	OldJoin                  // of an earlier join of the same client, or a replay of it
	Replayed                 // what it brings has been there already: a duplicate, a replay, or overtaken
	Future                   // of a tick, an event or a snapshot that is still to come
	Flood                    // more than a client may send

	ReasonCount
)

var reasonNames = [ReasonCount]string{"malformed", "out of range", "out of the world", "stranger",
	"wrong kind", "not joined", "old join", "replayed", "from the future", "flood"}

// String returns the reason in words.
func (r Reason) String() string { return reasonNames[min(r, ReasonCount-1)] }

// ReasonNames returns the reasons in words, by value.
func ReasonNames() []string { return reasonNames[:] }

// Rejections counts what a machine has dropped.
type Rejections struct {
	Counts [ReasonCount]uint64
	Clocks uint64 // datagrams of clocks that came after their join was over
	Latest error  // nil before the first that was a fault
}

// Total returns how many datagrams were dropped for any reason.
func (r *Rejections) Total() (n uint64) {
	for _, c := range r.Counts {
		n += c
	}
	return n + r.Clocks
}

// note counts a datagram that was refused; nil is none.
func (r *Rejections) note(err error) {
	if err != nil {
		r.Counts[ReasonOf(err)]++
		r.Latest = err
	}
}

// refusal is the error of a datagram that is not taken.
type refusal struct {
	reason Reason
	text   string
}

func (e *refusal) Error() string { return e.text }

func refuse(reason Reason, format string, args ...any) error {
	return &refusal{reason, fmt.Sprintf(format, args...)}
}

// ReasonOf returns the reason of an error that Receive has returned.
func ReasonOf(err error) Reason {
	if r, ok := errors.AsType[*refusal](err); ok {
		return r.reason
	}
	return Malformed
}
